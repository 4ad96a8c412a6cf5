"""Players of random legal rounds, over every rule set: they open, lay, take and exchange often.

The same seed plays the same round. Half of the deals are dealt so that hands hold runs and groups,
since hands of chance rarely open. Who plays asks the search for what is best now and then, and
otherwise tries anything.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from okey import Tile, rule_set
from okey.deal import SET, deal_round
from okey.moves import (
    Action,
    DeclarePairs,
    Discard,
    Draw,
    Move,
    Pass,
    ShowIndicator,
    Take,
    TakeIndicator,
)
from okey.referee import Applied, apply
from okey.rules.model import RuleSet
from okey.rules.parameters import (
    Dealing,
    Declaring,
    Ending,
    Okeys,
    Opening,
    Penalties,
    Runs,
    Seating,
    Table,
)
from okey.rules.parameters import Swap as SwapRules
from okey.rules.parameters import Take as TakeRules
from okey.rules.rulesets import derive
from okey.search.turn_best import best_lay, best_opening, finish, way_to_use
from okey.search.turn_kinds import MoveKind, candidates
from okey.table import PARTNERS, Phase, Round, start
from okey.tiles import FACES, FALSE_OKEY, OKEY, Colour, okey_face

GUIDE: Final = rule_set("101-guide")
CLASSIC: Final = rule_set("classic")
CLUB: Final = rule_set("101-club")
SILER: Final = rule_set("101-siler")
HOUSES: Final[tuple[RuleSet, ...]] = (
    GUIDE,
    CLASSIC,
    CLUB,
    SILER,
    derive(GUIDE, "guide low", opening=Opening(points=40), declaring=Declaring(pairs=5)),
    derive(GUIDE, "guide swaps", opening=Opening(points=40, pairs=3), swap=SwapRules()),
    derive(CLUB, "club low", opening=Opening(points=30, pairs=2)),
    derive(CLUB, "club rising", opening=Opening(points=30, pairs=2, rising=True)),
    derive(CLUB, "club alone", opening=Opening(points=30, pairs=2, with_lay_off=False)),
    derive(
        CLUB,
        "club wide",
        opening=Opening(points=30, pairs=2),
        runs=Runs(wrap_end=True),
        table=Table(run_cap=1, cap_each_end=True, run_openers_lay_pairs=True),
        swap=SwapRules(undetermined=True, in_pairs=True),
    ),
    derive(
        CLUB,
        "club ending",
        opening=Opening(points=30, pairs=2),
        ending=Ending(indicator=True, discard=True),
        take=TakeRules(refused_early=False),
    ),
    derive(
        SILER,
        "siler strict",
        opening=Opening(points=40, pairs=3, first_turn=False),
        table=Table(pair_openers_lay_off=False),
        penalties=Penalties(giver=101, giver_when="any use", okey_thrown=50, failed_opening=101),
    ),
    derive(
        CLUB,
        "club wild",
        opening=Opening(points=30, pairs=2),
        okeys=Okeys(false_okey="wild", counts="nothing", most_in_meld=2),
        dealing=Dealing("redraw"),
    ),
    derive(CLASSIC, "classic for two", seating=Seating(counts=(2, 4))),
)


@dataclass
class Step:
    """One move that was made: the round before it, and what came of it."""

    before: Round
    move: Move
    after: Applied


@dataclass
class Player:
    """Plays one round, move by move."""

    chance: random.Random
    round: Round
    waiting: list[Move] = field(default_factory=list)

    def steps(self, most: int = 400) -> Iterator[Step]:
        """Play to the end, or so many moves.

        Also no further than where a tile was taken that can no longer be used.
        """
        for _ in range(most):
            if self.round.over:
                return
            step = self._step()
            if step is None:
                return
            yield step
            self.round = step.after.round

    def _step(self) -> Step | None:
        """Make a legal move; None where there is none."""
        if self.waiting:
            moves = iter([self.waiting.pop(0)])
        elif self.round.turn.phase is Phase.DRAW:
            moves = self._drawing()
        else:
            moves = self._playing()
        for move in moves:
            if self.chance.random() < 0.3:
                move = replace(move, seat=self.round.turn.seat)
            done = apply(self.round, move)
            if isinstance(done, Applied):
                return Step(self.round, move, done)
        return None

    def _drawing(self) -> Iterator[Move]:
        may = self.chance.random
        if self.round.turn.last:
            yield from (Move(one) for one in (DeclarePairs(), TakeIndicator(), Take(), Pass()))
        if may() < 0.5 and self._shows():
            yield Move(ShowIndicator())
        if may() < 0.6:
            yield from self._take()
        yield Move(Draw())
        yield from self._take()

    def _shows(self) -> bool:
        """Whether the indicator's twin is here to be shown."""
        player = self.round.player
        return not player.turns and not player.shown and self.round.indicator in (player.hand or ())

    def _take(self) -> Iterator[Move]:
        round_, thrown = self.round, self.round.thrown
        if thrown is None:
            return
        self.waiting = list(way_to_use(round_, thrown) or ())
        early = round_.rules.take.refused_early or not round_.rules.take.must_use
        if self.waiting or early or self.chance.random() < 0.02:
            yield Move(Take() if self.chance.random() < 0.5 else Take(thrown))
        self.waiting = []

    def _playing(self) -> Iterator[Move]:
        round_, may = self.round, self.chance.random
        if round_.turn.last:
            yield from self._all_of(finish(round_) or ())
        if may() < 0.5 and round_.rules.declaring:
            yield Move(DeclarePairs())
        if may() < 0.5 and self._shows():
            yield Move(ShowIndicator())
        if round_.rules.opening is None:
            yield from map(Move, candidates(round_, "finish"))
        elif round_.player.opened is None:
            if may() < 0.6 or round_.turn.owes:
                yield from self._all_of(best_opening(round_))
        else:
            if may() < 0.2 or round_.turn.owes:
                yield from self._all_of(best_lay(round_))
            kinds: list[MoveKind] = ["swap", "add", "lay"]
            if may() < 0.3:
                self.chance.shuffle(kinds)
            for kind in kinds if may() < 0.7 else ():
                some = list(candidates(round_, kind))
                self.chance.shuffle(some)
                yield from map(Move, some[:2])
        yield from map(Move, self._discards())

    def _all_of(self, moves: tuple[Move, ...]) -> Iterator[Move]:
        if moves:
            self.waiting = list(moves[1:])
            yield moves[0]
            self.waiting = []

    def _discards(self) -> Iterator[Action]:
        """Throw what is near nothing, most of the time."""
        hand = list(self.round.hand or ())
        self.chance.shuffle(hand)
        faces = Counter((tile.colour, tile.number) for tile in hand if tile.is_face)

        def near(tile: Tile) -> int:
            if not tile.is_face:
                return 9
            return sum(
                faces[tile.colour, tile.number + more] * (3 - abs(more)) for more in (-2, -1, 1, 2)
            ) + sum(faces[colour, tile.number] for colour in Colour)

        if self.chance.random() < 0.8:
            hand.sort(key=near)
        yield from map(Discard, hand)


