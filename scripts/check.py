"""Everything that is checked without running the site, side by side; then say what failed."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
PRODUCTION = {
    "DEVELOPMENT": "false",
    "SECRET_KEY": secrets.token_urlsafe(64),
    "ALLOWED_HOSTS": "istaka.example",
    "IMPRINT": "whoever runs it",
}

CHECKS: dict[str, tuple[list[str], dict[str, str]]] = {
    "format": (["ruff", "format", "--check", "."], {}),
    "lint": (["ruff", "check", "."], {}),
    "types": (["python", "-m", "mypy", "."], {}),  # -m: the plugin imports the settings from here
    "imports": (["lint-imports"], {}),
    "templates": (["djlint", "templates", "--lint", "--quiet"], {}),
    "translations": (["python", "manage.py", "translations", "check"], {}),
    "migrations": (["python", "manage.py", "makemigrations", "--check", "--dry-run"], {}),
    "production settings": (
        ["python", "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        PRODUCTION,
    ),
}


def main() -> int:
    """Run every check, print its output where it fails, and return the exit code."""
    failed = []
    with ThreadPoolExecutor(max(2, os.cpu_count() or 1)) as pool:
        for name, (result, seconds) in zip(CHECKS, pool.map(_run, CHECKS.values()), strict=True):
            good = result.returncode == 0
            print(f"{'ok    ' if good else 'FAILED'} {name} ({seconds:.0f} s)")
            if not good:
                failed.append(name)
                print(result.stdout)
            sys.stdout.flush()
    if failed:
        print(f"Failed: {', '.join(failed)}")
    return bool(failed)


def _run(
    check: tuple[list[str], dict[str, str]],
) -> tuple[subprocess.CompletedProcess[str], float]:
    """Run one check; return what came of it, and how long it took."""
    command, extra = check
    begun = time.monotonic()
    result = subprocess.run(
        [str(BIN / command[0]), *command[1:]],
        cwd=ROOT,
        env={"DEVELOPMENT": "true", **os.environ, **extra},
        check=False,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    return result, time.monotonic() - begun


if __name__ == "__main__":
    sys.exit(main())
