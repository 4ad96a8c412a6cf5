"""What the pages of lessons show: plain values, made from lessons, progress and answers."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse

from accounts.models import Player
from okey import (
    RULE_SETS,
    Hand,
    InputError,
    RuleSet,
    Tile,
    judge,
    okey_face,
    parse_melds,
    read_indicator,
)
from okey.rules.catalogue import RULES
from tutor.board.shown import TableVerdict
from tutor.board.tables import judge_lanes
from tutor.board.words import language
from tutor.explain import rule_url
from tutor.lessons import services, texts
from tutor.lessons.beliefs import ShownBelief
from tutor.lessons.loading import lessons, next_lesson, track_lessons
from tutor.lessons.model import TRACKS, Lesson, Station, Step
from tutor.lessons.models import MOST_STARS, LessonProgress
from tutor.names import rule_set_name
from tutor.tasks.base import Exercise, Form, Outcome
from tutor.tasks.feedback import Feedback, feedback
from tutor.tasks.registry import task
from tutor.tasks.shown import (
    ShownExercise,
    ShownRow,
    ShownTile,
    answer_text,
    drawn_melds,
    drawn_tiles,
    shown_exercise,
)
from tutor.tasks.words import hint, option_label
from tutor.texts import phrase, rule_text

DEFAULT_RULES: Final = "101-guide"
CANNOT: Final = "cannot"


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


# The list of lessons


@dataclass(frozen=True, slots=True)
class LessonCard:
    """A lesson in the list. `state`: new, begun, done or out (left out, with the reason)."""

    title: str
    summary: str
    url: str
    state: str
    stars: int
    stars_label: str
    done: int = 0
    total: int = 0
    reason: str = ""


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
        if cards:
            title, summary = texts.track_text(track, language())
            standing = [card for card in cards if card.state != "out"]
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
            return _onward(lesson, rules, begun=True)
    for lesson in lessons().values():
        done = lesson.id in rows and rows[lesson.id].finished_at
        if lesson.stands(rules) and not done:
            return _onward(lesson, rules, begun=bool(rows))
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


def _onward(lesson: Lesson, rules: RuleSet, *, begun: bool) -> Onward:
    title = texts.title(lesson, language(), rules)
    summary = texts.summary(lesson, language(), rules)
    return Onward(title, summary, lesson_url(lesson, rules), begun)


# A place in a lesson


@dataclass(frozen=True, slots=True)
class ShownRule:
    """A rule to read."""

    title: str
    short: str
    url: str


@dataclass(frozen=True, slots=True)
class ShownMelds:
    """Melds of an example with the engine's verdict on each."""

    row: ShownRow
    label: str
    legal: bool


@dataclass(frozen=True, slots=True)
class ShownHints:
    """The hints seen so far, and the level of the next one, 0 where there is none left."""

    rules: tuple[ShownRule, ...] = ()
    tiles: str = ""
    rows: tuple[ShownRow, ...] = ()
    answer: str = ""
    next: int = 1


@dataclass(frozen=True, slots=True)
class LessonPage:
    """A lesson at one of its places, or at its end (`station` None)."""

    lesson: Lesson
    rules: RuleSet
    title: str
    rules_name: str
    place: int
    total: int
    station: Station | None = None
    paragraphs: tuple[str, ...] = ()
    indicator: str = ""
    okey: str = ""
    examples: tuple[ShownMelds, ...] = ()
    rack: tuple[ShownTile, ...] = ()
    rule: ShownRule | None = None
    exercise: ShownExercise | None = None
    hints: ShownHints = field(default_factory=ShownHints)
    feedback: Feedback | None = None
    belief: ShownBelief | None = None
    error: str = ""
    key: uuid.UUID = field(default_factory=uuid.uuid4)
    again: int = 1
    urls: Mapping[str, str] = field(default_factory=dict)
    stars: int = 0
    stars_label: str = ""
    run_clean: bool = False
    onward: Onward | None = None
    cannot_label: str = ""

    @property
    def can_cannot(self) -> bool:
        """Whether "it cannot be done" is an answer beside melds."""
        return self.cannot_label != ""

    @property
    def answered(self) -> bool:
        """Whether the page shows what became of an answer."""
        return self.feedback is not None


def page_of(
    lesson: Lesson,
    rules: RuleSet,
    player: Player | None,
    *,
    station: Station,
    seed: str,
    again: int = 1,
) -> LessonPage:
    """A place of a lesson, before an answer."""
    stations = lesson.stations(rules)
    step = station.step
    page = _page(lesson, rules, stations)
    page = replace(
        page,
        station=station,
        place=stations.index(station) + 1,
        paragraphs=texts.step_text(lesson, step, language(), rules),
        rule=_rule(step.rule, rules) if step.rule else None,
        again=again,
        **_shown(step, rules),
    )
    if not step.task:
        return page
    exercise = services.exercise_of(station, rules, seed)
    hand = exercise.hand
    lanes = ""
    if step.kind.form is Form.MELDS and hand is not None:
        asked = {"rules": rules.key, "indicator": str(hand.indicator), "hand": str(hand)}
        lanes = f"{reverse('lesson-lanes')}?{urlencode(asked)}"
    return replace(
        page,
        exercise=shown_exercise(exercise, language()),
        cannot_label=option_label(exercise, CANNOT, language())
        if CANNOT in exercise.options
        else "",
        hints=shown_hints(exercise, services.hints_seen(player, exercise)),
        urls={
            **page.urls,
            "lanes": lanes,
            "same": lesson_url(lesson, rules, at=station.name, seed=seed, again=again + 1),
            "other": lesson_url(lesson, rules, at=station.name),
        },
    )


