"""What a kind of puzzle says: one small file a kind and language, `content/LANG/kinds/KEY.toml`.

| key | what |
|---|---|
| `name`, `about` | the kind's name, and one sentence for lists |
| `ask` and further ones | the question, by `Exercise.ask`; `ask-RULESKEY` beats it there |
| `hint` | the second hint: to which tiles it comes |
| `told` | optional: the right answer explained with values |
| `proof` | the certificate, shown after the answer |
| `[options]` | the names of what can be chosen, where it is neither a tile nor a rule nor a move |
| `[themes]` | the name of each theme |
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from tutor.loading import known_language

CONTENT: Final = Path(__file__).resolve().parent / "content"


def kind_texts(key: str, language: str) -> Mapping[str, Any]:
    """The texts of a kind. Raise `FileNotFoundError` where there are none."""
    return _read(known_language(language), key)


@cache
def _read(language: str, key: str) -> Mapping[str, Any]:
    with (CONTENT / language / "kinds" / f"{key}.toml").open("rb") as file:
        return tomllib.load(file)
