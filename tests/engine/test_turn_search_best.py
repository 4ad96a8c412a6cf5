"""The best that a turn can do, and the kinds of move that are legal in it."""

from __future__ import annotations

from typing import Any

import pytest

from okey import Tile, rule_set
from okey.moves import parse_move
from okey.positions import read_position
from okey.referee import Applied, apply
from okey.search.turn_best import best_lay, best_opening, way_to_use
from okey.search.turn_kinds import legal_kinds
from tests.engine.standing import CLUB, NEAR, SINGLES, played, stands

# The best, and what is legal


def test_the_best_opening_is_worth_most_and_keeps_a_tile() -> None:
    hand = f"{NEAR} Y9 B9 K9 {SINGLES}"
    round_ = stands(CLUB, hand, "R9", phase="play")
    (move,) = best_opening(round_)
    assert str(move).startswith("open ")
    done = apply(round_, move)
    assert isinstance(done, Applied)
    assert done.round.player.opening_points == 101
    assert best_opening(stands(CLUB, f"{NEAR} Y9 B9 K13 {SINGLES}", "R9", phase="play")) == ()


def test_the_best_opening_is_by_pairs_where_only_they_open() -> None:
    hand = "R3 R3 B8 B8 K1 K1 K5 K5 Y2 Y2 Y4 Y4 R10 R12 Y6 Y9 Y13 B1 B4 B6 K8 K10"
    round_ = stands(CLUB, hand, "R9", phase="play")
    done = apply(round_, best_opening(round_)[0])
    assert isinstance(done, Applied)
    assert done.round.player.opening_pairs == 6


def test_the_best_to_lay_takes_okeys_lays_off_and_lays_melds() -> None:
    table = "1: R4 *=R5 R6 | 2: K4 K5 K6"
    opened = {"opened": ["melds", "melds", "melds", None]}
    round_ = stands(CLUB, "R5 K7 K8 Y1 Y2 B13", "R9", phase="play", table=table, **opened)
    moves = best_lay(round_)
    after = played(round_, moves)
    assert after.player.size == 1


def test_nothing_is_laid_by_who_has_not_opened() -> None:
    round_ = stands(CLUB, "R5 R6 R7 Y1", "R9", phase="play", table="1: K4 K5 K6")
    assert best_lay(round_) == ()
    assert legal_kinds(round_) == ("discard",)


@pytest.mark.parametrize(
    ("rules", "fields", "kinds"),
    [
        ("101-club", {"hand": "R1 R9 K2"}, "draw"),
        ("101-club", {"hand": "R1 R9 K2", "discard": "K7", "table": "0: K4 K5 K6"}, "draw take"),
        ("101-guide", {"hand": "B8 B9 Y4", "table": "0: R1 R2 R3", "stock": 0, "discard": "K1"},
         "take indicator|pass"),
        ("101-club", {"hand": "R5 K7 Y1 Y2 Y3 B2", "table": "0: R4 * R6", "phase": "play"},
         "lay swap discard"),
        ("101-club", {"hand": "R7 K7", "table": "0: R4 R5 R6", "phase": "play"}, "add discard"),
        ("classic", {"hand": "R4 R5 R6 B9 R9 K9 Y1 Y2 Y3 K10 K11 K12 K13 K1", "discard": "B2"},
         "draw take"),
        ("classic", {"hand": "R4 R5 R6 B9 R9 K9 Y1 Y2 Y3 K10 K11 K12 K13 K1 B2", "phase": "play"},
         "discard finish"),
    ],
)  # fmt: skip
def test_the_kinds_of_move_that_are_legal(rules: str, fields: dict[str, Any], kinds: str) -> None:
    line = {"indicator": "B10", "stock": 5, "starter": 2, **fields}
    found = legal_kinds(read_position(line, rule_set(rules)))
    wanted = kinds.split("|") if "|" in kinds else kinds.split()
    assert list(found) == wanted


def test_moves_that_are_found_are_written_and_read() -> None:
    round_ = stands(CLUB, "R5 K1 B2 B3", "K8", table="1: R4 * R6 | 2: K4 K5 K6")
    opened = stands(
        CLUB, "R5 K1 B2 B3", "K8", table="1: R4 * R6 | 2: K4 K5 K6",
        opened=["melds", "melds", "melds", None],
    )  # fmt: skip
    assert way_to_use(round_, Tile.parse("K8")) is None
    for move in way_to_use(opened, Tile.parse("K8")) or ():
        assert parse_move(str(move), opened.indicator) == move
