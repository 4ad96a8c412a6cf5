"""Answering: the first committed answer counts, once, and nothing unreadable uses it up."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping

import pytest
from django.db import IntegrityError, transaction

import okey
from accounts.models import Player
from okey.errors import InputError
from okey.hand import Hand
from puzzles import attempts
from puzzles.attempts import Place
from puzzles.canonical import permute_text
from puzzles.errors import KeyReused, TryTooEarly
from puzzles.models import Attempt, Puzzle, PuzzleSet, SetItem
from puzzles.store import hand_of
from tests.puzzles.conftest import best_melds, proposals
from tests.together import raised

Key = Callable[[], uuid.UUID]
PRACTICE = Place("practice")
CANNOT = {"cannot": True}


def say(
    player: Player, puzzle: Puzzle, raw: Mapping[str, object], **more: object
) -> attempts.Outcome:
    return attempts.answer(
        player=player,
        puzzle=puzzle,
        place=more.pop("place", PRACTICE),  # type: ignore[arg-type]
        raw=raw,
        key=more.pop("key", uuid.uuid4()),  # type: ignore[arg-type]
    )


def test_the_best_melds_are_right(player: Player, opener: Puzzle) -> None:
    attempt = say(player, opener, {"melds": best_melds(opener)}).attempt
    assert attempt.correct
    assert not attempt.result["better"]


def test_cannot_open_is_right_for_a_hand_that_does_not_open_and_is_proved(
    player: Player, stuck: Puzzle
) -> None:
    attempt = say(player, stuck, CANNOT).attempt
    assert attempt.correct
    solution = attempt.result["solution"]
    assert solution["best_points"] < solution["threshold"] == 101
    assert solution["best_melds"]


def test_cannot_open_is_wrong_for_a_hand_that_opens(player: Player, opener: Puzzle) -> None:
    assert say(player, opener, CANNOT).attempt.correct is False


@pytest.mark.django_db
def test_every_legal_opening_is_right_and_a_better_one_is_shown(player: Player) -> None:
    puzzle = _puzzle("R10 R11 R12 R13 Y10 Y11 Y12 B7 K7 R7 B1 K1 R1 B2 Y2 K2 K4 Y5 R5 R3 Y9", "B10")
    lesser = say(player, puzzle, {"melds": "R10 R11 R12 R13 | Y10 Y11 Y12 | R7 B7 K7 | R1 B1 K1"})
    assert lesser.attempt.correct
    assert lesser.attempt.result["better"]
    assert lesser.attempt.result["solution"]["best_points"] > lesser.attempt.result["points"]


def test_melds_that_are_too_few_points_are_wrong_with_the_rule(
    player: Player, opener: Puzzle
) -> None:
    first = best_melds(opener).split(" | ")[0]
    attempt = say(player, opener, {"melds": first}).attempt
    assert attempt.correct is False
    rules = [violation["rule"] for violation in attempt.result["verdict"]["violations"]]
    assert rules == ["opening.points"]


def test_melds_of_tiles_that_are_not_in_the_hand_are_a_verdict(
    player: Player, opener: Puzzle
) -> None:
    attempt = say(player, opener, {"melds": _tiles_elsewhere(opener)}).attempt
    assert attempt.correct is False
    rules = {violation["rule"] for violation in attempt.result["verdict"]["violations"]}
    assert "turn.not-in-hand" in rules


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ({"melds": "R14 R2 R3"}, "notation.tile"),
        ({"melds": ""}, "notation.meld"),
        ({"melds": "R1 R2 R3 | "}, "notation.meld"),
        ({"melds": "heap: R1 R2 R3"}, "notation.meld"),
        ({"melds": "R1 " * 500}, "notation.meld"),
        ({"melds": "R1 R1 R1"}, "count.face"),
        ({"melds": "\x00"}, "notation.tile"),
        ({"melds": 7}, "input.field"),
        ({"melds": None}, "input.field"),
        ({"melds": ["R1", 2]}, "input.field"),
        ({"cannot": False}, "input.field"),
        ({"cannot": "true"}, "input.field"),
        ({"cannot": True, "melds": "R1 R2 R3"}, "input.field"),
        ({}, "input.field"),
        ({"maybe": True}, "input.field"),
    ],
)
def test_an_answer_that_cannot_be_read_is_an_error_and_uses_nothing_up(
    player: Player, opener: Puzzle, raw: Mapping[str, object], code: str
) -> None:
    with pytest.raises(InputError) as error:
        say(player, opener, raw)
    assert error.value.code == code
    assert not Attempt.objects.filter(answered_at__isnull=False).exists()
    assert say(player, opener, {"melds": best_melds(opener)}).attempt.correct


def test_the_same_key_and_answer_gives_the_first_result(
    player: Player, opener: Puzzle, new_key: Key
) -> None:
    key = new_key()
    first = say(player, opener, CANNOT, key=key)
    second = say(player, opener, CANNOT, key=key)
    assert (first.made, second.made) == (True, False)
    assert second.attempt == first.attempt
    assert Attempt.objects.count() == 1


def test_the_same_key_with_another_answer_is_refused(
    player: Player, opener: Puzzle, new_key: Key
) -> None:
    key = new_key()
    say(player, opener, CANNOT, key=key)
    with pytest.raises(KeyReused):
        say(player, opener, {"melds": best_melds(opener)}, key=key)
    assert Attempt.objects.get().correct is False


def test_the_same_key_for_another_puzzle_is_refused(
    player: Player, opener: Puzzle, stuck: Puzzle, new_key: Key
) -> None:
    key = new_key()
    say(player, opener, CANNOT, key=key)
    with pytest.raises(KeyReused):
        say(player, stuck, CANNOT, key=key)


def test_another_key_for_an_answered_try_gives_its_first_result(
    player: Player, opener: Puzzle
) -> None:
    first = say(player, opener, CANNOT)
    second = say(player, opener, {"melds": best_melds(opener)})
    assert not second.made
    assert second.attempt.pk == first.attempt.pk
    assert second.attempt.correct is False


def test_two_players_may_use_the_same_key(
    player: Player, stranger: Player, opener: Puzzle, new_key: Key
) -> None:
    key = new_key()
    assert say(player, opener, CANNOT, key=key).made
    assert say(stranger, opener, CANNOT, key=key).made


def test_a_further_try_is_a_row_of_its_own_and_waits_for_the_one_before(
    player: Player, opener: Puzzle
) -> None:
    second = Place("practice", try_no=2)
    with pytest.raises(TryTooEarly):
        say(player, opener, CANNOT, place=second)
    assert not Attempt.objects.exists()
    say(player, opener, CANNOT)
    assert say(player, opener, {"melds": best_melds(opener)}, place=second).attempt.correct
    assert Attempt.objects.get(try_no=1).correct is False


def test_the_versions_are_kept_with_the_answer(player: Player, opener: Puzzle) -> None:
    attempt = say(player, opener, CANNOT).attempt
    assert attempt.engine_version == okey.__version__
    assert attempt.rules_version == opener.rules_version
    assert attempt.generator_version == opener.generator_version


def test_opening_again_keeps_the_first_moment(player: Player, opener: Puzzle) -> None:
    first = attempts.open_attempt(player=player, puzzle=opener, place=PRACTICE)
    again = attempts.open_attempt(player=player, puzzle=opener, place=PRACTICE)
    assert again.pk == first.pk
    assert again.opened_at == first.opened_at


def test_half_an_answer_is_refused_by_the_database(player: Player, opener: Puzzle) -> None:
    attempt = attempts.open_attempt(player=player, puzzle=opener, place=PRACTICE)
    attempt.answer = CANNOT
    with pytest.raises(IntegrityError), transaction.atomic():
        attempt.save()


def test_in_a_set_a_hand_is_judged_in_the_colours_in_which_the_set_shows_it(
    player: Player, opener: Puzzle, new_key: Key
) -> None:
    shown = "KRYB"
    puzzle_set = PuzzleSet.objects.create(
        owner=player, rules=opener.rules, kinds=["can-open"], count=1, seed="s", key=new_key()
    )
    SetItem.objects.create(set=puzzle_set, index=0, puzzle=opener, colours=shown)
    place = attempts.place_of(opener, player=player, context="set", context_id=puzzle_set.pk)
    assert place.colours == shown
    outcome = say(player, opener, {"melds": permute_text(best_melds(opener), shown)}, place=place)
    assert outcome.attempt.correct
    solution = outcome.attempt.result["solution"]["best_melds"]
    assert solution == permute_text(proposal_of(opener).solution["best_melds"], shown)


def test_a_set_of_somebody_else_is_no_place(
    player: Player, stranger: Player, opener: Puzzle, new_key: Key
) -> None:
    puzzle_set = PuzzleSet.objects.create(
        owner=stranger, rules=opener.rules, kinds=["can-open"], count=1, seed="s", key=new_key()
    )
    SetItem.objects.create(set=puzzle_set, index=0, puzzle=opener)
    for context_id in (puzzle_set.pk, new_key(), None):
        with pytest.raises(InputError):
            attempts.place_of(opener, player=player, context="set", context_id=context_id)


@pytest.mark.django_db
@pytest.mark.parametrize("context", ["run", "lesson", "assignment", "nowhere"])
def test_contexts_that_the_server_alone_gives_are_refused(context: str, opener: Puzzle) -> None:
    with pytest.raises(InputError):
        attempts.place_of(opener, player=None, context=context)


@pytest.fixture
def one_puzzle(transactional_db: None) -> Puzzle:
    from puzzles.store import store_shared

    with transaction.atomic():
        stored = next(one for one in store_shared(proposals()[:10]) if one is not None)
    return stored.puzzle


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("keys", ["one key", "many keys"])
def test_fifty_answers_at_once_make_one_row_and_one_result(one_puzzle: Puzzle, keys: str) -> None:
    player, shared = Player.objects.create(), uuid.uuid4()
    made: list[bool] = []

    def submit(number: int) -> None:
        key = shared if keys == "one key" else uuid.uuid4()
        made.append(say(player, one_puzzle, CANNOT, key=key).made)

    assert raised(50, submit) == []
    assert made.count(True) == 1
    assert len(made) == 50
    assert Attempt.objects.count() == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_fifty_other_answers_with_one_key_the_first_stands_and_the_rest_are_refused(
    one_puzzle: Puzzle,
) -> None:
    player, key = Player.objects.create(), uuid.uuid4()
    first = str(hand_of(one_puzzle.position).tiles[0])

    def submit(number: int) -> None:
        raw = {"melds": " | ".join([first] * (number % 2 + 1)) if number else first}
        say(player, one_puzzle, CANNOT if number % 2 else raw, key=key)

    errors = raised(50, submit)
    assert errors
    assert {type(error) for error in errors} == {KeyReused}
    assert Attempt.objects.count() == 1


def proposal_of(puzzle: Puzzle):  # type: ignore[no-untyped-def]
    return next(one for one in proposals() if one.canonical_key == puzzle.canonical_key)


def _tiles_elsewhere(puzzle: Puzzle) -> str:
    """Three equal numbers, of which the hand holds not all."""
    hand = hand_of(puzzle.position)
    for number in range(1, 14):
        group = [f"{colour}{number}" for colour in "RYBK"]
        if str(hand.okey) in group or str(hand.indicator) in group:
            continue
        if not set(group) <= set(map(str, hand.tiles)):
            return " ".join(group)
    raise AssertionError("a hand with every group")


def _puzzle(hand: str, indicator: str) -> Puzzle:
    """A puzzle of a hand that is given."""
    from okey.notation import format_melds
    from okey.search import arrange_points, best_points
    from puzzles.canonical import canonical_key
    from puzzles.kinds.base import Proposal
    from puzzles.store import store_shared

    position = Hand.parse(hand, indicator)
    points = best_points(position)
    assert points >= 101
    proposal = Proposal(
        kind="can-open",
        rules="101-club",
        seed="by hand",
        index=0,
        position={"indicator": indicator, "hand": hand.split()},
        canonical_key=canonical_key(position),
        features={},
        themes=(),
        difficulty=1500,
        solution={
            "opens": True,
            "opens_by": ["melds"],
            "best_points": points,
            "best_melds": format_melds(arrange_points(position).melds),
            "pairs": 0,
            "pair_melds": "",
            "threshold": 101,
            "pairs_needed": 5,
            "greedy_points": points,
            "themes": [],
        },
    )
    stored = store_shared([proposal])[0]
    assert stored is not None
    return stored.puzzle
