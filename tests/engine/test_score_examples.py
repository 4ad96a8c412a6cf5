"""The examples of the catalogue that are scores and matches."""

from __future__ import annotations

import pytest

from okey import RULE_SETS, RULES, InputError, rule_set
from okey.rules.examples import Standing, Tally
from okey.rules.model import Rule, RuleSet
from okey.tally import match_example, standing_holds, tally_holds

EXAMPLES = [
    (rules, rule, example, legal)
    for rules in RULE_SETS.values()
    for rule in (RULES[rule_id] for rule_id in rules.rules)
    for legal, examples in ((True, rule.legal), (False, rule.illegal))
    for example in examples
    if isinstance(example, Tally | Standing) and rules.key in (example.rules or RULE_SETS)
]


@pytest.mark.parametrize(("rules", "rule", "example", "legal"), EXAMPLES)
def test_an_example_of_a_score_or_a_match_shows_its_rule(
    rules: RuleSet, rule: Rule, example: Tally | Standing, legal: bool
) -> None:
    if isinstance(example, Tally):
        assert tally_holds(rule, example, rules) == legal
    else:
        assert standing_holds(rule, example, rules) == legal


def test_every_rule_of_scores_and_matches_has_such_examples() -> None:
    shown = {(rules.key, rule.id, legal) for rules, rule, _, legal in EXAMPLES}
    for rules in RULE_SETS.values():
        for rule_id in rules.rules:
            if rule_id.split(".")[0] in ("score", "bonus", "factor", "match"):
                assert {(rules.key, rule_id, True), (rules.key, rule_id, False)} <= shown


def test_a_match_example_that_breaks_another_rule_is_not_passed_over() -> None:
    with pytest.raises(InputError, match=r"match\.seats"):
        standing_holds(RULES["match.rounds"], Standing(seats=3), rule_set("101-club"))
    assert match_example(Standing(teams=True), rule_set("101-siler")).teams is not None
