"""Whatever is let off a rule of the site stands in docs/security.md, and nothing else is let off.

Each row there has its own test; here the code is searched for those that have no row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver

from okeysite import requests, shedding

ROOT: Final = Path(__file__).resolve().parents[2]
CODE: Final = ("accounts", "classrooms", "jobs", "okeysite", "puzzles", "tutor")
# Ways to let one view or answer off what the settings say of all.
WAYS: Final = re.compile(
    r"csrf_exempt|xframe_options_\w+|_csp_(?:replace|update|exempt|config)\w*|@csp_\w+"
    r"|authentication_classes|samesite=\"None\"|Access-Control-|public, max-age"
)
FOUND: Final = {
    ("classrooms/lti/views.py", "csrf_exempt"),
    ("classrooms/lti/views.py", "xframe_options_exempt"),
    ("classrooms/lti/views.py", "_csp_replace"),
    ("classrooms/lti/views.py", "public, max-age"),
    ("classrooms/lti/class_views.py", "_csp_update"),
    ("classrooms/lti/logins.py", 'samesite="None"'),
    ("accounts/api_views.py", "authentication_classes"),
}


def table() -> str:
    """The part of the page that names them."""
    page = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    return page.partition("## What is let off a rule")[2].partition("\n## ")[0]


def views(patterns: list[Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Every view with its address."""
    for entry in patterns:
        if isinstance(entry, URLResolver):
            yield from views(entry.url_patterns, before + str(entry.pattern))
        elif isinstance(entry, URLPattern):
            yield before + str(entry.pattern), entry.callback


def test_no_file_lets_anything_off_that_has_no_row() -> None:
    found = {
        (str(path.relative_to(ROOT)), way)
        for room in CODE
        for path in (ROOT / room).rglob("*.py")
        for way in WAYS.findall(path.read_text(encoding="utf-8"))
    }
    assert found == FOUND
    for file, _way in FOUND:
        assert f"`{file}`" in table(), file


def test_no_view_goes_without_the_forms_token_but_those_named() -> None:
    """A view of the API asks for it itself, where a session stands for somebody."""
    bare, nobodys = set(), set()
    for route, view in views(get_resolver().url_patterns):
        of_api = getattr(view, "cls", None)
        if of_api is None and getattr(view, "csrf_exempt", False):
            bare.add(route)
        if of_api is not None and not of_api.authentication_classes:
            nobodys.add(route)
    assert bare == {"lti/login/", "lti/launch/"}
    assert nobodys == {"api/v1/visitor/"}
    for route in bare | nobodys:
        assert f"`/{route}`" in table(), route


def test_what_is_asked_from_inside_is_the_same_everywhere() -> None:
    """Without TLS, under any host name, and however much comes."""
    inside = {f"/{one.strip('^$')}" for one in settings.SECURE_REDIRECT_EXEMPT}
    assert inside == shedding.ALWAYS == requests.INSIDE == {"/healthz", "/readyz", "/metrics"}
    for path in inside:
        assert f"`{path}`" in table(), path
