"""Pairs: two equal tiles, a tile and an okey, two okeys, two false okeys (decision HD-18)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from okey.hand import Hand
from okey.melds import LAID, LaidTile, Meld, okey_as
from okey.reading import false_face, first_wild
from okey.rules.model import Pairs, RuleSet
from okey.search.codes import OKEY_SHIFT, pack_hand, pairs_and_singles
from okey.tiles import FALSE_OKEY, OKEY, Tile


def pairs_from(pairs: int, singles: int, okeys: int) -> int:
    """How many pairs: `pairs` of equal tiles, `singles` left over, and the okeys."""
    return pairs + singles + (okeys - singles) // 2 if okeys > singles else pairs + okeys


def count_pairs(hand: Hand, rules: RuleSet | None = None) -> int:
    """The most pairs of a hand, each tile in one of them. Without `rules`, as in all four.

    >>> count_pairs(Hand.parse("R3 R3 B8 * F F", "B10"))
    3
    """
    if rules is None or pairs_are_usual(rules):
        return pairs_of(pack_hand(hand))
    return len(arrange_pairs(hand, rules))


def pairs_are_usual(rules: RuleSet) -> bool:
    """Whether pairs are what they are in all four rule sets."""
    may = rules.pairs
    return (
        may.okey_and_tile
        and may.two_okeys
        and may.two_false_okeys
        and not may.same_number
        and rules.okeys.false_okey == "okey's face"
    )


def pairs_of(packed: int) -> int:
    """The most pairs of a packed hand."""
    return pairs_from(*pairs_and_singles(packed), packed >> OKEY_SHIFT)


def arrange_pairs(hand: Hand, rules: RuleSet | None = None) -> tuple[Meld, ...]:
    """The most pairs of a hand; okeys go to the left-over tiles with the highest numbers."""
    may = Pairs() if rules is None else rules.pairs
    wild = OKEY.index if rules is None else first_wild(rules)
    false = hand.okey if rules is None else false_face(hand.okey, rules)

    def bears(tile: Tile) -> Tile:
        return false if tile == FALSE_OKEY and false is not None else tile

    okeys = sorted(tile for tile in hand.tiles if tile.index >= wild)
    plain = sorted(tile for tile in hand.tiles if tile.index < wild)
    alike: dict[Tile | int, list[Tile]] = {}
    for tile in plain:
        alike.setdefault(bears(tile).number if may.same_number else bears(tile), []).append(tile)
    pairs: list[tuple[Tile, Tile]] = []
    singles: list[Tile] = []
    for tiles in alike.values():
        two, one = _matched(tiles, two_false_okeys=may.two_false_okeys)
        pairs += two
        singles += one
    singles.sort(key=lambda tile: (-bears(tile).number, bears(tile).index))

    with_okey: list[tuple[Tile, Tile]] = []
    if may.okey_and_tile:
        while singles and okeys:
            with_okey.append((singles.pop(0), okeys.pop()))
        # Where two okeys are no pair, they may still take an equal pair apart.
        while not may.two_okeys and len(okeys) >= 2 and pairs:
            with_okey += [(tile, okeys.pop()) for tile in pairs.pop()]
    alone = []
    while may.two_okeys and len(okeys) >= 2:
        alone.append((okeys.pop(), okeys.pop()))
    return (
        *(Meld((LAID[one.index], LAID[two.index])) for one, two in pairs),
        *(Meld((LAID[one.index], _as(okey, bears(one)))) for one, okey in with_okey),
        *(Meld((_as(one, hand.okey), _as(two, hand.okey))) for one, two in alone),
    )


def _matched(
    tiles: Sequence[Tile], *, two_false_okeys: bool
) -> tuple[Iterable[tuple[Tile, Tile]], list[Tile]]:
    """Pairs of tiles that equal one another, and what is left over."""
    if not two_false_okeys and len(tiles) == 2 and set(tiles) == {FALSE_OKEY}:
        return (), list(tiles)
    half = len(tiles) // 2
    # False okeys stand at one end: each meets another tile.
    pairs = zip(tiles[:half], tiles[half : 2 * half][::-1], strict=True)
    return pairs, list(tiles[2 * half :])


def _as(okey: Tile, face: Tile) -> LaidTile:
    """A wild tile that stands for a face; nobody declares what a false okey stands for."""
    return okey_as(face) if okey == OKEY else LAID[okey.index]
