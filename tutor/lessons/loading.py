"""Reading the lessons: one data file each, with its texts beside it. Errors name file and key."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

from okey import RULE_SETS, RULES, InputError, RuleSet, parse_melds, read_indicator
from okey.hand import Hand
from tutor.lessons.model import TRACKS, Lesson, LessonText, Step, StepText
from tutor.lessons.needs import known
from tutor.loading import LANGUAGES, known_language
from tutor.tasks.registry import TASKS

T = TypeVar("T")
CONTENT: Final = Path(__file__).resolve().parent / "content"
FIGURES: Final = "figures"  # of a track: [rules-key] name = number or text
LESSON_KEYS: Final = frozenset({"order", "needs", "steps"})
STEP_KEYS: Final = frozenset(
    {"id", "task", "options", "needs", "times", "indicator", "example", "rack", "show", "rule"}
)
TEXT_KEYS: Final = frozenset({"title", "summary", "left_out", "steps"})
MOST_TIMES: Final = 5


class LessonError(ValueError):
    """A data file that is not as it must be; the message names the file and the key."""


@cache
def lessons() -> Mapping[str, Lesson]:
    """All lessons by id, in the order of tracks and chapters."""
    return read_lessons(CONTENT)


def read_lessons(folder: Path) -> dict[str, Lesson]:
    """Read a folder of tracks. Raise `LessonError`."""
    found = []
    for track in sorted(path for path in folder.iterdir() if path.is_dir()):
        if track.name not in TRACKS:
            raise LessonError(f"{track.name}: no such track")
        figures = _figures(track)
        for path in sorted(track.glob("*.toml")):
            if "." not in path.stem and path.stem != FIGURES:
                found.append(_lesson(path, figures))
    found.sort(key=lambda one: (TRACKS.index(one.track), one.order, one.key))
    return {lesson.id: lesson for lesson in found}


def lesson(track: str, key: str) -> Lesson | None:
    """The lesson of this name, None where there is none."""
    return lessons().get(f"{track}/{key}")


def track_lessons(track: str) -> tuple[Lesson, ...]:
    """The lessons of a track, in order."""
    return tuple(one for one in lessons().values() if one.track == track)


def next_lesson(after: Lesson, rules: RuleSet) -> Lesson | None:
    """The track's next lesson that stands under a rule set."""
    later = [one for one in track_lessons(after.track) if one.order > after.order]
    return next((one for one in later if one.stands(rules)), None)


def text_of(one: Lesson, language: str) -> LessonText:
    """A lesson's texts in the language nearest to the one asked for."""
    return one.texts[known_language(language)]


def _lesson(path: Path, figures: Mapping[str, Mapping[str, int | str]]) -> Lesson:
    data = _read(path)
    _only(data, LESSON_KEYS, path)
    steps = tuple(_step(one, path, at) for at, one in enumerate(_of(data, "steps", list, path), 1))
    ids = [step.id for step in steps]
    if len(set(ids)) < len(ids):
        raise LessonError(f"{_name(path)}: steps: an id stands twice")
    return Lesson(
        path.parent.name,
        path.stem,
        _of(data, "order", int, path),
        _needs(data, path, "needs"),
        steps,
        {language: _texts(path, language, steps) for language in LANGUAGES},
        figures,
    )


def _step(data: Any, path: Path, at: int) -> Step:
    where = f"steps[{at}]"
    if not isinstance(data, dict):
        raise LessonError(f"{_name(path)}: {where}: not a table")
    _only(data, STEP_KEYS, path, where)
    step = Step(
        **{name: data[name] for name in STEP_KEYS - {"needs"} if name in data},
        needs=_needs(data, path, f"{where}.needs"),
    )
    for name in STEP_KEYS - {"needs", "options", "times"}:
        if not isinstance(getattr(step, name), str):
            raise LessonError(f"{_name(path)}: {where}.{name}: not a text")
    if not step.id or not all(part.isalnum() for part in step.id.split("-")):
        raise LessonError(f"{_name(path)}: {where}.id: words in small letters, joined by -")
    if step.task and step.task not in TASKS:
        raise LessonError(f"{_name(path)}: {where}.task: there is no {step.task}")
    if step.rule and step.rule not in RULES:
        raise LessonError(f"{_name(path)}: {where}.rule: there is no {step.rule}")
    if step.show not in ("", "indicator"):
        raise LessonError(f"{_name(path)}: {where}.show: there is no {step.show}")
    if not isinstance(step.times, int) or not 1 <= step.times <= MOST_TIMES:
        raise LessonError(f"{_name(path)}: {where}.times: 1 to {MOST_TIMES}")
    if step.options is not None and not isinstance(step.options, dict):
        raise LessonError(f"{_name(path)}: {where}.options: not a table")
    _check_tiles(step, path, where)
    return step


def _check_tiles(step: Step, path: Path, where: str) -> None:
    """What is drawn exists: melds and racks beside an indicator."""
    if not (step.example or step.rack or step.show):
        return
    try:
        indicator = read_indicator(step.indicator)
        if step.example:
            parse_melds(step.example, indicator)
        if step.rack:
            Hand.parse(step.rack, indicator)
    except InputError as error:
        raise LessonError(f"{_name(path)}: {where}: {error}") from None


def _needs(data: Mapping[str, Any], path: Path, where: str) -> tuple[str, ...]:
    given = data.get("needs", [])
    needs = [given] if isinstance(given, str) else given
    for need in needs:
        if not isinstance(need, str) or not known(need):
            raise LessonError(f"{_name(path)}: {where}: there is no {need}")
    return tuple(needs)


def _texts(path: Path, language: str, steps: Iterable[Step]) -> LessonText:
    beside = path.with_suffix(f".{language}.toml")
    if not beside.exists():
        raise LessonError(f"{_name(beside)}: missing")
    data = _read(beside)
    _only(data, TEXT_KEYS, beside)
    told = _of(data, "steps", dict, beside)
    wanted = {step.id for step in steps}
    if told.keys() != wanted:
        differing = ", ".join(sorted(told.keys() ^ wanted))
        raise LessonError(f"{_name(beside)}: steps: {differing}: in one of the files only")
    allowed = frozenset({"text", *(f"text-{key}" for key in RULE_SETS)})
    for name, texts in told.items():
        _only(texts, allowed, beside, f"steps.{name}")
        for key in {"text", *texts}:
            _of(texts, key, str, beside, f"steps.{name}.")
    return LessonText(
        _of(data, "title", str, beside),
        _of(data, "summary", str, beside),
        _of(data, "left_out", str, beside) if "left_out" in data else "",
        {name: StepText(texts) for name, texts in told.items()},
    )


def _figures(track: Path) -> Mapping[str, Mapping[str, int | str]]:
    path = track / f"{FIGURES}.toml"
    if not path.exists():
        return {}
    data = _read(path)
    _only(data, frozenset(RULE_SETS), path)
    return data


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise LessonError(f"{_name(path)}: {error}") from None


def _only(data: Mapping[str, Any], allowed: frozenset[str], path: Path, where: str = "") -> None:
    for key in data:
        if key not in allowed:
            raise LessonError(f"{_name(path)}: {where + '.' if where else ''}{key}: no such key")


def _of(data: Mapping[str, Any], key: str, kind: type[T], path: Path, where: str = "") -> T:
    value = data.get(key)
    if not isinstance(value, kind) or not value:
        raise LessonError(f"{_name(path)}: {where}{key}: missing, or no {kind.__name__}")
    return value


def _name(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"
