"""What threads needed for a moment does not add up: big blocks go back to the system.

Each run is a process of its own, since a heap that was made is there for good.
"""

from __future__ import annotations

import platform
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
THREADS: Final = 8
HASH: Final = (
    19  # MiB of a password's hash; `accounts/hashers.py` makes two of them at most at once
)
GROWN: Final = f"""
import re, runpy, sys, threading
from pathlib import Path
from argon2.low_level import Type, hash_secret

def resident():
    status = Path("/proc/self/status").read_text()
    return int(re.search(r"VmRSS:\\s+(\\d+)", status)[1]) / 1024

def hashed():
    with at_once:
        hash_secret(b"x" * 8, b"salt" * 4, 2, {HASH} * 1024, 1, 32, Type.ID)
    return [bytearray(2_000) for _ in range(20)]  # small blocks, which lie around it

def work():
    together.wait()
    kept = [hashed() for _ in range(3)]
    done.release()
    over.wait()  # a thread that ends lends its heap to the next

conf = runpy.run_path("okeysite/gunicorn_conf.py")
if sys.argv[1] == "as-it-is":
    conf["post_fork"](None, None)
at_once, done = threading.BoundedSemaphore(2), threading.Semaphore(0)
together, over = threading.Barrier({THREADS}), threading.Event()
hashed()
before = resident()
for _ in range({THREADS}):
    threading.Thread(target=work, daemon=True).start()
for _ in range({THREADS}):
    done.acquire()
print(resident() - before)
over.set()
"""


def grown(how: str) -> float:
    """MiB by which a process grows while eight threads hash passwords."""
    done = subprocess.run(
        [sys.executable, "-c", GROWN, how], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return float(done.stdout)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="asks Linux for its size")
def test_hashes_in_eight_threads_leave_nothing_behind() -> None:
    assert grown("as-it-is") <= 4


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="others have one heap anyway")
def test_without_the_setting_it_would_be_seen() -> None:
    assert grown("without") > 3 * HASH
