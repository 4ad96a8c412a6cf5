"""Every kind of puzzle in other colours: what is right, what is wrong, and how hard it is, stay."""

from __future__ import annotations

import pytest

from classrooms.assignments.models import Assignment
from classrooms.assignments.variants import colours_of, variant_of
from okey.errors import InputError
from okey.rules.rulesets import rule_set
from puzzles.canonical import PERMUTATIONS
from puzzles.grading import exercise_shown
from puzzles.kinds.asked import AskedKind, answer_text, recoloured
from puzzles.kinds.registry import KINDS
from puzzles.models import SetItem
from puzzles.positions import exercise_of, permuted
from tests.classrooms.world import make_assignment, make_class, make_work
from tests.puzzles.kinds import some
from tutor.tasks.base import Exercise, Form

OTHERS = PERMUTATIONS[5::6]
PLACES = [
    (key, rules)
    for key, kind in KINDS.items()
    for rules in sorted({kind.rule_sets[0], kind.rule_sets[-1]})
]


def told(kind: AskedKind, exercise: Exercise, text: str) -> tuple[object, ...]:
    """All that grading keeps of an answer."""
    try:
        outcome = kind.check(exercise, text, exercise.rules)
    except InputError as error:
        return (error.code,)
    verdict = outcome.verdict
    return (
        outcome.correct,
        outcome.better,
        tuple(outcome.rules),
        None if verdict is None else (verdict.legal, verdict.points),
    )


def guesses(kind: AskedKind, exercise: Exercise, right: tuple[str, ...]) -> list[str]:
    """Right answers and others that can be given: options, tiles of the hand, melds, numbers."""
    found = [*right[:3], *exercise.options[:4]]
    tiles = [str(tile) for tile in exercise.hand.tiles[:5]] if exercise.hand is not None else []
    if kind.form in (Form.TILE, Form.TILES):
        found += tiles
    if kind.form is Form.MELDS and len(tiles) >= 3:
        found.append(" ".join(tiles[:3]))
    if kind.form is Form.NUMBER:
        found += ["0", "101"]
    return list(dict.fromkeys(found))


@pytest.mark.parametrize(("key", "rules"), PLACES)
def test_the_engine_judges_every_answer_alike_in_every_colour(key: str, rules: str) -> None:
    kind, rs = KINDS[key], rule_set(rules)
    for one in some(key, rules)[:3]:
        plain = exercise_of(one.position, kind, rs)
        features = kind.features(plain, one.right, rs)
        for colours in OTHERS:
            shown = exercise_of(permuted(one.position, colours), kind, rs)
            for text in guesses(kind, plain, one.right):
                other = recoloured(text, colours)
                assert told(kind, shown, other) == told(kind, plain, text), (colours, text)
            right = tuple(recoloured(list(one.right), colours))
            assert all(kind.check(shown, text, rs).correct for text in right)
            assert kind.features(shown, right, rs) == features
            assert kind.difficulty(shown, right, features) == kind.difficulty(
                plain, one.right, features
            )


@pytest.mark.parametrize("key", KINDS)
def test_the_engine_finds_as_many_right_answers_in_other_colours(key: str) -> None:
    kind = KINDS[key]
    rules = kind.rule_sets[0]
    one = some(key, rules)[0]
    colours = PERMUTATIONS[17]
    shown = exercise_of(permuted(one.position, colours), kind, rule_set(rules))
    found = kind.right(shown, rule_set(rules))
    if kind.form in (Form.MELDS, Form.MOVE, Form.MOVES):
        # one of several best arrangements may be named: each is right where the other was
        assert bool(found) == bool(one.right)
        back = exercise_of(one.position, kind, rule_set(rules))
        inverse = "".join("RYBK"[colours.index(letter)] for letter in "RYBK")
        assert all(
            kind.check(back, recoloured(text, inverse), back.rules).correct for text in found
        )
    else:
        assert {ordered(recoloured(text, colours)) for text in one.right} == set(
            map(ordered, found)
        )


def ordered(text: str) -> str:
    """Tiles may be named in any order."""
    return " ".join(sorted(text.split()))


@pytest.mark.django_db
def test_each_pupil_has_colours_of_their_own_and_keeps_them() -> None:
    world = make_class(pupils=12)
    assignment = make_assignment(world, variants=True)
    items = list(
        SetItem.objects.filter(set=assignment.puzzle_set).select_related("set__assignment")
    )
    seen = {member.pk: tuple(colours_of(member, item) for item in items) for member in world.pupils}
    assert len(set(seen.values())) > 6
    for member in world.pupils:
        assert variant_of(assignment, member) != variant_of(Assignment(), member)
        work = make_work(assignment, member, variant=variant_of(assignment, member))
        assert tuple(colours_of(work, item) for item in items) == seen[member.pk]
        assert member.pk.hex[:8] not in work.variant
        work.member = world.pupils[0]  # the membership went into another one
        assert tuple(colours_of(work, item) for item in items) == seen[member.pk]


@pytest.mark.django_db
def test_without_variants_everybody_sees_the_colours_of_the_set() -> None:
    world = make_class()
    assignment = make_assignment(world)
    item = assignment.puzzle_set.items.select_related("set__assignment").get(index=0)
    item.colours = "YRKB"
    assert {colours_of(member, item) for member in world.pupils} == {"YRKB"}
    assert exercise_shown(item.puzzle, "YRKB").hand is not None


def test_an_answer_as_text_is_recoloured_as_the_position_is() -> None:
    assert recoloured(answer_text({"melds": "R1 R2 R3"}), "YRBK") == "Y1 Y2 Y3"
