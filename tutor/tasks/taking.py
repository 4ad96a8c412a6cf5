"""Taking a discard: which one, whether it may be taken, and what must happen with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from okey.hand import Hand
from okey.melds import laid_tiles
from okey.moves import Discard, Move, Open, Take, parse_move
from okey.notation import format_melds
from okey.referee import Applied, apply, legal
from okey.rules.model import RuleSet, Violation
from okey.search.turn_best import way_to_use
from okey.table import Round, Source
from okey.tiles import FACES, Tile
from tutor.tasks import tables
from tutor.tasks.base import (
    Exercise,
    Form,
    Mark,
    Outcome,
    TaskKind,
    marks_of,
    named,
    random_of,
    read_choice,
    read_one_tile,
    read_option_or_melds,
)
from tutor.tasks.counting import melds_from
from tutor.tasks.meld_verdicts import NO, YES
from tutor.tasks.moves import MakeMove
from tutor.tasks.opening import CANNOT
from tutor.tasks.pieces import Bag, proposed

Tiles = tuple[Tile, ...]
_TAKE = Move(Take())


def must_use(rules: RuleSet) -> bool:
    """Whether a tile taken has to go to the table in the same turn."""
    return rules.take.must_use and rules.opening is not None


# A table at which seat 0 has opened


def _opened(rules: RuleSet, bag: Bag, size: int, **fields: Any) -> Round:
    """A run of another player and a group of one's own, and a small rack."""
    table = [(2, tables.run(bag, 3, low=3, high=11)), (0, tables.group(bag, 3))]
    hand = tables.rack(bag, tables.position(rules, bag, (), table), 0, size)
    if hand is None:
        raise ValueError("no rack")
    return tables.position(rules, bag, hand, table, opened="melds=104 - melds=108 -", **fields)


def _rack_only(rules: RuleSet, bag: Bag, size: int, **fields: Any) -> Round:
    """Only a rack, where nothing is laid during the round."""
    return tables.position(rules, bag, tuple(bag.any() for _ in range(size)), **fields)


class WhichDiscard(TaskKind):
    """Which of the discards that lie there may be taken? Only the left neighbour's last one."""

    key = "which-discard"
    form = Form.TILE
    trains = ("take.last-only",)

    def applies(self, rules: RuleSet) -> bool:
        """See `TaskKind`."""
        return True

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """See `TaskKind`."""
        rng = random_of(self.key, rules, seed)

        def propose() -> Exercise | None:
            bag = Bag(rng)
            make = _opened if must_use(rules) else _rack_only
            round_ = make(rules, bag, 5, phase="draw")
            able = [tile for tile in FACES if bag.has((tile,)) and tables.fits(round_, tile)]
            if not able and must_use(rules):
                return None
            last = bag.take((rng.choice(able),))[0] if able else bag.any()
            piles = [tuple(bag.any() for _ in range(count)) for count in (1, 2, 1, 2)]
            piles[3] = (*piles[3], last)  # the left neighbour's, the oldest first
            tops = {last, piles[1][-1], piles[2][-1], piles[3][0]}
            if len(tops) < 4:
                return None
            seats = tuple(
                replace(seat, discards=pile) for seat, pile in zip(round_.seats, piles, strict=True)
            )
            round_ = replace(round_, seats=seats)
            if legal(round_, _TAKE):
                return None
            shown = tuple(map(str, sorted(tops)))
            return Exercise(self.key, rules, seed, bag.indicator, round=round_, options=shown)

        return proposed(propose)

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """Every tile offered of which the referee allows the take."""
        assert exercise.round is not None
        round_ = tables.under(exercise.round, rules)
        return tuple(
            one
            for one in exercise.options
            if not legal(round_, parse_move(f"take {one}", exercise.indicator))
        )

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """See `TaskKind`."""
        said = read_one_tile(exercise, answer)
        assert exercise.round is not None
        violations = legal(tables.under(exercise.round, rules), Move(Take(said)))
        return Outcome(
            not violations, self.right(exercise, rules), None, violations,
            named(violations) or self.about(exercise),
        )  # fmt: skip


