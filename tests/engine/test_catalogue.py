"""The catalogue of rules: its examples are judged, its ids stay, its sources are named."""

from __future__ import annotations

import re

import pytest

from okey import RULE_SETS, RULES
from okey.rules.catalogue import rules_in_force
from okey.rules.examples import AnyExample
from okey.rules.model import Chapter, Example, Rule, RuleSet
from tests.engine.houses import PLAYED_BY
from tests.engine.notation import judged, judged_example

# Every rule of the four, and each that only a house plays, there.
IN_FORCE = [
    *((rules, RULES[rule_id]) for rules in RULE_SETS.values() for rule_id in rules.rules),
    *((rules, RULES[rule_id]) for rule_id, rules in PLAYED_BY.items()),
]


def _of(rules: RuleSet, examples: tuple[AnyExample, ...]) -> list[AnyExample]:
    return [example for example in examples if not example.rules or rules.key in example.rules]


def _judged(legal: bool) -> list[tuple[RuleSet, Rule, Example]]:
    """The examples that are melds; those of scores and matches stand in `test_score_examples`."""
    return [
        (rules, rule, example)
        for rules, rule in IN_FORCE
        for example in _of(rules, rule.legal if legal else rule.illegal)
        if isinstance(example, Example)
    ]


LEGAL, ILLEGAL = _judged(True), _judged(False)


def _ids(examples: list[tuple[RuleSet, Rule, Example]]) -> list[str]:
    return [f"{rules.key}-{rule.id}-{example.melds}" for rules, rule, example in examples]


@pytest.mark.parametrize(("rules", "rule", "example"), LEGAL, ids=_ids(LEGAL))
def test_a_legal_example_is_legal(rules: RuleSet, rule: Rule, example: Example) -> None:
    assert judged_example(example, rules).violations == ()


@pytest.mark.parametrize(("rules", "rule", "example"), ILLEGAL, ids=_ids(ILLEGAL))
def test_an_illegal_example_breaks_its_rule(rules: RuleSet, rule: Rule, example: Example) -> None:
    broken = {violation.rule for violation in judged_example(example, rules).violations}
    # A rule on how tiles are read has no check of its own: misreading breaks another rule.
    assert rule.id in broken if rule.check else broken


@pytest.mark.parametrize(("rules", "rule"), IN_FORCE)
def test_every_rule_in_force_has_examples_of_both_kinds(rules: RuleSet, rule: Rule) -> None:
    assert _of(rules, rule.legal)
    assert _of(rules, rule.illegal)


def test_only_what_forbids_no_meld_goes_without_a_check() -> None:
    assert {rule.chapter for rule in RULES.values() if rule.check is None} == {
        Chapter.OKEY,
        Chapter.SCORES,
        Chapter.MATCH,
    }


def test_ids_have_one_form_and_stand_under_themselves() -> None:
    for key, rule in RULES.items():
        assert key == rule.id
        assert re.fullmatch(r"[a-z]+(\.[a-z]+(-[a-z]+)*)", key)


def test_rules_stand_in_the_order_of_the_chapters() -> None:
    chapters = [rule.chapter for rule in RULES.values()]
    assert chapters == sorted(chapters, key=list(Chapter).index)


def test_every_rule_is_played_by_one_of_the_four_or_by_a_house() -> None:
    four = {rule_id for rules in RULE_SETS.values() for rule_id in rules.rules}
    assert set(RULES) == four | set(PLAYED_BY)
    assert not four & set(PLAYED_BY)
    assert all(rule_id in rules.rules for rule_id, rules in PLAYED_BY.items())


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_a_rule_names_a_document_or_a_decision(rule: Rule) -> None:
    assert rule.source
    for source in rule.source:
        if source.document is None:
            assert re.fullmatch(r"HD-\d+[a-z]?", source.section)
        else:
            assert source.document.title
            assert source.section


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_the_parameters_say_which_rules_are_in_force(rules: RuleSet) -> None:
    assert rules.rules == rules_in_force(rules)


def test_the_rules_of_version_two_stay_as_they_are() -> None:
    # Stored verdicts carry these ids with the version: another list is another version.
    reading = ("okey.face", "okey.false")
    value = ("okey.value", "okey.order")
    any_meld = ("meld.too-short", "meld.neither", "meld.okey-face", "meld.all-okeys")
    run = ("run.colour", "run.gap")
    group_and_pair = ("group.number", "group.colour-twice", "group.too-long", "pair.identical")
    last = ("turn.not-in-hand", "finish.incomplete")
    club = (
        *reading, *value, *any_meld, *run, "run.no-wrap", *group_and_pair, "opening.points",
        "opening.pairs", "opening.mixed", "opening.keep-discard", *last,
    )  # fmt: skip
    points = ("score.winner", "score.unopened", "score.remainder")
    doubled = ("score.null-round", "factor.okey", "factor.pairs")
    match = ("match.seats", "match.teams", "match.rounds", "match.winner")
    guide = tuple("opening.pairs-unavailable" if id_ == "opening.pairs" else id_ for id_ in club)
    classic = (
        *reading, *any_meld, *run, "run.wrap-end", *group_and_pair, "lay.unavailable", *last,
        "score.countdown", "score.indicator-shown", *doubled, *match,
    )  # fmt: skip
    siler = (
        *club, *points, "score.okey-held", "score.partner-finished", "score.null-round",
        "bonus.siler", "factor.okey", "factor.pairs", "factor.direct", *match,
    )  # fmt: skip
    assert {rules.key: (rules.version, rules.rules) for rules in RULE_SETS.values()} == {
        "101-guide": (2, (*guide, *points, *doubled, "factor.risk", *match)),
        "classic": (2, classic),
        "101-club": (
            2,
            (
                *club,
                *points,
                "score.okey-held",
                *doubled,
                "factor.from-hand",
                *match,
                "match.chips",
            ),
        ),
        "101-siler": (2, siler),
    }


def test_violations_name_only_rules_in_force() -> None:
    # A sweep over short melds: whatever a rule set finds wrong, it plays.
    texts = ["R12 R13 R1", "R13 R1 R2", "R5 B6", "run: R5 B5", "* *=R4 R9", "group: R5 R5 R6 R7 R8"]
    for rules in RULE_SETS.values():
        for text in texts:
            for as_ in ("melds", "opening"):
                for violation in judged(text, rules, as_).violations:
                    assert violation.rule in rules.rules
