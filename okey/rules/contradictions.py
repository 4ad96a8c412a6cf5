"""Parameters that contradict one another, or are no values of their kind.

What is impossible is refused: a penalty for what cannot happen, a bonus that every opening or none
would earn, a match that never ends. What is merely unusual is played, and a parameter that asks for
nothing (a cap for each end where there is no cap) does no harm.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from okey.rules.parameters import Chips, Countdown, Match, Opening, Penalties, Points, Table
from okey.tiles import COPIES, NUMBERS, Colour

if TYPE_CHECKING:
    from okey.rules.model import RuleSet

MOST_TILES: Final = 22  # of a hand, with the drawn one
MOST_OKEYS: Final = 4  # in one meld, where the false okeys are wild as well
MOST: Final = 1_000_000  # of any number: far beyond every score
SEATS: Final = (2, 3, 4)
BLOCKS: Final = (
    "hand", "seating", "dealing", "runs", "groups", "okeys", "pairs", "opening", "showing", "take",
    "table", "swap", "declaring", "ending", "penalties", "scoring", "match",
)  # fmt: skip
MAY_BE_NEGATIVE: Final = {
    "scoring.winner", "scoring.siler.bonus", "match.start", "match.over_at",
}  # fmt: skip


def contradictions(rules: RuleSet) -> Iterator[str]:
    """Yield what is wrong, with the values: `take.in_opening: True, opening: None`.

    Where a value has no place among the parameters at all, only that is said.
    """
    wrong = [text for name in BLOCKS for text in _untyped(rules, name)]
    if type(rules.version) is not int or rules.version < 1:
        wrong.append(_text("version", rules.version))
    if wrong:
        yield from wrong
        return
    found = [
        text
        for check in (_hand, _opening, _course, _penalties, _scoring, _siler, _match)
        for text in check(rules)
    ]
    yield from found


# Values of their kind


def _untyped(rules: RuleSet, name: str) -> Iterator[str]:
    yield from _wrong(name, getattr(rules, name), _hints()[type(rules)][name])


class _Hints(dict[type, dict[str, Any]]):
    """The kinds of a block's fields, read when first asked for."""

    def __missing__(self, block: type) -> dict[str, Any]:
        self[block] = get_type_hints(block)
        return self[block]


@cache
def _hints() -> _Hints:
    return _Hints()


def _wrong(path: str, value: object, hint: Any) -> Iterator[str]:
    """Where a value is none of its kind: `True` is no number, a list is no tuple."""
    options = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    for option in options:
        if _is_of(value, option):
            break
    else:
        yield _text(path, value)
        return
    if (type(value) is int and not (path in MAY_BE_NEGATIVE or value >= 0)) or (
        type(value) is int and abs(value) > MOST
    ):
        yield _text(path, value)
    if is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            hint_within = _hints()[type(value)][field.name]
            yield from _wrong(f"{path}.{field.name}", getattr(value, field.name), hint_within)


def _is_of(value: object, kind: Any) -> bool:
    if kind is None or kind is NoneType:
        return value is None
    if get_origin(kind) is Literal:
        return type(value) is str and value in get_args(kind)
    if get_origin(kind) is tuple:
        inner = get_args(kind)[0]
        return type(value) is tuple and all(_is_of(one, inner) and one >= 0 for one in value)
    return type(value) is kind


def _text(path: str, value: object) -> str:
    return f"{path}: {str(value)[:40]}"


# A hand, and how it opens


def _hand(rules: RuleSet) -> Iterator[str]:
    hand, seating = rules.hand, rules.seating
    if not 3 <= hand.others < hand.starter <= MOST_TILES or hand.starter != hand.others + 1:
        yield f"hand: {hand.starter}/{hand.others}"
    counts = seating.counts
    if not counts or set(counts) - set(SEATS) or list(counts) != sorted(set(counts)):
        yield _text("seating.counts", counts)
    if seating.teams and 4 not in counts:
        yield f"seating.teams: True, {_text('seating.counts', counts)}"
    if rules.runs.wrap_over and not rules.runs.wrap_end:
        yield "runs.wrap_over: True, runs.wrap_end: False"
    most = rules.okeys.most_in_meld
    if most is not None and most > MOST_OKEYS:
        yield _text("okeys.most_in_meld", most)


def _most_points(rules: RuleSet) -> int:
    """The most that a hand could be worth with one tile kept: the highest numbers there are."""
    copies = COPIES * len(Colour)
    dearest = sorted(list(range(1, NUMBERS + 1)) * copies)
    return sum(dearest[-(rules.hand.starter - 1) :])


def _most_pairs(rules: RuleSet) -> int:
    """The most pairs with one tile kept."""
    return (rules.hand.starter - 1) // 2


def _opening(rules: RuleSet) -> Iterator[str]:
    opening, showing = rules.opening, rules.showing
    # A hand is either laid out during the round or shown at its end.
    if (opening is None) == (showing is None):
        yield "opening, showing"
    if opening is not None:
        if not 1 <= opening.points <= _most_points(rules):
            yield f"opening.points: {opening.points}"
        if opening.pairs is not None and not 1 <= opening.pairs <= _most_pairs(rules):
            yield f"opening.pairs: {opening.pairs}"
    if showing is not None and showing.pairs is not None and showing.pairs * 2 != rules.hand.others:
        yield f"showing.pairs: {showing.pairs}"


