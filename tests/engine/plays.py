"""Positions in short, moves in notation, and rounds that simple players play."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from okey import Hand, RuleSet, read_indicator, rule_set
from okey.deal import deal_round
from okey.endings import Event
from okey.fits import layable
from okey.melds import LAID
from okey.moves import Add, Discard, Draw, Lay, Move, Open, Take, parse_move
from okey.positions import position_of
from okey.referee import Applied, Refusal, apply
from okey.replay import Played, play
from okey.rules.examples import Play
from okey.search.arrange import arrange_points, arrange_tiles
from okey.search.pairs import arrange_pairs
from okey.table import Phase, Round


def position(hand: str, table: str = "", rules: str | RuleSet = "101-club", **fields: Any) -> Round:
    """A position with seat 0 on turn; the fields are those of `Play`."""
    own = rule_set(rules) if isinstance(rules, str) else rules
    return position_of(Play("", hand, table, **fields), own)


def played(round_: Round, moves: str) -> Played:
    """Moves between semicolons, made as far as they are legal."""
    return play(round_, [parse_move(text, round_.indicator) for text in moves.split(";")])


def after(round_: Round, moves: str) -> Round:
    """The round after moves that must all be legal."""
    done = played(round_, moves)
    assert done.refusal is None, done.refusal
    return done.last


def refused(round_: Round, moves: str) -> list[str]:
    """What the last move breaks; the others must be legal."""
    done = played(round_, moves)
    assert done.refusal is not None, "nothing was refused"
    assert len(done.moves) == len(moves.split(";")) - 1, done.refusal
    return [violation.rule for violation in done.refusal.violations]


def written(round_: Round) -> list[tuple[str, int, int]]:
    """What was written, each with who pays and how much."""
    return [(event.rule, event.seat, event.points) for event in round_.events]


def table(round_: Round) -> list[str]:
    """The melds on the table."""
    return [meld.text for meld in round_.table]


@dataclass
class Made:
    """The moves that a round took, and the states: one more than moves."""

    moves: list[Move] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)


def self_play(
    rules: RuleSet, seed: int, *, seats: int = 4, moves: int = 400, made: Made | None = None
) -> Iterator[Round]:
    """A round that plays itself: every state, from the deal to the end; `made` has the moves.

    Players take what they can use, open as soon as they can, lay what fits, throw at random.
    """
    chance = random.Random(seed)
    made = Made() if made is None else made
    round_ = deal_round(rules, "self-play", seed, seats, chance.randrange(seats))
    made.rounds.append(round_)
    yield round_
    begun, takes = 0, True  # the moves before this turn, and whether the discard may be taken
    for _ in range(moves):
        round_ = made.rounds[-1]
        if round_.over:
            return
        if round_.turn.phase is Phase.DRAW and len(made.moves) != begun:
            begun, takes = len(made.moves), chance.random() < 0.6
        for move in _wishes(round_, chance, takes):
            done = apply(round_, move)
            if isinstance(done, Applied):
                made.moves.append(move)
                made.rounds.append(done.round)
                yield done.round
                break
        else:  # a tile was taken and is not used: draw instead
            takes = False
            del made.moves[begun:], made.rounds[begun + 1 :]


def _wishes(round_: Round, chance: random.Random, takes: bool) -> Iterator[Move]:
    """Moves in the order in which a player would like to make them."""
    if round_.turn.phase is Phase.DRAW:
        for text in ("declare pairs", "take indicator", "take", "draw", "pass"):
            if takes or not text.startswith("take"):
                yield parse_move(text, round_.indicator)
    hand = round_.hand or ()
    held = Hand(round_.indicator, hand)
    if round_.rules.opening is not None and hand and chance.random() < 0.9:
        for way in (arrange_points, arrange_tiles):
            melds = way(held).melds
            if melds:
                yield Move(Open(melds))
                yield Move(Lay(melds[:1]))
                yield Move(Open(melds[:-1])) if len(melds) > 1 else Move(Lay(melds[-1:]))
        pairs = arrange_pairs(held)
        if pairs:
            yield Move(Open(pairs))
            yield Move(Lay(pairs[:1]))
        for tile in hand:
            for index, end in layable(tile, round_.table, round_.rules, round_.okey):
                yield Move(Add(LAID[tile.index], index + 1, end))
    for tile in chance.sample(hand, len(hand)):
        yield Move(Discard(tile))


__all__ = [
    "Draw", "Event", "Refusal", "Take", "after", "played", "position", "read_indicator", "refused",
    "self_play", "table", "written",
]  # fmt: skip
