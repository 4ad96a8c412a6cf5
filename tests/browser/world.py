"""Real hands of the generator, chosen by what the engine says of them, put up as puzzles."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from accounts import clock
from okey.hand import Hand
from okey.judge import judge
from okey.melds import Meld, MeldKind
from okey.notation import parse_melds
from okey.rules.model import RuleSet, Verdict
from okey.rules.rulesets import rule_set
from okey.search import OpeningSolution, solve
from puzzles import generator
from puzzles.kinds.base import Proposal
from puzzles.models import Daily, Puzzle
from puzzles.store import store_reserved
from tutor.explain import Explanation, explain, explain_cannot

RULES = "101-guide"
BLOCKS = 12  # as many as a choice may look through

Lanes = list[list[str]]  # the tiles of each meld in the order laid, as the page codes them


@dataclass(frozen=True)
class Deal:
    """A proposal of the generator with the engine's own solution."""

    proposal: Proposal
    hand: Hand
    rules: RuleSet
    solution: OpeningSolution

    @property
    def best(self) -> Lanes:
        """The melds of most points."""
        return [[str(laid.tile) for laid in meld.tiles] for meld in self.solution.best_melds]

    @property
    def tiles(self) -> list[str]:
        """The hand, as the page codes it."""
        return [str(tile) for tile in self.hand.tiles]

    def rest(self, lanes: Lanes) -> list[str]:
        """What stays on the rack."""
        left = self.tiles
        for lane in lanes:
            for code in lane:
                left.remove(code)
        return left

    def melds(self, lanes: Lanes) -> tuple[Meld, ...]:
        """The lanes as the engine reads them."""
        return parse_melds(notation(lanes), self.hand.indicator)

    def judge(self, lanes: Lanes) -> Verdict:
        """The verdict on these lanes as an opening."""
        return judge(
            self.melds(lanes),
            rules=self.rules,
            indicator=self.hand.indicator,
            as_="opening",
            hand=self.hand,
        )

    def explain(self, lanes: Lanes, language: str) -> Explanation:
        """What the site has to say of these lanes."""
        return explain(
            self.judge(lanes),
            melds=self.melds(lanes),
            hand=self.hand,
            rules=self.rules,
            language=language,
        )

    def explain_cannot(self, language: str) -> Explanation:
        """What the site has to say of "cannot open"."""
        found = self.solution
        return explain_cannot(
            best_points=found.best_points,
            pairs=found.pairs,
            opens_by=found.opens_by,
            rules=self.rules,
            language=language,
        )


def notation(lanes: Lanes) -> str:
    """The lanes as somebody types them."""
    return " | ".join(" ".join(lane) for lane in lanes)


@cache
def _block(number: int) -> tuple[Deal, ...]:
    found = []
    for proposal in generator.block("can-open", RULES, "a tea house", number):
        hand = Hand.parse(proposal.position["hand"], proposal.position["indicator"])
        solution = solve(hand, rule_set(RULES))
        assert isinstance(solution, OpeningSolution)
        found.append(Deal(proposal, hand, rule_set(RULES), solution))
    return tuple(found)


def deals() -> Iterator[Deal]:
    """One stream of the generator, solved again by the engine."""
    for number in range(BLOCKS):
        yield from _block(number)


def first(wanted: Callable[[Deal], bool]) -> Deal:
    """The first deal that is as wanted."""
    return next(deal for deal in deals() if wanted(deal))


def _opens(deal: Deal, *, longest: int = 5) -> bool:
    return (
        "melds" in deal.solution.opens_by
        and max(map(len, deal.best)) <= longest
        and deal.judge(deal.best).legal
    )


@cache
def opener() -> Deal:
    """The hand of the first blocks that opens with the fewest tiles, with a run and a group."""
    fitting = [
        deal
        for number in range(4)
        for deal in _block(number)
        if not deal.hand.okeys
        and _opens(deal)
        and {meld.kind for meld in deal.judge(deal.best).melds} == {MeldKind.RUN, MeldKind.GROUP}
    ]
    return min(fitting, key=lambda deal: sum(map(len, deal.best)))


@cache
def opener_with_okey() -> Deal:
    """A hand that opens with an okey in one of its best melds."""
    return first(lambda deal: any("*" in lane for lane in deal.best) and _opens(deal))


@cache
def stuck() -> Deal:
    """A hand that cannot open, though it holds melds."""
    return first(lambda deal: not deal.solution.can_open and len(deal.best) >= 2)


@cache
def mistake() -> tuple[Deal, Lanes]:
    """An opening that one tile too many in its last meld spoils, with marks on the tiles."""
    for deal in deals():
        if not _opens(deal, longest=4):
            continue
        for code in deal.rest(deal.best):
            lanes = [*deal.best[:-1], [*deal.best[-1], code]]
            told = deal.explain(lanes, "en")
            if code != "*" and not told.correct and told.change and _badges(told):
                return deal, lanes
    raise AssertionError("no hand fits")


def _badges(told: Explanation) -> Sequence[int]:
    return [ring.badge for ring in told.rings if ring.badge]


def put_daily(deal: Deal, date: dt.date | None = None) -> Puzzle:
    """Make a deal the hand of a day, today's without one."""
    date = date or clock.today()
    puzzle = store_reserved(deal.proposal, public_from=clock.day_start(date))
    Daily.objects.create(date=date, rules=RULES, puzzle=puzzle, seed=deal.proposal.seed)
    return puzzle
