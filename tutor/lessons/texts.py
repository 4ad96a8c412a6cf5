"""What a lesson says, with the numbers of the rule set."""

from __future__ import annotations

from okey import RuleSet, read_indicator
from okey.tiles import okey_face
from tutor.lessons.loading import text_of
from tutor.lessons.model import Lesson, Step
from tutor.loading import content
from tutor.names import Number, TileName, rule_set_name
from tutor.tasks.words import fill, rule_set_values


def title(lesson: Lesson, language: str, rules: RuleSet) -> str:
    """The lesson's title."""
    return fill(text_of(lesson, language).title, _values(lesson, language, rules))


def summary(lesson: Lesson, language: str, rules: RuleSet) -> str:
    """What is learned, in one sentence."""
    return fill(text_of(lesson, language).summary, _values(lesson, language, rules))


def left_out(lesson: Lesson, language: str, rules: RuleSet) -> str:
    """Why the lesson is left out under a rule set."""
    template = text_of(lesson, language).left_out
    return fill(template, _values(lesson, language, rules)) if template else ""


def step_text(lesson: Lesson, step: Step, language: str, rules: RuleSet) -> tuple[str, ...]:
    """The paragraphs of a step."""
    values = _values(lesson, language, rules)
    if step.indicator:
        indicator = read_indicator(step.indicator)
        values["indicator"] = TileName(indicator, language)
        values["okey"] = TileName(okey_face(indicator), language)
    text = fill(text_of(lesson, language).steps[step.id].template(rules), values)
    return tuple(" ".join(part.split()) for part in text.split("\n\n") if part.strip())


def track_text(track: str, language: str) -> tuple[str, str]:
    """The name of a track, and what it is for."""
    entry = content(language, "lessons")["tracks"][track]
    return str(entry["title"]), str(entry["summary"])


def _values(lesson: Lesson, language: str, rules: RuleSet) -> dict[str, object]:
    figures: dict[str, object] = {
        name: Number(value, language) if isinstance(value, int) else value
        for name, value in lesson.figures.get(rules.key, {}).items()
    }
    return {
        **rule_set_values(rules, language),
        **figures,
        "rules": rule_set_name(rules.key, language),
    }
