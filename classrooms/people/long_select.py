"""A choice among hundreds, each of which the library would draw with templates of its own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django import forms
from django.forms.renderers import BaseRenderer
from django.forms.utils import flatatt
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe


class LongSelect(forms.Select):
    """Draws as `Select` does, without groups of options, and remembers how an option is written."""

    def render(
        self,
        name: str,
        value: Any,
        attrs: Mapping[str, Any] | None = None,
        renderer: BaseRenderer | None = None,
    ) -> SafeString:
        chosen = set(self.format_value(value))
        options = "\n".join(
            _option(str(one), str(label), str(one) in chosen) for one, label in self.choices
        )
        attributes = flatatt(self.build_attrs(self.attrs, {"name": name, **(attrs or {})}))
        return format_html(
            "<select{}>\n{}\n</select>",
            attributes,
            mark_safe(options),  # noqa: S308 - every option is escaped
        )


@lru_cache(maxsize=4_096)
def _option(value: str, label: str, chosen: bool) -> SafeString:
    mark = mark_safe(" selected") if chosen else ""
    return format_html('<option value="{}"{}>{}</option>', value, mark, label)
