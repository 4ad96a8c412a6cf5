"""What the referee costs: a whole round replayed, and the legality of one move.

    python -m benchmarks.rounds

Rounds that play themselves from seeded deals, in 101 some fifty moves, in classic two hundred and
more. All figures are given in median single searches (the best points of a recorded hand), taken in
the same run. A take is the one move that is searched.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from functools import partial
from typing import Any, NamedTuple

from benchmarks.measure import Times, interleaved, microseconds, recorded, table, times, where
from okey import Hand, rule_set
from okey.answers import answer
from okey.moves import Move
from okey.referee import legal
from okey.search import best_points
from okey.table import Round
from tests.engine.plays import Made, self_play

KEYS = ("101-guide", "101-club", "101-siler", "classic")
ROUNDS = 6  # of each rule set
PASSES = 25
AIM_ROUND = 100  # median searches for a whole round of 101
AIM_MOVE = 1  # and for the legality of a move other than a take


class Question(NamedTuple):
    """A move and the round in which it is made."""

    round: Round
    move: Move


def main() -> int:
    """Print the figures; return 1 where an aim is missed."""
    print(f"# The referee\n\n{where()}\n")
    _, hands = recorded()
    lines, questions = [], []
    for key in KEYS:
        for seed in range(ROUNDS):
            made = Made()
            for _ in self_play(rule_set(key), seed, made=made):
                pass
            lines.append(_line(key, made))
            questions += [Question(*one) for one in zip(made.rounds, made.moves, strict=False)]
    replayed, searched = _in_turn(lines, hands)
    search = searched.median
    kinds: dict[str, list[Question]] = defaultdict(list)
    for question in questions:
        kinds[type(question.move.action).__name__].append(question)
    moves = {
        kind: interleaved({kind: _legal}, asked[:600], rounds=5)[kind]
        for kind, asked in sorted(kinds.items())
    }
    lengths = [len(line["moves"]) for line in lines]
    print(f"One median search: {microseconds(search)}. {len(lines)} rounds of {min(lengths)} to")
    print(f"{max(lengths)} moves, {sum(lengths) / len(lengths):.0f} on average.\n")
    by_key: dict[str, list[float]] = defaultdict(list)
    for line, seconds in zip(lines, replayed.seconds, strict=True):
        by_key[line["rules"]].append(seconds)
    rows = [_row(f"a whole round of {key}", Times(own), search) for key, own in by_key.items()]
    rows += [_row(f"legality: {kind}", result, search) for kind, result in moves.items()]
    print(table(("question", "median", "most", "median in searches"), rows))
    others = [one for kind, result in moves.items() if kind != "Take" for one in result.seconds]
    in_101 = [one for key, own in by_key.items() if key != "classic" for one in own]
    move, whole = Times(others).median / search, Times(in_101).median / search
    print(
        f"\na whole round of 101: {times(whole)} searches (aim {AIM_ROUND});"
        f" the legality of a move other than a take: {times(move)} (aim {AIM_MOVE})"
    )
    return int(whole >= AIM_ROUND or move >= AIM_MOVE)


def _line(key: str, made: Made) -> dict[str, Any]:
    """What the verb `replay` reads: the deal and the moves of a round."""
    begun = made.rounds[0]
    return {
        "rules": key,
        "seats": len(begun.seats),
        "starter": begun.starter,
        "indicator": str(begun.indicator),
        "hands": [" ".join(map(str, seat.hand or ())) for seat in begun.seats],
        "stock": " ".join(map(str, begun.stock)),
        "risk": begun.risk,
        "moves": [str(move) for move in made.moves],
    }


def _in_turn(lines: list[dict[str, Any]], hands: list[Hand]) -> tuple[Times, Times]:
    """Replays and searches, all of the ones after all of the others; the quickest pass counts.

    So both have the same quiet moments of a machine with other work.
    """
    replayed, searched = [float("inf")] * len(lines), [float("inf")] * len(hands)
    for _ in range(PASSES):
        replay = interleaved({"": partial(answer, "replay")}, lines, rounds=1)[""]
        search = interleaved({"": best_points}, hands, rounds=1)[""]
        replayed = list(map(min, replayed, replay.seconds))
        searched = list(map(min, searched, search.seconds))
    return Times(replayed), Times(searched)


def _legal(question: Question) -> object:
    return legal(question.round, question.move)


def _row(name: str, result: Times, search: float) -> tuple[str, ...]:
    ratio = times(result.median / search)
    return name, microseconds(result.median), microseconds(result.most), ratio


if __name__ == "__main__":
    sys.exit(main())
