"""The referee's pages. What was asked stands in the address, so a result can be sent on."""

from __future__ import annotations

import json
from typing import Any, Final
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.limited import too_many
from accounts.limits import Verdict, hit_named
from accounts.metering import metered_page
from accounts.players import asker, player_of
from okey import RULE_SETS
from okey.position_text import format_position
from tutor import looked_up
from tutor.names import rule_set_name
from tutor.referee import links, wording
from tutor.referee.forms import HandForm, RulesForm
from tutor.referee.hand import hand_answer, judged
from tutor.referee.palette import palette
from tutor.referee.score import shown_score, side_by_side
from tutor.referee.score_form import ScoreForm
from tutor.referee.table import possible_now, table_answer
from tutor.referee.table_form import TableForm

LIMIT: Final = "referee"
TABLE: Final = "referee-table"
SCORE: Final = "referee-score"
SLOTS: Final = 24  # of a rack: three rows of eight, two of twelve
COST_OF_DRAWS: Final = 10  # a search for every draw, and for every discard
WHY: Final = "why"
COST_OF_WHY: Final = 30  # the round is scored again for every parameter that may matter
COST_OF_MOVE: Final = 3
COST_OF_NOW: Final = 20  # every kind of move is looked for, and the best of some
TABLE_EXAMPLE: Final = {
    "indicator": "B10",
    "hand": "R7 K2 K5 Y1",
    "table0": "R10 R11 R12 R13 | Y9 B9 K9 | B12 B13 *=B11",
    "table2": "R4 R5 R6 | K11 K12 K13 | Y7 Y8 Y9 Y10 | R12 Y12 B12",
    "stock": "20",
    "phase": "stock",
    "move": "discard R7",
}
EXAMPLE: Final = {
    "indicator": "B10",
    "hand": "R10 R11 * R13 R7 Y7 B7 K7 Y9 B9 K9 R1 R2 Y4 Y6 B1 K1 K3 K5 B5 R4",
}


@require_safe
@metered_page(LIMIT)
def hand(request: HttpRequest) -> HttpResponse:
    """A hand or melds under a rule set: the verdict, the best, outs and discards."""
    form = HandForm(HandForm.asked(request.GET))
    question = form.question
    context: dict[str, Any] = {"answer": None, "judged": None, "link": "", "notation": ""}
    if question is not None:
        spent = _spend(request, COST_OF_DRAWS if question.draws else 1)
        if not spent.allowed:
            return too_many(request, spent.retry_after)
        values = question.values()
        answer, laid = hand_answer(question), judged(question)
        if question.hand is not None:
            looked_up.note(player_of(request), "referee", [question.hand])
        context |= {
            "answer": answer,
            "judged": laid,
            "strip": _strip(laid.told.headline, laid.told.correct)
            if laid
            else _strip(answer.headline, answer.right or None)
            if answer
            else None,
            "link": links.address("referee", question.rules, values),
            "draws_link": links.address("referee", question.rules, values | {"show": "draws"}),
            "notation": links.notation({"rules": question.rules.key, **_written(values)}),
        }
    indicator = form.indicator_tile
    tiles = palette(indicator)
    context |= {
        "form": form,
        "palette": tiles,
        "slots": range(SLOTS),
        "indicator": str(indicator) if indicator else "",
        "okey": tiles.okey,
        "targets": [
            ("hand", _("in the hand"), False),
            ("indicator", _("the indicator"), True),
            ("seen", _("seen elsewhere"), False),
        ],
        "example_link": links.address("referee", form.rule_set, EXAMPLE),
    }
    return _answer(request, "hand", form, context)


