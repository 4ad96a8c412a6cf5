"""A choice among hundreds is drawn as the library draws it, and quickly."""

from __future__ import annotations

import re

import pytest
from django import forms

from classrooms.people.forms import zones
from classrooms.people.long_select import LongSelect, ZoneSelect

HOSTILE = 'Europe/"><script>'


def _parts(html: str) -> tuple[list[str], list[str]]:
    """The attributes of the select, and its options."""
    found = re.fullmatch(r"\s*<select (.*?)>(.*)</select>\s*", html, re.DOTALL)
    assert found is not None
    return sorted(found[1].split()), [one.strip() for one in found[2].split("\n") if one.strip()]


@pytest.mark.parametrize("value", ["Europe/Berlin", "Nowhere", "", None, HOSTILE])
def test_it_draws_what_the_library_draws(value: str | None) -> None:
    choices = [*((one, one) for one in zones()), (HOSTILE, "<b>")]
    attrs = {"id": "id_zone", "required": True, "aria-describedby": "id_zone_helptext"}
    drawn = [
        _parts(widget(choices=choices).render("zone", value, attrs))
        for widget in (LongSelect, ZoneSelect, forms.Select)
    ]
    assert drawn[0] == drawn[1] == drawn[2]
    assert len(drawn[0][1]) == len(choices)
    assert not any("<script" in one or "<b>" in one for one in drawn[0][1])
