"""The settings page, and what the header's switches post to."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth import logout as end_session
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import limits, privacy, tokens
from accounts.forms import TOO_MANY, TokenForm
from accounts.json_files import json_file
from accounts.limited import limited
from accounts.models import Player
from accounts.players import player_for_write, player_of
from accounts.preferences import LANGUAGES, THEMES, chosen_language, keep_language, keep_theme

NEW_TOKEN = "new_token"  # noqa: S105 - a session key; the plain text waits in the session for the one page that shows it
CLEAR_ALL = '"cache", "storage"'  # cookies are deleted one by one: the language stays


@require_safe
def settings_page(request: HttpRequest) -> HttpResponse:
    """Language, theme, API tokens, export and deletion, for account and visitor alike."""
    new_token = request.session.pop(NEW_TOKEN, "") if NEW_TOKEN in request.session else ""
    return _settings(request, player_of(request), TokenForm(), new_token=new_token)


@require_POST
@limited("form")
def set_language(request: HttpRequest) -> HttpResponse:
    """Keep the language chosen in the header and show the same page in it."""
    language = request.POST.get("language", "")
    if language and language not in LANGUAGES:
        return HttpResponse(_("There is no such language."), status=400, content_type="text/plain")
    _keep_with_player(request, language=language)
    response = _back(request)
    keep_language(response, language)
    return response


@require_POST
@limited("form")
def set_theme(request: HttpRequest) -> HttpResponse:
    """Keep the theme chosen in the header; an empty one means: as the device says."""
    theme = request.POST.get("theme", "")
    if theme and theme not in THEMES:
        return HttpResponse(_("There is no such theme."), status=400, content_type="text/plain")
    _keep_with_player(request, theme=theme)
    response = _back(request)
    keep_theme(response, theme)
    return response


@require_POST
@limited("form")
def create_token(request: HttpRequest) -> HttpResponse:
    """Make an API token and show its text once, on the page that follows."""
    form = TokenForm(request.POST)
    player = player_for_write(request)
    if not form.is_valid():
        return _settings(request, player, form, status=422)
    try:
        _row, plain = tokens.issue(player, form.cleaned_data["name"])
    except tokens.TooManyTokensError:
        messages.error(request, _("You have 20 tokens. Revoke one before you make another."))
    else:
        request.session[NEW_TOKEN] = plain
    return redirect("account")


@require_POST
def revoke_token(request: HttpRequest, token_id: UUID) -> HttpResponse:
    """Revoke one of the person's own tokens."""
    player = player_of(request)
    if player is None or not tokens.revoke(player, token_id):
        raise Http404
    messages.success(request, _("The token is revoked."))
    return redirect("account")


@require_safe
def export_data(request: HttpRequest) -> HttpResponse:
    """Everything kept about the person, as a JSON file."""
    player = player_of(request)
    if player is None:
        raise Http404
    return json_file(privacy.export(player), "istaka.json")


@require_http_methods(["GET", "HEAD", "POST"])
def delete_data(request: HttpRequest) -> HttpResponse:
    """Ask, then delete all that is kept about the person and end the session."""
    player = player_of(request)
    if request.method != "POST":
        return render(request, "accounts/delete.html", {"player": player})
    if player is not None:
        error = _unconfirmed(request, player)
        if error:
            return render(
                request, "accounts/delete.html", {"player": player, "error": error}, status=422
            )
        try:
            privacy.erase(player)
        except privacy.ErasureRefused as refused:
            context = {"player": player, "refused": refused}
            return render(request, "accounts/delete.html", context, status=422)
    end_session(request)
    response = HttpResponseRedirect("/")
    response["Clear-Site-Data"] = CLEAR_ALL
    return response


def _settings(
    request: HttpRequest,
    player: Player | None,
    form: TokenForm,
    *,
    new_token: str = "",
    status: int = 200,
) -> HttpResponse:
    in_force = player.tokens.filter(revoked_at=None).order_by("created_at") if player else []
    context = {
        "player": player,
        "tokens": in_force,
        "new_token": new_token,
        "form": form,
        "language": chosen_language(request),
    }
    return render(request, "accounts/settings.html", context, status=status)


def _unconfirmed(request: HttpRequest, player: Player) -> str:
    """Why the person is not known to be the one of the account; empty where they are.

    They know its password. A try counts as a log-in.
    """
    if player.user is None:
        return ""
    if not player.user.has_usable_password():  # came by a card or from a learning platform
        sure = request.POST.get("sure") == "1"
        return "" if sure else _("Tick the box if you mean it. Nothing was deleted.")
    verdict = limits.hit_named("login-account", player.user.username.casefold())
    if not verdict.allowed:
        request.limited = verdict  # type: ignore[attr-defined]
        return str(TOO_MANY)
    if not player.user.check_password(request.POST.get("password", "")):
        return _("This password is not right. Nothing was deleted.")
    return ""


def _keep_with_player(request: HttpRequest, **chosen: str) -> None:
    """Keep the choice with the account as well; choosing alone makes no visitor a player."""
    player = player_of(request)
    if player is not None:
        Player.objects.filter(pk=player.pk).update(**chosen)


def _back(request: HttpRequest) -> HttpResponseRedirect:
    """Back to the page on which the switch stands, if it is one of ours."""
    for target in (request.POST.get("next"), request.headers.get("Referer")):
        if target and url_has_allowed_host_and_scheme(
            target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
        ):
            return HttpResponseRedirect(target)
    return HttpResponseRedirect("/")
