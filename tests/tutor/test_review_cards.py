"""Cards of rules: given, asked with a fresh hand, rated once a day, and nobody else's."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from accounts import clock
from accounts.models import Player
from okey import RULE_SETS
from okey.errors import InputError
from tutor.models import Review, ReviewCard
from tutor.review import services
from tutor.review.cards import exercise, reviewable, tasks_of
from tutor.review.merging import merge_cards
from tutor.review.services import NotThere
from tutor.tasks.base import Form, choosable

pytestmark = pytest.mark.django_db
RULES = "101-guide"
RULE = "run.no-wrap"


@pytest.fixture
def player() -> Player:
    return Player.objects.create()


@pytest.fixture
def card(player: Player) -> ReviewCard:
    fixed = uuid.UUID(int=7)  # the exercises follow from it
    return ReviewCard.objects.create(
        pk=fixed, player=player, rules=RULES, rule=RULE, due_on=clock.today()
    )


def answer(card: ReviewCard, **said: Any) -> services.Answered:
    """Answer the card as it stands: rightly at the first number, but for what is said."""
    asked = services.ask(card)
    given = {
        "player": card.player,
        "card_id": card.pk,
        "number": asked.number,
        "text": asked.kind.right(asked.exercise, asked.exercise.rules)[0],
        "key": uuid.uuid4(),
        "opened_at": clock.now(),
    }
    done = services.answer(**{**given, **said})
    card.refresh_from_db()
    return done


def wrong(card: ReviewCard) -> str:
    """An answer that can be read and is wrong."""
    asked = services.ask(card)
    made = asked.exercise
    tried = list(made.options)
    if asked.kind.form == Form.NUMBER:
        tried += ["0", "1", "999"]
    if asked.kind.form in (Form.TILE, Form.TILES):
        tried += [str(tile) for tile in choosable(made)]
    tried += [str(meld) for meld in made.laid]
    if made.hand is not None:
        tried.append(" ".join(map(str, made.hand.tiles[:3])))
    for text in tried:
        try:
            if not asked.kind.check(made, text, made.rules).correct:
                return text
        except InputError:
            continue
    raise AssertionError(f"no wrong answer for {asked.kind.key}")


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_rule_that_is_trained_can_be_asked_fresh_each_time(rules: str) -> None:
    assert len(reviewable(rules)) > 10
    for rule in reviewable(rules):
        seen = {exercise(rules, rule, f"{seed}")[1].shown for seed in range(3)}
        assert len(seen) > 1, rule
        kind, made = exercise(rules, rule, "0")
        assert rule in kind.trains
        assert kind.check(made, kind.right(made, made.rules)[0], made.rules).correct, rule
        assert exercise(rules, rule, "0")[1].shown == made.shown


def test_most_cards_turn_on_their_own_rule() -> None:
    own = [
        rule in kind.about(made)
        for rules in RULE_SETS
        for rule in reviewable(rules)
        for kind, made in [exercise(rules, rule, "x")]
    ]
    assert sum(own) > 0.8 * len(own)


def test_a_rule_that_nothing_trains_gets_no_card(player: Player) -> None:
    unknown = ["no.such-rule", "run.no-wrap", "run.no-wrap"]
    assert services.add_cards(player=player, rules=RULES, rule_ids=unknown) == 1
    assert services.add_cards(player=player, rules=RULES, rule_ids=unknown) == 0
    assert not tasks_of("classic", "run.no-wrap")  # 12-13-1 is a run there


def test_new_cards_come_tomorrow_and_started_ones_today(player: Player) -> None:
    services.add_cards(player=player, rules=RULES, rule_ids=[RULE])
    assert services.next_card(player) is None
    assert services.start(player=player, rules=RULES) == services.FIRST_CARDS
    assert ReviewCard.objects.due(clock.today()).count() == services.FIRST_CARDS


def test_a_right_answer_puts_the_card_off(card: ReviewCard) -> None:
    done = answer(card)
    assert done.outcome.correct
    assert done.review.rating in (3, 4)
    assert card.due_on > clock.today()
    assert services.next_card(card.player) is None


def test_a_wrong_answer_is_again_and_practice_does_not_rate(card: ReviewCard) -> None:
    assert answer(card, text=wrong(card)).review.rating == 1
    due, first = card.due_on, services.ask(card)
    assert first.number == 1
    again = answer(card)
    assert again.review.rating is None
    assert card.due_on == due
    assert services.ask(card).exercise.shown != first.exercise.shown


def test_the_same_answer_twice_counts_once(card: ReviewCard) -> None:
    asked, key = services.ask(card), uuid.uuid4()
    right = asked.kind.right(asked.exercise, asked.exercise.rules)[0]
    first = answer(card, number=0, text=right, key=key)
    second = answer(card, number=0, text=right, key=key)
    assert (first.review.pk, first.review.rating) == (second.review.pk, second.review.rating)
    assert Review.objects.count() == 1


def test_the_first_answer_stands_whatever_another_device_sends_later(card: ReviewCard) -> None:
    bad = wrong(card)
    answer(card, number=0)
    assert answer(card, number=0, text=bad).outcome.correct
    assert Review.objects.count() == 1


def test_help_is_noted_before_it_is_shown_and_makes_it_hard(card: ReviewCard) -> None:
    asked = services.hint(player=card.player, card_id=card.pk, opened_at=None)
    assert (asked.hints, Review.objects.get().hints) == (1, 1)
    assert answer(card).review.rating == 2


def test_who_was_shown_the_answer_begins_again(card: ReviewCard) -> None:
    for _ in range(5):
        services.hint(player=card.player, card_id=card.pk, opened_at=None)
    assert Review.objects.get().hints == services.MOST_HINTS
    assert answer(card).review.rating == 1


def test_what_cannot_be_read_changes_nothing(card: ReviewCard) -> None:
    for text in ("", "?!", "Z99", "x" * 5000):
        with pytest.raises(InputError):
            answer(card, text=text)
    assert not Review.objects.exists()
    assert card.rated_on is None


def test_the_next_day_rates_again(card: ReviewCard, monkeypatch: pytest.MonkeyPatch) -> None:
    answer(card, text=wrong(card))
    later = clock.now() + dt.timedelta(days=4)
    monkeypatch.setattr(clock, "now", lambda: later)
    assert services.next_card(card.player) == card
    assert answer(card).review.rating is not None
    assert Review.objects.filter(rating__isnull=False).count() == 2


def test_a_misunderstood_rule_comes_today(card: ReviewCard) -> None:
    ReviewCard.objects.update(due_on=clock.today() + dt.timedelta(days=30))
    services.bring_forward(player=card.player, rules=RULES, rule=RULE)
    assert services.next_card(card.player) == card


def test_nobody_else_answers_a_card(card: ReviewCard) -> None:
    with pytest.raises(NotThere):
        answer(card, player=Player.objects.create())
    with pytest.raises(NotThere):
        services.hint(player=Player.objects.create(), card_id=card.pk, opened_at=None)
    assert ReviewCard.objects.visible_to(None).count() == 0


def test_of_two_cards_for_a_rule_the_one_asked_last_stays(card: ReviewCard) -> None:
    answer(card)
    account = Player.objects.create()
    services.add_cards(player=account, rules=RULES, rule_ids=[RULE, "run.one-colour"])
    merge_cards(card.player, account)
    card.refresh_from_db()
    assert card.player == account
    assert card.reviews.count() == 1
    assert ReviewCard.objects.filter(rule=RULE).count() == 1


def test_the_database_rates_a_card_once_a_day(card: ReviewCard) -> None:
    answer(card)
    row = Review.objects.get()
    row.pk, row.number = None, 1
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save()


def test_days_to_come_count_what_is_overdue_today(card: ReviewCard) -> None:
    today = clock.today()
    services.start(player=card.player, rules="classic")
    ReviewCard.objects.filter(pk=card.pk).update(due_on=today - dt.timedelta(days=3))
    counts = ReviewCard.objects.visible_to(card.player).by_day(today, today)
    assert counts == {today: 1 + services.FIRST_CARDS}
