"""What a hand is worth, worked out twice without the search: by integer program and by brute force.

Nothing here imports `okey`. A hand is text in the notation, its okeys written `*`, the face of a
false okey given. Melds are written down from the rules as sets of places: a run has a colour and
a stretch of numbers (14 is the 1 after 13), a group has one number and three or four colours.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import highspy

COLOURS = "RYBK"


@dataclass(frozen=True)
class Meld:
    """Tiles by face, how many okeys, and the points of the places they lie in."""

    tiles: tuple[str, ...]
    okeys: int
    points: int

    @property
    def size(self) -> int:
        return len(self.tiles) + self.okeys


def read(hand: str, okey: str) -> tuple[Counter[str], int]:
    """The faces of a hand, a false okey having the okey's, and the number of okeys."""
    words = ["*" if word == okey else word for word in hand.split()]
    okeys = words.count("*")
    return Counter(okey if word == "F" else word for word in words if word != "*"), okeys


# Integer program


@cache
def places(wrap_end: bool) -> tuple[tuple[tuple[str, ...], int], ...]:
    """The faces of every run and group that could be laid, and its points."""
    last = 14 if wrap_end else 13
    runs = [
        (
            tuple(f"{colour}{(number - 1) % 13 + 1}" for number in range(start, end + 1)),
            sum((number - 1) % 13 + 1 for number in range(start, end + 1)),
        )
        for colour in COLOURS
        for start in range(1, last - 1)
        for end in range(start + 2, last + 1)
    ]
    groups = [
        (tuple(f"{colour}{number}" for colour in colours), number * size)
        for number in range(1, 14)
        for size in (3, 4)
        for colours in combinations(COLOURS, size)
    ]
    return tuple(runs + groups)


def melds_of(faces: Counter[str], okeys: int, wrap_end: bool) -> set[Meld]:
    """Every meld that the hand can make, an okey in any place, at least one tile none."""
    melds = set()
    for laid, points in places(wrap_end):
        absent = [face for face in laid if not faces[face]]
        if len(absent) > okeys:
            continue
        there = [face for face in laid if faces[face]]
        for more in range(okeys - len(absent) + 1):
            for wild in combinations(there, more):
                tiles = list(there)
                for face in wild:
                    tiles.remove(face)
                if tiles and all(count <= faces[face] for face, count in Counter(tiles).items()):
                    melds.add(Meld(tuple(sorted(tiles)), len(laid) - len(tiles), points))
    return melds


def most(
    hand: str,
    okey: str,
    *,
    points: int,
    tiles: int,
    leave: int = 0,
    wrap_end: bool = False,
) -> int:
    """The most of `points` x points + `tiles` x tiles laid, with at least `leave` tiles left."""
    faces, okeys = read(hand, okey)
    melds = sorted(melds_of(faces, okeys, wrap_end), key=repr)
    if not melds:
        return 0
    model = highspy.Highs()
    model.silent()
    model.setOptionValue("mip_rel_gap", 0.0)  # exact: by default it may stop a little below
    used = [model.addIntegral(lb=0, ub=2) for _ in melds]
    for face, count in faces.items():
        uses = [
            meld.tiles.count(face) * variable
            for meld, variable in zip(melds, used, strict=True)
            if face in meld.tiles
        ]
        if uses:
            model.addConstr(sum(uses) <= count)
    wild = [meld.okeys * variable for meld, variable in zip(melds, used, strict=True) if meld.okeys]
    if wild:
        model.addConstr(sum(wild) <= okeys)
    laid = sum(meld.size * variable for meld, variable in zip(melds, used, strict=True))
    model.addConstr(laid <= faces.total() + okeys - leave)
    model.maximize(
        sum(
            (points * meld.points + tiles * meld.size) * variable
            for meld, variable in zip(melds, used, strict=True)
        )
    )
    return round(model.getObjectiveValue())


# Brute force


def worth(tiles: tuple[str, ...], *, wrap_end: bool = False) -> int:
    """The points of these tiles as one meld (faces and `*`), 0 where they are none."""
    plain = [tile for tile in tiles if tile != "*"]
    size = len(tiles)
    if size < 3 or not plain:
        return 0
    colours = {tile[0] for tile in plain}
    numbers = {int(tile[1:]) for tile in plain}
    best = 0
    if len(numbers) == 1 and len(colours) == len(plain) and size <= 4:
        best = numbers.pop() * size
    elif len(colours) == 1 and (len(numbers) == len(plain) or wrap_end):
        last = 14 if wrap_end else 13
        for start in range(1, last - size + 2):
            stretch = [(number - 1) % 13 + 1 for number in range(start, start + size)]
            if not Counter(int(tile[1:]) for tile in plain) - Counter(stretch):
                best = max(best, sum(stretch))
    # One tile and okeys can be either.
    if len(plain) == 1 and size <= 4:
        number = int(plain[0][1:])
        last = 14 if wrap_end else 13
        for start in range(1, last - size + 2):
            stretch = [(at - 1) % 13 + 1 for at in range(start, start + size)]
            if number in stretch:
                best = max(best, sum(stretch))
    return best


def outcomes(hand: str, okey: str, *, wrap_end: bool = False) -> dict[int, int]:
    """By the number of tiles laid, the most points: every way to lay every part of a small hand."""
    faces, okeys = read(hand, okey)
    tiles = (*faces.elements(), *["*"] * okeys)
    full = 1 << len(tiles)
    melds = {
        mask: points
        for mask in range(full)
        if mask.bit_count() >= 3
        and (
            points := worth(
                tuple(tile for at, tile in enumerate(tiles) if mask >> at & 1), wrap_end=wrap_end
            )
        )
    }
    best = {0: 0}  # tiles laid exactly, by mask
    for mask in range(1, full):
        lowest = mask & -mask
        values = [
            best[mask ^ meld] + points
            for meld, points in melds.items()
            if meld & lowest and meld & mask == meld and mask ^ meld in best
        ]
        if values:
            best[mask] = max(values)
    result: dict[int, int] = {}
    for mask, points in best.items():
        laid = mask.bit_count()
        result[laid] = max(result.get(laid, 0), points)
    return result
