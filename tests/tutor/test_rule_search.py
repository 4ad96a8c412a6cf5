"""Search finds a rule by what people type, in any of the three languages and in any spelling."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client

from okey import RULE_SETS, RULES
from tutor.loading import LANGUAGES, content
from tutor.rule_search import MOST_SHOWN, WEIGHTS, Search, search, texts
from tutor.rulebook_words import fold, stem, tokens
from tutor.texts import rule_text

pytestmark = pytest.mark.django_db


def ids(query: str, language: str = "en", key: str = "101-guide", **more: bool) -> list[str]:
    return [found.id for found in search(query, language, key, **more).found]


def text(pieces: object) -> str:
    return "".join(piece.text for piece in pieces)  # type: ignore[attr-defined]


def hits(found: Search) -> set[str]:
    return {
        piece.text.lower()
        for rule in found.found
        for piece in (*rule.title, *rule.snippet)
        if piece.hit
    }


# Words


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("query", ["gösterge", "Anzeiger", "indicator", "GÖSTERGE", "Indikator"])
def test_a_word_in_any_language_finds_what_the_reader_calls_so(query: str, language: str) -> None:
    assert "okey.face" in ids(query, language)
    assert [word.key for word in search(query, language, "101-guide").words] == ["indicator"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_in_the_glossary_is_understood_in_every_language(language: str) -> None:
    ours = content(language, "glossary")
    for spoken in LANGUAGES:
        for key, entry in content(spoken, "glossary").items():
            found = search(entry["term"], language, "101-guide")
            assert found.words, f"{entry['term']!r} is not understood in {language}"
            if found.words[0].key != key:  # the same word means two things in two languages
                assert ours[found.words[0].key]["term"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("query", ["12-13-1", "12 13 1", "12–13–1", " 12 -13- 1 "])
def test_12_13_1_finds_the_rule_that_forbids_it_and_the_one_that_allows_it(
    query: str, language: str
) -> None:
    assert set(ids(query, language)[:2]) == {"run.no-wrap", "run.wrap-end"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_wrap_finds_the_rule_by_its_id(language: str) -> None:
    assert {"run.no-wrap", "run.wrap-end"} <= set(ids("wrap", language))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rule_id", RULES)
def test_every_rule_is_first_for_its_id_and_found_by_its_title(rule_id: str, language: str) -> None:
    assert ids(rule_id, language)[0] == rule_id
    assert rule_id in ids(rule_text(rule_id, language).title, language)


# Spelling


def test_turkish_capitals_and_dots_do_not_matter() -> None:
    assert fold("ISTAKA", "tr") == fold("ıstaka", "tr") == fold("istaka", "tr") == "istaka"
    assert fold("İŞLEK", "tr") == fold("işlek", "tr") == "islek"
    for query in ("ıstaka", "ISTAKA", "istaka", "İSTAKA", "Istaka"):
        assert ids(query, "tr") == ids("ıstaka", "tr") != []


def test_german_umlauts_are_found_as_one_letter_as_two_and_without_dots() -> None:
    for query in ("eröffnen", "eroeffnen", "eroffnen", "ERÖFFNEN"):
        assert ids(query, "de") == ids("eröffnen", "de") != []
    assert fold("Größe", "de") == "grosse" == fold("GROSSE", "de")
    assert tokens("Grüße", "de")[0].forms == ("grusse", "gruesse")


@pytest.mark.parametrize(
    ("language", "one", "another"),
    [
        ("en", "opened", "opening"),
        ("en", "penalties", "penalty"),
        ("de", "eröffnet", "Eröffnung"),
        ("de", "Kombinationen", "Kombination"),
        ("tr", "okeyle", "okeyi"),
        ("tr", "seriler", "seri"),
        ("tr", "göstergenin", "gösterge"),
    ],
)
def test_endings_do_not_matter(language: str, one: str, another: str) -> None:
    assert fold(one, language).startswith(stem(fold(another, language), language))
    assert fold(another, language).startswith(stem(fold(one, language), language))


def test_a_number_is_found_whole() -> None:
    for found in search("13", "en", "101-guide").found:
        assert re.search(r"\b13\b", text((*found.title, *found.snippet)))


# Order


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_title_comes_before_a_sentence_and_that_before_a_text(language: str) -> None:
    tested = 0
    for entry in content(language, "glossary").values():
        if " " in entry["term"] or entry.get("forms"):
            continue  # found under several names
        wanted = stem(fold(entry["term"], language), language)
        ranks = []
        for found in search(entry["term"], language, "101-guide").found:
            shorts = {one.short for one, _ in texts(found.id, language)}
            in_short = text(found.snippet) in shorts and any(piece.hit for piece in found.snippet)
            in_title = any(piece.hit for piece in found.title)
            ranks.append(0 if in_title else 1 if wanted in found.id else 2 if in_short else 3)
        assert ranks == sorted(ranks), entry["term"]
        tested += len(ranks) > 1
    assert tested


def test_no_likeness_lifts_a_field_over_the_next() -> None:
    weights = [WEIGHTS[field] for field in ("title", "short", "long")]
    assert weights[0] / 2 > weights[1]
    assert weights[1] / 2 > weights[2]


def test_what_was_looked_for_is_marked_in_the_snippet() -> None:
    found = search("Anzeiger", "de", "101-guide")
    assert hits(found)
    assert all(hit.startswith("anzeiger") for hit in hits(found))
    for rule in found.found:
        whole = " ".join(f"{one.short} {one.long}" for one, _ in texts(rule.id, "de"))
        assert text(rule.snippet) in whole


def test_only_rules_with_all_words_are_found_where_there_are_any() -> None:
    both = set(ids("false okey wild"))
    assert "okey.false" in both
    assert both <= set(ids("false okey"))
    assert not search("false okey wild", "en", "101-guide").nearest


def test_where_no_rule_has_all_words_the_nearest_are_shown_and_called_so() -> None:
    found = search("indicator qqqq", "en", "101-guide")
    assert found.nearest
    assert found.found[0].id == ids("indicator")[0]


# Rule sets


def test_the_answer_says_in_which_rule_sets_a_rule_is_played() -> None:
    found = {rule.id: rule for rule in search("12-13-1", "en", "classic").found}
    assert [one.name for one in found["run.wrap-end"].played_in] == ["Classic Okey"]
    assert found["run.wrap-end"].played_in[0].chosen
    assert found["run.wrap-end"].url == "/rules/classic/run.wrap-end/"
    assert {one.url for one in found["run.no-wrap"].played_in} == {
        f"/rules/{key}/run.no-wrap/"
        for key, rules in RULE_SETS.items()
        if "run.no-wrap" in rules.rules
    }


@pytest.mark.parametrize("key", RULE_SETS)
def test_in_one_rule_set_only_its_rules_are_found(key: str) -> None:
    assert set(ids("run", key=key, everywhere=False)) <= set(RULE_SETS[key].rules)
    everywhere = set(ids("12-13-1", key=key))
    assert {"run.no-wrap", "run.wrap-end"} <= everywhere


def test_a_rule_of_house_rules_alone_is_found_and_says_that_no_set_plays_it(client: Client) -> None:
    found = {rule.id: rule for rule in search("katlamalı", "tr", "101-guide").found}
    assert found["opening.rising"].url == ""
    assert found["opening.rising"].played_in == ()
    assert "opening.rising" not in ids("katlamalı", "tr", everywhere=False)
    assert "In none of the four rule sets" in page(client, "?q=opening.rising")


# Nothing found, and hostile queries


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_nothing_is_found_words_are_proposed_with_which_something_is(language: str) -> None:
    found = search("qqqqqq", language, "101-guide")
    assert found.found == ()
    assert found.total == 0
    assert len(found.suggestions) >= 3
    for suggestion in found.suggestions:
        assert search(suggestion, language, "101-guide").found, suggestion


@pytest.mark.parametrize(
    ("language", "typed", "meant"),
    [
        ("en", "indicatro", "indicator"),
        ("de", "Anzeigre", "Anzeiger"),
        ("tr", "gösterje", "gösterge"),
    ],
)
def test_a_slip_of_the_finger_is_answered_with_the_word_meant(
    language: str, typed: str, meant: str
) -> None:
    assert search(typed, language, "101-guide").suggestions[0] == meant


HOSTILE = [
    "\0",
    "%00",
    "' OR 1=1 --",
    "<script>alert(1)</script>",
    "(((((((a+)+)+)+",
    ".*",
    "\\",
    "{rule} %(x)s {0}",
    "\u202e\u0301\u0301",
    "🀄🀄",
    "ı" * 5000,
    "a b " * 5000,
    "1-" * 5000,
    "ﬁﬀ ǅ ß ẞ İ",
    "\ud800",
    "-",
    "\t\n\r",
]


@pytest.mark.parametrize("query", HOSTILE)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hostile_query_is_a_query(client: Client, query: str, language: str) -> None:
    found = search(query, language, "101-guide")
    assert found.total >= 0
    if "\ud800" not in query:
        answer = client.get("/rules/", {"q": query}, headers={"accept-language": language})
        assert answer.status_code == 200
        assert b"<script>alert" not in answer.content


def test_a_long_result_is_cut_and_says_so() -> None:
    found = search("e", "en", "101-guide")
    assert len(found.found) <= MOST_SHOWN


# The page


def page(client: Client, query: str, language: str = "en", **headers: str) -> str:
    answer = client.get(f"/rules/{query}", headers={"accept-language": language, **headers})
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def test_without_a_script_the_page_of_the_answer_is_a_whole_page(client: Client) -> None:
    found = page(client, "?q=wrap&rules=classic")
    assert "<h1>" in found
    assert 'value="wrap"' in found
    assert 'href="/rules/classic/run.wrap-end/"' in found
    assert "run.no-wrap" in found
    assert "run.no-wrap" not in page(client, "?q=wrap&rules=classic&in=one")


def test_htmx_gets_only_what_stands_below_the_box(client: Client) -> None:
    htmx = {"HX-Request": "true", "HX-Target": "found"}
    found = page(client, "?q=wrap", **htmx)
    assert "<h1>" not in found
    assert "run.no-wrap" in found
    assert 'id="say" hx-swap-oob' in found
    assert "run.gap" in page(client, "?q=", **htmx)  # the chapters again


def test_the_answer_of_a_script_is_not_kept_for_the_page(client: Client) -> None:
    answer = client.get("/rules/?q=wrap", headers={"HX-Request": "true", "HX-Target": "found"})
    assert {"HX-Request", "HX-Target"} <= {
        name.strip() for name in answer.headers["Vary"].split(",")
    }


def test_an_unknown_rule_set_is_not_found_by_searching_either(client: Client) -> None:
    assert client.get("/rules/?q=run&rules=nobody").status_code == 404


def test_searching_asks_the_database_nothing(
    client: Client, django_assert_num_queries: object
) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        page(client, "?q=run")
