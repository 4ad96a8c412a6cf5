"""Examples of deals, of finished rounds and of matches, as a rule's page draws them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from okey import InputError, Rule, RuleSet, okey_face, read_indicator
from okey.ended import tally
from okey.endings import Board, Line
from okey.examples import broken
from okey.match import Match
from okey.rules.examples import Standing, Start, Tally
from okey.scoring import applied
from okey.table import PARTNERS
from okey.tally import ended_example, match_example
from tutor.explain import Note, Part, rule_url
from tutor.names import (
    Number,
    factors_text,
    finish_name,
    join,
    opened_name,
    round_name,
    score_line_name,
    seat_name,
    team_name,
)
from tutor.texts import rule_text


@dataclass(frozen=True, slots=True)
class ShownLine:
    """An item of a score. `sum` says how it comes about where a factor applies.

    `hit` where it is what the rule is about.
    """

    name: str
    points: str
    sum: str
    hit: bool


@dataclass(frozen=True, slots=True)
class TallySeat:
    """A seat at the end of a round. `left` are the tiles in the hand."""

    name: str
    won: bool
    opened: str
    left: str
    lines: tuple[ShownLine, ...]
    total: str


@dataclass(frozen=True, slots=True)
class ShownTally:
    """A finished round, item by item. `legal`: the rule applies to it."""

    finish: str
    risk: bool
    seats: tuple[TallySeat, ...]
    teams: tuple[tuple[str, str], ...]
    indicator: str
    okey: str
    shows_okey: bool
    legal: bool
    label: str
    kind: str = "tally"


@dataclass(frozen=True, slots=True)
class Dealt:
    """What a seat was dealt: its tiles, or only how many."""

    name: str
    count: int
    tiles: str


@dataclass(frozen=True, slots=True)
class ShownStart:
    """A deal: the hands, and what was turned up one after the other; `okey` may be empty."""

    hands: tuple[Dealt, ...]
    turned: tuple[str, ...]
    okey: str
    legal: bool
    label: str
    notes: tuple[Note, ...]
    kind: str = "start"


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A round of a match, or its totals."""

    name: str
    scores: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShownStanding:
    """A match: who plays, what was agreed on, the rounds played, the totals, and who has won."""

    agreed: tuple[str, ...]
    sides: tuple[str, ...]
    rows: tuple[StandingRow, ...]
    totals: StandingRow | None
    won: tuple[bool, ...]
    legal: bool
    label: str
    notes: tuple[Note, ...]
    kind: str = "standing"


# A finished round


def shown_tally(rule: Rule, example: Tally, rules: RuleSet, language: str) -> ShownTally:
    """The score of a finished round, item by item."""
    ended = ended_example(example)
    result = tally(ended, rules)
    okey = okey_face(ended.indicator)
    does = rule.id in applied(result)
    winner = ended.finish.seat if ended.finish is not None else None
    return ShownTally(
        finish=finish_name(ended.finish, language, rules=rules),
        risk=ended.risk,
        seats=tuple(
            TallySeat(
                name=seat_name(seat, language),
                won=seat == winner,
                opened=_opened(board, rules, language),
                left=" ".join(map(str, sorted(board.hand))),
                lines=tuple(
                    _line(line, rule, language) for line in result.lines if line.seat == seat
                ),
                total=_number(result.scores[seat], language),
            )
            for seat, board in enumerate(ended.boards)
        ),
        teams=tuple(
            (team_name(team, language), _number(score, language))
            for team, score in enumerate(result.teams or ())
        ),
        indicator=str(ended.indicator),
        okey=str(okey),
        shows_okey=any(not tile.is_face for board in ended.boards for tile in board.hand),
        legal=does,
        label=_("applies") if does else _("does not apply"),
    )


def _opened(board: Board, rules: RuleSet, language: str) -> str:
    """How a seat opened, and with how much where that matters."""
    if rules.opening is None:
        return ""
    name = opened_name(board.opened, language)
    worth = board.opening_points or board.opening_pairs
    return f"{name}: {_number(worth, language)}" if worth else name


