"""The review in the browser's terms: asked, answered, helped, and when it comes again."""

from __future__ import annotations

import re
import uuid
from typing import Any

import pytest
from django.test import Client

from accounts import clock
from accounts.models import Player
from accounts.players import SESSION_KEY
from tutor.models import Review, ReviewCard
from tutor.review import services

pytestmark = pytest.mark.django_db
RULES = ("101-guide", "classic", "101-club", "101-siler")


@pytest.fixture
def client() -> Client:
    client = Client()
    client.post("/review/start/", {"rules": "101-guide"})
    return client


def player_of(client: Client) -> Player:
    return Player.objects.get(pk=client.session[SESSION_KEY])


def sent(client: Client, card: ReviewCard, text: str = "", **said: Any) -> Any:
    """Answer a card as its form does, rightly where no text is given."""
    asked = services.ask(card)
    text = text or asked.kind.right(asked.exercise, asked.exercise.rules)[0]
    form: dict[str, Any] = {"again": asked.number + 1, "key": uuid.uuid4(), "answer": text}
    if asked.kind.form == "tiles":
        form["answer"] = text.split()
    if asked.kind.form == "melds" and text not in asked.exercise.options:
        form |= {"answer": "melds", "melds": text}
    headers = said.pop("headers", {})
    return client.post(f"/review/{card.pk}/answer/", form | said, headers=headers)


def test_a_visitor_without_cards_is_told_where_they_come_from() -> None:
    page = Client().get("/review/").content.decode()
    assert "/learn/" in page
    assert not Player.objects.exists()


@pytest.mark.parametrize("rules", RULES)
def test_all_cards_of_a_rule_set_are_answered_to_the_end_of_the_day(rules: str) -> None:
    client = Client()
    while True:
        client.post("/review/start/", {"rules": rules})
        card = services.next_card(player_of(client))
        if card is None:
            break
        while card is not None:
            assert client.get("/review/").status_code == 200
            assert sent(client, card).status_code == 200
            card = services.next_card(player_of(client))
    cards = ReviewCard.objects.all()
    assert len(cards) > 10
    assert all(card.due_on > clock.today() for card in cards)
    assert set(Review.objects.values_list("correct", flat=True)) == {True}
    page = client.get("/review/").content.decode()
    assert "<svg" in page
    assert "style=" not in page


def test_reading_the_page_asks_nothing_of_the_database_but_reads(
    client: Client, django_assert_max_num_queries: Any
) -> None:
    client.get("/review/")
    with django_assert_max_num_queries(15) as done:
        client.get("/review/")
    assert not [one for one in done.captured_queries if not one["sql"].startswith("SELECT")]


def test_the_script_gets_the_exercise_with_its_marks_and_the_next_day(client: Client) -> None:
    card = services.next_card(player_of(client))
    assert card is not None
    page = sent(client, card, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in page
    assert 'id="comes"' in page
    assert f"/rules/101-guide/{card.rule}/" in page


def test_the_rule_is_not_named_before_the_answer(client: Client) -> None:
    card = services.next_card(player_of(client))
    assert card is not None
    assert card.rule not in client.get("/review/").content.decode()


def test_help_is_noted_and_then_shown(client: Client) -> None:
    card = services.next_card(player_of(client))
    assert card is not None
    form = {"again": 1, "key": uuid.uuid4(), "level": 1}
    page = client.post(f"/review/{card.pk}/hint/", form, headers={"HX-Request": "true"})
    assert "hint-list" in page.content.decode()
    assert Review.objects.get().hints == 1
    assert "hint-list" in client.get("/review/").content.decode()


def test_nothing_chosen_or_not_readable_is_said_and_changes_nothing(client: Client) -> None:
    card = services.next_card(player_of(client))
    assert card is not None
    for text in (" ", "Z99 ?", "x" * 900):
        answer = sent(client, card, text)
        assert answer.status_code == 400
        assert "error" in answer.content.decode() or "message" in answer.content.decode()
    assert not Review.objects.filter(answer__isnull=False).exists()


@pytest.mark.parametrize("again", ["0", "-1", "x", "", "99999"])
def test_a_form_that_no_page_makes_is_not_there(client: Client, again: str) -> None:
    card = services.next_card(player_of(client))
    assert card is not None
    assert sent(client, card, again=again).status_code == 404
    assert sent(client, card, key="no").status_code == 404


def test_somebody_elses_card_is_not_there(client: Client) -> None:
    card = services.next_card(player_of(client))
    assert card is not None
    other = Client()
    other.post("/review/start/", {"rules": "classic"})
    assert other.get(f"/review/{card.pk}/").status_code == 404
    assert sent(other, card).status_code == 404
    assert not Review.objects.exists()


def test_an_unknown_rule_set_is_no_start() -> None:
    assert Client().post("/review/start/", {"rules": "no"}).status_code == 400
    assert not ReviewCard.objects.exists()


def test_after_a_wrong_answer_the_rule_can_be_tried_again_without_moving_it(client: Client) -> None:
    card = services.next_card(player_of(client))
    assert card is not None
    for _ in range(3):
        services.hint(player=card.player, card_id=card.pk, opened_at=None)
    sent(client, card)
    card.refresh_from_db()
    due = card.due_on
    page = client.get(f"/review/{card.pk}/").content.decode()
    assert re.search(r'name="again" value="2"', page)
    assert sent(client, card).status_code == 200
    card.refresh_from_db()
    assert card.due_on == due
