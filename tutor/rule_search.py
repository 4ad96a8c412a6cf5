"""Search in the rulebook: in memory, over all texts of the catalogue, in the reader's language.

A rule is found by its title, its sentence, its text, its id, its chapter and the numbers of its
examples ("12-13-1"). A word of the game in any of the three languages finds what goes by its name
in the reader's. A title weighs more than the sentence, and that more than the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from itertools import groupby
from typing import Final

from okey import RULE_SETS, RULES, Rule
from okey.rules.examples import Example
from tutor.explain import rule_url
from tutor.glossary import Word, all_names, entries, names, word
from tutor.loading import known_language
from tutor.names import chapter_name, rule_set_name
from tutor.rulebook_words import WORD, fold, likeness, likeness_of, stem, tokens
from tutor.texts import RuleText, rule_text

LONGEST_QUERY: Final = 100
MOST_WORDS: Final = 10
MOST_SHOWN: Final = 25
LONGEST_NAME: Final = 3  # words
MELD: Final = 3  # numbers
# By field: a title before the sentence, the sentence before the text, whatever the likeness.
WEIGHTS: Final = {"title": 100.0, "id": 60.0, "short": 25.0, "numbers": 20.0, "long": 6.0}
CHAPTER: Final = 1.0
APART: Final = 10_000  # between the places of a rule's texts, where it reads differently in sets
STARTING_POINTS: Final = ("okey", "run", "pair", "open", "discard", "finish")


@dataclass(frozen=True, slots=True)
class Marked:
    """A piece of a text, and whether it is what was looked for."""

    text: str
    hit: bool = False


@dataclass(frozen=True, slots=True)
class PlayedIn:
    """A rule set that plays a rule."""

    name: str
    url: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Found:
    """A rule that was found. `url` is empty where none of the four rule sets plays it."""

    id: str
    title: tuple[Marked, ...]
    snippet: tuple[Marked, ...]
    chapter: str
    url: str
    played_in: tuple[PlayedIn, ...]


@dataclass(frozen=True, slots=True)
class Search:
    """The answer to a query.

    `nearest` says that no rule has all that was asked for: these have some of it. `words` are the
    words of the game that were asked for; `suggestions` further queries where nothing was found.
    """

    query: str
    found: tuple[Found, ...]
    total: int
    nearest: bool
    words: tuple[Word, ...]
    suggestions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Wanted:
    """One thing that was asked for: stems in a row, or any of several such rows."""

    rows: tuple[tuple[str, ...], ...]
    key: str = ""


# A place of a word: the rule, the field, and which word of the field it is.
_Place = tuple[str, str, int]


def search(query: str, language: str, key: str, *, everywhere: bool = True) -> Search:
    """Look for a query in the rules of all rule sets, or only in those of the rule set `key`."""
    language = known_language(language)
    query = " ".join(query.replace("\0", " ")[:LONGEST_QUERY].split())
    wanted = _wanted(query, language)
    scores = [_scores(one, language, "" if everywhere else key) for one in wanted]
    ids = list(dict.fromkeys(rule_id for one in scores for rule_id in one))
    most = max((sum(rule_id in one for one in scores) for rule_id in ids), default=0)
    order = list(RULES)
    ranked = sorted(
        (rule_id for rule_id in ids if sum(rule_id in one for one in scores) == most),
        key=lambda rule_id: (
            rule_id != query.lower(),
            -sum(one.get(rule_id, 0) for one in scores),
            order.index(rule_id),
        ),
    )
    asked = tuple(dict.fromkeys(one.key for one in wanted if one.key))
    return Search(
        query=query,
        found=tuple(_found(rule_id, wanted, language, key) for rule_id in ranked[:MOST_SHOWN]),
        total=len(ranked),
        nearest=bool(ranked) and most < len(wanted),
        words=tuple(word(one, language, with_rules=False) for one in asked[:3]),
        suggestions=() if ranked else tuple(_suggestions(query, language)),
    )


# What is asked for


def _wanted(query: str, language: str) -> list[_Wanted]:
    """The query in pieces: names of the game, and what is joined by hyphens or dots, stay whole."""
    joined: list[list[str]] = [
        [fold(found[0], language) for found in WORD.finditer(part)] for part in query.split()
    ]
    parts = _melds_whole([part for part in joined if part])[:MOST_WORDS]
    wanted = []
    at = 0
    while at < len(parts):
        length, key = _name_at(parts, at, language)
        taken = parts[at : at + max(1, length)]
        literal = tuple(stem(one, language) for part in taken for one in part)
        rows = dict.fromkeys([literal, *(names(language)[key] if key else ())])
        wanted.append(_Wanted(tuple(row for row in rows if row), key))
        at += max(1, length)
    return wanted


def _melds_whole(parts: list[list[str]]) -> list[list[str]]:
    """Three or more numbers side by side are a meld, as if they were joined: "12 13 1"."""
    whole: list[list[str]] = []
    for numbers, group in groupby(parts, key=lambda part: all(one.isdigit() for one in part)):
        row = list(group)
        together = [one for part in row for one in part]
        whole += [together] if numbers and len(together) >= MELD else row
    return whole


def _name_at(parts: Sequence[list[str]], at: int, language: str) -> tuple[int, str]:
    """The name of a word of the game that begins here, in any language, and how long it is."""
    for length in range(min(LONGEST_NAME, len(parts) - at), 0, -1):
        typed = [one for part in parts[at : at + length] for one in part]
        for spoken in dict.fromkeys((language, "de", "tr", "en")):
            key = all_names().get(tuple(stem(one, spoken) for one in typed))
            if key:
                return length, key
    return 0, ""


# Where it stands


def _scores(wanted: _Wanted, language: str, only: str) -> dict[str, float]:
    """By rule, the weight of the best place at which a row of the stems stands.

    `only` is the rule set whose rules are searched, in the words that they have there.
    """
    found: dict[str, float] = {}
    for row in wanted.rows:
        for (rule_id, field, number), like in _places(row, language).items():
            played_in = texts(rule_id, language)[number // APART][1]
            if not only or only in played_in:
                weight = WEIGHTS[field] * (0.5 + like / 2)
                found[rule_id] = max(found.get(rule_id, 0), weight)
        for chapter, like in _chapters(row, language):
            for rule in RULES.values():
                played = not only or rule.id in RULE_SETS[only].rules
                if rule.chapter == chapter and played:
                    found[rule.id] = max(found.get(rule.id, 0), CHAPTER * like)
    return found


@cache
def texts(rule_id: str, language: str) -> tuple[tuple[RuleText, tuple[str, ...]], ...]:
    """The texts of a rule, each with the rule sets in which it reads so."""
    found: dict[RuleText, list[str]] = {}
    for key, rules in RULE_SETS.items():
        if rule_id in rules.rules:
            found.setdefault(rule_text(rule_id, language, rules), []).append(key)
    if not found:
        found[rule_text(rule_id, language)] = []
    return tuple((text, tuple(keys)) for text, keys in found.items())


def _places(row: tuple[str, ...], language: str) -> dict[_Place, float]:
    """Where the stems stand one after the other, and how like they are there."""
    so_far: dict[_Place, float] | None = None
    for step, wanted in enumerate(row):
        here: dict[_Place, float] = {}
        for form, places in _index(language).items():
            like = likeness(wanted, form)
            if not like:
                continue
            for rule_id, field, number in places:
                place = (rule_id, field, number - step)
                if so_far is None or place in so_far:
                    before = 1.0 if so_far is None else so_far[place]
                    here[place] = max(here.get(place, 0), min(before, like))
        so_far = here
    found = so_far or {}
    # A number alone stands in half of all examples; only a row of them says something.
    return {place: like for place, like in found.items() if len(row) > 1 or place[1] != "numbers"}


@cache
def _index(language: str) -> dict[str, tuple[_Place, ...]]:
    """By folded word, where it stands in the texts of the catalogue."""
    found: dict[str, list[_Place]] = {}
    for rule in RULES.values():
        for variant, (text, keys) in enumerate(texts(rule.id, language)):
            start = variant * APART
            fields = {"title": text.title, "short": text.short, "long": text.long, "id": rule.id}
            for field, content in fields.items():
                for number, token in enumerate(tokens(content, language), start):
                    for form in token.forms:
                        found.setdefault(form, []).append((rule.id, field, number))
            number = start
            for row in _numbers(rule, keys):
                for one in row:
                    found.setdefault(one, []).append((rule.id, "numbers", number))
                    number += 1
                number += 1  # a row does not go on in the next
    return {form: tuple(dict.fromkeys(places)) for form, places in found.items()}


def _numbers(rule: Rule, keys: Sequence[str]) -> Iterator[list[str]]:
    """The numbers of the melds in the rule's examples in these rule sets, in the order laid."""
    for example in (*rule.legal, *rule.illegal):
        shown = not example.rules or not keys or set(keys) & set(example.rules)
        if isinstance(example, Example) and shown:
            for meld in example.melds.split("|"):
                yield [code.lstrip("RYBK") for code in meld.split() if code[-1].isdigit()]


