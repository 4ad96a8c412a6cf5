"""The trail of a class: every deed has its text in every language, and a page at a time is read."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from classrooms.models import AuditEntry
from classrooms.people import trail_words
from classrooms.people.trail import note
from tests.classrooms.world import make_class

LANGUAGES = ("en", "de", "tr")


def noted() -> set[str]:
    """The keys that the code of this room writes down, as far as they stand there as they are."""
    found = set()
    for path in (Path(settings.BASE_DIR) / "classrooms").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or len(node.args) < 2:
                continue
            if getattr(node.func, "id", getattr(node.func, "attr", "")) in ("note", "note_each"):
                key = node.args[1]
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    found.add(key.value)
    return found


def test_every_deed_that_is_noted_has_a_text() -> None:
    keys = noted() | {
        f"{role}.{deed}" for role in ("pupil", "teacher") for deed in ("removed", "left")
    }
    assert len(keys) > 15
    assert keys <= set(trail_words.SENTENCES)


@pytest.mark.parametrize("key", sorted(trail_words.SENTENCES))
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_says_whom_it_concerned_and_holds_no_place_left_open(
    key: str, language: str
) -> None:
    values = {"count": 3, "number": 3, "before": 1, "after": 2}
    with translation.override("en"):
        english = trail_words.sentence(key, member="Aylin", values=values)
    with translation.override(language):
        text = trail_words.sentence(key, member="Aylin", values=values)
    assert text
    assert text != key
    assert ("Aylin" in text) == ("Aylin" in english)
    assert "%(" not in text
    assert "–" not in text


def test_a_key_of_an_older_version_is_shown_rather_than_lost() -> None:
    assert trail_words.sentence("class.sung", member="", values={}) == "class.sung"


@pytest.mark.django_db
def test_the_trail_is_read_page_by_page_the_latest_first(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    world = make_class(pupils=60)
    for pupil in world.pupils:
        note(world.classroom, "pupil.removed", actor=world.coteacher, member=pupil)
    client, path = world.client(world.teacher), f"/classes/{world.classroom.pk}/trail/"
    with django_assert_max_num_queries(15):
        first = client.get(path).content.decode()
    assert "Pupil 60 (Pupil 60 Realname) taken out" in first
    assert "Aylin" not in first
    assert "Aylin (Aylin Realname) taken out" in client.get(path + "?page=2").content.decode()
    assert client.get(path + "?page=x").status_code == 200


@pytest.mark.django_db
def test_what_somebody_did_stays_when_they_are_gone() -> None:
    from accounts import privacy

    world = make_class()
    note(world.classroom, "class.archived", actor=world.coteacher)
    privacy.erase(world.coteacher)
    text = world.client(world.teacher).get(f"/classes/{world.classroom.pk}/trail/")
    assert "somebody who is no longer here" in text.content.decode()
    assert AuditEntry.objects.count() == 1
