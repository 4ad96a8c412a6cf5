"""May these tiles be laid as a meld? As the referee answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from okey.moves import Lay, Move
from okey.notation import parse_melds
from okey.rules.model import RuleSet
from okey.table import Round
from okey.tiles import Tile
from tutor.tasks import tables
from tutor.tasks.allowed import Allowed, Made, opened_as
from tutor.tasks.base import Exercise
from tutor.tasks.pieces import Bag, laid_text

# What the player opened with, and what is to be laid.
_IDEAS: Final = {
    "run-after-pairs": ("pairs", "run"),
    "group-after-pairs": ("pairs", "group"),
    "pair-after-pairs": ("pairs", "pair"),
    "run-after-melds": ("melds", "run"),
    "pair-after-melds": ("melds", "pair"),
    "run-before-opening": ("-", "run"),
}


def _made(bag: Bag, rules: RuleSet, own: str, kind: str) -> Made | None:
    """A rack with a meld in it, and whether the player opened, and with what."""
    tiles = _tiles(bag, kind)
    if tiles is None:
        return None
    table = [(1, tables.group(bag, 3))]
    if own != "-":
        table.append((0, tables.pair(bag) if own == "pairs" else tables.run(bag, 3)))
    hand = bag.shuffled((*tiles, *(bag.any() for _ in range(3))))
    round_ = tables.position(rules, bag, hand, table, opened=f"{own} melds - -")
    return round_, Lay(parse_melds(laid_text(tiles), bag.indicator))


def _tiles(bag: Bag, kind: str) -> tuple[Tile, ...] | None:
    if kind == "pair":
        one = bag.any(lambda tile: bag.has((tile, tile)))
        return (one, *bag.take((one,)))
    plain = bag.plain(bag.run(3) if kind == "run" else bag.group(3))
    return bag.take(plain) if plain is not None and bag.has(plain) else None


def _idea(name: str) -> Any:
    own, kind = _IDEAS[name]
    return lambda bag, rules: _made(bag, rules, own, kind)


class MayLay(Allowed):
    """May this run, group or pair be laid now?"""

    key = "may-lay"
    trains = ("lay.pairs-only", "lay.no-pairs", "lay.not-opened")
    ideas = {name: _idea(name) for name in _IDEAS}

    def applies(self, rules: RuleSet) -> bool:
        """Where melds lie on the table."""
        return rules.table is not None

    def ideas_in(self, rules: RuleSet, options: Mapping[str, Any]) -> list[str]:
        """Those after pairs only where pairs open."""
        pairs = rules.opening is not None and rules.opening.pairs is not None
        some = super().ideas_in(rules, options)
        return [idea for idea in some if pairs or "after-pairs" not in idea] or ["run-after-melds"]

    def asks(self, round_: Round) -> str:
        """Whether you have opened, and with what."""
        return opened_as(round_)

    def move(self, exercise: Exercise) -> Move:
        """Lay the tiles."""
        return Move(Lay(parse_melds(str(exercise.values["tiles"]), exercise.indicator)))
