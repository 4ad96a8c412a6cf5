"""Reading the tutor's texts: one folder of TOML files a language, each read once."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

CONTENT: Final = Path(__file__).resolve().parent / "content"
LANGUAGES: Final = ("en", "de", "tr")


def known_language(language: str | None) -> str:
    """The language of the site nearest to a language tag: `de-at` is `de`, `fr` is `en`."""
    base = (language or "").replace("_", "-").split("-")[0].lower()
    return base if base in LANGUAGES else LANGUAGES[0]


def content(language: str, name: str) -> dict[str, Any]:
    """One file of texts, as in `content("de", "phrases")`; see the folder for the names."""
    return _read(known_language(language), name)


@cache
def _read(language: str, name: str) -> dict[str, Any]:
    with (CONTENT / language / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)
