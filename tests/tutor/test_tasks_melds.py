"""Tasks about the okey, runs, groups and pairs: what a wrong belief answers, and brute force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations, permutations
from typing import Any

import pytest

from okey import OKEY, RULE_SETS, RuleSet, judge
from okey.melds import MeldKind
from okey.mistaken import MISTAKEN
from okey.tiles import okey_face
from tutor.board.tables import judge_lanes
from tutor.tasks.base import Exercise
from tutor.tasks.pieces import meld_of
from tutor.tasks.registry import TASKS

GUIDE, CLASSIC, CLUB = (RULE_SETS[key] for key in ("101-guide", "classic", "101-club"))
ALL = list(RULE_SETS.values())


def made(key: str, rules: RuleSet, options: Mapping[str, Any], count: int = 40) -> list[Exercise]:
    return [TASKS[key].generate(rules, f"made-{seed}", options) for seed in range(count)]


@pytest.mark.parametrize(
    ("task", "belief", "options"),
    [
        ("false-okey-face", "false-okey-wild", {}),
        ("false-okey-face", "false-okey-indicator", {}),
        ("wild-tiles", "false-okey-wild", {"false": True}),
        ("is-meld", "wrap", {"ideas": ["wrap"]}),
        ("is-meld", "wrap-over", {"ideas": ["round-the-corner"]}),
        ("is-meld", "colour-twice", {"ideas": ["colour-twice"]}),
        ("is-meld", "false-okey-wild", {"ideas": ["false-as-joker"]}),
        ("is-meld", "false-okey-indicator", {"ideas": ["false-as-indicator"]}),
        ("is-pair", "pair-by-number", {"ideas": ["same-number"]}),
        ("is-pair", "pair-without-okey", {"ideas": ["okey"]}),
        ("is-pair", "false-okeys-no-pair", {"ideas": ["two-false"]}),
        ("meld-points", "okey-counts-nothing", {"ideas": ["okey-in-run"]}),
        ("meld-points", "okey-counts-printed", {"ideas": ["okey-in-run"]}),
        ("does-it-open", "wrap", {"ideas": ["wrap"]}),
        ("does-it-open", "mixed-opening", {"ideas": ["mixed"]}),
        ("may-take", "take-freely", {}),
        ("beside-pairs", "melds-after-pairs", {}),
    ],
)
def test_a_wrong_belief_answers_otherwise(
    task: str, belief: str, options: Mapping[str, Any]
) -> None:
    kind = TASKS[task]
    found = []
    for exercise in made(task, CLUB, options):
        wrong = MISTAKEN[belief].under(CLUB)
        assert wrong is not None
        right, believed = kind.right(exercise, CLUB), kind.right(exercise, wrong)
        found.append(any(one not in right for one in believed))
    assert sum(found) >= 10


def test_the_one_after_the_thirteen_flips_with_the_rule_set() -> None:
    for exercise in made("is-meld", CLASSIC, {"ideas": ["wrap"]}):
        assert TASKS["is-meld"].right(exercise, CLASSIC) == ("yes",)
        assert TASKS["is-meld"].right(exercise, CLUB) == ("no",)


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.key)
@pytest.mark.parametrize("task", ["is-meld", "is-pair"])
def test_right_and_wrong_melds_come_about_equally_often(task: str, rules: RuleSet) -> None:
    found = Counter(TASKS[task].right(one, rules)[0] for one in made(task, rules, {}, 100))
    assert min(found["yes"], found["no"]) >= 30


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.key)
def test_a_reason_offered_is_right_only_if_the_judge_names_it(rules: RuleSet) -> None:
    ideas = ["run", "gap", "two-colours", "wrap", "group", "colour-twice", "two-numbers"]
    for exercise in made("is-meld", rules, {"reasons": True, "ideas": ideas}):
        verdict = judge(exercise.laid, rules=rules, indicator=exercise.indicator)
        broken = {violation.rule for violation in verdict.violations}
        assert len(exercise.options) == len(set(exercise.options)) == 4
        for one in exercise.options:
            correct = TASKS["is-meld"].check(exercise, one, rules).correct
            assert correct == (verdict.legal if one == "yes" else one in broken)
        assert not {"run.colour", "group.number"} & set(exercise.options)


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.key)
def test_wild_are_the_printed_okeys_and_nothing_else(rules: RuleSet) -> None:
    for exercise in made("wild-tiles", rules, {"false": True, "tiles": 7}):
        okey = str(okey_face(exercise.indicator))
        assert "F" in exercise.options
        answer = " ".join(one for one in exercise.options if one == okey)
        assert TASKS["wild-tiles"].check(exercise, answer, rules).correct
        assert not TASKS["wild-tiles"].check(exercise, f"{answer} F", rules).correct


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.key)
@pytest.mark.parametrize(
    "options",
    [
        {"kind": "run", "tiles": 6},
        {"kind": "group", "okey": True, "tiles": 5, "ideas": ["okey-in-group"]},
        {"kind": "any", "none": True, "tiles": 6},
    ],
    ids=lambda options: options["kind"],
)
def test_building_agrees_with_brute_force(rules: RuleSet, options: dict[str, Any]) -> None:
    kind = TASKS["build-meld"]
    for exercise in made("build-meld", rules, options, 12):
        assert exercise.hand is not None
        tiles = exercise.hand.tiles
        assert len(tiles) == options["tiles"]
        possible = any(
            _legal(some, exercise, options)
            for size in range(3, len(tiles) + 1)
            for some in combinations(tiles, size)
        )
        (right,) = kind.right(exercise, rules)
        assert possible == (right != "cannot")


def _legal(some: tuple[Any, ...], exercise: Exercise, options: dict[str, Any]) -> bool:
    if options.get("okey") and OKEY not in some:
        return False
    orders = permutations(some) if OKEY in some and len(some) < 5 else [some]
    for order in orders:
        verdict = judge(
            (meld_of(order),), rules=exercise.rules, indicator=exercise.indicator
        ).melds[0]
        if verdict.legal and (options["kind"] == "any" or verdict.kind == options["kind"]):
            return True
    return False


def test_some_racks_have_no_meld_where_that_can_be_said() -> None:
    found = made("build-meld", GUIDE, {"none": True, "tiles": 7}, 60)
    none = sum(TASKS["build-meld"].right(one, GUIDE) == ("cannot",) for one in found)
    assert 10 <= none <= 35


def test_another_kind_of_meld_two_melds_or_one_without_the_okey_are_not_what_was_asked() -> None:
    kind = TASKS["build-meld"]
    options = {"kind": "run", "okey": True, "tiles": 6, "ideas": ["okey-in-run"]}
    for exercise in made("build-meld", GUIDE, options, 12):
        (right,) = kind.right(exercise, GUIDE)
        outcome = kind.check(exercise, right, GUIDE)
        assert outcome.verdict is not None
        assert outcome.verdict.melds[0].kind is MeldKind.RUN
        assert not kind.check(exercise, f"{right} | {right}", GUIDE).correct
        assert not kind.check(exercise, " ".join(right.split()[:2]), GUIDE).correct


def test_lanes_of_one_meld_are_not_counted_towards_an_opening() -> None:
    (exercise,) = made("build-meld", CLUB, {"kind": "run"}, 1)
    (right,) = TASKS["build-meld"].right(exercise, CLUB)
    assert exercise.hand is not None
    counted = TASKS["build-meld"].counted
    table = judge_lanes(right, exercise.hand, CLUB.key, counted=counted)
    assert (table.threshold, table.state) == (0, "ok")
    assert judge_lanes(right, exercise.hand, CLUB.key).threshold == 101


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.key)
def test_one_tile_alone_does_not_belong(rules: RuleSet) -> None:
    kind = TASKS["odd-tile"]
    for exercise in made("odd-tile", rules, {}):
        (odd,) = kind.right(exercise, rules)
        (meld,) = exercise.laid
        for laid in meld.tiles:
            assert kind.check(exercise, str(laid.tile), rules).correct == (str(laid.tile) == odd)


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.key)
def test_one_tile_offered_completes(rules: RuleSet) -> None:
    for exercise in made("completing-tile", rules, {"ideas": ["high-run", "low-run", "group"]}):
        assert len(exercise.options) == 4
        assert len(TASKS["completing-tile"].right(exercise, rules)) == 1


def test_an_okey_of_the_lessons_stands_for_one_of_the_faces_offered() -> None:
    ideas = {"ideas": ["okey-in-run", "okey-at-end", "okey-in-full-group"]}
    for exercise in made("okey-stands-for", GUIDE, ideas):
        (face,) = TASKS["okey-stands-for"].right(exercise, GUIDE)
        assert face in exercise.options
        assert str(exercise.okey) not in exercise.options
