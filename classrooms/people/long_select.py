"""A choice among many, each of which the library would draw with templates of its own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django import forms
from django.forms.renderers import BaseRenderer
from django.forms.utils import flatatt
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe


def _option(value: str, label: str, chosen: bool) -> SafeString:
    mark = mark_safe(" selected") if chosen else ""
    return format_html('<option value="{}"{}>{}</option>', value, mark, label)


class LongSelect(forms.Select):
    """Draws as `Select` does, without groups of options."""

    option = staticmethod(_option)

    def render(
        self,
        name: str,
        value: Any,
        attrs: Mapping[str, Any] | None = None,
        renderer: BaseRenderer | None = None,
    ) -> SafeString:
        chosen = set(self.format_value(value))
        options = "\n".join(
            self.option(str(one), str(label), str(one) in chosen) for one, label in self.choices
        )
        attributes = flatatt(self.build_attrs(self.attrs, {"name": name, **(attrs or {})}))
        return format_html(
            "<select{}>\n{}\n</select>",
            attributes,
            mark_safe(options),  # noqa: S308 - every option is escaped
        )


class ZoneSelect(LongSelect):
    """The same for time zones: hundreds, and the same for everybody, so each is written once."""

    option = staticmethod(lru_cache(maxsize=2_048)(_option))
