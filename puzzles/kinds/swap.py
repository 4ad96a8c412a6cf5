"""Get an okey off the table: with which tile, out of which meld, and is it settled at all?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, Final

from okey.melds import LAID, MeldKind
from okey.moves import Action, Add, Move, Swap
from okey.rules.model import RuleSet
from okey.search.turn_freed import freed
from okey.search.turn_state import held, stand_of
from okey.table import Round, TableMeld
from okey.tiles import FALSE_OKEY, NUMBERS, OKEY, Colour, Tile, face
from puzzles.kinds import scenes
from puzzles.kinds.base import Theme
from puzzles.kinds.plans import distinct, plain, plan_text, read_plan, tried
from puzzles.kinds.saying import Saying
from tutor.tasks import tables
from tutor.tasks.base import Exercise, Form, Outcome, named, random_of, read_choice
from tutor.tasks.pieces import Bag
from tutor.tasks.tables import Lying

CANNOT: Final = "cannot"
_PLANS: Final = 5  # at most, to choose from

# Where the okey lies, and what the hand has for it.
_IDEAS: Final = (
    "run", "run", "four", "three-first", "three-first", "three", "three", "wrong", "wrong",
    "not-opened", "false", "two",
)  # fmt: skip


class SwapOkey(Saying):
    """A table with an okey in a meld, and a hand that may hold its tile."""

    key = "swap"
    version = 1
    form = Form.CHOICE
    trains = ("swap.wrong-tile", "swap.undetermined", "swap.not-opened")
    themes = scenes.themes_of(
        scenes.NOT_OPENED, Theme("fourth-first", tells=True), Theme("open-colour"),
        Theme("run-okey"), Theme("two-okeys"), Theme("false-okey-swap", tells=True),
        Theme("whole-group"),
    )  # fmt: skip

    def applies(self, rules: RuleSet) -> bool:
        """Where okeys are exchanged at all."""
        return rules.swap is not None

    def generate(  # type: ignore[override]  # None: this one falls through
        self, rules: RuleSet, seed: str, options: Mapping[str, Any]
    ) -> Exercise | None:
        """A table with an okey, and plans to get it."""
        rng = random_of(self.key, rules, seed)
        bag, idea = Bag(rng), rng.choice(_IDEAS)
        if idea == "not-opened" and rng.random() < 0.6:
            return None  # it is always refused: seldom is often enough
        others = scenes.others(rng, rng.choice((1, 1, 2)))
        made = _meld(bag, idea)
        table = scenes.openings(bag, others if idea == "not-opened" else (0, *others))
        if made is None or table is None:
            return None
        for meld, owner in zip(made[0], bag.shuffled((*others, *others)), strict=False):
            table.insert(rng.randint(1, len(table)), (owner, meld))
        bare = scenes.standing(rules, bag, table)
        hand = _hand(bag, bare, table, made[1])
        round_ = scenes.holding(bare, hand)
        plans = _plans(rng, round_)
        if len(plans) < 3:
            return None
        return scenes.asked(
            self.key, rules, seed, round_, options=(*plans, CANNOT),
            ask="not_opened" if idea == "not-opened" else "ask",
        )  # fmt: skip

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """Every plan offered that the referee accepts; else that it cannot be done."""
        round_ = tables.round_of(exercise, rules)
        plans = [one for one in exercise.options if one != CANNOT]
        good = tuple(one for one in plans if not _tried(round_, one))
        if good:
            return good
        return () if any_way(round_) else (CANNOT,)

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """What the referee says of the plan."""
        said, right = read_choice(exercise, answer), self.right(exercise, rules)
        broken = () if said == CANNOT else _tried(tables.round_of(exercise, rules), said)
        return Outcome(
            said in right, right, violations=broken, rules=named(broken) or self.about(exercise)
        )

    def answer_side(self, exercise: Exercise, right: tuple[str, ...]) -> str:
        """Whether it can be done."""
        return CANNOT if right == (CANNOT,) else "can"

    def proof_key(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> str:
        """Why it can be done, or not."""
        if right == (CANNOT,):
            return "proof_not_opened" if exercise.ask == "not_opened" else "proof_cannot"
        return "proof_first" if "; " in right[0] else "proof"

    def missed_key(self, exercise: Exercise, outcome: Outcome) -> str:
        """It can be done, though the answer says otherwise."""
        return "" if outcome.violations else "can"

    def features(
        self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet
    ) -> dict[str, int]:
        """How much lies there, and how much is offered."""
        assert exercise.round is not None
        plans = len(exercise.options) - 1
        return scenes.table_features(exercise.round) | {"plans": plans}

    def effort(self, features: Mapping[str, int]) -> float:
        """Melds to look through and plans to hold against them."""
        melds = scenes.scaled(features["melds"], 5, 12)
        plans = scenes.scaled(features["plans"], 3, 5)
        return 0.2 + 0.3 * melds + 0.2 * plans + 0.2 * (features["table_okeys"] > 1)

    def tags(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> Iterable[str]:
        """See `themes`."""
        round_ = tables.round_of(exercise, rules)
        with_okeys = [meld for meld in round_.table if okeys_in(meld)]
        tests = {
            "not-opened": round_.seats[0].opened is None,
            "fourth-first": any("; " in one for one in right),
            "open-colour": any(is_open(meld) for meld in with_okeys),
            "run-okey": any(meld.kind is MeldKind.RUN for meld in with_okeys),
            "whole-group": any(
                meld.kind is MeldKind.GROUP and len(meld.tiles) == 4 for meld in with_okeys
            ),
            "two-okeys": sum(map(okeys_in, with_okeys)) > 1,
            "false-okey-swap": any(f"swap {FALSE_OKEY} " in one for one in right),
        }
        return [key for key, holds in tests.items() if holds]


def any_way(round_: Round) -> bool:
    """Whether this hand can get any okey off the table."""
    if round_.seats[0].opened is None:
        return False
    stand, hand = stand_of(round_), held(round_.hand or ())
    return next(iter(freed(stand, hand, 1)), None) is not None


def okeys_in(meld: TableMeld) -> int:
    """How many okeys lie in a meld."""
    return sum(one.tile == OKEY for one in meld.tiles)


def is_open(meld: TableMeld) -> bool:
    """Whether the colour of the meld's okey is not settled."""
    return any(isinstance(one.stands_for, int) for one in meld.tiles)


