"""Names of tiles, numbers and lists, as the sentences of each language need them.

The values take their case from the sentence: `{tile:acc}` is "den Okey" and "kırmızı 3'ü". So
a translator chooses the form, and no sentence is put together from pieces in code.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from okey import FALSE_OKEY, OKEY, RuleSet, Tile
from okey.endings import Finish
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


def score_line_name(rule: str, language: str) -> str:
    """What a line, an event or a factor of a score is called; else the title of its rule."""
    names: dict[str, str] = content(language, "names")["lines"]
    if rule in names:
        return names[rule]
    title: str = content(language, "rules")[rule]["title"]
    return title


penalty_name = score_line_name
factor_name = score_line_name


def factors_text(factors: Iterable[str], language: str) -> str:
    """What multiplied a line: "Okey as the last tile × Pairs"."""
    return " × ".join(factor_name(rule, language) for rule in factors)


def finish_name(finish: Finish | None, language: str, *, rules: RuleSet | None = None) -> str:
    """How a round ended, in a few words; a rule set tells kinds of finish apart that it counts."""
    return str(content(language, "names")["finishes"][finish_key(finish, rules)])


def finish_key(finish: Finish | None, rules: RuleSet | None) -> str:
    """The key of a finish's name: `normal`, `direct_okey` and so on; `none` for a null round."""
    if finish is None:
        return "none"
    okey = "_okey" if finish.okey_last else ""
    factors = getattr(rules.scoring, "factors", None) if rules is not None else None
    direct = factors is None or factors.direct != 1
    from_hand = factors is None or factors.from_hand != 1
    if finish.by == "pairs":
        declared = rules is not None and rules.declaring is not None
        if declared:
            return f"declared{okey}"
        return f"pairs_from_hand{okey}" if finish.same_turn and from_hand else f"pairs{okey}"
    if finish.same_turn and finish.first_to_open and direct:
        return f"direct{okey}"
    return f"from_hand{okey}" if finish.same_turn and from_hand else f"normal{okey}"


def opened_name(opened: str | None, language: str) -> str:
    """What somebody opened with: melds, pairs or None."""
    name: str = content(language, "names")["opened"][opened or "none"]
    return name


def seat_name(seat: int, language: str) -> str:
    """A seat counted from 0, as it stands alone: "Seat 1", "Platz 1", "1. oyuncu"."""
    return format(SeatName(seat, language), "Nom")


def position_name(seat: int, viewer: int, seats: int, language: str) -> str:
    """Where a seat is, seen from another: you, right, opposite or left."""
    around = (seat - viewer) % seats
    keys = {0: "you", seats - 1: "left", 1: "right"}
    key = "opposite" if seats == 2 and around else keys.get(around, "opposite")
    name: str = content(language, "names")["positions"][key]
    return name


def team_name(number: int, language: str) -> str:
    """A team counted from 0: "Team 1"."""
    return _numbered("team", number + 1, language)


def meld_number(number: int, language: str) -> str:
    """A meld on the table by its number, which counts from 1: "meld 3"."""
    return _numbered("meld", number, language)


def round_name(number: int, language: str) -> str:
    """A round of a match by its number, which counts from 1: "Round 3", "3. el"."""
    return _numbered("round", number, language)


def _numbered(key: str, number: int, language: str) -> str:
    pattern: str = content(language, "names")["numbered"][key]
    return pattern.format(number=number)


ALL_TILES: Final = (*FACES, FALSE_OKEY, OKEY)