@require_safe
@metered_page(LIMIT)
def score(request: HttpRequest) -> HttpResponse:
    """How a round ended, seat by seat, and what is written: here and under the other rule sets."""
    choice = RulesForm(RulesForm.asked(request.GET))
    choice.full_clean()
    rules = choice.rule_set
    form = ScoreForm(request.GET.dict(), rules=rules, others=True)
    context: dict[str, Any] = {"shown": None, "columns": (), "link": "", "notation": ""}
    if form.scored is not None and not choice.errors:
        why = request.GET.get("show") == WHY
        spent = _spend(request, COST_OF_WHY if why else 1)
        if not spent.allowed:
            return too_many(request, spent.retry_after)
        values = form.values() | ({"show": WHY} if why else {})
        urls = {key: links.address(SCORE, other, values) for key, other in RULE_SETS.items()}
        context |= {
            "shown": shown_score(form.scored.result, rules, form.names),
            "columns": side_by_side(form, urls, why=why),
            "why_link": "" if why else links.address(SCORE, rules, values | {"show": WHY}),
            "link": urls[rules.key],
            "notation": json.dumps({"rules": rules.key, **form.scored.line}),
        }
    context["round"] = form
    return _answer(request, "score", choice, context)


@require_safe
@metered_page(LIMIT)
def table(request: HttpRequest) -> HttpResponse:
    """A move on the table: whether it may be done, what it costs, and the state afterwards."""
    form = TableForm(request.GET.dict())
    question = form.question
    context: dict[str, Any] = {"answer": None, "now": None, "link": "", "notation": ""}
    if question is not None:
        values = form.values()
        wants_now = bool(values["show"])
        spent = _spend(request, COST_OF_NOW if wants_now else COST_OF_MOVE)
        if not spent.allowed:
            return too_many(request, spent.retry_after)
        written = "\n".join([format_position(question.round).strip(), values["move"]]).strip()
        verdict = table_answer(question)
        right = None if verdict.costs or not verdict.moves else True
        context |= {
            "answer": verdict,
            "strip": _strip(verdict.headline, right if verdict.allowed else False),
            "now": possible_now(question) if wants_now else None,
            "link": links.address(TABLE, question.round.rules, values),
            "now_link": links.address(TABLE, question.round.rules, values | {"show": "now"}),
            "notation": written,
            "stepper_link": f"{reverse('notation')}?{urlencode({'record': written})}",
        }
    tiles = palette(question.round.indicator if question else form.indicator_tile)
    context |= {
        "form": form,
        "palette": tiles,
        "slots": range(SLOTS),
        "indicator": form.indicator_text,
        "okey": tiles.okey,
        "targets": [
            ("hand", _("in your hand"), False),
            ("indicator", _("the indicator"), True),
            ("discard", _("the last discard"), True),
        ],
        "counted": " ".join(field.name for field in form.table_parts),
        "example_link": links.address(TABLE, RULE_SETS["101-club"], TABLE_EXAMPLE),
    }
    return _answer(request, "table", form, context)


def _strip(text: str, right: bool | None) -> dict[str, Any]:
    """The verdict in a line; `right` is None where it is neither good nor bad."""
    return {"text": text, "right": right}


def _written(values: dict[str, str]) -> dict[str, str]:
    """What is copied as notation: which part of the answer is shown does not belong to it."""
    return {key: value for key, value in values.items() if key != "show"}


def _spend(request: HttpRequest, cost: int) -> Verdict:
    """Count what a search costs, before it is made."""
    return hit_named(LIMIT, asker(request), cost)


def _answer(
    request: HttpRequest, tab: str, form: RulesForm, context: dict[str, Any]
) -> HttpResponse:
    """The whole page; its middle, or the answer alone, where the page's script asks for that."""
    rules = form.rule_set
    context |= {
        "tab": tab,
        "rules": rules,
        "rules_name": rule_set_name(rules.key, wording.language()),
        "rule_sets": wording.rule_sets(list(RULE_SETS)),
        "version_note": links.version_note(form.data.get(links.VERSION, ""), rules),
    }
    part = request.headers.get("HX-Target", "") if "HX-Request" in request.headers else ""
    template = {"answer": f"_{tab}_part.html", "referee": f"_{tab}.html"}.get(part, f"{tab}.html")
    response = render(request, f"tutor/referee/{template}", context)
    if part:
        response["HX-Replace-Url"] = context["link"] or request.get_full_path()
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response
