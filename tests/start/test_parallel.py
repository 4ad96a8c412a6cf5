"""What belongs together stays on one worker, and what takes longest is begun first."""

from __future__ import annotations

from fnmatch import fnmatch

from tests.parallel import dear_first, unit
from tests.passes import ON_POSTGRES_ALONE, ROOT, asks_for_postgres, on_both

FAULTS = "tests/faults/test_faults.py"


def test_a_file_stays_together() -> None:
    assert unit("tests/jobs/test_ring.py::test_a[1]") == unit("tests/jobs/test_ring.py::test_b")
    assert unit("tests/jobs/test_ring.py::test_a") != unit("tests/jobs/test_races.py::test_a")


def test_a_dear_file_is_split_between_its_functions_and_never_within_one() -> None:
    page = "tests/site/test_hostile.py"
    assert unit(f"{page}::test_a[1]") == unit(f"{page}::test_a[a::b]")
    assert unit(f"{page}::test_a[1]") != unit(f"{page}::test_b[1]")


def test_the_lessons_are_shared_out_one_by_one() -> None:
    file = "tests/tutor/test_lessons_played.py"
    assert unit(f"{file}::test_a[1]") != unit(f"{file}::test_a[2]")


def test_the_faults_of_a_set_up_share_their_site() -> None:
    embedded = unit(f"{FAULTS}::test_nothing_is_lost_or_doubled_by_the_embedded_default[zombie]")
    assert unit(f"{FAULTS}::test_what_is_wrong_with_sets_is_seen[x]") == embedded
    assert unit(f"{FAULTS}::test_nothing_is_lost_or_doubled_in_production[zombie]") != embedded


def test_what_takes_longest_is_begun_first() -> None:
    names = [
        "tests/api/test_engine.py::a",
        "tests/hostile/test_fuzz.py::a",
        f"{FAULTS}::test_nothing_is_lost_or_doubled_by_the_embedded_default[zombie]",
        "tests/browser/test_work.py::a",
        f"{FAULTS}::test_nothing_is_lost_or_doubled_in_production[zombie]",
    ]
    assert sorted(names, key=dear_first) == names[::-1]


def test_what_shares_no_site_with_the_faults_is_on_no_worker_of_theirs() -> None:
    faults = unit(f"{FAULTS}::test_nothing_is_lost_or_doubled_by_the_embedded_default[zombie]")
    assert unit("tests/faults/test_rolling.py::test_a") != faults


def test_every_file_that_asks_for_postgresql_is_in_the_pass_that_has_it() -> None:
    told = on_both()
    patterns = [one.removeprefix("--ignore-glob=") for one in told if one.startswith("--")]
    roots = tuple(one for one in told if not one.startswith("--"))
    asking = [path for path in ROOT.glob("tests/**/test_*.py") if asks_for_postgres(path)]
    assert len(asking) > 5
    for path in asking:
        name = str(path.relative_to(ROOT))
        assert name.startswith(roots), name
        assert not any(fnmatch(str(path), pattern) for pattern in patterns), name


def test_what_the_first_pass_leaves_to_postgresql_runs_there() -> None:
    told = on_both()
    ignored = [one.removeprefix("--ignore-glob=") for one in told if one.startswith("--")]
    roots = tuple(one for one in told if not one.startswith("--"))
    for pattern in ON_POSTGRES_ALONE:
        left = [path for path in ROOT.glob("tests/**/test_*.py") if path.match(pattern)]
        assert left, pattern
        for path in left:
            assert str(path.relative_to(ROOT)).startswith(roots), path
            assert not any(fnmatch(str(path), one) for one in ignored), path
