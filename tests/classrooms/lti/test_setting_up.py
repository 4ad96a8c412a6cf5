"""A platform is set up by a command or in the admin; keys are made, and others take over."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from accounts import clock
from classrooms.lti import cleaning, own_keys
from classrooms.lti.logins import KEEP
from classrooms.lti.models import LtiKey, LtiLogin, LtiPlatform
from tests.classrooms.lti.conftest import Browser
from tests.classrooms.world import account, client_of
from tests.site.addresses import with_second_factor

pytestmark = pytest.mark.django_db

URLS = (
    *("--auth-url", "https://m.example/auth", "--token-url", "https://m.example/token"),
    *("--keys-url", "https://m.example/keys"),
)


def set_up(*more: str) -> str:
    out = StringIO()
    named = (
        "--issuer",
        "https://m.example",
        "--client-id",
        "c",
        "--site",
        "https://istaka.example",
    )
    call_command("lti_platform", *named, *more, stdout=out, stderr=out)
    return out.getvalue()


def test_a_platform_is_set_up_and_the_addresses_to_enter_there_are_told() -> None:
    text = set_up(*URLS, "--deployment", "1")
    row = LtiPlatform.objects.get()
    assert (row.deployments, row.active, LtiKey.objects.count()) == (["1"], True, 1)
    for path in ("login", "launch", "jwks"):
        assert f"https://istaka.example/lti/{path}/" in text


def test_the_command_again_changes_what_it_names_and_nothing_else() -> None:
    set_up(*URLS, "--deployment", "1", "--name", "School")
    set_up("--deployment", "2", "--host", "Grades.example")
    row = LtiPlatform.objects.get()
    assert (row.name, row.deployments, row.hosts) == ("School", ["1", "2"], ["grades.example"])
    set_up("--off")
    assert not LtiPlatform.objects.get().active
    assert LtiKey.objects.count() == 1


def test_an_address_without_https_is_refused_outside_development(settings: Settings) -> None:
    settings.DEVELOPMENT = False
    with pytest.raises(CommandError, match="https"):
        set_up(*URLS, "--keys-url", "http://m.example/keys")
    assert not LtiPlatform.objects.exists()


def test_without_a_deployment_the_command_says_that_launches_are_refused() -> None:
    assert "No deployment" in set_up(*URLS)


def test_a_new_key_takes_over_tomorrow_and_after_a_break_in_at_once() -> None:
    call_command("lti_keys", stdout=StringIO())
    first = LtiKey.objects.get()
    call_command("lti_keys", stdout=StringIO())
    second = LtiKey.objects.exclude(pk=first.pk).get()
    assert second.signs_from > clock.now()
    assert len(own_keys.published()["keys"]) == 2
    call_command("lti_keys", "--now", stdout=StringIO())
    assert LtiKey.objects.count() == 1
    assert LtiKey.objects.get().signs_from <= clock.now()


def test_a_key_survives_a_new_secret_key_whose_earlier_one_is_named(settings: Settings) -> None:
    call_command("lti_keys", stdout=StringIO())
    earlier = settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another" * 10, [earlier]
    assert own_keys.sign({"a": 1}).count(".") == 2
    settings.SECRET_KEY_FALLBACKS = []
    with pytest.raises(own_keys.NoKey):
        own_keys.sign({"a": 1})


def test_the_staff_sets_a_platform_up_in_the_admin_and_nobody_else_does() -> None:
    fields = {
        "name": "School",
        "issuer": "https://m.example",
        "client_id": "c",
        "deployments": '["1"]',
        "auth_url": "https://m.example/auth",
        "token_url": "https://m.example/token",
        "keys_url": "https://m.example/keys",
        "hosts": "[]",
        "active": "on",
    }
    path = "/admin/classrooms/ltiplatform/add/"
    person = account(is_staff=True, is_superuser=True)
    assert person.user is not None
    with_second_factor(person.user)
    staff = client_of(person)
    assert staff.get(path).status_code == 200
    assert staff.post(path, {**fields, "deployments": "5"}).status_code == 200  # refused
    assert staff.post(path, fields).status_code == 302
    assert LtiPlatform.objects.get().deployments == ["1"]
    assert client_of(account()).get(path).status_code == 302
    assert Client().get(path).status_code == 302


def test_log_ins_are_deleted_a_day_after_they_ended(visitor: Browser) -> None:
    visitor.begin()
    cleaning.clean(clock.now())
    assert LtiLogin.objects.exists()
    cleaning.clean(LtiLogin.objects.get().expires_at + KEEP * 2)
    assert not LtiLogin.objects.exists()
