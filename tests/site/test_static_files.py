"""While a release goes from server to server, the old one serves the files of the new one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage
from django.http import HttpResponse
from django.test import RequestFactory
from pytest_django import Settings

from okeysite.static_files import StaticFiles
from okeysite.storage import StaticFiles as Hashed

Get = Callable[[str], HttpResponse]
NEW = "css/base.0123456789ab.css"


@pytest.fixture
def collected(settings: Settings, tmp_path: Path) -> Path:
    settings.STATIC_ROOT = tmp_path / "static"
    settings.WHITENOISE_AUTOREFRESH = settings.WHITENOISE_USE_FINDERS = False
    (settings.STATIC_ROOT / "css").mkdir(parents=True)
    (settings.STATIC_ROOT / "css" / "old.css").write_text("old")
    (tmp_path / "secret.0123456789ab.css").write_text("not for you")
    return Path(settings.STATIC_ROOT)


@pytest.fixture
def get(collected: Path, monkeypatch: pytest.MonkeyPatch) -> Get:
    """A server that started before the new files were collected."""
    serve = StaticFiles(lambda request: HttpResponse(status=404))
    monkeypatch.setattr(serve, "immutable_file_test", lambda path, url: ".0123456789ab." in url)
    return lambda path: serve(RequestFactory().get(path))


def test_a_file_that_came_later_is_served(collected: Path, get: Get) -> None:
    assert get(f"/static/{NEW}").status_code == 404
    (collected / NEW).write_text("new")
    for _ in range(2):
        answer = get(f"/static/{NEW}")
        assert answer.status_code == 200
        assert "immutable" in answer["Cache-Control"] or "max-age" in answer["Cache-Control"]
    assert get("/static/css/old.css").status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/static/../secret.0123456789ab.css",
        "/static/css/../../secret.0123456789ab.css",
        "/static//etc/passwd",
        "/static/css/",
        "/static/css/base.\0.0123456789ab.css",
        "/elsewhere/css/base.0123456789ab.css",
    ],
)
def test_nothing_else_is(collected: Path, get: Get, path: str) -> None:
    (collected / NEW).write_text("new")
    assert get(path).status_code == 404


def test_a_name_without_a_hash_is_what_it_was_at_the_start(collected: Path, get: Get) -> None:
    (collected / "css" / "later.css").write_text("later")
    assert get("/static/css/later.css").status_code == 404


def test_an_address_is_that_of_the_last_collection(settings: Settings, tmp_path: Path) -> None:
    settings.DEBUG = False
    (tmp_path / "own").mkdir()
    style = tmp_path / "own" / "own.css"
    settings.STATIC_ROOT = tmp_path / "collected"
    told = []
    store = Hashed(location=settings.STATIC_ROOT, base_url="/static/")
    for text in ("b { color: red }", "b { color: blue }"):
        style.write_text(text)
        store.delete("own.css")
        store.save("own.css", ContentFile(text))
        list(store.post_process({"own.css": (FileSystemStorage(style.parent), "own.css")}))
        told.append(store.url("own.css"))
        assert store.url("own.css") == told[-1]
        assert store.url("own.css#part") == f"{told[-1]}#part"
    assert len(set(told)) == 2
    with pytest.raises(ValueError, match=r"nowhere\.css"):
        store.url("nowhere.css")
