"""`make run`: comes up, keeps both processes alive, stops cleanly, and is quick the second time."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WITHIN = 60  # seconds, on a machine that is busy with other tests


@pytest.fixture
def port() -> int:
    """A port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def site(tmp_path: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    """The site, started as a person would, with its data in a folder of its own."""
    process = _start(tmp_path, port)
    yield process
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(WITHIN)


def test_it_serves_recovers_and_stops(
    site: subprocess.Popen[str], tmp_path: Path, port: int
) -> None:
    _until(lambda: _answers(port))
    pids = {name: _until(lambda name=name: _pids(tmp_path, name)) for name in ("web", "worker")}
    for name in ("web", "worker"):
        for pid in pids[name]:
            os.kill(pid, signal.SIGKILL)
        _until(lambda name=name: _pids(tmp_path, name) - pids[name])
    _until(lambda: _answers(port))
    kept = _pids(tmp_path, "web") | _pids(tmp_path, "worker")

    os.killpg(site.pid, signal.SIGINT)  # what Ctrl-C does
    assert site.wait(WITHIN) == 0
    assert not any(_alive(pid) for pid in kept)
    assert not _answers(port)


def test_a_start_that_is_killed_leaves_nothing_behind(
    site: subprocess.Popen[str], tmp_path: Path, port: int
) -> None:
    _until(lambda: _answers(port))
    pids = _until(lambda: _pids(tmp_path, "worker")) | _pids(tmp_path, "web")
    site.kill()
    site.wait(WITHIN)
    _until(lambda: not any(_alive(pid) for pid in pids))


def test_a_port_that_is_taken_is_said(tmp_path: Path, port: int) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", port))
        taken.listen()
        process = _start(tmp_path, port)
        output = process.communicate(timeout=WITHIN)[0]
    assert process.returncode == 1
    assert f"Cannot listen at 127.0.0.1:{port}" in output


def test_a_port_that_is_none_is_said(tmp_path: Path) -> None:
    process = _start(tmp_path, "eight")
    assert "PORT must be a number" in process.communicate(timeout=WITHIN)[0]


def _start(folder: Path, port: object) -> subprocess.Popen[str]:
    clean = {"PATH": os.environ["PATH"], "HOME": str(folder)}
    return subprocess.Popen(
        [sys.executable, "scripts/run.py"],
        cwd=ROOT,
        env={**clean, "PORT": str(port), "VAR_DIR": str(folder), "WEB_PROCESSES": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def _answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def _pids(folder: Path, name: str) -> set[int]:
    """The processes of this start with that role, read from the system."""
    marks = (f"VAR_DIR={folder}\0".encode(), f"ISTAKA_ROLE={name}\0".encode())
    found = set()
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            text = path.read_bytes() + b"\0"
        except OSError:
            continue
        if all(mark in text for mark in marks):
            found.add(int(path.parent.name))
    return found


def _alive(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[:1]
    except OSError:
        return False


def _until(condition: object) -> set[int]:
    """Wait until it holds; return its value."""
    end = time.monotonic() + WITHIN
    while time.monotonic() < end:
        value = condition()  # type: ignore[operator]
        if value:
            return value if isinstance(value, set) else set()
        time.sleep(0.2)
    raise AssertionError("it did not happen in time")
