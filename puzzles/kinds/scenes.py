"""Tables in the middle of a round: what each seat opened with, and a rack beside it.

Chance comes from the `Bag` that a kind gives. Nothing here judges: what fits where, what may be
done and what it costs, the engine says.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final

from okey.fits import fits_somewhere
from okey.hand import Hand
from okey.melds import LAID, LaidTile, MeldKind, okey_as
from okey.rules.model import RuleSet
from okey.table import Round, TableMeld
from okey.tiles import FACES, FALSE_OKEY, NUMBERS, OKEY, Colour, Tile, face
from puzzles.kinds.base import Theme
from tutor.tasks import tables
from tutor.tasks.base import Exercise
from tutor.tasks.pieces import Bag, laid_text
from tutor.tasks.tables import Lying

Faces = tuple[Tile, ...]

_RUNS: Final[tuple[Faces, ...]] = tuple(
    tuple(face(colour, low + step) for step in range(length))
    for length in (3, 4, 5)
    for colour in Colour
    for low in range(1, NUMBERS - length + 2)
)
_GROUPS: Final[tuple[Faces, ...]] = tuple(
    tuple(face(colour, number) for colour in Colour if colour != left_out)
    for number in range(1, NUMBERS + 1)
    for left_out in (None, *Colour)
)
_SUMS: Final = {meld: sum(tile.number for tile in meld) for meld in (*_RUNS, *_GROUPS)}
_OPENED: Final = (101, 128)  # what the melds of an opening come to, so that they look like one
_TRIES: Final = 60
_AGAIN: Final = 6  # times that melds are put together whose tiles are not all there

# Themes of any table.
OKEY_ON_TABLE: Final = Theme("okey-on-table")
OKEY_IN_HAND: Final = Theme("okey-in-hand")
FALSE_IN_HAND: Final = Theme("false-okey")
NOT_OPENED: Final = Theme("not-opened")


def themes_of(*themes: Theme) -> dict[str, Theme]:
    """Themes by their keys."""
    return {theme.key: theme for theme in themes}


def some_run(rng: Random) -> Faces:
    """Any run of three to five."""
    return rng.choice(_RUNS)


def some_group(rng: Random) -> Faces:
    """Any group of three or four."""
    return rng.choice(_GROUPS)


def some_meld(rng: Random, runs: float = 0.55) -> Faces:
    """A run, so often, or a group."""
    return some_run(rng) if rng.random() < runs else some_group(rng)


def melds_with(tile: Tile) -> list[Faces]:
    """All runs of up to five and groups in which a face lies."""
    return [meld for meld in (*_RUNS, *_GROUPS) if tile in meld]


def worth(rng: Random, count: int, least: int, most: int) -> list[Faces] | None:
    """So many melds whose points lie between two numbers; None where none were found soon."""
    for _ in range(_TRIES):
        melds = [some_meld(rng) for _ in range(count)]
        if least <= sum(_SUMS[meld] for meld in melds) <= most:
            return melds
    return None


def take_meld(bag: Bag, faces: Faces, okey_at: int | None = None) -> str | None:
    """Take a meld as it lies on the table, an okey at a place if asked for; None where it fails.

    In a group of three the okey stands for the number alone.
    """
    if okey_at is None:
        return tables.laid(bag, faces)
    stands = faces[okey_at]
    plain = [bag.bearing(one) for one in faces]
    plain[okey_at] = OKEY
    if stands == bag.okey or not bag.has(plain):
        return None
    bag.take(plain)
    open_ = len(faces) == 3 and faces[0].number == faces[1].number
    words = [str(tile) for tile in plain]
    words[okey_at] = str(okey_as(stands.number if open_ else stands))
    return " ".join(words)


def take_all(bag: Bag, melds: Iterable[Faces]) -> list[str] | None:
    """Take melds as they lie on the table; None where the tiles are not all there."""
    taken = []
    for faces in melds:
        text = take_meld(bag, faces)
        if text is None:
            return None
        taken.append(text)
    return taken


def opening(bag: Bag, seat: int, count: int | None = None) -> list[Lying] | None:
    """What a seat opened with by runs and groups: three or four melds, or so many."""
    rng = bag.rng
    for _ in range(_AGAIN):
        melds = worth(rng, count or rng.choice((3, 3, 3, 4)), *_OPENED)
        if melds is None:
            return None
        if bag.has([bag.bearing(tile) for meld in melds for tile in meld]):
            laid = take_all(bag, melds)
            return None if laid is None else [(seat, text) for text in laid]
    return None


def pairs(bag: Bag, seat: int, count: int) -> list[Lying]:
    """What a seat opened with by pairs."""
    return [(seat, tables.pair(bag)) for _ in range(count)]


def openings(bag: Bag, seats: Iterable[int]) -> list[Lying] | None:
    """What several seats opened with, one after the other."""
    table: list[Lying] = []
    for seat in seats:
        laid = opening(bag, seat)
        if laid is None:
            return None
        table += laid
    return table


def with_okey(bag: Bag, table: list[Lying], owner: int, *, four: float = 0.35) -> bool:
    """Put one more meld on the table, an okey in it: a run, or so often a group of four."""
    rng = bag.rng
    faces = some_run(rng)
    if rng.random() < four:
        number = rng.randint(1, NUMBERS)
        faces = tuple(face(colour, number) for colour in Colour)
    text = take_meld(bag, faces, rng.randrange(len(faces)))
    if text is None:
        return False
    table.insert(rng.randint(0, len(table)), (owner, text))
    return True


def others(rng: Random, count: int) -> list[int]:
    """So many of the other seats."""
    return rng.sample((1, 2, 3), count)


def standing(rules: RuleSet, bag: Bag, table: Sequence[Lying], **fields: Any) -> Round:
    """The round with this table and no tile in the hand of seat 0 yet; who laid a meld opened."""
    fields.setdefault("stock", bag.rng.randint(3, 14))
    return tables.position(rules, bag, (), table, **fields)


def holding(round_: Round, hand: Iterable[Tile]) -> Round:
    """The same round with these tiles in the hand of seat 0."""
    own = replace(round_.seats[0], hand=tuple(hand))
    return replace(round_, seats=(own, *round_.seats[1:]))


def asked(key: str, rules: RuleSet, seed: str, round_: Round, **more: Any) -> Exercise:
    """The exercise about a round in which seat 0 is on turn."""
    hand = Hand(round_.indicator, round_.hand) if round_.hand else None
    return Exercise(key, rules, seed, round_.indicator, hand=hand, round=round_, **more)


def fitting(bag: Bag, round_: Round) -> list[Tile]:
    """The numbered tiles still in the bag that fit on the table."""
    rules, okey, table = round_.rules, round_.okey, round_.table
    return [tile for tile in FACES if fits_somewhere(tile, table, rules, okey) and bag.has((tile,))]


def idle(bag: Bag, round_: Round, count: int, near: float = 0.5) -> list[Tile] | None:
    """Take different tiles that do not fit on the table, so many of them nearly."""
    rules, okey, table, rng = round_.rules, round_.okey, round_.table, bag.rng
    close = list(dict.fromkeys(tables.near(round_)))
    found: list[Tile] = []
    for _ in range(6 * count):
        if len(found) == count:
            break
        tile = rng.choice(close) if close and rng.random() < near else rng.choice(FACES)
        if tile in found or not bag.has((tile,)) or fits_somewhere(tile, table, rules, okey):
            continue
        found += bag.take((tile,))
    return found if len(found) == count else None


def chains(bag: Bag, round_: Round, count: int) -> list[Tile] | None:
    """Take tiles that go onto the table one behind the other, some of them alone."""
    rng = bag.rng
    found: list[Tile] = []
    melds = list(round_.table)
    for _ in range(4 * count):
        if len(found) >= count:
            break
        meld = rng.choice(melds)
        for tile in _behind(rng, meld, round_)[: count - len(found)]:
            if not bag.has((bag.bearing(tile),)):
                break
            found += bag.take((bag.bearing(tile),))
    return found if len(found) == count else None


def _behind(rng: Random, meld: TableMeld, round_: Round) -> list[Tile]:
    """One to three tiles behind an end of a run; the colour that a group lacks."""
    numbers = [_number(one.stands_for, one.tile, round_.okey) for one in meld.tiles]
    if meld.kind is MeldKind.PAIR:
        return []
    if meld.kind is MeldKind.GROUP:
        there = {one.tile.colour for one in meld.tiles if one.tile.is_face}
        free = [colour for colour in Colour if colour not in there]
        return [face(rng.choice(free), numbers[0])] if len(meld.tiles) < 4 and free else []
    colour = next((one.tile.colour for one in meld.tiles if one.tile.is_face), round_.okey.colour)
    if rng.random() < 0.5:
        slots = range(min(numbers) - 1, 0, -1)
    else:
        slots = range(max(numbers) + 1, NUMBERS + 1)
    return [face(colour, number) for number in slots][: rng.choice((1, 1, 2, 2, 3))]


def _number(stands: Tile | int | None, tile: Tile, okey: Tile) -> int:
    if isinstance(stands, int):
        return stands
    if stands is not None:
        return stands.number
    return tile.number if tile.is_face else okey.number


def laid(tile: Tile) -> LaidTile:
    """A tile as it is laid off."""
    return LAID[tile.index]


def text(tiles: Iterable[Tile]) -> str:
    """Tiles in notation."""
    return laid_text(tiles)


# Features and themes


def table_features(round_: Round) -> dict[str, int]:
    """Numbers that say how much there is to look at."""
    hand = round_.hand or ()
    return {
        "tiles": len(hand),
        "melds": len(round_.table),
        "okeys": hand.count(OKEY),
        "table_okeys": sum(
            one.tile is OKEY or one.tile == OKEY for meld in round_.table for one in meld.tiles
        ),
    }


def table_tags(round_: Round) -> list[str]:
    """The themes of any table that it has."""
    hand = round_.hand or ()
    features = table_features(round_)
    tests = {
        OKEY_ON_TABLE: features["table_okeys"] > 0,
        OKEY_IN_HAND: OKEY in hand,
        FALSE_IN_HAND: FALSE_OKEY in hand,
        NOT_OPENED: round_.seats[0].opened is None,
    }
    return [theme.key for theme, holds in tests.items() if holds]


def scaled(value: float, low: float, high: float) -> float:
    """Where a value lies between two others, 0 to 1."""
    return min(1.0, max(0.0, (value - low) / (high - low)))
