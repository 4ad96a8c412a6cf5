"""What changes between rule sets is computed, and the parameter that makes a difference found."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import permutations
from pathlib import Path

import pytest

from okey import RULE_SETS, InputError, RuleSet, derive, rule_set
from okey.candidates import candidates
from okey.compare import Difference, cause, compare, differences, with_changes
from okey.flips import changes
from okey.outcome import outcome
from okey.rules.examples import Example, Play, Tally
from okey.rules.parameters import Runs, Swap

ROOT = Path(__file__).parents[2]
GUIDE, CLASSIC, CLUB, SILER = RULE_SETS.values()
PAIRS = list(permutations(RULE_SETS.values(), 2))


@pytest.mark.parametrize(("ours", "theirs"), PAIRS)
def test_all_differences_together_make_one_rule_set_of_the_other(
    ours: RuleSet, theirs: RuleSet
) -> None:
    made = with_changes(ours, differences(ours, theirs))
    assert list(differences(made, theirs)) == []
    assert made.rules == theirs.rules


def test_a_rule_set_does_not_differ_from_itself() -> None:
    for rules in RULE_SETS.values():
        found = compare(rules, rules)
        assert (found.differences, found.only_ours, found.only_theirs) == ((), (), ())


def test_a_block_that_one_lacks_is_one_difference() -> None:
    without = derive(CLUB, "no swap", swap=None)
    assert list(differences(CLUB, without)) == [Difference("swap", Swap(), None)]


def test_the_cause_of_a_run_is_the_wrap() -> None:
    found = cause(CLUB, CLASSIC, lambda rules: outcome(Example("K12 K13 K1"), rules))
    assert found is not None
    assert [one.path for one in found] == ["runs.wrap_end"]


def test_the_cause_of_a_score_is_the_factor_that_differs() -> None:
    ended = Tally("0 melds okey", ("melds:", "melds: K13 R12 B10", "-: R1 R2", "-: K1 K5"))
    found = cause(CLUB, SILER, lambda rules: outcome(ended, rules))
    assert found is not None
    assert [one.path for one in found] == ["scoring.factors.remainder"]


def test_where_both_answer_alike_there_is_no_cause() -> None:
    assert cause(CLUB, SILER, lambda rules: outcome(Example("R1 R2 R3"), rules)) is None


@pytest.mark.parametrize(("ours", "theirs"), PAIRS)
def test_a_cause_turns_one_answer_into_the_other_and_needs_every_part(
    ours: RuleSet, theirs: RuleSet
) -> None:
    asked = [*candidates()[::311]]
    for example in asked:
        found = cause(ours, theirs, lambda rules: outcome(example, rules))  # noqa: B023
        if found is None:
            assert outcome(example, ours) == outcome(example, theirs)
            continue
        assert outcome(example, with_changes(ours, found)) == outcome(example, theirs)
        for one in found:
            fewer = [other for other in found if other is not one]
            try:
                answer = outcome(example, with_changes(ours, fewer))
            except InputError:
                continue  # the parts mean nothing without each other
            assert answer != outcome(example, theirs)


def test_a_change_that_means_nothing_in_a_rule_set_is_left_out() -> None:
    opening = next(one for one in differences(GUIDE, CLASSIC) if one.path == "opening")
    assert list(changes(opening, GUIDE, CLASSIC)) == []
    wrap = Difference("runs", Runs(), Runs(wrap_end=True))
    assert len(list(changes(wrap, GUIDE, CLASSIC))) == 2


def test_candidates_are_the_same_in_every_process() -> None:
    # What the search finds is stored: it must not depend on how a process hashes.
    asked = "from okey.candidates import candidates; print(repr(candidates()))"
    printed = {
        subprocess.run(
            [sys.executable, "-c", asked],
            env={"PYTHONHASHSEED": seed, "PATH": os.environ.get("PATH", "")},
            cwd=ROOT,
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert printed == {f"{candidates()!r}\n"}
    assert len(set(candidates())) > 5_000


def test_any_candidate_is_answered_by_any_rule_set() -> None:
    for example in candidates()[::7]:
        for rules in RULE_SETS.values():
            outcome(example, rules)


def test_the_indicators_twin_brings_every_other_player_down() -> None:
    shown = Play("show indicator", "B10 R2 K6", phase="draw", turns=0)
    assert outcome(shown, CLASSIC).scores == (0, -1, -1, -1)
    assert outcome(shown, rule_set("101-club")).rules == ("show.unavailable",)
