"""What a turn can be after drawing: everything that is laid, then the tile to throw."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from okey.bots.paths import Path, use_taken
from okey.moves import Action, Add, DeclarePairs, Discard, Lay, Open
from okey.search.tables import TILES_THEN_POINTS
from okey.search.turn_best import best_lay, best_opening, finish, most_melds, most_pairs
from okey.search.turn_kinds import candidates
from okey.search.turn_laid import TILE, Laying
from okey.search.turn_open import best
from okey.search.turn_state import held, less, stand_of
from okey.table import Round, Source
from okey.tiles import OKEY

_MOST_STATES: Final = 120  # looked at for a discard that costs nothing


def finishes(path: Path) -> Iterator[Path]:
    """Ways to finish the round in this turn, the dearest for the others first."""
    round_ = path.round
    if round_.rules.showing is not None:
        shown = (path.do(action) for action in candidates(round_, "finish"))
        yield from sorted(filter(None, shown), key=_total, reverse=True)
    if round_.rules.declaring is not None:
        declared = path.do(DeclarePairs())
        if declared is not None:
            yield declared
    if round_.rules.opening is None:
        return
    with_okey = _finish_with_okey(path)
    if with_okey is not None:
        yield with_okey
    found = finish(round_)
    done = None if found is None else path.then(found)
    if done is not None:
        yield done


def _total(path: Path) -> int:
    """What the others lose: with an okey thrown and with pairs it is more."""
    result = path.round.result
    return 0 if result is None else -sum(result.scores)


def _finish_with_okey(path: Path) -> Path | None:
    """Everything but an okey is laid, and the okey ends the round."""
    round_ = path.round
    hand = held(round_.hand or ())
    rest = less(hand, (OKEY.index,))
    if rest is None or not rest.total():
        return None
    stand, opened = stand_of(round_), round_.player.opened
    ways = [(stand, 0)] if opened else [(stand.after("melds"), stand.points)]
    for own, need in ways:
        if not Laying.knows(own):
            continue
        laying, wanted = Laying(own), rest.total() * TILE + need
        if laying.value(rest, wanted) < wanted:
            continue
        most = laying.most(rest)
        first, further = (most.melds, most.pairs) if need else ((), (*most.pairs, *most.melds))
        actions: list[Action] = [Open(first)] if first else []
        actions += [*most.adds, *([Lay(further)] if further else []), Discard(OKEY)]
        done = path.do(*actions)
        if done is not None and done.round.over:
            return done
    return None


def layings(path: Path) -> Iterator[Path]:
    """Ways to lay, without the discard: nothing first, where nothing must be laid."""
    round_ = path.round
    if round_.turn.source is Source.INDICATOR or round_.turn.last:
        used = use_taken(path)
        if used is not None:
            yield used
        return
    if not round_.turn.owes or not round_.rules.take.must_use:
        yield path
    for begun in _openings(path):
        yield from _laid(begun)


def _openings(path: Path) -> Iterator[Path]:
    round_ = path.round
    if round_.player.opened is not None or round_.rules.opening is None:
        yield path
        return
    found = [path.then(best_opening(round_))]
    if not round_.turn.owes:
        stand, hand = stand_of(round_), held(round_.hand or ())
        if most_melds(stand, hand):
            widest = best(stand, hand, TILES_THEN_POINTS)
            if widest.points >= stand.points:
                found.append(path.do(Open(widest.melds)))
            found.append(path.do(Open(pairs)) if (pairs := most_pairs(stand, hand)) else None)
    seen: set[tuple[Action, ...]] = set()
    for one in found:
        if one is not None and one is not path and one.round.player.opened is not None:
            key = tuple(move.action for move in one.moves)
            if key not in seen:
                seen.add(key)
                yield one


def _laid(path: Path) -> Iterator[Path]:
    """The path with the most laid, and as it is where it may be left so."""
    more = path
    for _ in range(3):  # a tile that was taken is used first
        moves = best_lay(more.round)
        further = more.then(moves) if moves else None
        if further is None:
            break
        more = further
    if more is not path:
        yield more
    if path.moves and not path.round.turn.owes:
        yield path


def harmless(path: Path, costs: int) -> Path | None:
    """A way to end the turn that costs its player less than `costs` in penalties; None for none.

    This is for hands of which everything fits somewhere: what is laid changes what fits.
    """
    todo, looked = [path], 0
    while todo and looked < _MOST_STATES:
        own = todo.pop(0)
        looked += 1
        for tile in dict.fromkeys(own.round.hand or ()):
            done = own.do(Discard(tile))
            if done is not None and certain(path.round, done) < costs:
                return done
        for kind in ("add", "lay", "swap"):
            for action in candidates(own.round, kind):
                further = own.do(action)
                if further is not None:
                    todo.append(further)
    return None


def certain(before: Round, path: Path) -> int:
    """The points that the path writes for the seat on turn: penalties, less bonuses."""
    seat = before.turn.seat
    return sum(
        event.points
        for event in path.round.events[len(before.events) :]
        if event.seat == seat and event.rule != "score.indicator-shown"
    )


def gives(before: Round, path: Path) -> int:
    """The points that the path writes for the other seats."""
    seat = before.turn.seat
    new = path.round.events[len(before.events) :]
    return sum(event.points for event in new if event.seat != seat)


__all__ = ["Add", "certain", "finishes", "gives", "harmless", "layings"]
