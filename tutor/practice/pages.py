"""What the pages of the practice table have in common."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _

from accounts.players import player_of
from accounts.redirects import SeeOther
from okey.melds import Meld
from okey.moves import Finish, Lay, Open
from tutor.explain import Note
from tutor.models import Game
from tutor.move_words import move_sentence
from tutor.names import rule_set_name
from tutor.practice.advised import Advised, advised
from tutor.practice.deeds import Illegal, Refused
from tutor.practice.ended import ended_context
from tutor.practice.replays import Broken
from tutor.practice.seated import shown_company
from tutor.practice.services import MOST_GAMES
from tutor.practice.shown import shown_table
from tutor.practice.tables import ONE_ROUND, Table, open_table
from tutor.referee.links import version_note
from tutor.referee.wording import language
from tutor.refusals import refusal_notes


@dataclass(frozen=True, slots=True)
class Said:
    """Why something was not done: a sentence, and of a refused move the rules and its tiles."""

    sentence: str
    notes: tuple[Note, ...] = ()
    tile: str = ""
    typed: str = ""


def table_of(request: HttpRequest, game_id: uuid.UUID) -> Table:
    """The game, if this player has a seat at it; otherwise there is none."""
    player = player_of(request)
    found: Game | None = Game.objects.visible_to(player).filter(pk=game_id).first()
    table = None if found is None else open_table(found, player)
    if table is None:
        raise Http404
    return table


def game_url(game: Game) -> str:
    """The address of a game."""
    return reverse("game", args=[game.pk])


def game_page(
    request: HttpRequest,
    table: Table,
    *,
    since: int | None = None,
    said: Said | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page of a game, or for a script the part of it that changes."""
    try:
        context = _context(table, since)
    except Broken:
        context = {"table": table, "broken": True}
    if table.with_friends:
        context["company"] = shown_company(table)
    context |= {
        "game": table.game,
        "said": said,
        "key": uuid.uuid4(),
        "rules_name": rule_set_name(table.game.rules, language()),
    }
    part = "HX-Request" in request.headers
    template = "tutor/practice/_game.html" if part else "tutor/practice/game.html"
    response = render(request, template, context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _context(table: Table, since: int | None) -> dict[str, Any]:
    context: dict[str, Any] = {
        "table": table,
        "rules": table.rules,
        "version_note": version_note(str(table.game.rules_version), table.rules),
    }
    if table.waiting:
        return context | {"course_of_match": "", "length": game_length(table.game)}
    context |= {
        "shown": shown_table(table, since),
        "course_of_match": course(table),
        "advice": advice_of(table),
    }
    left = table.time_left
    if left is not None and not table.away and not table.my_turn:
        context["wait"] = left + 1  # then the page asks for a bot to play on
    if table.round.over:
        context |= ended_context(table)
    return context


def course(table: Table) -> str:
    """How far a match is: "Round 3 of 5"; empty for a single round."""
    match = table.match
    if match is None:
        return ""
    values = {"number": table.number + 1, "count": match.rounds}
    return (_("Round %(number)s of %(count)s") if match.rounds else _("Round %(number)s")) % values


def game_length(game: Game) -> str:
    """How long a game is agreed to be."""
    if game.length == ONE_ROUND:
        return _("one round")
    if game.length:
        return _("a match of %(count)s rounds") % {"count": game.length}
    return _("a match, until somebody has nothing left")


def advice_of(table: Table) -> Advised | None:
    """What the engine would do, where that was asked for this move."""
    return advised(table) if table.asked else None


def not_allowed(illegal: Illegal, typed: str) -> Said:
    """A refused move in words: the rules, and the tiles that it is about."""
    action, round_ = illegal.move.action, illegal.round
    melds: tuple[Meld, ...] = action.melds if isinstance(action, Open | Lay | Finish) else ()
    notes = refusal_notes(
        illegal.violations,
        rules=round_.rules,
        indicator=round_.indicator,
        language=language(),
        melds=melds,
    )
    sentence = move_sentence(illegal.move, language(), indicator=round_.indicator)
    tile = getattr(action, "tile", None)
    code = "" if tile is None else str(getattr(tile, "tile", tile))
    return Said(_("Not allowed: %(move)s.") % {"move": sentence}, notes, code, typed)


def refusal(refused: Refused) -> str:
    """Say why it cannot be done now."""
    texts = {
        "turn": _("It is not your turn. Nothing was done."),
        "over": _("This round is over. Nothing was done."),
        "undo": _("This move stands: it has shown a tile, or your turn has ended."),
        "deal": _("The next round cannot be dealt now."),
        "draw": _("Draw first, and decide when you see the tile. Nothing was done."),
        "waiting": _("The round has not begun yet. Nothing was done."),
        "host": _("Only the host of the table may do that. Nothing was done."),
        "alone": _("Only bots sit at this table with you. Nothing was done."),
        "advice": _("At this table nobody asks for advice. Nothing was done."),
        "name": _("Somebody else at the table has this name."),
        "closed": _("This link does not open a table."),
    }
    if refused.code == "games-many":
        return _("You have %(count)s games. Delete one that is no longer needed.") % {
            "count": MOST_GAMES
        }
    return texts[refused.code]


def stale() -> str:
    """What is said where somebody was quicker."""
    return _("This game has gone on meanwhile, perhaps in another tab. This is how it stands now.")


__all__ = ["Said", "SeeOther", "game_page", "game_url", "table_of"]
