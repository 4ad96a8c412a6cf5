"""The compare page: all rule sets at a glance, two of them in full, and any hand under all."""

from __future__ import annotations

from functools import lru_cache

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from accounts.limited import too_many
from accounts.limits import hit_named
from accounts.metering import metered_page
from accounts.players import asker
from okey import RULE_SETS
from tutor.compare.page import asked_situations, choices, compare_page
from tutor.compare.question import QuestionForm, answered
from tutor.texts import known_language

LIMIT = "referee"
COST = 8  # of one question to all rule sets, and to those in between


@require_safe
@metered_page(LIMIT)
def compare(request: HttpRequest) -> HttpResponse:
    """All rule sets, or two (`?a=KEY&b=KEY`); and what each says to a hand (`tiles`)."""
    language = known_language(get_language())
    first, second, *_others = RULE_SETS
    two = bool(request.GET.get("a") or request.GET.get("b"))
    ours = request.GET.get("a") or first
    theirs = request.GET.get("b") or (second if ours != second else first)
    if ours not in RULE_SETS or theirs not in RULE_SETS:
        raise Http404
    form = QuestionForm(request.GET, language)
    if request.GET.get("tiles"):
        spent = hit_named(LIMIT, asker(request), COST)
        if not spent.allowed:
            return too_many(request, spent.retry_after)
    ours_choices, theirs_choices = (tuple(choices(key, language)) for key in (ours, theirs))
    return render(
        request,
        "tutor/compare/page.html",
        {
            "two": two,
            "ours": next(choice for choice in ours_choices if choice.chosen),
            "theirs": next(choice for choice in theirs_choices if choice.chosen),
            "ours_choices": ours_choices,
            "theirs_choices": theirs_choices,
            "drawn": drawn(ours, theirs, language) if two else drawn_situations(language),
            "form": form,
            "answered": answered(form, ours, language),
        },
    )


# What the rule sets say to each other changes only with the code: it is drawn once a process.


@lru_cache(maxsize=64)
def drawn(ours: str, theirs: str, language: str) -> SafeString:
    """All that two rule sets differ in; nothing where they are one."""
    if ours == theirs:
        return SafeString()
    page = compare_page(ours, theirs, language)
    return render_to_string("tutor/compare/_differences.html", {"page": page})


@lru_cache(maxsize=8)
def drawn_situations(language: str) -> SafeString:
    """The situations that the documents answer differently."""
    context = {
        "columns": tuple(choices("", language)),
        "situations": asked_situations(language),
    }
    return render_to_string("tutor/compare/_situations.html", context)
