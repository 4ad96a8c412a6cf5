"""The parameters of a rule set in words: their names, and what each value means.

Paths are written as in `okey.rules.parameters`: `okeys.counts`, `scoring.factors.okey`, and a block
by its own name: `swap`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, Final

from okey.rules.model import Countdown, Points
from okey.rules.parameters import (
    Chips,
    Dealing,
    Declaring,
    Ending,
    Factors,
    Groups,
    HandSize,
    Match,
    Okeys,
    Opening,
    Pairs,
    Penalties,
    Runs,
    Seating,
    Showing,
    Siler,
    Swap,
    Table,
    Take,
)
from tutor.loading import content
from tutor.names import Number, join

# The blocks in the order in which a game meets them.
_BLOCKS: Final[dict[str, tuple[type, ...]]] = {
    "hand": (HandSize,),
    "seating": (Seating,),
    "dealing": (Dealing,),
    "okeys": (Okeys,),
    "runs": (Runs,),
    "groups": (Groups,),
    "pairs": (Pairs,),
    "opening": (Opening,),
    "showing": (Showing,),
    "take": (Take,),
    "table": (Table,),
    "swap": (Swap,),
    "declaring": (Declaring,),
    "ending": (Ending,),
    "penalties": (Penalties,),
    "scoring": (Points, Countdown),
    "match": (Match,),
}
# Blocks within a block.
_INNER: Final[dict[str, type]] = {
    "scoring.factors": Factors,
    "scoring.siler": Siler,
    "match.chips": Chips,
}
_PENALTIES: Final = ("giver", "okey_thrown", "layable_discard", "okey_retrieved", "failed_opening")
_FACTORS: Final = (
    *(f"scoring.factors.{name}" for name in ("okey", "pairs", "from_hand", "direct", "risk")),
    "scoring.okey",
    "scoring.pairs",
    "scoring.pairs_remainder",
)


def parameter_paths() -> tuple[str, ...]:
    """Every block and every field, in order, a block before its fields."""
    return tuple(_paths())


def _paths() -> Iterator[str]:
    for block, types in _BLOCKS.items():
        yield block
        for of_type in types:
            for field in fields(of_type):
                path = f"{block}.{field.name}"
                yield path
                if path in _INNER:
                    yield from (f"{path}.{inner.name}" for inner in fields(_INNER[path]))


def parameter_name(path: str, language: str) -> str:
    """The name of a parameter or a block. Raise `KeyError` for one that does not exist."""
    name: str = content(language, "parameters")["names"][path]
    return name


def parameter_value(path: str, value: Any, language: str) -> str:
    """A value in words, as it stands behind the parameter's name: "× 2", "any number", "yes"."""
    words: dict[str, str] = content(language, "parameters")["words"]
    own: dict[str, str] = content(language, "parameters")["values"].get(path, {})
    if path == "scoring":
        return own["countdown" if isinstance(value, Countdown) else "points"]
    if path in _BLOCKS or path in _INNER:
        return words["not_played" if value is None else "played"]
    match value:
        case None | () | []:
            return own.get("none", words["not_played"])
        case bool():
            return words["yes" if value else "no"]
        case str():
            return own[value]
        case int():
            return _number(path, value, words, language)
        case _:
            return _numbers(tuple(value), words, language)


def _number(path: str, value: int, words: dict[str, str], language: str) -> str:
    number = format(Number(value, language), "")
    if path in _FACTORS:
        return words["no_factor"] if value == 1 else words["factor"].format(factor=number)
    if path.startswith("penalties.") and not value:
        return words["no_penalty"]
    return number


def _numbers(values: tuple[int, ...], words: dict[str, str], language: str) -> str:
    in_a_row = len(values) > 2 and values == tuple(range(values[0], values[-1] + 1))
    if in_a_row:
        return words["range"].format(least=values[0], most=values[-1])
    return join([str(value) for value in values], language, "or")


def value_at(rules: Any, path: str) -> Any:
    """The value of a parameter in a rule set; None where its block is not played.

    Raise `KeyError` for a parameter that the rule set's kind of scoring does not have.
    """
    found = rules
    for name in path.split("."):
        if found is None:
            return None
        if not is_dataclass(found) or name not in {field.name for field in fields(found)}:
            raise KeyError(path)
        found = getattr(found, name)
    return found
