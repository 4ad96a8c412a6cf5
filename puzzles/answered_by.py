"""What everybody answered to a daily: shown to whoever has answered it, never before."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

from django.core.cache import cache
from django.db.models import Count
from django.utils.translation import gettext as _

from puzzles.grading import GAVE_UP, exercise_shown
from puzzles.kinds.asked import AskedKind, answer_text
from puzzles.kinds.registry import kind_of
from puzzles.models import SAME_COLOURS, Attempt, Puzzle
from tutor.board.words import language
from tutor.names import Number
from tutor.tasks.base import Exercise, Form
from tutor.tasks.words import option_label

SECONDS: Final = 60  # for which a count is kept: it changes with every answer of anybody
SHOWN: Final = 8  # lines; what is rarer is one line
OTHER: Final = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One answer, or answers of one worth. `share` in hundredths of all."""

    name: str
    count: int
    share: int
    correct: bool
    mine: bool


def distribution(attempt: Attempt) -> list[Line]:
    """All first answers of its day to the puzzle of an answered attempt, the most frequent first.

    Melds are counted by their points, since hardly two people lay the same.
    """
    if attempt.answered_at is None:
        raise ValueError("not answered yet")
    puzzle = attempt.puzzle
    kind = kind_of(puzzle.kind)
    counts = _counts(puzzle, kind)
    total = sum(counts.values())
    if not total:
        return []
    mine = (_name(kind, attempt.answer, attempt.verdict), bool(attempt.correct))
    often = counts.most_common(SHOWN)
    rest = counts - Counter(dict(often))
    for correct in (True, False):
        count = sum(number for (_said, right), number in rest.items() if right is correct)
        if count:
            often.append(((OTHER, correct), count))
    shown = {key for key, _number in often}
    here = mine if mine in shown else (OTHER, mine[1])
    exercise = exercise_shown(puzzle, SAME_COLOURS)
    return [
        Line(
            name=_said(kind, exercise, said),
            count=count,
            share=round(100 * count / total),
            correct=correct,
            mine=(said, correct) == here,
        )
        for (said, correct), count in often
    ]


def _counts(puzzle: Puzzle, kind: AskedKind) -> Counter[tuple[str, bool]]:
    key = f"answered-by:{puzzle.pk}"
    kept: Counter[tuple[str, bool]] | None = cache.get(key)
    if kept is None:
        kept = _counted(puzzle, kind)
        cache.set(key, kept, SECONDS)
    return kept


def _counted(puzzle: Puzzle, kind: AskedKind) -> Counter[tuple[str, bool]]:
    """One row an answer that was given, however many gave it."""
    tries = Attempt.objects.answered().filter(
        puzzle=puzzle, context=Attempt.Context.DAILY, try_no=1, colours=SAME_COLOURS
    )
    by: tuple[str, ...] = ("answer", "correct")
    if kind.form is Form.MELDS:
        by = (
            "answer__cannot",
            "answer__choice",
            f"answer__{GAVE_UP}",
            "verdict__points",
            "correct",
        )
    counts: Counter[tuple[str, bool]] = Counter()
    for row in tries.order_by().values(*by).annotate(count=Count("pk")):
        if kind.form is Form.MELDS:
            answer = _option(row)
            verdict = {"points": row["verdict__points"]}
        else:
            answer, verdict = row["answer"], {}
        counts[_name(kind, answer, verdict), bool(row["correct"])] += row["count"]
    return counts


def _option(row: dict[str, Any]) -> dict[str, Any]:
    """What was answered instead of melds; melds without their text where they were."""
    for name in ("cannot", "choice", GAVE_UP):
        said = row[f"answer__{name}"]
        if said is not None:
            return {name: said}
    return {"melds": ""}


def _name(kind: AskedKind, answer: Any, verdict: Any) -> str:
    """Answers that are counted together have one name."""
    if GAVE_UP in answer:
        return GAVE_UP
    if "melds" in answer:
        return f"={(verdict or {}).get('points', 0)}"
    return answer_text(answer)


def _said(kind: AskedKind, exercise: Exercise, name: str) -> str:
    if name == OTHER:
        return _("Other answers")
    if name == GAVE_UP:
        return _("Gave up")
    if name.startswith("="):
        points = format(Number(int(name[1:]), language()), "")
        return _("Melds of %(points)s points") % {"points": points}
    if kind.form is Form.TILES:
        return ", ".join(option_label(exercise, one, language(), kind) for one in name.split())
    return option_label(exercise, name, language(), kind)
