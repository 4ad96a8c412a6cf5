"""Words of one language where all are read: text of a template outside the translate tags."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

# Names and codes that are the same everywhere.
NAMES = {"Istaka", "API", "JSON", "DE", "TR", "EN", "OpenAPI", "Okey"}
SILENT = {"script", "style", "code", "kbd", "samp", "svg"}
SPOKEN = {"alt", "aria-label", "aria-description", "placeholder", "title"}
_WORD = re.compile(r"[^\W\d_]{2,}")
_TAGS = re.compile(
    r"{%-?\s*comment\b.*?{%-?\s*endcomment\s*%}"
    r"|{%\s*blocktrans(?:late)?\b.*?{%\s*endblocktrans(?:late)?\s*%}"
    r"|{#.*?#}|{%.*?%}|{{.*?}}",
    re.DOTALL,
)


def stray_words(path: Path) -> list[str]:
    """The words in a template that no translation reaches, each with its line."""
    # a mark that is no letter keeps the lines, and the quotes of attributes, where they are
    bare = _TAGS.sub(lambda found: "·" + "\n" * found.group().count("\n"), path.read_text())
    if path.suffix != ".html":
        return [f"{path.name}: {word}" for word in _words(bare)]
    reader = _Reader()
    reader.feed(bare)
    return [f"{path.name}:{line}: {word}" for line, word in reader.found]


def _words(text: str) -> list[str]:
    return [word for word in _WORD.findall(text) if word not in NAMES]


class _Reader(HTMLParser):
    """Collects what a person would read or hear."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[int, str]] = []
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += tag in SILENT
        for name, value in attrs:
            if name in SPOKEN and value:
                self._note(value)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.silent -= tag in SILENT

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in SILENT

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self._note(data)

    def _note(self, text: str) -> None:
        self.found += [(self.getpos()[0], word) for word in _words(text)]
