"""The keys of a platform: fetched, kept, changed, and never a way to lead a request elsewhere."""

from __future__ import annotations

import pytest

from classrooms.lti.models import LtiPlatform
from tests.classrooms.lti import platform as their
from tests.classrooms.lti.conftest import TARGET, Browser
from tests.classrooms.lti.platform import Platform
from tests.classrooms.lti.told import code_of

pytestmark = pytest.mark.django_db


# --- keys -----------------------------------------------------------------------------------------


def test_keys_are_fetched_once_and_kept(visitor: Browser) -> None:
    for _ in range(3):
        visitor.launch("Instructor")
    assert visitor.platform.keys_asked == 1


def test_a_new_key_of_the_platform_is_fetched_when_it_first_signs(visitor: Browser) -> None:
    visitor.launch("Instructor")
    visitor.platform.published, visitor.platform.kid = ["first", "second"], "second"
    assert visitor.launch("Instructor").status_code == 303
    assert visitor.platform.keys_asked == 2


def test_a_key_that_the_platform_took_back_ends_here_within_a_day(visitor: Browser) -> None:
    visitor.launch("Instructor")
    visitor.platform.published = ["second"]
    LtiPlatform.objects.update(keys_at="2026-01-01T00:00:00Z")
    assert code_of(visitor.launch("Instructor")) == "key.unknown"


def test_unknown_keys_ask_the_platform_a_few_times_a_minute_and_no_more(visitor: Browser) -> None:
    visitor.platform.kid = "unpublished"
    for _ in range(10):
        assert code_of(visitor.launch("Instructor")) == "key.unknown"
    assert visitor.platform.keys_asked == 6


def test_a_platform_that_is_down_is_told_as_such(visitor: Browser) -> None:
    visitor.platform.down = True
    answer = visitor.launch("Instructor")
    assert (answer.status_code, code_of(answer)) == (502, "platform.silent")


def test_a_platform_cannot_lead_a_request_elsewhere(visitor: Browser) -> None:
    inner = Platform()
    try:
        visitor.platform.redirect_keys = f"{inner.issuer}/keys"
        assert code_of(visitor.launch("Instructor")) == "platform.silent"
        assert inner.keys_asked == 0
    finally:
        inner.stop()


def test_a_short_key_is_not_taken(visitor: Browser) -> None:
    short = their.key("short", 1024)
    kept = {"keys": [their.jwk("short", short)]}
    LtiPlatform.objects.update(keys=kept, keys_at="2100-01-01T00:00:00Z")
    asked = visitor.begin()
    claims = visitor.platform.claims(nonce=asked["nonce"], target=TARGET)
    token = their.sign(claims, short, {"kid": "short"})
    assert code_of(visitor.send(asked["state"], token)) == "key.unusable"
