"""Lay off as many tiles, or as many points, as this turn allows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from okey.errors import InputError
from okey.fits import layable
from okey.melds import MeldKind
from okey.moves import Add
from okey.rules.model import RuleSet
from okey.search.turn_outcomes import LaidOff, laid_off
from okey.search.turn_places import ends_of
from okey.search.turn_state import WILD, Lying, Stand, Tiles, held, slot_face, stand_of
from okey.table import Round
from okey.tiles import FALSE_OKEY, OKEY, TILES, Tile
from puzzles.kinds import scenes
from puzzles.kinds.base import Theme
from puzzles.kinds.plans import plain, plan_text, tried
from puzzles.kinds.saying import Saying
from tutor.tasks import tables
from tutor.tasks.base import Exercise, Form, Outcome, named, random_of, read_moves
from tutor.tasks.pieces import Bag

CAP: Final = "layoff.run-cap"


class LayOff(Saying):
    """A table at which one has opened, and a rack of tiles of which some fit."""

    key = "lay-off"
    version = 1
    form = Form.MOVES
    trains = ("layoff.no-fit", CAP)
    moves = ("add",)
    themes = scenes.themes_of(
        scenes.OKEY_ON_TABLE, scenes.OKEY_IN_HAND,
        Theme("cap", tells=True), Theme("chain", tells=True), Theme("rivals", tells=True),
        Theme("group-end", tells=True), Theme("points"),
    )  # fmt: skip

    def applies(self, rules: RuleSet) -> bool:
        """Where tiles are laid off."""
        return rules.table is not None

    def generate(  # type: ignore[override]  # None: this one falls through
        self, rules: RuleSet, seed: str, options: Mapping[str, Any]
    ) -> Exercise | None:
        """Tiles that go onto the table one behind the other, and some that do not."""
        rng = random_of(self.key, rules, seed)
        bag = Bag(rng)
        table = scenes.openings(bag, (0, *scenes.others(rng, rng.choice((1, 1, 2)))))
        if table is None:
            return None
        if rng.random() < 0.35 and not scenes.with_okey(bag, table, table[-1][0]):
            return None
        bare = scenes.standing(rules, bag, table)
        points = rng.random() < 0.35
        # Without a cap an okey goes wherever one pleases, which is no question any more.
        capped = rules.table is not None and rules.table.run_cap is not None
        okey = bag.take((OKEY,)) if capped and not points and rng.random() < 0.25 else ()
        laid = sum(len(meld.split()) for owner, meld in table if owner == 0)
        room = 22 - laid - len(okey)
        useful = scenes.chains(bag, bare, rng.randint(3, 6))
        if useful is None or len(useful) + 1 > room:
            return None
        rest = scenes.idle(bag, bare, min(rng.randint(1, 4), room - len(useful)))
        if rest is None:
            return None
        if points and FALSE_OKEY in (*useful, *rest):
            return None  # its number is that of another tile: a question of its own
        round_ = scenes.holding(bare, bag.shuffled((*okey, *useful, *rest)))
        return scenes.asked(self.key, rules, seed, round_, ask="points" if points else "tiles")

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """One of the best ways; with the rest of the hand, as many as differ in it."""
        round_ = tables.round_of(exercise, rules)
        some, gained = possible(round_), gains(round_, exercise.ask)
        most = max(gained)
        best = [one for one, points in zip(some, gained, strict=True) if points == most > 0]
        return tuple(plan_text(plain(one.actions)) for one in best[:8])

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """Every sequence that the referee accepts and that gains the most is right."""
        moves = read_moves(exercise, answer)
        for move in moves:
            if not isinstance(move.action, Add) or move.seat not in (None, 0):
                raise InputError("input.move", f"answer: {str(move)[:40]}")
        round_ = tables.round_of(exercise, rules)
        most = max(gains(round_, exercise.ask))
        done = tried(round_, moves)
        mine = worth(exercise.ask, spent(round_, done.round))
        values: dict[str, str | int] = {"most": most, "mine": mine}
        correct = not done.violations and mine == most
        # With more to lay off nothing is broken: what is left is said by the rule of laying off.
        rules_said = named(done.violations) or self.about(exercise)
        return Outcome(
            correct, self.right(exercise, rules), violations=done.violations, rules=rules_said,
            values=values,
        )  # fmt: skip

    def wanted(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> bool:
        """At least two tiles, and a sequence that does not gain the most."""
        round_ = tables.round_of(exercise, rules)
        return len(right[0].split("; ")) >= 2 and len(set(gains(round_, exercise.ask))) > 2

    def proof_key(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> str:
        """How much can be laid off."""
        return f"proof_{exercise.ask}"

    def missed_key(self, exercise: Exercise, outcome: Outcome) -> str:
        """More was possible, where all moves are allowed."""
        return "" if outcome.violations else f"more_{exercise.ask}"

    def features(
        self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet
    ) -> dict[str, int]:
        """How much lies there; in how many ways one can begin."""
        round_ = tables.round_of(exercise, rules)
        firsts = {str(one.actions[0]) for one in possible(round_) if one.actions}
        return scenes.table_features(round_) | {
            "firsts": len(firsts), "points": int(exercise.ask == "points"),
        }  # fmt: skip

    def effort(self, features: Mapping[str, int]) -> float:
        """Melds and ways to begin; points are counted besides."""
        melds = scenes.scaled(features["melds"], 6, 12)
        firsts = scenes.scaled(features["firsts"], 1, 8)
        okeys = 0.2 * min(1, features["okeys"]) + 0.1 * min(1, features["table_okeys"])
        return 0.1 + 0.3 * melds + 0.25 * firsts + okeys + 0.1 * features["points"]

    def tags(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> Iterable[str]:
        """See `themes`."""
        round_ = tables.round_of(exercise, rules)
        shared = ("okey-on-table", "okey-in-hand")
        yield from (key for key in scenes.table_tags(round_) if key in shared)
        if exercise.ask == "points":
            yield "points"
        some = possible(round_)
        if capped(round_):
            yield "cap"
        if any(is_chain(one) for one in some):
            yield "chain"
        if rivals(round_):
            yield "rivals"
        if any(
            isinstance(move, Add) and round_.table[move.meld - 1].kind is MeldKind.GROUP
            for one in some for move in one.actions
        ):  # fmt: skip
            yield "group-end"


# What can be laid off


@lru_cache(maxsize=128)  # a position is asked about again and again while it is made
def possible(round_: Round) -> tuple[LaidOff, ...]:
    """Everything that laying off can leave in the hand, with one tile at least to throw."""
    stand, hand = stand_of(round_), held(round_.hand or ())
    near = stand.at(tuple(_reached(stand, lying, hand) for lying in stand.table))
    return tuple(one for one in laid_off(near, hand) if one.rest.total() >= 1)


def _reached(stand: Stand, lying: Lying, hand: Tiles) -> Lying:
    """A run with room for no more than the hand has for it: the search tries all the room."""
    if lying.kind is not MeldKind.RUN:
        return lying
    low, high = following(stand, lying, hand)
    room = lying.room
    return replace(lying, room=(min(room[0], low), min(room[1], high), room[2]))


def following(stand: Stand, lying: Lying, hand: Tiles) -> tuple[int, int]:
    """How many tiles of the hand follow one another below a run and above it, okeys in gaps."""
    base, first, last = ends_of(stand, lying)
    counts = []
    for slots in (range(first - 1, 0, -1), range(last + 1, stand.last + 1)):
        okeys, count = hand[WILD], 0
        for slot in slots:
            if not any(hand[tile] for tile in stand.tiles(slot_face(base, slot))):
                okeys -= 1
            if okeys < 0:
                break
            count += 1
        counts.append(count)
    return counts[0], counts[1]


@lru_cache(maxsize=128)
def gains(round_: Round, ask: str) -> tuple[int, ...]:
    """What each possible way gains: tiles, or the points of their numbers."""
    if ask == "tiles":
        return tuple(len(one.actions) for one in possible(round_))
    whole = _number(held(round_.hand or ()))
    return tuple(whole - _number(one.rest) for one in possible(round_))


def _number(tiles: Tiles) -> int:
    """The sum of the numbers on some tiles, none of them an okey."""
    return sum(TILES[index].number * count for index, count in tiles.items())


def worth(ask: str, tiles: Iterable[Tile]) -> int:
    """Tiles counted, or their numbers."""
    tiles = list(tiles)
    return sum(tile.number for tile in tiles) if ask == "points" else len(tiles)


def spent(before: Round, after: Round) -> list[Tile]:
    """The tiles that left the hand of seat 0."""
    gone = Counter(before.seats[0].hand or ())
    gone.subtract(after.seats[0].hand or ())
    return list(gone.elements())


# Themes


def capped(round_: Round) -> bool:
    """Whether more tiles of the hand follow at the ends of a run than may be laid off there."""
    table = round_.rules.table
    if table is None or table.run_cap is None:
        return False
    stand, hand = stand_of(round_), held(round_.hand or ())
    return any(
        sum(following(stand, lying, hand)) > table.run_cap
        for lying in stand.table
        if lying.kind is MeldKind.RUN
    )


def is_chain(one: LaidOff) -> bool:
    """Whether a tile goes behind another that was laid off before it, at the same end."""
    ends = Counter(
        (move.meld, move.end) for move in one.actions if isinstance(move, Add) and move.end
    )
    return any(count > 1 for count in ends.values())


def rivals(round_: Round) -> bool:
    """Whether a tile of the hand fits more than one meld."""
    for tile in set(round_.hand or ()):
        homes = {at for at, _ in layable(tile, round_.table, round_.rules, round_.okey)}
        if tile != OKEY and len(homes) > 1:
            return True
    return False


__all__ = ["LayOff", "capped", "gains", "is_chain", "possible", "rivals"]
