"""A player of middle strength: lays what can be laid, and counts what helps a tile in the hand."""

from __future__ import annotations

from typing import Final

from okey.bots.paths import Moves, Path, use_taken
from okey.hand import Hand
from okey.moves import DeclarePairs, Discard, Draw, Pass, ShowIndicator, Take, TakeIndicator
from okey.search.arrange import arrange_tiles
from okey.search.solve import can_open
from okey.search.turn_best import best_lay, best_opening
from okey.search.turn_kinds import candidates
from okey.table import Phase, Round, Source, without
from okey.tiles import FALSE_OKEY, OKEY, Tile

MOST_TAKES: Final = 30  # turns after which only the stock is drawn from: rounds must end


def middle_moves(seen: Round) -> Moves:
    """The moves of a player of middle strength; none where the turn cannot be ended."""
    begun = Path((), seen)
    if seen.turn.phase is Phase.DRAW:
        return _before(begun)
    path = _play(begun)
    return () if path is None else path.moves


def _before(begun: Path) -> Moves:
    """Draw, or take what can be used."""
    for action in (ShowIndicator(), DeclarePairs(), TakeIndicator(), Take(), Draw(), Pass()):
        if isinstance(action, Take) and not _wants(begun.round):
            continue
        path = begun.do(action)
        if path is not None and isinstance(action, ShowIndicator):
            begun = path
        elif path is not None and not path.ended:
            path = _play(path)
        if path is not None and path.ended:
            return path.moves
    return ()


def _wants(round_: Round) -> bool:
    """Whether the tile thrown is worth a look."""
    tile, hand, rules = round_.thrown, round_.hand or (), round_.rules
    if tile is None or round_.player.turns > MOST_TAKES:
        return False
    if rules.opening is not None:
        return True
    now, then = Hand(round_.indicator, hand), Hand(round_.indicator, (*hand, tile))
    return can_open(then, rules) or (
        arrange_tiles(then, rules).tiles > arrange_tiles(now, rules).tiles
    )


def _play(path: Path) -> Path | None:
    """The rest of a turn after drawing."""
    for action in (ShowIndicator(), DeclarePairs(), *candidates(path.round, "finish")):
        done = path.do(action)
        if done is not None:
            if done.ended:
                return done
            path = done
    if path.round.turn.source is Source.INDICATOR or path.round.turn.last:
        return use_taken(path)
    for best in (best_opening, best_lay):
        path = path.then(best(path.round)) or path
    if path.round.turn.owes:
        path = use_taken(path) or path
    return throw(path, by_count(path.round))


def throw(path: Path, tiles: tuple[Tile, ...]) -> Path | None:
    """End the turn with the first of these tiles that may be thrown."""
    return next((done for tile in tiles if (done := path.do(Discard(tile)))), None)


def by_count(round_: Round) -> tuple[Tile, ...]:
    """The hand from the tile that helps least, by how many of its neighbours are there."""
    hand = round_.hand or ()
    opened = round_.player.opened is not None

    def key(tile: Tile) -> tuple[int, int, int]:
        face = round_.okey if tile == FALSE_OKEY else tile
        if tile == OKEY:
            return (99, 0, tile.index)
        return (
            helps(face, without(hand, (tile,)), round_.okey),
            (-face.number if opened else face.number),
            tile.index,
        )

    return tuple(sorted(dict.fromkeys(hand), key=key))


def helps(face: Tile, others: tuple[Tile, ...], okey: Tile) -> int:
    """How many of a tile's neighbours a hand holds; those beside it count twice."""
    count = 0
    for other in dict.fromkeys(others):
        own = okey if other == FALSE_OKEY else other
        if own == OKEY:
            continue
        if own.colour == face.colour:
            apart = abs(own.number - face.number)
            count += {1: 2, 2: 1}.get(apart, 0)
        elif own.number == face.number:
            count += 2
    return count


__all__ = ["by_count", "helps", "middle_moves", "throw"]
