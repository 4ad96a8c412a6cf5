"""The catalogue of rules: its examples are judged, its ids stay, its sources are named."""

from __future__ import annotations

import re
from typing import Final

import pytest

from okey import RULE_SETS, RULES
from okey.examples import broken, holds
from okey.rules.catalogue import rules_in_force
from okey.rules.examples import AnyExample
from okey.rules.model import Chapter, Rule, RuleSet
from tests.engine.houses import PLAYED_BY
from tests.engine.notation import judged

# Every rule of the four, and each that only a house plays, there.
IN_FORCE = [
    *((rules, RULES[rule_id]) for rules in RULE_SETS.values() for rule_id in rules.rules),
    *((rules, RULES[rule_id]) for rule_id, rules in PLAYED_BY.items()),
]


def _of(rules: RuleSet, examples: tuple[AnyExample, ...]) -> list[AnyExample]:
    return [example for example in examples if not example.rules or rules.key in example.rules]


def _examples(*, legal: bool) -> list[tuple[RuleSet, Rule, AnyExample]]:
    return [
        (rules, rule, example)
        for rules, rule in IN_FORCE
        for example in _of(rules, rule.legal if legal else rule.illegal)
    ]


LEGAL, ILLEGAL = _examples(legal=True), _examples(legal=False)


def _ids(examples: list[tuple[RuleSet, Rule, AnyExample]]) -> list[str]:
    return [f"{rules.key}-{rule.id}-{at}" for at, (rules, rule, _) in enumerate(examples)]


@pytest.mark.parametrize(("rules", "rule", "example"), LEGAL, ids=_ids(LEGAL))
def test_a_legal_example_keeps_its_rule(rules: RuleSet, rule: Rule, example: AnyExample) -> None:
    assert holds(rule, example, rules)


@pytest.mark.parametrize(("rules", "rule", "example"), ILLEGAL, ids=_ids(ILLEGAL))
def test_an_illegal_example_breaks_its_rule(
    rules: RuleSet, rule: Rule, example: AnyExample
) -> None:
    found = broken(rule, example, rules)
    # A rule that forbids nothing has no check of its own: misreading it breaks another rule.
    own = rule.check or rule.move or rule.chapter not in (Chapter.OKEY, Chapter.FINISH)
    assert rule.id in found if own else found


@pytest.mark.parametrize(("rules", "rule"), IN_FORCE)
def test_every_rule_in_force_has_examples_of_both_kinds(rules: RuleSet, rule: Rule) -> None:
    assert _of(rules, rule.legal)
    assert _of(rules, rule.illegal)


def test_only_what_forbids_nothing_goes_without_a_check() -> None:
    unchecked = [rule for rule in RULES.values() if rule.check is None and rule.move is None]
    assert {rule.chapter for rule in unchecked if rule.id != "stock.empty"} == {
        Chapter.DEAL,
        Chapter.OKEY,
        Chapter.PENALTIES,
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


# The rules of the four, in the order of the rulebook: G guide, K classic, P club, S siler.
VERSION_TWO: Final = """
deal.tiles:GKPS deal.hands:GKPS deal.indicator:GKPS deal.risk:G deal.redraw:KPS okey.face:GKPS
okey.false:GKPS okey.value:GPS okey.order:GPS meld.too-short:GKPS meld.neither:GKPS
meld.okey-face:GKPS meld.all-okeys:GKPS run.colour:GKPS run.gap:GKPS run.no-wrap:GPS
run.wrap-end:K group.number:GKPS group.colour-twice:GKPS group.too-long:GKPS pair.identical:GKPS
lay.unavailable:K opening.points:GPS opening.pairs:PS opening.pairs-unavailable:G
opening.mixed:GPS opening.keep-discard:GPS opening.already-open:GPS lay.not-opened:GPS
lay.pairs-only:PS lay.no-pairs:GPS layoff.unavailable:K layoff.not-opened:GPS layoff.no-fit:GPS
layoff.run-cap:PS layoff.pairs-closed:PS swap.unavailable:GK swap.not-opened:PS
swap.wrong-tile:PS swap.undetermined:PS swap.pairs-closed:PS turn.order:GKPS
turn.draw-first:GKPS turn.draw-once:GKPS turn.starter-no-draw:GKPS turn.must-discard:GPS
turn.not-in-hand:GKPS draw.stock-empty:GKPS take.last-only:GKPS take.must-use:GPS
take.in-opening:G show.unavailable:GPS show.first-turn:K show.twin:K finish.incomplete:GKPS
finish.unavailable:GPS declare.unavailable:KPS declare.pairs:G indicator.unavailable:KPS
indicator.stock-left:G indicator.only-to-finish:G stock.empty:GKPS penalty.giver:G
penalty.okey-thrown:GPS penalty.layable-discard:PS penalty.okey-retrieved:S score.winner:GPS
score.unopened:GPS score.remainder:GPS score.okey-held:PS score.countdown:K
score.indicator-shown:K score.partner-finished:S score.null-round:GKPS bonus.siler:S
factor.okey:GKPS factor.pairs:GKPS factor.from-hand:P factor.direct:S factor.risk:G
match.seats:GKPS match.teams:GKPS match.rounds:GKPS match.winner:GKPS match.chips:P
"""


def test_the_rules_of_version_two_stay_as_they_are() -> None:
    # Stored verdicts carry these ids with the version: another list is another version.
    for letter, key in (
        ("G", "101-guide"),
        ("K", "classic"),
        ("P", "101-club"),
        ("S", "101-siler"),
    ):
        rules = RULE_SETS[key]
        listed = (word.split(":") for word in VERSION_TWO.split())
        assert rules.version == 2
        assert rules.rules == tuple(rule_id for rule_id, played in listed if letter in played)


def test_violations_name_only_rules_in_force() -> None:
    # A sweep over short melds: whatever a rule set finds wrong, it plays.
    texts = ["R12 R13 R1", "R13 R1 R2", "R5 B6", "run: R5 B5", "* *=R4 R9", "group: R5 R5 R6 R7 R8"]
    for rules in RULE_SETS.values():
        for text in texts:
            for as_ in ("melds", "opening"):
                for violation in judged(text, rules, as_).violations:
                    assert violation.rule in rules.rules