def _chapters(row: tuple[str, ...], language: str) -> Iterator[tuple[str, float]]:
    if len(row) != 1:
        return
    for chapter in dict.fromkeys(rule.chapter for rule in RULES.values()):
        found = tokens(chapter_name(chapter, language), language)
        like = max((likeness_of(row[0], token) for token in found), default=0)
        if like:
            yield chapter, like


# What is shown


def _found(rule_id: str, wanted: Sequence[_Wanted], language: str, key: str) -> Found:
    played = [one for one, rules in RULE_SETS.items() if rule_id in rules.rules]
    shown_in = key if key in played else played[0] if played else None
    title, snippet = _shown(rule_id, wanted, language, shown_in or "")
    return Found(
        id=rule_id,
        title=title,
        snippet=snippet,
        chapter=chapter_name(RULES[rule_id].chapter, language),
        url=rule_url(shown_in, rule_id) if shown_in else "",
        played_in=tuple(
            PlayedIn(rule_set_name(one, language), rule_url(one, rule_id), one == key)
            for one in played
        ),
    )


def _shown(
    rule_id: str, wanted: Sequence[_Wanted], language: str, key: str
) -> tuple[tuple[Marked, ...], tuple[Marked, ...]]:
    """The title and the sentence with the marks, as they read in the rule set if found there."""
    for text, _keys in sorted(texts(rule_id, language), key=lambda one: key not in one[1]):
        title = marked(text.title, wanted, language)
        short = marked(text.short, wanted, language)
        if any(piece.hit for piece in (*title, *short)):
            return title, short
        long = marked(text.long, wanted, language)
        if any(piece.hit for piece in long):
            return title, _sentence(long)
    text = next(text for text, keys in texts(rule_id, language) if key in keys or not key)
    return (Marked(text.title),), (Marked(text.short),)  # found by its id or its chapter


