"""Every row of the ledger is a rule of the catalogue, holds always, or only describes.

The ledger has one row for each statement of the four documents. `tests/data/ledger.toml` says for
each row where it stands here.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from random import Random

import pytest

from okey import RULE_SETS, RULES, Hand, InputError, RuleSet, judge, parse_melds, rule_set
from okey.examples import broken, holds
from okey.match import Played, start_match
from okey.rules.decisions import DECISIONS
from okey.rules.examples import AnyExample, Standing, Tally
from okey.rules.model import Rule
from okey.search import solve
from okey.tiles import Colour, Tile
from tests.engine.houses import PLAYED_BY

TESTS = Path(__file__).parents[1]
SHARED = TESTS.parents[1] / "shared" / "rules" / "ledger.md"
LEDGER = tomllib.loads((TESTS / "data" / "ledger.toml").read_text("utf-8"))
OF = {"G": "101-guide", "K": "classic", "P": "101-club", "S": "101-siler"}
ROWS = [
    *(f"G-{number:02}" for number in range(1, 46)),
    *(f"K-{number:02}" for number in range(1, 37)),
    *(f"P-{number:02}" for number in range(1, 44)),
    *(f"S-{number:02}" for number in range(1, 32)),
    *(f"X{number}" for number in range(1, 18)),
]
NAMED = [(row, rule) for row, rules in LEDGER["rules"].items() for rule in rules]


def rule_sets_of(row: str, rule: str) -> list[RuleSet]:
    """The rule set of the row's document; of a row that tells them apart, all that have it."""
    if row[0] in OF:
        return [rule_set(OF[row[0]])]
    return [
        rules
        for rules in RULE_SETS.values()
        if rule in rules.rules
        and {s.document for s in RULES[rule].source} & {*rules.documents, None}
    ]


def of(rules: RuleSet, examples: tuple[AnyExample, ...]) -> list[AnyExample]:
    return [example for example in examples if not example.rules or rules.key in example.rules]


def test_every_row_of_the_ledger_has_one_place() -> None:
    rows = [row for kind in LEDGER.values() for row in kind]
    assert sorted(rows) == sorted(ROWS)


@pytest.mark.skipif(not SHARED.exists(), reason="the ledger itself is not beside this repository")
def test_the_rows_are_those_of_the_ledger() -> None:
    text = SHARED.read_text("utf-8")
    assert set(re.findall(r"^\| ([GKPS]-\d\d|X\d+) \|", text, re.MULTILINE)) == set(ROWS)


@pytest.mark.parametrize(("row", "name"), NAMED, ids=[f"{row}-{rule}" for row, rule in NAMED])
def test_a_row_that_is_a_rule_is_played_where_it_is_written(row: str, name: str) -> None:
    assert name in RULES
    rule = RULES[name]
    played = rule_sets_of(row, name)
    assert played
    for rules in played:
        assert name in rules.rules, f"{row} is written in {rules.key}, which does not play {name}"
        documents = {source.document for source in rule.source}
        assert documents & {*rules.documents, None}, f"{name} cites nothing of {rules.key}"
        assert of(rules, rule.legal), f"{name} has no legal example in {rules.key}"
        assert of(rules, rule.illegal), f"{name} has no illegal example in {rules.key}"


def _shown(rule: Rule, example: AnyExample, rules: RuleSet) -> bool:
    """Whether an illegal example breaks its rule, a tally does not come about by it."""
    if isinstance(example, Tally | Standing):
        try:
            return not holds(rule, example, rules)
        except InputError:
            return True
    found = broken(rule, example, rules)
    return rule.id in found if rule.check or rule.move else bool(found)


@pytest.mark.parametrize("row", LEDGER["rules"])
def test_the_examples_of_a_row_say_what_the_row_says(row: str) -> None:
    """Each legal example keeps the rule, each illegal one breaks it, in the row's own rule set."""
    for name in LEDGER["rules"][row]:
        rule = RULES[name]
        for rules in rule_sets_of(row, name):
            for example in of(rules, rule.legal):
                assert holds(rule, example, rules), (rules.key, name, example)
            for example in of(rules, rule.illegal):
                assert _shown(rule, example, rules), (rules.key, name, example)


def test_every_rule_of_the_catalogue_stands_in_a_row_or_in_a_decision() -> None:
    written = {rule for _, rule in NAMED}
    decided = {rule for decision in DECISIONS.values() for rule in decision.rules}
    assert set(RULES) == (written | decided) & set(RULES)
    assert set(RULES) - written - decided == set()
    # What a house alone plays comes from a decision, never from a document.
    assert not written & set(PLAYED_BY)


@pytest.mark.parametrize("row", LEDGER["holds"])
def test_what_always_holds_has_its_test(row: str) -> None:
    path, _, name = LEDGER["holds"][row].partition("::")
    assert f"def {name}(" in (TESTS.parent / path).read_text("utf-8")


# What always holds


def test_there_are_four_colours() -> None:
    assert [colour.letter for colour in Colour] == ["R", "Y", "B", "K"]
    with pytest.raises(InputError):
        Tile.parse("G7")


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_the_order_of_a_rack_changes_nothing(rules: RuleSet) -> None:
    melds = "R4 R5 R6 | B9 R9 K9 | Y1 Y2 Y3"
    tiles = [*melds.replace("|", "").split(), "K10", "K11", "K12", "*", "F"]
    answers = set()
    for seed in range(6):
        Random(seed).shuffle(tiles)
        rack = Hand.parse(tiles, "Y6")
        verdict = judge(
            parse_melds(melds, rack.indicator), rules=rules, indicator=rack.indicator, hand=rack
        )
        answers.add((str(solve(rack, rules)), verdict.legal, verdict.points))
    assert len(answers) == 1


def test_a_total_may_fall_below_nothing() -> None:
    rules = rule_set("101-siler")
    match = start_match(rules, played=[Played((-101, 35, 202, 202)), Played((-202, 0, 1, 1))])
    assert match.totals == (-303, 35, 203, 203)