class MayTake(TaskKind):
    """May you take the tile that the left neighbour threw? Yes or no.

    `opened` says whether you have opened; where a hand is shown at the end it does not matter.
    """

    key = "may-take"
    form = Form.CHOICE
    trains = ("take.must-use", "take.last-only")

    def applies(self, rules: RuleSet) -> bool:
        """See `TaskKind`."""
        return True

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """See `TaskKind`."""
        rng = random_of(self.key, rules, seed)
        wanted = rng.random() < 0.5 or not must_use(rules)
        opened = options.get("opened", rng.random() < 0.5)

        def propose() -> Exercise | None:
            bag = Bag(rng)
            if not must_use(rules):
                round_ = _rack_only(rules, bag, 7, phase="draw", discard=str(bag.any()))
            elif opened:
                before = _opened(rules, bag, 5, phase="draw")
                thrown = _thrown(bag, before, fits=wanted and rng.random() < 0.7)
                if thrown is None:
                    return None
                round_ = _with_thrown(before, thrown)
            else:
                found = _unopened(rng, rules, wanted=wanted)
                if found is None:
                    return None
                round_ = found
            if (not legal(round_, _TAKE)) is not wanted:
                return None
            return Exercise(
                self.key, rules, seed, round_.indicator, round=round_, options=(YES, NO),
                values={"tile": str(round_.thrown)}, ask=_asked(rules, opened=opened),
            )  # fmt: skip

        return proposed(propose)

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """Yes where the referee allows it."""
        return (NO if _refused(exercise, rules) else YES,)

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """See `TaskKind`."""
        said = read_choice(exercise, answer)
        right = self.right(exercise, rules)
        violations = _refused(exercise, rules)
        return Outcome(
            said in right, right, None, violations, named(violations) or self.about(exercise)
        )


def _refused(exercise: Exercise, rules: RuleSet) -> tuple[Violation, ...]:
    """What the referee says against the take."""
    assert exercise.round is not None
    return legal(tables.under(exercise.round, rules), _TAKE)


def _thrown(bag: Bag, round_: Round, *, fits: bool) -> Tile | None:
    """A tile that fits on the table, or one near a tile of the rack."""
    able = [tile for tile in FACES if bag.has((tile,)) and tables.fits(round_, tile) is fits]
    if not fits:
        hand = [tile for tile in round_.hand or () if tile.is_face]
        able = [
            tile
            for tile in able
            if any(
                (tile.colour == one.colour and 0 < abs(tile.number - one.number) <= 2)
                or (tile.number == one.number and tile != one)
                for one in hand
            )
        ]
    return bag.take((bag.rng.choice(able),))[0] if able else None


def _with_thrown(round_: Round, tile: Tile) -> Round:
    """The round with this as the left neighbour's last discard."""
    seats = list(round_.seats)
    seats[round_.left] = replace(seats[round_.left], discards=(tile,))
    return replace(round_, seats=tuple(seats))


def _unopened(rng: Random, rules: RuleSet, *, wanted: bool, spare: int = 2) -> Round | None:
    """A rack that opens with the tile thrown, or falls short with it."""
    assert rules.opening is not None
    bag = Bag(rng)
    melds = melds_from(bag, 3)
    if melds is None:
        return None
    tiles = laid_tiles(melds)
    points = sum(tile.number for tile in tiles) - rules.opening.points
    if not (0 <= points <= 12 if wanted else -14 <= points < 0):
        return None
    thrown = tiles.pop(rng.randrange(len(tiles)))
    hand = bag.shuffled((*tiles, *(bag.any() for _ in range(spare))))
    return tables.position(rules, bag, hand, phase="draw", discard=str(thrown))


