"""Finish from here: the whole turn, move by move, until the hand is empty."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

from okey.melds import MeldKind
from okey.moves import Add, DeclarePairs, Discard, Lay, Move, Swap
from okey.referee import legal
from okey.rules.model import RuleSet
from okey.search.turn_best import finish
from okey.search.turn_freed import freed
from okey.search.turn_laid import TILE, Laying
from okey.search.turn_outcomes import exchanged
from okey.search.turn_state import WILD, held, less, stand_of
from okey.table import Round
from okey.tiles import NUMBERS, OKEY, Colour, Tile, face
from puzzles.kinds import scenes
from puzzles.kinds.base import Theme
from puzzles.kinds.plans import distinct, plain, plan_text, read_plan, tried
from puzzles.kinds.saying import Saying
from tutor.tasks import tables
from tutor.tasks.base import Exercise, Form, Outcome, named, random_of, read_moves
from tutor.tasks.pieces import Bag

_IDEAS: Final = (
    "lay", "lay", "swap", "swap", "swap", "okey", "okey", "pairs", "unopened", "unopened",
    "declare",
)  # fmt: skip
_SELDOM: Final = 0.25  # of the hands that declare, which always can be put together


class FinishFromHere(Saying):
    """A table and a hand of which all tiles but one can go to the table in this turn."""

    key = "finish-from-here"
    version = 1
    form = Form.MOVES
    trains = ("turn.must-discard", "finish.incomplete", "layoff.no-fit")
    themes = scenes.themes_of(
        scenes.NOT_OPENED, scenes.OKEY_ON_TABLE, scenes.OKEY_IN_HAND,
        Theme("swap-first", tells=True), Theme("okey-last", tells=True), Theme("pair-opener"),
        Theme("declare", tells=True), Theme("chain", tells=True), Theme("fourth-first", tells=True),
    )  # fmt: skip

    def applies(self, rules: RuleSet) -> bool:
        """Where tiles are laid and the last one ends the round."""
        return rules.table is not None and rules.opening is not None

    def generate(  # type: ignore[override]  # None: this one falls through
        self, rules: RuleSet, seed: str, options: Mapping[str, Any]
    ) -> Exercise | None:
        """Put the pieces of a finish together, and take what the engine finds in them."""
        rng = random_of(self.key, rules, seed)
        idea = rng.choice(_IDEAS)
        if idea == "declare" and rng.random() > _SELDOM:
            return None
        made = _made(Bag(rng), rules, idea)
        if made is None or not ways(made):
            return None
        ask = {"pairs": "pairs", "melds": "opened"}.get(made.seats[0].opened or "", "unopened")
        return scenes.asked(self.key, rules, seed, made, ask=ask)

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """One way that the engine finds; and to declare pairs, where that wins."""
        return ways(tables.round_of(exercise, rules))

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """Any moves that the referee accepts and that end the round."""
        moves, right = read_moves(exercise, answer), self.right(exercise, rules)
        done = tried(tables.round_of(exercise, rules), moves)
        finished = done.round.finish is not None and done.round.finish.seat == 0
        values: dict[str, str | int] = {"left": done.round.seats[0].size}
        # An okey thrown last is worth more, wherever one can be kept for it.
        ends_with_okey = finished and done.round.finish is not None and done.round.finish.okey_last
        better = finished and not ends_with_okey and right[0].endswith(f"discard {OKEY}")
        rules_said = named(done.violations) if done.violations else self.about(exercise)
        return Outcome(
            finished and done.made == len(moves), right, violations=done.violations,
            rules=rules_said, values=values, better=better,
        )  # fmt: skip

    def wanted(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> bool:
        """More than one thing to lay before the last tile is thrown."""
        return len(right[-1].split("; ")) >= 3 or right[-1] == str(DeclarePairs())

    def proof_key(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> str:
        """What the finish is, the dearest first."""
        if right[0] == str(DeclarePairs()):
            return "proof_declare"
        return "proof_okey" if right[0].endswith(f"discard {OKEY}") else "proof"

    def missed_key(self, exercise: Exercise, outcome: Outcome) -> str:
        """What is left, where all moves are allowed."""
        return "" if outcome.violations else "left"

    def features(
        self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet
    ) -> dict[str, int]:
        """How much lies there, and how much is to be brought to it."""
        assert exercise.round is not None
        return scenes.table_features(exercise.round)

    def effort(self, features: Mapping[str, int]) -> float:
        """Tiles to bring to the table, and okeys that can go anywhere."""
        tiles = scenes.scaled(features["tiles"], 3, 22)
        melds = scenes.scaled(features["melds"], 2, 12)
        okeys = 0.15 * min(1, features["okeys"]) + 0.2 * min(1, features["table_okeys"])
        return 0.1 + 0.35 * tiles + 0.2 * melds + okeys

    def tags(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> Iterable[str]:
        """See `themes`."""
        round_ = tables.round_of(exercise, rules)
        yield from (key for key in scenes.table_tags(round_) if key in self.themes)
        moves = read_plan(right[0], round_.indicator)
        actions = [move.action for move in moves]
        swaps = [action for action in actions if isinstance(action, Swap)]
        tests = {
            "swap-first": bool(swaps),
            "fourth-first": any(_fourth_first(action, actions, round_) for action in swaps),
            "okey-last": any(isinstance(one, Discard) and one.tile == OKEY for one in actions),
            "pair-opener": round_.seats[0].opened == "pairs",
            "declare": str(DeclarePairs()) in right,
            "chain": _has_chain(actions, round_),
        }
        yield from (key for key, holds in tests.items() if holds)


@lru_cache(maxsize=128)
def ways(round_: Round) -> tuple[str, ...]:
    """A finish with the okey last, if there is one, a plain one, and to declare pairs."""
    found = [one for one in (with_the_okey(round_), finish(round_)) if one is not None]
    plans = distinct([plan_text(plain(one)) for one in found])
    if not legal(round_, Move(DeclarePairs())):
        plans.append(str(DeclarePairs()))
    return tuple(plans)


def with_the_okey(round_: Round) -> tuple[Move, ...] | None:
    """A finish that throws an okey last, for who has opened; None where there is none."""
    stand, hand = stand_of(round_), held(round_.hand or ())
    if stand.opened is None or not Laying.knows(stand) or round_.turn.owes:
        return None
    for okeys in range(stand.okeys_out + 1):
        for one in freed(stand, hand, okeys):
            rest = less(hand, one.spent)
            assert rest is not None
            rest[WILD] += okeys
            left = less(rest, (WILD,))
            if left is None:
                continue
            laying = Laying(exchanged(stand, one))
            wanted = left.total() * TILE
            if laying.value(left, wanted) < wanted:
                continue
            most = laying.most(left)
            melds = (*most.pairs, *most.melds)
            last = (Lay(melds),) if melds else ()
            return tuple(map(Move, (*one.actions, *most.adds, *last, Discard(OKEY))))
    return None


def _fourth_first(swap: Swap, actions: list[Any], round_: Round) -> bool:
    before = actions[: actions.index(swap)]
    return any(isinstance(one, Add) and one.meld == swap.meld for one in before) and (
        round_.table[swap.meld - 1].kind is MeldKind.GROUP
    )


def _has_chain(actions: list[Any], round_: Round) -> bool:
    onto = [one.meld for one in actions if isinstance(one, Add)]
    runs = [at for at in onto if at <= len(round_.table)
            and round_.table[at - 1].kind is MeldKind.RUN]  # fmt: skip
    return len(runs) > len(set(runs))


# Making


def _made(bag: Bag, rules: RuleSet, idea: str) -> Round | None:
    if idea == "declare":
        return _declaring(bag, rules)
    if idea == "unopened":
        return _from_hand(bag, rules)
    return _opened(bag, rules, idea)


def _opened(bag: Bag, rules: RuleSet, idea: str) -> Round | None:
    """Who has opened finishes with melds, tiles laid off, and an okey from the table."""
    rng = bag.rng
    by_pairs = idea == "pairs"
    if by_pairs and (rules.opening is None or rules.opening.pairs is None):
        return None
    others = scenes.others(rng, rng.choice((1, 1, 2)))
    table = scenes.openings(bag, others if by_pairs else (0, *others))
    if table is None:
        return None
    if by_pairs:
        assert rules.opening is not None
        table = [*scenes.pairs(bag, 0, rules.opening.pairs or 5), *table]
    hand: list[Tile] = []
    if idea == "swap" and rules.swap is not None:
        freed = _freed(bag)
        if freed is None:
            return None
        meld, hand = freed
        table.append((rng.choice(others), meld))
    own = _own_meld(bag, by_pairs=by_pairs, gap=idea == "swap" and bool(hand))
    bare = scenes.standing(rules, bag, table)
    adds = scenes.chains(bag, bare, rng.choice((1, 2, 2, 3)))
    if own is None or adds is None:
        return None
    hand += [*own, *adds]
    last = (OKEY,) if idea == "okey" and bag.has((OKEY,)) else (bag.any(),)
    if last == (OKEY,):
        bag.take(last)
    laid = sum(len(meld.split()) for owner, meld in table if owner == 0)
    hand += last
    return scenes.holding(bare, bag.shuffled(hand)) if len(hand) <= 22 - laid else None


def _own_meld(bag: Bag, *, by_pairs: bool, gap: bool) -> list[Tile] | None:
    """What the hand lays anew: a meld, one with a gap for an okey, or a pair."""
    rng = bag.rng
    if by_pairs:
        one = bag.any(lambda tile: bag.has((tile, tile)))
        return [one, *bag.take((one,))]
    if not gap and rng.random() < 0.25:
        return []
    tiles = [bag.bearing(tile) for tile in scenes.some_meld(rng)]
    if gap:
        tiles.pop(rng.randrange(len(tiles)))
    elif rng.random() < 0.15:
        tiles[rng.randrange(len(tiles))] = OKEY
    return list(bag.take(tiles)) if bag.has(tiles) else None


def _freed(bag: Bag) -> tuple[str, list[Tile]] | None:
    """A meld with an okey, and the tiles that get it."""
    rng = bag.rng
    if rng.random() < 0.4:
        number = rng.randint(1, NUMBERS)
        four = [face(colour, number) for colour in bag.shuffled(Colour)]
        three = tuple(sorted(four[:3]))
        at = rng.randrange(3)
        meld, tiles = scenes.take_meld(bag, three, at), [three[at], four[3]]
    else:
        run = scenes.some_run(rng)
        at = rng.randrange(len(run))
        meld, tiles = scenes.take_meld(bag, run, at), [run[at]]
    plain_tiles = [bag.bearing(tile) for tile in tiles]
    if meld is None or not bag.has(plain_tiles):
        return None
    return meld, list(bag.take(plain_tiles))


def _from_hand(bag: Bag, rules: RuleSet) -> Round | None:
    """A whole hand that opens and lays the rest off onto what another has laid."""
    rng = bag.rng
    assert rules.opening is not None
    table = scenes.openings(bag, scenes.others(rng, rng.choice((1, 1, 2))))
    faces = scenes.worth(rng, rng.choice((4, 5)), rules.opening.points, 150)
    if table is None or faces is None:
        return None
    hand = [bag.bearing(tile) for meld in faces for tile in meld]
    if not 15 <= len(hand) <= 20 or not bag.has(hand):
        return None
    bag.take(hand)
    bare = scenes.standing(rules, bag, table)
    adds = scenes.chains(bag, bare, 21 - len(hand))
    if adds is None:
        return None
    return scenes.holding(bare, bag.shuffled((*hand, *adds, bag.any())))


def _declaring(bag: Bag, rules: RuleSet) -> Round | None:
    """Ten pairs, an okey or a false okey among them, and two tiles beside."""
    if rules.declaring is None:
        return None
    rng = bag.rng
    special = rng.random() < 0.5
    twins = []
    for _ in range(rules.declaring.pairs - special):
        one = bag.any(lambda tile: bag.has((tile, tile)))
        bag.take((one,))
        twins += [one, one]
    if special:
        twins += [OKEY, bag.any()]
        bag.take((OKEY,))
    bare = scenes.standing(rules, bag, ())
    return scenes.holding(bare, bag.shuffled((*twins, bag.any(), bag.any())))


__all__ = ["FinishFromHere"]
