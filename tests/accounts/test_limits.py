"""Counts in the database: exact, whoever comes at once."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client, RequestFactory
from pytest_django import Settings

from accounts import cleaning, clock, limits
from accounts.models import Player, RateCount, Session
from tests.accounts.conftest import PASSWORD, log_in
from tests.together import at_once


@pytest.fixture
def noon(monkeypatch: pytest.MonkeyPatch) -> list[dt.datetime]:
    """The application's clock, standing; replace the element to step it."""
    moment = [dt.datetime(2026, 5, 4, 12, 0, tzinfo=dt.UTC)]
    monkeypatch.setattr(clock, "now", lambda: moment[0])
    return moment


@pytest.mark.django_db
def test_exactly_the_limit_is_allowed_and_then_the_next_window(noon: list[dt.datetime]) -> None:
    allowed = [limits.hit("x", limit=3, seconds=60).allowed for _ in range(5)]
    assert allowed == [True, True, True, False, False]
    noon[0] += dt.timedelta(seconds=15)
    assert limits.hit("x", limit=3, seconds=60) == limits.Verdict(False, 45)
    noon[0] += dt.timedelta(seconds=45)
    assert limits.hit("x", limit=3, seconds=60).allowed


@pytest.mark.django_db
def test_two_keys_do_not_share_a_count() -> None:
    assert limits.hit("a", limit=1, seconds=60).allowed
    assert limits.hit("b", limit=1, seconds=60).allowed


@pytest.mark.django_db
def test_a_limit_of_nothing_allows_nothing() -> None:
    assert not limits.hit("x", limit=0, seconds=60).allowed


@pytest.mark.django_db
def test_what_costs_more_than_is_left_is_refused_and_costs_nothing() -> None:
    costs = [3, 3, 5, 4, 1]
    allowed = [limits.hit("x", limit=10, seconds=60, cost=cost).allowed for cost in costs]
    assert allowed == [True, True, False, True, False]
    assert not limits.hit("y", limit=10, seconds=60, cost=11).allowed


@pytest.mark.django_db
def test_no_name_and_no_address_stands_in_the_table() -> None:
    limits.hit_named("login-account", "aylin")
    limits.hit_named("login-address", "203.0.113.9")
    keys = " ".join(RateCount.objects.values_list("key", flat=True))
    assert "aylin" not in keys
    assert "203.0" not in keys


@pytest.mark.django_db
def test_old_counts_are_cleaned_away(noon: list[dt.datetime]) -> None:
    limits.hit("x", limit=1, seconds=60)
    cleaning.clean(noon[0] + dt.timedelta(days=2))
    assert not RateCount.objects.exists()


@pytest.mark.django_db
def test_of_old_sessions_only_those_of_people_are_kept(aylin: Player) -> None:
    def visit(path: str, fields: dict[str, str] | None = None) -> Client:
        browser = Client()
        browser.get("/?rules=101-club")  # begins a session
        if fields:
            browser.post(path, fields)
        return browser

    visit("/")
    visitor = visit("/account/tokens/", {"name": "phone"})
    account = visit("/account/login/", {"login": "aylin", "password": PASSWORD})
    cleaning.clean(clock.now() + dt.timedelta(days=29))
    assert Session.objects.count() == 3
    Session.objects.filter(user=aylin.user).update(expire_date=clock.now() + dt.timedelta(days=365))
    cleaning.clean(clock.now() + dt.timedelta(days=31))
    kept = {browser.session.session_key for browser in (visitor, account)}
    assert set(Session.objects.values_list("session_key", flat=True)) == kept


@pytest.mark.django_db(transaction=True)
def test_two_hundred_at_once_get_exactly_the_limit() -> None:
    def hit(_number: int) -> int:
        return sum(limits.hit("x", limit=37, seconds=86_400).allowed for _ in range(10))

    assert sum(at_once(20, hit)) == 37
    assert RateCount.objects.get().count == 37


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "198.51.100.7", "192.0.2.1"),
        (1, "198.51.100.7", "198.51.100.7"),
        (1, "6.6.6.6, 198.51.100.7", "198.51.100.7"),
        (2, "6.6.6.6, 198.51.100.7, 192.0.2.9", "198.51.100.7"),
        (2, "198.51.100.7", "192.0.2.1"),
        (1, "nonsense", "unknown"),
        (1, "2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        (1, "::ffff:198.51.100.7", "198.51.100.7"),
    ],
)
def test_a_client_cannot_choose_its_own_address(
    settings: Settings, proxies: int, forwarded: str, address: str
) -> None:
    settings.TRUSTED_PROXIES = proxies
    request = RequestFactory().get(
        "/", headers={"x-forwarded-for": forwarded}, REMOTE_ADDR="192.0.2.1"
    )
    assert limits.client_address(request) == address


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/language/", "/theme/", "/account/tokens/", "/puzzles/next/"])
def test_beyond_its_limit_a_form_says_when_to_come_back_and_does_nothing(
    client: Client, settings: Settings, path: str
) -> None:
    settings.ISTAKA_LIMITS = settings.ISTAKA_LIMITS | {"form": (1, 60)}
    client.get("/?rules=101-club")  # begins a session
    client.post(path)
    made = Player.objects.count()
    answer = client.post(path, headers={"accept-language": "de"})
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert 'lang="de"' in answer.content.decode()
    assert Player.objects.count() == made


@pytest.mark.django_db
def test_two_visitors_behind_one_address_do_not_share_a_limit(settings: Settings) -> None:
    settings.ISTAKA_LIMITS = settings.ISTAKA_LIMITS | {"form": (2, 60)}
    for _ in range(2):
        browser = Client()
        browser.get("/?rules=101-club")  # begins a session
        codes = [browser.post("/theme/", {"theme": "dark"}).status_code for _ in range(3)]
        assert codes == [302, 302, 429]


@pytest.mark.django_db
def test_a_session_that_was_taken_over_cannot_try_passwords(client: Client, aylin: Player) -> None:
    log_in(client)
    fields = {"password1": "a-new-tea-glass", "password2": "a-new-tea-glass"}
    codes = [
        client.post("/account/password/change/", {"oldpassword": f"try {number}", **fields})
        for number in range(12)
    ]
    assert codes[-1].status_code == 429
    client.post("/account/password/change/", {"oldpassword": PASSWORD, **fields})
    assert aylin.user is not None
    aylin.user.refresh_from_db()
    assert aylin.user.check_password(PASSWORD)


@pytest.mark.django_db
def test_an_account_cannot_have_mail_sent_to_any_number_of_addresses(
    client: Client, aylin: Player, mailoutbox: list[object]
) -> None:
    log_in(client)
    for number in range(15):
        fields = {"email": f"stranger{number}@example.org", "action_add": ""}
        answer = client.post("/account/email/", fields)
    assert answer.status_code == 429
    assert len(mailoutbox) <= 10
