"""Examples among which a difference between rule sets is looked for, the simplest first.

They are put together without regard to any rule: melds of all shapes, openings around every number
of points and of pairs, deals, ends of rounds, matches, and moves in positions drawn by lot.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import Final, Literal

from okey.rules.examples import AnyExample, Example, Play, Standing, Start, Tally

_PLAYS: Final = 6_000
_OTHERS: Final = ("-: R1 R2", "-: K1 K5")


@cache
def candidates() -> tuple[AnyExample, ...]:
    """All of them, always the same ones in the same order."""
    return (
        *_starts(),
        *_single_melds(),
        *_openings(),
        *_shown_hands(),
        *_plays(),
        *_tallies(),
        *_standings(),
    )


# Deals and matches


def _starts() -> Iterator[Start]:
    for starter, others in ((15, 14), (22, 21)):
        for seats in (4, 2, 3):
            yield Start((starter, *[others] * (seats - 1)))
        yield Start((others, *[others] * 3))
    for size in (14, 15, 21, 22):
        yield Start((size, *[size] * 3))
    yield Start((22, 21, 21, 21), ("F", "B10"))
    yield Start((15, 14, 14, 14), ("F", "Y6"))


def _standings() -> Iterator[Standing]:
    for seats in (4, 2):
        yield Standing(seats=seats)
    yield Standing(teams=True)
    for rounds in range(1, 23):
        yield Standing(rounds=rounds)
    round_ = (-101, 35, 202, 202)
    for count in range(1, 23):
        yield Standing((round_,) * count)
        yield Standing((round_,) * count, rounds=count)
    for lost in (-8, -4):
        for count in range(1, 6):
            yield Standing(((0, lost, lost, lost),) * count)


# Melds


def _single_melds() -> Iterator[Example]:
    for size in (3, 4, 5):
        for first in range(1, 14):
            numbers = [(first + step - 1) % 13 + 1 for step in range(size)]
            yield Example(" ".join(f"K{number}" for number in numbers))
    circle = [*range(1, 14), 1]
    yield Example(" ".join(f"R{number}" for number in circle))
    for text in (
        "R3 R3", "R3 B3", "R3 *", "F F", "* *", "R5 R6 *", "* R5 R6", "R12 R13 *", "R8 * *",
        "group: R8 * *", "R8 R8 B8", "R11 F F", "R8 B8 K8 Y8", "R4 * * R7", "B9 B10 F", "R5 F R7",
        "B8 B9 F", "R5 * R7 *",
    ):  # fmt: skip
        yield Example(text)


_WORTH: Final = (  # runs and groups of many values, no tile in two of them
    "R10 R11 R12 R13", "R7 Y7 B7 K7", "Y9 B9 K9", "K11 K12 K13", "B3 B4 B5", "Y1 Y2 Y3",
    "R1 R2 R3", "K4 K5 K6",
)  # fmt: skip
_IN_PAIRS: Final = tuple(f"{c}{n} {c}{n}" for n, c in zip(range(1, 12), "RYBKRYBKRYB", strict=True))


def _openings() -> Iterator[Example]:
    for count in range(1, len(_WORTH)):
        for melds in combinations(_WORTH, count):
            if sum(len(meld.split()) for meld in melds) <= 21:
                yield Example(" | ".join(melds), "opening")
    for count in range(2, 11):
        yield Example(" | ".join(_IN_PAIRS[:count]), "opening")
    pairs = " | ".join(_IN_PAIRS[:5])
    yield Example(f"{pairs} | R10 R11 R12", "opening")
    for okey in ("R10 R11 * R13", "R10 * R12 R13", "* R11 R12 R13"):
        yield Example(f"{okey} | R7 Y7 B7 K7 | Y9 B9 K9", "opening")


def _shown_hands() -> Iterator[Example]:
    for melds, indicator in (
        ("R4 R5 R6 | B9 R9 K9 | Y1 Y2 Y3 | K9 K10 K11 K12 K13", "Y6"),
        ("R4 R5 R6 | B9 R9 K9 | Y1 Y2 Y3 | K10 K11 K12 K13 K1", "Y6"),
        (" | ".join(_IN_PAIRS[:7]), "B12"),
    ):
        yield Example(melds, "finish", indicator)


# Ends of rounds


def _tallies() -> Iterator[Tally]:
    left = ("K13 R12 B10", "R5 K7", "R5 K7 *", "R5 K7 F")
    ways = ("melds", "pairs", "-")
    for finish in (None, *_finishes()):
        for way, hand in product(ways, left):
            first = "melds: R1" if finish is None else _winner(finish)
            yield Tally(finish, (first, f"{way}: {hand}", *_OTHERS))
    nobody = ("-: R5 K7", "-: K13 R12 B10", *_OTHERS)
    yield Tally(None, nobody)
    yield Tally(None, ("-: R5 K7", "-: *", *_OTHERS))
    for points in (101, 149, 150, 151):
        yield Tally("1 melds", (f"melds {points}: R1", "melds:", *_OTHERS))
    for pairs in (5, 6, 7, 8):
        yield Tally("1 melds", (f"pairs {pairs}: R1", "melds:", *_OTHERS))
    for finish in ("0 melds", "0 melds okey"):
        boards = (_winner(finish), "melds: R5 K7", *_OTHERS)
        yield Tally(finish, boards, teams=True)
        yield Tally(finish, boards, risk=True)
    for event in (
        "penalty.giver", "penalty.okey-thrown", "penalty.layable-discard",
        "penalty.okey-retrieved", "score.indicator-shown",
    ):  # fmt: skip
        yield Tally("0 melds okey", ("melds:", "melds: R5 K7", *_OTHERS), (f"{event} 1",))


def _finishes() -> Iterator[str]:
    for way, okey, turn in product(
        ("melds", "pairs"), ("", " okey"), ("", " same-turn", " same-turn first")
    ):
        yield f"0 {way}{okey}{turn}"


def _winner(finish: str) -> str:
    return "pairs:" if "pairs" in finish else "melds:"


# Moves in positions

_TABLE: Final = (
    "R4 R5 R6", "R7 Y7 B7", "K8 Y8 B8 R8", "R8 * R10", "Y8 B8 *", "Y8 B8 K8 *", "K1 K2 K3",
    "Y2 Y2", "R9 *",
)  # fmt: skip
# A move, and what lies where it may fit.
_LAID: Final = (
    ("lay Y9 Y10 Y11", "K1 K2 K3"), ("lay Y9 Y10 Y11", "Y2 Y2"), ("lay K4 K4", "Y2 Y2"),
    ("lay K4 K4", "K1 K2 K3"), ("add R7 @1", "R4 R5 R6"), ("add R3 @1", "R4 R5 R6"),
    ("add * @1", "R4 R5 R6"), ("add * @1", "Y2 Y2"), ("add K8 @1", "Y8 B8 *"),
    ("swap R9 @1", "R8 * R10"), ("swap K8 @1", "Y8 B8 *"), ("swap R8 @1", "Y8 B8 K8 *"),
    ("swap R9 @1", "R9 *"), ("show indicator", ""), ("declare pairs", ""),
    ("open R10 R11 R12 R13 | R7 Y7 B7 K7 | Y9 B9 K9", ""),
    ("open R10 R11 R12 R13 | R7 Y7 B7 K7 | Y9 B9 K9; add R9 @1", ""),
    ("open R1 R1 | Y2 Y2 | B3 B3 | K4 K4 | R5 R5", ""),
    ("add R7 @1; add R8 @1; add R9 @1", "R4 R5 R6"), ("add R7 @1; add R8 @1", "R4 R5 R6"),
)  # fmt: skip
_DISCARDS: Final = ("discard R7", "discard K2", "discard *", "discard F", "discard R8")
_FILL: Final = ("K2", "K5", "B1", "B13", "Y12", "R11", "R2", "K10")
_TEN_PAIRS: Final = " ".join(
    f"{face} {face}" for face in ("R3", "B8", "K1", "K5", "Y2", "Y9", "R6", "B4", "K12", "Y13")
)


def _plays() -> Iterator[Play]:
    lot = random.Random("positions")  # noqa: S311 - the same ones on every machine
    found = [_play(lot) for _ in range(_PLAYS)]
    found += [Play("declare pairs", f"{_TEN_PAIRS} {left}", phase="draw") for left in ("R10", "*")]
    found.append(Play("declare pairs", f"{_TEN_PAIRS} R10 *"))
    yield from sorted(dict.fromkeys(found), key=_size)  # of equal size, as they were drawn


def _size(play: Play) -> tuple[int, ...]:
    return (len(play.moves.split(";")), len(play.table), len(play.hand), len(play.opened))


def _play(lot: random.Random) -> Play:
    """A position with just the tiles that its moves are about, and some that fill the hand."""
    table = lot.sample(_TABLE, lot.choice((0, 0, 1, 1, 2)))
    owners = [lot.choice((0, 1)) for _ in table]
    moves = []
    if lot.random() < 0.6:
        move, fitting = lot.choice(_LAID)
        moves.append(move)
        if fitting and lot.random() < 0.7:
            table, owners = [fitting, *table[1:]], [lot.choice((0, 1)), *owners[1:]]
    if not moves or lot.random() < 0.4:
        moves.append(lot.choice(_DISCARDS))
    hand = [word for move in moves for word in _tiles_of(move)]
    rest = [tile for tile in _FILL if tile not in hand]
    hand += lot.sample(rest, lot.choice((0, 1, 2, 3)))
    phase: Literal["draw", "play"] = "play"
    discard = None
    stock = lot.choice((12, 12, 0))
    if lot.random() < 0.4:
        phase = "draw"
        taken = hand[-1] if lot.random() < 0.5 else lot.choice(hand)
        if lot.random() < 0.7 and taken not in ("*", "F"):
            hand.remove(taken)
            discard = taken
            moves.insert(0, "take")
        elif lot.random() < 0.5:
            moves = ["take indicator", *moves]
    opened = lot.choice(("", "", "melds melds - -", "pairs melds - -", "- melds - -", "- - - -"))
    return Play(
        "; ".join(moves),
        " ".join(hand),
        " | ".join(f"{owner}: {meld}" for owner, meld in zip(owners, table, strict=True)),
        opened if table or opened != "" else "- - - -",
        discard,
        stock,
        phase,
        lot.choice((0, 3)),
    )


def _tiles_of(moves: str) -> Iterator[str]:
    """The tiles of the hand that moves name."""
    for move in moves.split("; "):
        kind, *words = move.split()
        if move == "show indicator":
            yield "B10"
        elif move == "declare pairs":
            yield from _TEN_PAIRS.split()
        elif kind in ("add", "swap"):
            yield words[0]
        else:
            yield from (word for word in words if word[0] in "RYBKF*")
