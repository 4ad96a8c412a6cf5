"""The compare page: two rule sets, and any hand under all of them."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from accounts.limited import too_many
from accounts.limits import hit_named
from accounts.players import asker
from okey import RULE_SETS
from tutor.compare.page import asked_situations, choices, compare_page
from tutor.compare.question import QuestionForm, answered
from tutor.texts import known_language

COST = 8  # of one question to all rule sets, and to those in between


@require_safe
def compare(request: HttpRequest) -> HttpResponse:
    """What changes between two rule sets (`?a=KEY&b=KEY`), and what each says to a hand."""
    language = known_language(get_language())
    first, second, *_others = RULE_SETS
    ours = request.GET.get("a") or first
    theirs = request.GET.get("b") or (second if ours != second else first)
    if ours not in RULE_SETS or theirs not in RULE_SETS:
        raise Http404
    form = QuestionForm(request.GET, language)
    if request.GET.get("tiles"):
        spent = hit_named("referee", asker(request), COST)
        if not spent.allowed:
            return too_many(request, spent.retry_after)
    return render(
        request,
        "tutor/compare/page.html",
        {
            "page": compare_page(ours, theirs, language),
            "columns": tuple(choices(ours, language)),
            "situations": asked_situations(language),
            "form": form,
            "answered": answered(form, ours, language),
        },
    )
