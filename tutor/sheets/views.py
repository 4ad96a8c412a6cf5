"""The list of sheets, new ones, and what is done with a sheet as a whole."""

from __future__ import annotations

import uuid
from typing import Any

from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.limited import limited
from accounts.models import Player
from accounts.players import player_for_write, player_of
from accounts.redirects import SeeOther
from okey import RULE_SETS
from okey.errors import InputError
from tutor.csv_files import csv_response
from tutor.models import Sheet
from tutor.names import join, rule_set_name
from tutor.referee.wording import input_error, language
from tutor.sheets import services
from tutor.sheets.book import open_book, shown_names
from tutor.sheets.export import table
from tutor.sheets.forms import ChangeForm, SheetForm, partners_text
from tutor.sheets.pages import base_context, refusal, sheet_of, sheet_url
from tutor.sheets.services import MOST_SHEETS, Conflict, NotThere, Refused


@require_http_methods(["GET", "HEAD", "POST"])
@limited("form")
def sheets(request: HttpRequest) -> HttpResponse:
    """The visitor's sheets, and the form that begins a new one."""
    player = player_of(request)
    if request.method != "POST":
        return _list(request, SheetForm(None, initial=_initial(request, player)), player)
    form = SheetForm(request.POST.dict(), initial={})
    if request.POST.get("do") == "choose":
        return _list(request, form.again(), player)
    if not form.is_valid():
        form.heal("key", uuid.uuid4())
        return _list(request, form, player, status=400)
    player = player_for_write(request)
    try:
        sheet = services.create_sheet(player, form.plan(), form.cleaned_data["key"])
    except InputError as error:
        form.add_error(None, input_error(error, form.rules))
        return _list(request, form, player, status=400)
    except Refused as refused:
        form.add_error(None, refusal(refused))
        return _list(request, form, player, status=409)
    return SeeOther(sheet_url(sheet))


