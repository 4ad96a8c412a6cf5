"""What runs in which pass: on PostgreSQL what the vendor of the database can change."""

from __future__ import annotations

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent

# Tests that use the site's own database, and so run on both. Pages of the rulebook, the referee and
# the notation read no row, and the crawls for words, and what goes over every kind of puzzle, see
# the same pages on either; a page costs as many queries, and a password is hashed as often.
ROOMS_ON_BOTH = (
    "tests/accounts",
    "tests/api",
    "tests/classrooms",
    "tests/jobs",
    "tests/puzzles",
    "tests/site",
)
ONE_DATABASE = (
    "*/api/test_engine*.py",
    "*/site/test_language*.py",
    "*/site/test_budgets*.py",
    "*/puzzles/test_*kinds*.py",
    "*/puzzles/test_proofs*.py",
    "*/puzzles/test_asked_pages.py",
    "*/puzzles/test_reports.py",
    "*/puzzles/test_secrecy.py",
    "*/puzzles/test_verifying.py",
    "*/puzzles/printing/*",
)

# Where both have a say, and PostgreSQL the stricter one (there it is counted which rows a request
# has written): who may do what. On the embedded database every page and form is asked by
# test_budgets.py, test_language.py and test_hostile.py in tests/site.
ON_POSTGRES_ALONE = ("*/site/test_addresses.py", "*/classrooms/test_roles.py")


def on_the_embedded_one() -> list[str]:
    """What the first pass is told to run where a second one follows: all but the above."""
    return [f"--ignore-glob={pattern}" for pattern in ON_POSTGRES_ALONE]


def on_both() -> list[str]:
    """What the second pass is told to run: the above, and files that ask for PostgreSQL."""
    elsewhere = [
        str(path.relative_to(ROOT))
        for path in sorted(ROOT.glob("tests/**/test_*.py"))
        if not str(path.relative_to(ROOT)).startswith(ROOMS_ON_BOTH)
        and (path.match("tutor/test_sheets_*.py") or asks_for_postgres(path))
    ]
    ignored = [f"--ignore-glob={pattern}" for pattern in ONE_DATABASE]
    return [*ROOMS_ON_BOTH, *elsewhere, *ignored]


def asks_for_postgres(path: Path) -> bool:
    """Whether some test of a file needs PostgreSQL as the site's own database."""
    return "mark.postgres" in path.read_text(encoding="utf-8")