def answered_page(
    page: LessonPage, exercise: Exercise, answer: str, outcome: Outcome, belief: ShownBelief | None
) -> LessonPage:
    """The same place after an answer, with its marks."""
    told = feedback(exercise, answer, outcome, language())
    return replace(
        page,
        exercise=shown_exercise(exercise, language(), answer=answer, rings=told.rings),
        feedback=told,
        belief=belief,
    )


def judged_lanes(page: LessonPage) -> TableVerdict | None:
    """The lanes of an answer as they were judged, with the marks of its explanation."""
    shown, told = page.exercise, page.feedback
    if shown is None or told is None or not shown.typed or shown.hand_text == "":
        return None
    hand = Hand.parse(shown.hand_text, shown.indicator)
    try:
        table = judge_lanes(shown.typed, hand, page.rules.key)
    except InputError:
        return None  # one of the options, not melds
    if told.explanation is None:
        return table
    lanes = tuple(
        replace(lane, rings=told.explanation.badges(lane.index, len(lane.text.split())))
        for lane in table.lanes
    )
    return replace(table, lanes=lanes)


def end_page(lesson: Lesson, rules: RuleSet, progress: LessonProgress) -> LessonPage:
    """The end: stars, and where to go on."""
    page = _page(lesson, rules, lesson.stations(rules))
    after = next_lesson(lesson, rules)
    return replace(
        page,
        place=page.total,
        stars=progress.stars,
        stars_label=stars_label(progress.stars),
        run_clean=not progress.slipped,
        onward=_onward(after, rules, begun=True) if after is not None else None,
    )


def shown_hints(exercise: Exercise, seen: int) -> ShownHints:
    """The hints up to a level: which rule, which tiles, the answer."""
    kind = task(exercise.task)
    shown = ShownHints(next=seen + 1 if seen < services.HINTS else 0)
    if seen >= 1:
        about = kind.about(exercise)[:1]
        shown = replace(shown, rules=tuple(_rule(rule, exercise.rules) for rule in about))
    if seen >= 2:
        shown = replace(shown, tiles=hint(exercise, language()))
    if seen >= services.HINTS:
        right = kind.right(exercise, exercise.rules)[0]
        if kind.form in (Form.TILE, Form.TILES):
            tiles = [Tile.parse(word) for word in right.split()]
            shown = replace(shown, rows=(ShownRow(drawn_tiles(tiles, exercise.okey)),))
        elif kind.form is Form.MELDS and right not in exercise.options:
            rows = drawn_melds(right, exercise.indicator, exercise.okey)
            shown = replace(shown, rows=rows)
        else:
            shown = replace(shown, answer=answer_text(exercise, kind.form, right, language()))
    return shown


def _page(lesson: Lesson, rules: RuleSet, stations: Sequence[Station]) -> LessonPage:
    named = [lesson.track, lesson.key]
    return LessonPage(
        lesson,
        rules,
        texts.title(lesson, language(), rules),
        rule_set_name(rules.key, language()),
        0,
        len(stations),
        urls={
            "learn": learn_url(rules),
            "here": lesson_url(lesson, rules),
            "answer": reverse("lesson-answer", args=named),
            "hint": reverse("lesson-hint", args=named),
            "next": reverse("lesson-next", args=named),
            "restart": reverse("lesson-again", args=named),
        },
    )


def _shown(step: Step, rules: RuleSet) -> dict[str, Any]:
    """What a step draws beside its text."""
    if not step.indicator:
        return {}
    indicator = read_indicator(step.indicator)
    okey = okey_face(indicator)
    examples = []
    if step.example:
        melds = parse_melds(step.example, indicator)
        verdict = judge(melds, rules=rules, indicator=indicator)
        rows = drawn_melds(step.example, indicator, okey)
        for row, one in zip(rows, verdict.melds, strict=True):
            label = phrase(f"lane.{one.kind}" if one.legal else f"lane.not_{one.kind or 'meld'}",
                           language())  # fmt: skip
            if one.legal and one.points and rules.opening is not None:
                label = f"{label} · {one.points}"
            examples.append(ShownMelds(row, label, one.legal))
    rack: tuple[ShownTile, ...] = ()
    if step.rack:
        rack = drawn_tiles(Hand.parse(step.rack, indicator).tiles, okey)
    return {
        "indicator": str(indicator),
        "okey": str(okey),
        "examples": tuple(examples),
        "rack": rack,
    }


def _rule(rule: str, rules: RuleSet) -> ShownRule:
    text = rule_text(rule, language(), rules)
    url = rule_url(rules.key, rule) if rule in rules.rules and rule in RULES else ""
    return ShownRule(text.title, text.short, url)
