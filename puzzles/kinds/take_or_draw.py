"""Take the left neighbour's discard with a plan for it, or draw from the stock?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any, Final

from okey.judge import judge
from okey.melds import LAID, Meld, MeldKind, laid_tiles
from okey.moves import Action, Add, Discard, Lay, Move, Open, Take
from okey.notation import parse_meld
from okey.referee import legal
from okey.rules.model import RuleSet, Violation
from okey.search.turn_best import way_to_use
from okey.table import Round
from okey.tiles import NUMBERS, OKEY, Tile, face
from puzzles.kinds import scenes
from puzzles.kinds.base import Theme
from puzzles.kinds.plans import distinct, plain, plan_text, read_plan, tried
from puzzles.kinds.saying import Saying
from tutor.tasks import tables
from tutor.tasks.base import Exercise, Form, Outcome, named, random_of, read_choice
from tutor.tasks.pieces import Bag, meld_of

DRAW: Final = "draw"
_TAKE: Final = Move(Take())
_LEAST, _MOST = 3, 5  # plans to choose from
_SIZE: Final = 21

# Whether one has opened, and how the tile lies: of use, or nearly.
_UNOPENED: Final = ("opens", "opens", "beside", "pairs") + 9 * ("short",)
_OPENED: Final = ("fits", "meld", "behind") + 9 * ("near",)


class TakeOrDraw(Saying):
    """A hand, the discard on the left, and plans of which some hold."""

    key = "take-or-draw"
    version = 1
    form = Form.CHOICE
    trains = ("take.must-use", "take.in-opening")
    themes = scenes.themes_of(
        scenes.NOT_OPENED, scenes.OKEY_IN_HAND, scenes.OKEY_ON_TABLE,
        Theme("short-opening", tells=True), Theme("in-opening", tells=True),
        Theme("lay-off-use", tells=True), Theme("new-meld", tells=True),
        Theme("pairs-opening", tells=True),
    )  # fmt: skip

    def applies(self, rules: RuleSet) -> bool:
        """Where a tile taken has to be used at once."""
        return rules.take.must_use and rules.opening is not None

    def generate(  # type: ignore[override]  # None: this one falls through
        self, rules: RuleSet, seed: str, options: Mapping[str, Any]
    ) -> Exercise | None:
        """A hand to which the discard is of use, or nearly."""
        rng = random_of(self.key, rules, seed)
        opened = rng.random() < 0.45
        idea = rng.choice(_OPENED if opened else _UNOPENED)
        make = _opened if opened else _unopened
        made = make(Bag(rng), rules, idea)
        if made is None:
            return None
        round_, plans = made
        thrown = round_.thrown
        assert thrown is not None
        takes = _taken(round_) is not None
        way = way_to_use(round_, thrown) if takes else None
        if takes and way is None:
            return None
        good = [] if way is None else [plan_text(plain((_TAKE, *way)))]
        shown = _offered(rng, round_, good, plans)
        if shown is None:
            return None
        return scenes.asked(
            self.key, rules, seed, round_, options=(*shown, DRAW),
            ask="opened" if opened else "unopened", values={"tile": str(thrown)},
        )  # fmt: skip

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """Every plan offered that holds; to draw where the tile cannot even be taken."""
        round_ = tables.round_of(exercise, rules)
        if _taken(round_) is None:
            return (DRAW,)
        plans = [one for one in exercise.options if one != DRAW]
        return tuple(one for one in plans if not broken_by(round_, one))

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """What the referee says of the plan and of the end of the turn after it."""
        said, right = read_choice(exercise, answer), self.right(exercise, rules)
        broken = () if said == DRAW else broken_by(tables.round_of(exercise, rules), said)
        return Outcome(
            said in right, right, violations=broken, rules=named(broken) or self.about(exercise)
        )

    def answer_side(self, exercise: Exercise, right: tuple[str, ...]) -> str:
        """Take, or draw."""
        return DRAW if right == (DRAW,) else "take"

    def proof_key(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> str:
        """Why to take it, or to draw."""
        return "proof_draw" if right == (DRAW,) else "proof_take"

    def missed_key(self, exercise: Exercise, outcome: Outcome) -> str:
        """It can be used, though the answer says otherwise."""
        return "" if outcome.violations else "can"

    def features(
        self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet
    ) -> dict[str, int]:
        """How much lies there, and how long the plans are."""
        assert exercise.round is not None
        return scenes.table_features(exercise.round) | {
            "plans": len(exercise.options) - 1, "opened": int(exercise.ask == "opened"),
        }  # fmt: skip

    def effort(self, features: Mapping[str, int]) -> float:
        """A whole hand is more to look at than what is left of one."""
        tiles = scenes.scaled(features["tiles"], 4, 21)
        melds = scenes.scaled(features["melds"], 0, 10)
        plans = scenes.scaled(features["plans"], _LEAST, _MOST)
        return 0.1 + 0.35 * tiles + 0.2 * melds + 0.15 * plans + 0.1 * min(1, features["okeys"])

    def tags(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> Iterable[str]:
        """See `themes`."""
        yield from (
            key for key in scenes.table_tags(tables.round_of(exercise, rules)) if key in self.themes
        )
        taken = [one for one in right if one != DRAW]
        tests = {
            "short-opening": not taken and any("; open " in one for one in exercise.options),
            "in-opening": any("; open " in one for one in taken),
            "lay-off-use": any("; add " in one for one in taken),
            "new-meld": any("; lay " in one for one in taken),
            "pairs-opening": any(_opens_by_pairs(one) for one in taken),
        }
        yield from (key for key, holds in tests.items() if holds)


def broken_by(round_: Round, plan: str) -> tuple[Violation, ...]:
    """What the referee says against a plan, or against ending the turn after it."""
    first, *rest = read_plan(plan, round_.indicator)
    taken = _taken(round_)
    if taken is None or first != _TAKE:
        return legal(round_, first)
    done = tried(taken, rest)
    if done.violations:
        return done.violations
    hand = done.round.hand or ()
    ends = [legal(done.round, Move(Discard(tile))) for tile in dict.fromkeys(hand)]
    return min(ends, key=len, default=())


@lru_cache(maxsize=128)  # whether a tile may be taken is the dear question here
def _taken(round_: Round) -> Round | None:
    """The round after the take, None where it is refused."""
    done = tried(round_, (_TAKE,))
    return None if done.violations else done.round


def _opens_by_pairs(plan: str) -> bool:
    melds = plan.partition("; open ")[2].partition("; ")[0]
    return bool(melds) and all(
        len(meld.removeprefix("pair: ").split()) == 2 for meld in melds.split(" | ")
    )


# Making


def _offered(
    rng: Random, round_: Round, good: Sequence[str], plans: Sequence[str]
) -> list[str] | None:
    """A few plans, mixed: one that holds if any does, and others as they come."""
    there: Counter[Tile | None] = Counter((*(round_.hand or ()), round_.thrown))
    there_are = [one for one in distinct(plans) if not _needs(one, round_) - there]
    some = [one for one in distinct([_with_faces(one, round_) for one in there_are])
            if one not in good]  # fmt: skip
    rng.shuffle(some)
    count = rng.randint(_LEAST, _MOST)
    shown = [*good, *some][:count]
    if len(shown) < _LEAST:
        return None
    rng.shuffle(shown)
    return shown


def _with_faces(plan: str, round_: Round) -> str:
    """The plan with the face of every okey said, as in those that the engine finds."""
    if str(OKEY) not in plan:
        return plan
    moves = []
    for move in read_plan(plan, round_.indicator):
        action = move.action
        if isinstance(action, Open | Lay):
            found = judge(action.melds, rules=round_.rules, indicator=round_.indicator)
            melds = tuple(
                parse_meld(one.tiles, round_.indicator) if one.legal else meld
                for meld, one in zip(action.melds, found.melds, strict=True)
            )
            action = type(action)(melds)
        moves.append(action)
    return plan_text(moves)


def _needs(plan: str, round_: Round) -> Counter[Tile | None]:
    """The tiles that a plan lays: none that is not there looks like a plan."""
    tiles: Counter[Tile | None] = Counter()
    for move in read_plan(plan, round_.indicator):
        if isinstance(move.action, Open | Lay):
            tiles.update(laid_tiles(move.action.melds))
        elif isinstance(move.action, Add):
            tiles[move.action.tile.tile] += 1
    return tiles


def _plan(*actions: Action) -> str:
    return plan_text((Take(), *actions))


def _with_thrown(round_: Round, tile: Tile) -> Round:
    seats = list(round_.seats)
    seats[round_.left] = replace(seats[round_.left], discards=(tile,))
    return replace(round_, seats=tuple(seats))


def _unopened(bag: Bag, rules: RuleSet, idea: str) -> tuple[Round, list[str]] | None:
    """A whole hand that opens with the tile, falls short with it, or opens without it."""
    rng = bag.rng
    assert rules.opening is not None
    need = rules.opening.points
    table = scenes.openings(bag, scenes.others(rng, rng.choice((0, 1, 1))))
    if table is None:
        return None
    if idea == "pairs":
        return _by_pairs(bag, rules, table)
    least, most = (need, need + 12) if idea in ("opens", "beside") else (need - 45, need - 14)
    faces = scenes.worth(rng, rng.choice((3, 3, 4)), least, most)
    melds = None if faces is None else _held(bag, faces, okey=rng.random() < 0.35)
    if melds is None:
        return None
    hand = [tile for meld in melds for tile in meld]
    bare = scenes.standing(rules, bag, table, phase="draw")
    if idea == "beside":
        # The hand opens without the tile, which fits a meld on the table.
        fits = scenes.fitting(bag, bare)
        if not fits:
            return None
        thrown = bag.take((rng.choice(fits),))[0]
    else:
        plain = [tile for tile in hand if tile.is_face]
        thrown = rng.choice(plain)
        hand.remove(thrown)
    if len(hand) > _SIZE:
        return None
    rest = [bag.any() for _ in range(_SIZE - len(hand))]
    round_ = _with_thrown(scenes.holding(bare, bag.shuffled((*hand, *rest))), thrown)
    laid = [meld_of(meld) for meld in melds]
    plans = [_plan(Open(tuple(laid)))]
    if len(laid) > 3 or idea != "short":
        holders = [one for one in laid if thrown in laid_tiles([one])]
        for left_out in [one for one in laid if one not in holders]:
            plans.append(_plan(Open(tuple(one for one in laid if one is not left_out))))
        plans += [_plan(Open(tuple(one for one in laid if one not in holders)))] if holders else []
    odd = _odd_meld(rng, thrown, (*hand, *rest))
    if odd is not None:
        plans.append(_plan(Open((*laid[: rng.randint(1, len(laid))], odd))))
        plans.append(_plan(Open((odd, *laid))))
    for number in _homes(rng, round_, thrown)[:2]:
        plans.append(_plan(Add(LAID[thrown.index], number)))
        without = [one for one in laid if thrown not in laid_tiles([one])]
        if without:
            plans.append(_plan(Open(tuple(without)), Add(LAID[thrown.index], number)))
    return round_, plans


def _by_pairs(
    bag: Bag, rules: RuleSet, table: list[tables.Lying]
) -> tuple[Round, list[str]] | None:
    """A hand with four pairs, or three, and the tile that makes one more."""
    if rules.opening is None or rules.opening.pairs is None:
        return None
    rng, need = bag.rng, rules.opening.pairs
    count = rng.choice((need, need, need - 1))
    twins = []
    for _ in range(count):
        one = bag.any(lambda tile: bag.has((tile, tile)))
        bag.take((one,))
        twins.append(one)
    thrown = twins[0]
    bare = scenes.standing(rules, bag, table, phase="draw")
    rest = [bag.any() for _ in range(_SIZE - 2 * count + 1)]
    hand = bag.shuffled((*twins[1:], *twins, *rest))
    round_ = _with_thrown(scenes.holding(bare, hand), thrown)
    laid = [meld_of((tile, tile)) for tile in twins]
    plans = [_plan(Open(tuple(laid))), _plan(Open(tuple(laid[1:])))]
    odd = _odd_meld(rng, thrown, hand)
    if odd is not None:
        plans += [_plan(Open((*laid, odd))), _plan(Open((odd,)))]
    plans += [_plan(Add(LAID[thrown.index], number)) for number in _homes(rng, round_, thrown)[:2]]
    return round_, plans


def _held(bag: Bag, faces: Sequence[scenes.Faces], *, okey: bool) -> list[list[Tile]] | None:
    """Melds in a hand, an okey inside one of them if asked for."""
    melds = [[bag.bearing(tile) for tile in meld] for meld in faces]
    if okey:
        first = melds[0]
        first[bag.rng.randrange(1, len(first) - 1)] = OKEY
    tiles = [tile for meld in melds for tile in meld]
    if not bag.has(tiles):
        return None
    bag.take(tiles)
    return melds


def _odd_meld(rng: Random, tile: Tile, hand: Sequence[Tile]) -> Meld | None:
    """Three tiles, this one among them, that look like a meld and are none, or may be one."""
    if not tile.is_face:
        return None
    close = [
        one for one in dict.fromkeys(hand)
        if one.is_face and one != tile
        and ((one.colour == tile.colour and abs(one.number - tile.number) <= 3)
             or one.number == tile.number)
    ]  # fmt: skip
    if len(close) < 2:
        return None
    some = rng.sample(close, 2)
    return meld_of(sorted((tile, *some), key=lambda one: (one.number, one.colour)))


def _homes(rng: Random, round_: Round, tile: Tile) -> list[int]:
    """Numbers of melds on the table, those first to which the tile seems to belong."""
    numbers = list(range(1, len(round_.table) + 1))
    rng.shuffle(numbers)

    def far(number: int) -> int:
        meld = round_.table[number - 1]
        tiles = [one.tile for one in meld.tiles if one.tile.is_face]
        if not tile.is_face or not tiles:
            return 1
        if meld.kind is MeldKind.RUN:
            return int(tiles[0].colour != tile.colour)
        return int(tiles[0].number != tile.number)

    return sorted(numbers, key=far)


def _opened(bag: Bag, rules: RuleSet, idea: str) -> tuple[Round, list[str]] | None:
    """What is left after the opening, and a tile that fits, makes a meld, or nearly does."""
    rng = bag.rng
    table = scenes.openings(bag, (0, *scenes.others(rng, 1)))
    if table is None:
        return None
    bare = scenes.standing(rules, bag, table, phase="draw")
    laid = sum(len(meld.split()) for owner, meld in table if owner == 0)
    size = max(3, _SIZE - laid - rng.randint(0, 5))
    hand: list[Tile] = []
    if idea == "fits":
        fits = scenes.fitting(bag, bare)
        if not fits:
            return None
        thrown = bag.take((rng.choice(fits),))[0]
    elif idea == "behind":
        chain = scenes.chains(bag, bare, 2)
        if chain is None:
            return None
        hand, thrown = chain[:1], chain[1]
    elif idea == "meld":
        tiles = [bag.bearing(tile) for tile in scenes.some_meld(rng)]
        if not bag.has(tiles):
            return None
        bag.take(tiles)
        rng.shuffle(tiles)
        hand, thrown = tiles[1:], tiles[0]
    else:
        found = scenes.idle(bag, bare, 1, near=0.8)
        if found is None:
            return None
        thrown = found[0]
        close = [
            face(thrown.colour, number) for number in (thrown.number + 1, thrown.number + 2)
            if number <= NUMBERS
        ]  # fmt: skip
        hand = [bag.take((tile,))[0] for tile in close[: rng.choice((1, 1, 2))] if bag.has((tile,))]
    rest = [bag.any() for _ in range(max(1, size - len(hand)))]
    hand = [*hand, *rest]
    round_ = _with_thrown(scenes.holding(bare, bag.shuffled(hand)), thrown)
    plans = [_plan(Add(LAID[thrown.index], number)) for number in _homes(rng, round_, thrown)[:3]]
    for _ in range(2):
        odd = _odd_meld(rng, thrown, hand)
        if odd is not None:
            plans.append(_plan(Lay((odd,))))
    behind = [
        tile
        for tile in hand
        if tile.is_face
        and thrown.is_face
        and tile.colour == thrown.colour
        and abs(tile.number - thrown.number) == 1
    ]
    for tile in behind:
        for number in _homes(rng, round_, thrown)[:2]:
            plans.append(_plan(Add(LAID[tile.index], number), Add(LAID[thrown.index], number)))
    return round_, plans


__all__ = ["DRAW", "TakeOrDraw", "broken_by"]
