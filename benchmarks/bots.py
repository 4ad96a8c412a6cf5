"""How much better the stronger bots are, and how long their moves take.

    python -m benchmarks.bots --rounds 2000 --out var/bots.jsonl

Every deal is played twice, the two levels changing seats, so that good hands help neither. Deals
that stand in the file given are not played again; with `--part 1/4` only every fourth batch is
played, for several processes that write to files of their own. `--from FILE ...` reads more files.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from benchmarks.measure import recorded, table, times, where
from okey import RULE_SETS, rule_set
from okey.bots import LEVELS, Level, choose, play_out, seen_by, steps
from okey.deal import deal_round
from okey.rules.parameters import Countdown
from okey.search import best_points
from okey.table import Round

PAIRS: Final[tuple[tuple[Level, Level], ...]] = (("strong", "middle"), ("middle", "random"))
BATCH: Final = 5  # deals, each played twice
SEED: Final = "measured"  # not the deals that the strong player was tuned on
USUAL: Final = 200  # rounds
TIMED: Final = 6  # rounds of each rule set whose moves are timed
AIM: Final = 0.3  # seconds in which a bot's move reaches a page


class Meeting(NamedTuple):
    """Two levels at a table, every other seat."""

    rules: str
    seats: int
    better: Level
    worse: Level


class Row(NamedTuple):
    """A batch of deals: for each the better level's lead in a round, and its wins (0 to 1)."""

    meeting: Meeting
    batch: int
    leads: list[float]
    wins: list[float]


MEETINGS: Final = tuple(
    Meeting(key, seats, *pair)
    for pair in PAIRS
    for key in ("101-guide", "101-club", "101-siler", "classic")
    for seats in RULE_SETS[key].seating.counts
)


def main() -> None:
    """Play what is missing, and print the table."""
    asked = _arguments()
    print(f"# Bots\n\n{where()}\n")
    rows = {(row.meeting, row.batch): row for path in asked.read for row in _read(path)}
    part, parts = map(int, asked.part.split("/"))
    batches = math.ceil(asked.rounds / 2 / BATCH)
    chosen = [one for one in MEETINGS if asked.only is None or one.rules in asked.only]
    chosen = [one for one in chosen if asked.better is None or one.better == asked.better]
    for batch in range(part - 1, batches, parts):
        for meeting in chosen:
            if (meeting, batch) not in rows:
                row = rows[meeting, batch] = _play(meeting, batch)
                if asked.out is not None:
                    _append(asked.out, row)
    print(table(_HEAD, _lines(chosen, rows.values())))
    if asked.times:
        print()
        _print_times()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=USUAL, help="of each meeting")
    parser.add_argument("--part", default="1/1", help="which batches are played, as 1/4")
    parser.add_argument("--out", type=Path, help="where batches are kept")
    parser.add_argument("--from", type=Path, nargs="*", default=[], dest="read")
    parser.add_argument("--only", nargs="*", choices=RULE_SETS, help="rule sets")
    parser.add_argument("--better", choices=[pair[0] for pair in PAIRS])
    parser.add_argument("--no-times", action="store_false", dest="times")
    asked = parser.parse_args()
    if asked.out is not None:
        asked.read.append(asked.out)
    return asked


def _read(path: Path) -> Iterator[Row]:
    if path.exists():
        for text in path.read_text().splitlines():
            line: dict[str, Any] = json.loads(text)
            yield Row(Meeting(*line["meeting"]), line["batch"], line["leads"], line["wins"])


def _append(path: Path, row: Row) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file:
        file.write(json.dumps(row._asdict()) + "\n")


# Playing


def _play(meeting: Meeting, batch: int) -> Row:
    leads, wins = [], []
    for number in range(batch * BATCH, (batch + 1) * BATCH):
        lead, won = _deal(meeting, number)
        leads.append(lead)
        wins.append(won)
    return Row(meeting, batch, leads, wins)


def _deal(meeting: Meeting, number: int) -> tuple[float, float]:
    """The lead and the wins of the better level in one deal, played with the seats changed."""
    rules, leads, wins = rule_set(meeting.rules), [], []
    sign = 1 if isinstance(rules.scoring, Countdown) else -1
    for first in (0, 1):
        levels = [(meeting.better, meeting.worse)[(at + first) % 2] for at in range(meeting.seats)]
        starter = number % meeting.seats
        last = play_out(rules, levels, f"{SEED} {number}", starter=starter)
        assert last.result is not None
        scores = [sign * score for score in last.result.scores]
        better = [score for at, score in enumerate(scores) if (at + first) % 2 == 0]
        worse = [score for at, score in enumerate(scores) if (at + first) % 2 == 1]
        leads.append(statistics.mean(better) - statistics.mean(worse))
        most = max(scores)
        wins.append(better.count(most) / scores.count(most))
    return statistics.mean(leads), statistics.mean(wins)


# The table

_HEAD: Final = ("rule set", "seats", "levels", "rounds", "lead a round", "share of wins")


def _lines(meetings: Sequence[Meeting], rows: Any) -> Iterator[Sequence[str]]:
    for meeting in meetings:
        leads: list[float] = []
        wins: list[float] = []
        for row in rows:
            if row.meeting == meeting:
                leads += row.leads
                wins += row.wins
        if len(leads) > 1:
            yield (
                f"`{meeting.rules}`", str(meeting.seats), f"{meeting.better}, {meeting.worse}",
                str(2 * len(leads)), _mean(leads, 1), _mean([100 * won for won in wins], 1, " %"),
            )  # fmt: skip


def _mean(values: Sequence[float], digits: int, unit: str = "") -> str:
    """The mean with its 95 % confidence interval, deals being independent."""
    mean = statistics.mean(values)
    half = 1.96 * statistics.stdev(values) / math.sqrt(len(values))
    low, high = (f"{one:.{digits}f}" for one in (mean - half, mean + half))
    return f"{mean:.{digits}f}{unit} ({low} to {high})"


# Times


def _print_times() -> None:
    """How long a choice takes, in processor time: each is made once, as in a round."""
    _, hands = recorded()
    search = statistics.median(_spent(best_points, hand) for hand in hands)
    lines = []
    for key in ("101-guide", "101-club", "101-siler", "classic"):
        for seats in RULE_SETS[key].seating.counts:
            seen = [seen_by(one, one.turn.seat) for one in _situations(key, seats)]
            for level in LEVELS:
                own = sorted(_spent(choose, one, level, SEED) for one in seen)
                median, high = statistics.median(own), own[int(0.95 * len(own))]
                lines.append((
                    f"`{key}`", str(seats), level, str(len(own)),
                    *(f"{1000 * one:.1f}" for one in (median, high, own[-1])),
                    times(median / search), "yes" if own[-1] < AIM else "NO",
                ))  # fmt: skip
    head = (
        "rule set", "seats", "level", "choices", "median ms", "95 % ms", "most ms",
        "median, searches", "all in 300 ms",
    )  # fmt: skip
    print(table(head, lines))


def _spent(call: Callable[..., object], *arguments: Any) -> float:
    """The seconds of processor time that a call takes."""
    start = time.process_time()
    call(*arguments)
    return time.process_time() - start


def _situations(key: str, seats: int) -> Iterator[Round]:
    """The rounds in which bots of the strongest level choose."""
    for number in range(TIMED):
        begun = deal_round(rule_set(key), SEED, number, seats)
        before, asked = begun, True
        levels: list[Level] = ["strong"] * seats
        for move, after in steps(begun, levels, SEED):
            if asked:
                yield before
            asked = after.turn.seat != before.turn.seat or str(move) == "draw"
            before = after


if __name__ == "__main__":
    main()
