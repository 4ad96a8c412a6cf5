"""Pages of sets beyond solving them one by one: name, link, file, and handing in whole."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.limited import limited
from accounts.players import player_for_write, player_of
from accounts.redirects import SeeOther
from jobs.errors import JobError
from okey.errors import InputError
from okey.rules.rulesets import rule_set
from puzzles import pages, words
from puzzles.attempts import Place
from puzzles.board import Hints, rules_name
from puzzles.collections import exchange, handing_in, sharing
from puzzles.collections.forms import ImportForm, NameForm
from puzzles.errors import Refused
from puzzles.forms import AnswerForm, raw_answer
from puzzles.kinds.registry import kind_of
from puzzles.models import Attempt, PuzzleSet, SetItem, Submission
from puzzles.set_names import set_name
from puzzles.withholding import HeldBack
from tutor.board.words import language
from tutor.explain import rule_url
from tutor.texts import rule_text


@require_POST
@limited("form")
def name(request: HttpRequest, set_id: uuid.UUID) -> HttpResponse:
    """Give a set a name."""
    found, form = _own(request, set_id), NameForm(request.POST)
    if form.is_valid():
        sharing.rename(found, form.cleaned_data["name"])
    return SeeOther(reverse("set", args=[found.pk]))


@require_POST
@limited("form")
def link(request: HttpRequest, set_id: uuid.UUID) -> HttpResponse:
    """Make the link of a set, or have it lead nowhere from now on."""
    found = _own(request, set_id)
    if "stop" in request.POST:
        sharing.unshare(found)
    else:
        sharing.share(found)
    return SeeOther(reverse("set", args=[found.pk]))


@require_http_methods(["GET", "HEAD", "POST"])
@limited("form")
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """Where a link leads: what the set is; a POST begins to solve it."""
    found = sharing.by_token(token)
    if found is None:
        raise Http404
    if request.method == "POST":
        sharing.join(found, player_for_write(request))
        return SeeOther(reverse("set", args=[found.pk]))
    context = {
        "name": set_name(found),
        "rules_name": rules_name(found.rules),
        "count": found.items.count(),
    }
    return render(request, "puzzles/collections/shared.html", context)


@require_safe
def export(request: HttpRequest, set_id: uuid.UUID) -> HttpResponse:
    """A set as a file, without solutions."""
    found = _visible(request, set_id)
    response = HttpResponse(exchange.to_file(found), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="istaka-set-{found.pk}.json"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@limited("set")
def import_set(request: HttpRequest) -> HttpResponse:
    """Read a set from a file."""
    if request.method != "POST":
        form = ImportForm(initial={"key": uuid.uuid4()})
        return render(request, "puzzles/collections/import.html", {"form": form})
    form = ImportForm(request.POST, request.FILES)
    status = 400
    if form.is_valid():
        try:
            read = exchange.from_file(form.cleaned_data["text"])
            made = exchange.import_set(
                owner=player_for_write(request), found=read, key=form.cleaned_data["key"]
            )
        except InputError as error:
            form.add_error(None, words.input_error(error))
        except (JobError, Refused) as error:
            form.add_error(None, words.refusal(error.code))
            status = 409
        else:
            return SeeOther(reverse("set", args=[made.pk]))
    return render(request, "puzzles/collections/import.html", {"form": form}, status=status)


@require_POST
@limited("form")
def begin(request: HttpRequest, set_id: uuid.UUID) -> HttpResponse:
    """Begin to answer a set as a whole."""
    found = _visible(request, set_id)
    try:
        made = handing_in.begin(player=player_for_write(request), puzzle_set=found)
    except Refused as refused:
        raise Http404 from refused
    return SeeOther(reverse("submission", args=[made.pk]))


@require_safe
def submission(request: HttpRequest, submission_id: uuid.UUID) -> HttpResponse:
    """A set that is answered as a whole: what is kept so far; once graded, what became of it."""
    return _submission(request, _mine(request, submission_id))


@require_http_methods(["GET", "HEAD", "POST"])
@limited("answer")
def answer(request: HttpRequest, submission_id: uuid.UUID, number: int) -> HttpResponse:
    """One puzzle of it; a POST keeps an answer and goes on to the next."""
    row = _mine(request, submission_id)
    item = row.set.items.select_related("puzzle").filter(index=number - 1).first()
    if item is None:
        raise Http404
    if row.handed_in_at is not None:
        return _to(request, reverse("submission", args=[row.pk]))
    if request.method != "POST":
        return _item(request, row, item)
    raw = raw_answer(kind_of(item.puzzle.kind), request.POST)
    if not AnswerForm(request.POST).is_valid():
        return _item(request, row, item, error=words.no_key_error(), status=400)
    try:
        handing_in.keep(row, item, raw)
    except InputError as error:
        return _item(request, row, item, error=words.input_error(error), status=400)
    except HeldBack as refused:
        return _item(request, row, item, error=words.refusal(refused.code), status=409)
    except Refused:
        return _to(request, reverse("submission", args=[row.pk]))
    return _to(request, _next_url(row, item))


@require_POST
@limited("form")
def hand_in(request: HttpRequest, submission_id: uuid.UUID) -> HttpResponse:
    """Hand a set in; a job grades it."""
    row = _mine(request, submission_id)
    try:
        handing_in.hand_in(row)
    except JobError as error:
        return _submission(request, row, error=words.refusal(error.code), status=409)
    return SeeOther(reverse("submission", args=[row.pk]))


def _visible(request: HttpRequest, set_id: uuid.UUID) -> PuzzleSet:
    found = PuzzleSet.objects.visible_to(player_of(request)).filter(pk=set_id).first()
    if found is None:
        raise Http404
    return found


def _own(request: HttpRequest, set_id: uuid.UUID) -> PuzzleSet:
    found = PuzzleSet.objects.owned_by(player_of(request)).filter(pk=set_id).first()
    if found is None:
        raise Http404
    return found


def _mine(request: HttpRequest, submission_id: uuid.UUID) -> Submission:
    rows = Submission.objects.visible_to(player_of(request)).select_related("set", "job")
    found = rows.filter(pk=submission_id).first()
    if found is None:
        raise Http404
    return found


def _to(request: HttpRequest, url: str) -> HttpResponse:
    if request.htmx:  # type: ignore[attr-defined]
        response = HttpResponse(status=204)
        response["HX-Redirect"] = url
        return response
    return SeeOther(url)


def _next_url(row: Submission, item: SetItem) -> str:
    """The next puzzle without an answer, from here on round; the list where there is none."""
    row.refresh_from_db(fields=["answers"])
    count = row.set.items.count()
    for step in range(1, count + 1):
        index = (item.index + step) % count
        if str(index) not in row.answers:
            return reverse("submission-item", args=[row.pk, index + 1])
    return reverse("submission", args=[row.pk])


def _submission(
    request: HttpRequest, row: Submission, *, error: str = "", status: int = 200
) -> HttpResponse:
    indices = list(row.set.items.order_by("index").values_list("index", flat=True))
    context: dict[str, Any] = {
        "submission": row,
        "set": row.set,
        "name": set_name(row.set),
        "error": error,
        "count": len(indices),
    }
    if row.graded_at is not None:
        graded = handing_in.results(row)
        rules = rule_set(row.set.rules)
        context |= {
            "rows": [
                {
                    "number": one.number,
                    "correct": one.attempt is not None and one.attempt.correct,
                    "answered": one.attempt is not None,
                    "url": reverse("history-attempt", args=[one.attempt.pk])
                    if one.attempt is not None
                    else "",
                }
                for one in graded
            ],
            "rules": [
                {
                    "title": rule_text(rule, language(), rules).title,
                    "url": rule_url(rules.key, rule) if rule in rules.rules else "",
                    "count": count,
                }
                for rule, count in handing_in.rules_missed(graded)
            ],
        }
    else:
        context["items"] = [
            {
                "number": index + 1,
                "kept": str(index) in row.answers,
                "url": reverse("submission-item", args=[row.pk, index + 1]),
            }
            for index in indices
        ]
        context["kept"] = sum(1 for index in indices if str(index) in row.answers)
    return render(request, "puzzles/collections/submission.html", context, status=status)


def _item(
    request: HttpRequest, row: Submission, item: SetItem, *, error: str = "", status: int = 200
) -> HttpResponse:
    if error and request.htmx:  # type: ignore[attr-defined]
        return render(request, "tutor/board/_not_taken.html", {"error": error}, status=status)
    player = player_of(request)
    place = Place(Attempt.Context.SET, row.set_id, 1, item.colours)
    kept = row.answers.get(str(item.index), {})
    typed = "" if kept.get("cannot") else str(next(iter(kept.values()), ""))
    board = pages.board_of(
        request, item.puzzle, player, place=place, attempt=None, error=error, typed=typed
    )
    url = reverse("submission-item", args=[row.pk, item.index + 1])
    board = replace(
        board, hints=Hints(next=0), urls=board.urls | {"answer": url}, themes=(), difficulty=None
    )
    context = {
        "board": board,
        "result": None,
        "submission": row,
        "number": item.index + 1,
        "count": row.set.items.count(),
        "kept": bool(kept),
    }
    return render(request, "puzzles/collections/item.html", context, status=status)
