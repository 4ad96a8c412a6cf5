"""A finished round: whether it can have ended so, what it scores, and under other rule sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from okey.endings import Board, Event, Finish, Result, Teams
from okey.errors import InputError
from okey.rules.model import RuleSet
from okey.rules.parameters import Countdown
from okey.scoring import SHOWN, score
from okey.table import check_table
from okey.tiles import COPIES, FALSE_OKEY, Tile


@dataclass(frozen=True, slots=True)
class Ended:
    """A finished round before it is scored. An event is a rule's id and a seat."""

    indicator: Tile
    boards: tuple[Board, ...]
    finish: Finish | None = None
    events: tuple[tuple[str, int], ...] = ()
    teams: Teams | None = None
    risk: bool = False


def tally(ended: Ended, rules: RuleSet) -> Result:
    """Score a finished round.

    Raise `InputError` where this rule set has no such state, as `check_ended` does.
    """
    check_ended(ended, rules)
    return score(
        rules,
        indicator=ended.indicator,
        boards=ended.boards,
        finish=ended.finish,
        events=[Event(rule, seat, event_points(rules)[rule]) for rule, seat in ended.events],
        teams=ended.teams,
        risk=ended.risk,
    )


def event_points(rules: RuleSet) -> dict[str, int]:
    """What can happen during a round of this rule set and is scored, with its points."""
    penalties, scoring = rules.penalties, rules.scoring
    points = {
        "penalty.giver": penalties.giver,
        "penalty.okey-thrown": penalties.okey_thrown,
        "penalty.layable-discard": penalties.layable_discard,
        "penalty.okey-retrieved": penalties.okey_retrieved,
        "penalty.failed-opening": penalties.failed_opening,
        SHOWN: -scoring.shown if isinstance(scoring, Countdown) else 0,
    }
    return {rule: value for rule, value in points.items() if value}


def carried(ended: Ended, rules: RuleSet) -> Ended:
    """The same round as another rule set sees it: without what it knows nothing of.

    Events that it does not write, teams and a risk that it does not have are left out; pairs are
    opened with, declared or shown as it has it. What it cannot know (an opening with pairs where
    none is possible) stays, and `tally` refuses it.
    """
    finish = ended.finish
    boards = list(ended.boards)
    if rules.opening is None:
        boards = [Board(None) for _ in boards]
    elif finish is not None and finish.by == "pairs" and finish.seat < len(boards):
        # Who won with pairs opened with them, or declared them without an opening.
        if rules.opening.pairs is None:
            boards[finish.seat] = Board(None)
            finish = replace(finish, same_turn=False, first_to_open=False)
        else:
            pairs = boards[finish.seat].opening_pairs
            boards[finish.seat] = Board("pairs", opening_pairs=pairs)
    return Ended(
        ended.indicator,
        tuple(boards),
        finish,
        tuple(event for event in ended.events if event[0] in event_points(rules)),
        ended.teams if rules.seating.teams else None,
        ended.risk and rules.dealing.false_indicator == "risk",
    )


# Checks


def check_ended(ended: Ended, rules: RuleSet) -> None:
    """Raise `InputError` for a round that cannot have ended so.

    `match.seats`, `match.teams`: what the rule set does not know. `count.hand`, `count.face`: more
    tiles than there are. `input.field`, with the place: what contradicts the rule set or itself.
    """
    check_table(rules, len(ended.boards), 0, ended.risk, ended.teams)
    _check_tiles(ended, rules)
    for broken, at in _contradictions(ended, rules):
        if broken:
            raise InputError("input.field", at)


def _check_tiles(ended: Ended, rules: RuleSet) -> None:
    counted = Counter([FALSE_OKEY] * ended.risk)
    if not (rules.ending.indicator and _shown_by_winner(ended, ended.indicator)):
        counted[ended.indicator] += 1
    for seat, board in enumerate(ended.boards):
        if len(board.hand) > rules.hand.starter:
            raise InputError("count.hand", f"boards[{seat}].hand: {len(board.hand)}")
        for tile in board.hand:
            counted[tile] += 1
            if counted[tile] > COPIES:
                raise InputError("count.face", f"boards[{seat}].hand: {tile}")


def _shown_by_winner(ended: Ended, tile: Tile) -> bool:
    """Whether the winner shows this tile, in pairs declared; it may be the indicator, taken."""
    if ended.finish is None or not 0 <= ended.finish.seat < len(ended.boards):
        return False
    winner = ended.boards[ended.finish.seat]
    return winner.opened is None and tile in winner.hand


def _contradictions(ended: Ended, rules: RuleSet) -> Iterator[tuple[bool, str]]:
    """Pairs of a condition and the place of what contradicts."""
    boards, opening = ended.boards, rules.opening
    pairs_open = opening is not None and opening.pairs is not None
    for seat, board in enumerate(boards):
        at = f"boards[{seat}].opened"
        yield board.opened is not None and opening is None, f"{at}: {board.opened}"
        yield board.opened == "pairs" and not pairs_open, f"{at}: pairs"
        for name, worth, way, needed in (
            ("opening_points", board.opening_points, "melds", opening and opening.points),
            ("opening_pairs", board.opening_pairs, "pairs", opening and opening.pairs),
        ):
            if worth is not None:
                short = board.opened != way or worth < (needed or 0)
                yield short, f"boards[{seat}].{name}: {worth}"
    shown = 0
    known = event_points(rules)
    for number, (rule, seat) in enumerate(ended.events):
        yield rule not in known, f"events[{number}].kind: {rule[:40]}"
        yield not 0 <= seat < len(boards), f"events[{number}].seat: {seat}"
        shown += rule == SHOWN
        yield shown > 1, f"events[{number}].kind: {rule}"  # the indicator has one twin
    if ended.finish is not None:
        yield from _contradictory_finish(ended, ended.finish, rules)


def _contradictory_finish(
    ended: Ended, finish: Finish, rules: RuleSet
) -> Iterator[tuple[bool, str]]:
    boards, opening = ended.boards, rules.opening
    yield not 0 <= finish.seat < len(boards), f"finish.seat: {finish.seat}"
    winner = boards[finish.seat]
    if opening is None:
        by_pairs = rules.showing is not None and rules.showing.pairs is not None
        yield finish.by == "pairs" and not by_pairs, "finish.by: pairs"
        return
    at = f"boards[{finish.seat}]"
    if finish.by == "pairs" and winner.opened is None:
        yield rules.declaring is None, f"{at}.opened"
        return
    # Before anybody finishes, he opens; and who finishes has nothing left.
    yield finish.by != winner.opened, f"{at}.opened"
    yield bool(winner.hand), f"{at}.hand: {' '.join(map(str, winner.hand[:1]))}"
    others = any(board.opened for seat, board in enumerate(boards) if seat != finish.seat)
    yield finish.same_turn and finish.first_to_open == others, "finish.first_to_open"
    # Pairs take an even number of tiles: alone on the table, they never empty an even hand.
    alone = finish.same_turn and finish.first_to_open and finish.by == "pairs"
    melds = rules.table is not None and rules.table.pair_openers_lay_melds
    yield alone and not melds and rules.hand.starter % 2 == 0, "finish.by: pairs"
