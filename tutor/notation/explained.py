"""What the notation page shows of tiles, hands and melds: all of it read and judged as it shows.

The same functions answer what somebody types there to try.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from okey import Hand, InputError, Meld, MeldKind, RuleSet, Tile, Verdict, judge, okey_face
from okey.notation import format_melds, parse_melds
from okey.rules.model import MeldVerdict
from okey.tiles import OKEY
from tutor.explain import Explanation, explain
from tutor.names import kind_name
from tutor.texts import error_message, phrase

MOST_TRIED: Final = 400  # letters; a hand and its melds have about 100

# In the order of the page. All of them under the indicator B10.
COLOURS: Final = (("R", "R7"), ("Y", "Y12"), ("B", "B10"), ("K", "K1"))
HANDS: Final = ("R7 Y7 B7 K7", "K13 F *", "R1 R2 F B11 K13")
MELDS: Final = (
    "R10 R11 *=R12 R13 | R7 Y7 B7 K7",
    "R5 R6 *",
    "* R5 R6",
    "R12 R13 *",
    "run: R8 * *",
    "group: R8 * *",
    "pair: * R3",
    "R8 K8 *=8",
    "B10 F B12",
    "K12 K13 K1",
)


@dataclass(frozen=True, slots=True)
class ShownTiles:
    """Tiles as they were read. `text` is how the engine writes them."""

    source: str
    text: str
    okey: str


@dataclass(frozen=True, slots=True)
class TriedMeld:
    """A meld with its verdict; `written` is how the engine writes it."""

    meld: Meld
    label: str
    points: int
    legal: bool
    written: str
    faces: tuple[str, ...] | None
    badges: tuple[int | None, ...] | None


@dataclass(frozen=True, slots=True)
class TriedMelds:
    """Melds in notation, judged each on its own."""

    source: str
    okey: str
    melds: tuple[TriedMeld, ...]
    explanation: Explanation

    @property
    def written(self) -> str:
        """All melds as the engine writes them."""
        return " | ".join(meld.written for meld in self.melds)


@dataclass(frozen=True, slots=True)
class Misread:
    """What cannot be read, and why. `source` is the text as it was typed."""

    source: str
    message: str


def read_tiles(text: str, indicator: Tile, language: str) -> ShownTiles | Misread:
    """Read a hand."""
    try:
        check_length(text)
        hand = Hand.parse(text, indicator)
    except InputError as error:
        return misread(text, error, language)
    return ShownTiles(text, str(hand), str(hand.okey))


def read_melds(text: str, indicator: Tile, rules: RuleSet, language: str) -> TriedMelds | Misread:
    """Read melds and judge each on its own."""
    try:
        check_length(text)
        melds = parse_melds(text, indicator)
        verdict = judge(melds, rules=rules, indicator=indicator)
    except InputError as error:
        return misread(text, error, language)
    told = explain(
        verdict,
        melds=melds,
        hand=None,
        rules=rules,
        language=language,
        indicator=indicator,
        as_="melds",
    )
    return TriedMelds(
        text,
        str(okey_face(indicator)),
        tuple(_melds(melds, verdict, told, language)),
        told,
    )


def misread(text: str, error: InputError, language: str) -> Misread:
    """What is said of an error beside the field in which the text stands."""
    piece = error.at.partition(": ")[2] or error.at
    return Misread(text, error_message(error.code, piece, language))


def check_length(text: str) -> None:
    """Raise `InputError` (`record.length`) for more than anybody types to try."""
    if len(text) > MOST_TRIED:
        raise InputError("record.length", f"text: {len(text)}")


def _melds(
    melds: tuple[Meld, ...], verdict: Verdict, told: Explanation, language: str
) -> Iterator[TriedMeld]:
    for lane, (meld, found) in enumerate(zip(melds, verdict.melds, strict=True)):
        yield TriedMeld(
            meld,
            _label(found, language),
            found.points,
            found.legal,
            _written(meld, found),
            found.faces,
            told.badges(lane, len(meld)) if not verdict.legal else None,
        )


def _label(found: MeldVerdict, language: str) -> str:
    kind = found.kind.value if found.kind is not None else "meld"
    return kind_name(kind, language) if found.legal else phrase(f"lane.not_{kind}", language)


def _written(meld: Meld, found: MeldVerdict) -> str:
    """A legal meld as the engine writes it: in normal order, with every face declared.

    The kind is written where the tiles alone would be read as another one.
    """
    if not found.legal or found.kind is None:
        return format_melds([meld])
    okeys = sum(laid.tile == OKEY for laid in meld.tiles)
    declared = found.kind is not MeldKind.PAIR and okeys == len(meld) - 1
    return f"{found.kind}: {found.tiles}" if declared else found.tiles
