"""An answered puzzle in words: a nod or the rule, and the proof of what is right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tutor.explain import Explanation
from tutor.tasks.base import Exercise, Outcome
from tutor.tasks.feedback import feedback
from tutor.tasks.words import said

if TYPE_CHECKING:
    from puzzles.kinds.asked import AskedKind


def explanation(
    kind: AskedKind, exercise: Exercise, answer: str, outcome: Outcome, language: str
) -> Explanation:
    """What is said about an answer. Of melds that break a rule, what the board says."""
    if outcome.correct:
        more = outcome.better
        return Explanation(True, _("Right, and more was possible") if more else _("Right"))
    found = feedback(exercise, answer, outcome, language, kind)
    own = found.explanation
    return Explanation(
        False,
        _("Not right"),
        rule=found.rule,
        title=found.title,
        parts=found.parts,
        rule_url=found.rule_url,
        more=own.more if own is not None else (),
        rings=own.rings if own is not None else (),
        change=found.change,
    )


def proof(kind: AskedKind, exercise: Exercise, right: tuple[str, ...], language: str) -> str:
    """Why the right answer is right, with the values of what the engine found."""
    values = kind.check(exercise, right[0], exercise.rules).values
    texts = kind.texts(language)
    told = [name for name in ("told", "proof") if name in texts]
    return " ".join(said(exercise, name, language, kind, values) for name in told)


def hint(kind: AskedKind, exercise: Exercise, language: str) -> str:
    """To which tiles it comes."""
    return said(exercise, "hint", language, kind)
