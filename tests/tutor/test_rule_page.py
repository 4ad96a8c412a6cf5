"""The page of a rule: text, examples judged now, and where the rule stands."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from okey import RULE_SETS
from tutor.names import rule_set_name
from tutor.texts import rule_text

pytestmark = pytest.mark.django_db

PAGES = [(key, rule_id) for key, rules in RULE_SETS.items() for rule_id in rules.rules]


def page(client: Client, key: str, rule_id: str, language: str = "en") -> str:
    response = client.get(f"/rules/{key}/{rule_id}/", headers={"accept-language": language})
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize(("key", "rule_id"), PAGES, ids=lambda value: value)
def test_every_rule_of_every_rule_set_has_a_page(client: Client, key: str, rule_id: str) -> None:
    html = page(client, key, rule_id, "de")
    assert rule_text(rule_id, "de").title in html
    assert rule_set_name(key, "de") in html
    assert f"<code>{rule_id}</code>" in html
    holds, does_not = html.split('id="illegal"')
    assert "chip is-right" in holds.split('id="legal"')[1]
    assert "chip is-wrong" not in holds.split('id="legal"')[1]
    assert "chip is-wrong" in does_not
    assert '<p class="sentence">' in does_not


def test_the_offending_tiles_carry_the_badges_of_the_sentence(client: Client) -> None:
    html = page(client, "101-guide", "run.no-wrap", "de")
    assert 'aria-label="schwarze 13 (1)"' in html
    assert 'aria-label="schwarze 1 (2)"' in html
    assert re.search(r'13\s?<span class="badge">1</span>', html)


def test_what_is_allowed_elsewhere_is_found_by_the_engine(client: Client) -> None:
    html = page(client, "101-guide", "run.no-wrap")
    assert "Classic Okey: allowed" in html
    assert "101 Club: as here" in html
    assert "101 Guide: no such rule" in page(client, "101-club", "opening.pairs")


def test_the_source_is_cited_by_title_and_section(client: Client) -> None:
    html = page(client, "101-guide", "run.no-wrap")
    assert "Okey 101 - Vollständiger Leitfaden" in html
    assert "Section 03" in html
    assert "Kein Wrap in 101" in page(client, "101-club", "run.no-wrap")


def test_a_decision_says_that_the_document_is_silent_and_why(client: Client) -> None:
    html = page(client, "101-club", "okey.value")
    assert "The document does not say. Played here:" in html
    assert "Why:" in html


def test_a_rule_that_the_document_takes_for_granted_is_cited_from_the_one_that_spells_it_out(
    client: Client,
) -> None:
    html = page(client, "101-club", "meld.too-short")
    assert "Played here as in:" in html
    assert "Okey 101 - Vollständiger Leitfaden" in html


@pytest.mark.parametrize(
    "path",
    [
        "/rules/101-guide/run.nowhere/",
        "/rules/nobody/run.gap/",
        "/rules/classic/run.no-wrap/",
        "/rules/101-guide/%00/",
        "/rules/101-guide/" + "x" * 5000 + "/",
    ],
)
def test_an_unknown_rule_or_rule_set_is_not_found(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_reading_a_rule_asks_the_database_nothing(
    client: Client, django_assert_num_queries: object
) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        page(client, "101-guide", "run.gap")


def test_the_words_of_the_chapter_are_explained_beside_the_rule(client: Client) -> None:
    html = page(client, "101-guide", "run.no-wrap", "de")
    assert "<dt>Reihe</dt>" in html
    assert "<dt>Anzeiger</dt>" not in html
    assert "<dt>Anzeiger</dt>" in page(client, "101-guide", "okey.face", "de")
