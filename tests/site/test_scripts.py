"""What holds for every script of our own, read as text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "static" / "js"
LISTENS = re.compile(r"\bdocument(?:\.body)?\.addEventListener\(")
# An event may arrive at the document itself, which has neither.
BARE = re.compile(r"\btarget\.(?:closest|matches)\(")


def _listeners(script: str) -> Iterator[str]:
    """The calls that listen to the whole document, each to its closing bracket."""
    for found in LISTENS.finditer(script):
        depth, at = 1, found.end()
        while depth and at < len(script):
            depth += {"(": 1, ")": -1}.get(script[at], 0)
            at += 1
        yield script[found.start() : at]


def _stumbles(script: str) -> list[str]:
    """Listeners whose first question fails for a target that is no element."""
    return [
        listener
        for listener in _listeners(script)
        if (bare := BARE.search(listener)) and "closest?.(" not in listener[: bare.start()]
    ]


@pytest.mark.parametrize("path", sorted(SCRIPTS.rglob("*.js")), ids=lambda path: path.stem)
def test_what_listens_on_the_document_bears_a_target_that_is_no_element(path: Path) -> None:
    assert not _stumbles(path.read_text())


def test_a_listener_that_stumbles_is_found() -> None:
    stumbling = 'document.addEventListener("click", (event) => { event.target.closest("a"); });'
    assert _stumbles(stumbling)
    assert not _stumbles(stumbling.replace("closest(", "closest?.("))
    assert not _stumbles(stumbling.replace("document.", "button."))
