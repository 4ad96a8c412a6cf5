"""The tutor's pages."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from okey import RULE_SETS
from tutor import showcase
from tutor.glossary import glossary_page
from tutor.rule_index import index_url, printed_book, rule_index
from tutor.rule_search import search
from tutor.rulebook import rule_page


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """The rules of a rule set (`?rules=KEY`, the first one if none) by chapter.

    With `?q=` what is found in them, in all rule sets unless `in=one`; with `?print=1` all texts.
    """
    key = request.GET.get("rules") or next(iter(RULE_SETS))
    if request.GET.get("print"):
        book = printed_book(key)
        if book is None:
            raise Http404
        return render(request, "tutor/rules_print.html", {"book": book})
    query = request.GET.get("q", "").strip()
    everywhere = request.GET.get("in") != "one"
    page = rule_index(key, listed=not query)
    if page is None:
        raise Http404
    language = get_language() or "en"
    found = search(query, language, key, everywhere=everywhere) if query else None
    part = request.htmx and request.htmx.target == "found"  # type: ignore[attr-defined]
    response = render(
        request,
        "tutor/_found.html" if part else "tutor/rules.html",
        {"page": page, "search": found, "everywhere": everywhere, "part": part},
    )
    patch_vary_headers(response, ("HX-Request", "HX-Target"))
    return response


@require_safe
def glossary(request: HttpRequest) -> HttpResponse:
    """The words of the game in three languages."""
    return render(request, "tutor/glossary.html", {"page": glossary_page()})


@require_safe
def rule(request: HttpRequest, key: str, rule_id: str) -> HttpResponse:
    """One rule of a rule set: its text, examples judged now, and its source."""
    page = rule_page(key, rule_id)
    if page is None:
        raise Http404
    return render(request, "tutor/rule.html", {"page": page, "index_url": index_url(key)})


@require_safe
def style(request: HttpRequest) -> HttpResponse:
    """The look of the site: tokens, type, tiles, components and their states."""
    return render(request, "tutor/style.html", showcase.context())