class UseTaken(MakeMove):
    """You took this tile: which of these moves may follow? One of them."""

    key = "use-taken"
    makes = ("add", "discard")
    trains = ("take.must-use",)

    def applies(self, rules: RuleSet) -> bool:
        """See `TaskKind`."""
        return must_use(rules)

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """See `TaskKind`."""
        rng = random_of(self.key, rules, seed)

        def propose() -> Exercise | None:
            bag = Bag(rng)
            before = _opened(rules, bag, 4, phase="draw")
            thrown = _thrown(bag, before, fits=True)
            if thrown is None:
                return None
            taken = apply(_with_thrown(before, thrown), _TAKE)
            if not isinstance(taken, Applied):
                return None
            round_ = taken.round
            other = rng.choice([tile for tile in before.hand or () if tile.is_face])
            moves = [f"discard {thrown}", f"discard {other}"]
            moves += [f"add {thrown} @{meld}" for meld in (1, 2)]
            able = [one for one in moves if not legal(round_, parse_move(one, bag.indicator))]
            if len(able) != 1:
                return None
            return Exercise(
                self.key, rules, seed, bag.indicator, round=round_, options=bag.shuffled(moves),
                values={"tile": str(thrown)},
            )  # fmt: skip

        return proposed(propose)


class OpenWithTaken(TaskKind):
    """Open with the tile that the left neighbour threw in your rack; or say that it fails."""

    key = "open-with-taken"
    form = Form.MELDS
    counted = True
    trains = ("take.in-opening", "take.must-use")

    def applies(self, rules: RuleSet) -> bool:
        """See `TaskKind`."""
        return must_use(rules)

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """See `TaskKind`."""
        rng = random_of(self.key, rules, seed)
        wanted = rng.random() < 0.6

        def propose() -> Exercise | None:
            round_ = _unopened(rng, rules, wanted=wanted, spare=1)
            if round_ is None or (not legal(round_, _TAKE)) is not wanted:
                return None
            hand, thrown = round_.hand, round_.thrown
            assert hand is not None
            assert thrown is not None
            return Exercise(
                self.key, rules, seed, round_.indicator,
                hand=Hand(round_.indicator, (*hand, thrown)), options=(CANNOT,),
                values={"tile": str(thrown), "points": _needed(rules)},
            )  # fmt: skip

        return proposed(propose)

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """An opening that uses the tile, or that there is none."""
        before = _before(exercise, rules)
        thrown = before.thrown
        assert thrown is not None
        way = None if legal(before, _TAKE) else way_to_use(before, thrown)
        openings = [move.action for move in way or () if isinstance(move.action, Open)]
        return (format_melds(openings[0].melds, kinds=False) if openings else CANNOT,)

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """An opening with the tile on the table at the end; or none, where the take is refused."""
        said = read_option_or_melds(exercise, answer)
        right, before = self.right(exercise, rules), _before(exercise, rules)
        if isinstance(said, str):
            return Outcome(right == (CANNOT,), right, rules=self.about(exercise))
        taken = before.thrown
        assert taken is not None
        # A refused take is judged as if it were made: that says what is wrong with the melds.
        opened = apply(before.drawn(taken, Source.DISCARD), Move(Open(said)))
        violations = _owing(opened.round) if isinstance(opened, Applied) else opened.violations
        marks: tuple[Mark, ...] = marks_of(violations, "answer")
        return Outcome(
            not violations, right, None, violations, named(violations) or self.about(exercise),
            marks,
        )  # fmt: skip


def _before(exercise: Exercise, rules: RuleSet) -> Round:
    """The round in which the tile, the last of the hand, still lies with the left neighbour."""
    assert exercise.hand is not None
    *rest, thrown = exercise.hand.tiles
    bag = Bag(random_of(exercise.task, rules, ""), exercise.indicator)
    return tables.position(rules, bag, rest, phase="draw", discard=str(thrown))


def _owing(round_: Round) -> tuple[Violation, ...]:
    """What the referee says of ending the turn now, if a tile taken is not on the table."""
    if not round_.turn.owes or not round_.hand:
        return ()
    return legal(round_, Move(Discard(round_.hand[0])))


def _needed(rules: RuleSet) -> int:
    return rules.opening.points if rules.opening is not None else 0


def _asked(rules: RuleSet, *, opened: bool) -> str:
    """Which question fits: whether one has opened matters where melds are laid during the round."""
    return "ask" if not must_use(rules) else "opened" if opened else "unopened"
