"""What is done with cards. A deed may come twice, or from two devices at once: it counts once."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.db import transaction

from accounts import clock
from accounts.models import Player
from okey import RULE_SETS
from tutor.models import Review, ReviewCard
from tutor.review.cards import exercise, reviewable, tiles_to_look_at
from tutor.review.grading import rating
from tutor.review.schedule import rated
from tutor.tasks.base import Exercise, Outcome, TaskKind

FIRST_CARDS: Final = 5  # rules that somebody starts with who has finished no lesson
MOST_HINTS: Final = 3


class NotThere(Exception):  # noqa: N818 - states a fact
    """No such card for this player: 404."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A card as it is asked now: `number` times it was answered today before."""

    card: ReviewCard
    kind: TaskKind
    exercise: Exercise
    seed: str
    number: int
    hints: int


@dataclass(frozen=True, slots=True)
class Answered:
    """A card that was answered. `again` is True where the same POST had been answered before."""

    asked: Asked
    review: Review
    outcome: Outcome


def add_cards(
    *, player: Player, rules: str, rule_ids: Iterable[str], due_on: dt.date | None = None
) -> int:
    """Give a player cards of these rules; give how many are new.

    They come first on `due_on`, tomorrow if left out. A card that the player has stays as it is,
    and a rule that nothing trains is passed over.
    """
    known = set(reviewable(rules))
    day = due_on or clock.today() + dt.timedelta(days=1)
    wanted = [rule for rule in dict.fromkeys(rule_ids) if rule in known]
    had = set(
        ReviewCard.objects.visible_to(player)
        .filter(rules=rules, rule__in=wanted)
        .values_list("rule", flat=True)
    )
    new = [
        ReviewCard(player=player, rules=rules, rule=rule, due_on=day)
        for rule in wanted
        if rule not in had
    ]
    ReviewCard.objects.bulk_create(new, ignore_conflicts=True)
    return len(new)


def start(*, player: Player, rules: str) -> int:
    """Give a player the next rules of the rulebook that have no card yet, due today."""
    had = set(
        ReviewCard.objects.visible_to(player).filter(rules=rules).values_list("rule", flat=True)
    )
    wanted = [rule for rule in reviewable(rules) if rule not in had][:FIRST_CARDS]
    return add_cards(player=player, rules=rules, rule_ids=wanted, due_on=clock.today())


def startable(player: Player | None) -> tuple[str, ...]:
    """The rule sets of which the player can begin more rules."""
    rows = ReviewCard.objects.visible_to(player).values_list("rules", "rule")
    had = set(rows)
    return tuple(
        key for key in RULE_SETS if any((key, rule) not in had for rule in reviewable(key))
    )


def can_be_asked(card: ReviewCard) -> bool:
    """Whether its rule still stands in its rule set, and something trains it."""
    return card.rules in RULE_SETS and card.rule in reviewable(card.rules)


def bring_forward(*, player: Player, rules: str, rule: str) -> None:
    """Ask a rule today, because an answer elsewhere showed that it is misunderstood."""
    add_cards(player=player, rules=rules, rule_ids=[rule], due_on=clock.today())
    ReviewCard.objects.visible_to(player).filter(
        rules=rules, rule=rule, due_on__gt=clock.today()
    ).exclude(rated_on=clock.today()).update(due_on=clock.today())


def next_card(player: Player | None) -> ReviewCard | None:
    """The card that is asked next; None where today's are done."""
    due = ReviewCard.objects.visible_to(player).due(clock.today())
    return next((card for card in due.iterator() if can_be_asked(card)), None)


def ask(card: ReviewCard) -> Asked:
    """The exercise with which a card is asked now: a fresh one after each answer."""
    rows = list(card.reviews.filter(day=clock.today()).order_by("number"))
    number = sum(row.answer is not None for row in rows)
    open_ = next((row for row in rows if row.answer is None), None)
    return _asked(card, clock.today(), number, open_.hints if open_ else 0)


def hint(*, player: Player, card_id: uuid.UUID, opened_at: dt.datetime | None) -> Asked:
    """Note one more step of help, then give the card as it is asked. Raise `NotThere`."""
    with transaction.atomic():
        card = _locked(player, card_id)
        asked = ask(card)
        review = _open(asked, opened_at)
        if review.hints < MOST_HINTS:
            review.hints += 1
            review.save(update_fields=["hints"])
    return _asked(card, review.day, asked.number, review.hints)


def answer(
    *,
    player: Player,
    card_id: uuid.UUID,
    number: int,
    text: str,
    key: uuid.UUID,
    opened_at: dt.datetime | None,
) -> Answered:
    """Judge an answer to a card, and let the first of a day move it.

    `number` is that of the exercise that was answered: where it has been answered already, with
    this key or from another device, its first answer is given again and nothing changes. Raise
    `NotThere`, and `InputError` for what is no answer.
    """
    with transaction.atomic():
        card = _locked(player, card_id)
        earlier = card.reviews.filter(
            day=clock.today(), number=number, answer__isnull=False
        ).first()
        if earlier is not None:
            return _again(card, earlier)
        asked = ask(card)
        outcome = asked.kind.check(asked.exercise, text, asked.exercise.rules)
        review = _open(asked, opened_at)
        review.answer, review.correct, review.key = text, outcome.correct, key
        review.answered_at = clock.now()
        if asked.number == 0 and card.rated_on != review.day:
            _rate(card, review, asked)
        review.save()
    return Answered(asked, review, outcome)


def _rate(card: ReviewCard, review: Review, asked: Asked) -> None:
    seconds = (clock.now() - review.opened_at).total_seconds()
    tiles = tiles_to_look_at(asked.exercise)
    grade = rating(correct=bool(review.correct), hints=review.hints, seconds=seconds, tiles=tiles)
    memory, card.due_on = rated(card.memory, grade, review.day)
    card.stability, card.difficulty = memory.stability, memory.difficulty
    card.rated_on = memory.last
    card.save(update_fields=["due_on", "stability", "difficulty", "rated_on"])
    review.rating = int(grade)


def _locked(player: Player, card_id: uuid.UUID) -> ReviewCard:
    card: ReviewCard | None = (
        ReviewCard.objects.visible_to(player).select_for_update().filter(pk=card_id).first()
    )
    if card is None or not can_be_asked(card):
        raise NotThere
    return card


def _asked(card: ReviewCard, day: dt.date, number: int, hints: int) -> Asked:
    seed = f"{card.pk} {day:%Y%m%d} {number}"
    kind, made = exercise(card.rules, card.rule, seed)
    return Asked(card, kind, made, seed, number, hints)


def _open(asked: Asked, opened_at: dt.datetime | None) -> Review:
    """The row of the exercise that is asked, made at the first write."""
    now = clock.now()
    review, _ = Review.objects.get_or_create(
        card=asked.card,
        day=clock.today(),
        number=asked.number,
        defaults={
            "task": asked.kind.key,
            "seed": asked.seed,
            "opened_at": min(opened_at or now, now),
        },
    )
    return review


def _again(card: ReviewCard, review: Review) -> Answered:
    asked = _asked(card, review.day, review.number, review.hints)
    outcome = asked.kind.check(asked.exercise, review.answer or "", asked.exercise.rules)
    return Answered(asked, review, outcome)
