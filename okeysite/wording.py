"""Words of one language where all are read: text of a template outside the translate tags."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

# Names and codes that are the same everywhere.
NAMES = {"Istaka", "API", "JSON", "DE", "TR", "EN", "OpenAPI", "Okey"}
SILENT = {"script", "style", "code", "kbd", "samp", "svg"}
VOID = {"area", "br", "hr", "img", "input", "link", "meta", "source", "use", "wbr"}
MARK = "·"  # stands where a template tag was: no letter
SPOKEN = {"alt", "aria-label", "aria-description", "placeholder", "title"}
_WORD = re.compile(r"[^\W\d_]{2,}")
_TAGS = re.compile(
    r"{%-?\s*comment\b.*?{%-?\s*endcomment\s*%}"
    r"|{%\s*block\s+\w*class\s*%}.*?{%\s*endblock[^%]*%}"
    r"|{%\s*blocktrans(?:late)?\b.*?{%\s*endblocktrans(?:late)?\s*%}"
    r"|{#.*?#}|{%.*?%}|{{.*?}}",
    re.DOTALL,
)


def stray_words(path: Path) -> list[str]:
    """The words in a template that no translation reaches, each with its line."""
    # lines, and the quotes of attributes, stay where they are
    bare = _TAGS.sub(lambda found: MARK + "\n" * found.group().count("\n"), path.read_text())
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
        self.silent: list[str] = []  # the open elements since the outermost that is not read

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        # an element that names its language is meant to be in it
        named = any(name == "lang" and value and value != MARK for name, value in attrs)
        if self.silent or tag in SILENT or named:
            if tag not in VOID:
                self.silent.append(tag)
            return
        for name, value in attrs:
            if name in SPOKEN and value:
                self._note(value)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.silent:
            del self.silent[len(self.silent) - 1 - self.silent[::-1].index(tag) :]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        depth = len(self.silent)
        self.handle_starttag(tag, attrs)
        del self.silent[depth:]

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self._note(data)

    def _note(self, text: str) -> None:
        self.found += [(self.getpos()[0], word) for word in _words(text)]
