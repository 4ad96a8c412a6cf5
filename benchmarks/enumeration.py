"""Whether the time of an answer tells who has an account, a code or a card.

    python -m benchmarks.enumeration [--count 200]

Each door of `enumeration_cases.py` is asked in turn about somebody who is there and about nobody,
so that whatever else the machine does hits both alike; the difference of the medians counts.
Requests go through the whole site in this process, with a new SQLite file and a mail server that
takes 50 ms. The last line sums up; the exit is 1 where a door's difference is beyond 10 ms, or its
texts differ.
"""

from __future__ import annotations

import argparse
import logging
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

_folder = tempfile.TemporaryDirectory(prefix="istaka-bench-")
os.environ.update(
    {
        "DEVELOPMENT": "true",
        "DATABASE_URL": f"sqlite:///{Path(_folder.name)}/doors.sqlite3",
        "DJANGO_SETTINGS_MODULE": "okeysite.settings",
        "VAR_DIR": _folder.name,
    }
)

import django  # noqa: E402

django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402

from benchmarks.enumeration_cases import Case, cases, said  # noqa: E402
from benchmarks.measure import where  # noqa: E402

MOST_MS: Final = 10.0
WARM: Final = 5  # templates are read and plans are made before it counts


def main() -> int:
    """Print a line a door. Return 1 where one of them tells."""
    parser = argparse.ArgumentParser(prog="benchmarks.enumeration", description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    count = parser.parse_args().count
    settings.ALLOWED_HOSTS = ["testserver"]
    logging.disable(logging.WARNING)
    settings.EMAIL_BACKEND = "benchmarks.enumeration_cases.SlowMail"
    settings.ISTAKA_LIMITS = dict.fromkeys(settings.ISTAKA_LIMITS, (1_000_000_000, 3_600))
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    print(where())
    print(f"{'door':<18}{'there ms':>10}{'nobody ms':>11}{'apart ms':>10}  texts")
    worst, telling = 0.0, list[str]()
    doors = cases()
    for case in doors:
        there, nobody, equal = _measure(case, count)
        apart = abs(there - nobody)
        worst = max(worst, apart)
        if apart > MOST_MS or not equal:
            telling.append(case.name)
        print(
            f"{case.name:<18}{there:>10.2f}{nobody:>11.2f}{apart:>10.2f}"
            f"  {'equal' if equal else 'DIFFER'}",
            flush=True,
        )
    print(
        f"{len(doors)} doors, {count} pairs each: medians at most {worst:.2f} ms apart"
        f" (target {MOST_MS:.0f}); telling: {', '.join(telling) or 'none'}"
    )
    return int(bool(telling))


def _measure(case: Case, count: int) -> tuple[float, float, bool]:
    """The medians in ms, and whether the texts are the same."""
    equal = True
    for number in range(WARM):
        equal &= said(case.known(number)) == said(case.unknown(number))
    asks = (case.known, case.unknown)
    times: tuple[list[float], list[float]] = ([], [])
    for number in range(count):
        for which in (0, 1) if number % 2 else (1, 0):
            start = time.perf_counter()
            asks[which](number)
            times[which].append(time.perf_counter() - start)
    there, nobody = (statistics.median(one) * 1_000 for one in times)
    return there, nobody, equal


if __name__ == "__main__":
    sys.exit(main())
