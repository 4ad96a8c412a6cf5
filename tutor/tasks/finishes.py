"""Finishing a round: the tile to throw last, and what kind of finish it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from okey.endings import Finish
from okey.moves import Discard, Move
from okey.moves import Finish as Show
from okey.referee import Applied, apply, legal
from okey.rules.model import RuleSet
from okey.search.turn_kinds import candidates
from okey.table import Round
from okey.tiles import NUMBERS, OKEY, Tile, face
from tutor.names import finish_key
from tutor.tasks import tables
from tutor.tasks.base import EqualTask, Exercise, Form, random_of
from tutor.tasks.laying_off import opened
from tutor.tasks.pieces import Bag, proposed, with_okey


def last_discards(round_: Round) -> tuple[Tile, ...]:
    """The tiles that can be thrown to end the round, once all others are laid or shown."""
    if round_.rules.showing is not None:
        moves = [Move(action) for action in candidates(round_, "finish")]
        able = [move.action for move in moves if not legal(round_, move)]
        return tuple(action.tile for action in able if isinstance(action, Show))
    found: list[Tile] = []
    seen: set[object] = set()
    waiting = [round_]
    while waiting:
        now = waiting.pop()
        hand = now.hand or ()
        if len(hand) == 1:
            if not legal(now, Move(Discard(hand[0]))) and hand[0] not in found:
                found.append(hand[0])
            continue
        for kind in ("lay", "add", "swap"):
            for action in candidates(now, kind):
                done = apply(now, Move(action))
                if isinstance(done, Applied):
                    key = (tuple(sorted(done.round.hand or ())), done.round.table)
                    if key not in seen:
                        seen.add(key)
                        waiting.append(done.round)
    return tuple(found)


class LastDiscard(EqualTask):
    """All but one tile can go to the table: which one is thrown to end the round?

    Option `okey`: an okey is among the tiles, and may stay to be thrown.
    """

    key = "last-discard"
    form = Form.TILE
    trains = ("finish.incomplete", "turn.must-discard")

    def applies(self, rules: RuleSet) -> bool:
        """Every rule set has a last discard."""
        return True

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """A rack of melds, tiles that fit on the table, and one that is thrown."""
        rng = random_of(self.key, rules, seed)
        okey = options.get("okey", False)
        make = _shown if rules.showing is not None else _laid

        def propose() -> Round | None:
            round_ = make(Bag(rng), rules, okey=okey)
            return round_ if round_ is not None and last_discards(round_) else None

        return tables.asked(self.key, rules, seed, proposed(propose))

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """Every tile of which the referee lets the round end."""
        return tuple(map(str, last_discards(tables.round_of(exercise, rules))))


def _laid(bag: Bag, rules: RuleSet, *, okey: bool) -> Round | None:
    """Seat 0 has opened, and holds a meld, one or two tiles that fit, and one more."""
    own = bag.group(3) if bag.rng.random() < 0.5 else bag.run(bag.rng.choice((3, 4)))
    faces = bag.run(3, low=2, high=NUMBERS - 1)
    run = tables.laid(bag, faces)
    next_ = face(faces[0].colour, bag.rng.choice((faces[0].number - 1, faces[-1].number + 1)))
    if run is None or bag.okey in (*own, next_) or not bag.has((*own, next_)):
        return None
    bag.take((*own, next_))
    if okey:
        own = bag.rng.choice((own, with_okey(own, 1)))
        if not bag.has((OKEY,)):
            return None
    table = [(bag.rng.choice((1, 2, 3)), run), (0, tables.group(bag, 3))]
    bare = tables.position(rules, bag, (), table)
    last = bag.any(lambda tile: not tables.fits(bare, tile))
    if okey and OKEY not in own:
        last = OKEY
    hand = bag.shuffled((*own, next_, last))
    return tables.position(rules, bag, hand, table, opened=opened(table))


def _shown(bag: Bag, rules: RuleSet, *, okey: bool) -> Round | None:
    """A rack of which all tiles but one are runs and groups."""
    melds = [bag.run(4), bag.run(3), bag.group(4), bag.group(3)]
    tiles = [own for meld in melds for own in meld]
    if bag.okey in tiles or not bag.has(tiles):
        return None
    bag.take(tiles)
    if okey:
        tiles[bag.rng.randrange(len(tiles))] = OKEY
    hand = bag.shuffled((*tiles, bag.any()))
    return tables.position(rules, bag, hand)


# What kind of finish it is


def _kinds(rules: RuleSet, *, okey: bool) -> tuple[str, ...]:
    """The finishes that this rule set tells apart, by the keys of their names."""
    some = (
        Finish(0, okey_last=False),
        Finish(0, okey_last=True),
        Finish(0, okey, same_turn=True),
        Finish(0, okey, same_turn=True, first_to_open=True),
        Finish(0, okey, by="pairs"),
        Finish(0, okey, by="pairs", same_turn=True),
    )
    return tuple(dict.fromkeys(finish_key(one, rules) for one in some))


class KindOfFinish(EqualTask):
    """Seat 0 throws the last tile: what kind of finish is that?

    The question says whether it opened in this turn or before, and the table whether others have
    opened. Option `okey`: the last tile is an okey (`true`), is not (`false`), either if left out.
    """

    key = "kind-of-finish"
    form = Form.CHOICE
    trains = ("factor.okey", "factor.from-hand", "factor.direct", "factor.pairs", "score.winner")

    def applies(self, rules: RuleSet) -> bool:
        """Where tiles are laid and the last one ends the round."""
        return rules.opening is not None

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """One tile is left, and melds lie on the table."""
        rng = random_of(self.key, rules, seed)
        okey = options.get("okey", rng.random() < 0.4)
        same_turn = rng.random() < 0.6
        alone = rng.random() < 0.5
        needed = (rules.opening.pairs if rules.opening is not None else None) or 0
        pairs = needed > 0 and rng.random() < 0.25

        def propose() -> Round | None:
            bag = Bag(rng)
            if pairs:
                own = [
                    tables.pair(bag) for _ in range((rules.opening and rules.opening.pairs) or 0)
                ]
            else:
                own = [tables.run(bag, 4, low=8), tables.group(bag, 4), tables.run(bag, 3)]
            table = [(0, meld) for meld in own]
            if not alone or pairs:
                table.insert(0, (rng.choice((1, 2, 3)), tables.run(bag, 4)))
            last = bag.take((OKEY,))[0] if okey else bag.any()
            ways = opened(table, "pairs" if pairs else "melds")
            turn = {"source": "stock", "opened": True} if same_turn else None
            round_ = tables.position(rules, bag, (last,), table, opened=ways, this_turn=turn)
            return round_ if _finish(round_) is not None else None

        round_ = proposed(propose)
        return tables.asked(
            self.key, rules, seed, round_, options=_kinds(rules, okey=okey),
            values={"tile": str((round_.hand or ())[0])},
            ask=f"{'same_turn' if same_turn else 'before'}{_beside(round_)}", about=_about(round_),
        )  # fmt: skip

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """The finish that the referee makes of the discard."""
        return (finish_key(_finish(tables.round_of(exercise, rules)), rules),)


def _beside(round_: Round) -> str:
    """What the question says besides: opened with pairs, or others have opened, too."""
    if round_.player.opened == "pairs":
        return "_pairs"
    return "_others" if any(seat.opened for seat in round_.seats[1:]) else ""


def _about(round_: Round) -> tuple[str, ...]:
    """The rules that this finish turns on."""
    finish = _finish(round_)
    named = (
        ("factor.pairs", finish is not None and finish.by == "pairs"),
        ("factor.direct", finish is not None and finish.same_turn),
        ("factor.from-hand", finish is not None and finish.same_turn),
        ("factor.okey", finish is not None and finish.okey_last),
        ("score.winner", True),
    )
    return tuple(rule for rule, is_so in named if is_so)


def _finish(round_: Round) -> Finish | None:
    """The finish that comes of throwing the last tile, None if there is none."""
    done = apply(round_, Move(Discard((round_.hand or ())[0])))
    return done.round.finish if isinstance(done, Applied) else None
