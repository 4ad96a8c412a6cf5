"""The list of rules: every rule of a rule set once, with its sentence and the way to its page."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client

from okey import RULE_SETS
from okey.rules.model import Chapter
from tests.site.spoken import faults, texts
from tutor.names import rule_set_name
from tutor.rule_index import rule_index
from tutor.texts import rule_text

pytestmark = pytest.mark.django_db


def page(client: Client, query: str = "", language: str = "en") -> str:
    response = client.get(f"/rules/{query}", headers={"accept-language": language})
    assert response.status_code == 200
    return html.unescape(response.content.decode())


@pytest.mark.parametrize("language", ["de", "tr", "en"])
@pytest.mark.parametrize("key", RULE_SETS)
def test_every_rule_in_force_is_listed_once_in_the_rulebooks_order(
    client: Client, key: str, language: str
) -> None:
    text = page(client, f"?rules={key}", language)
    assert re.findall(rf'href="/rules/{key}/([^/"]+)/"', text) == list(RULE_SETS[key].rules)
    for rule_id in RULE_SETS[key].rules:
        assert rule_text(rule_id, language, RULE_SETS[key]).title in text
        assert rule_text(rule_id, language, RULE_SETS[key]).short in text


def test_the_rule_set_is_chosen_by_the_address_and_marked_in_the_switch(client: Client) -> None:
    text = page(client, "?rules=classic")
    for key in RULE_SETS:
        assert f'href="/rules/?rules={key}"' in text
    current = re.search(r'href="([^"]+)" aria-current="true"', text)
    assert current is not None
    assert current[1] == "/rules/?rules=classic"
    assert rule_set_name("classic", "en") in text


def test_without_a_rule_set_it_is_the_first(client: Client) -> None:
    first = next(iter(RULE_SETS))
    assert f'href="/rules/{first}/' in page(client)
    assert f'href="/rules/{first}/' in page(client, "?rules=")


@pytest.mark.parametrize("query", ["?rules=nobody", "?rules=%00", "?rules=" + "x" * 5000])
def test_an_unknown_rule_set_is_not_found(client: Client, query: str) -> None:
    assert client.get(f"/rules/{query}").status_code == 404


@pytest.mark.parametrize("key", RULE_SETS)
def test_beside_each_rule_about_melds_stands_one_that_holds_and_one_that_does_not(key: str) -> None:
    found = rule_index(key)
    assert found is not None
    for chapter in found.chapters:
        for line in chapter.rules:
            assert [drawn.legal for drawn in line.drawn] in ([], [True, False]), line.title
    melds = next(chapter for chapter in found.chapters if chapter.anchor == "melds")
    assert all(line.drawn for line in melds.rules)


def test_all_ten_chapters_stand_there_and_lead_to_their_rules(client: Client) -> None:
    text = page(client)
    for chapter in Chapter:
        assert f'href="#{chapter}"' in text
        assert f'id="{chapter}"' in text


# On paper


@pytest.mark.parametrize("language", ["de", "tr", "en"])
@pytest.mark.parametrize("key", RULE_SETS)
def test_the_whole_rulebook_is_one_page_to_print(client: Client, key: str, language: str) -> None:
    text = page(client, f"?rules={key}&print=1", language)
    for rule_id in RULE_SETS[key].rules:
        assert rule_text(rule_id, language, RULE_SETS[key]).long in text, rule_id
        assert f"<code>{rule_id}</code>" in text


def test_an_unknown_rule_set_is_not_printed(client: Client) -> None:
    assert client.get("/rules/?rules=nobody&print=1").status_code == 404


def test_the_list_leads_to_the_glossary_and_to_the_printed_book(client: Client) -> None:
    text = page(client, "?rules=classic")
    assert 'href="/rules/glossary/"' in text
    assert 'href="/rules/?rules=classic&print=1"' in text


def test_the_list_is_reached_from_every_page_and_from_a_rule(client: Client) -> None:
    text = client.get("/rules/101-club/run.no-wrap/").content.decode()
    assert re.search(r'<a href="/rules/" aria-current="page">', text)
    assert '<a href="/rules/?rules=101-club">101 Club</a>' in text


def test_reading_the_list_asks_the_database_nothing(
    client: Client, django_assert_num_queries: object
) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        page(client)


STATES = [
    "/rules/?rules=classic",
    "/rules/?q=okey",
    "/rules/?q=okey&in=one&rules=101-siler",
    "/rules/?q=okey+qqqq",
    "/rules/?q=qqqqqq",
    "/rules/?q=" + "x" * 300,
    "/rules/?print=1&rules=101-siler",
    "/rules/glossary/",
]


@pytest.mark.parametrize("language", ["de", "tr"])
@pytest.mark.parametrize("path", STATES)
def test_no_state_of_the_list_speaks_english(client: Client, path: str, language: str) -> None:
    for headers in ({}, {"HX-Request": "true", "HX-Target": "found"}):
        answer = client.get(path, headers={"accept-language": language, **headers})
        assert answer.status_code == 200
        assert not faults(texts(answer), language)
