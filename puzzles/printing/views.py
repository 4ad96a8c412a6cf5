"""A set on paper: its puzzles for whoever may solve it, and with the key for who gives it up."""

from __future__ import annotations

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from accounts.limited import limited
from accounts.players import player_for_write, player_of
from puzzles.models import PuzzleSet
from puzzles.printing import keys
from puzzles.printing.qr import qr_svg
from puzzles.printing.sheet import sheet


@require_safe
def puzzles(request: HttpRequest, set_id: uuid.UUID) -> HttpResponse:
    """The puzzles alone."""
    found = _visible(request, set_id)
    return _pdf(found, sheet(found, key={}, link=_link(request, found)))


@require_POST
@limited("set")
def with_key(request: HttpRequest, set_id: uuid.UUID) -> HttpResponse:
    """Puzzles and key: what is not answered yet is given up first."""
    found = _visible(request, set_id)
    key = keys.give_up(player=player_for_write(request), puzzle_set=found)
    return _pdf(found, sheet(found, key=key, link=_link(request, found)))


@require_safe
def qr(request: HttpRequest, set_id: uuid.UUID) -> HttpResponse:
    """The code of a set's link, for its owner; 404 where there is no link."""
    found = PuzzleSet.objects.owned_by(player_of(request)).filter(pk=set_id).first()
    link = "" if found is None else _link(request, found)
    if not link:
        raise Http404
    return HttpResponse(qr_svg(link), content_type="image/svg+xml")


def _visible(request: HttpRequest, set_id: uuid.UUID) -> PuzzleSet:
    found = PuzzleSet.objects.visible_to(player_of(request)).filter(pk=set_id).first()
    if found is None:
        raise Http404
    return found


def _link(request: HttpRequest, found: PuzzleSet) -> str:
    if not found.link_token:
        return ""
    return request.build_absolute_uri(reverse("set-shared", args=[found.link_token]))


def _pdf(found: PuzzleSet, made: bytes) -> HttpResponse:
    response = HttpResponse(made, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="istaka-set-{found.pk}.pdf"'
    return response
