"""L4: thirty who enter by card within a second, measured by `benchmarks.class_login`."""

from __future__ import annotations

import re
import subprocess
import sys

from benchmarks.load.options import Options
from benchmarks.load.results import Result
from benchmarks.measure import ROOT

MOST = 2.0  # seconds after which all are in


def class_login(options: Options) -> Result:
    """L4, in a process of its own: its server has a database of SQLite."""
    result = Result("L4")
    command = [sys.executable, "-m", "benchmarks.class_login"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    result.tables.append(done.stdout.strip() or done.stderr.strip()[-2_000:])
    found = re.search(r"all are in after ([\d.]+) s", done.stdout)
    result.ask("all are in after", float(found.group(1)) if found else 99.0, MOST, " s")
    return result
