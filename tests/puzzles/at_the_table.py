"""Rounds, stories and ends written down by hand, for the kinds about the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from okey.ended import Ended
from okey.endings import Board, Finish
from okey.fields import tiles
from okey.hand import Hand, read_indicator
from okey.positions import read_position
from okey.rules.rulesets import rule_set
from okey.table import PARTNERS
from okey.tiles import okey_face
from puzzles.kinds.registry import KINDS
from tutor.tasks.base import Exercise

B10 = "B10"  # the okey is blue 11


def at_table(
    key: str,
    rules: str,
    hand: str | None,
    table: str = "",
    *,
    indicator: str = B10,
    ask: str = "ask",
    options: Sequence[str] | None = None,
    values: Mapping[str, str | int] | None = None,
    **fields: Any,
) -> Exercise:
    """An exercise in the middle of a round, seat 0 on turn; `table` as in `0: R4 R5 R6 | 1: …`."""
    line: dict[str, Any] = {
        "indicator": indicator, "phase": "play", "hand": hand, "stock": 12, "turns": 3,
        "table": table or None, **fields,
    }  # fmt: skip
    rs, tile = rule_set(rules), read_indicator(indicator)
    round_ = read_position(line, rs)
    own = Hand(tile, round_.hand) if round_.hand else None
    return Exercise(
        key, rs, "tests", tile, hand=own, round=round_, ask=ask, values=values or {},
        options=tuple(KINDS[key].options if options is None else options),
    )  # fmt: skip


def told(key: str, rules: str, story: str, table: str = "", **more: Any) -> Exercise:
    """An exercise about a story, all hands hidden unless `hands` says otherwise."""
    turn = int(story.split(":", 1)[0])
    return at_table(
        key, rules, None, table, turn=turn, phase="draw", values={"story": f"moves:{story}"}, **more
    )


def ended(
    key: str,
    rules: str,
    boards: Sequence[str],
    finish: Finish | None,
    *events: tuple[str, int],
    indicator: str = B10,
    teams: bool = False,
    risk: bool = False,
    ask: str = "ask",
    values: Mapping[str, str | int] | None = None,
) -> Exercise:
    """An exercise about an end: a board a seat, `-`, `melds: R5 K7`, `melds=150: R5`, `pairs:`."""
    tile = read_indicator(indicator)
    return Exercise(
        key, rule_set(rules), "tests", tile, ask=ask, values=values or {},
        ended=Ended(
            tile, tuple(_board(one, indicator) for one in boards), finish, events,
            PARTNERS if teams else None, risk,
        ),
    )  # fmt: skip


def _board(text: str, indicator: str) -> Board:
    way, _, left = text.partition(":")
    name, _, worth = way.strip().partition("=")
    hand = tiles(left.strip(), "boards", okey_face(read_indicator(indicator)))
    if name == "-":
        return Board(None, hand)
    number = int(worth) if worth else None
    if name == "pairs":
        return Board("pairs", hand, None, number)
    return Board("melds", hand, number)
