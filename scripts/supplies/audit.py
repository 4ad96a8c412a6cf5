"""Known faults of the locked packages, asked of the public lists by pip-audit."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from . import locks

WITHIN = 300  # seconds


def ask(lock: str) -> tuple[int, int, list[str]]:
    """How many packages were looked up, how many there are, and the known faults.

    pip-audit itself is content with lists that it did not reach: 0 looked up is not "none known".
    """
    known = locks.read(lock)
    command = [
        *(str(Path(sys.executable).parent / "pip-audit"), "--requirement", lock),
        *("--require-hashes", "--disable-pip", "--format", "json", "--progress-spinner", "off"),
        *("--timeout", "10"),
    ]
    try:
        done = subprocess.run(
            command, cwd=locks.ROOT, check=False, capture_output=True, text=True, timeout=WITHIN
        )
        rows = json.loads(done.stdout)["dependencies"]
    except (subprocess.TimeoutExpired, ValueError, KeyError):
        return 0, len(known), []
    looked_up = [row for row in rows if "skip_reason" not in row]
    faults = [
        f"{row['name']} {row['version']}: {fault['id']}, mended in "
        f"{', '.join(fault['fix_versions']) or 'no release yet'}"
        for row in looked_up
        for fault in row["vulns"]
    ]
    return len(looked_up), len(known), faults
