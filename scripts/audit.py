"""Unsafe code and secrets that were committed: bandit and detect-secrets over what git tracks.

Ruff's own rules of this kind (S) are a part of `scripts/check.py`; these two take longer. The last
line is the sum; the exit code is 1 where something is found that no reason stands for, and where
a reason stands for nothing any more.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent
BIN: Final = Path(sys.executable).parent
CODE: Final = (
    *("accounts", "classrooms", "jobs", "okey", "okeysite", "puzzles", "tutor", "scripts"),
    "manage.py",
)

# What bandit finds and why it stands: (its test, where) -> the reason.
UNSAFE: Final = {
    ("B308", "tutor/plots.py"): "our own drawing, made of numbers and escaped words",
    ("B703", "tutor/plots.py"): "the same line, by another test",
    ("B703", "accounts/remembering.py"): "keeps what a template or `format_html` has drawn",
    ("B703", "classrooms/gradebook/cells.py"): "drawn by a template, with our own address in it",
    ("B102", "okey/values.py"): "code made of the names of our own classes' fields",
    ("B608", "okeysite/backups/fingerprint.py"): "the quoted name of a table, by the database",
    ("B310", "okeysite/health.py"): "the address that the operator gives on the command line",
    ("B310", "scripts/run.py"): "its own address, which begins with http",
    ("B104", "scripts/run.py"): "compares an address with it, and binds nothing",
}
# What looks like a secret and is none: (files, what it is called) -> the reason.
NO_SECRETS: Final = {
    (r"tests/.*|benchmarks/.*", ".*"): "passwords and keys of made-up people and servers",
    (r"\.ci/run", "Basic Auth.*"): "the password is made in that run, and broker's default",
    (r"docs/.*|deploy/.*\.example", "Basic Auth.*"): "shows where a password is written",
    (r"scripts/supplies/licences\.toml", "Secret Keyword"): "the name of a package",
    (r"okeysite/settings\.py", "Secret Keyword"): "dotted names of classes",
    (r"classrooms/entering/codes\.py", "Base64.*"): "the alphabet of codes",
}
# Digests of packages and files, translations and data: full of what looks like a key.
LEFT_OUT: Final = re.compile(
    r"requirements.*|docs/(sbom|licences).*|locale/.*|static/vendor/.*|tests/data/.*"
    r"|.*\.(woff2?|png|jpg|svg|pdf|mo|ico|jsonl|lock|npz)"
)


def main() -> int:
    """Ask both, print what stands for nothing, then the sum."""
    unsafe, secrets = _unsafe(), _secrets()
    left = [*unsafe.left, *secrets.left]
    for line in [*unsafe.found, *secrets.found, *(f"a reason for nothing: {one}" for one in left)]:
        print(line)
    print(
        f"bandit: {len(unsafe.found)} findings, {unsafe.known} with a reason;"
        f" detect-secrets: {len(secrets.found)} findings, {secrets.known} with a reason"
    )
    return 1 if unsafe.found or secrets.found or left else 0


class Sum(NamedTuple):
    """What one of them found."""

    found: list[str]  # without a reason
    known: int  # how many have one
    left: list[str]  # reasons that stand for nothing


def unsafe_of(rows: Iterable[Mapping[str, Any]]) -> Sum:
    """Sort what bandit reports: medium and worse."""
    found, used = [], list[tuple[str, str]]()
    for row in rows:
        where = row["filename"].removeprefix("./")
        if (row["test_id"], where) in UNSAFE:
            used.append((row["test_id"], where))
        else:
            found.append(f"{where}:{row['line_number']} {row['test_id']} {row['issue_text']}")
    return Sum(found, len(used), sorted(f"{test} {where}" for test, where in {*UNSAFE} - {*used}))


def secrets_of(results: Mapping[str, Iterable[Mapping[str, Any]]]) -> Sum:
    """Sort what detect-secrets takes for a secret."""
    found, used = [], list[tuple[str, str]]()
    for name, rows in sorted(results.items()):
        for row in rows:
            why = [one for one in NO_SECRETS if _explains(one, name, row["type"])]
            used += why[:1]
            if not why:
                found.append(f"{name}:{row['line_number']} {row['type']}")
    return Sum(found, len(used), sorted(" ".join(one) for one in {*NO_SECRETS} - {*used}))


def _unsafe() -> Sum:
    return unsafe_of(json.loads(_run("bandit", "-q", "-ll", "-f", "json", "-r", *CODE))["results"])


def _secrets() -> Sum:
    listed = subprocess.run(
        ["git", "ls-files", "-z"],  # noqa: S607 - whichever git there is
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split("\0")
    files = [name for name in listed if name and not LEFT_OUT.fullmatch(name)]
    return secrets_of(json.loads(_run("detect-secrets", "scan", "--no-verify", *files))["results"])


def _explains(reason: tuple[str, str], name: str, kind: str) -> bool:
    files, kinds = reason
    return bool(re.fullmatch(files, name) and re.fullmatch(kinds, kind))


def _run(program: str, *arguments: str) -> str:
    done = subprocess.run(
        [str(BIN / program), *arguments], cwd=ROOT, check=False, capture_output=True, text=True
    )
    if not done.stdout.strip():
        raise RuntimeError(done.stderr[-2_000:])
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
