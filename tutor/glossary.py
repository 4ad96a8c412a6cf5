"""The words of the game: what they mean, what they are called elsewhere, where they are used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from django.conf import settings
from django.utils.translation import get_language

from okey import RULE_SETS, RULES, okey_face, parse_melds, read_indicator
from okey.melds import Meld
from tutor.explain import rule_url
from tutor.loading import LANGUAGES, content, known_language
from tutor.rulebook_words import Token, likeness_of, stems, tokens
from tutor.texts import Term, glossary, rule_text

INDICATOR: Final = "B10"
# What a word looks like on the table, under the indicator above.
DRAWN: Final = {
    "indicator": "B10",
    "okey": "*",
    "false_okey": "F",
    "tile": "R7",
    "meld": "R7 R8 R9 | R8 B8 K8",
    "run": "R7 R8 R9",
    "group": "R8 B8 K8",
    "pair": "K5 K5",
    "colour": "R7 | Y7 | B7 | K7",
}
MOST_RULES: Final = 5  # named beside a word; the search lists them all
LONGEST_ENDING: Final = 5  # letters after a word's stem, so that "run" is not found in "rundown"


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What a word is called in another language, and what else is heard there."""

    language: str
    name: str
    term: str
    also: str


@dataclass(frozen=True, slots=True)
class RuleLink:
    """A rule that uses a word."""

    title: str
    url: str


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the glossary page. `key` is its anchor; `more` counts the rules not named."""

    key: str
    term: str
    meaning: str
    also: str
    elsewhere: tuple[Elsewhere, ...]
    drawn: tuple[Meld, ...]
    rules: tuple[RuleLink, ...]
    more: int


@dataclass(frozen=True, slots=True)
class GlossaryPage:
    """All words in the order of the reader's alphabet. `okey` is the face in the drawings."""

    words: tuple[Word, ...]
    okey: str


@dataclass(frozen=True, slots=True)
class Use:
    """Where a word first stands in a text."""

    key: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a text; `word` is what the piece is a use of."""

    text: str
    word: Word | None = None


def glossary_page() -> GlossaryPage:
    """The glossary in the reader's language."""
    language = known_language(get_language())
    found = [word(key, language) for key in entries(language)]
    found.sort(key=lambda one: collation(one.term, language))
    return GlossaryPage(tuple(found), str(okey_face(read_indicator(INDICATOR))))


def word(key: str, language: str, *, with_rules: bool = True) -> Word:
    """A word with its meaning, its names in the other languages, and the rules that use it."""
    entry = entries(language)[key]
    using = _rules_using(language).get(key, ()) if with_rules else ()
    return Word(
        key=key,
        term=entry.term,
        meaning=entry.meaning,
        also=entry.also,
        elsewhere=tuple(_elsewhere(key, language)),
        drawn=parse_melds(DRAWN[key], read_indicator(INDICATOR)) if key in DRAWN else (),
        rules=tuple(_link(rule_id, language) for rule_id in using[:MOST_RULES]),
        more=max(0, len(using) - MOST_RULES),
    )


@cache
def entries(language: str) -> dict[str, Term]:
    """The words of the game by key, read once."""
    return glossary(language)


@lru_cache(maxsize=1024)
def uses(text: str, language: str) -> tuple[Use, ...]:
    """The first use of each word of the glossary in a text, in the order of the text.

    Where two words begin at the same place the longer one is meant: "false okey", not "okey".
    """
    found: list[Use] = []
    seen: set[str] = set()
    read = tokens(text, language)
    at = 0
    while at < len(read):
        key, length = _at(read, at, language)
        if key and key not in seen:
            seen.add(key)
            found.append(Use(key, read[at].start, read[at + length - 1].end))
        at += max(1, length)
    return tuple(found)


def in_pieces(text: str, language: str) -> tuple[Piece, ...]:
    """A text split where the words of the glossary first stand."""
    pieces, done = [], 0
    for use in uses(text, language):
        if use.start > done:
            pieces.append(Piece(text[done : use.start]))
        found = word(use.key, language, with_rules=False)
        pieces.append(Piece(text[use.start : use.end], found))
        done = use.end
    if done < len(text):
        pieces.append(Piece(text[done:]))
    return tuple(pieces)


@cache
def names(language: str) -> dict[str, tuple[tuple[str, ...], ...]]:
    """By word, the stems of its term and of its forms, as rule texts use them."""
    return {
        key: tuple(stems(name, language) for name in (entry["term"], *_listed(entry, "forms")))
        for key, entry in content(language, "glossary").items()
    }


