"""A platform that is set up, and browsers that come from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from classrooms.lti import own_keys
from classrooms.lti.models import LtiKey, LtiPlatform
from tests.classrooms.lti.platform import Platform

TARGET = "http://testserver/lti/launch/"


@dataclass
class Browser:
    """A browser that opens links in a course of a platform."""

    platform: Platform
    client: Client

    def begin(self, **more: str) -> dict[str, str]:
        """Open a link; what the tool asks the platform with."""
        answer = self.client.get("/lti/login/", {**initiation(self.platform), **more})
        assert answer.status_code == 302, answer.content.decode()
        where = urlsplit(answer["Location"])
        assert f"{where.scheme}://{where.netloc}{where.path}" == f"{self.platform.issuer}/auth"
        return {name: values[0] for name, values in parse_qs(where.query).items()}

    def launch(self, role: str = "Learner", **claims: Any) -> Any:
        """Open a link and come back with the platform's message."""
        asked = self.begin()
        message = self.platform.claims(nonce=asked["nonce"], target=TARGET, role=role) | claims
        message = {name: value for name, value in message.items() if value is not None}
        return self.send(asked["state"], self.platform.signed(message))

    def send(self, state: str, token: str) -> Any:
        """The form that the platform has the browser post."""
        return self.client.post("/lti/launch/", {"state": state, "id_token": token})


def initiation(platform: Platform) -> dict[str, str]:
    """How a platform begins a launch."""
    return {
        "iss": platform.issuer,
        "client_id": platform.client_id,
        "target_link_uri": TARGET,
        "login_hint": "7",
        "lti_message_hint": "42",
    }


@pytest.fixture
def platform(settings: Settings, db: None) -> Iterator[Platform]:
    """A platform that runs and is set up here."""
    settings.ISTAKA_LTI = True
    cache.clear()
    made = Platform()
    LtiPlatform.objects.create(**made.row())
    _own_key()
    made.tool_keys = own_keys.published()["keys"]
    yield made
    made.stop()


@pytest.fixture
def visitor(platform: Platform) -> Browser:
    """A browser that comes from it."""
    return Browser(platform, Client())


_kept: list[LtiKey] = []


def _own_key() -> None:
    """The site's key: made once a run, since making one takes a while."""
    if _kept:
        _kept[0].save(force_insert=True)
    else:
        _kept.append(own_keys.make())
