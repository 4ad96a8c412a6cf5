"""Frozen values that cost little to make.

A frozen dataclass writes each field through `object.__setattr__`, which takes longer than all else
that making it needs. A move makes several values with up to fourteen fields.
"""

from __future__ import annotations

from dataclasses import field, fields, make_dataclass
from typing import Any, TypeVar

T = TypeVar("T")


def quick(value: type[T]) -> type[T]:
    """The constructor of a frozen dataclass with slots and without `__post_init__`, made quick.

    It fills an open twin, whose slots lie alike, and then declares that to be the frozen value.

    >>> from okey.endings import Event
    >>> quick(Event)("penalty.giver", 1, 101) == Event("penalty.giver", 1, 101)
    True
    """

    def close(twin: Any) -> None:
        twin.__class__ = value

    own = [
        (one.name, one.type, field(default=one.default, default_factory=one.default_factory))
        for one in fields(value)  # type: ignore[arg-type]
    ]
    namespace = {"__post_init__": close}
    return make_dataclass(value.__name__, own, slots=True, namespace=namespace)
