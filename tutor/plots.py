"""Plots as SVG, drawn by pygal: shapes with classes, coloured by the site's own style sheet.

No style and no script stands in a plot, so the page's content policy holds, and it follows the
theme. What it shows stands beside it as a table: the plot itself is hidden from screen readers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

import pygal
from django.utils.safestring import SafeString, mark_safe

from accounts.remembering import remembered

# What pygal writes besides shapes: its own styles and its data for a script.
_LEFT_OUT: Final = re.compile(
    r"<(style|script|desc|title)\b[^>]*>.*?</\1>|<!--.*?-->| (?:style|id)=\"[^\"]*\"", re.DOTALL
)


def bars(
    labels: Sequence[str], values: Sequence[int], *, width: int = 640, height: int = 220
) -> SafeString:
    """Draw one bar a label. Only every second label is written where there are more than eight."""
    figures = (tuple(labels), tuple(values), width, height)
    return remembered(("bars", *figures), lambda: _bars(*figures))


def _bars(labels: tuple[str, ...], values: tuple[int, ...], width: int, height: int) -> SafeString:
    chart: Any = pygal.Bar(
        css=(),
        js=(),
        width=width,
        height=height,
        disable_xml_declaration=True,
        no_prefix=True,
        show_legend=False,
        margin=0,
        margin_top=14,
        truncate_label=-1,
        print_values_position="top",
        show_minor_x_labels=False,
        x_labels_major_every=2 if len(labels) > 8 else 1,
        show_y_guides=True,
        print_values=True,
        range=(0, max(4, *values) if values else 4),
        y_labels=(),
        include_x_axis=True,
        rounded_bars=3,
    )
    chart.x_labels = list(labels)
    chart.add("", list(values), formatter=lambda value: str(value or ""))
    return _clean(chart.render(is_unicode=True))


def course(
    labels: Sequence[str], values: Sequence[int], *, width: int = 640, height: int = 240
) -> SafeString:
    """Draw a line through values in their order. Of many labels only a few are written."""
    figures = (tuple(labels), tuple(values), width, height)
    return remembered(("course", *figures), lambda: _course(*figures))


def _course(
    labels: tuple[str, ...], values: tuple[int, ...], width: int, height: int
) -> SafeString:
    low, high = (min(values), max(values)) if values else (0, 0)
    room = max(10, (high - low) // 8)
    chart: Any = pygal.Line(
        css=(),
        js=(),
        width=width,
        height=height,
        disable_xml_declaration=True,
        no_prefix=True,
        show_legend=False,
        margin=0,
        margin_top=10,
        margin_right=24,
        margin_left=14,
        truncate_label=-1,
        show_minor_x_labels=False,
        x_labels_major_count=min(5, len(labels)),
        show_y_guides=True,
        dots_size=3 if len(values) <= 40 else 1,
        range=(low - room, high + room),
        y_labels=_steps(low - room, high + room),
        fill=False,
    )
    chart.x_labels = list(labels)
    chart.add("", list(values), formatter=str)
    return _clean(chart.render(is_unicode=True))


def beside(
    labels: Sequence[str],
    values: Sequence[int],
    marks: Sequence[int],
    *,
    most: int = 100,
    width: int = 640,
    height: int = 240,
) -> SafeString:
    """Draw two bars a label: an outlined one to hold against, and one with its number on top.

    The two differ by outline, not by colour alone.
    """
    figures = (tuple(labels), tuple(values), tuple(marks), most, width, height)
    return remembered(("bars beside", *figures), lambda: _beside(*figures))


def _beside(
    labels: tuple[str, ...],
    values: tuple[int, ...],
    marks: tuple[int, ...],
    most: int,
    width: int,
    height: int,
) -> SafeString:
    chart: Any = pygal.Bar(
        css=(),
        js=(),
        width=width,
        height=height,
        disable_xml_declaration=True,
        no_prefix=True,
        show_legend=False,
        margin=0,
        margin_top=18,
        margin_left=12,
        truncate_label=-1,
        show_y_guides=True,
        print_values=True,
        print_values_position="top",
        range=(0, most),
        y_labels=(0, most // 2, most),
        rounded_bars=3,
    )
    chart.x_labels = list(labels)
    chart.add("", list(marks), formatter=lambda value: "")
    chart.add("", list(values), formatter=lambda value: str(value or ""))
    return _clean(chart.render(is_unicode=True))


def _steps(low: int, high: int) -> list[int]:
    """Round numbers between two, three or so."""
    step = next(one for one in (10, 20, 50, 100, 200, 500, 1000) if high - low <= 4 * one)
    return list(range(-(-low // step) * step, high + 1, step))


def _clean(svg: str) -> SafeString:
    # Made by pygal from numbers and dates alone: nothing that somebody typed is in it.
    hidden = _LEFT_OUT.sub("", svg).replace(
        "<svg ", '<svg aria-hidden="true" focusable="false" ', 1
    )
    return mark_safe(hidden)  # noqa: S308
