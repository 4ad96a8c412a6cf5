"""The search in a turn against every order of moves, on small positions under all rule sets.

With `ISTAKA_LONG=1` ten thousand positions, with larger hands.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator

from okey import Tile
from okey.moves import Discard, Move
from okey.referee import Applied, apply, legal
from okey.search.turn import can_use
from okey.search.turn_best import best_lay, best_opening, finish, way_to_use
from okey.search.turn_kinds import legal_kinds
from okey.table import Round, Source
from okey.tiles import OKEY
from tests.engine.turns import actions, can_use_by_force, ends, melds_from, position, reached

LONG = os.environ.get("ISTAKA_LONG") == "1"
POSITIONS = 10_000 if LONG else 100
MOST = 5 if LONG else 4


def positions(first: int) -> Iterator[tuple[Round, Tile]]:
    for seed in range(first, first + POSITIONS):
        yield position(random.Random(seed), most=MOST)


def made(round_: Round, moves: tuple[Move, ...]) -> Round:
    for move in moves:
        done = apply(round_, move)
        assert isinstance(done, Applied), (round_, move, done)
        round_ = done.round
    return round_


def test_a_tile_can_be_used_where_some_order_of_moves_uses_it() -> None:
    answers: Counter[bool] = Counter()
    for round_, tile in positions(0):
        answer = can_use(round_, tile)
        assert answer == can_use_by_force(round_, tile), (round_, tile)
        way = way_to_use(round_, tile)
        assert answer == (way is not None), (round_, tile)
        if way is not None:
            after = made(round_.drawn(tile, Source.DISCARD), way)
            assert after.over or (after.turn.used and ends(after)), (round_, tile, way)
        answers[answer] += 1
    assert min(answers.values()) > POSITIONS // 10, answers


def test_the_most_that_can_be_laid_is_found() -> None:
    for round_, tile in positions(20_000):
        drawn = round_.drawn(tile, Source.STOCK)
        if drawn.player.opened is None or drawn.turn.last:
            continue
        after = made(drawn, best_lay(drawn))
        assert after.player.size == min(now.player.size for now in reached(drawn)), drawn
        ended = finish(drawn)
        assert (ended is not None) == (after.player.size == 1), drawn
        if ended is not None:
            assert made(drawn, ended).finish is not None, drawn


def test_the_best_opening_is_found() -> None:
    for round_, tile in positions(40_000):
        drawn = round_.drawn(tile, Source.STOCK)
        if drawn.player.opened is not None or drawn.turn.last:
            continue
        assert drawn.hand is not None
        melds = melds_from(drawn.hand, drawn.rules, drawn.okey)
        opened = [
            done.round.player
            for action in actions(drawn, melds)
            for done in (apply(drawn, Move(action)),)
            if isinstance(done, Applied) and done.round.player.opened
        ]
        by_melds = max((one.opening_points or 0 for one in opened), default=0)
        by_pairs = max((one.opening_pairs or 0 for one in opened), default=0)
        found = best_opening(drawn)
        assert bool(found) == bool(opened), drawn
        if found:
            player = made(drawn, found).player
            assert (player.opening_points or 0) == by_melds, drawn
            assert by_melds or player.opening_pairs == by_pairs, drawn


def test_a_kind_of_move_is_legal_where_some_move_of_it_is() -> None:
    for round_, tile in positions(60_000):
        drawn = round_.drawn(tile, random.Random(tile.index).choice([Source.STOCK, Source.DISCARD]))
        assert drawn.hand is not None
        melds = melds_from(drawn.hand, drawn.rules, drawn.okey)
        tried = [*actions(drawn, melds), *(Discard(one) for one in set(drawn.hand))]
        some = {type(action).__name__.lower() for action in tried if not legal(drawn, Move(action))}
        kinds = {kind for kind in legal_kinds(drawn) if kind != "declare pairs"}
        assert kinds == some, (drawn, kinds ^ some)


def test_okeys_and_openings_come_up() -> None:
    """The positions are worth looking at: okeys on the table and in the hand, and openings."""
    seen: Counter[str] = Counter()
    for round_, tile in positions(0):
        seen["hand"] += OKEY in (round_.hand or ()) or tile == OKEY
        seen["table"] += any(one.tile == OKEY for meld in round_.table for one in meld.tiles)
        seen["unopened"] += round_.player.opened is None
        seen["last"] += round_.turn.last
    assert min(seen[one] for one in ("hand", "table", "unopened")) > POSITIONS // 10, seen
    assert seen["last"] > POSITIONS // 50
