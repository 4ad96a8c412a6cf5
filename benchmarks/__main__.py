"""All benchmarks, each in a process of its own: `python -m benchmarks [NAME ...]`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

FIRST = ("search", "worst", "draws", "cli")
NO_BENCHMARK = {"__init__", "__main__", "climb", "measure", "next_puzzle_questions", "rivals"}


def main() -> int:
    """Run those named, or all. Return 1 if one of them failed."""
    names = {path.stem for path in Path(__file__).parent.glob("*.py")} - NO_BENCHMARK
    chosen = sys.argv[1:] or [*FIRST, *sorted(names - set(FIRST))]
    if unknown := set(chosen) - names:
        print(f"no benchmark: {', '.join(sorted(unknown))}", file=sys.stderr)
        return 2
    failed = []
    for name in chosen:
        if subprocess.run([sys.executable, "-m", f"benchmarks.{name}"], check=False).returncode:
            failed.append(name)
        print(flush=True)
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
