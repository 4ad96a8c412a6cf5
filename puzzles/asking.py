"""A puzzle's question as a page asks it: the exercise, its lanes, the hints asked for so far."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from okey.hand import Hand
from okey.notation import parse_meld, parse_melds
from okey.rules.catalogue import RULES
from puzzles import telling
from puzzles.attempts import SPOKEN
from puzzles.board import Beside, Hints, Lanes, Result
from puzzles.grading import GAVE_UP, outcome_again
from puzzles.kinds.asked import AskedKind, answer_text
from puzzles.models import Attempt
from puzzles.results import laid_out
from tutor.board.shown import Lane, RackTile, TableVerdict, rack
from tutor.board.tables import empty_table, judge_lanes
from tutor.board.words import language
from tutor.explain import rule_url
from tutor.lessons.pages import ShownRule
from tutor.tasks.base import Exercise, Form
from tutor.tasks.feedback import feedback
from tutor.tasks.shown import ShownExercise, shown_exercise
from tutor.tasks.words import option_label
from tutor.texts import rule_text


def exercise_of_try(
    kind: AskedKind, exercise: Exercise, attempt: Attempt | None, typed: str
) -> ShownExercise:
    """What is drawn of the exercise; after an answer with what was chosen, and its marks."""
    if attempt is None or attempt.answer is None:
        return shown_exercise(exercise, language(), answer=typed, kind=kind)
    if GAVE_UP in attempt.answer or kind.form is Form.MELDS:  # of melds, the lanes tell
        return shown_exercise(exercise, language(), kind=kind)
    answer = answer_text(attempt.answer)
    told = feedback(exercise, answer, outcome_again(attempt), language(), kind)
    return shown_exercise(exercise, language(), answer=answer, rings=told.rings, kind=kind)


def lanes_of(kind: AskedKind, exercise: Exercise, answered: Result | None) -> Lanes:
    """The rack and the lanes, after an answer as it was laid."""
    hand = exercise.hand
    assert hand is not None
    slots: tuple[RackTile | None, ...] = rack(hand)
    lanes: tuple[Lane, ...] = ()
    table = empty_table(exercise.rules.key, counted=kind.counted)
    if answered is not None and answered.table is not None:
        table = answered.table
        if answered.laid:
            melds = parse_melds(answered.laid, hand.indicator)
            slots, lanes = laid_out(slots, melds, table, hand)
    return Lanes(
        slots=slots,
        lanes=lanes,
        table=table,
        beside=tuple(
            Beside(option, option_label(exercise, option, language(), kind))
            for option in exercise.options
        ),
        verb=_("Open") if kind.counted else _("Lay"),
        live=kind.judged_live,
    )


def lanes_table(kind: AskedKind, text: str, hand: Hand, rules: str) -> TableVerdict:
    """What is said of the lanes while they are laid; their number alone, where more would tell.

    Raise `InputError` where they cannot be read.
    """
    if kind.judged_live:
        return judge_lanes(text, hand, rules, counted=kind.counted)
    laid = [parse_meld(part, hand.indicator) for part in text.split("|") if part.strip()]
    left = len(hand.tiles) - sum(len(meld) for meld in laid)
    melds = ngettext("%(count)s meld laid", "%(count)s melds laid", len(laid))
    tiles = ngettext("%(count)s tile left", "%(count)s tiles left", left)
    sentence = f"{melds % {'count': len(laid)}}, {tiles % {'count': left}}"
    return TableVerdict((), 0, 0, "points", sentence, opens=False, state="empty")


def hints_of(kind: AskedKind, exercise: Exercise, attempt: Attempt | None) -> Hints:
    """The hints up to the level that the attempt has: which rule, then which tiles."""
    level = attempt.hint_level if attempt is not None else 0
    if attempt is not None and attempt.answered_at is not None:
        return Hints(level=level, next=0)
    about = kind.about(exercise)
    return Hints(
        rule=_rule(about[0], exercise) if level >= 1 and about else None,
        tiles=telling.hint(kind, exercise, language()) if level >= SPOKEN else "",
        level=level,
        next=min(level, SPOKEN) + 1,
    )


def _rule(rule: str, exercise: Exercise) -> ShownRule:
    text = rule_text(rule, language(), exercise.rules)
    known = rule in exercise.rules.rules and rule in RULES
    return ShownRule(text.title, text.short, rule_url(exercise.rules.key, rule) if known else "")


__all__ = ["exercise_of_try", "hints_of", "lanes_of", "lanes_table"]
