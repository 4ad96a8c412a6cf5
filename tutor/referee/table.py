"""A move on the table: whether it may be done, what it costs, and the state afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from okey import Hand, Meld, RuleSet, Violation, judge
from okey.errors import InputError
from okey.moves import Finish, Lay, Move, Open
from okey.replay import play, steps_json
from okey.search.turn_best import best_lay, best_opening
from okey.search.turn_kinds import legal_kinds
from okey.table import Round
from tutor.explain import Note
from tutor.move_words import move_kind, move_sentence
from tutor.names import kind_name, position_name
from tutor.referee.hand import JudgedLane
from tutor.referee.score import ShownScore, shown_score
from tutor.referee.score_form import REMAINDER
from tutor.referee.table_form import ME, TableQuestion
from tutor.referee.wording import input_error, language
from tutor.refusals import event_sentence, refusal_notes
from tutor.rounds import ShownRound, shown_round
from tutor.texts import phrase


@dataclass(frozen=True, slots=True)
class Written:
    """What a move makes somebody write, and whether it is good to have."""

    sentence: str
    good: bool


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """One move. `notes` say why it is refused, `lanes` are its melds with their marks."""

    sentence: str
    notation: str
    allowed: bool
    notes: tuple[Note, ...]
    lanes: tuple[JudgedLane, ...]
    written: tuple[Written, ...]


@dataclass(frozen=True, slots=True)
class Possible:
    """A move that could be made now, with the address at which it is judged."""

    title: str
    moves: tuple[str, ...]
    notation: str


@dataclass(frozen=True, slots=True)
class Now:
    """What the seat on turn can do: the kinds of move, and the best to lay."""

    kinds: tuple[str, ...]
    possible: tuple[Possible, ...]


@dataclass(frozen=True, slots=True)
class TableAnswer:
    """What the page shows about a position and the moves in it."""

    okey: str
    allowed: bool
    costs: bool
    headline: str
    moves: tuple[JudgedMove, ...]
    state: ShownRound
    unknown: str
    score: ShownScore | None


def seat_names(seats: int) -> list[str]:
    """You and the others, as they sit."""
    return [position_name(seat, ME, seats, language()) for seat in range(seats)]


def table_answer(question: TableQuestion) -> TableAnswer:
    """Make the moves in the position, up to the first that is refused."""
    begun = question.round
    names = seat_names(question.seats)
    unknown = ""
    try:
        played = play(begun, question.moves)
    except InputError as error:
        # A tile was drawn that nobody has told of: up to there all is judged.
        played = play(begun, _until_unknown(begun, question.moves))
        unknown = _unknown(error, begun.rules)
    steps = steps_json(played)
    moves = [
        _made(move, step["events"], begun, names)
        for move, step in zip(played.moves, steps[1:], strict=True)
    ]
    refused = played.refusal
    if refused is not None:
        move = question.moves[len(played.moves)]
        moves.append(_refused(move, refused.violations, played.last))
    state = shown_round(
        steps[-1],
        language(),
        indicator=begun.indicator,
        before=steps[-2] if len(steps) > 1 else None,
        viewer=ME,
        names=names,
    )
    result = played.last.result
    known = result is not None and all(
        line.rule != REMAINDER or played.last.seats[line.seat].hand is not None
        for line in result.lines
    )
    return TableAnswer(
        okey=str(begun.okey),
        allowed=refused is None and not unknown,
        costs=any(not written.good for move in moves for written in move.written),
        headline=_headline(moves),
        moves=tuple(moves),
        state=state,
        unknown=unknown,
        score=shown_score(result, begun.rules, names) if result is not None and known else None,
    )


def _headline(moves: Sequence[JudgedMove]) -> str:
    if not moves:
        return _("This is how it stands")
    if not moves[-1].allowed:
        return _("This may not be done")
    if any(not written.good for move in moves for written in move.written):
        return _("This may be done, and it costs something")
    return _("This may be done")


def _until_unknown(begun: Round, moves: Sequence[Move]) -> Sequence[Move]:
    """The moves before the one that draws an unknown tile into a known hand."""
    for count in range(len(moves), 0, -1):
        try:
            play(begun, moves[:count])
        except InputError:
            continue
        return moves[:count]
    return ()


def _unknown(error: InputError, rules: RuleSet) -> str:
    if error.code == "input.field":
        return _(
            "A draw is allowed here. Which tile comes is not known: "
            "add it to your hand, and choose that you have drawn."
        )
    return input_error(error, rules)


def _made(
    move: Move, events: Sequence[dict[str, object]], begun: Round, names: Sequence[str]
) -> JudgedMove:
    written = tuple(
        Written(
            event_sentence(event, language(), who=names[int(str(event["seat"]))]),
            int(str(event["points"])) < 0,
        )
        for event in events
    )
    sentence = move_sentence(move, language(), indicator=begun.indicator)
    return JudgedMove(sentence, str(move), True, (), (), written)


def _refused(move: Move, violations: Sequence[Violation], round_: Round) -> JudgedMove:
    action = move.action
    melds = action.melds if isinstance(action, Open | Lay | Finish) else ()
    hand = Hand(round_.indicator, round_.hand) if round_.hand else None
    notes = refusal_notes(
        violations,
        rules=round_.rules,
        indicator=round_.indicator,
        language=language(),
        melds=melds,
        hand=hand,
    )
    sentence = move_sentence(move, language(), indicator=round_.indicator)
    return JudgedMove(sentence, str(move), False, notes, _lanes(melds, notes, round_), ())


def _lanes(melds: Sequence[Meld], notes: Sequence[Note], round_: Round) -> tuple[JudgedLane, ...]:
    """The melds of a move, with the marks to which the sentences refer."""
    marks = {
        (part.lane, part.position): part.badge
        for note in notes
        for part in note.parts
        if part.badge is not None
    }
    try:
        verdict = judge(melds, rules=round_.rules, indicator=round_.indicator) if melds else None
    except InputError:
        verdict = None  # more of a tile than there are: the sentences say so
    if verdict is None:
        return ()
    lanes = []
    for at, (meld, one) in enumerate(zip(melds, verdict.melds, strict=True)):
        kind = one.kind.value if one.kind is not None else "meld"
        label = kind_name(kind, language()) if one.legal else phrase(f"lane.not_{kind}", language())
        badges = tuple(marks.get((at, position)) for position in range(len(meld)))
        lanes.append(
            JudgedLane(
                meld, one.legal, label, one.points, one.faces, badges if any(badges) else None
            )
        )
    return tuple(lanes)


# What can be done now


def possible_now(question: TableQuestion) -> Now:
    """The kinds of move that are legal, and the best opening or laying. A search."""
    round_ = question.round
    kinds = tuple(move_kind(_KEYS.get(kind, kind), language()) for kind in legal_kinds(round_))
    found = []
    for title, moves in (
        (_("Best opening"), best_opening(round_)),
        (_("Most that can be laid"), best_lay(round_)),
    ):
        if moves:
            found.append(
                Possible(
                    title,
                    tuple(
                        move_sentence(move, language(), indicator=round_.indicator)
                        for move in moves
                    ),
                    "; ".join(map(str, moves)),
                )
            )
    return Now(kinds, tuple(found))


_KEYS = {
    "take indicator": "take-indicator",
    "declare pairs": "declare",
    "show indicator": "show",
}
