"""How hard puzzles are for simulated solvers, and the first difficulty fitted to that.

    python -m benchmarks difficulty [--count N] [--out FILE] [--write] [--table]

Of every kind and rule set N positions are answered by solvers of several strengths
(`puzzles/solvers.py`), each a few times. The effort of a position is the share of answers that were
wrong; weights of the kind's features are fitted to it on every other position, and the table shows
on the rest how well the order of the positions is met. `--write` keeps the weights in
`puzzles/efforts.json`. Rows are appended to FILE, and a run goes on where the file ends.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

os.environ.setdefault("DEVELOPMENT", "true")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "okeysite.settings")

import django

django.setup()

import numpy as np  # noqa: E402

from benchmarks.measure import table  # noqa: E402
from okey.rules.rulesets import rule_set  # noqa: E402
from puzzles import gates  # noqa: E402
from puzzles.efforts import EFFORT, WEIGHTS  # noqa: E402
from puzzles.kinds.base import BLOCK, EASIEST, HARDEST  # noqa: E402
from puzzles.kinds.registry import KINDS  # noqa: E402
from puzzles.solvers import SOLVERS, solves  # noqa: E402

SEED: Final = "difficulty"
TRIES: Final = 4  # answers of each strength that does not always say the same
RIDGE: Final = 15.0  # holds weights small where few positions speak for them
OWN_SCALE: Final = ("can-open",)  # measured against hands with the same answer, so as not to tell
Row = dict[str, Any]


def main() -> int:
    """Ask the solvers, fit, and print the tables."""
    parser = argparse.ArgumentParser(prog="benchmarks difficulty", description=__doc__)
    parser.add_argument("--count", type=int, default=BLOCK, help="positions a kind and rule set")
    parser.add_argument("--out", type=Path, default=Path("difficulty.jsonl"))
    parser.add_argument("--write", action="store_true", help="keep the weights")
    parser.add_argument("--table", action="store_true", help="only fit what the file holds")
    told = parser.parse_args()
    rows = _read(told.out)
    if not told.table:
        _ask(told.count, told.out, rows)
    fits = {
        key: fit([row for row in rows if row["kind"] == key]) for key in KINDS if _has(rows, key)
    }
    print(shares(rows))
    print()
    print(correlations(rows, fits))
    if told.write:
        kept = {key: fitted for key, fitted in fits.items() if key not in OWN_SCALE}
        WEIGHTS.write_text(json.dumps(kept, indent=2) + "\n")
    return 0


def _read(path: Path) -> list[Row]:
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def _has(rows: Sequence[Row], key: str) -> bool:
    return any(row["kind"] == key for row in rows)


def _ask(count: int, out: Path, rows: list[Row]) -> None:
    """Have the positions answered that are not in the file yet."""
    with out.open("a") as file:
        for number in range((count + BLOCK - 1) // BLOCK):
            for key, kind in KINDS.items():
                for rules in kind.rule_sets:
                    done = {(row["kind"], row["rules"], row["block"]) for row in rows}
                    if (key, rules, number) in done:
                        continue
                    for row in _block(key, rules, number):
                        rows.append(row)
                        file.write(json.dumps(row) + "\n")
                    file.flush()


def _block(key: str, rules: str, number: int) -> list[Row]:
    """The positions of a block, each with the share that every strength answers right."""
    kind, rs = KINDS[key], rule_set(rules)
    found = []
    for place, one in enumerate(gates.positions(kind, rs, SEED, number)):
        right = {}
        for solver in SOLVERS:
            tries = TRIES if solver.unseen else 1
            told = [
                solves(kind, one.exercise, solver, Random(f"{key} {one.key} {solver.key} {at}"))
                for at in range(tries)
            ]
            right[solver.key] = sum(told) / tries
        features = kind.features(one.exercise, one.right, rs)
        found.append(
            {
                "kind": key,
                "rules": rules,
                "block": number,
                "place": place,
                "features": features,
                "guess": round(kind.effort(features), 4),
                "difficulty": kind.difficulty(one.exercise, one.right, features),
                "right": right,
            }
        )
    return found


# Fitting


def wrong(row: Row) -> float:
    """The share of answers that were wrong, of the strengths that do not always answer right."""
    weak = [row["right"][solver.key] for solver in SOLVERS if solver.unseen]
    return 1 - sum(weak) / len(weak)


def names_of(rows: Sequence[Row]) -> list[str]:
    """The features of these positions, and what the kind itself makes of them."""
    return list(dict.fromkeys(name for row in rows for name in numbers_of(row)))


def numbers_of(row: Row) -> dict[str, float]:
    """The features of a position with the effort that its kind sees in them."""
    return {**row["features"], EFFORT: row["guess"]}


def fit(rows: Sequence[Row]) -> dict[str, Any]:
    """Weights of the features of one kind, by least squares that keep them small."""
    names = names_of(rows)
    matrix = np.array([[numbers_of(row).get(name, 0) for name in names] for row in rows], float)
    matrix = matrix.reshape(len(rows), len(names))
    effort = np.array([wrong(row) for row in rows])
    mean, spread = matrix.mean(axis=0), matrix.std(axis=0)
    used = spread > 0
    scaled = (matrix[:, used] - mean[used]) / spread[used]
    pull = RIDGE * np.eye(scaled.shape[1])
    found = np.linalg.solve(scaled.T @ scaled + pull, scaled.T @ (effort - effort.mean()))
    weights = found / spread[used]
    base = effort.mean() - float(weights @ mean[used])
    kept = [name for name, is_used in zip(names, used, strict=True) if is_used]
    return {
        "base": round(float(base), 4),
        "weights": {name: round(float(one), 5) for name, one in zip(kept, weights, strict=True)},
    }


def effort_of(row: Row, fitted: dict[str, Any]) -> float:
    """What weights make of a position."""
    numbers = numbers_of(row)
    found = sum(weight * numbers.get(name, 0) for name, weight in fitted["weights"].items())
    return min(1.0, max(0.0, fitted["base"] + found))


# Tables


def shares(rows: Sequence[Row]) -> str:
    """How many positions each strength answers right, kind by kind."""
    lines = []
    for key in KINDS:
        own = [row for row in rows if row["kind"] == key]
        if own:
            means = [sum(row["right"][one.key] for row in own) / len(own) for one in SOLVERS]
            middle = EASIEST + (HARDEST - EASIEST) * sum(map(wrong, own)) / len(own)
            lines.append(
                (f"`{key}`", str(len(own)), *(f"{mean:.0%}" for mean in means), f"{middle:.0f}")
            )
    head = ("kind", "positions", *(solver.key for solver in SOLVERS), "middle difficulty")
    return table(head, lines)


def correlations(rows: Sequence[Row], fits: dict[str, Any]) -> str:
    """The rank correlation of effort and the share of wrong answers on positions not fitted to."""
    lines, fitted_all, wrong_all, guess_all = [], [], [], []
    for key in fits:
        own = [row for row in rows if row["kind"] == key]
        half = fit([row for row in own if not row["place"] % 2])
        rest = [row for row in own if row["place"] % 2]
        errors = [wrong(row) for row in rest]
        if key in OWN_SCALE:
            efforts = [row["difficulty"] for row in rest]
            lines.append((f"`{key}`", "-", _text(spearman(efforts, errors)), "its own scale"))
            continue
        efforts = [effort_of(row, half) for row in rest]
        guesses = [row["guess"] for row in rest]
        fitted_all += efforts
        wrong_all += errors
        guess_all += guesses
        weights = ", ".join(f"{name} {one:+.3f}" for name, one in fits[key]["weights"].items())
        lines.append(
            (
                f"`{key}`",
                _text(spearman(guesses, errors)),
                _text(spearman(efforts, errors)),
                f"{fits[key]['base']:.3f}; {weights}",
            )
        )
    lines.append(
        (
            "all together",
            _text(spearman(guess_all, wrong_all)),
            _text(spearman(fitted_all, wrong_all)),
            "",
        )
    )
    head = ("kind", "before the fit", "fitted", "base; weights")
    return table(head, lines)


def _text(correlation: float | None) -> str:
    return "-" if correlation is None else f"{correlation:.2f}"


def spearman(one: Sequence[float], other: Sequence[float]) -> float | None:
    """The rank correlation; None where all values of one are the same."""
    if len(set(one)) < 2 or len(set(other)) < 2:
        return None
    return float(np.corrcoef(_ranks(one), _ranks(other))[0, 1])


def _ranks(values: Sequence[float]) -> list[float]:
    """Ranks, equal values sharing theirs."""
    order = sorted(values)
    first = {value: at for at, value in reversed(list(enumerate(order)))}
    last = {value: at for at, value in enumerate(order)}
    return [(first[value] + last[value]) / 2 for value in values]


if __name__ == "__main__":
    sys.exit(main())
