"""What the page of a lesson shows: plain values, made from lessons, progress and answers."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final
from urllib.parse import urlencode

from django.urls import reverse

from accounts.models import Player
from okey import (
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
from tutor.lessons.listing import Onward, learn_url, lesson_url, onward_to, stars_label
from tutor.lessons.loading import next_lesson
from tutor.lessons.model import Lesson, Station, Step
from tutor.lessons.models import LessonProgress
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

CANNOT: Final = "cannot"


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
    """A lesson at one of its places or at its end, or an exercise of its own."""

    rules: RuleSet
    title: str
    rules_name: str
    place: int = 0
    total: int = 0
    fields: Mapping[str, str] = field(default_factory=dict)  # hidden ones of every form
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
        fields={"rules": rules.key, "at": station.name, "again": str(again)},
        place=stations.index(station) + 1,
        paragraphs=texts.step_text(lesson, step, language(), rules),
        rule=_rule(step.rule, rules) if step.rule else None,
        again=again,
        **_shown(step, rules),
    )
    if not step.task:
        return page
    exercise = services.exercise_of(station, rules, seed)
    same = lesson_url(lesson, rules, at=station.name, seed=seed, again=again + 1)
    other = lesson_url(lesson, rules, at=station.name)
    page = replace(page, fields={**page.fields, "seed": seed})
    return with_exercise(page, exercise, player, same=same, other=other)


def with_exercise(
    page: LessonPage, exercise: Exercise, player: Player | None, *, same: str, other: str
) -> LessonPage:
    """A page with its exercise. `same` and `other` are where it, or another one, is tried again."""
    hand = exercise.hand
    lanes = ""
    kind = task(exercise.task)
    if kind.form is Form.MELDS and hand is not None:
        asked = {"rules": page.rules.key, "indicator": str(hand.indicator), "hand": str(hand)}
        if kind.counted:
            asked["counted"] = "1"
        lanes = f"{reverse('lesson-lanes')}?{urlencode(asked)}"
    return replace(
        page,
        exercise=shown_exercise(exercise, language()),
        cannot_label=option_label(exercise, CANNOT, language())
        if CANNOT in exercise.options
        else "",
        hints=shown_hints(exercise, services.hints_seen(player, exercise)),
        urls={**page.urls, "lanes": lanes, "same": same, "other": other},
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


def judged_lanes(
    shown: ShownExercise | None, told: Feedback | None, rules: str
) -> TableVerdict | None:
    """The lanes of an answer as they were judged, with the marks of its explanation."""
    if shown is None or told is None or not shown.typed or shown.hand_text == "":
        return None
    hand = Hand.parse(shown.hand_text, shown.indicator)
    try:
        table = judge_lanes(shown.typed, hand, rules, counted=task(shown.task).counted)
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
        onward=onward_to(after, rules, begun=True) if after is not None else None,
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
        rules,
        texts.title(lesson, language(), rules),
        rule_set_name(rules.key, language()),
        total=len(stations),
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