def rounds(seed: int, houses: tuple[RuleSet, ...] = HOUSES) -> Iterator[Player]:
    """Players of round after round, over all rule sets in turn."""
    index = 0
    while True:
        chance = random.Random(f"{seed} {index}")
        rules = houses[index % len(houses)]
        yield Player(chance, dealt(chance, rules))
        index += 1


def dealt(chance: random.Random, rules: RuleSet) -> Round:
    """A deal: of chance, or with runs and groups in the hands; sometimes with little stock."""
    seats = chance.choice(rules.seating.counts)
    starter = chance.randrange(seats)
    if chance.random() < 0.3:
        begun = deal_round(rules, str(chance.random()), chance.randrange(1000), seats, starter)
    else:
        begun = _arranged(chance, rules, seats, starter)
    if rules.seating.teams and chance.random() < 0.5:
        begun = replace(begun, teams=PARTNERS)
    return begun


def _arranged(chance: random.Random, rules: RuleSet, seats: int, starter: int) -> Round:
    """Tiles in blocks of neighbours, the blocks shuffled and dealt one after the other."""
    indicator = chance.choice(FACES)
    okey = okey_face(indicator)
    tiles = list(SET)
    tiles.remove(indicator)
    risk = rules.dealing.false_indicator == "risk" and chance.random() < 0.3
    if risk:
        tiles.remove(FALSE_OKEY)
    wild = [OKEY if tile == okey else tile for tile in tiles]
    by_colour = chance.random() < 0.6
    wild.sort(key=lambda tile: tile.index if by_colour or not tile.is_face else tile.number * 4)
    blocks: list[list[Tile]] = []
    while wild:
        size = chance.choice([1, 2, 3, 3, 4, 4, 5])
        if chance.random() < 0.4 and not by_colour:
            size = 4
        blocks.append(wild[:size])
        del wild[:size]
    chance.shuffle(blocks)
    order = [tile for block in blocks for tile in block]
    hands = []
    for seat in range(seats):
        size = rules.hand.starter if seat == starter else rules.hand.others
        hands.append(order[:size])
        del order[:size]
    if chance.random() < 0.5:
        chance.shuffle(order)
    return start(rules, indicator=indicator, hands=hands, stock=order, starter=starter, risk=risk)