def _tried(round_: Round, plan: str) -> tuple[Any, ...]:
    return tried(round_, read_plan(plan, round_.indicator)).violations


# Making


def _meld(bag: Bag, idea: str) -> tuple[list[str], list[Tile]] | None:
    """Melds with okeys, and the tiles that the hand has for them."""
    rng = bag.rng
    number = rng.randint(1, NUMBERS)
    colours = rng.sample(list(Colour), 4)
    four = tuple(face(colour, number) for colour in sorted(colours))
    if idea in ("three", "three-first"):
        three = tuple(sorted(four[:3]))
        at = rng.randrange(3)
        text = scenes.take_meld(bag, three, at)
        missing = [tile for tile in four if tile not in three or tile == three[at]]
        wanted = missing if idea == "three-first" else rng.sample(missing, 1)
        return _with_tiles(bag, [text], wanted)
    if idea == "four":
        at = rng.randrange(4)
        return _with_tiles(bag, [scenes.take_meld(bag, four, at)], [four[at]])
    run = scenes.some_run(rng)
    at = rng.randrange(len(run))
    if idea == "false":
        # The okey stands for its own face, and the false okey bears it.
        if bag.okey not in run:
            low = min(max(1, bag.okey.number - rng.randint(0, 2)), NUMBERS - 2)
            run = tuple(face(bag.okey.colour, low + step) for step in range(3))
        at = run.index(bag.okey)
        words = [str(tile) for tile in run]
        words[at] = f"*={bag.okey}"
        others = [tile for tile in run if tile != bag.okey]
        if not bag.has((*others, OKEY, FALSE_OKEY)):
            return None
        bag.take((*others, OKEY, FALSE_OKEY))
        return [" ".join(words)], [FALSE_OKEY]
    if idea == "two":
        second = scenes.some_run(rng)
        texts = [scenes.take_meld(bag, run, at), scenes.take_meld(bag, second, 1)]
        return _with_tiles(bag, texts, [rng.choice((run[at], second[1]))])
    wanted = [run[at]]
    if idea == "wrong":
        beyond = run[-1].number + 1
        other = [tile for tile in four if tile != run[at]]
        close = face(run[0].colour, beyond) if beyond <= NUMBERS else run[0]
        wanted = [close if rng.random() < 0.6 else face(other[0].colour, run[at].number)]
        if wanted[0] == run[at]:
            return None
    return _with_tiles(bag, [scenes.take_meld(bag, run, at)], wanted)


