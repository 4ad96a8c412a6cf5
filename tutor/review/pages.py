"""What the pages of the review show: a card's exercise, and what became of its answer."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from urllib.parse import urlencode

from django.urls import reverse

from accounts import clock
from okey import RuleSet
from tutor.board.words import language
from tutor.explain import rule_url
from tutor.lessons.pages import CANNOT, ShownHints, shown_hints
from tutor.models import ReviewCard
from tutor.names import rule_set_name
from tutor.review.services import Answered, Asked
from tutor.tasks.base import Form
from tutor.tasks.feedback import Feedback, feedback
from tutor.tasks.shown import ShownExercise, shown_exercise
from tutor.tasks.words import option_label
from tutor.texts import rule_text


@dataclass(frozen=True, slots=True)
class ReviewPage:
    """A card as it is asked, or with `feedback` as it was answered.

    `again` counts the exercises of this card and day from 1; only the first one moves the card,
    to `comes_in` days. `left` are the cards of today, this one among them before its answer.
    """

    rules: RuleSet
    rules_name: str
    exercise: ShownExercise
    again: int
    urls: Mapping[str, str]
    left: int = 0
    hints: ShownHints = field(default_factory=ShownHints)
    cannot_label: str = ""
    key: uuid.UUID = field(default_factory=uuid.uuid4)
    feedback: Feedback | None = None
    rule_title: str = ""
    rule_url: str = ""
    comes_in: int | None = None
    error: str = ""
    belief: None = None

    @property
    def fields(self) -> Mapping[str, str]:
        """The hidden fields of every form."""
        again = str(self.again)
        return {"rules": self.rules.key, "again": again, "seed": self.exercise.seed}

    @property
    def can_cannot(self) -> bool:
        """Whether "it cannot be done" is an answer beside melds."""
        return self.cannot_label != ""

    @property
    def answered(self) -> bool:
        """Whether the page shows what became of an answer."""
        return self.feedback is not None


def page_of(asked: Asked, left: int) -> ReviewPage:
    """A card before its answer. The rule is not named: which one it is belongs to the question."""
    made, card = asked.exercise, asked.card
    return ReviewPage(
        rules=made.rules,
        rules_name=rule_set_name(made.rules.key, language()),
        exercise=shown_exercise(made, language()),
        again=asked.number + 1,
        urls=_urls(asked),
        left=left,
        hints=shown_hints(made, asked.hints),
        cannot_label=option_label(made, CANNOT, language()) if CANNOT in made.options else "",
        rule_url=rule_url(card.rules, card.rule),
    )


def answered_page(page: ReviewPage, done: Answered) -> ReviewPage:
    """The same card after its answer, with its marks and when it comes again."""
    made, card, answer = done.asked.exercise, done.asked.card, done.review.answer or ""
    told = feedback(made, answer, done.outcome, language())
    return replace(
        page,
        exercise=shown_exercise(made, language(), answer=answer, rings=told.rings),
        feedback=told,
        rule_title=rule_text(card.rule, language(), made.rules).title,
        comes_in=(card.due_on - clock.today()).days if card.rated_on else None,
    )


def not_taken(page: ReviewPage, given: str, error: str) -> ReviewPage:
    """The card again, with what was given, and why it was not taken."""
    return replace(page, error=error, exercise=replace(page.exercise, typed=given))


def card_url(card: ReviewCard) -> str:
    """The address of a card."""
    return reverse("review-card", args=[card.pk])


def _urls(asked: Asked) -> dict[str, str]:
    named = [asked.card.pk]
    lanes = ""
    made = asked.exercise
    if asked.kind.form is Form.MELDS and made.hand is not None:
        hand = {"rules": made.rules.key, "indicator": str(made.indicator), "hand": str(made.hand)}
        if asked.kind.counted:
            hand["counted"] = "1"
        lanes = f"{reverse('lesson-lanes')}?{urlencode(hand)}"
    return {
        "here": reverse("review"),
        "same": card_url(asked.card),
        "other": "",
        "answer": reverse("review-answer", args=named),
        "hint": reverse("review-hint", args=named),
        "lanes": lanes,
    }
