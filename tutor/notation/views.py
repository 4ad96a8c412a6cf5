"""The page that explains the notation, and the same address with a record to step through.

Nothing is written: what is asked stands in the address, a record packed. A record that was pasted
is sent as a form, and answered with the address at which it is stepped through.
"""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods

from accounts.limited import too_many
from accounts.limits import Verdict as LimitVerdict
from accounts.limits import hit_named
from accounts.metering import metered_page
from accounts.players import asker
from okey import RULE_SETS, InputError, read_indicator
from okey.record import Record, RecordError, parse_record
from tutor.loading import known_language
from tutor.names import rule_set_name
from tutor.notation import explained, moves
from tutor.notation.forms import FIELDS, Asked, asked, asked_step
from tutor.notation.links import record_url, unpacked
from tutor.notation.replays import replayed, step_page
from tutor.notation.samples import samples
from tutor.texts import error_message

LIMIT: Final = "referee"
COST: Final = 10  # a replay asks the referee once a move
B10: Final = read_indicator("B10")  # of all examples


@require_http_methods(["GET", "HEAD", "POST"])
@metered_page(LIMIT)
def notation(request: HttpRequest) -> HttpResponse:
    """Explain the notation; with a record (`r`, or `record` as text) show a step of it."""
    if request.method == "POST":
        return _pasted(request, request.POST.get("record", ""))
    if "record" in request.GET:
        return _pasted(request, request.GET["record"])
    if "r" in request.GET:
        return _step(request, request.GET["r"])
    question = asked(request.GET)
    part = request.headers.get("HX-Trigger-Name", "") if "HX-Request" in request.headers else ""
    if part in FIELDS:
        context = {"name": part, "tried": _tried(question, language()).get(part)}
        response = render(request, "tutor/notation/_tried.html", context)
    else:
        response = _explanation(request, question)
    patch_vary_headers(response, ["HX-Request", "HX-Trigger-Name"])
    return response


def language() -> str:
    """The reader's language."""
    return known_language(get_language())


def _pasted(request: HttpRequest, text: str) -> HttpResponse:
    """Read a record that somebody typed: to its first step, or back with what is wrong."""
    spent = _may(request, COST)
    if not spent.allowed:
        return too_many(request, spent.retry_after)
    try:
        url = _stepped(parse_record(text))
    except InputError as error:
        return _explanation(request, asked(request.GET), status=422, text=text, error=error)
    return HttpResponseRedirect(url)


def _stepped(record: Record) -> str:
    """The address of a record that can be replayed. Raise `RecordError` with the line otherwise."""
    try:
        replayed(record)
    except InputError as error:
        raise RecordError(error.code, error.at, record.line_of(error.at)) from None
    url = record_url(record)
    if not url:
        raise RecordError("record.length", f"{len(record.moves)}")
    return url


def _step(request: HttpRequest, address: str) -> HttpResponse:
    """A step of the record in an address: the whole page, or what changes alone."""
    spent = _may(request)
    if not spent.allowed:
        return too_many(request, spent.retry_after)
    try:
        page = step_page(unpacked(address), asked_step(request.GET), language())
    except InputError as error:
        return _explanation(request, asked(request.GET), status=400, error=error)
    part = "HX-Request" in request.headers
    template = "tutor/notation/_step.html" if part else "tutor/notation/record.html"
    response = render(request, template, {"page": page})
    patch_vary_headers(response, ["HX-Request"])
    return response


def _explanation(
    request: HttpRequest,
    question: Asked,
    *,
    status: int = 200,
    text: str = "",
    error: InputError | None = None,
) -> HttpResponse:
    """The page that explains, with what was tried, or with a record that cannot be read."""
    rules = question.rules
    context: dict[str, Any] = {
        "rules_key": rules.key,
        "rule_sets": _choices(question),
        "indicator_text": question.indicator_text,
        "indicator_error": _said(question.indicator_error),
        "colours": explained.COLOURS,
        "hands": [explained.read_tiles(one, B10, language()) for one in explained.HANDS],
        "melds": [explained.read_melds(one, B10, rules, language()) for one in explained.MELDS],
        "moves": moves.move_examples(language()),
        "tried": _tried(question, language()),
        "typed": question.tried,
        "samples": samples(language()),
        "record_text": text,
        "record_error": _said(error),
        "record_line": getattr(error, "line", None),
    }
    return render(request, "tutor/notation/notation.html", context, status=status)


def _tried(question: Asked, language: str) -> dict[str, Any]:
    """What was typed to try, read and judged; nothing can be while the indicator is none."""
    if question.indicator_error is not None:
        said = _said(question.indicator_error)
        return {name: explained.Misread(text, said) for name, text in question.tried.items()}
    read = {
        "tiles": lambda text: explained.read_tiles(text, question.indicator, language),
        "melds": lambda text: explained.read_melds(
            text, question.indicator, question.rules, language
        ),
        "move": lambda text: moves.read_move(text, question.indicator, language),
    }
    return {name: read[name](text) for name, text in question.tried.items()}


def _choices(question: Asked) -> list[dict[str, Any]]:
    """The rule sets to choose from, with what was typed so far."""
    chosen = []
    for key in RULE_SETS:
        query = QueryDict(mutable=True)
        query.update({"rules": key, "indicator": question.indicator_text, **question.tried})
        chosen.append(
            {
                "name": rule_set_name(key, language()),
                "url": f"?{query.urlencode()}",
                "current": key == question.rules.key,
            }
        )
    return chosen


def _said(error: InputError | None) -> str:
    """What is wrong, without the name of the field beside which it stands."""
    if error is None:
        return ""
    at = error.piece if isinstance(error, RecordError) else error.at
    return error_message(error.code, at, language())


def _may(request: HttpRequest, cost: int = 1) -> LimitVerdict:
    """Count a replay before it is made."""
    return hit_named(LIMIT, asker(request), cost)
