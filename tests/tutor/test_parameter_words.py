"""Every parameter of a rule set, and every value that it may have, in words."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from okey import RULE_SETS, RuleSet
from okey.rules.model import Countdown, Points
from tutor.loading import LANGUAGES, content
from tutor.parameter_words import parameter_name, parameter_paths, parameter_value, value_at

NOT_PARAMETERS = {"key", "version", "documents", "rules"}


def blocks(of: Any, above: str = "") -> dict[str, Any]:
    """Every path of a rule set with its type, from the types alone."""
    found: dict[str, Any] = {}
    for name, kind in get_type_hints(of).items():
        if of is RuleSet and name in NOT_PARAMETERS:
            continue
        found[f"{above}{name}"] = kind
        for part in (kind, *get_args(kind)):
            if is_dataclass(part):
                found |= blocks(part, f"{above}{name}.")
    return found


PATHS = blocks(RuleSet)


def values(kind: Any) -> list[Any]:
    """Values of a type: all of it where it has few."""
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    if kind is bool:
        return [True, False]
    if kind is int:
        return [0, 1, 2, -101]
    if kind is NoneType:
        return [None]
    if get_origin(kind) is tuple:
        return [(), (4,), (2, 4), (3, 5, 7), tuple(range(7, 22))]
    if is_dataclass(kind):
        return []
    return [value for part in get_args(kind) for value in values(part)]


def test_every_parameter_has_its_name_and_no_name_is_idle() -> None:
    assert set(parameter_paths()) == PATHS.keys()
    assert len(parameter_paths()) == len(set(parameter_paths()))
    for language in LANGUAGES:
        names = content(language, "parameters")["names"]
        assert names.keys() == PATHS.keys()
        assert content(language, "parameters")["values"].keys() <= PATHS.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_parameters_of_a_block_have_the_same_name(language: str) -> None:
    for block in {path.rpartition(".")[0] for path in PATHS}:
        paths = [path for path in PATHS if path.rpartition(".")[0] == block]
        assert len({parameter_name(path, language) for path in paths}) == len(paths), block


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", sorted(PATHS))
def test_every_value_is_said_in_words(path: str, language: str) -> None:
    said = {}
    for value in values(PATHS[path]):
        said[repr(value)] = parameter_value(path, value, language)
        assert said[repr(value)]
        assert "{" not in said[repr(value)]
    assert len(set(said.values())) >= len(said) - 1  # a factor of 1 and of 0, say


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda rules: rules.key)
def test_every_value_of_the_four_is_found_and_said(rules: RuleSet) -> None:
    other = Countdown if isinstance(rules.scoring, Points) else Points
    others = {f"scoring.{field.name}" for field in fields(other)} - {
        f"scoring.{field.name}" for field in fields(rules.scoring)
    }
    for path in parameter_paths():
        if any(path == one or path.startswith(f"{one}.") for one in others):
            with pytest.raises(KeyError):
                value_at(rules, path)
        else:
            assert parameter_value(path, value_at(rules, path), "tr")


@pytest.mark.parametrize(
    ("path", "value", "en", "de"),
    [
        ("okeys.counts", "place", "the number of its place", "die Zahl seines Platzes"),
        ("table.run_cap", None, "any number", "beliebig viele"),
        ("opening.pairs", None, "pairs do not open", "Paare eröffnen nicht"),
        ("scoring.factors.direct", 1, "changes nothing", "ändert nichts"),
        ("scoring.factors.direct", 2, "× 2", "× 2"),
        ("scoring.winner", -101, "−101", "−101"),
        ("penalties.giver", 0, "none", "keine"),
        ("match.rounds", tuple(range(7, 22)), "7 to 21", "7 bis 21"),
        ("match.rounds", (3, 5, 7), "3, 5 or 7", "3, 5 oder 7"),
        ("swap", None, "not played", "wird nicht gespielt"),
        ("take.must_use", True, "yes", "ja"),
    ],
)
def test_a_value_stands_behind_its_name(path: str, value: Any, en: str, de: str) -> None:
    assert parameter_value(path, value, "en") == en
    assert parameter_value(path, value, "de") == de


def test_a_parameter_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(KeyError):
        parameter_name("swap.twice", "en")
    with pytest.raises(KeyError):
        value_at(RULE_SETS["101-club"], "swap.twice")
