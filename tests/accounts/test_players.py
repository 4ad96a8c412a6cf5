"""Who somebody is: visitors, accounts, and what goes along between them."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.conf import settings
from django.test import Client, RequestFactory

from accounts import tokens
from accounts.models import Player, Session, User
from accounts.players import SESSION_KEY, merge_players, player_for_write
from tests.accounts.conftest import PASSWORD, log_in
from tests.together import at_once

pytestmark = pytest.mark.django_db


def test_a_page_makes_no_player_and_no_session(client: Client) -> None:
    for address in ("/account/", "/privacy/", "/account/login/"):
        client.get(address)
    assert not Player.objects.exists()
    assert not Session.objects.exists()


def test_choosing_a_language_or_a_theme_makes_no_player(client: Client) -> None:
    client.post("/language/", {"language": "tr"})
    client.post("/theme/", {"theme": "dark"})
    assert not Player.objects.exists()


def test_the_first_write_makes_one_player_and_later_ones_find_it(client: Client) -> None:
    client.post("/account/tokens/", {"name": "one"})
    client.post("/account/tokens/", {"name": "two"})
    assert Player.objects.get().tokens.count() == 2


def test_a_read_that_wants_to_make_a_player_is_a_fault() -> None:
    with pytest.raises(RuntimeError):
        player_for_write(RequestFactory().get("/"))


def test_the_choices_of_the_header_are_kept_with_the_first_write(client: Client) -> None:
    client.post("/language/", {"language": "tr"})
    client.post("/theme/", {"theme": "dark"})
    client.post("/account/tokens/", {"name": "one"})
    player = Player.objects.get()
    assert (player.language, player.theme) == ("tr", "dark")


def test_what_a_visitor_made_goes_along_at_sign_up(client: Client, ben: Player) -> None:
    client.post("/account/signup/", {"username": "ben", "password1": PASSWORD})
    account = Player.objects.get()
    assert account.user is not None
    assert account.user.username == "ben"
    assert [token.name for token in account.tokens.all()] == ["phone"]


def test_what_a_visitor_made_goes_along_at_log_in(
    client: Client, ben: Player, aylin: Player
) -> None:
    tokens.issue(aylin, "laptop")
    log_in(client)
    assert sorted(token.name for token in aylin.tokens.all()) == ["laptop", "phone"]
    assert Player.objects.get() == aylin


def test_after_log_out_the_browser_is_a_new_visitor(
    client: Client, ben: Player, aylin: Player
) -> None:
    log_in(client)
    client.post("/account/logout/")
    client.post("/account/tokens/", {"name": "somebody else"})
    assert Player.objects.filter(user=None).count() == 1
    assert not aylin.tokens.filter(name="somebody else").exists()


def test_the_account_keeps_its_own_language_and_takes_what_it_lacks(aylin: Player) -> None:
    Player.objects.filter(pk=aylin.pk).update(language="de")
    visitor = Player.objects.create(language="tr", theme="dark")
    merge_players(visitor, Player.objects.get(pk=aylin.pk))
    aylin.refresh_from_db()
    assert (aylin.language, aylin.theme) == ("de", "dark")


def test_the_language_of_the_account_comes_along_to_a_new_device(
    client: Client, aylin: Player
) -> None:
    Player.objects.filter(pk=aylin.pk).update(language="tr")
    log_in(client)
    page = client.get("/account/", headers={"accept-language": "de"})
    assert page.headers["Content-Language"] == "tr"


def test_a_player_merged_twice_changes_nothing(aylin: Player) -> None:
    visitor = Player.objects.create()
    merge_players(visitor, aylin)
    merge_players(visitor, aylin)
    merge_players(aylin, aylin)
    assert Player.objects.get() == aylin


def test_a_session_knows_its_visitor_and_its_user(
    client: Client, ben: Player, aylin: Player
) -> None:
    assert Session.objects.get().visitor == ben.pk
    log_in(client)
    session = Session.objects.get()
    assert (session.user, session.visitor) == (aylin.user, None)


@pytest.mark.django_db(transaction=True)
def test_first_writes_that_come_at_once_make_one_player(transactional_db: None) -> None:
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    store[SESSION_KEY] = "5b3b1f3a-93a5-4ef4-a5f4-0a2f4ee2a4c1"
    store.save()

    def write(_number: int) -> int:
        browser = Client()
        browser.cookies[settings.SESSION_COOKIE_NAME] = store.session_key
        return browser.post("/account/tokens/", {"name": "x"}).status_code

    assert at_once(12, write) == [302] * 12
    assert Player.objects.get().tokens.count() == 12


def test_a_deleted_users_session_ends(client: Client, aylin: Player) -> None:
    log_in(client)
    User.objects.all().delete()
    assert client.get("/account/").status_code == 200
    assert not Session.objects.exists()
