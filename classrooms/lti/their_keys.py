"""A platform's public keys: fetched from its address, kept, and fetched anew for an unknown one."""

from __future__ import annotations

import datetime as dt
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from jwt import PyJWK
from jwt.exceptions import PyJWTError

from accounts import clock
from accounts.limits import hit_named
from classrooms.lti import outgoing
from classrooms.lti.errors import LtiRefused
from classrooms.lti.models import LtiPlatform
from classrooms.lti.outgoing import Ask, Refusal, Unreachable

KEEP: Final = dt.timedelta(hours=24)  # then fetched anew, so that a key taken back ends here too
SMALLEST: Final = 2048  # bits


def key_of(platform: LtiPlatform, kid: str) -> RSAPublicKey:
    """The platform's key under this id.

    An id that is not known has the keys fetched once. Raise `LtiRefused`: no such key, a key that
    is none of ours to check (another algorithm, too short), or a platform that does not answer.
    """
    fresh = platform.keys_at is not None and clock.now() - platform.keys_at < KEEP
    found = _find(platform.keys, kid) if fresh else None
    if found is None:
        found = _find(_fetch(platform), kid)
    if found is None:
        raise LtiRefused("key.unknown", 403)
    return _read(found)


def _fetch(platform: LtiPlatform) -> dict[str, Any]:
    """Fetch and keep the keys. Limited: whoever sends us unknown ids is no load for a platform."""
    if not hit_named("lti-keys", str(platform.pk)).allowed:
        raise LtiRefused("key.unknown", 403)
    try:
        keys = outgoing.ask(platform, Ask(platform.keys_url))
    except (Refusal, Unreachable, ValueError):
        raise LtiRefused("platform.silent", 502) from None
    listed = keys.get("keys")
    if not isinstance(listed, list):
        raise LtiRefused("platform.silent", 502)
    kept = {"keys": [one for one in listed if isinstance(one, dict)]}
    LtiPlatform.objects.filter(pk=platform.pk).update(keys=kept, keys_at=clock.now())
    return kept


def _find(keys: dict[str, Any], kid: str) -> dict[str, Any] | None:
    return next((one for one in keys.get("keys", []) if one.get("kid") == kid), None)


def _read(found: dict[str, Any]) -> RSAPublicKey:
    if found.get("use", "sig") != "sig" or found.get("alg", "RS256") != "RS256":
        raise LtiRefused("key.unusable", 403)
    try:
        key = PyJWK.from_dict(found, algorithm="RS256").key
    except (PyJWTError, ValueError, TypeError, KeyError):
        raise LtiRefused("key.unusable", 403) from None
    if not isinstance(key, RSAPublicKey) or key.key_size < SMALLEST:
        raise LtiRefused("key.unusable", 403)
    return key
