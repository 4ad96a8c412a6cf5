"""Which assignment a new link shall open: kept while its teacher chooses, then answered, signed."""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpRequest

from accounts import clock
from classrooms.assignments.models import Assignment
from classrooms.lti import own_keys
from classrooms.lti.entering import Arrived
from classrooms.lti.errors import LtiRefused
from classrooms.lti.messages import Launch
from classrooms.lti.models import LtiContext

LASTS: Final = dt.timedelta(hours=2)
MOST: Final = 10  # choices that one browser has open
_SESSION: Final = "lti_choices"
_CLAIM: Final = "https://purl.imsglobal.org/spec/lti/claim/"
_CHOICE: Final = "https://purl.imsglobal.org/spec/lti-dl/claim/"


def keep(request: HttpRequest, launch: Launch, arrived: Arrived) -> str:
    """Keep what a platform asked for in the teacher's session; the key of the choice."""
    assert launch.choice is not None
    key = secrets.token_urlsafe(12)
    kept = dict(list(request.session.get(_SESSION, {}).items())[-(MOST - 1) :])
    kept[key] = {
        "context": arrived.context.pk,
        "return_url": launch.choice.return_url,
        "data": launch.choice.data,
        "until": int((clock.now() + LASTS).timestamp()),
    }
    request.session[_SESSION] = kept
    return key


def kept(request: HttpRequest, key: str) -> dict[str, Any]:
    """What was kept under a key. Raise `LtiRefused` where it is over or of another browser."""
    found: dict[str, Any] | None = request.session.get(_SESSION, {}).get(key)
    if found is None or found["until"] <= clock.now().timestamp():
        raise LtiRefused("choice.over")
    return found


def answer(
    context: LtiContext, asked: Mapping[str, Any], assignment: Assignment, launch_url: str
) -> str:
    """The signed answer: a link in the course that opens the assignment, with a column of grades.

    Raise `own_keys.NoKey`.
    """
    now = int(clock.now().timestamp())
    platform = context.platform
    claims: dict[str, Any] = {
        "iss": platform.client_id,
        "aud": platform.issuer,
        "iat": now,
        "exp": now + 300,
        "nonce": secrets.token_urlsafe(16),
        _CLAIM + "deployment_id": context.deployment,
        _CLAIM + "message_type": "LtiDeepLinkingResponse",
        _CLAIM + "version": "1.3.0",
        _CHOICE + "content_items": [_item(assignment, launch_url)],
    }
    if asked["data"] is not None:
        claims[_CHOICE + "data"] = asked["data"]
    return own_keys.sign(claims)


def _item(assignment: Assignment, launch_url: str) -> dict[str, Any]:
    puzzles = assignment.puzzle_set.items.count()
    item: dict[str, Any] = {
        "type": "ltiResourceLink",
        "url": launch_url,
        "title": assignment.title,
        "custom": {"assignment": str(assignment.pk)},
        "window": {"targetName": "_blank"},  # the site opens in no frame
    }
    if assignment.words:
        item["text"] = assignment.words
    if puzzles:
        item["lineItem"] = {
            "label": assignment.title,
            "scoreMaximum": puzzles,
            "resourceId": str(assignment.pk),
        }
    for name, moment in (("available", assignment.opens_at), ("submission", assignment.due_at)):
        if moment is not None:
            key = "startDateTime" if name == "available" else "endDateTime"
            item[name] = {key: moment.astimezone(dt.UTC).isoformat().replace("+00:00", "Z")}
    return item