def _with_tiles(
    bag: Bag, melds: list[str | None], tiles: list[Tile]
) -> tuple[list[str], list[Tile]] | None:
    plain = [bag.bearing(tile) for tile in tiles]
    known = [meld for meld in melds if meld is not None]
    if len(known) < len(melds) or not bag.has(plain):
        return None
    bag.take(plain)
    return known, plain


def _hand(bag: Bag, bare: Round, table: list[Lying], tiles: list[Tile]) -> tuple[Tile, ...]:
    """The tiles in question among others; all 22 before the opening."""
    laid = sum(len(meld.split()) for owner, meld in table if owner == 0)
    size = max(len(tiles) + 3, 22 - laid - bag.rng.randint(0, 5)) if laid else 22
    near = list(dict.fromkeys(_near(bare)))
    close = [bag.take((tile,))[0] for tile in near[:3] if bag.has((tile,))]
    rest = [bag.any() for _ in range(size - len(tiles) - len(close))]
    return bag.shuffled((*tiles, *close, *rest))


def _near(round_: Round) -> Iterable[Tile]:
    """Tiles that are nearly those for which the okeys stand."""
    for meld in round_.table:
        for one in meld.tiles:
            stands = one.stands_for
            if isinstance(stands, Tile):
                numbers = [stands.number + step for step in (1, -1)]
                yield from (
                    face(stands.colour, number) for number in numbers if 1 <= number <= NUMBERS
                )
                yield face(Colour((stands.colour + 1) % 4), stands.number)


def _plans(rng: Random, round_: Round) -> list[str]:
    """Plans that look right: the tile of each okey, tiles beside it, a fourth tile first."""
    hand = list(dict.fromkeys(round_.hand or ()))
    rng.shuffle(hand)
    good: list[str] = []
    near: list[str] = []
    stand = stand_of(round_)
    if round_.seats[0].opened is not None:
        good = [plan_text(plain(one.actions)) for one in freed(stand, held(hand), 1)]
    for number, meld in enumerate(round_.table, 1):
        if not okeys_in(meld):
            continue
        for tile in hand:
            if _close(tile, meld, round_.okey):
                near.append(plan_text([Move(Swap(tile, number))]))
        if is_open(meld):
            fourth = [tile for tile in hand if _close(tile, meld, round_.okey)]
            for first in fourth:
                for second in fourth:
                    if first != second:
                        moves: list[Action] = [Add(LAID[first.index], number), Swap(second, number)]
                        near.append(plan_text(moves))
    rng.shuffle(good)
    rng.shuffle(near)
    bad = [one for one in distinct(near) if one not in good and _tried(round_, one)]
    some = [*distinct(good)[:2], *bad]
    chosen = some[: min(_PLANS, len(some))]
    rng.shuffle(chosen)
    return chosen


def _close(tile: Tile, meld: TableMeld, okey: Tile) -> bool:
    """Whether a tile might be thought to be the okey's: by its number or by its neighbours."""
    if tile == OKEY:
        return False
    own = okey if tile == FALSE_OKEY else tile
    for one in meld.tiles:
        stands = one.stands_for
        if isinstance(stands, int) and own.number == stands:
            return True
        if isinstance(stands, Tile) and (
            own.number == stands.number
            or (own.colour == stands.colour and abs(own.number - stands.number) <= 2)
        ):
            return True
    return False


__all__ = ["CANNOT", "SwapOkey", "any_way", "is_open", "okeys_in"]
