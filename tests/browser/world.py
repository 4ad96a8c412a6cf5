"""Real hands of the generator, chosen by what the engine says of them, put up as puzzles."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from accounts import clock
from okey.hand import Hand
from okey.judge import judge
from okey.melds import Meld
from okey.notation import format_melds
from okey.rules.model import RuleSet
from okey.rules.rulesets import rule_set
from okey.search import OpeningSolution, solve
from okey.search.nearest import nearest
from okey.tiles import OKEY
from puzzles import generator
from puzzles.kinds.base import Proposal
from puzzles.models import Daily, Puzzle
from puzzles.store import store_reserved

RULES = "101-guide"
BLOCKS = 6


@dataclass(frozen=True)
class Deal:
    """A proposal of the generator with the engine's own solution."""

    proposal: Proposal
    hand: Hand
    rules: RuleSet
    solution: OpeningSolution

    @property
    def best(self) -> tuple[Meld, ...]:
        """The melds of most points."""
        return self.solution.best_melds

    def opens_with(self, melds: tuple[Meld, ...]) -> bool:
        """Whether these melds are a legal opening out of the hand."""
        return judge(
            melds, rules=self.rules, indicator=self.hand.indicator, as_="opening", hand=self.hand
        ).legal


def codes(meld: Meld) -> list[str]:
    """The tiles of a meld in the order laid, as the page codes them."""
    return [str(laid.tile) for laid in meld.tiles]


def notation(melds: tuple[Meld, ...]) -> str:
    """The melds as somebody types them."""
    return format_melds(melds)


@cache
def deals(rules: str = RULES) -> tuple[Deal, ...]:
    """The first blocks of one stream, solved again by the engine."""
    return tuple(_deals(rules))


def _deals(rules: str) -> Iterator[Deal]:
    for number in range(BLOCKS):
        for proposal in generator.block("can-open", rules, "a tea house", number):
            hand = Hand.parse(proposal.position["hand"], proposal.position["indicator"])
            solution = solve(hand, rule_set(rules))
            assert isinstance(solution, OpeningSolution)
            yield Deal(proposal, hand, rule_set(rules), solution)


def first(wanted: Callable[[Deal], bool], rules: str = RULES) -> Deal:
    """The first deal that is as wanted."""
    return next(deal for deal in deals(rules) if wanted(deal))


@cache
def opener() -> Deal:
    """A hand that opens with runs and groups, none of them long, without an okey."""
    return first(
        lambda deal: (
            not deal.hand.okeys
            and "melds" in deal.solution.opens_by
            and max(map(len, deal.best)) <= 5
            and len(deal.best) <= 4
        )
    )


@cache
def opener_with_okey() -> Deal:
    """A hand that opens only by way of its okey, which lies in one of the best melds."""
    return first(
        lambda deal: (
            "melds" in deal.solution.opens_by
            and any(OKEY in [laid.tile for laid in meld.tiles] for meld in deal.best)
            and max(map(len, deal.best)) <= 5
        )
    )


@cache
def stuck() -> Deal:
    """A hand that cannot open, though it holds melds."""
    return first(lambda deal: not deal.solution.can_open and len(deal.best) >= 2)


@dataclass(frozen=True)
class Mistake:
    """An answer that is wrong for one reason, and the way out of it."""

    deal: Deal
    melds: tuple[Meld, ...]


@cache
def mistake() -> Mistake:
    """The best opening with a tile too many in its first meld, and what follows from it."""
    for deal in deals():
        if "melds" not in deal.solution.opens_by or max(map(len, deal.best)) > 5:
            continue
        laid = [laid.tile for meld in deal.best for laid in meld.tiles]
        rest = list(deal.hand.tiles)
        for tile in laid:
            rest.remove(tile)
        for tile in rest:
            if tile == OKEY:
                continue
            spoiled = (deal.best[0].with_tile(tile), *deal.best[1:])  # type: ignore[attr-defined]
            if nearest(spoiled, deal.hand, deal.rules) is not None:
                return Mistake(deal, spoiled)
    raise AssertionError("no hand fits")


def put_daily(deal: Deal, date: dt.date | None = None) -> Puzzle:
    """Make a deal the hand of a day, today's without one."""
    date = date or clock.today()
    puzzle = store_reserved(deal.proposal, public_from=clock.day_start(date))
    Daily.objects.create(
        date=date, rules=deal.proposal.rules, puzzle=puzzle, seed=deal.proposal.seed
    )
    return puzzle
