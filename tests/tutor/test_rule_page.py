"""The page of a rule: text, examples judged now, and where the rule stands."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from okey import RULE_SETS, RULES
from okey.examples import holds
from tutor.loading import LANGUAGES, content
from tutor.names import rule_set_name
from tutor.rulebook_elsewhere import elsewhere
from tutor.rulebook_examples import ShownPlay, ShownTally, applies, shown
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
    assert rule_text(rule_id, "de", RULE_SETS[key]).title in html
    assert rule_set_name(key, "de") in html
    assert f"<code>{rule_id}</code>" in html
    holds, _, does_not = html.partition('id="illegal"')
    does_not = does_not.partition("rule-actions")[0]
    holds = holds.partition('id="legal"')[2]
    assert "chip is-right" in holds
    assert not re.search("chip is-(wrong|note)", holds)
    assert re.search("chip is-(wrong|note)", does_not)
    assert "chip is-right" not in does_not


@pytest.mark.parametrize("rule_id", RULES)
def test_a_rule_lacks_nothing(rule_id: str) -> None:
    rule = RULES[rule_id]
    lacks = [] if rule.source else ["a source"]
    for language in LANGUAGES:
        for part in ("title", "short", "long"):
            if rule_id not in content(language, "rules") or not getattr(
                rule_text(rule_id, language), part
            ):
                lacks.append(f"{part} ({language})")
        lacks += [
            f"{source.section} ({language})"
            for source in rule.source
            if source.document is None and source.section not in content(language, "decisions")
        ]
    for key, rules in RULE_SETS.items():
        if rule_id not in rules.rules:
            continue
        for name, examples in (("legal", rule.legal), ("illegal", rule.illegal)):
            if not any(applies(example, rules) for example in examples):
                lacks.append(f"a {name} example in {key}")
    assert not lacks, f"{rule_id} lacks {', '.join(lacks)}"


@pytest.mark.parametrize(("key", "rule_id"), PAGES, ids=lambda value: value)
def test_every_example_on_a_page_has_the_verdict_under_which_it_stands(
    key: str, rule_id: str
) -> None:
    rule, rules = RULES[rule_id], RULE_SETS[key]
    for wanted, examples in ((True, rule.legal), (False, rule.illegal)):
        for example in examples:
            if applies(example, rules):
                drawn = shown(rule, example, rules, "en")
                assert drawn.legal is wanted, f"{example} is not {'' if wanted else 'il'}legal"
                assert holds(rule, example, rules) is wanted, example


@pytest.mark.parametrize(("key", "rule_id"), PAGES, ids=lambda value: value)
def test_what_is_not_allowed_says_why(key: str, rule_id: str) -> None:
    rule, rules = RULES[rule_id], RULE_SETS[key]
    for example in rule.illegal:
        if not applies(example, rules):
            continue
        for language in LANGUAGES:
            drawn = shown(rule, example, rules, language)
            if isinstance(drawn, ShownPlay):
                assert drawn.notes or drawn.events, example
            elif isinstance(drawn, ShownTally):
                assert not any(line.hit for seat in drawn.seats for line in seat.lines)
            elif rule_id not in ("match.winner", "match.chips"):
                assert drawn.notes, example
            assert all(note.text for note in getattr(drawn, "notes", ()))


def test_the_offending_tiles_carry_the_badges_of_the_sentence(client: Client) -> None:
    html = page(client, "101-guide", "run.no-wrap", "de")
    assert 'aria-label="schwarze 13 (1)"' in html
    assert 'aria-label="schwarze 1 (2)"' in html
    assert re.search(r'13\s?<span class="badge">1</span>', html)


def test_what_is_allowed_elsewhere_is_found_by_the_engine(client: Client) -> None:
    html = page(client, "101-guide", "run.no-wrap")
    assert "Classic Okey: allowed" in html
    assert "101 Club: as here" in html
    assert "101 Guide: not allowed" in page(client, "101-club", "opening.pairs")
    assert "101 Guide: no such rule" in page(client, "101-siler", "factor.direct")
    assert "101 Club: costs nothing" in page(client, "101-guide", "penalty.giver")
    assert "101 Siler: other values" in page(client, "101-club", "score.remainder")


def test_in_two_clicks_one_sees_why_12_13_1_is_a_run_here_and_none_there(client: Client) -> None:
    home = client.get("/").content.decode()
    assert re.search(r'<a href="/rules/"', home)
    listed = client.get("/rules/").content.decode()
    assert 'href="/rules/101-guide/run.no-wrap/"' in listed
    elsewhere = page(client, "101-guide", "run.no-wrap").partition('id="elsewhere"')[2]
    classic = elsewhere.partition("</li>")[0]
    assert "Classic Okey: allowed" in classic
    tiles = re.findall(r'aria-label="(black \d+)"', classic)
    assert tiles == ["black 12", "black 13", "black 1"]
    assert "26 points" in classic
    assert 'href="/rules/classic/run.wrap-end/"' in classic
    back = page(client, "classic", "run.wrap-end").partition('id="elsewhere"')[2]
    for key in ("101-guide", "101-club", "101-siler"):
        assert f"{rule_set_name(key, 'en')}: not allowed" in back
        assert f'href="/rules/{key}/run.no-wrap/"' in back
    assert '<p class="sentence">' in back


@pytest.mark.parametrize("key", RULE_SETS)
def test_what_is_said_of_another_rule_set_is_what_the_engine_says_there(key: str) -> None:
    for rule_id in RULE_SETS[key].rules:
        rule = RULES[rule_id]
        found = list(elsewhere(rule, RULE_SETS[key], "en"))
        assert len(found) == len(RULE_SETS) - 1
        for one, other in ((one, other) for one in found for other in RULE_SETS.values()):
            if one.name != rule_set_name(other.key, "en"):
                continue
            assert bool(one.url) == (rule_id in other.rules)
            assert one.state in (
                ("same", "differs") if one.url else ("allowed", "refused", "free", "none")
            )
            if one.example is not None and one.state in ("allowed", "refused"):
                assert one.example.legal is (one.state == "allowed")


# What the kinds of example show


def test_a_position_shows_the_table_the_hand_the_discard_and_the_moves(client: Client) -> None:
    html = page(client, "101-guide", "take.must-use")
    assert "Seat 4 threw" in html
    assert "Hand of Seat 1" in html
    assert "Seat 1 takes the discard" in html
    assert 'class="position-melds"' in html


def test_a_penalty_says_who_pays_how_much(client: Client) -> None:
    html = page(client, "101-guide", "penalty.giver")
    assert "costs 101" in html
    assert "Seat 4: +101" in html


def test_a_finished_round_shows_each_item_and_marks_those_of_the_rule(client: Client) -> None:
    html = page(client, "101-siler", "factor.direct")
    assert "−101 × 2 (Direct finish)" in html
    assert html.count('class="is-hit"') >= 4
    assert "Here it applies" in html


@pytest.mark.parametrize("key", RULE_SETS)
def test_the_items_of_a_finished_round_add_up(key: str) -> None:
    rules = RULE_SETS[key]
    for rule_id in rules.rules:
        for example in (*RULES[rule_id].legal, *RULES[rule_id].illegal):
            if not applies(example, rules):
                continue
            drawn = shown(RULES[rule_id], example, rules, "en")
            if isinstance(drawn, ShownTally):
                for seat in drawn.seats:
                    points = [_int(line.points) for line in seat.lines]
                    assert sum(points) == _int(seat.total), example


def _int(text: str) -> int:
    return int(text.replace("−", "-").replace(",", ""))


def test_a_deal_shows_the_hands_and_what_was_turned(client: Client) -> None:
    html = page(client, "101-guide", "deal.risk")
    assert "Turned up" in html
    assert "22 tiles" in html


def test_a_match_shows_its_rounds_totals_and_who_has_won(client: Client) -> None:
    html = page(client, "101-club", "match.winner")
    assert 'class="standing"' in html
    assert "has won" in html
    assert "The match goes on" in html


# Words, neighbours, ways on


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_the_game_in_the_text_can_be_tapped(client: Client, language: str) -> None:
    html = page(client, "101-guide", "run.no-wrap", language)
    opened = re.findall(r'popovertarget="([^"]+)"', html)
    assert "meaning-run" in opened
    assert len(opened) == len(set(opened))
    for target in opened:
        assert f'id="{target}"' in html
    assert 'href="/rules/glossary/#run"' in html


@pytest.mark.parametrize("key", RULE_SETS)
def test_from_rule_to_rule_one_reads_the_whole_book(client: Client, key: str) -> None:
    read, at = [], RULE_SETS[key].rules[0]
    while at:
        read.append(at)
        found = re.search(rf'rel="next" href="/rules/{key}/([^/]+)/"', page(client, key, at))
        at = found[1] if found else ""
    assert read == list(RULE_SETS[key].rules)


def test_the_address_of_the_page_can_be_copied_and_followed(client: Client) -> None:
    html = page(client, "101-guide", "run.gap")
    assert 'href="/rules/101-guide/run.gap/" data-copy-link' in html


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
