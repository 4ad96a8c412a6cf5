"""What a round is worth: itemised lines, seat by seat, that add up to the scores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Final

from okey.endings import Board, Event, Finish, Line, Result, Teams
from okey.rules.model import Param, RuleSet
from okey.rules.parameters import Countdown, Factors, Points
from okey.tiles import FALSE_OKEY, NUMBERS, OKEY, Tile, okey_face, text_of
from okey.values import quick

SHOWN: Final = "score.indicator-shown"
SILER: Final = "bonus.siler"
NULL_ROUND: Final = "score.null-round"
HELD: Final = "score.okey-held"
_NO_FACE: Final = FALSE_OKEY.index  # tiles from here on are okeys and false okeys
_new_line = quick(Line)


def score(
    rules: RuleSet,
    *,
    indicator: Tile,
    boards: Sequence[Board],
    finish: Finish | None,
    events: Iterable[Event] = (),
    teams: Teams | None = None,
    risk: bool = False,
) -> Result:
    """Score a round that is over; `finish` is None where the stock ran out.

    In a countdown the scores are the changes of the balances. A Siler follows from the boards: one
    that stands among `events` is not counted again. Nothing is checked here; `okey.tally` does.

    >>> from okey import read_indicator, rule_set
    >>> boards = [Board("melds"), Board(None)]
    >>> score(rule_set("101-club"), indicator=read_indicator("B10"), boards=boards,
    ...       finish=Finish(0, okey_last=True)).scores
    (-202, 404)
    """
    happened = [event for event in events if event.rule != SILER]
    scoring = rules.scoring
    if isinstance(scoring, Countdown):
        lines = list(_counted_down(scoring, len(boards), finish, happened))
    else:
        okey = okey_face(indicator)
        false_okey = indicator if rules.okeys.false_okey == "indicator's face" else okey
        end = _End(scoring, okey, false_okey, tuple(boards), finish, teams, risk)
        multiplied = rules.penalties.multiplied
        lines = [*_written(end, happened, multiplied=multiplied), *_at_the_end(end)]
    lines.sort(key=lambda line: line.seat)  # stable: in the order written, seat by seat
    scores = [0] * len(boards)
    for line in lines:
        scores[line.seat] += line.points
    columns = None if teams is None else tuple(sum(scores[seat] for seat in team) for team in teams)
    return Result(tuple(scores), columns, tuple(lines), finish)


def applied(result: Result) -> frozenset[str]:
    """The ids of the rules that this score came about by: lines, their factors, and what they hold.

    An okey that counts inside a remainder has no line of its own, and a round that nobody finished
    has none either.
    """
    found = {NULL_ROUND} if result.finish is None else set()
    for line in result.lines:
        found |= {line.rule, *line.factors}
        if "okeys" in line.params:
            found.add(HELD)
    return frozenset(found)


# Balances counted down


def _counted_down(
    scoring: Countdown, seats: int, finish: Finish | None, events: Iterable[Event]
) -> Iterator[Line]:
    for event in events:
        if event.rule == SHOWN:
            for seat in range(seats):
                if seat != event.seat:
                    yield Line(seat, SHOWN, event.points, params={"seat": event.seat})
        else:
            yield Line(event.seat, event.rule, event.points, params={"base": event.points})
    if finish is None:
        return  # nobody loses anything
    named = {
        "factor.okey": scoring.okey if finish.okey_last else 1,
        "factor.pairs": scoring.pairs if finish.by == "pairs" else 1,
    }
    factors = tuple(rule for rule, factor in named.items() if factor != 1)
    factor = prod(named.values())
    for seat in range(seats):
        if seat != finish.seat:
            params = {"base": -scoring.finish, "seat": finish.seat}
            yield Line(seat, "score.countdown", -scoring.finish * factor, factor, factors, params)


# Points that are bad to have


@dataclass(frozen=True, slots=True)
class _End:
    """The end of a round scored in points, with the faces of the okeys and of the false okeys."""

    points: Points
    okey: Tile
    false_okey: Tile
    boards: tuple[Board, ...]
    finish: Finish | None
    teams: Teams | None
    risk: bool

    @property
    def partner(self) -> int | None:
        """The winner's partner."""
        if self.finish is None:
            return None
        return partner(self.teams, self.finish.seat)

    @property
    def free(self) -> int | None:
        """The partner who writes nothing because the other finished."""
        return self.partner if self.points.partner_free else None

    def held(self, tile: Tile) -> int | None:
        """What this tile counts because it is one of the okeys; None where its number counts."""
        if tile.is_face:
            return None
        return self.points.okey_held if tile == OKEY else self.points.false_okey_held

    def sum(self, tiles: Iterable[Tile]) -> int:
        """What tiles count in a hand: each a value of its own, or the number of its face."""
        total = 0
        for tile in tiles:
            index = tile.index
            if index >= _NO_FACE:
                held = self.held(tile)
                if held is not None:
                    total += held
                    continue
                index = (self.okey if tile == OKEY else self.false_okey).index
            total += index % NUMBERS + 1
        return total


def partner(teams: Teams | None, seat: int) -> int | None:
    """The seat's partner, None where nobody has one.

    >>> partner(((0, 2), (1, 3)), 2)
    0
    """
    for team in teams or ():
        if seat in team:
            return next((other for other in team if other != seat), None)
    return None


