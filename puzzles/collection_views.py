"""Pages about many puzzles: practice, the archive of dailies, sets."""

from __future__ import annotations

import uuid
from collections import Counter

from django.core.paginator import Paginator
from django.db.models import Count, Exists, OuterRef, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.limited import limited
from accounts.models import Player
from accounts.players import player_for_write, player_of
from accounts.redirects import SeeOther
from jobs.errors import JobError
from okey.errors import InputError
from okey.rules.rulesets import rule_set
from puzzles import attempts, pages, practice, sets, words
from puzzles import from_position as positions_made
from puzzles.errors import Refused
from puzzles.forms import NextForm, PositionForm, SetForm
from puzzles.kinds.registry import KINDS
from puzzles.models import Attempt, Daily, PuzzleSet
from puzzles.set_names import set_name

ARCHIVE_PAGE = 30


@require_safe
def practice_page(request: HttpRequest) -> HttpResponse:
    """Where practice starts: rule set, theme, one button."""
    rules = pages.rules_of(request)
    return _practice(request, NextForm(initial={"rules": rules}), player_of(request))


@require_POST
@limited("form")
def next_puzzle(request: HttpRequest) -> HttpResponse:
    """Choose the next practice puzzle and go there."""
    form = NextForm(request.POST)
    if not form.is_valid():
        return _practice(request, form, player_of(request), status=400)
    asked = {name: form.cleaned_data[name] for name in ("kind", "theme")}
    rules = form.cleaned_data["rules"]
    try:
        practice.check_choice(rules=rules, **asked)
    except InputError as error:
        form.add_error(None, words.input_error(error))
        return _practice(request, form, player_of(request), status=400)
    player = player_for_write(request)
    found = practice.find_next(player, rules=rules, **asked)
    chosen = found.puzzle
    if chosen is not None or asked["kind"]:
        kind = asked["kind"] or (chosen.kind if chosen is not None else "")
        practice.keep_ahead(player, rules=rules, kind=kind, found=found)
    if chosen is None:
        return _practice(request, form, player, empty=True)
    practice.chosen_by_server(player, chosen, practice.choice_of(**asked))
    practising = {"rules": rules, **asked}
    if request.session.get("practising") != practising:  # a session that stays is not written
        request.session["practising"] = practising
    return SeeOther(reverse("puzzle", args=[chosen.pk]))


@require_POST
@limited("form")
def from_position(request: HttpRequest) -> HttpResponse:
    """Make a puzzle of a position out of one's own game, and go there."""
    form = PositionForm(request.POST)
    if not form.is_valid():
        return _no_puzzle(request, words.input_error(InputError("input.field", "position")))
    rules = rule_set(form.cleaned_data["rules"])
    try:
        made = positions_made.make(
            owner=player_for_write(request), rules=rules, text=form.cleaned_data["position"]
        )
    except InputError as error:
        return _no_puzzle(request, words.input_error(error))
    return SeeOther(reverse("puzzle", args=[made.pk]))


def _no_puzzle(request: HttpRequest, why: str) -> HttpResponse:
    return render(request, "puzzles/no_puzzle.html", {"why": why}, status=400)


@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """The days that have been, the latest first, and whether this player answered them."""
    rules = pages.rules_of(request)
    player = player_of(request)
    tries = Attempt.objects.visible_to(player).answered().filter(puzzle=OuterRef("puzzle"))
    days = (
        Daily.objects.public()
        .filter(rules=rules)
        .annotate(answered=Exists(tries), solved=Exists(tries.filter(correct=True)))
        .order_by("-date")
    )
    page = Paginator(days, ARCHIVE_PAGE).get_page(request.GET.get("page"))
    rows = [
        {
            "date": day.date,
            "url": f"{reverse('daily-date', args=[day.date.isoformat()])}?rules={rules}",
            "answered": day.answered,
            "solved": day.solved,
        }
        for day in page
    ]
    return render(
        request,
        "puzzles/archive.html",
        {
            "rules": rules,
            "rule_sets": pages.rules_choices(request.path, rules),
            "days": rows,
            "page": page,
        },
    )


@require_http_methods(["GET", "HEAD", "POST"])
@limited("set")
def set_list(request: HttpRequest) -> HttpResponse:
    """The player's sets, and the form that asks for a new one."""
    player = player_of(request)
    if request.method != "POST":
        return _sets(request, SetForm(most=sets.most_of(player)), player)
    form = SetForm(request.POST, most=sets.most_of(player))
    if not form.is_valid():
        return _sets(request, form, player, status=400)
    player = player_for_write(request)
    try:
        made, _new = sets.create_set(
            owner=player, spec=form.specification(), key=form.cleaned_data["key"]
        )
    except InputError as error:
        form.add_error(None, words.input_error(error))
        return _sets(request, form, player, status=400)
    except (JobError, Refused) as error:
        form.add_error(None, words.refusal(error.code))
        return _sets(request, form, player, status=409)
    return SeeOther(reverse("set", args=[made.pk]))


