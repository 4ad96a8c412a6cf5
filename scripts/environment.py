"""The virtual environment in .venv, made and filled as the locks say. Standard library only.

python3 scripts/environment.py         what the site runs on
python3 scripts/environment.py dev     and what tests and linters need
python3 scripts/environment.py bench   what benchmarks compare with, on top
python3 scripts/environment.py supply  what scripts/supply.py asks, on top

A lock names every package with the hash of each of its files, for all platforms; what does not
match is not installed.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
LOCKS = {
    "site": "requirements.lock",
    "dev": "requirements-dev.lock",  # holds all that the site needs, too
    "bench": "benchmarks/requirements.lock",
    "supply": "scripts/supplies/requirements.lock",
}
MINIMUM = (3, 11)


def prepare(kind: str) -> Path:
    """Make the environment complete for `kind` (of LOCKS) and return its interpreter.

    A stamp of the lock makes the second call a matter of milliseconds. Exits with what to
    do where Python is too old or cannot make an environment.
    """
    _check_version()
    if not PYTHON.exists():
        print("Making a virtual environment in .venv …", flush=True)
        _run(
            [sys.executable, "-m", "venv", str(VENV)],
            "Python cannot make a virtual environment. On Debian: apt-get install python3-venv",
        )
    stamp = VENV / f"requirements-{kind}.stamp"
    digest = _digest(kind)
    if not (stamp.exists() and stamp.read_text() == digest):
        print(f"Installing the packages of {LOCKS[kind]} …", flush=True)
        _run(
            [
                *(str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"),
                *("--require-hashes", "-r", str(ROOT / LOCKS[kind])),
            ],
            "The packages could not be installed; pip says why above.",
        )
        stamp.write_text(digest)
        if kind == "dev":
            (VENV / "requirements-site.stamp").write_text(_digest("site"))
    return PYTHON


def environ() -> dict[str, str]:
    """The environment of a command on a developer's machine: what is set, else development."""
    return {"DEVELOPMENT": "true", **os.environ, "PYTHONUNBUFFERED": "1"}


def _check_version() -> None:
    if sys.version_info < MINIMUM:
        have = ".".join(map(str, sys.version_info[:2]))
        sys.exit(f"Python 3.11 or newer is needed; this is {have}. Try: make PYTHON=python3.11 …")


def _digest(kind: str) -> str:
    return hashlib.sha256(f"{sys.version}\0{(ROOT / LOCKS[kind]).read_text()}".encode()).hexdigest()


def _run(command: list[str], trouble: str) -> None:
    if subprocess.run(command, cwd=ROOT, check=False).returncode != 0:
        sys.exit(trouble)


if __name__ == "__main__":
    prepare(*sys.argv[1:2] or ["site"])
