"""The second factor: switched on, asked for, used once, counted, and needed by the staff."""

from __future__ import annotations

import re
import time

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth as totp
from django.core import mail
from django.db import connection
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts import privacy, tokens
from accounts.models import Player, Session, User
from accounts.second_factor import Adapter
from tests.accounts.conftest import PASSWORD, log_in
from tests.together import at_once

pytestmark = pytest.mark.django_db

ON, INDEX = "/account/second-factor/on/", "/account/second-factor/"
CODE, RECOVERY = "/account/second-factor/code/", "/account/second-factor/recovery/"
STEP = 30


def code_of(secret: str, steps: int = 0) -> str:
    """What an app shows for a secret now, or so many steps of thirty seconds later."""
    counter = int(time.time()) // STEP + steps
    return totp.format_hotp_value(totp.hotp_value(secret, counter))


def secret_of(player: Player) -> str:
    row = Authenticator.objects.get(user=player.user, type="totp")
    return Adapter().decrypt(row.data["secret"])


def confirm(client: Client) -> None:
    """Enter the password once more, as every change of the second factor asks."""
    client.post("/account/reauthenticate/", {"password": PASSWORD})


def doubt(client: Client) -> None:
    """Let the last password be long ago."""
    session = client.session
    session["account_authentication_methods"] = []
    session.save()


def switch_on(client: Client) -> str:
    """Do what the page asks; the secret."""
    confirm(client)
    page = client.get(ON)
    secret: str = page.context["form"].secret
    assert client.post(ON, {"code": code_of(secret)}).status_code == 302
    return secret


