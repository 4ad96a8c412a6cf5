"""A choice among many, each of which the library would draw with templates of its own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django import forms
from django.forms.renderers import BaseRenderer
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString


def _option(value: str, label: str, chosen: bool) -> SafeString:
    text = '<option value="{}" selected>{}</option>' if chosen else '<option value="{}">{}</option>'
    return format_html(text, value, label)


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
        options = format_html_join(
            "\n",
            "{}",
            (
                (self.option(str(one), str(label), str(one) in chosen),)
                for one, label in self.choices
            ),
        )
        attributes = flatatt(self.build_attrs(self.attrs, {"name": name, **(attrs or {})}))
        return format_html("<select{}>\n{}\n</select>", attributes, options)


class ZoneSelect(LongSelect):
    """The same for time zones: hundreds, and the same for everybody, so each is written once."""

    option = staticmethod(lru_cache(maxsize=2_048)(_option))
