"""A lesson as it is read from its files: frozen values, the same for every reader."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from okey import RuleSet
from tutor.lessons.needs import has_all
from tutor.tasks.base import TaskKind
from tutor.tasks.registry import TASKS

TRACKS: Final = ("path", "from-classic", "club", "strategy")


@dataclass(frozen=True, slots=True)
class Step:
    """One step. Without a task it shows something.

    `example` are melds in notation with their `indicator`, drawn with the engine's verdict; `rack`
    are tiles. `show` draws the indicator and the okey. `rule` is the rule to read on. `times` is
    how many fresh exercises stand in a row.
    """

    id: str
    task: str = ""
    options: Mapping[str, Any] | None = None
    needs: tuple[str, ...] = ()
    times: int = 1
    indicator: str = ""
    example: str = ""
    rack: str = ""
    show: str = ""
    rule: str = ""

    def holds(self, rules: RuleSet) -> bool:
        """Whether the step stands under this rule set."""
        return has_all(self.needs, rules) and (not self.task or self.kind.applies(rules))

    @property
    def kind(self) -> TaskKind:
        """Its task."""
        return TASKS[self.task]


@dataclass(frozen=True, slots=True)
class Station:
    """A place in a lesson: a step, and which of its exercises in a row. Named `step.2`."""

    step: Step
    time: int = 1

    @property
    def name(self) -> str:
        """Its name in addresses and rows."""
        return f"{self.step.id}.{self.time}"


@dataclass(frozen=True, slots=True)
class StepText:
    """What a step says, by variant: `text`, or `text-KEY` for a rule set."""

    texts: Mapping[str, str]

    def template(self, rules: RuleSet) -> str:
        """The text for a rule set."""
        return self.texts.get(f"text-{rules.key}", self.texts["text"])


@dataclass(frozen=True, slots=True)
class LessonText:
    """A lesson's texts in one language. `left_out` says why it does not stand somewhere."""

    title: str
    summary: str
    left_out: str
    steps: Mapping[str, StepText]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson. `figures` are numbers for its texts, by rule set."""

    track: str
    key: str
    order: int
    needs: tuple[str, ...]
    steps: tuple[Step, ...]
    texts: Mapping[str, LessonText]
    figures: Mapping[str, Mapping[str, int | str]]

    @property
    def id(self) -> str:
        """Its name in rows."""
        return f"{self.track}/{self.key}"

    def stations(self, rules: RuleSet) -> tuple[Station, ...]:
        """All places in order, under a rule set. Empty where the lesson is left out."""
        if not has_all(self.needs, rules):
            return ()
        found = tuple(
            Station(step, time)
            for step in self.steps
            if step.holds(rules)
            for time in range(1, step.times + 1)
        )
        return found if any(station.step.task for station in found) else ()

    def stands(self, rules: RuleSet) -> bool:
        """Whether there is something to do under this rule set."""
        return bool(self.stations(rules))
