"""Outs (53 draws) and advice (every discard, all draws), in single searches of the same hand.

python -m benchmarks.draws
"""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.measure import interleaved, microseconds, recorded, table, times, where
from okey import Hand, RuleSet, rule_set
from okey.search import advise, best_points, can_open, outs
from okey.tiles import COPIES, TILES


def main() -> None:
    print(f"# Outs and advice\n\n{where()}\n")
    _, dealt = recorded()
    guide, club = rule_set("101-guide"), rule_set("101-club")
    full = [hand for hand in dealt if len(hand.tiles) == 22]
    waiting = [Hand(hand.indicator, hand.tiles[:21]) for hand in dealt]
    rows: list[tuple[str, ...]] = []
    for title, hands, questions in (
        (
            f"{len(waiting)} hands of 21",
            waiting,
            {
                "outs, 101-guide": _asked(outs, guide),
                "outs, 101-club": _asked(outs, club),
                "every draw on its own, 101-club": _asked(_one_by_one, club),
            },
        ),
        (
            f"{len(full)} hands of 22",
            full,
            {"advise, 101-guide": _asked(advise, guide), "advise, 101-club": _asked(advise, club)},
        ),
    ):
        measured = interleaved({"best points": best_points, **questions}, hands)
        single = measured["best points"].median
        for name, result in measured.items():
            rows.append(
                (
                    title,
                    name,
                    microseconds(result.median),
                    microseconds(result.p99),
                    times(result.median / single),
                    times(result.p99 / single),
                    times(sum(result.seconds) / sum(measured["best points"].seconds)),
                )
            )
    head = ("hands", "question", "median", "p99", "median ÷ search", "p99 ÷ search", "mean ÷ mean")
    print(table(head, rows))
    print("\nA search is the median of the best points of the same hands.")


def _asked(question: Callable[[Hand, RuleSet], object], rules: RuleSet) -> Callable[[Hand], object]:
    return lambda hand: question(hand, rules)


def _one_by_one(hand: Hand, rules: RuleSet) -> int:
    draws = [
        tile
        for tile in TILES
        if tile != hand.okey and (*hand.tiles, hand.indicator).count(tile) < COPIES
    ]
    return sum(can_open(Hand(hand.indicator, (*hand.tiles, tile)), rules) for tile in draws)


if __name__ == "__main__":
    main()
