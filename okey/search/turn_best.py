"""The best that can be laid in a turn, as moves that the referee accepts in that order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from okey.melds import Meld
from okey.moves import Action, Discard, Lay, Move, Open
from okey.search.pairs import arrange_pairs
from okey.search.tables import POINTS_THEN_TILES, TILES_THEN_POINTS
from okey.search.turn import plans
from okey.search.turn_finish import finishing
from okey.search.turn_freed import freed
from okey.search.turn_laid import TILE, Laying
from okey.search.turn_melds import pair_of, pair_partners
from okey.search.turn_open import best, opening_of, opens, opens_by_pairs, pairs_of
from okey.search.turn_outcomes import exchanged, outcomes
from okey.search.turn_places import ways
from okey.search.turn_state import WILD, Stand, Tiles, held, kinds, less, stand_of
from okey.table import Round, Source
from okey.tiles import TILES, Tile

Moves = tuple[Move, ...]


def way_to_use(round_: Round, tile: Tile) -> Moves | None:
    """Moves after the take of `tile` that use it as the rule set demands; None where none do.

    Laid with these moves, the turn can be ended by a discard. With the stock empty they end with
    the discard that finishes. Ten pairs that could be declared are not looked at.
    """
    if round_.hand is None or round_.rules.opening is None:
        return None
    stand, hand = stand_of(round_), held((*round_.hand, tile))
    if round_.turn.last or not round_.stock:
        return _finished(stand, hand, tile.index, in_opening=round_.rules.take.in_opening)
    found = _used(stand, hand, tile.index)
    return None if found is None else _moves(found)


def _used(stand: Stand, hand: Tiles, tile: int) -> tuple[Action, ...] | None:
    if stand.opened is not None:
        for way in ways(stand, hand, tile):
            if hand.total() - len(way.spent) + way.gives >= 1:
                return way.actions
        return None
    plan = next(plans(stand, hand, tile), None)
    if plan is None:
        return None
    return (opening_of(stand, plan), *(plan.after.actions if plan.after else ()))


def _finished(stand: Stand, hand: Tiles, tile: int | None, *, in_opening: bool) -> Moves | None:
    found = finishing(stand, hand, tile, in_opening=in_opening)
    if found is None:
        return None
    return _moves((*found.actions, Discard(TILES[found.kept])))


def _moves(actions: Sequence[Action]) -> Moves:
    return tuple(Move(action) for action in actions)


def finish(round_: Round) -> Moves | None:
    """Moves that finish the round in this turn, the discard among them; None where none do.

    A tile taken in this turn, or the indicator, lies on the table then. In a rule set in which the
    hand is shown, and for declared pairs, there are none.
    """
    turn, hand = round_.turn, round_.hand
    if hand is None or round_.rules.opening is None:
        return None
    owed = turn.taken.index if turn.taken is not None and turn.owes else None
    discard = turn.source is Source.DISCARD and round_.rules.take.in_opening
    return _finished(stand_of(round_), held(hand), owed, in_opening=discard)


def best_opening(round_: Round) -> Moves:
    """The opening worth most, as moves; none where the seat on turn cannot open.

    By runs and groups where they open, else by pairs. A tile taken in this turn is used: in the
    opening, or in the moves after it.
    """
    opening, hand, turn = round_.rules.opening, round_.hand, round_.turn
    if opening is None or hand is None or round_.player.opened is not None:
        return ()
    stand, tiles = stand_of(round_), held(hand)
    if turn.last:
        return finish(round_) or ()
    if turn.owes and turn.taken is not None and round_.rules.take.must_use:
        return _moves(_used(stand, tiles, turn.taken.index) or ())
    melds = most_melds(stand, tiles) or most_pairs(stand, tiles)
    return _moves((Open(melds),)) if melds else ()


def most_melds(stand: Stand, hand: Tiles) -> tuple[Meld, ...]:
    """The runs and groups worth most that open and leave a tile; none where they do not open."""
    if not opens(stand, hand, stand.points, 1):
        return ()
    found = best(stand, hand, POINTS_THEN_TILES)
    if found.tiles < hand.total():
        return found.melds
    rests = (less(hand, (kept,)) for kept in kinds(hand))
    some = [best(stand, rest, POINTS_THEN_TILES) for rest in rests if rest is not None]
    return max(some, key=lambda one: (one.points, one.tiles)).melds


def most_pairs(stand: Stand, hand: Tiles) -> tuple[Meld, ...]:
    """The most pairs that open and leave a tile; none where they do not open."""
    if stand.pairs is None or not opens_by_pairs(stand, hand, stand.pairs, 1):
        return ()
    return arrange_pairs(stand.hand(hand), stand.rules)[: (hand.total() - 1) // 2]


def best_lay(round_: Round) -> Moves:
    """Lay as many tiles as can be: okeys exchanged, tiles laid off and further melds, as moves.

    None where the seat on turn has not opened or has nothing to lay. A tile taken in this turn is
    used first; the rest is the best then.
    """
    hand = round_.hand
    if hand is None or round_.player.opened is None or round_.rules.table is None:
        return ()
    stand, tiles = stand_of(round_), held(hand)
    if round_.turn.last:
        return finish(round_) or ()
    owed = round_.turn.taken if round_.turn.owes else None
    if owed is not None and round_.rules.take.must_use:
        return _moves(_used(stand, tiles, owed.index) or ())
    if Laying.knows(stand):
        return _moves(_most_laid(stand, tiles))
    least, actions = tiles.total(), tuple[Action, ...]()
    for left in outcomes(stand, tiles):
        size = left.rest.total()
        for melds in _further(stand, left.rest) if size > 1 else [()]:
            stays = size - sum(map(len, melds))
            if 1 <= stays < least:
                least = stays
                actions = (*left.actions, *([Lay(melds)] if melds else []))
        if least == 1:
            break
    return _moves(actions)


def _most_laid(stand: Stand, hand: Tiles) -> tuple[Action, ...]:
    """Lay the most tiles that leave one, with every way to exchange okeys."""
    least, actions = hand.total(), tuple[Action, ...]()
    for okeys in range(stand.okeys_out + 1):
        for one in freed(stand, hand, okeys):
            laying = Laying(exchanged(stand, one))
            rest = less(hand, one.spent)
            assert rest is not None
            rest[WILD] += okeys
            size = rest.total()
            if max(1, size - laying.value(rest) // TILE) >= least:
                continue
            most = laying.most(rest)
            if most.tiles == size:
                lefts = [left for kept in kinds(rest) if (left := less(rest, (kept,))) is not None]
                most = max(map(laying.most, lefts), key=lambda found: found.tiles)
            if size - most.tiles < least:
                least = size - most.tiles
                further = (*most.pairs, *most.melds)
                actions = (*one.actions, *most.adds, *([Lay(further)] if further else []))
    return actions


def _further(stand: Stand, hand: Tiles) -> Iterator[tuple[Meld, ...]]:
    """Further melds of a hand: nothing, the most tiles, or the most that leave one."""
    yield ()
    if stand.lays_pairs and stand.lays_melds:
        for rest, pairs in _without_pairs(stand, hand):
            for melds in _most_leaving(stand, rest):
                yield (*pairs, *melds)
    elif stand.lays_pairs:
        most = min(pairs_of(stand, hand), (hand.total() - 1) // 2)
        yield arrange_pairs(stand.hand(hand), stand.rules)[:most]
    elif stand.lays_melds:
        yield from _most_leaving(stand, hand)


def _most_leaving(stand: Stand, hand: Tiles) -> Iterator[tuple[Meld, ...]]:
    """The runs and groups of the most tiles; where those are all, the most that leave one."""
    if not hand.total():
        yield ()
        return
    found = best(stand, hand, TILES_THEN_POINTS)
    if found.tiles < hand.total():
        yield found.melds
        return
    for kept in kinds(hand):
        rest = less(hand, (kept,))
        if rest is not None:
            yield best(stand, rest, TILES_THEN_POINTS).melds


def _without_pairs(stand: Stand, hand: Tiles) -> Iterator[tuple[Tiles, tuple[Meld, ...]]]:
    """Everything that is left of a hand when pairs are taken out of it, each rest once."""
    rests: dict[tuple[tuple[int, int], ...], tuple[Tiles, tuple[Meld, ...]]] = {}
    waiting: list[tuple[Tiles, tuple[Meld, ...]]] = [(hand, ())]
    while waiting:
        rest, pairs = waiting.pop()
        key = tuple(sorted((+rest).items()))
        if key in rests:
            continue
        rests[key] = rest, pairs
        for tile in kinds(rest):
            for other in pair_partners(stand, tile):
                left = less(rest, (tile, other))
                if left is not None:
                    waiting.append((left, (*pairs, pair_of(stand, tile, other))))
    yield from rests.values()


__all__ = ["best_lay", "best_opening", "finish", "way_to_use"]
