"""The two halves of a launch, and the public keys. What follows a launch: `class_views.py`."""

from __future__ import annotations

import secrets
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth import login as log_in
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from accounts.limits import Limited, client_address, hit_named
from accounts.models import Player
from classrooms.lti import choosing, entering, logins, messages, own_keys, scores
from classrooms.lti.entering import Arrived
from classrooms.lti.errors import LtiRefused
from classrooms.lti.messages import Launch
from classrooms.lti.models import LtiPlatform
from classrooms.lti.outgoing import hosts_of
from classrooms.lti.places import way_of
from classrooms.lti.switch import where_on
from classrooms.lti.words import REFUSED

_FRAMES = frozenset({"iframe", "frame", "embed", "object"})
_HINTS = ("login_hint", "lti_message_hint")
_LONGEST = 2_000  # characters of a hint
LASTS = 12 * 3_600  # seconds: a school's device has many hands, and a launch begins anew at once


@where_on
@csrf_exempt  # another site sends it; it only begins what state and cookie protect
@require_http_methods(["GET", "POST"])
def login(request: HttpRequest) -> HttpResponse:
    """Begin a launch: remember it for this browser, and ask the platform who its user is.

    In a frame of the platform a browser keeps no cookie of ours, so there the page is one link that
    begins the same launch in a tab of its own.
    """
    _limit(request)
    sent = request.POST if request.method == "POST" else request.GET
    try:
        platform = logins.platform_of(sent.get("iss", ""), sent.get("client_id", ""))
        target = sent.get("target_link_uri", "")
        if target != launch_url(request):
            raise LtiRefused("target.unknown")
        hints = {name: sent[name] for name in _HINTS if name in sent}
        if not hints.get("login_hint") or max(map(len, hints.values())) > _LONGEST:
            raise LtiRefused("hint.missing")
    except LtiRefused as error:
        return refused(request, error)
    if request.headers.get("Sec-Fetch-Dest") in _FRAMES:
        begun = {"iss": platform.issuer, "client_id": platform.client_id}
        return _in_a_frame(request, platform, {**begun, "target_link_uri": target, **hints})
    browser = logins.browser_of(request) or secrets.token_urlsafe(32)
    state, nonce = logins.begin(platform, browser=browser, target=target)
    response = HttpResponseRedirect(
        logins.asking(platform, launch_url=target, state=state, nonce=nonce, hints=hints)
    )
    logins.mark_browser(response, browser)
    return response


@where_on
@csrf_exempt  # the platform's page sends it; state, cookie and signature protect it
@require_http_methods(["POST"])
def launch(request: HttpRequest) -> HttpResponse:
    """Take the platform's answer: let its user in and lead them to what the link opens."""
    _limit(request)
    try:
        begun = logins.use(request.POST.get("state", ""), browser=logins.browser_of(request))
        if request.POST.get("error"):
            raise LtiRefused("platform.error")
        read = messages.read(begun, request.POST.get("id_token", ""))
        if read.choice is not None and read.role != "teacher":
            raise LtiRefused("choice.teacher", 403)
        arrived = entering.arrive(read)
    except LtiRefused as error:
        return refused(request, error)
    if arrived.link is not None and arrived.link.assignment is not None:
        scores.send_for(arrived.link)
    _let_in(request, arrived.user.player)
    return HttpResponseRedirect(_way(request, read, arrived), status=303)


@where_on
@require_safe
def jwks(request: HttpRequest) -> HttpResponse:
    """The public keys with which this site signs."""
    response = JsonResponse(own_keys.published())
    response["Cache-Control"] = "public, max-age=600"
    return response


def refused(request: HttpRequest, error: LtiRefused) -> HttpResponse:
    """The page that says why a launch is not taken, and what to do."""
    happened, next_step = REFUSED[error.code]
    context = {"happened": happened, "next_step": next_step, "code": error.code}
    return render(request, "classrooms/lti/refused.html", context, status=error.status)


def launch_url(request: HttpRequest) -> str:
    """The one address to which launches lead."""
    return request.build_absolute_uri(reverse("lti-launch"))


def _limit(request: HttpRequest) -> None:
    verdict = hit_named("lti", client_address(request))
    if not verdict.allowed:
        raise Limited(verdict.retry_after)


def _in_a_frame(
    request: HttpRequest, platform: LtiPlatform, parameters: dict[str, str]
) -> HttpResponse:
    url = f"{reverse('lti-login')}?{urlencode(parameters)}"
    response = render(request, "classrooms/lti/frame.html", {"url": url})
    # The one page that a frame may hold, and only one of the platform: it does nothing but this.
    response.xframe_options_exempt = True
    scheme = "http:" if settings.DEVELOPMENT else "https:"
    ancestors = sorted(f"{scheme}//{host}" for host in hosts_of(platform))
    response._csp_replace = {"frame-ancestors": ancestors}  # type: ignore[attr-defined]
    return response


def _let_in(request: HttpRequest, player: Player) -> None:
    """Log the platform's user in. Nothing of whoever used the browser before comes along.

    An account with a password, to which a pupil may have changed over, is not entered by a launch:
    whoever is not logged in is asked for the password by the page that the launch leads to.
    """
    user = player.user
    if user is None or user.is_staff or user.is_superuser or user.has_usable_password():
        return
    if request.user != user:
        request.session.flush()
        log_in(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
        request.session.set_expiry(LASTS)
    request.preferences_of = player  # type: ignore[attr-defined]


def _way(request: HttpRequest, read: Launch, arrived: Arrived) -> str:
    if read.choice is not None:
        return reverse("lti-choose", args=[choosing.keep(request, read, arrived)])
    assert arrived.link is not None
    return way_of(arrived.link, arrived.context.classroom, arrived.member)
