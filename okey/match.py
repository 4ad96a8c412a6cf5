"""A match: the rounds played, totals, places, and how its chips are shared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from typing import Final

from okey.endings import Result, Teams
from okey.errors import InputError
from okey.rules.model import RuleSet
from okey.rules.parameters import Chips, Countdown
from okey.table import check_table

MOST_POINTS: Final = 1_000_000  # of a seat in a round; no round comes near it
MOST_CHIPS: Final = 10**15
MOST_ROUNDS: Final = 500  # of a match that its balances end


@dataclass(frozen=True, slots=True)
class Played:
    """A round of a match: what each seat writes, and who opened in it (None: not known)."""

    scores: tuple[int, ...]
    opened: tuple[bool, ...] | None = None


@dataclass(frozen=True, slots=True)
class Shares:
    """The chips of a match: what the house keeps, and what each seat gets. They add up."""

    rake: int
    seats: tuple[int, ...]


@dataclass(frozen=True)
class Match:
    """A match as it stands. `start_match` makes one, and every change makes another.

    `rounds` is the number agreed on, 0 where the match ends by its balances. A side is a seat, or a
    team where `teams` are played.
    """

    rules: RuleSet
    seats: int
    rounds: int
    teams: Teams | None = None
    played: tuple[Played, ...] = ()

    @cached_property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side."""
        return self.teams or tuple((seat,) for seat in range(self.seats))

    @cached_property
    def running(self) -> tuple[tuple[int, ...], ...]:
        """The totals of the seats after each round."""
        start = (self.rules.match.start,) * self.seats
        rounds = (round_.scores for round_ in self.played)
        return tuple(accumulate(rounds, _added, initial=start))[1:]

    @property
    def totals(self) -> tuple[int, ...]:
        """The totals of the seats, or their balances. Nothing is cut off at 0."""
        return self.running[-1] if self.running else (self.rules.match.start,) * self.seats

    @cached_property
    def side_running(self) -> tuple[tuple[int, ...], ...]:
        """The totals of the sides after each round."""
        return tuple(self._columns(totals) for totals in self.running)

    @property
    def side_totals(self) -> tuple[int, ...]:
        """The totals of the sides: the team columns, or those of the seats."""
        return self._columns(self.totals)

    def _columns(self, totals: Sequence[int]) -> tuple[int, ...]:
        return tuple(sum(totals[seat] for seat in side) for side in self.sides)

    @property
    def highest_wins(self) -> bool:
        """Whether the highest total wins, as in a countdown; otherwise the lowest does."""
        return isinstance(self.rules.scoring, Countdown)

    @property
    def over(self) -> bool:
        """Whether all rounds agreed on are played, or a balance has come down far enough."""
        at = self.rules.match.over_at
        if at is not None and self.played and min(self.totals) <= at:
            return True
        return 0 < self.rounds <= len(self.played)

    @property
    def left(self) -> int | None:
        """How many rounds are left to play, None where the balances decide it."""
        return max(self.rounds - len(self.played), 0) if self.rounds else None

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each side, from 1, as it stands; equal totals share one: 1, 1, 3."""
        ranks = [-total if self.highest_wins else total for total in self.side_totals]
        return tuple(1 + sum(other < rank for other in ranks) for rank in ranks)

    @property
    def winners(self) -> tuple[int, ...]:
        """The sides that have won, more than one where they tie; none before the end."""
        if not self.over:
            return ()
        return tuple(side for side, place in enumerate(self.places) if place == 1)

    def with_round(self, scores: Sequence[int], opened: Sequence[bool] | None = None) -> Match:
        """The match with one more round. Raise `InputError` as `start_match` does."""
        return self.rebuilt([*self.played, _round(scores, opened)])

    def with_result(self, result: Result, opened: Sequence[bool] | None = None) -> Match:
        """The match with one more round, as scored."""
        return self.with_round(result.scores, opened)

    def corrected(
        self, at: int, scores: Sequence[int], opened: Sequence[bool] | None = None
    ) -> Match:
        """The match with round `at` (from 0) written anew. Raise `InputError`."""
        if not 0 <= at < len(self.played):
            raise InputError("match.rounds", f"round: {at}")
        return self.rebuilt([*self.played[:at], _round(scores, opened), *self.played[at + 1 :]])

    def without_round(self, at: int) -> Match:
        """The match without round `at` (from 0). Raise `InputError`."""
        if not 0 <= at < len(self.played):
            raise InputError("match.rounds", f"round: {at}")
        return self.rebuilt([*self.played[:at], *self.played[at + 1 :]])

    def rebuilt(self, played: Iterable[Played]) -> Match:
        """The same match with other rounds. Raise `InputError`."""
        return start_match(
            self.rules,
            seats=self.seats,
            rounds=self.rounds or None,
            teams=self.teams,
            played=played,
        )

    def shares(self, pot: int) -> Shares | None:
        """How the pot is shared, None where no chips are played for or the match is not over.

        Raise `InputError` (`input.field`) for a pot that is none, and where it is not known who
        opened.
        """
        chips = self.rules.match.chips
        if type(pot) is not int or not 0 <= pot <= MOST_CHIPS:
            raise InputError("input.field", f"pot: {pot}"[:60])
        if chips is None or not self.over:
            return None
        rake = pot * chips.rake // 100
        rest = pot - rake
        given = self._only_opener(rest) if chips.only_opener_takes_all else None
        return Shares(rake, given or _by_place(self, chips, rest))

    def _only_opener(self, rest: int) -> tuple[int, ...] | None:
        opened: set[int] = set()
        for at, round_ in enumerate(self.played):
            if round_.opened is None:
                raise InputError("input.field", f"played[{at}].opened")
            opened |= {seat for seat, did in enumerate(round_.opened) if did}
        if len(opened) != 1:
            return None
        return tuple(rest if seat in opened else 0 for seat in range(self.seats))


def start_match(
    rules: RuleSet,
    *,
    seats: int = 4,
    rounds: int | None = None,
    teams: Teams | None = None,
    played: Iterable[Played] = (),
) -> Match:
    """A match, with the rounds already `played`; `rounds` is the usual number where none is agreed.

    >>> from okey import rule_set
    >>> match = start_match(rule_set("101-club"), rounds=3).with_round([-101, 35, 202, 202])
    >>> match.totals, match.over, match.places
    ((-101, 35, 202, 202), False, (1, 2, 3, 3))

    Raise `InputError`: `match.seats`, `match.teams` and `match.rounds` for numbers that the rule
    set does not know, `match.rounds` for a round after the end, `input.field` for scores that are
    none.
    """
    check_table(rules, seats, 0, False, teams)
    match = Match(rules, seats, agreed_rounds(rules, rounds), teams)
    for at, round_ in enumerate(played):
        if match.over or at >= MOST_ROUNDS:
            raise InputError("match.rounds", f"played[{at}]")
        _check_round(round_, seats, at)
        match = replace(match, played=(*match.played, round_))
    return match


def agreed_rounds(rules: RuleSet, rounds: int | None) -> int:
    """The number of rounds of a match: the one agreed on, or the usual one.

    Raise `InputError` (`match.rounds`) for a number that the rule set does not know.
    """
    if rounds is None:
        return rules.match.usual
    if type(rounds) is not int or rounds not in rules.match.rounds:
        raise InputError("match.rounds", f"rounds: {rounds}"[:60])
    return rounds


def _round(scores: Sequence[int], opened: Sequence[bool] | None) -> Played:
    return Played(tuple(scores), None if opened is None else tuple(opened))


def _check_round(round_: Played, seats: int, at: int) -> None:
    scores, opened = round_.scores, round_.opened
    if len(scores) != seats:
        raise InputError("input.field", f"played[{at}].scores")
    for seat, points in enumerate(scores):
        if type(points) is not int or abs(points) > MOST_POINTS:
            raise InputError("input.field", f"played[{at}].scores[{seat}]")
    if opened is not None and (
        len(opened) != seats or any(type(did) is not bool for did in opened)
    ):
        raise InputError("input.field", f"played[{at}].opened")


def _added(totals: tuple[int, ...], scores: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(sum, zip(totals, scores, strict=True)))


def _by_place(match: Match, chips: Chips, rest: int) -> tuple[int, ...]:
    """The rest of the pot by places: who ties splits what their places get together."""
    second = rest * chips.second // (chips.first + chips.second)
    parts = {1: rest - second, 2: second}
    given = [0] * match.seats
    odd = 0  # what cannot be split goes to the better place; in place 1, to the seats in order
    for place in (2, 1):
        sides = [side for side, at in enumerate(match.places) if at == place]
        if not sides:
            continue
        covered = range(place, place + len(sides))
        part = sum(parts.get(at, 0) for at in covered) + odd
        odd = part % len(sides)
        for order, side in enumerate(sides):
            share = part // len(sides) + (place == 1 and order < odd)
            seats = match.sides[side]
            for at, seat in enumerate(seats):
                given[seat] = share // len(seats) + (at < share % len(seats))
    return tuple(given)