@pytest.fixture
def secured(client: Client, aylin: Player) -> Player:
    """Aylin with a second factor; `client` has logged out."""
    log_in(client)
    switch_on(client)
    client.post("/account/logout/")
    return aylin


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time stands, in the middle of a step."""
    now = time.time() // STEP * STEP + 10
    monkeypatch.setattr("allauth.mfa.totp.internal.auth.time.time", lambda: now)
    monkeypatch.setattr(time, "time", lambda: now)


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_it_is_switched_on_with_the_code_of_the_app(client: Client, aylin: Player) -> None:
    log_in(client)
    assert client.get(ON).headers["Location"].startswith("/account/reauthenticate/")
    confirm(client)
    assert client.post(ON, {"code": "000000"}).status_code == 200
    assert not Authenticator.objects.exists()
    switch_on(client)
    assert set(Authenticator.objects.values_list("type", flat=True)) == {"totp", "recovery_codes"}


def test_the_page_draws_the_code_itself(client: Client, aylin: Player) -> None:
    log_in(client)
    confirm(client)
    page = client.get(ON).content.decode()
    assert 'src="data:image/svg+xml;base64,' in page
    assert "http" not in re.findall(r'<img src="([^"]*)"', page)[0]


def test_the_secret_is_encrypted_in_the_database(secured: Player) -> None:
    secret = secret_of(secured)
    with connection.cursor() as cursor:
        cursor.execute("SELECT data FROM mfa_authenticator")
        stored = str(cursor.fetchall())
    assert secret not in stored
    assert len(secret) == 32


def test_under_another_key_of_the_site_no_code_is_right(
    secured: Player, settings: Settings
) -> None:
    secret, former = secret_of(secured), settings.SECRET_KEY
    settings.SECRET_KEY = "another-secret-of-the-site-" + "x" * 40
    assert secret_of(secured) != secret
    assert secret_of(secured) != secret_of(secured)
    settings.SECRET_KEY_FALLBACKS = [former]
    assert secret_of(secured) == secret


@pytest.mark.usefixtures("still")
def test_the_password_alone_does_not_open_the_account(client: Client, secured: Player) -> None:
    answer = log_in(client)
    assert answer.headers["Location"] == CODE
    assert not is_in(client)
    assert client.get("/account/export/").status_code == 404
    assert client.post(CODE, {"code": "000000"}).status_code == 200
    assert not is_in(client)
    spaced = code_of(secret_of(secured))
    assert client.post(CODE, {"code": f"{spaced[:3]} {spaced[3:]}"}).status_code == 302
    assert is_in(client)


def test_the_page_of_the_code_needs_a_password_first(client: Client, secured: Player) -> None:
    code = code_of(secret_of(secured))
    for answer in (client.get(CODE), client.post(CODE, {"code": code})):
        assert answer.headers["Location"] == "/account/login/"


@pytest.mark.usefixtures("still")
def test_a_code_is_good_once_and_so_is_none_before_it(client: Client, secured: Player) -> None:
    secret = secret_of(secured)
    log_in(client)
    assert client.post(CODE, {"code": code_of(secret)}).status_code == 302
    client.post("/account/logout/")
    log_in(client)
    for steps in (0, -1):
        assert client.post(CODE, {"code": code_of(secret, steps)}).status_code == 200
    assert not is_in(client)
    assert client.post(CODE, {"code": code_of(secret, 1)}).status_code == 302


@pytest.mark.usefixtures("still")
def test_codes_of_other_minutes_are_not_right(client: Client, secured: Player) -> None:
    log_in(client)
    for steps in (-3, 3):
        client.post(CODE, {"code": code_of(secret_of(secured), steps)})
    assert not is_in(client)


@pytest.mark.usefixtures("still")
def test_wrong_codes_count_and_beyond_the_limit_none_is_looked_at(
    client: Client, secured: Player, settings: Settings
) -> None:
    settings.ISTAKA_LIMITS = {**settings.ISTAKA_LIMITS, "second-factor": (3, 3600)}
    log_in(client)
    answers = [client.post(CODE, {"code": "000000"}).status_code for _ in range(4)]
    assert answers == [200, 200, 200, 429]
    refused = client.post(CODE, {"code": code_of(secret_of(secured))})
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) > 0
    assert not is_in(client)


@pytest.mark.usefixtures("still")
def test_a_recovery_code_opens_once(client: Client, secured: Player) -> None:
    row = Authenticator.objects.get(user=secured.user, type="recovery_codes")
    code = row.wrap().get_unused_codes()[0]
    for opened in (True, False):
        log_in(client)
        client.post(CODE, {"code": code})
        assert is_in(client) is opened
        client.post("/account/logout/")


def test_recovery_codes_are_shown_after_the_password_and_made_anew(
    client: Client, aylin: Player
) -> None:
    log_in(client)
    switch_on(client)
    first = client.get(RECOVERY).context["unused_codes"]
    assert len(set(first)) == 10
    assert client.get(f"{RECOVERY}file/").content.decode().split() == first
    client.post(f"{RECOVERY}new/")
    assert not set(first) & set(client.get(RECOVERY).context["unused_codes"])
    doubt(client)
    assert client.get(RECOVERY).headers["Location"].startswith("/account/reauthenticate/")


def test_switching_on_ends_the_other_sessions(client: Client, aylin: Player) -> None:
    elsewhere = Client()
    log_in(elsewhere)
    log_in(client)
    switch_on(client)
    assert Session.objects.filter(user=aylin.user).count() == 1
    assert client.get("/account/").context["user"].is_authenticated
    assert elsewhere.get("/account/").context["user"].is_anonymous


def test_switching_off_needs_the_password_and_tells_by_mail(client: Client, aylin: Player) -> None:
    log_in(client)
    switch_on(client)
    EmailAddress.objects.filter(user=aylin.user).update(verified=True)
    mail.outbox.clear()
    off = "/account/second-factor/off/"
    doubt(client)
    assert client.post(off).headers["Location"].startswith("/account/reauthenticate/")
    confirm(client)
    assert client.post(off).status_code == 302
    assert not Authenticator.objects.exists()
    assert [one.to for one in mail.outbox] == [["aylin@example.org"]]
    client.post("/account/logout/")
    log_in(client)
    assert is_in(client)


def test_every_page_of_it_can_be_read_in_each_language(client: Client, aylin: Player) -> None:
    log_in(client)
    confirm(client)
    for path in (INDEX, ON):
        _read(client, path)
    switch_on(client)
    for path in (INDEX, "/account/second-factor/off/", RECOVERY, f"{RECOVERY}new/"):
        _read(client, path)


def _read(client: Client, path: str) -> None:
    texts = set()
    for language in ("de", "tr", "en"):
        answer = client.get(path, headers={"accept-language": language})
        assert answer.status_code == 200, path
        found = re.search(r"<h1>(.*?)</h1>", answer.content.decode())
        assert found is not None
        texts.add(found.group(1))
    assert len(texts) == 3, (path, texts)


# --- the staff --------------------------------------------------------------------------------


def test_staff_reach_the_admin_only_with_a_second_factor(client: Client, aylin: Player) -> None:
    User.objects.update(is_staff=True, is_superuser=True)
    log_in(client)
    for path in ("/admin/", "/admin/accounts/user/", "/admin/nothing/"):
        assert client.get(path).headers["Location"] == ON
    assert 'class="message is-warning"' in client.get(ON, follow=True).content.decode()
    secret = switch_on(client)
    assert client.get("/admin/").status_code == 200
    client.post("/account/logout/")
    log_in(client)
    assert client.get("/admin/").status_code == 302
    client.post(CODE, {"code": code_of(secret, 1)})
    assert client.get("/admin/").status_code == 200


def test_who_is_no_staff_is_sent_to_the_door_as_before(client: Client, aylin: Player) -> None:
    log_in(client)
    assert client.get("/admin/").headers["Location"].startswith("/admin/login/")


def test_a_token_of_the_staff_works_as_before(aylin: Player) -> None:
    User.objects.update(is_staff=True)
    _row, plain = tokens.issue(aylin, "laptop")
    answer = Client().get("/api/v1/games/", headers={"authorization": f"Bearer {plain}"})
    assert answer.status_code == 200


def test_the_admin_shows_no_secret_and_helps_with_a_lost_phone(
    client: Client, secured: Player
) -> None:
    boss = User.objects.create_superuser("boss", "boss@example.org", PASSWORD)
    Authenticator.objects.create(
        user=boss, type="totp", data={"secret": Adapter().encrypt("A" * 32)}
    )
    browser = Client()
    browser.force_login(boss)
    row = Authenticator.objects.get(user=secured.user, type="totp")
    page = browser.get(reverse("admin:mfa_authenticator_change", args=[row.pk]))
    assert row.data["secret"] not in page.content.decode()
    delete = reverse("admin:mfa_authenticator_delete", args=[row.pk])
    assert browser.post(delete, {"post": "yes"}).status_code == 302
    log_in(client)
    assert is_in(client)


def test_a_person_who_goes_takes_it_along(secured: Player) -> None:
    told = privacy.export(secured)["data"]["mfa.Authenticator"]
    assert {row["type"] for row in told} == {"totp", "recovery_codes"}
    assert "secret" not in str(told)
    privacy.erase(secured)
    assert not Authenticator.objects.exists()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_many_who_send_one_code_at_once_one_is_in(aylin: Player, settings: Settings) -> None:
    secret = totp.generate_totp_secret()
    Authenticator.objects.create(
        user=aylin.user, type="totp", data={"secret": Adapter().encrypt(secret)}
    )
    clients = [Client() for _ in range(8)]
    for client in clients:
        log_in(client)
    code = code_of(secret)

    def send(number: int) -> bool:
        clients[number].post(CODE, {"code": code})
        return is_in(clients[number])

    assert sorted(at_once(8, send)) == [False] * 7 + [True]