@cache
def _nouns(language: str) -> frozenset[str]:
    """The words whose names are nouns, where the language writes those with a capital letter."""
    if language != "de":
        return frozenset()
    entries = content(language, "glossary").items()
    return frozenset(key for key, entry in entries if entry["term"].split()[-1][0].isupper())


@cache
def all_names() -> dict[tuple[str, ...], str]:
    """Every name of every word in the three languages, as stems, and the word's key."""
    found: dict[tuple[str, ...], str] = {}
    for field in ("term", "also"):  # a word's own name is stronger than another word's synonym
        for language in LANGUAGES:
            for key, entry in content(language, "glossary").items():
                for name in _listed(entry, field):
                    found.setdefault(stems(name, language), key)
    found.pop((), None)
    return found


def collation(text: str, language: str) -> list[int]:
    """The place of a text in the alphabet: in Turkish ç stands after c, and ı before i."""
    alphabet = "abcçdefgğhıijklmnoöpqrsştuüvwxyz" if language == "tr" else _ALPHABET
    small = text.replace("I", "ı").replace("İ", "i").lower() if language == "tr" else text.lower()
    folded = small if language == "tr" else small.translate(_AS_WRITTEN)
    return [alphabet.find(letter) for letter in folded]


_ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz"
_AS_WRITTEN: Final = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "ß": "ss", "ı": "i", "ç": "c"})


def _listed(entry: dict[str, str], field: str) -> list[str]:
    return [name.strip() for name in entry.get(field, "").split(",") if name.strip()]


def _at(read: Sequence[Token], at: int, language: str) -> tuple[str, int]:
    """The word that begins at a token, and how many tokens it is; none is ("", 0)."""
    best, best_length, best_letters = "", 0, 0
    nouns, starts = _nouns(language), _starts(language)
    for key, phrase in (found for form in read[at].forms for found in starts.get(form[:2], ())):
        if at + len(phrase) > len(read):
            continue
        if not all(_is(stem, read[at + step]) for step, stem in enumerate(phrase)):
            continue
        if key in nouns and not read[at + len(phrase) - 1].capital:
            continue  # "rund" is not a form of "Runde"
        letters = sum(map(len, phrase))
        if (len(phrase), letters) > (best_length, best_letters):
            best, best_length, best_letters = key, len(phrase), letters
    return best, best_length


@cache
def _starts(language: str) -> dict[str, list[tuple[str, tuple[str, ...]]]]:
    """The names of the words by the first two letters with which they begin."""
    found: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for key, phrases in names(language).items():
        for phrase in phrases:
            if phrase:
                found.setdefault(phrase[0][:2], []).append((key, phrase))
    return found


def _is(stem: str, token: Token) -> bool:
    return any(
        form.startswith(stem) and len(form) - len(stem) <= LONGEST_ENDING for form in token.forms
    ) and bool(likeness_of(stem, token))


@cache
def _rules_using(language: str) -> dict[str, tuple[str, ...]]:
    """By word the rules whose texts use it, those that name it in their title first."""
    found: dict[str, list[tuple[int, str]]] = {}
    for rule_id in RULES:
        text = rule_text(rule_id, language)
        told: set[str] = set()
        for rank, part in enumerate((text.title, text.short, text.long)):
            for use in uses(part, language):
                if use.key not in told:
                    told.add(use.key)
                    found.setdefault(use.key, []).append((rank, rule_id))
    order = list(RULES)
    return {
        key: tuple(rule for _, rule in sorted(using, key=lambda one: (one[0], order.index(one[1]))))
        for key, using in found.items()
    }


@cache
def _link(rule_id: str, language: str) -> RuleLink:
    return RuleLink(rule_text(rule_id, language).title, home_of(rule_id))


def home_of(rule_id: str) -> str:
    """The page of a rule in the first rule set that plays it; none where no set does."""
    for key, rules in RULE_SETS.items():
        if rule_id in rules.rules:
            return rule_url(key, rule_id)
    return ""


def _elsewhere(key: str, language: str) -> Iterator[Elsewhere]:
    spoken = dict(settings.LANGUAGES)
    for other in LANGUAGES:
        entry = content(other, "glossary").get(key)
        if other != language and entry is not None:
            yield Elsewhere(other, str(spoken[other]), entry["term"], entry["also"])
