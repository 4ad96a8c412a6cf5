"""What holds after every move of every round, whoever plays and by whichever rules.

Random legal rounds over all rule sets and house rule sets. With `ISTAKA_LONG=1` a million moves.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from okey import InputError, Tile
from okey.deal import SET
from okey.melds import LAID, Meld, laid_tiles
from okey.moves import Action, Add, Discard, Draw, Lay, Move, Open, Swap, Take, parse_move
from okey.referee import Applied, Refusal, apply, legal
from okey.replay import events_json, replay_answer, round_json
from okey.search.turn_kinds import candidates, legal_kinds
from okey.table import Phase, Round
from okey.tiles import OKEY, TILES
from tests.engine.rounds import HOUSES, Step, rounds

LONG = os.environ.get("ISTAKA_LONG") == "1"
MOVES = 1_000_000 if LONG else 20_000
SEED = 20


@dataclass
class Played:
    """A round that was played, and its moves."""

    begun: Round
    steps: list[Step]

    @property
    def last(self) -> Round:
        return self.steps[-1].after.round if self.steps else self.begun


def play(moves: int) -> Iterator[Played]:
    """Rounds with so many moves together."""
    for player in rounds(SEED):
        played = Played(player.round, list(player.steps()))
        yield played
        moves -= len(played.steps)
        if moves <= 0:
            return


@pytest.fixture(scope="module")
def played() -> list[Played]:
    """The rounds that every test looks at."""
    return list(play(min(MOVES, 20_000)))


def whole(round_: Round) -> Counter[Tile]:
    """The 106 tiles, two of them okeys."""
    return Counter(OKEY if tile == round_.okey else tile for tile in SET)


def kind_of(action: Action) -> str:
    words = str(action).split()
    if words[0] in ("take", "declare", "show") and len(words) > 1:
        return " ".join(words[:2]) if words[1] in ("indicator", "pairs") else words[0]
    return words[0]


# What the moves are


def test_every_rule_set_and_every_kind_of_move_is_played(played: list[Played]) -> None:
    rules = {one.begun.rules.key for one in played}
    kinds = {kind_of(step.move.action) for one in played for step in one.steps}
    ends = Counter((one.last.over, one.last.finish is not None) for one in played if one.last.over)
    assert rules == {house.key for house in HOUSES}
    assert kinds >= {
        "draw", "take", "open", "lay", "add", "swap", "discard", "declare pairs", "finish",
        "show indicator",
    }  # fmt: skip
    assert ends[True, True] > 20
    assert ends[True, False] > 5


def test_a_round_ends_or_stops_only_at_a_tile_taken_that_cannot_be_used(
    played: list[Played],
) -> None:
    for one in played:
        assert one.last.over or one.last.turn.owes, one.last


# Tiles


def test_no_tile_is_lost_or_made_by_any_move(played: list[Played]) -> None:
    for one in play(MOVES) if LONG else played:
        tiles = whole(one.begun)
        for step in one.steps:
            after = step.after.round
            assert Counter(after.visible()) == tiles, step.move
            assert after.tiles() == len(SET), step.move


def test_hands_grow_and_shrink_by_what_the_move_says(played: list[Played]) -> None:
    for one in played:
        for step in one.steps:
            before, after = step.before, step.after.round
            seat = before.turn.seat
            grown = after.seats[seat].size - before.seats[seat].size
            action = step.move.action
            match action:
                case Open(melds) | Lay(melds):
                    assert grown == -sum(map(len, melds))
                case Add() | Discard():
                    assert grown == -1
                case Swap():
                    assert grown == 0
                case Draw() | Take():
                    assert grown == 1
            assert all(
                after.seats[other].hand == before.seats[other].hand
                for other in range(len(before.seats))
                if other != seat
            )


# Scores


def test_scores_are_the_sum_of_their_lines(played: list[Played]) -> None:
    for one in played:
        result = one.last.result
        if not one.last.over:
            continue
        assert result is not None
        sums = Counter(dict.fromkeys(range(len(one.last.seats)), 0))
        for line in result.lines:
            sums[line.seat] += line.points
        assert list(result.scores) == [sums[seat] for seat in range(len(one.last.seats))]
        if result.teams is not None and one.last.teams is not None:
            for total, team in zip(result.teams, one.last.teams, strict=True):
                assert total == sum(result.scores[seat] for seat in team)


def test_what_is_written_during_a_round_is_in_its_result(played: list[Played]) -> None:
    for one in played:
        result = one.last.result
        events = [event for step in one.steps for event in step.after.events]
        assert list(one.last.events) == events
        if result is None:
            continue
        written: Counter[tuple[str, int]] = Counter()
        for event in events:
            if event.rule == "score.indicator-shown":
                for other in range(len(one.last.seats)):
                    if other != event.seat:
                        written[event.rule, other] += event.points
            else:
                written[event.rule, event.seat] += event.points
        in_result: Counter[tuple[str, int]] = Counter()
        for line in result.lines:
            if line.rule.startswith(("penalty.", "bonus.", "score.indicator")):
                in_result[line.rule, line.seat] += line.points
        assert in_result == written


# Text


def test_every_move_is_read_back_as_it_was_written(played: list[Played]) -> None:
    for one in played:
        for step in one.steps:
            move = step.move
            assert parse_move(str(move), one.begun.indicator) == move


def test_a_replay_of_the_written_round_ends_the_same(played: list[Played]) -> None:
    for one in played:
        begun = one.begun
        line = {
            "seats": len(begun.seats),
            "starter": begun.starter,
            "indicator": str(begun.indicator),
            "hands": [" ".join(map(str, seat.hand or ())) for seat in begun.seats],
            "stock": [str(tile) for tile in begun.stock],
            "risk": begun.risk,
            "teams": begun.teams and [list(team) for team in begun.teams],
            "moves": [str(step.move) for step in one.steps],
        }
        if begun.rules.dealing.false_indicator != "risk":
            del line["risk"]
        answer = replay_answer(line, begun.rules)
        assert answer["refused"] is None
        assert answer["events"] == events_json(one.last.events)
        assert {key: answer[key] for key in round_json(one.last)} == round_json(one.last)


# What is legal


def test_a_move_that_was_made_is_of_a_kind_said_to_be_legal(played: list[Played]) -> None:
    for step in sampled(played, 11):
        assert kind_of(step.move.action) in legal_kinds(step.before), (step.before, step.move)


def test_a_kind_that_is_not_said_to_be_legal_is_refused(played: list[Played]) -> None:
    """Every single lay-off, exchange and discard is tried, and melds that were laid elsewhere."""
    for step in sampled(played, 37):
        before = step.before
        kinds = legal_kinds(before)
        hand = sorted(set(before.hand or ()))
        tries: list[Action] = []
        for tile in hand:
            tries.append(Discard(tile))
            for at in range(1, len(before.table) + 1):
                tries += [Swap(tile, at), Add(LAID[tile.index], at)]
        for other in ("open", "lay"):
            tries += candidates(before, other)
        tries += [Draw(), Take()]
        for action in tries:
            if kind_of(action) not in kinds:
                assert legal(before, Move(action)), (before, action)


def sampled(played: list[Played], every: int) -> Iterator[Step]:
    """Some of the steps, from all rule sets."""
    steps = [step for one in played for step in one.steps]
    yield from steps[::every]


# What is not


def spoilt(step: Step, chance: random.Random) -> Iterator[tuple[Move, str | None]]:
    """A legal move made illegal, and a rule that must be named, where it is sure."""
    before, move = step.before, step.move
    seat, hand = before.turn.seat, before.hand or ()
    foreign = next(tile for tile in chance.sample(TILES, len(TILES)) if tile not in hand)
    yield replace(move, seat=(seat + 1) % len(before.seats)), "turn.order"
    if before.turn.phase is Phase.PLAY:
        yield Move(Draw()), None
        yield Move(Discard(foreign)), "turn.not-in-hand"
    else:
        yield Move(Discard(hand[0])), "turn.draw-first"
    match move.action:
        case Open(melds) | Lay(melds):
            tiles = list(melds[0].tiles)
            tiles[chance.randrange(len(tiles))] = LAID[foreign.index]
            spoilt_melds = (Meld(tuple(tiles), melds[0].kind), *melds[1:])
            yield Move(type(move.action)(spoilt_melds)), "turn.not-in-hand"
            if Counter(laid_tiles((*melds, *melds))) - Counter(hand):
                yield Move(type(move.action)((*melds, *melds))), "turn.not-in-hand"
        case Add(tile, meld, end):
            yield Move(Add(LAID[foreign.index], meld, end)), "turn.not-in-hand"
            yield Move(Add(tile, len(before.table) + 1, end)), "layoff.no-fit"
        case Swap(tile, meld):
            yield Move(Swap(foreign, meld)), "turn.not-in-hand"
            yield Move(Swap(tile, len(before.table) + 1)), "swap.wrong-tile"


def test_an_illegal_move_is_refused_by_a_rule_in_force_and_changes_nothing(
    played: list[Played],
) -> None:
    chance = random.Random(SEED)
    for step in sampled(played, 5):
        before = step.before
        as_it_was = replace(before)
        for move, rule in spoilt(step, chance):
            try:
                done = apply(before, move)
            except InputError:
                continue  # three of a face cannot even be said
            if isinstance(done, Applied):
                failed = [event.rule for event in done.events]
                assert failed == ["penalty.failed-opening"], (before, move)
                continue
            named = [violation.rule for violation in done.violations]
            assert named, move
            assert set(named) <= set(before.rules.rules), named
            assert rule is None or rule in named, (move, named)
            assert before == as_it_was


def test_nothing_is_legal_after_the_end(played: list[Played]) -> None:
    for one in played:
        if one.last.over:
            for action in (Draw(), Take(), Discard(TILES[0])):
                done = apply(one.last, Move(action))
                assert isinstance(done, Refusal)
                assert [violation.rule for violation in done.violations] == ["turn.order"]
            assert legal_kinds(one.last) == ()
