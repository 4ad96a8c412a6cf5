"""A long run can be split: what is kept comes back the same, and what was bad is not forgotten."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.faults.faults import FAULTS
from tests.faults.rows import Row, Rows, row_of, summary
from tests.faults.site import PRODUCTION

GOOD = Row(
    *("F1", "worker killed", "production", 1, 1_000, "abc1234"),
    promised=1_000,
    happened={"workers killed": 10},
    figures={"settled (s)": 8.5},
)
BAD = replace(GOOD, seed=2, lost=1, clean=False, wrong=("the job is gone",))
LATE = replace(GOOD, seed=3, missed=("settled (s) 40.0 > 30",))


def test_rows_come_back_from_their_file_as_they_were(tmp_path: Path) -> None:
    file = tmp_path / "var" / "rows.jsonl"
    for row in (GOOD, BAD, LATE):
        Rows(file).add(row)
    assert Rows(file).rows == [GOOD, BAD, LATE]


def test_what_is_there_is_passed_over_and_what_was_not_good_run_again_where_asked() -> None:
    rows = Rows(None)
    for row in (GOOD, BAD, LATE):
        rows.add(row)
    assert [rows.has(row.key) for row in (GOOD, BAD, LATE)] == [True, True, True]
    assert [rows.has(row.key, good=True) for row in (GOOD, BAD, LATE)] == [True, False, False]
    assert not rows.has((GOOD.fault, GOOD.setup, 4, 1_000))


def test_a_run_that_was_not_good_is_told_after_a_better_one() -> None:
    rows = Rows(None)
    rows.add(BAD)
    rows.add(replace(BAD, lost=0, clean=True, wrong=()))
    assert len(rows.latest()) == 1
    assert "1 that were not good run again" in summary(
        list(rows.latest().values()), rows.superseded()
    )


def test_the_sums_count_what_ran_and_name_what_did_not() -> None:
    missing = row_of(FAULTS[0], PRODUCTION, 1, 10, "abc1234", "no disk")
    broken = row_of(FAULTS[0], PRODUCTION, 2, 10, "abc1234", ValueError("x"))
    line = summary([GOOD, BAD, LATE, missing, broken])
    assert line.startswith("4 runs, 3,000 jobs promised, 1 lost, 0 doubled, 0 left, 0 × 5xx")
    assert "2 not clean, 1 beyond a target, 1 not run" in line
    assert "not run: no disk" in missing.line()
    assert not broken.good
    assert "**NOT CLEAN**" in BAD.line()
    assert "**MISSED" in LATE.line()