def _written(end: _End, events: Sequence[Event], *, multiplied: bool) -> Iterator[Line]:
    """What was written during the round and stays: bonuses of openings, and penalties."""
    dropped = None if end.points.partner_keeps else end.free
    for seat, board in enumerate(end.boards):
        if seat != dropped:
            yield from _siler(end.points, seat, board)
    factor, factors = _factors(end) if multiplied else (1, ())
    for event in events:
        if event.seat != dropped:
            params = {"base": event.points}
            yield Line(
                event.seat, event.rule, event.points * factor, factor, factors, params=params
            )


def _siler(points: Points, seat: int, board: Board) -> Iterator[Line]:
    siler = points.siler
    if siler is None or board.opened is None:
        return
    worth = board.opening_points if board.opened == "melds" else board.opening_pairs
    needed = siler.points if board.opened == "melds" else siler.pairs
    if worth is not None and worth >= needed:
        word = "points" if board.opened == "melds" else "pairs"
        params = {"base": siler.bonus, word: worth, "needed": needed}
        yield Line(seat, SILER, siler.bonus, params=params)


def _at_the_end(end: _End) -> Iterator[Line]:
    """What is written once the round is over."""
    points, finish = end.points, end.finish
    factor, factors = _factors(end)
    nobody_opened = not any(board.opened for board in end.boards)
    if finish is None and points.null_round == "nothing unless opened" and nobody_opened:
        return
    for seat, board in enumerate(end.boards):
        if finish is not None and seat == finish.seat:
            params = {"base": points.winner}
            yield _new_line(seat, "score.winner", points.winner * factor, factor, factors, params)
        elif finish is not None and seat == end.free:
            yield Line(seat, "score.partner-finished", 0, params={"seat": finish.seat})
        elif finish is None and points.null_round == "hands":
            yield from _remainder(end, seat, factor, factors)
        elif board.opened is None:
            params = {"base": points.unopened}
            yield _new_line(
                seat, "score.unopened", points.unopened * factor, factor, factors, params
            )
            if points.unopened_okeys:
                special = (tile for tile in board.hand if not tile.is_face)
                okeys = [tile for tile in special if tile == OKEY or end.held(tile) is not None]
                multiplied = (factor, factors) if points.held_multiplied else ()
                yield from _okeys(end, seat, okeys, *multiplied)
        else:
            own, own_factors = (factor, factors) if points.factors.remainder else (1, ())
            if board.opened == "pairs" and points.pairs_remainder != 1:
                own *= points.pairs_remainder
                own_factors = (*own_factors, "factor.pairs")
            yield from _remainder(end, seat, own, own_factors)


def _remainder(end: _End, seat: int, factor: int, factors: tuple[str, ...]) -> Iterator[Line]:
    """What is left in a hand. Okeys of a value of their own stand apart where no factor applies."""
    hand, inside = end.boards[seat].hand, end.points.held_multiplied
    special = [tile for tile in hand if tile.index >= _NO_FACE and end.held(tile) is not None]
    summed: Sequence[Tile] = hand
    if special and not inside:
        summed = [tile for tile in hand if end.held(tile) is None]
    base = end.sum(summed)
    params: dict[str, Param] = {"base": base, "tiles": text_of(summed)}
    if inside and special:
        params |= {"okeys": len(special), "held": end.sum(special)}
    yield _new_line(seat, "score.remainder", base * factor, factor, factors, params)
    if not inside:
        yield from _okeys(end, seat, special)


def _okeys(
    end: _End, seat: int, tiles: Sequence[Tile], factor: int = 1, factors: tuple[str, ...] = ()
) -> Iterator[Line]:
    """One line for all okeys that a hand holds."""
    if tiles:
        held = end.sum(tiles)
        params: dict[str, Param] = {"base": held, "held": held, "okeys": len(tiles)}
        params["tiles"] = text_of(tiles)
        yield Line(seat, HELD, held * factor, factor, factors, params)


def _factors(end: _End) -> tuple[int, tuple[str, ...]]:
    """The factor of the round, and the rules that make it up."""
    factors = end.points.factors
    named = [(rule, factor) for rule, factor in _named(end, factors) if factor != 1]
    if factors.combine == "highest" and named:
        named = [max(named, key=lambda pair: pair[1])]
    factor = prod(factor for _, factor in named)
    if factors.most is not None:
        factor = min(factor, factors.most)
    return factor, tuple(rule for rule, _ in named)


def _named(end: _End, factors: Factors) -> Iterator[tuple[str, int]]:
    finish = end.finish
    if finish is not None:
        if finish.okey_last:
            yield "factor.okey", factors.okey
        if finish.by == "pairs":
            yield "factor.pairs", factors.pairs
        if finish.same_turn:
            yield "factor.from-hand", factors.from_hand
            if finish.first_to_open or _only_partner_opened(end):
                yield "factor.direct", factors.direct
    if end.risk:
        yield "factor.risk", factors.risk


def _only_partner_opened(end: _End) -> bool:
    """Whether no opening that counts came before: a partner's may count for nothing."""
    if end.points.partner_counts or end.partner is None or end.finish is None:
        return False
    opened = {seat for seat, board in enumerate(end.boards) if board.opened}
    return opened <= {end.partner, end.finish.seat}
