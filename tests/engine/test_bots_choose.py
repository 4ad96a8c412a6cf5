"""Bots: what they see, that they move legally, and that every round between them ends.

With `ISTAKA_LONG=1` a million moves.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from okey import RULE_SETS, RuleSet, Tile, rule_set
from okey.bots import LEVELS, Level, choose, seen_by, steps
from okey.bots.paths import Path
from okey.deal import SET, deal_round
from okey.moves import Draw, Move
from okey.table import Round
from okey.tiles import OKEY

LONG = os.environ.get("ISTAKA_LONG") == "1"
MOVES = 1_000_000 if LONG else 20_000
BOUND = 1_200  # moves of a round; the longest rounds are random ones of classic Okey
TABLES = [(key, seats) for key, rules in RULE_SETS.items() for seats in rules.seating.counts]


def games() -> Iterator[tuple[Round, tuple[Level, ...], str]]:
    """Deals of all rule sets and numbers of seats, with levels drawn for each seat."""
    number = 0
    while True:
        for key, seats in TABLES:
            chance = random.Random(number)
            levels = tuple(chance.choices(LEVELS, (4, 4, 1), k=seats))
            starter = chance.randrange(seats)
            yield deal_round(rule_set(key), "bots", number, seats, starter), levels, str(number)
            number += 1


def whole(round_: Round) -> Counter[Tile]:
    return Counter(OKEY if tile == round_.okey else tile for tile in SET)


def test_bots_never_move_illegally_never_stall_and_lose_no_tile() -> None:
    left, ends = MOVES, Counter[tuple[str, bool]]()
    for begun, levels, seed in games():
        made, last = 0, begun
        for _, after in steps(begun, levels, seed):  # raises where a bot stalls or is refused
            made, last = made + 1, after
            assert made < BOUND, (begun.rules.key, levels, seed)
        assert last.over
        assert last.result is not None
        assert Counter(last.visible()) == whole(begun)
        ends[begun.rules.key, last.finish is not None] += 1
        left -= made
        if left <= 0:
            break
    assert {key for key, _ in ends} == set(RULE_SETS)
    assert all(ends[key, True] for key in RULE_SETS), ends


def situations(rules: RuleSet, seats: int, seed: str) -> Iterator[Round]:
    """The rounds in which somebody chooses, in a round between bots of all levels."""
    levels = tuple(LEVELS[at % len(LEVELS)] for at in range(seats))
    begun = deal_round(rules, seed, 0, seats)
    yield begun
    yield from (after for _, after in steps(begun, levels, seed) if not after.over)


def shuffled(round_: Round, chance: random.Random) -> Round:
    """The same round for the seat on turn, with everything that it does not see exchanged."""
    others = [at for at in range(len(round_.seats)) if at != round_.turn.seat]
    tiles = [tile for at in others for tile in round_.seats[at].hand or ()]
    tiles += [tile for tile in round_.stock if tile is not None]
    chance.shuffle(tiles)
    seats = list(round_.seats)
    for at in others:
        size = seats[at].size
        seats[at] = replace(seats[at], hand=tuple(tiles[:size]))
        del tiles[:size]
    return replace(round_, seats=tuple(seats), stock=tuple(tiles))


@pytest.mark.parametrize(("key", "seats"), TABLES)
@pytest.mark.parametrize("level", LEVELS)
def test_a_choice_does_not_depend_on_what_is_hidden_and_is_the_same_again(
    key: str, seats: int, level: Level
) -> None:
    chance = random.Random(5)
    some = [one for one in situations(rule_set(key), seats, "hidden") if chance.random() < 0.3]
    for round_ in some[:20]:
        seat = round_.turn.seat
        chosen = choose(seen_by(round_, seat), level, "x")
        other = shuffled(round_, chance)
        assert seen_by(other, seat) == seen_by(round_, seat)
        assert choose(other, level, "x") == chosen
        assert choose(round_, level, "x") == chosen


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_a_draw_is_the_last_move_and_otherwise_the_turn_is_ended(key: str, seats: int) -> None:
    for level in LEVELS:
        for round_ in list(situations(rule_set(key), seats, "ends"))[:30]:
            if round_.turn.owes:
                continue  # in the middle of what another level has planned
            seen = seen_by(round_, round_.turn.seat)
            moves = choose(seen, level, "x")
            path = Path((), seen).then(moves)
            assert path is not None
            assert path.ended
            assert Move(Draw()) not in moves[:-1]


def test_a_seat_sees_its_own_hand_the_table_and_how_many_tiles_the_others_hold() -> None:
    begun = deal_round(rule_set("101-club"), "seen", 1, 4)
    seen = seen_by(begun, 2)
    assert seen.seats[2] == begun.seats[2]
    assert [seat.hand for seat in seen.seats].count(None) == 3
    assert [seat.size for seat in seen.seats] == [seat.size for seat in begun.seats]
    assert seen.stock == (None,) * len(begun.stock)
    assert seen_by(seen, 2) == seen
    assert seen.tiles() == begun.tiles()


def test_nothing_is_chosen_once_the_round_is_over_nor_for_a_hand_that_nobody_knows() -> None:
    begun = deal_round(rule_set("101-guide"), "over", 0)
    with pytest.raises(ValueError, match="not known"):
        choose(seen_by(begun, 1), "middle")
    *_, (_, last) = steps(begun, ("middle",) * 4, "over")
    assert choose(last, "middle") == ()
