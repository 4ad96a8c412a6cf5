"""Texts that the operator writes: who runs the site, and what they add about privacy.

Short, `IMPRINT` holds them. Longer ones are files in `TEXTS_DIR`, plain text with empty lines
between paragraphs: `imprint.de.txt` is shown to readers of German, `imprint.txt` to everybody whose
language has no file of its own; `privacy.de.txt` and `privacy.txt` stand on top of `/privacy/`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

from django.conf import settings

MOST: Final = 100_000  # bytes of a file that are shown

Name = Literal["imprint", "privacy"]


def text(name: Name, language: str) -> str:
    """The operator's text for readers of a language; empty where there is none."""
    if settings.TEXTS_DIR:
        for file in (f"{name}.{language.partition('-')[0]}.txt", f"{name}.txt"):
            found = _read(Path(settings.TEXTS_DIR) / file)
            if found:
                return found
    return settings.IMPRINT if name == "imprint" else ""


def missing() -> list[str]:
    """The languages whose readers are not told who runs the site."""
    return [code for code, _name in settings.LANGUAGES if not text("imprint", code)]


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return file.read(MOST).decode("utf-8", errors="replace").strip()
    except OSError:
        return ""
