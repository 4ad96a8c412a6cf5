"""A whole hand as pairs or as melds: how many pairs it has, and which tile is left over."""

from __future__ import annotations

from dataclasses import dataclass

from okey.hand import Hand
from okey.melds import LAID, Meld, MeldKind, laid_tiles
from okey.reading import read
from okey.search import unusual
from okey.search.best import best_value
from okey.search.codes import pack_hand
from okey.search.pairs import arrange_pairs, count_pairs
from okey.search.tables import TILES_ALONE
from okey.table import Round, without
from okey.tiles import OKEY, Tile


@dataclass(frozen=True, slots=True)
class Declared:
    """A declaration of pairs. `closing` is the tile left over that is thrown, if there is one."""

    closing: Tile | None


def most_pairs(round_: Round, hand: tuple[Tile, ...]) -> int:
    """The most pairs of these tiles under the rules of the round."""
    return count_pairs(Hand(round_.indicator, hand), round_.rules) if hand else 0


def all_melds(round_: Round, hand: tuple[Tile, ...]) -> bool:
    """Whether all these tiles can stand in runs and groups."""
    held, rules = Hand(round_.indicator, hand), round_.rules
    if unusual.applies(rules):
        return unusual.best(held, rules, TILES_ALONE) == len(hand)
    return best_value(pack_hand(held), TILES_ALONE.under(rules)) == len(hand)


def can_declare(round_: Round, using: Tile | None) -> bool:
    """Whether the seat on turn can declare its pairs; a hand that nobody knows may be anything."""
    if round_.rules.declaring is None:
        return False
    return round_.hand is None or declare(round_, round_.hand, using) is not None


def declare(round_: Round, hand: tuple[Tile, ...], using: Tile | None = None) -> Declared | None:
    """Show as many pairs as the rule set asks for, `using` in one of them; None without them.

    Where enough pairs remain without an okey, the okey is the tile left over (decision HD-7).
    """
    declaring = round_.rules.declaring
    if declaring is None:
        return None
    needed = declaring.pairs
    if most_pairs(round_, hand) < needed:
        return None
    keeps_okey = OKEY in hand and declaring.okey_left_doubles
    if keeps_okey and _has_pairs(round_, without(hand, (OKEY,)), needed, using):
        return Declared(OKEY)
    if not _has_pairs(round_, hand, needed, using):
        return None
    pairs = arrange_pairs(Hand(round_.indicator, hand), round_.rules)[:needed]
    rest = without(hand, laid_tiles(pairs))
    # Any tile left over may close; an okey, and the tile that must lie in a pair, come last.
    return Declared(min(rest, key=lambda tile: (tile == OKEY, tile == using), default=None))


def _has_pairs(round_: Round, hand: tuple[Tile, ...], needed: int, using: Tile | None) -> bool:
    """Whether the tiles have so many pairs, `using` in one of them."""
    if using is None:
        return most_pairs(round_, hand) >= needed
    if using not in hand:
        return False
    rest = without(hand, (using,))
    return any(
        1 + most_pairs(round_, without(rest, (other,))) >= needed
        for other in dict.fromkeys(rest)
        if _is_pair(round_, using, other)
    )


def _is_pair(round_: Round, one: Tile, other: Tile) -> bool:
    meld = Meld((LAID[one.index], LAID[other.index]), MeldKind.PAIR)
    return read(meld, round_.rules, round_.okey) is not None