def _line(line: Line, rule: Rule, language: str) -> ShownLine:
    base = line.params.get("base")
    sum_ = ""
    if line.factors and isinstance(base, int):
        names = factors_text(line.factors, language)
        sum_ = f"{_number(base, language)} × {line.factor} ({names})"
    return ShownLine(
        name=score_line_name(line.rule, language),
        points=_number(line.points, language),
        sum=sum_,
        hit=line.rule == rule.id or rule.id in line.factors,
    )


def _number(value: int, language: str) -> str:
    return format(Number(value, language), "")


# A deal


def shown_start(rule: Rule, example: Start, rules: RuleSet, language: str) -> ShownStart:
    """A deal with what is wrong with it."""
    found = broken(rule, example, rules)
    first = [one for one in rules.rules if one in found]
    *_before, last = example.turned or ("",)
    has_okey = bool(last) and last != "F"
    return ShownStart(
        hands=tuple(
            Dealt(
                seat_name(seat, language),
                hand if isinstance(hand, int) else len(hand.split()),
                "" if isinstance(hand, int) else hand,
            )
            for seat, hand in enumerate(example.hands)
        ),
        turned=example.turned,
        okey=str(okey_face(read_indicator(last))) if has_okey else "",
        legal=not found,
        label=_("not allowed") if found else _("allowed"),
        notes=tuple(_note(one, rules, language) for one in first[:2]),
    )


def _note(rule_id: str, rules: RuleSet, language: str) -> Note:
    text = rule_text(rule_id, language, rules)
    return Note(rule_id, text.title, (Part(text.short),), None, rule_url(rules.key, rule_id))


# A match


def shown_standing(rule: Rule, example: Standing, rules: RuleSet, language: str) -> ShownStanding:
    """A match as it stands, or why there is none like it."""
    try:
        match = match_example(example, rules)
    except InputError as error:
        if error.code != rule.id:
            raise
        return _no_match(error, example, rules, language)
    decides = rule.id in ("match.winner", "match.chips")
    does = match.over or not decides
    return ShownStanding(
        agreed=tuple(_facts(match.rounds, match.teams or (), language)),
        sides=tuple(_sides(match, language)),
        rows=tuple(
            StandingRow(round_name(number, language), _all(round_.scores, match, language))
            for number, round_ in enumerate(match.played, start=1)
        ),
        totals=StandingRow(
            _("Total"), tuple(_number(total, language) for total in match.side_totals)
        ),
        won=tuple(side in match.winners for side in range(len(match.sides))),
        legal=does,
        label=_over(match) if decides else _("allowed"),
        notes=(),
    )


def _over(match: Match) -> str:
    return _("The match is over") if match.over else _("The match goes on")


def _sides(match: Match, language: str) -> Iterator[str]:
    for number, side in enumerate(match.sides):
        name = seat_name(side[0], language) if len(side) == 1 else team_name(number, language)
        yield name


def _all(scores: tuple[int, ...], match: Match, language: str) -> tuple[str, ...]:
    return tuple(_number(sum(scores[seat] for seat in side), language) for side in match.sides)


def _no_match(error: InputError, example: Standing, rules: RuleSet, language: str) -> ShownStanding:
    """What was asked for, and the rule that knows no such match."""
    teams = PARTNERS if example.teams is True else example.teams or ()
    return ShownStanding(
        agreed=tuple(_facts(example.rounds, teams, language)),
        sides=tuple(seat_name(seat, language) for seat in range(example.seats)),
        rows=tuple(
            StandingRow(
                round_name(number, language), tuple(_number(one, language) for one in scores)
            )
            for number, scores in enumerate(example.scores, start=1)
        ),
        totals=None,
        won=(False,) * example.seats,
        legal=False,
        label=_("not allowed"),
        notes=(_note(error.code, rules, language),),
    )


def _facts(rounds: int | None, teams: Sequence[tuple[int, ...]], language: str) -> Iterator[str]:
    """What was agreed on before the match: its rounds, and who plays with whom."""
    if rounds:
        yield _("Rounds agreed on: %(rounds)s") % {"rounds": _number(rounds, language)}
    for number, side in enumerate(teams):
        seats = join([seat_name(seat, language) for seat in side], language)
        yield _("%(team)s: %(seats)s") % {"team": team_name(number, language), "seats": seats}
