"""Logging in, signing up, resetting: limited before the password is looked at, and discreet."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any
from unittest import mock

import pytest
from django.contrib.auth.hashers import check_password, identify_hasher
from django.core import mail
from django.test import Client
from pytest_django import Settings

from accounts import clock
from accounts.models import Player, User
from tests.accounts.conftest import PASSWORD, log_in
from tests.together import raised

pytestmark = pytest.mark.django_db


def test_log_in_by_name_or_by_e_mail(client: Client, aylin: Player) -> None:
    from allauth.account.models import EmailAddress

    EmailAddress.objects.create(user=aylin.user, email="aylin@example.org", primary=True)
    for name in ("aylin", "aylin@example.org"):
        assert log_in(client, name).status_code == 302
        client.post("/account/logout/")


def test_a_wrong_name_and_a_wrong_password_get_the_same_answer(
    client: Client, aylin: Player
) -> None:
    def told(name: str) -> str:
        text = log_in(client, name, "not this one").content.decode()
        return re.sub(r'name="csrfmiddlewaretoken"[^>]*|value="[^"]*"', "", text)

    assert told("aylin") == told("nobody")


def test_the_password_is_not_even_hashed_beyond_the_limit(
    client: Client, aylin: Player, settings: Settings
) -> None:
    settings.ISTAKA_LIMITS = {**settings.ISTAKA_LIMITS, "login-account": (2, 600)}
    assert [log_in(client, password="x").status_code for _ in range(2)] == [200, 200]
    with mock.patch("accounts.hashers.Argon2.verify") as verify:
        refused = log_in(client)
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) > 0
    assert b"aylin" in refused.content  # what was typed is still there
    verify.assert_not_called()


def test_too_many_tries_at_one_name_leave_others_alone(
    client: Client, aylin: Player, settings: Settings
) -> None:
    settings.ISTAKA_LIMITS = {**settings.ISTAKA_LIMITS, "login-account": (1, 600)}
    log_in(client, "ben", "x")
    log_in(client, "BEN", "x")
    assert log_in(client).status_code == 302


@pytest.mark.django_db(transaction=True)
def test_of_a_hundred_wrong_log_ins_at_once_ten_are_checked(
    aylin: Player, settings: Settings
) -> None:
    checked: list[int] = []

    def verify(*_: Any) -> bool:
        checked.append(1)
        return False

    def attack(_number: int) -> None:
        for _ in range(10):
            log_in(Client(), password="x")

    with mock.patch("accounts.hashers.Argon2.verify", verify):
        assert raised(10, attack) == []
    assert len(checked) == settings.ISTAKA_LIMITS["login-account"][0]


def test_sign_up_needs_no_e_mail(client: Client) -> None:
    answer = client.post("/account/signup/", {"username": "ben", "password1": PASSWORD})
    assert answer.status_code == 302
    assert User.objects.get().email == ""
    assert Player.objects.get().user == User.objects.get()


@pytest.mark.parametrize("password", ["short", "password1", "ben-ben-ben"])
def test_a_weak_password_is_refused_with_a_reason(client: Client, password: str) -> None:
    answer = client.post("/account/signup/", {"username": "ben-ben-ben", "password1": password})
    assert answer.status_code == 200
    assert b'class="error"' in answer.content
    assert not User.objects.exists()


def test_a_long_password_with_blanks_and_umlauts_is_fine(client: Client) -> None:
    password = "ein sehr langes Paßwort mit ğ und ş " * 3
    client.post("/account/signup/", {"username": "ben", "password1": password})
    assert check_password(password.strip(), User.objects.get().password) or check_password(
        password, User.objects.get().password
    )


@pytest.mark.parametrize("name", ["aylin@example.org", "@ben", "ben kaya", "ben!", "a/b"])
@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "an e-mail address is none"), ("de", "E-Mail-Adresse"), ("tr", "e-posta adresi")],
)
def test_a_name_that_cannot_be_one_is_told_what_a_name_is_made_of(
    client: Client, name: str, language: str, words: str
) -> None:
    answer = client.post(
        "/account/signup/",
        {"username": name, "password1": PASSWORD},
        headers={"accept-language": language},
    )
    assert not User.objects.exists()
    told = re.search(r'id="id_username_error">.*?<span>(.*?)</span>', answer.content.decode())
    assert told
    assert words in told.group(1)
    assert ". + - _" in told.group(1)


@pytest.mark.parametrize("name", ["ben", "Çağlar.1", "a+b", "ayşe_2-3"])
def test_letters_of_any_language_make_a_name(client: Client, name: str) -> None:
    client.post("/account/signup/", {"username": name, "password1": PASSWORD})
    assert User.objects.get().username == name


def test_sign_up_does_not_tell_whose_e_mail_is_taken(client: Client, aylin: Player) -> None:
    answer = client.post(
        "/account/signup/",
        {"username": "ben", "email": "aylin@example.org", "password1": PASSWORD},
    )
    assert answer.status_code == 302


def test_a_password_is_set_anew_by_the_link_in_the_mail(client: Client, aylin: Player) -> None:
    client.post("/account/password/reset/", {"email": "aylin@example.org"})
    link = re.search(r"https?://testserver(\S+)", str(mail.outbox[0].body))
    assert link
    page = client.get(link.group(1), follow=True)
    assert page.status_code == 200
    address = page.redirect_chain[-1][0]
    client.post(address, {"password1": "another-glass", "password2": "another-glass"})
    assert log_in(client, password="another-glass").status_code == 302
    client.post("/account/logout/")
    assert b"no longer valid" in client.get(link.group(1), follow=True).content


def test_reset_answers_the_same_for_a_stranger(client: Client, aylin: Player) -> None:
    known = client.post("/account/password/reset/", {"email": "aylin@example.org"})
    unknown = client.post("/account/password/reset/", {"email": "nobody@example.org"})
    assert (known.status_code, known.headers["Location"]) == (
        unknown.status_code,
        unknown.headers["Location"],
    )
    assert known.content == unknown.content
    assert len(mail.outbox) == 2


def test_resets_are_limited_by_address(client: Client, aylin: Player, settings: Settings) -> None:
    settings.ISTAKA_LIMITS = {**settings.ISTAKA_LIMITS, "reset-account": (1, 3_600)}
    codes = [
        client.post("/account/password/reset/", {"email": "aylin@example.org"}).status_code
        for _ in range(2)
    ]
    assert codes == [302, 429]
    assert len(mail.outbox) == 1


def test_a_mail_server_that_is_down_breaks_no_page(client: Client, aylin: Player) -> None:
    with mock.patch("django.core.mail.message.EmailMessage.send", side_effect=ConnectionError):
        answer = client.post("/account/password/reset/", {"email": "aylin@example.org"})
    assert answer.status_code == 302


def test_passwords_are_kept_with_argon2id_in_the_small_profile(aylin: Player) -> None:
    assert aylin.user is not None
    assert "argon2id$v=19$m=19456,t=2,p=1$" in aylin.user.password
    assert identify_hasher(aylin.user.password).algorithm == "argon2"


def test_log_out_is_a_post_and_clears_the_browser(client: Client, aylin: Player) -> None:
    log_in(client)
    assert "Clear-Site-Data" not in client.get("/account/logout/").headers
    assert b"Log out" in client.get("/account/").content
    answer = client.post("/account/logout/")
    assert answer.headers["Clear-Site-Data"] == '"cache", "storage"'
    assert b"visitor" in client.get("/account/").content


@pytest.mark.parametrize(
    ("staff", "wait", "in_still"),
    [
        (False, dt.timedelta(days=13), True),
        (False, dt.timedelta(days=15), False),
        (True, dt.timedelta(hours=1), True),
        (True, dt.timedelta(hours=3), False),
    ],
)
def test_a_log_in_ends_after_too_long_idle(
    client: Client,
    aylin: Player,
    monkeypatch: pytest.MonkeyPatch,
    staff: bool,
    wait: dt.timedelta,
    in_still: bool,
) -> None:
    User.objects.update(is_staff=staff)
    log_in(client)
    client.get("/account/")
    later = clock.now() + wait
    monkeypatch.setattr(clock, "now", lambda: later)
    assert (b"aylin" in client.get("/account/").content) is in_still


def test_a_log_in_ends_after_ninety_days_however_busy(
    client: Client, aylin: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = clock.now()  # and stands still: the ninetieth day is the last by a second
    monkeypatch.setattr(clock, "now", lambda: begun)
    log_in(client)
    client.get("/account/")
    for day in range(10, 100, 10):
        monkeypatch.setattr(clock, "now", lambda day=day: begun + dt.timedelta(days=day))
        seen = b"aylin" in client.get("/account/").content
        assert seen is (day <= 90)


def test_htmx_is_sent_to_the_log_in_page_as_a_whole(client: Client) -> None:
    answer = client.get("/account/email/", headers={"hx-request": "true"})
    assert answer.status_code == 204
    assert answer.headers["HX-Redirect"].startswith("/account/login/")


def test_the_admin_is_entered_by_the_same_door(client: Client) -> None:
    answer = client.get("/admin/login/?next=/admin/")
    assert answer.headers["Location"] == "/account/login/?next=/admin/"


def test_the_password_is_asked_again_of_an_account_whose_e_mail_is_confirmed(
    client: Client, aylin: Player
) -> None:
    from allauth.account.models import EmailAddress

    # allauth would offer such an account a code by mail as well
    EmailAddress.objects.create(
        user=aylin.user, email="aylin@example.org", primary=True, verified=True
    )
    log_in(client)
    assert client.get("/account/reauthenticate/").status_code == 200
    answer = client.post("/account/reauthenticate/", {"password": PASSWORD})
    assert answer.status_code == 302
