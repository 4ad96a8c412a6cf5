"""A move that somebody wants to make: the facts that the checks of moves are asked about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from okey.fits import extended
from okey.moves import Action, Add, DeclarePairs, Discard, End, Finish, Swap
from okey.rules.model import Param, RuleSet, Verdict, Violation
from okey.table import DRAW, OVER, Round, TableMeld, without
from okey.tiles import COPIES, Tile

# What a check finds: one violation or none; several where one rule can be broken more than once.
Found = Violation | Iterable[Violation] | None


_ON_A_MELD: Final = (Add, Swap)
_FINISHES: Final = (Finish, DeclarePairs)


class Search(NamedTuple):
    """The questions that only a search can answer, about the seat on turn.

    `can_use`: whether the turn can go on so that a tile about to be taken is laid as it must be.
    `can_finish`: whether the turn can finish with a tile about to be taken on the table, in an
    opening or not. `can_declare`: whether the hand can be declared, with this tile in one of the
    pairs, if any.
    `pairs`: the most pairs of these tiles; `melds`: whether all of them are runs and groups.
    """

    can_use: Callable[[Round, Tile], bool]
    can_finish: Callable[[Round, Tile], bool]
    can_declare: Callable[[Round, Tile | None], bool]
    pairs: Callable[[Round, tuple[Tile, ...]], int]
    melds: Callable[[Round, tuple[Tile, ...]], bool]


class Attempt:
    """An action of a seat in a round.

    `verdict` is that of the melds which the action lays or shows, None where it has none. `played`
    are the tiles of the hand that the action names. `on_turn`: it is the seat's turn; `drawing`:
    and nothing was drawn yet.
    """

    __slots__ = (
        "_extension", "_rest", "action", "drawing", "on_turn", "played", "player", "round",
        "search", "seat", "verdict",
    )  # fmt: skip

    def __init__(self, round_: Round, seat: int, action: Action, search: Search) -> None:
        self.round = round_
        self.seat = seat
        self.action = action
        self.verdict: Verdict | None = None
        self.search = search
        self.player = round_.seats[seat]
        turn = round_.turn
        self.on_turn = seat == turn.seat and turn.phase is not OVER
        self.drawing = self.on_turn and turn.phase is DRAW
        self.played = action.played
        self._rest: tuple[Tile, ...] | None = None
        self._extension: tuple[tuple[TableMeld, End | None] | None] | None = None

    @property
    def laid(self) -> tuple[Tile, ...]:
        """The tiles that go from the hand to the table."""
        return self.played if self.action.lays else ()

    @property
    def finishes(self) -> bool:
        """Whether the action, if it is legal, finishes the round."""
        if isinstance(self.action, Discard):
            return self.player.opened is not None and self.player.size <= 1
        return isinstance(self.action, _FINISHES)

    @property
    def left(self) -> int:
        """How many tiles the hand holds after the action."""
        left = self.player.size - len(self.played)
        return left + 1 if isinstance(self.action, Swap) else left

    @property
    def rest(self) -> tuple[Tile, ...]:
        """The tiles that the hand holds after the action, as far as they are known."""
        if self._rest is None:
            self._rest = without(self.player.hand or (), self.played)
        return self._rest

    @property
    def target(self) -> TableMeld | None:
        """The meld on the table that the action names, None where there is none."""
        action = self.action
        if isinstance(action, _ON_A_MELD) and action.meld <= len(self.round.table):
            return self.round.table[action.meld - 1]
        return None

    @property
    def extension(self) -> tuple[TableMeld, End | None] | None:
        """What laying off makes of the meld on the table, and at which end of a run."""
        if self._extension is None:
            found, target, action = None, self.target, self.action
            if isinstance(action, Add) and target is not None:
                round_ = self.round
                found = extended(target, action.tile, round_.rules, round_.okey, action.end)
            self._extension = (found,)
        return self._extension[0]

    def missing(self) -> tuple[Tile, ...]:
        """The tiles played that the hand does not hold, or, where it is not known, cannot hold."""
        played, hand = self.played, self.player.hand
        if not played:
            return ()
        if hand is None:
            elsewhere = Counter(self.round.visible())
            used = Counter(played)
            able = Counter({tile: max(0, COPIES - elsewhere[tile]) for tile in used})
            return tuple((used - able).elements())
        rest = self.rest if self._rest is None else self._rest
        if len(rest) == len(hand) - len(played):
            return ()
        return tuple((Counter(played) - Counter(hand)).elements())


@dataclass(frozen=True, slots=True)
class MoveCheck:
    """A check of moves that says which actions it concerns; of others it is not asked."""

    actions: tuple[type[Action], ...]
    check: Callable[[Attempt, RuleSet], Found]

    def __call__(self, attempt: Attempt, rules: RuleSet) -> Found:
        return self.check(attempt, rules)


def about(
    *actions: type[Any],
) -> Callable[[Callable[[Attempt, RuleSet], Found]], MoveCheck]:
    """Say which actions a check of moves concerns."""
    return lambda check: MoveCheck(actions, check)


def broken(rule: str, tiles: object = "", /, **params: Param) -> Violation:
    """A violation of a rule about a move, with the values of a sentence."""
    return Violation(rule, "" if tiles is None else str(tiles), params)


def text(tiles: Iterable[Tile]) -> str:
    """Tiles in notation."""
    return " ".join(map(str, tiles))
