"""Tiles to tap in templates: `{% load referee %}`, `{% palette_tile one %}`."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tutor.referee.palette import PaletteTile
from tutor.templatetags.tiles import Drawn, vars_of

register = template.Library()


@register.simple_tag
def palette_tile(one: PaletteTile) -> SafeString:
    """Draw a tile of the palette: what it adds, its name, and the copies that are left of it."""
    return format_html(
        '<button type="button" class="palette-tile" data-face="{}" data-code="{}" data-name="{}" '
        'data-copies="{}" aria-label="{}" tabindex="-1"><span class="tile">{}</span>'
        '<span class="copies" aria-hidden="true">{}</span></button>',
        one.face,
        one.code,
        one.name,
        one.copies,
        one.name,
        _face(one.drawn),
        one.copies,
    )


# A palette has every tile, on every page: each face is rendered once.
@lru_cache(maxsize=512)
def _face(shown: Drawn) -> SafeString:
    return render_to_string("includes/tile_face.html", vars_of(shown))
