"""What is said about an answer: a nod, or the rule, the tiles that break it, the nearest change.

The text follows from the answer given and from what the engine says about it. A right answer gets
no lecture, and a wrong one is not told the right one: that is the last hint.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from okey import InputError, Meld
from okey.moves import Lay, Open
from okey.search.nearest import nearest_legal
from tutor.changes import ChangeText, change_text
from tutor.explain import Explanation, Note, Part, Ring, explain, rule_url
from tutor.refusals import refusal_notes
from tutor.tasks.base import Exercise, Form, Outcome, TaskKind, read_melds, read_move
from tutor.tasks.registry import task
from tutor.tasks.shown import Place, Rings
from tutor.texts import rule_text


@dataclass(frozen=True, slots=True)
class Feedback:
    """What a learner is told. All but `correct` is empty for a right answer.

    `rings` are the tiles to mark, with the number by which a sentence refers to each, if one does.
    `explanation` is that of laid melds, for a board.
    """

    correct: bool
    title: str = ""
    parts: tuple[Part, ...] = ()
    rule: str = ""
    rule_title: str = ""
    rule_url: str = ""
    rings: Rings = field(default_factory=dict)
    change: ChangeText | None = None
    explanation: Explanation | None = None


def feedback(
    exercise: Exercise,
    answer: str,
    outcome: Outcome,
    language: str,
    kind: TaskKind | None = None,
) -> Feedback:
    """Say what an answer is worth, in the reader's language. `kind` as for `words.question`."""
    kind = kind or task(exercise.task)
    if outcome.correct:
        return Feedback(True)
    if outcome.verdict is not None and not outcome.verdict.legal:
        return _about_melds(exercise, answer, outcome, language, kind)
    if outcome.violations:
        notes = _refused(exercise, answer, outcome, language, kind)
        if notes:
            first = notes[0]
            return Feedback(
                False,
                first.title,
                first.parts,
                first.rule,
                first.title,
                first.rule_url,
                _marked(outcome),
            )
    return _about_rule(exercise, outcome, language, kind)


def _about_melds(
    exercise: Exercise, answer: str, outcome: Outcome, language: str, kind: TaskKind
) -> Feedback:
    """The explanation of melds: of the answer's own, else of those that the exercise shows."""
    assert outcome.verdict is not None
    own = kind.form is Form.MELDS
    melds = read_melds(exercise, answer) if own and answer not in exercise.options else ()
    melds = melds or exercise.laid
    if len(melds) != len(outcome.verdict.melds):
        return _about_rule(exercise, outcome, language, kind)
    hand = exercise.hand if own else None
    told = explain(
        outcome.verdict,
        melds=melds,
        hand=hand,
        rules=exercise.rules,
        language=language,
        indicator=exercise.indicator,
        as_=outcome.as_,
    )
    change = told.change
    if change is None and hand is not None and outcome.as_ == "melds":
        found = nearest_legal(melds, hand, exercise.rules)
        if found is not None:
            change = change_text(
                found, melds=melds, hand=hand, rules=exercise.rules, language=language
            )
    where = "answer" if own else "laid"
    return Feedback(
        False,
        told.title,
        told.parts,
        told.rule,
        told.title,
        told.rule_url,
        _marked(outcome) | dict(_ringed(told.rings, where)),
        change,
        told,
    )


def _ringed(rings: Iterable[Ring], where: str) -> Iterable[tuple[Place, int | None]]:
    for ring in rings:
        yield (where, ring.lane, ring.position), ring.badge


def _refused(
    exercise: Exercise, answer: str, outcome: Outcome, language: str, kind: TaskKind
) -> tuple[Note, ...]:
    return refusal_notes(
        outcome.violations,
        rules=exercise.rules,
        indicator=exercise.indicator,
        language=language,
        melds=_melds_of_move(exercise, answer, kind),
        hand=exercise.hand,
    )


def _melds_of_move(exercise: Exercise, answer: str, kind: TaskKind) -> tuple[Meld, ...]:
    if kind.form is not Form.MOVE:
        return exercise.laid
    try:
        action = read_move(exercise, answer, kind.makes).action
    except InputError:
        return ()
    return action.melds if isinstance(action, Open | Lay) else ()


def _about_rule(exercise: Exercise, outcome: Outcome, language: str, kind: TaskKind) -> Feedback:
    """The rule's own sentence, with the numbers of the rule set."""
    about = outcome.rules or kind.about(exercise)
    if not about:
        return Feedback(False, rings=_marked(outcome))
    text = rule_text(about[0], language, exercise.rules)
    title = text.title
    if outcome.verdict is not None and outcome.verdict.legal and exercise.laid:
        # It holds, and the answer says otherwise: what it counts says more than the rule's name.
        title = explain(
            outcome.verdict,
            melds=exercise.laid,
            hand=None,
            rules=exercise.rules,
            language=language,
            indicator=exercise.indicator,
            as_=outcome.as_,
        ).headline
    return Feedback(
        False,
        title,
        (Part(text.short),),
        about[0],
        text.title,
        rule_url(exercise.rules.key, about[0]),
        _marked(outcome),
    )


def _marked(outcome: Outcome) -> dict[Place, int | None]:
    return {(mark.where, mark.meld, mark.position): None for mark in outcome.marks}
