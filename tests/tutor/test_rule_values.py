"""The texts of rules take their numbers and conditions from the rule set that they are read in."""

from __future__ import annotations

import re
from dataclasses import replace
from string import Formatter

import pytest

from okey import RULE_SETS, RULES, RuleSet, derive
from okey.rules.model import Countdown, Points
from okey.rules.parameters import Chips, Declaring, Factors, Match, Penalties, Seating, Siler, Table
from tests.engine.houses import PLAYED_BY
from tutor.loading import LANGUAGES, content
from tutor.rule_values import further, stock_left, told, variant
from tutor.texts import rule_text

CLUB, GUIDE, CLASSIC, SILER = (
    RULE_SETS[key] for key in ("101-club", "101-guide", "classic", "101-siler")
)
PLAYED = (*RULE_SETS.values(), *PLAYED_BY.values())
EACH = derive(CLUB, "each end", table=Table(3, True))


def long(rule: str, rules: RuleSet | None = None, language: str = "en") -> str:
    return rule_text(rule, language, rules).long


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rule_id", RULES)
def test_every_rule_can_be_read_in_every_rule_set(rule_id: str, language: str) -> None:
    for rules in (*PLAYED, None):
        if rules is None or rule_id in rules.rules:
            text = rule_text(rule_id, language, rules)
            for part in (text.title, text.short, text.long):
                assert part
                assert not re.search(r"[{}]|  |None", part), (rule_id, part)
            assert text.short.endswith(".")
            assert text.long.endswith((".", "!"))
            assert len(text.short) < 130, (rule_id, len(text.short))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_number_of_a_rule_is_written_into_a_text(language: str) -> None:
    """Up to 13 it may be a number on a tile."""
    for rule_id, entry in content(language, "rules").items():
        for text in re.findall(r"'((?:[^'\\]|\\.)*)'|\"([^\"]*)\"", str(entry)):
            assert not re.search(r"\b(1[4-9]|[2-9]\d|\d{3,})\b", "".join(text)), rule_id


def test_every_placeholder_has_its_value_and_no_value_is_idle() -> None:
    for rule_id, entry in content("en", "rules").items():
        texts = [entry["short"], entry["long"], *entry.get("more", {}).values()]
        for one in entry.get("variants", {}).values():
            texts += one.values()
        wanted = {field for text in texts for _, field, _, _ in Formatter().parse(text) if field}
        assert wanted == told(rule_id, GUIDE).keys() & (wanted | told(rule_id, GUIDE).keys())
        assert wanted >= told(rule_id, GUIDE).keys(), rule_id


# Sentences that hold under a condition


def _changed() -> list[RuleSet]:
    """Rule sets in which what the four leave as it is holds the other way."""
    penalties = replace(
        CLUB.penalties,
        giver=101,
        giver_when="any use",
        okey_retrieved=101,
        retrieved_payer="taker",
        layable_when_unopened=False,
    )
    assert isinstance(CLUB.scoring, Points)
    assert isinstance(CLASSIC.scoring, Countdown)
    scoring = replace(CLUB.scoring, unopened_okeys=True, okey_held=None)
    return [
        EACH,
        derive(CLUB, "other penalties", penalties=penalties, scoring=scoring),
        derive(CLASSIC, "as melds", scoring=replace(CLASSIC.scoring, both_ways="melds")),
    ]


def test_every_further_sentence_and_every_variant_is_shown_somewhere() -> None:
    sets = [*PLAYED, *_changed()]
    for rule_id, entry in content("en", "rules").items():
        read = [rules for rules in sets if rule_id in rules.rules]
        more = {name for rules in read for name in further(rule_id, rules)}
        assert more == entry.get("more", {}).keys(), rule_id
        variants = {variant(rule_id, rules) for rules in read} - {""}
        assert variants == entry.get("variants", {}).keys(), rule_id


def test_a_number_follows_its_parameter() -> None:
    ten, four = GUIDE, derive(GUIDE, "four pairs", declaring=Declaring(4))
    assert "10 pairs" in rule_text("declare.pairs", "en", ten).short
    assert "4 pairs" in rule_text("declare.pairs", "en", four).short
    dear = derive(GUIDE, "dear", penalties=Penalties(giver=50, okey_thrown=303))
    assert "303" in long("penalty.okey-thrown", dear)
    assert "50" in long("penalty.giver", dear)
    assert isinstance(SILER.scoring, Points)
    siler = derive(SILER, "siler", scoring=replace(SILER.scoring, siler=Siler(160, 8, -50)))
    short = rule_text("bonus.siler", "en", siler).short
    assert all(number in short for number in ("160", "8 pairs", "−50"))
    chips = derive(CLUB, "chips", match=Match((3,), 3, chips=Chips(20, 4, 2)))
    assert "20 percent" in rule_text("match.chips", "en", chips).short
    assert "6 equal parts: 4 for place 1 and 2 for place 2" in long("match.chips", chips)


def test_the_stock_is_what_is_left_of_the_tiles() -> None:
    assert (stock_left(GUIDE, 4), stock_left(CLASSIC, 4), stock_left(CLUB, 2)) == (20, 48, 62)
    assert "With two seats" in long("deal.hands", CLUB)
    assert "With two seats" not in long("deal.hands", GUIDE)


def test_a_condition_is_told_where_it_holds_and_nowhere_else() -> None:
    assert "as soon as melds lie on the table" in long("penalty.okey-thrown", CLUB)
    assert "as soon as melds" not in long("penalty.okey-thrown", GUIDE)
    assert "never multiplied" in long("score.okey-held", SILER)
    assert "factors of the round apply" in long("score.okey-held", CLUB)
    assert "number printed on it" in long("score.remainder", GUIDE)
    assert "number printed on it" not in long("score.remainder", CLUB)
    assert rule_text("match.teams", "en", GUIDE).title == "Everybody plays alone"
    assert rule_text("match.teams", "en", SILER).title == "Two against two"
    assert "nobody loses points" in rule_text("score.null-round", "en", CLASSIC).short
    assert "not what others have left" in long("factor.okey", SILER)
    assert "What is left in opened hands is multiplied" in long("factor.okey", GUIDE)
    assert "Each end of the run is counted on its own." in long("layoff.run-cap", EACH)


def test_without_a_rule_set_all_numbers_that_are_played_are_told() -> None:
    hands = rule_text("deal.hands", "en").short
    assert hands == "The starter gets 22 or 15 tiles, everybody else 21 or 14."
    assert rule_text("match.seats", "de").short == "Ein Tisch hat 2 oder 4 Plätze."
    assert "10 çift" in rule_text("declare.pairs", "tr").short
    assert variant("match.rounds", None) == ""
    assert "agreed" in rule_text("match.rounds", "en").short


def test_rounds_are_told_as_they_are_chosen() -> None:
    assert "7 to 21 rounds, usually 11" in rule_text("match.rounds", "en", SILER).short
    assert "3, 5 or 7 rounds, usually 5" in rule_text("match.rounds", "en", CLUB).short
    assert "until a balance reaches 0" in rule_text("match.rounds", "en", CLASSIC).short
    two = derive(CLUB, "two", seating=Seating((2, 4)), match=Match((5, 6), 5))
    assert "5 or 6 rounds" in rule_text("match.rounds", "en", two).short


def test_factors_that_change_nothing_are_not_in_force() -> None:
    plain = derive(GUIDE, "plain", scoring=Points(factors=Factors(okey=1, pairs=3)))
    assert "counts 3 times" in rule_text("factor.pairs", "en", plain).short
    assert "factor.okey" not in plain.rules
