"""The best points of a hand: how fast, and how much faster than others.

    python -m benchmarks.search

600 recorded deals, warm, all solvers in turn in one run. `pip install -r
benchmarks/requirements.txt` installs what it is compared with; what is missing is left out.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial

from benchmarks import rivals
from benchmarks.measure import Times, interleaved, microseconds, recorded, table, times, where
from okey import Hand, rule_set
from okey.search import arrange_points, arrange_tiles, best_points, can_open, solve

LEAST_RATIOS = (25, 80)  # the published solver takes so much longer: median, 99th percentile
NAMES = {"okey-solver-py": rivals.okey_solver, "HiGHS": rivals.highs}


def main() -> int:
    """Print the figures; return 1 where an answer is wrong or the published solver too near."""
    print(f"# The search\n\n{where()}\n")
    lines, hands = recorded()
    solvers: dict[str, list[Callable[[], int]]] = {
        "best points": [partial(best_points, hand) for hand in hands]
    }
    for name, make in NAMES.items():
        prepare = make()
        if prepare is None:
            print(f"{name} is not installed: left out\n")
        else:
            solvers[name] = [prepare(hand) for hand in hands]
    wrong = {
        name: sum(
            solved() != line["best_points"] for solved, line in zip(prepared, lines, strict=True)
        )
        for name, prepared in solvers.items()
    }
    compared = interleaved(
        {name: partial(_solve, prepared) for name, prepared in solvers.items()},
        range(len(hands)),
    )
    ours = compared["best points"]
    print(
        table(
            ("600 deals", "median", "p99", "most", "median ÷", "p99 ÷", "wrong answers"),
            ((name, *_row(result, ours), str(wrong[name])) for name, result in compared.items()),
        )
    )
    print("\nHow many single searches (median) the other questions about a hand cost:\n")
    club = rule_set("101-club")
    questions: dict[str, Callable[[Hand], object]] = {
        "best points": best_points,
        "can it open": lambda hand: can_open(hand, club),
        "the melds with the most points": arrange_points,
        "the melds with the most tiles": arrange_tiles,
        "all that `solve` answers": lambda hand: solve(hand, club),
    }
    measured = interleaved(questions, hands)
    single = measured["best points"].median
    print(
        table(
            ("question", "median", "p99", "median in searches", "p99 in searches"),
            (
                (
                    name,
                    microseconds(result.median),
                    microseconds(result.p99),
                    times(result.median / single),
                    times(result.p99 / single),
                )
                for name, result in measured.items()
            ),
        )
    )
    print("\nThe tables are made when first used, in a new process:\n")
    print(table(("first use", "seconds", "in searches"), _first_uses(single)))
    published = compared.get("okey-solver-py")
    ratios = (published.median / ours.median, published.p99 / ours.p99) if published else None
    took = " and ".join(map(times, ratios)) if ratios else "no"
    print(
        f"\nbest points of {len(hands)} deals: median {microseconds(ours.median)}, wrong answers"
        f" {wrong['best points']}; the published solver takes {took} times as long (median, p99)"
    )
    slow = ratios is None or any(
        ratio < least for ratio, least in zip(ratios, LEAST_RATIOS, strict=True)
    )
    return int(wrong["best points"] > 0 or slow)


def _solve(prepared: list[Callable[[], int]], at: int) -> int:
    return prepared[at]()


def _row(result: Times, ours: Times) -> tuple[str, ...]:
    return (
        microseconds(result.median),
        microseconds(result.p99),
        microseconds(result.most),
        times(result.median / ours.median),
        times(result.p99 / ours.p99),
    )


FIRST_USES = {
    "import of numpy": "import numpy",
    "import of okey.search": "import numpy; start(); import okey.search",
    "first best points": "import okey.search as s; h = hand(); start(); s.best_points(h)",
    "first arrangement": (
        "import okey.search as s; h = hand(); s.best_points(h); start(); s.arrange_points(h)"
    ),
    "first outs": (
        "import okey.search as s; h, r = hand(), rules(); s.best_points(h); start(); s.outs(h, r)"
    ),
}


def _first_uses(single: float) -> list[tuple[str, str, str]]:
    """Seconds of each, the best of three new processes."""
    prelude = (
        "import time\nbegun = [time.perf_counter()]\n"
        "def start(): begun[0] = time.perf_counter()\n"
        "def hand():\n from okey.deal import deal\n return deal('first', 0, tiles=21)\n"
        "def rules():\n from okey import rule_set\n return rule_set('101-club')\n"
    )
    rows = []
    for name, code in FIRST_USES.items():
        script = f"{prelude}{code}\nprint(time.perf_counter() - begun[0])"
        seconds = min(
            float(
                subprocess.run(
                    [sys.executable, "-c", script], capture_output=True, text=True, check=True
                ).stdout
            )
            for _ in range(3)
        )
        rows.append((name, f"{seconds:.3f}", f"{seconds / single:.0f}"))
    return rows


if __name__ == "__main__":
    started = time.perf_counter()
    code = main()
    print(f"({time.perf_counter() - started:.0f} s)", file=sys.stderr)
    sys.exit(code)