# The course of a round


def _course(rules: RuleSet) -> Iterator[str]:
    """What needs melds on the table, and what ends a round."""
    if rules.opening is None:
        for broken, name in (
            (rules.take.must_use, "take.must_use: True"),
            (rules.take.in_opening, "take.in_opening: True"),
            (rules.table is not None, "table"),
            (rules.swap is not None, "swap"),
            (rules.declaring is not None, "declaring"),
        ):
            if broken:
                yield f"{name}, opening: None"
    declaring, table, swap = rules.declaring, rules.table, rules.swap
    if declaring is not None and not 1 <= declaring.pairs <= rules.hand.others // 2:
        yield f"declaring.pairs: {declaring.pairs}"
    if table is not None and table.run_cap is not None and table.run_cap < 1:
        yield f"table.run_cap: {table.run_cap}"
    if swap is not None and swap.in_pairs and not _pairs_lie(rules.opening, table):
        yield "swap.in_pairs: True, opening.pairs: None"


def _pairs_lie(opening: Opening | None, table: Table | None) -> bool:
    """Whether pairs come to the table at all."""
    opens = opening is not None and opening.pairs is not None
    return opens or (table is not None and table.run_openers_lay_pairs)


def _penalties(rules: RuleSet) -> Iterator[str]:
    """A penalty for what cannot happen; and one where points are good."""
    penalties = rules.penalties
    amounts = {
        name: getattr(penalties, name)
        for name in ("giver", "okey_thrown", "layable_discard", "okey_retrieved", "failed_opening")
    }
    amounts = {name: amount for name, amount in amounts.items() if amount}
    for name, amount in amounts.items():
        missing = _missing_for(name, penalties, rules)
        if missing:
            yield f"penalties.{name}: {amount}, {missing}: None"
        elif isinstance(rules.scoring, Countdown):
            yield f"penalties.{name}: {amount}, scoring: Countdown"


def _missing_for(name: str, penalties: Penalties, rules: RuleSet) -> str:
    """The block without which the penalty can never be written."""
    if name == "layable_discard":
        return "" if rules.table is not None else "table"
    if name == "okey_retrieved":
        return "" if rules.swap is not None else "swap"
    needs_opening = {
        "giver": penalties.giver_when == "opening",
        "okey_thrown": penalties.okey_thrown_needs_melds,
        "failed_opening": True,
    }
    return "opening" if needs_opening[name] and rules.opening is None else ""


# Scores and matches


def _scoring(rules: RuleSet) -> Iterator[str]:
    scoring = rules.scoring
    if isinstance(scoring, Countdown):
        for name in ("finish", "okey", "pairs"):
            if getattr(scoring, name) < 1:
                yield _text(f"scoring.{name}", getattr(scoring, name))
        return
    for name in ("okey", "pairs", "from_hand", "direct", "risk", "most"):
        factor = getattr(scoring.factors, name)
        if factor is not None and factor < 1:
            yield _text(f"scoring.factors.{name}", factor)
    if scoring.pairs_remainder < 1:
        yield _text("scoring.pairs_remainder", scoring.pairs_remainder)
    if scoring.winner >= scoring.unopened:  # the lowest total wins
        yield f"scoring.winner: {scoring.winner}, scoring.unopened: {scoring.unopened}"


def _siler(rules: RuleSet) -> Iterator[str]:
    """A bonus that every opening earns, or none."""
    scoring, opening = rules.scoring, rules.opening
    if not isinstance(scoring, Points) or scoring.siler is None:
        return
    siler = scoring.siler
    if siler.bonus > 0:
        yield f"scoring.siler.bonus: {siler.bonus}"
    if opening is None:
        yield "scoring.siler, opening: None"
        return
    if not opening.points <= siler.points <= _most_points(rules):
        yield f"scoring.siler.points: {siler.points}, opening.points: {opening.points}"
    if opening.pairs is not None and not opening.pairs <= siler.pairs <= _most_pairs(rules):
        yield f"scoring.siler.pairs: {siler.pairs}, opening.pairs: {opening.pairs}"


def _match(rules: RuleSet) -> Iterator[str]:
    match = rules.match
    rounds = match.rounds
    if list(rounds) != sorted(set(rounds)) or 0 in rounds:
        yield _text("match.rounds", rounds)
    if match.usual not in (rounds or (0,)):
        yield f"match.usual: {match.usual}, {_text('match.rounds', rounds)}"
    if not rounds and match.over_at is None:
        yield "match.rounds: (), match.over_at: None"
    if match.over_at is not None and match.start <= match.over_at:
        yield f"match.start: {match.start}, match.over_at: {match.over_at}"
    yield from _chips(match)


def _chips(match: Match) -> Iterator[str]:
    chips: Chips | None = match.chips
    if chips is None:
        return
    if chips.rake > 100:
        yield f"match.chips.rake: {chips.rake}"
    if chips.first < max(1, chips.second):
        yield f"match.chips.first: {chips.first}, match.chips.second: {chips.second}"
