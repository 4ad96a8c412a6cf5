"""Values that cost little to make, and members of enumerations that cost little to name.

Both are what they were: what is made quick here is equal, frozen and of the same class.
"""

from __future__ import annotations

from dataclasses import MISSING, fields
from enum import Enum
from typing import Any, TypeVar

T = TypeVar("T")
E = TypeVar("E", bound=Enum)


def plain_members(enumeration: type[E]) -> type[E]:
    """Make the members of an enumeration plain attributes of it, as they are from Python 3.12 on.

    In Python 3.11 a descriptor answers for each of them, and to name `Phase.DRAW` so takes five
    times as long as to compare it. Every check of a move names some. Those that are named in every
    move have a name of their own beside the enumeration, as `RUN`, which takes nothing.
    """
    for member in enumeration:
        type.__setattr__(enumeration, member.name, member)  # `EnumType` itself refuses to
    return enumeration


def quick(value: type[T]) -> type[T]:
    """The constructor of a frozen dataclass with slots and without `__post_init__`, made quick.

    A frozen dataclass writes each field through `object.__setattr__`, which takes longer than all
    else that making it needs, and a move makes several values with up to fourteen fields. This
    fills an open twin, whose slots lie alike, and then declares that to be the frozen value.

    >>> from okey.endings import Event
    >>> quick(Event)("penalty.giver", 1, 101) == Event("penalty.giver", 1, 101)
    True
    """
    own = fields(value)  # type: ignore[arg-type]
    slots = {"__slots__": tuple([one.name for one in own])}
    twin = type(value.__name__, value.__bases__, slots)
    known: dict[str, Any] = {"twin": twin, "value": value}
    given, filled = [], []
    for one in own:
        name = word = one.name
        if one.default is not MISSING:
            known[f"{name}_else"] = one.default
            word = f"{name}={name}_else"
        elif one.default_factory is not MISSING:
            known[f"{name}_made"] = one.default_factory
            word = f"{name}=None"
            filled.append(f"    if {name} is None: {name} = {name}_made()")
        given.append(word)
        filled.append(f"    made.{name} = {name}")
    # Written out as `dataclass` writes its own: a loop over the fields would take as long as they.
    text = "\n".join(
        [
            f"def make({', '.join(given)}):",
            "    made = twin()",
            *filled,
            "    made.__class__ = value",
            "    return made",
        ]
    )
    exec(text, known)  # noqa: S102
    return known["make"]  # type: ignore[no-any-return]
