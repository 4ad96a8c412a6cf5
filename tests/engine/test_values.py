"""Values made the quick way are the values themselves."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from okey.endings import Event
from okey.melds import MeldKind
from okey.table import Seat, TableMeld
from okey.values import quick


def test_a_value_made_quickly_is_the_same_value() -> None:
    made = quick(Seat)((), 3, opened="pairs")
    assert type(made) is Seat
    assert made == Seat((), 3, opened="pairs")
    assert hash(made) == hash(Seat((), 3, opened="pairs"))
    assert repr(made) == repr(Seat((), 3, opened="pairs"))


def test_a_value_made_quickly_cannot_be_changed() -> None:
    made = quick(Event)("penalty.giver", 1, 101)
    with pytest.raises(FrozenInstanceError):
        made.seat = 2  # type: ignore[misc]


def test_a_default_that_is_made_is_made_anew() -> None:
    new = quick(TableMeld)
    one, other = new(0, MeldKind.RUN, ()), new(0, MeldKind.RUN, ())
    assert one.memo is not other.memo
