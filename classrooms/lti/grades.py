"""Telling a platform a score: an access token for our signed assertion, then the score itself."""

from __future__ import annotations

import datetime as dt
import json
import secrets
from typing import Any, Final
from urllib.parse import urlencode, urlsplit, urlunsplit

from django.core.cache import cache

from accounts import clock
from classrooms.lti import own_keys
from classrooms.lti.messages import SCORE_SCOPE
from classrooms.lti.models import LtiPlatform, LtiScore
from classrooms.lti.outgoing import Ask, Refusal, Unreachable, ask

ASSERTION_LASTS: Final = 120  # seconds
_ASSERTION: Final = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"


class Denied(Exception):  # noqa: N818 - states a fact
    """The platform gives us no token: it does not let us send grades."""


def send(score: LtiScore) -> None:
    """Send a score. The same one again is the same to the platform: the moment is the row's.

    Raise `Unreachable` where trying later may help; `Denied`, `Refusal` and `own_keys.NoKey`
    where it does not.
    """
    platform = score.link.context.platform
    asked = Ask(
        _scores_url(score.link.line_item),
        content_type="application/vnd.ims.lis.v1.score+json",
        body=json.dumps(content(score)).encode(),
    )
    try:
        _ask(platform, asked, _token(platform))
    except Refusal as error:
        if error.status != 401:
            raise
        _ask(platform, asked, _token(platform, anew=True))  # the kept one was taken back


def content(score: LtiScore) -> dict[str, Any]:
    """The score as the platform reads it. Only what is handed in and graded is ever sent.

    Without `scoreGiven` there is none any more: the platform empties what it had.
    """
    said = {"userId": score.user.sub, "timestamp": _moment(score.changed_at)}
    work = score.work
    if work is None or score.points is None:
        return {**said, "activityProgress": "Initialized", "gradingProgress": "NotReady"}
    submission = {"startedAt": _moment(work.opened_at)}
    if work.submitted_at is not None:
        submission["submittedAt"] = _moment(work.submitted_at)
    return {
        **said,
        "activityProgress": "Completed",
        "gradingProgress": "FullyGraded",
        "scoreGiven": score.points,
        "scoreMaximum": score.out_of,
        "submission": submission,
    }


def _ask(platform: LtiPlatform, asked: Ask, token: str) -> None:
    try:
        ask(platform, Ask(asked.url, asked.accept, asked.body, asked.content_type, token))
    except ValueError:  # the platform's addresses were changed and this one is none of them
        raise Refusal(0) from None


def _token(platform: LtiPlatform, *, anew: bool = False) -> str:
    """An access token, kept for as long as the platform says."""
    key = f"lti-token:{platform.pk}"
    known: str | None = None if anew else cache.get(key)
    if known:
        return known
    now = int(clock.now().timestamp())
    assertion = own_keys.sign(
        {
            "iss": platform.client_id,
            "sub": platform.client_id,
            "aud": platform.audience or platform.token_url,
            "iat": now,
            "exp": now + ASSERTION_LASTS,
            "jti": secrets.token_urlsafe(16),
        }
    )
    form = {
        "grant_type": "client_credentials",
        "client_assertion_type": _ASSERTION,
        "client_assertion": assertion,
        "scope": SCORE_SCOPE,
    }
    try:
        given = ask(
            platform,
            Ask(
                platform.token_url,
                body=urlencode(form).encode(),
                content_type="application/x-www-form-urlencoded",
            ),
        )
    except (Refusal, ValueError):
        raise Denied from None
    token, lasts = given.get("access_token"), given.get("expires_in", 3_600)
    if not isinstance(token, str) or not token.isascii() or not token.isprintable():
        raise Unreachable
    if isinstance(lasts, int) and lasts > 60:
        cache.set(key, token, min(lasts, 3_600) - 30)
    return token


def _scores_url(line_item: str) -> str:
    """Where scores of a line item go: below its path, whatever query it has."""
    parts = urlsplit(line_item)
    return urlunsplit(parts._replace(path=parts.path.rstrip("/") + "/scores"))


def _moment(moment: dt.datetime) -> str:
    return moment.astimezone(dt.UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
