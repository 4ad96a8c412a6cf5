"""Tables for exercises: melds that lie there, a rack, and tiles that nearly fit.

Nothing here judges: what fits where, the engine says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from okey import OKEY, Hand, Round, RuleSet, Tile
from okey.fits import fits_somewhere
from okey.melds import LaidTile, okey_as
from okey.positions import read_position
from okey.tiles import FACES, NUMBERS, face
from tutor.tasks.base import Exercise
from tutor.tasks.pieces import Bag, laid_text

LEARNER: Final = 0  # the seat of whoever answers
Lying = tuple[int, str]  # who laid a meld, and the meld


def laid(bag: Bag, faces: Sequence[Tile], okey_at: int | None = None) -> str | None:
    """Take the tiles of a meld as they lie on the table; None where they are not there.

    At `okey_at` an okey stands for the tile.
    """
    tiles: list[LaidTile | Tile] = [bag.bearing(own) for own in faces]
    if okey_at is not None:
        if faces[okey_at] == bag.okey:
            return None
        tiles[okey_at] = okey_as(faces[okey_at])
    plain = [tile if isinstance(tile, Tile) else OKEY for tile in tiles]
    if not bag.has(plain):
        return None
    bag.take(plain)
    return laid_text(tiles)


def run(bag: Bag, length: int, *, low: int = 1, high: int = NUMBERS, okey: bool = False) -> str:
    """Take a run as it lies on the table, one of its tiles an okey if asked for."""
    return _taken(bag, lambda: bag.run(length, low=low, high=high), okey)


def group(bag: Bag, size: int, *, okey: bool = False) -> str:
    """Take a group as it lies on the table."""
    return _taken(bag, lambda: bag.group(size), okey)


def _taken(bag: Bag, faces: Callable[[], tuple[Tile, ...]], okey: bool) -> str:
    for _ in range(200):
        found = faces()
        text = laid(bag, found, bag.rng.randrange(len(found)) if okey else None)
        if text is not None:
            return text
    raise ValueError("nothing is left for a meld")


def pair(bag: Bag) -> str:
    """Take two equal tiles as they lie on the table."""
    for _ in range(200):
        own = bag.rng.choice(FACES)
        if own != bag.okey and bag.has((own, own)):
            return laid_text(bag.take((own, own)))
    raise ValueError("no pair is left")


def position(
    rules: RuleSet,
    bag: Bag,
    hand: Iterable[Tile],
    table: Iterable[Lying] = (),
    **fields: Any,
) -> Round:
    """A round in its middle: seat 0 has its tile and is about to lay and to throw.

    `fields` are further ones of a position. Who owns a meld has opened.
    """
    line: dict[str, Any] = {
        "indicator": str(bag.indicator),
        "phase": "play",
        "hand": laid_text(hand),
        "stock": 12,
        "turns": 3,
        "table": " | ".join(f"{owner}: {meld}" for owner, meld in table) or None,
    }
    return read_position(line | fields, rules)


def under(round_: Round, rules: RuleSet) -> Round:
    """The same round, judged by another rule set."""
    return replace(round_, rules=rules)


def fits(round_: Round, tile: Tile) -> bool:
    """Whether a tile fits a meld on the table, whoever may lay it off."""
    return fits_somewhere(tile, round_.table, round_.rules, round_.okey)


def near(round_: Round) -> Iterator[Tile]:
    """Faces around those on the table: the same once more, and some steps away."""
    for meld in round_.table:
        for one in meld.tiles:
            if one.tile.is_face:
                for step in (0, 2, -2, 3):
                    number = (one.tile.number + step - 1) % NUMBERS + 1
                    yield face(one.tile.colour, number)


def chosen(
    bag: Bag, count: int, wanted: Callable[[Tile], bool], some: Iterable[Tile] = FACES
) -> tuple[Tile, ...]:
    """Take different plain tiles of `some` that are wanted; fewer where there are not as many."""
    able = [tile for tile in dict.fromkeys(some) if bag.has((tile,)) and wanted(tile)]
    return bag.take(bag.rng.sample(able, min(count, len(able))))


def rack(bag: Bag, round_: Round, fitting: int, others: int) -> tuple[Tile, ...] | None:
    """Take tiles for a rack: so many that fit on the table and others that do not, some nearly.

    None where there are not as many.
    """
    able = chosen(bag, fitting, lambda tile: fits(round_, tile))
    close = chosen(bag, (others + 1) // 2, lambda tile: not fits(round_, tile), near(round_))
    far = chosen(bag, others - len(close), lambda tile: not fits(round_, tile))
    hand = (*able, *close, *far)
    return bag.shuffled(hand) if len(hand) == fitting + others else None


def asked(task: str, rules: RuleSet, seed: str, round_: Round, **more: Any) -> Exercise:
    """An exercise about a round, with the learner's rack if the learner is on turn."""
    own = round_.hand if round_.turn.seat == LEARNER else None
    hand = Hand(round_.indicator, own) if own else None
    return Exercise(task, rules, seed, round_.indicator, hand=hand, round=round_, **more)


def round_of(exercise: Exercise, rules: RuleSet) -> Round:
    """The round of an exercise, judged by a rule set."""
    assert exercise.round is not None
    return under(exercise.round, rules)


__all__ = [
    "LEARNER", "Lying", "asked", "chosen", "fits", "group", "laid", "near", "pair", "position",
    "rack", "round_of", "run", "under",
]  # fmt: skip