def marked(text: str, wanted: Sequence[_Wanted], language: str) -> tuple[Marked, ...]:
    """A text in pieces, with what was looked for marked."""
    read = tokens(text, language)
    hits: set[int] = set()
    for row in {row for one in wanted for row in one.rows}:
        for at in range(len(read) - len(row) + 1):
            if all(likeness_of(wanted, read[at + step]) for step, wanted in enumerate(row)):
                hits |= set(range(at, at + len(row)))
    pieces, done = [], 0
    for at in sorted(hits):
        token = read[at]
        if token.start > done:
            pieces.append(Marked(text[done : token.start]))
        pieces.append(Marked(text[token.start : token.end], True))
        done = token.end
    if done < len(text):
        pieces.append(Marked(text[done:]))
    return tuple(pieces)


def _sentence(pieces: Sequence[Marked]) -> tuple[Marked, ...]:
    """The sentence of a marked text that has the first mark."""
    first = next(at for at, piece in enumerate(pieces) if piece.hit)
    before = "".join(piece.text for piece in pieces[:first])
    start = max((before.rfind(end) + 2 for end in (". ", "! ", "? ") if end in before), default=0)
    shown = [Marked(before[start:])] if before[start:] else []
    for piece in pieces[first:]:
        end = -1 if piece.hit else piece.text.find(". ")
        if end >= 0:
            return (*shown, Marked(piece.text[: end + 1]))
        shown.append(piece)
    return tuple(shown)


def _suggestions(query: str, language: str) -> Iterator[str]:
    """Words like those that were typed; then some with which one can begin."""
    vocabulary = _vocabulary(language)
    told: set[str] = set()
    for found in list(WORD.finditer(query))[:3]:
        typed = fold(found[0], language)[:30]
        for close in get_close_matches(typed, vocabulary, n=2, cutoff=0.72):
            if vocabulary[close] not in told:
                told.add(vocabulary[close])
                yield vocabulary[close]
    known = entries(language)
    for key in STARTING_POINTS:
        if key in known and known[key].term not in told:
            yield known[key].term


@cache
def _vocabulary(language: str) -> dict[str, str]:
    """The words of titles and of the glossary, by their folded form."""
    found: dict[str, str] = {}
    for entry in entries(language).values():
        for name in (entry.term, *entry.also.split(",")):
            found.setdefault(fold(name.strip(), language), name.strip())
    for rule_id in RULES:
        for one in WORD.finditer(rule_text(rule_id, language).title):
            if len(one[0]) >= 4:
                found.setdefault(fold(one[0], language), one[0])
    return found
