"""The settings page and the switches of the header, which work without a script."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import Player
from tests.accounts.conftest import log_in

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", ["de", "tr", "en"])
def test_the_switch_beats_the_browser_and_keeps_the_page(client: Client, language: str) -> None:
    answer = client.post("/language/", {"language": language, "next": "/privacy/?a=1"})
    assert answer.headers["Location"] == "/privacy/?a=1"
    page = client.get("/privacy/", headers={"accept-language": "en" if language != "en" else "de"})
    assert page.headers["Content-Language"] == language
    assert f'lang="{language}"'.encode() in page.content


def test_without_a_choice_the_browser_decides(client: Client) -> None:
    for wanted, given in [("tr-TR,tr;q=0.9", "tr"), ("de-AT", "de"), ("fr", "en"), ("", "en")]:
        answer = client.get("/privacy/", headers={"accept-language": wanted})
        assert answer.headers["Content-Language"] == given
        assert "Accept-Language" in answer.headers["Vary"]


def test_an_empty_choice_gives_the_decision_back_to_the_browser(client: Client) -> None:
    client.post("/language/", {"language": "tr"})
    client.post("/language/", {"language": ""})
    page = client.get("/privacy/", headers={"accept-language": "de"})
    assert page.headers["Content-Language"] == "de"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_theme_is_on_the_page(client: Client, theme: str) -> None:
    client.post("/theme/", {"theme": theme})
    assert f'data-theme="{theme}"'.encode() in client.get("/privacy/").content


@pytest.mark.parametrize("field", ["language", "theme"])
@pytest.mark.parametrize("value", ["xx", "<b>", "\x00", "x" * 5_000])
def test_what_is_no_choice_is_refused(client: Client, field: str, value: str) -> None:
    assert client.post(f"/{field}/", {field: value}).status_code == 400


@pytest.mark.parametrize(
    "target", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "\\\\evil", ""]
)
def test_the_way_back_stays_on_this_site(client: Client, target: str) -> None:
    answer = client.post("/language/", {"language": "de", "next": target})
    assert answer.headers["Location"] == "/"


def test_the_choice_is_kept_with_the_account(client: Client, aylin: Player) -> None:
    log_in(client)
    client.post("/language/", {"language": "tr"})
    client.post("/theme/", {"theme": "dark"})
    aylin.refresh_from_db()
    assert (aylin.language, aylin.theme) == ("tr", "dark")


def test_what_is_personal_is_kept_by_no_cache(client: Client, aylin: Player) -> None:
    log_in(client)
    for address in ("/account/", "/privacy/", "/account/export/"):
        headers = client.get(address).headers
        assert "no-store" in headers["Cache-Control"]
        assert {"Cookie", "HX-Request"} <= {part.strip() for part in headers["Vary"].split(",")}


def test_every_borrowed_text_is_still_one_of_the_libraries() -> None:
    from importlib.util import find_spec
    from pathlib import Path

    import polib

    from accounts import borrowed

    known: set[str] = set()
    for name in ("django", "allauth"):
        spec = find_spec(name)
        assert spec
        assert spec.origin
        for path in Path(spec.origin).parent.glob("**/locale/de/LC_MESSAGES/django.po"):
            known |= {entry.msgid for entry in polib.pofile(str(path))}
    texts = {*borrowed.LABELS, *borrowed.ERRORS}
    texts |= {text for text in borrowed.PASSWORDS if isinstance(text, str)}
    assert texts - known == set()


def test_the_switch_on_the_answer_to_a_form_leads_back_to_the_page_of_the_form(
    client: Client,
) -> None:
    refused = client.post(
        "/account/tokens/", {"name": ""}, headers={"referer": "http://testserver/account/"}
    )
    assert refused.status_code == 422
    target = re.search(r'name="next" value="([^"]*)"', refused.content.decode())
    assert target is not None
    answer = client.post("/language/", {"language": "de", "next": target[1]})
    assert client.get(answer.headers["Location"]).status_code == 200
    assert answer.headers["Location"].endswith("/account/")


def test_a_referer_from_elsewhere_leads_nowhere(client: Client) -> None:
    headers = {"referer": "https://evil.example/"}
    refused = client.post("/account/tokens/", {"name": ""}, headers=headers)
    target = re.search(r'name="next" value="([^"]*)"', refused.content.decode())
    assert target is not None
    answer = client.post("/language/", {"language": "de", "next": target[1]}, headers=headers)
    assert answer.headers["Location"] == "/"
