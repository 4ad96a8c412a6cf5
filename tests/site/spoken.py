"""What a page says, and which of it is English where the reader asked for German or Turkish."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import polib
from django.conf import settings

from tutor.loading import CONTENT, content

SILENT = {"script", "style", "code", "kbd", "pre", "samp", "textarea", "template"}
VOID = {"area", "br", "hr", "img", "input", "link", "meta", "source", "use", "wbr"}
SPOKEN = {"alt", "aria-label", "aria-description", "placeholder", "title"}
# Common in English, no word of German or Turkish, and in no name that stands on a page.
GIVE_AWAY = {
    *("the", "and", "of", "you", "your", "is", "are", "with", "this", "that", "to", "cannot"),
    *("for", "from", "please", "be", "been", "has", "have", "must", "should", "their", "which"),
}
FORMAL = {
    "de": re.compile(r"(?<=[a-zäöüß,] )(?:Sie|Ihnen|Ihr\w*)\b"),
    "tr": re.compile(
        r"\b(?![Yy]alnız|[Dd]eniz|[Hh]enüz)\w+n[iıuü]z\w{0,3}\b|\b[Ll]ütfen\b"
        r"|\b(?:girin|olun|seçin|deneyin|edin|kullanın|yükleyin|bakın|gönderin|yazın)\b"
    ),
}
_PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|{\w+[^{}]*}")
_ENDS = re.compile(r"^\W+|\W+$")  # what surrounds a text and is no letter
_WORD = re.compile(r"[^\W\d_]+")
_ADDRESS = re.compile(r"\S+://\S+|\S+@\S+|\S*\w/\S*")
_NAME = re.compile(r"\S*\d\S*")  # of a person, a key, a token: chance may spell a word in it


def texts(answer: Any) -> list[str]:
    """All that a response says: of a page its text and labels, of JSON the message of an error."""
    kind = answer.headers.get("Content-Type", "")
    body = answer.content.decode() if not answer.streaming else ""
    if "json" in kind:
        error = json.loads(body).get("error") if body.startswith("{") else None
        return [error["message"]] if isinstance(error, dict) else []
    if "html" not in kind:
        return [body] if kind.startswith("text/plain") else []
    reader = _Reader(answer.headers.get("Content-Language", ""))
    reader.feed(body)
    return [" ".join(text.split()) for text in reader.found if text.strip()]


def faults(found: list[str], language: str) -> list[str]:
    """What of it is English, or says "Sie" or "siz"."""
    return [fault for text in found if (fault := _fault(text, language))]


@lru_cache(maxsize=1 << 16)  # most of a page stands on every page
def _fault(text: str, language: str) -> str:
    words = set(_WORD.findall(_NAME.sub("", _ADDRESS.sub("", text))))
    if words & GIVE_AWAY:
        return f"an English word: {text!r}"
    if _is_untranslated(text, language):
        return f"the English of a text that is translated: {text!r}"
    return f"formal: {text!r}" if FORMAL[language].search(text) else ""


def _is_untranslated(text: str, language: str) -> bool:
    whole, with_values = untranslated(language)
    likely = [
        *whole.get(_ENDS.sub("", text), ()),
        *(piece for literal, piece in with_values if literal in text),
    ]
    return any(re.fullmatch(_pattern(piece), text) for piece in likely)


@cache
def untranslated(language: str) -> tuple[dict[str, list[str]], list[tuple[str, str]]]:
    """The English of every text that reads differently in the language.

    Those without values, by what lies between their first and last letter; and those with values,
    each beside its longest part between them.
    """
    pairs = [*_catalogue(language), *_content(language)]
    known = {theirs for _english, theirs in pairs}
    pieces = {
        piece
        for english, theirs in pairs
        if english != theirs
        for piece in map(_plain, re.split(r"<code>.*?</code>|<[^>]*>", english))
        if _WORD.search(_PLACEHOLDER.sub("", piece)) and piece not in known
    }
    whole: dict[str, list[str]] = {}
    with_values = []
    for piece in sorted(pieces):
        parts = _PLACEHOLDER.split(piece)
        if len(parts) == 1:
            whole.setdefault(_ENDS.sub("", piece), []).append(piece)
        else:
            with_values.append((max(parts, key=len), piece))
    return whole, with_values


def _catalogue(language: str) -> Iterator[tuple[str, str]]:
    path = Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / "django.po"
    for entry in polib.pofile(str(path)):
        if entry.msgid_plural:
            yield entry.msgid, entry.msgstr_plural[0]
            yield entry.msgid_plural, entry.msgstr_plural[1]
        else:
            yield entry.msgid, entry.msgstr


def _content(language: str) -> Iterator[tuple[str, str]]:
    """The tutor's texts in English beside those of the language."""
    for path in sorted((CONTENT / "en").glob("*.toml")):
        theirs = dict(_leaves(content(language, path.stem)))
        for place, english in _leaves(content("en", path.stem)):
            if place in theirs:
                yield english, theirs[place]


def _leaves(table: Any, place: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    if isinstance(table, dict):
        for key, value in table.items():
            yield from _leaves(value, (*place, key))
    elif isinstance(table, list):
        for number, value in enumerate(table):
            yield from _leaves(value, (*place, str(number)))
    else:
        yield place, str(table)


def _plain(text: str) -> str:
    return " ".join(text.split()).strip(" :.")


def _pattern(piece: str) -> str:
    return r"\W*" + ".+".join(map(re.escape, _PLACEHOLDER.split(piece))) + r"\W*"


class _Reader(HTMLParser):
    """Collects what a person reads or hears in the page's own language."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.language = language
        self.found: list[str] = []
        self.silent: list[str] = []  # the open elements since the outermost that is not read

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        foreign = given.get("lang", self.language) != self.language
        if self.silent or tag in SILENT or foreign:
            if tag not in VOID:
                self.silent.append(tag)
            return
        self.found += [value for name, value in given.items() if name in SPOKEN]
        if "data-texts" in given:  # what the script says
            self.found += [value for name, value in given.items() if name.startswith("data-")]
        if tag == "meta" and given.get("name") == "description":
            self.found.append(given.get("content", ""))
        if tag == "input" and given.get("type") in ("submit", "button", "reset"):
            self.found.append(given.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag in self.silent:
            del self.silent[len(self.silent) - 1 - self.silent[::-1].index(tag) :]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        depth = len(self.silent)
        self.handle_starttag(tag, attrs)
        del self.silent[depth:]

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.found.append(data)
