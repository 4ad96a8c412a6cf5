"""The virtual environment in .venv, made and filled as the requirements say. Standard library only.

python3 scripts/environment.py        what the site runs on
python3 scripts/environment.py dev    and what tests, linters and benchmarks need
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
FILES = {
    "site": ["requirements.txt"],
    "dev": ["requirements.txt", "requirements-dev.txt"],
}
MINIMUM = (3, 11)


def prepare(kind: str) -> Path:
    """Make the environment complete for `kind` (site or dev) and return its interpreter.

    A stamp of the requirements makes the second call a matter of milliseconds. Exits with what to
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
        print("Installing the pinned requirements …", flush=True)
        _run(
            [
                *(str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"),
                *(part for name in FILES[kind] for part in ("-r", str(ROOT / name))),
            ],
            "The requirements could not be installed; pip says why above.",
        )
        stamp.write_text(digest)
        if kind == "dev":  # holds all that the site needs, too
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
    parts = [sys.version, *((ROOT / name).read_text() for name in FILES[kind])]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _run(command: list[str], trouble: str) -> None:
    if subprocess.run(command, cwd=ROOT, check=False).returncode != 0:
        sys.exit(trouble)


if __name__ == "__main__":
    prepare("dev" if "dev" in sys.argv[1:] else "site")
