"""The whole suite in two passes: the embedded database, then PostgreSQL where there is one.

Both run on several processes (WORKERS), by themselves one more than there are cores, since much of
the time a test waits for a browser or a lease. Arguments go to pytest, and make it the one pass
that they name, in one process unless they ask for more (`-n 3`). With CI=true or REQUIRE_SERVICES=1
a service that is missing, or that no test has used, is a failure. What came of each test stands in
var/tests/*.xml afterwards, from where `python -m tests.promises collect` takes it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

WORKERS = os.environ.get("WORKERS") or str(max(2, os.cpu_count() or 1) + 1)


def main(arguments: list[str]) -> int:
    """Run and return the exit code."""
    from tests.passes import on_both, on_the_embedded_one
    from tests.services import POSTGRES_URL, REQUIRED, SERVICES

    if arguments:
        return _pytest(arguments, {})
    with tempfile.TemporaryDirectory() as folder:
        used = Path(folder) / "used"
        env = {"ISTAKA_SERVICES_USED": str(used)}
        print("First pass: the embedded database", flush=True)
        every = ["-n", WORKERS, "--durations=25"]
        both_passes = not SERVICES["postgres"].lack
        left = on_the_embedded_one() if both_passes else []
        codes = [_pytest([*every, *_report("first"), *left], env)]
        if both_passes:
            print("\nSecond pass: PostgreSQL", flush=True)
            second = {**env, "DATABASE_URL": POSTGRES_URL, "ISTAKA_DATABASE_ONLY": "1"}
            both = [*on_both(), "-m", "not browser"]
            codes.append(_pytest([*every, *_report("second"), *both], second))
        names = set(used.read_text().split()) if used.exists() else set()
    unused = [service.name for key, service in SERVICES.items() if key not in names]
    if unused:
        print(f"\nNot used by any test: {', '.join(unused)}", flush=True)
    if unused and REQUIRED:
        print("Every service is required here (CI=true or REQUIRE_SERVICES=1).", flush=True)
        return 1
    return max(codes)


def _report(name: str) -> list[str]:
    return ["-o", "junit_family=xunit1", f"--junit-xml={ROOT / 'var' / 'tests' / name}.xml"]


def _pytest(arguments: list[str], env: dict[str, str]) -> int:
    command = [sys.executable, "-m", "pytest", *arguments]
    given = {**os.environ, **env}
    # Compiled code is kept: workers and the processes that tests start would all compile it anew.
    given.pop("PYTHONDONTWRITEBYTECODE", None)
    return subprocess.run(command, cwd=ROOT, env=given, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
