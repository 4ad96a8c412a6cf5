"""Unsafe code and secrets that were committed: bandit and detect-secrets over what git tracks.

Ruff's own rules of this kind (S) are a part of `scripts/check.py`; these two take longer. The last
line is the sum; the exit code is 1 where something is found that no reason stands for.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

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
    ("B104", "scripts/run.py"): "compares an address with it, and binds nothing",
}
# What looks like a secret and is none: (files, what it is called) -> the reason.
NO_SECRETS: Final = {
    (r"tests/.*|benchmarks/.*", ".*"): "passwords and keys of made-up people and servers",
    (r"\.ci/run", "Basic Auth.*"): "the password is made in that run, and broker's default",
    (r"docs/.*", "Basic Auth.*"): "shows where a password is written",
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
    for line in [*unsafe[0], *secrets[0]]:
        print(line)
    print(
        f"bandit: {len(unsafe[0])} findings, {unsafe[1]} with a reason;"
        f" detect-secrets: {len(secrets[0])} findings, {secrets[1]} with a reason"
    )
    return 1 if unsafe[0] or secrets[0] else 0


def _unsafe() -> tuple[list[str], int]:
    """Medium and worse of bandit's findings without a reason, and how many have one."""
    done = _run("bandit", "-q", "-ll", "-f", "json", "-r", *CODE)
    rows = json.loads(done)["results"]
    found, known = [], 0
    for row in rows:
        where = row["filename"].removeprefix("./")
        if (row["test_id"], where) in UNSAFE:
            known += 1
        else:
            found.append(f"{where}:{row['line_number']} {row['test_id']} {row['issue_text']}")
    return found, known


def _secrets() -> tuple[list[str], int]:
    """What detect-secrets takes for a secret and no reason explains, and how much one does."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"],  # noqa: S607 - whichever git there is
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split("\0")
    files = [name for name in listed if name and not LEFT_OUT.fullmatch(name)]
    results: dict[str, list[dict[str, Any]]] = json.loads(
        _run("detect-secrets", "scan", "--no-verify", *files)
    )["results"]
    found, known = [], 0
    for name, rows in sorted(results.items()):
        for row in rows:
            if _explained(name, row["type"]):
                known += 1
            else:
                found.append(f"{name}:{row['line_number']} {row['type']}")
    return found, known


def _explained(name: str, kind: str) -> bool:
    return any(
        re.fullmatch(files, name) and re.fullmatch(kinds, kind) for files, kinds in NO_SECRETS
    )


def _run(program: str, *arguments: str) -> str:
    done = subprocess.run(
        [str(BIN / program), *arguments], cwd=ROOT, check=False, capture_output=True, text=True
    )
    if not done.stdout.strip():
        raise RuntimeError(done.stderr[-2_000:])
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
