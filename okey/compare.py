"""What changes between two rule sets: their parameters and rules, and which of them matter.

Everything is computed from the rule sets; nothing here knows what any parameter means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import reduce
from typing import Any, Final, TypeVar

from okey.errors import InputError
from okey.rules.catalogue import rules_in_force
from okey.rules.model import RuleSet

T = TypeVar("T")

# What a rule set has beside its parameters.
_NO_PARAMETERS: Final = frozenset({"key", "version", "documents", "rules"})


@dataclass(frozen=True, slots=True)
class Difference:
    """A parameter with its value in each of two rule sets.

    `path` is `runs.wrap_end`, or a block such as `swap` where one of them does not have it (its
    value is None there) or has another kind of it.
    """

    path: str
    ours: Any
    theirs: Any


@dataclass(frozen=True, slots=True)
class Comparison:
    """All that changes from one rule set to another, in the rulebook's order."""

    ours: RuleSet
    theirs: RuleSet
    differences: tuple[Difference, ...]
    only_ours: tuple[str, ...]
    only_theirs: tuple[str, ...]


def compare(ours: RuleSet, theirs: RuleSet) -> Comparison:
    """Compare two rule sets.

    >>> from okey import derive, rule_set
    >>> from okey.rules.parameters import Runs
    >>> club = rule_set("101-club")
    >>> found = compare(club, derive(club, "house", runs=Runs(wrap_end=True)))
    >>> [(one.path, one.ours, one.theirs) for one in found.differences]
    [('runs.wrap_end', False, True)]
    >>> found.only_ours, found.only_theirs
    (('run.no-wrap',), ('run.wrap-end',))
    """
    return Comparison(
        ours,
        theirs,
        tuple(differences(ours, theirs)),
        tuple(rule for rule in ours.rules if rule not in theirs.rules),
        tuple(rule for rule in theirs.rules if rule not in ours.rules),
    )


def differences(ours: RuleSet, theirs: RuleSet) -> Iterator[Difference]:
    """The parameters in which two rule sets differ, in the order of their blocks."""
    for name in block_names():
        yield from _differing(name, getattr(ours, name), getattr(theirs, name))


def block_names() -> tuple[str, ...]:
    """The names of a rule set's blocks of parameters, in its order."""
    return tuple(field.name for field in fields(RuleSet) if field.name not in _NO_PARAMETERS)


def value_at(rules: RuleSet, path: str) -> Any:
    """The value of a parameter, None where the rule set has no such block."""
    value: Any = rules
    for name in path.split("."):
        value = getattr(value, name, None)
    return value


def _differing(path: str, ours: Any, theirs: Any) -> Iterator[Difference]:
    if ours == theirs:
        return
    if is_dataclass(ours) and type(ours) is type(theirs):
        for field in fields(ours):
            yield from _differing(
                f"{path}.{field.name}", getattr(ours, field.name), getattr(theirs, field.name)
            )
        return
    yield Difference(path, ours, theirs)


# Rule sets in between


def with_changes(rules: RuleSet, changes: Iterable[Difference]) -> RuleSet:
    """A rule set with the values that `changes` have in theirs.

    Raise `InputError` (`rules.contradiction`) where they contradict the rest.
    """
    changed = reduce(_with, changes, _Parts(rules)).rule_set()
    return replace(changed, rules=rules_in_force(changed))


class _Parts:
    """A rule set in parts, changed before it is checked as a whole."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.blocks: dict[str, Any] = {}

    def block(self, name: str) -> Any:
        return self.blocks.get(name, getattr(self.rules, name))

    def rule_set(self) -> RuleSet:
        return replace(self.rules, **self.blocks)


def _with(parts: _Parts, change: Difference) -> _Parts:
    block, *inner = change.path.split(".")
    parts.blocks[block] = _replaced(parts.block(block), inner, change.theirs)
    return parts


def _replaced(value: Any, path: list[str], new: Any) -> Any:
    if not path:
        return new
    return replace(value, **{path[0]: _replaced(getattr(value, path[0]), path[1:], new)})


def cause(
    ours: RuleSet, theirs: RuleSet, ask: Callable[[RuleSet], T]
) -> tuple[Difference, ...] | None:
    """The parameters that make the answers of two rule sets differ; None where they agree.

    As few as possible: one that alone turns our answer into theirs, otherwise a set of which none
    can be left out.
    """
    here, there = ask(ours), ask(theirs)
    if here == there:
        return None
    found = tuple(differences(ours, theirs))

    def answers(changes: Iterable[Difference]) -> bool:
        try:
            return ask(with_changes(ours, changes)) == there
        except InputError:  # these changes are no rule set without the others
            return False

    for one in found:
        if answers([one]):
            return (one,)
    needed, before = list(found), 0
    while len(needed) != before:  # what is left out may free what contradicted without it
        before = len(needed)
        for one in list(needed):
            without = [other for other in needed if other is not one]
            if answers(without):
                needed = without
    return tuple(needed)
