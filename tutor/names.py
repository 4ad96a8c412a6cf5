"""Names of tiles, numbers and lists, as the sentences of each language need them.

The values take their case from the sentence: `{tile:acc}` is "den Okey" and "kırmızı 3'ü". So
a translator chooses the form, and no sentence is put together from pieces in code.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from okey import FALSE_OKEY, OKEY, Tile
from okey.tiles import FACES
from tutor.loading import content

NBSP: Final = "\u00a0"
MINUS: Final = "\u2212"
_VOWEL_SOUND: Final = (8, 11)  # "an 8", "an 11"

# Turkish suffixes follow the last word of the number as it is read.
_DIGITS: Final = ("sıfır", "bir", "iki", "üç", "dört", "beş", "altı", "yedi", "sekiz", "dokuz")
_TENS: Final = ("", "on", "yirmi", "otuz", "kırk", "elli", "altmış", "yetmiş", "seksen", "doksan")


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a sentence. In Turkish a case may be asked for: acc, dat, loc, abl or gen."""

    value: int
    language: str

    def __format__(self, case: str) -> str:
        text = str(self.value).replace("-", MINUS)
        if not case:
            return text
        if self.language != "tr":
            raise ValueError(f"a number has no case {case!r} in {self.language}")
        return f"{text}’{turkish_suffix(abs(self.value), case)}"


def turkish_suffix(number: int, case: str) -> str:
    """The suffix of a number below a million as it is read aloud: 3'ü, 6'ya, 40'tan, 1000'in."""
    word = "yüz"
    if number % 10 or not number:
        word = _DIGITS[number % 10]
    elif number % 100:
        word = _TENS[number % 100 // 10]
    elif not number % 1000:
        word = "bin"
    vowel = [letter for letter in word if letter in "aeıioöuü"][-1]
    ends_in_vowel = word[-1] in "aeıioöuü"
    high = {"a": "ı", "ı": "ı", "e": "i", "i": "i", "o": "u", "u": "u", "ö": "ü", "ü": "ü"}[vowel]
    low = "a" if vowel in "aıou" else "e"
    hard = word[-1] in "fstkçşhp"
    match case:
        case "acc":
            return ("y" if ends_in_vowel else "") + high
        case "dat":
            return ("y" if ends_in_vowel else "") + low
        case "gen":
            return ("n" if ends_in_vowel else "") + high + "n"
        case "loc":
            return ("t" if hard else "d") + low
        case "abl":
            return ("t" if hard else "d") + low + "n"
    raise ValueError(f"unknown case {case!r}")


@dataclass(frozen=True, slots=True)
class TileName:
    """A tile, or a number alone where an okey's colour is open, in the form asked for.

    Without a form it is the bare name: "red 7", "rote 7", "kırmızı 7".
    """

    tile: Tile | int
    language: str

    def __format__(self, form: str) -> str:
        names = content(self.language, "names")
        tile = self.tile
        section = (
            "number"
            if isinstance(tile, int)
            else "false_okey"
            if tile == FALSE_OKEY
            else "okey"
            if tile == OKEY
            else "tile"
        )
        pattern: str = names[section][form or "label"]
        number = tile if isinstance(tile, int) else tile.number if tile.is_face else 0
        colour = names["colours"][tile.colour.letter] if section == "tile" else ""  # type: ignore[union-attr]
        return pattern.format(
            colour=colour,
            Colour=colour[:1].upper() + colour[1:],
            number=Number(number, self.language),
            article="an" if number in _VOWEL_SOUND else "a",
        )

    def __str__(self) -> str:
        return format(self, "")


@dataclass(frozen=True, slots=True)
class Names:
    """Several names or numbers as a list; each takes the form asked for."""

    items: tuple[TileName | Number, ...]
    language: str

    def __format__(self, form: str) -> str:
        return join([format(item, form) for item in self.items], self.language)


@dataclass(frozen=True, slots=True)
class Either:
    """Several names or numbers of which one holds: "10 or 7"."""

    items: tuple[TileName | Number, ...]
    language: str

    def __format__(self, form: str) -> str:
        return join([format(item, form) for item in self.items], self.language, "or")


@dataclass(frozen=True, slots=True)
class SeatName:
    """A seat of a table, counted from 0, in the form asked for: "Seat 2", "2. oyuncuda"."""

    seat: int
    language: str

    def __format__(self, form: str) -> str:
        pattern: str = content(self.language, "names")["seat"][form or "label"]
        return pattern.format(number=self.seat + 1)

    def __str__(self) -> str:
        return format(self, "")


def join(items: Sequence[str], language: str, word: Literal["and", "or"] = "and") -> str:
    """A list in the language's way: "a, b and c", or with the other word "a, b or c"."""
    patterns = content(language, "names")["list"]
    either = "or_" if word == "or" else ""
    if len(items) < 2:
        return "".join(items)
    if len(items) == 2:
        return str(patterns[f"{either}two"].format(first=items[0], last=items[1]))
    first = patterns["middle"].join(items[:-1])
    return str(patterns[f"{either}last"].format(first=first, last=items[-1]))


def face_of(text: str) -> Tile | int:
    """Read a face as verdicts write it: `R12`, or `8` where the colour is open."""
    return int(text) if text.isdigit() else Tile.parse(text)


def tile_names(tiles: Iterable[Tile | int], language: str) -> Names:
    """A list of tiles for a sentence."""
    return Names(tuple(TileName(tile, language) for tile in tiles), language)


def tile_label(tile: Tile, language: str, *, face: Tile | int | None = None) -> str:
    """What a screen reader says: "red 7", "false okey, counts as blue 11", "okey as red 12".

    `face` is what a false okey or an okey counts as, where that is known.
    """
    if face is None or tile.is_face:
        return str(TileName(tile, language))
    spoken = content(language, "names")["spoken"]
    key = "false_okey" if tile == FALSE_OKEY else "okey_as"
    if isinstance(face, int):
        key = "okey_as_number"
    text: str = spoken[key].format(face=TileName(face, language))
    return text


def tile_name(code: str, okey: str, language: str, stands_for: str = "") -> str:
    """The accessible name of a tile in notation.

    `okey` is the okey's face, which a false okey counts as; `stands_for` is what an okey on the
    table counts as, a face or a number. An okey in the rack stands for nothing yet.

    >>> tile_name("F", "B11", "en"), tile_name("*", "B11", "en", "R12")
    ('false okey, counts as blue 11', 'okey as red 12')
    """
    tile = Tile.parse(code)
    known = okey if tile == FALSE_OKEY else stands_for if tile == OKEY else ""
    return tile_label(tile, language, face=face_of(known) if known else None)


def colour_name(letter: str, language: str) -> str:
    """The name of a colour, as it stands after "is": "red", "rot", "kırmızı"."""
    name: str = content(language, "names")["colours"][letter]
    return name


def rule_set_name(key: str, language: str) -> str:
    """The display name of a rule set; a house rule set goes by its key."""
    name: str = content(language, "names")["rule_sets"].get(key, key)
    return name


def chapter_name(chapter: str, language: str) -> str:
    """The name of a chapter of the rulebook."""
    name: str = content(language, "names")["chapters"][chapter]
    return name


def kind_name(kind: str, language: str) -> str:
    """Run, group or pair."""
    name: str = content(language, "names")["kinds"][kind]
    return name


ALL_TILES: Final = (*FACES, FALSE_OKEY, OKEY)
