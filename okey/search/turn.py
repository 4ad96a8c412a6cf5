"""What a player can do in a turn: whether a tile taken can be used, whether the round can end.

Exact, by search: a taken tile may go to the table in an opening, in a further meld, by laying off
behind other tiles, for an okey, or beside an okey that comes off the table for another tile.
"""

from __future__ import annotations

from collections.abc import Iterator

from okey.fits import fits_somewhere
from okey.hand import Hand
from okey.rules.model import RuleSet
from okey.search.codes import pack_indices
from okey.search.pairs import count_pairs, pairs_are_usual
from okey.search.pairs import pairs_of as pairs_of_packed
from okey.search.solve import can_open
from okey.search.turn_finish import finishing
from okey.search.turn_melds import pair_partners
from okey.search.turn_open import (
    Plan,
    openings_before,
    openings_with,
    opens_by_pairs,
    opens_holding,
    pairs_of,
)
from okey.search.turn_places import ways
from okey.search.turn_state import WILD, Stand, Tiles, at_table, bare_stand, held, less, stand_of
from okey.search.turn_stuck import stuck
from okey.table import Round
from okey.tiles import TILES, Tile


def can_use(round_: Round, tile: Tile) -> bool:
    """Whether the seat on turn, having taken `tile`, can put it where the rule set demands.

    The tile lies on the table when the turn ends: for who has not opened, with `take.in_opening`,
    in a meld of the opening. With the stock empty the turn must finish the round. Ten pairs with
    the tile among them count, where they can be declared. A hand that nobody knows may do it.

    The tile is not in the hand yet; `round_` is the round before the take.
    """
    hand = _hand_with(round_, tile)
    if hand is None:
        return True
    if round_.turn.last or not round_.stock:
        return _finishes(round_, hand, tile, in_opening=round_.rules.take.in_opening)
    if not round_.rules.take.must_use:
        return True
    if round_.rules.opening is None:
        return _finishes(round_, hand, tile)
    if _fits_at_once(round_, tile):
        return True
    bare = bare_stand(round_)
    if declares(bare, hand, tile.index):
        return True
    if bare.opened is not None:
        stand, size = at_table(bare, round_), hand.total()
        return any(size - len(way.spent) + way.gives >= 1 for way in ways(stand, hand, tile.index))
    if opens_holding(bare, hand, tile.index):
        return True
    if not _laid_after_opening(round_.rules):
        return False
    stand = at_table(bare, round_)
    return next(openings_before(stand, hand, tile.index), None) is not None


def _fits_at_once(round_: Round, tile: Tile) -> bool:
    """Whether the tile can be laid off as it is, with another left to throw."""
    player, rules = round_.player, round_.rules
    may = rules.table
    if player.opened is None or may is None or not player.size:
        return False
    if player.opened == "pairs" and not may.pair_openers_lay_off:
        return False
    if may.run_cap is not None and (may.run_cap < 1 or round_.turn.added):
        return False
    return fits_somewhere(tile, round_.table, rules, round_.okey)


def can_finish_with(round_: Round, tile: Tile, seat: int | None = None) -> bool:
    """Whether the seat on turn, or another, can finish with `tile`, which must lie on the table.

    This is for the open indicator: unlike a discard it need not be in an opening. Declaring ten
    pairs with the tile among them is a finish, too.
    """
    hand = _hand_with(round_, tile, seat)
    return True if hand is None else _finishes(round_, hand, tile, seat)


def _hand_with(round_: Round, tile: Tile, seat: int | None = None) -> Tiles | None:
    player = round_.player if seat is None else round_.seats[seat]
    return None if player.hand is None else held((*player.hand, tile))


def _finishes(
    round_: Round, hand: Tiles, tile: Tile, seat: int | None = None, *, in_opening: bool = False
) -> bool:
    rules = round_.rules
    if rules.opening is None:
        return _completes(round_, hand, tile)
    player = round_.player if seat is None else round_.seats[seat]
    # Most hands hold tiles that fit nothing, or do not open: they need no search through all that
    # could be laid off.
    may_lay = not stuck(round_, hand, tile)
    if may_lay and player.opened is None:
        may_lay = can_open(_as_hand(round_, hand), rules)
    if not may_lay and not _has_pairs_to_declare(round_, hand):
        return False
    stand = stand_of(round_, seat)
    if declares(stand, hand, tile.index):
        return True
    return may_lay and finishing(stand, hand, tile.index, in_opening=in_opening) is not None


def _has_pairs_to_declare(round_: Round, hand: Tiles) -> bool:
    rules = round_.rules
    if rules.declaring is None:
        return False
    needed, size = rules.declaring.pairs, hand.total()
    if size < 2 * needed:
        return False
    if pairs_are_usual(rules):
        # No more than tiles that stand there twice, and okeys.
        if size - len(hand) + hand[WILD] < needed:
            return False
        pairs = pairs_of_packed(pack_indices(hand.elements(), round_.indicator))
    else:
        pairs = count_pairs(_as_hand(round_, hand), rules)
    return pairs >= needed


def _as_hand(round_: Round, hand: Tiles) -> Hand:
    return Hand(round_.indicator, tuple([TILES[index] for index in hand.elements()]))


def plans(stand: Stand, hand: Tiles, tile: int) -> Iterator[Plan]:
    """Every opening that uses the tile in its turn, up to what makes no difference."""
    yield from openings_with(stand, hand, tile)
    if _laid_after_opening(stand.rules):
        yield from openings_before(stand, hand, tile)


def _laid_after_opening(rules: RuleSet) -> bool:
    """Whether a tile that is taken may be laid after the opening instead of in it."""
    opening = rules.opening
    return opening is not None and opening.with_lay_off and not rules.take.in_opening


def declares(stand: Stand, hand: Tiles, tile: int) -> bool:
    """Whether enough pairs can be declared, the tile in one of them."""
    declaring = stand.rules.declaring
    if declaring is None or hand.total() < 2 * declaring.pairs:
        return False
    if pairs_of(stand, hand) < declaring.pairs:
        return False
    return any(
        rest is not None and opens_by_pairs(stand, rest, declaring.pairs - 1, 0)
        for other in pair_partners(stand, tile)
        for rest in (less(hand, (tile, other)),)
    )


def _completes(round_: Round, hand: Tiles, tile: Tile) -> bool:
    """Whether the hand can be shown with the tile in it."""
    tiles = tuple(TILES[index] for index in hand.elements())
    for at in range(len(tiles)):
        shown = Hand(round_.indicator, tiles[:at] + tiles[at + 1 :])
        if tile in shown.tiles and can_open(shown, round_.rules):
            return True
    return False


__all__ = ["can_finish_with", "can_use", "declares"]