@require_safe
def set_detail(request: HttpRequest, set_id: uuid.UUID) -> HttpResponse:
    """One set: how far it is, and its puzzles."""
    player = player_of(request)
    found = PuzzleSet.objects.visible_to(player).select_related("job").filter(pk=set_id).first()
    if found is None:
        raise Http404
    rows = Attempt.objects.visible_to(player).filter(
        context=Attempt.Context.SET, context_id=found.pk, answered_at__isnull=False, try_no=1
    )
    first = dict(rows.values_list("puzzle_id", "correct"))
    rows_of_set = list(found.items.select_related("puzzle").order_by("index"))
    items = [
        {
            "number": item.index + 1,
            "url": pages.place_url(item.puzzle, _set_place(found)),
            "answered": item.puzzle_id in first,
            "correct": first.get(item.puzzle_id),
        }
        for item in rows_of_set
    ]
    waiting = (str(item["url"]) for item in items if not item["answered"])
    context = {
        "set": _row(found, len(items)),
        "items": items,
        "job": found.job,
        "answered": len(first),
        "correct": sum(bool(correct) for correct in first.values()),
        "next_url": next(waiting, ""),
        "scarce": _scarce(found, Counter(item.puzzle.kind for item in rows_of_set)),
        "own": player is not None and found.owner_id == player.pk,
        "own_name": found.name,
        "link": request.build_absolute_uri(reverse("set-shared", args=[found.link_token]))
        if found.link_token
        else "",
    }
    return render(request, "puzzles/set.html", context)


def _scarce(found: PuzzleSet, there: Counter[str]) -> str:
    """Names of the kinds of which there were too few, so that others stand in their places."""
    if found.job is None or found.job.kind != sets.SET_JOB or there.total() < found.count:
        return ""
    share = len(found.kinds)
    return ", ".join(
        words.kind_name(kind)
        for at, kind in enumerate(found.kinds)
        if there[kind] < len(range(at, found.count, share))
    )


def _set_place(found: PuzzleSet) -> attempts.Place:
    return attempts.Place(Attempt.Context.SET, found.pk)


def _practice(
    request: HttpRequest,
    form: NextForm,
    player: Player | None,
    *,
    empty: bool = False,
    status: int = 200,
) -> HttpResponse:
    answered = Attempt.objects.visible_to(player).answered().filter(context="practice", try_no=1)
    counts = answered.aggregate(answered=Count("pk"), correct=Count("pk", filter=Q(correct=True)))
    rules = str(form["rules"].value() or pages.DEFAULT_RULES)
    context = {
        "form": form,
        "empty": empty,
        "rules": rules,
        "rule_sets": pages.rules_choices(reverse("practice"), rules),
        "kinds": _kinds(rules),
        **counts,
    }
    return render(request, "puzzles/practice.html", context, status=status)


def _kinds(rules: str) -> list[dict[str, object]]:
    """The kinds of a rule set, with the themes that can be asked for."""
    return [
        {
            "key": key,
            "name": words.kind_name(key),
            "about": words.kind_about(key),
            "themes": [
                (theme.key, words.theme_name(key, theme.key))
                for theme in kind.themes.values()
                if not theme.tells
            ],
        }
        for key, kind in KINDS.items()
        if rules in kind.rule_sets
    ]


def _sets(
    request: HttpRequest, form: SetForm, player: Player | None, *, status: int = 200
) -> HttpResponse:
    found = (
        PuzzleSet.objects.visible_to(player)
        .select_related("job")
        .annotate(made=Count("items"))
        .order_by("-created_at")[:100]
    )
    context = {"form": form, "sets": [_row(one, one.made) for one in found]}
    return render(request, "puzzles/sets.html", context, status=status)


def _row(one: PuzzleSet, made: int) -> dict[str, object]:
    state = sets.state_of(one, made)
    return {
        "id": one.pk,
        "url": reverse("set", args=[one.pk]),
        "job_url": reverse("job", args=[one.job_id]) if one.job_id else "",
        "name": set_name(one),
        "state": state,
        "running": state in {"queued", "running"},
        "failure": sets.failure_of(one, state),
        "done": made,
        "total": one.count,
        "seed": one.seed,
        "created_at": one.created_at,
    }
