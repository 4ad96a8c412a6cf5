"""Tiles of a round in templates: `{% load rounds %}`, `{% round_tile tile %}`.

A state has a hundred tiles and the next one nearly the same: each is rendered once.
"""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from tutor.rounds import RoundTile
from tutor.templatetags.tiles import vars_of

register = template.Library()


@register.simple_tag
def round_tile(tile: RoundTile, size: str = "round") -> SafeString:
    """Draw a tile of a round with its accessible name; a new one is marked."""
    return _drawn(tile, size)


@lru_cache(maxsize=2048)
def _drawn(tile: RoundTile, size: str) -> SafeString:
    look = f"{size} is-new" if tile.is_new else size
    return render_to_string("includes/tile.html", {**vars_of(tile.drawn), "size": look})
