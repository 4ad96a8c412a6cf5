"""All benchmarks, each in a process of its own: `python -m benchmarks [NAME ...]`.

With options behind it, `python -m benchmarks NAME --option ...` runs one of them.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

FIRST = ("search", "worst", "draws", "cli")
NO_BENCHMARK = {
    "__init__",
    "__main__",
    "bare_urls",
    "climb",
    "enumeration_cases",
    "measure",
    "next_puzzle_questions",
    "page_requests",
    "page_world",
    "rivals",
    "web_settings",
    "worker_settings",
}


def main() -> int:
    """Run those named, or all. Return 1 if one of them failed."""
    if any(word.startswith("-") for word in sys.argv[2:]):
        return _run(sys.argv[1], *sys.argv[2:])
    names = {path.stem for path in Path(__file__).parent.glob("*.py")} - NO_BENCHMARK
    chosen = sys.argv[1:] or [*FIRST, *sorted(names - set(FIRST))]
    if unknown := set(chosen) - names:
        print(f"no benchmark: {', '.join(sorted(unknown))}", file=sys.stderr)
        return 2
    failed = []
    for name in chosen:
        if _run(name):
            failed.append(name)
        print(flush=True)
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return int(bool(failed))


def _run(name: str, *options: str) -> int:
    """Run one benchmark in a process of its own."""
    command = [sys.executable, "-m", f"benchmarks.{name}", *options]
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
