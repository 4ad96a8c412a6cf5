"""Words as a reader types them: folded by the rules of each language, without endings.

Folded text is compared, never shown: I and İ meet in Turkish, ü is found as u and as ue, ß as ss.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

WORD: Final = re.compile(r"[^\W_]+")
COMPOUND: Final = 4  # letters with which a word is also found inside another

# Endings that may come off, once, in this order; they stand folded.
_ENDINGS: Final = {
    "en": ("ings", "ing", "ers", "er", "ed", "ies", "es", "s", "e", "y"),
    "de": (
        *("ungen", "ung", "sten", "ern", "en", "em", "er", "es", "et", "st", "e", "n", "t", "s"),
    ),
    "tr": (
        *("larindan", "lerinden", "larinda", "lerinde", "larini", "lerini", "larina", "lerine"),
        *("larin", "lerin", "lardan", "lerden", "larda", "lerde", "lari", "leri", "lara", "lere"),
        *("sinin", "sunun", "sinden", "sundan", "sinda", "sinde", "sini", "sunu", "sina", "sine"),
        *("inden", "inda", "inde", "lar", "ler", "nin", "nun", "mek", "mak", "den", "dan", "ten"),
        *("tan", "dir", "dur", "yle", "yla", "in", "un", "si", "su", "yi", "yu", "ye", "ya", "de"),
        *("da", "te", "ta", "ni", "nu", "ne", "na", "le", "la", "i", "u", "e", "a", "n"),
    ),
}
_UMLAUTS: Final = {"ä": "ae", "ö": "oe", "ü": "ue"}


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a text: where it stands there, and the forms under which it is found.

    `capital`: it begins with a capital letter, as every noun does in German.
    """

    start: int
    end: int
    forms: tuple[str, ...]
    capital: bool


def lower(text: str, language: str) -> str:
    """Small letters by the rules of the language: in Turkish I is ı and İ is i."""
    if language == "tr":
        text = text.replace("I", "ı").replace("İ", "i")
    return text.lower()


def fold(text: str, language: str) -> str:
    """Small letters without marks: "İşlek taş" is "islek tas", "Größe" is "grosse"."""
    small = lower(text, language).replace("ı", "i").replace("ß", "ss")
    apart = unicodedata.normalize("NFKD", small)
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def forms(word: str, language: str) -> tuple[str, ...]:
    """A word as it may be typed: "für" is found as "fur" and as "fuer"."""
    plain = fold(word, language)
    small = unicodedata.normalize("NFC", lower(word, language))
    if language == "de" and any(letter in small for letter in _UMLAUTS):
        spelled = "".join(_UMLAUTS.get(letter, letter) for letter in small)
        return plain, fold(spelled, language)
    return (plain,)


@lru_cache(maxsize=4096)  # the texts of the catalogue, in three languages
def tokens(text: str, language: str) -> tuple[Token, ...]:
    """The words and numbers of a text, in order.

    >>> [token.forms for token in tokens("Die Größe 12-13", "de")]
    [('die',), ('grosse', 'groesse'), ('12',), ('13',)]
    """
    return tuple(
        Token(found.start(), found.end(), forms(found[0], language), found[0][0].isupper())
        for found in WORD.finditer(text)
    )


def stem(word: str, language: str) -> str:
    """A folded word without its ending: "eroffnet" and "eroffnung" are "eroffn"."""
    if word.isdigit():
        return word
    for ending in _ENDINGS[language]:
        left = 3 if ending == "s" or (language == "tr" and _long(ending)) else 4
        if word.endswith(ending) and len(word) - len(ending) >= left:
            return word[: -len(ending)]
    return word


def _long(ending: str) -> bool:
    """An ending that is no part of a short word, as "le" and "yle" are of "okeyle"."""
    return len(ending) > 1 and not ending.startswith("y")


def stems(text: str, language: str) -> tuple[str, ...]:
    """What to look for to find the words of a text, in order."""
    return tuple(stem(fold(found[0], language), language) for found in WORD.finditer(text))


def likeness(wanted: str, word: str) -> float:
    """How well a folded word is what is looked for: 1 if it is, 0 if it is not.

    A number is found whole, a word by its beginning, a long one also inside a compound.
    """
    if wanted == word:
        return 1.0
    if wanted.isdigit() or len(wanted) < 2:
        return 0.0
    if word.startswith(wanted):
        return 0.8
    return 0.4 if len(wanted) >= COMPOUND and wanted in word else 0.0


def likeness_of(wanted: str, token: Token) -> float:
    """The best likeness of a token's forms."""
    return max(likeness(wanted, form) for form in token.forms)
