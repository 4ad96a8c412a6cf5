"""The tutor's pages."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from okey import RULE_SETS
from tutor import showcase
from tutor.rule_index import index_url, rule_index
from tutor.rulebook import rule_page


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """The rules of a rule set (`?rules=KEY`, the first one if none) by chapter."""
    page = rule_index(request.GET.get("rules") or next(iter(RULE_SETS)))
    if page is None:
        raise Http404
    return render(request, "tutor/rules.html", {"page": page})


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
