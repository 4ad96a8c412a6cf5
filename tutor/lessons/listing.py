"""The list of lessons: tracks, stars, and where to go on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse

from accounts.models import Player
from okey import RULE_SETS, RuleSet
from tutor.board.words import language
from tutor.lessons import services, texts
from tutor.lessons.loading import lessons, track_lessons
from tutor.lessons.model import TRACKS, Lesson
from tutor.lessons.models import MOST_STARS, LessonProgress
from tutor.names import rule_set_name
from tutor.texts import phrase

DEFAULT_RULES: Final = "101-guide"


def rules_of(request: HttpRequest, asked: str) -> RuleSet:
    """The rule set that is asked for, which is kept; else the one chosen last."""
    last = request.session.get("rules")
    if asked and asked != last:
        request.session["rules"] = asked
    chosen = asked or (last if last in RULE_SETS else DEFAULT_RULES)
    return RULE_SETS[chosen]


def lesson_url(lesson: Lesson, rules: RuleSet, **more: object) -> str:
    """The page of a lesson, at the place reached or where `more` says."""
    query = urlencode({"rules": rules.key, **{k: v for k, v in more.items() if v}})
    return f"{reverse('lesson', args=[lesson.track, lesson.key])}?{query}"


@dataclass(frozen=True, slots=True)
class LessonCard:
    """A lesson in the list. `state`: new, begun, done or out (left out, with the reason).

    `number` counts those of the track that are not left out.
    """

    title: str
    summary: str
    url: str
    state: str
    stars: int
    stars_label: str
    done: int = 0
    total: int = 0
    reason: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class TrackList:
    """A track with its lessons."""

    key: str
    title: str
    summary: str
    cards: tuple[LessonCard, ...]
    stars: int
    most: int


@dataclass(frozen=True, slots=True)
class Onward:
    """The one next step: a lesson to begin or to go on with."""

    title: str
    summary: str
    url: str
    begun: bool


def tracks(player: Player | None, rules: RuleSet) -> tuple[TrackList, ...]:
    """All tracks that have lessons, with the player's progress under a rule set."""
    rows = _rows(player, rules)
    found = []
    for track in TRACKS:
        cards = tuple(_card(one, rows.get(one.id), rules) for one in track_lessons(track))
        standing = [card for card in cards if card.state != "out"]
        if cards:
            numbers = {card.url: at for at, card in enumerate(standing, 1)}
            cards = tuple(replace(card, number=numbers.get(card.url, 0)) for card in cards)
            title, summary = texts.track_text(track, language())
            stars = sum(card.stars for card in standing)
            most = MOST_STARS * len(standing)
            found.append(TrackList(track, title, summary, cards, stars, most))
    return tuple(found)


def onward(player: Player | None, rules: RuleSet) -> Onward | None:
    """Where to go on: the lesson left last, else the first of the path not finished yet."""
    rows = _rows(player, rules)
    begun = [row for row in rows.values() if row.at and not row.finished_at]
    for row in sorted(begun, key=lambda one: one.updated_at, reverse=True):
        lesson = lessons().get(row.lesson)
        if lesson is not None and lesson.stands(rules):
            return onward_to(lesson, rules, begun=True)
    for lesson in lessons().values():
        done = lesson.id in rows and rows[lesson.id].finished_at
        if lesson.stands(rules) and not done:
            return onward_to(lesson, rules, begun=bool(rows))
    return None


def rules_choices(path: str, here: RuleSet) -> list[dict[str, object]]:
    """The rule sets as links of a switch: key, name, url, current."""
    return [
        {
            "key": key,
            "name": rule_set_name(key, language()),
            "url": f"{path}?{urlencode({'rules': key})}",
            "current": key == here.key,
        }
        for key in RULE_SETS
    ]


def _rows(player: Player | None, rules: RuleSet) -> Mapping[str, LessonProgress]:
    rows = LessonProgress.objects.visible_to(player).under(rules.key)
    return {row.lesson: row for row in rows}


def _card(lesson: Lesson, row: LessonProgress | None, rules: RuleSet) -> LessonCard:
    stations = lesson.stations(rules)
    title = texts.title(lesson, language(), rules)
    if not stations:
        reason = texts.left_out(lesson, language(), rules)
        return LessonCard(title, "", "", "out", 0, "", reason=reason)
    done = services.reached(row, stations)
    stars = row.stars if row is not None else 0
    state = "done" if stars else "begun" if done else "new"
    return LessonCard(
        title,
        texts.summary(lesson, language(), rules),
        lesson_url(lesson, rules),
        state,
        stars,
        stars_label(stars),
        done,
        len(stations),
    )


def left_out_card(lesson: Lesson, rules: RuleSet) -> LessonCard:
    """A lesson that does not stand under a rule set, with the reason."""
    return _card(lesson, None, rules)


def learn_url(rules: RuleSet) -> str:
    """The list of lessons under a rule set."""
    return f"{reverse('learn')}?{urlencode({'rules': rules.key})}"


def stars_label(stars: int) -> str:
    """What a screen reader says of stars."""
    return phrase("lesson.stars", language(), stars=stars, most=MOST_STARS)


def onward_to(lesson: Lesson, rules: RuleSet, *, begun: bool) -> Onward:
    """A lesson as the next step."""
    title = texts.title(lesson, language(), rules)
    summary = texts.summary(lesson, language(), rules)
    return Onward(title, summary, lesson_url(lesson, rules), begun)
