"""What an answer was about, as rows that can be counted: themes of the puzzle, rules it broke."""

from __future__ import annotations

from puzzles.models import Attempt, AttemptMark

_LONGEST = 60


def note(attempt: Attempt) -> None:
    """Write the marks of an attempt that has just been graded. Needs its transaction."""
    row = attempt.result
    themes = [*attempt.puzzle.themes, *row["solution"].get("themes", ())]
    sort = AttemptMark.Sort
    AttemptMark.objects.bulk_create(
        [
            AttemptMark(attempt=attempt, sort=which, key=key)
            for which, keys in ((sort.THEME, themes), (sort.RULE, _broken(attempt)))
            for key in dict.fromkeys(keys)
            if len(key) <= _LONGEST
        ]
    )


def _broken(attempt: Attempt) -> list[str]:
    """Ids of the rules that a wrong answer missed."""
    if attempt.correct:
        return []
    row = attempt.result
    if row.get("rules"):
        return list(row["rules"])
    verdict = row.get("verdict") or {}
    return [violation["rule"] for violation in verdict.get("violations", ())]
