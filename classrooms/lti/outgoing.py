"""Requests to a platform: to its own hosts alone, with time-outs and a bound on the answer.

No redirect is followed and no proxy of the environment is asked, so that nothing a platform sends
can lead a request elsewhere.
"""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from dataclasses import dataclass
from http.client import HTTPException, HTTPMessage
from typing import IO, Any, Final
from urllib.parse import urlsplit

from django.conf import settings

from classrooms.lti.models import LtiPlatform

SECONDS: Final = 5  # for the connection, and for every read
MOST_BYTES: Final = 256 * 1024


class Unreachable(Exception):  # noqa: N818 - states a fact
    """The platform did not answer, or with something that is no answer. Trying later may help."""


class Refusal(Exception):  # noqa: N818 - states a fact
    """The platform answered with an error. `status` is its code."""

    def __init__(self, status: int) -> None:
        super().__init__(str(status))
        self.status = status


@dataclass(frozen=True, slots=True)
class Ask:
    """A request: a body makes it a POST. `headers` beside those of the body."""

    url: str
    accept: str = "application/json"
    body: bytes | None = None
    content_type: str = ""
    token: str = ""


def hosts_of(platform: LtiPlatform) -> frozenset[str]:
    """The hosts, with their ports, that belong to a platform."""
    urls = (platform.issuer, platform.auth_url, platform.token_url, platform.keys_url)
    named = {str(host).lower() for host in platform.hosts}
    return frozenset(named | {urlsplit(url).netloc.lower() for url in urls} - {""})


def is_of(platform: LtiPlatform, url: str) -> bool:
    """Whether an address is one of the platform's, over https (plain http in development)."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    schemes = {"https", "http"} if settings.DEVELOPMENT else {"https"}
    return (
        parts.scheme in schemes
        and "@" not in parts.netloc
        and parts.netloc.lower() in hosts_of(platform)
    )


def ask(platform: LtiPlatform, asked: Ask) -> dict[str, Any]:
    """The JSON object that the platform answers; empty where it answers nothing.

    Raise `Refusal` for an error of its, `Unreachable` for silence, for something else than JSON,
    and for a redirect; ValueError for an address that is not the platform's.
    """
    if not is_of(platform, asked.url):
        raise ValueError("not an address of the platform")
    headers = {"Accept": asked.accept, "User-Agent": "Istaka"}
    if asked.content_type:
        headers["Content-Type"] = asked.content_type
    if asked.token:
        headers["Authorization"] = f"Bearer {asked.token}"
    request = urllib.request.Request(asked.url, data=asked.body, headers=headers)  # noqa: S310
    try:
        with _opener.open(request, timeout=SECONDS) as response:
            read = response.read(MOST_BYTES + 1)
    except urllib.error.HTTPError as error:
        with error:
            if error.code >= 500 or error.code in _LATER or 300 <= error.code < 400:
                raise Unreachable from None
            raise Refusal(error.code) from None
    except (OSError, HTTPException, ValueError) as error:
        raise Unreachable from error
    if len(read) > MOST_BYTES:
        raise Unreachable
    return _object(read)


_LATER: Final = frozenset({408, 425, 429})  # too early, too much: later it may be taken


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> None:
        return None


_opener: Final = urllib.request.build_opener(urllib.request.ProxyHandler({}), _NoRedirect)


def _object(read: bytes) -> dict[str, Any]:
    if not read.strip():
        return {}
    try:
        found = json.loads(read)
    except (ValueError, RecursionError):
        raise Unreachable from None
    if not isinstance(found, dict):
        raise Unreachable
    return found