@require_http_methods(["GET", "HEAD", "POST"])
@limited("form")
def settings(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """Names, the rounds agreed on and the pot of a sheet."""
    sheet = sheet_of(request, sheet_id)
    book = open_book(sheet)
    values = _settings(sheet)
    if request.method != "POST":
        form = ChangeForm(None, rules=book.rules, seats=sheet.seats, initial=values)
        return render(request, "tutor/sheets/settings.html", base_context(book) | {"form": form})
    form = ChangeForm(request.POST.dict(), rules=book.rules, seats=sheet.seats, initial=values)
    context: dict[str, Any] = base_context(book) | {"form": form}
    status = 400
    if form.is_valid():
        try:
            services.change_sheet(
                player_of(request),
                sheet_id,
                version=form.cleaned_data["version"],
                names=form.names,
                rounds=form.rounds,
                pot=form.cleaned_data.get("pot"),
            )
        except NotThere:
            raise Http404 from None
        except Conflict as conflict:
            status = 409
            now = conflict.book.sheet
            # Sent again it is meant: with what has been seen now.
            data = request.POST.dict() | {"version": str(now.version)}
            context["form"] = ChangeForm(
                data, rules=book.rules, seats=sheet.seats, initial=_settings(now)
            )
            context["now"] = _told(now)
        except InputError as error:
            played = len(book.rounds)
            text = _("%(count)s rounds are played already.") % {"count": played}
            form.add_error(
                "rounds" if "rounds" in form.fields else None,
                text if error.code == "match.rounds" else input_error(error, book.rules),
            )
        else:
            return SeeOther(sheet_url(sheet))
    else:
        form.heal("version", sheet.version)
    return render(request, "tutor/sheets/settings.html", context, status=status)


@require_POST
@limited("form")
def delete(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """Delete a sheet. The list that follows offers to bring it back."""
    try:
        sheet = services.delete_sheet(player_of(request), sheet_id)
    except NotThere:
        raise Http404 from None
    return SeeOther(f"{reverse('sheets')}?deleted={sheet.pk}")


@require_POST
@limited("form")
def restore(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """Bring a deleted sheet back."""
    player = player_of(request)
    try:
        sheet = services.restore_sheet(player, sheet_id)
    except NotThere:
        raise Http404 from None
    except Refused as refused:
        form = SheetForm(None, initial=_initial(request, player))
        return _list(request, form, player, status=409, problem=refusal(refused))
    return SeeOther(sheet_url(sheet))


@require_safe
def csv(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """The sheet as a table for a spreadsheet."""
    book = open_book(sheet_of(request, sheet_id))
    day = book.sheet.created_at.date().isoformat()
    return csv_response(table(book), f"istaka-{day}.csv")


def _list(
    request: HttpRequest,
    form: SheetForm,
    player: Player | None,
    *,
    status: int = 200,
    problem: str = "",
) -> HttpResponse:
    standing = Count("round_rows", filter=Q(round_rows__removed_at=None))
    found = Sheet.objects.visible_to(player).annotate(played=standing).order_by("-updated_at")
    context = {
        "form": form,
        "rules": form.rules,
        "partners": partners_text(shown_names([""] * form.seats)) if "teams" in form.fields else (),
        "sheets": [_line(sheet) for sheet in found[:MOST_SHEETS]],
        "deleted": _deleted(request, player),
        "problem": problem,
    }
    return render(request, "tutor/sheets/list.html", context, status=status)


def _line(sheet: Any) -> dict[str, Any]:
    rounds = {"number": sheet.played, "count": sheet.rounds}
    if sheet.rounds:
        played = _("%(number)s of %(count)s rounds") % rounds
    else:
        played = _("rounds played: %(number)s") % rounds
    return {
        "url": sheet_url(sheet),
        "delete_url": reverse("sheet-delete", args=[sheet.pk]),
        "name": join(shown_names(sheet.names), language()),
        "rules": rule_set_name(sheet.rules, language()),
        "played": played,
        "at": sheet.updated_at,
    }


def _deleted(request: HttpRequest, player: Player | None) -> dict[str, str] | None:
    """The sheet that was deleted just now, which can be brought back."""
    try:
        sheet_id = uuid.UUID(request.GET.get("deleted", ""))
    except ValueError:
        return None
    sheet = Sheet.objects.of(player).filter(pk=sheet_id, deleted_at__isnull=False).first()
    if sheet is None:
        return None
    return {
        "name": join(shown_names(sheet.names), language()),
        "url": reverse("sheet-restore", args=[sheet.pk]),
    }


def _initial(request: HttpRequest, player: Player | None) -> dict[str, Any]:
    """A new sheet begins as the last one did, or, with `again`, with the same players."""
    wanted = request.GET.get("rules", "")
    mine = Sheet.objects.visible_to(player)
    try:
        last = mine.filter(pk=uuid.UUID(request.GET.get("again", ""))).first()
        names = last.names if last else []
    except ValueError:
        last, names = mine.order_by("-created_at").first(), []
    if wanted in RULE_SETS and (last is None or wanted != last.rules):
        return {"rules": wanted}
    if last is None:
        return {}
    initial = {"rules": last.rules, "seats": str(last.seats), "teams": "on" if last.teams else ""}
    if last.rounds:
        initial["rounds"] = str(last.rounds)
    return initial | {f"name{seat}": name for seat, name in enumerate(names)}


def _settings(sheet: Sheet) -> dict[str, Any]:
    values: dict[str, Any] = {f"name{seat}": name for seat, name in enumerate(sheet.names)}
    return values | {"rounds": str(sheet.rounds), "pot": sheet.pot, "version": sheet.version}


def _told(sheet: Sheet) -> list[str]:
    """What a sheet's settings are, as somebody else has left them."""
    told = [join(shown_names(sheet.names), language())]
    if sheet.rounds:
        told.append(_("Rounds agreed on: %(count)s") % {"count": sheet.rounds})
    if sheet.pot is not None:
        told.append(_("Chips in the pot: %(count)s") % {"count": sheet.pot})
    return told
