"""Start the site: environment, database, texts, static files, then web and worker together.

supervisord keeps both alive, each in a process group of its own. It sends TERM to the main process
alone: a TERM that reaches a Celery worker's children as well can leave its main process waiting for
a lock for ever. Whatever is left after ten seconds is killed; a job that was running then is taken
up again at the next start. (honcho stops everything when one process ends, and signals the group.)
"""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import environment

ROOT = environment.ROOT
VAR = Path(os.environ.get("VAR_DIR", ROOT / "var"))
STOP_SECONDS = 10
STARTS_WITHIN = 120  # seconds until the web server answers, on a slow machine


def main() -> int:
    """Prepare, start, print the address, and stay until INT or TERM; return the exit code."""
    host = os.environ.get("HOST", "127.0.0.1")
    port = _port()
    _check_free(host, port)
    python = environment.prepare("site")
    env = {**environment.environ(), "HOST": host, "PORT": str(port)}
    if subprocess.run([python, "manage.py", "prepare"], cwd=ROOT, env=env, check=False).returncode:
        return 1
    folder = VAR / "run" / str(port)
    folder.mkdir(parents=True, exist_ok=True)
    config = folder / "supervisord.conf"
    config.write_text(_config(python, folder))
    # A session of its own: Ctrl-C in the terminal reaches this process, and only this one.
    keeper = subprocess.Popen(
        [python, "-m", "supervisor.supervisord", "-c", str(config)],
        cwd=ROOT,
        env=env,
        start_new_session=True,
        preexec_fn=_end_with_parent,
    )

    def stop(*_: object) -> None:
        keeper.terminate()

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGHUP, stop)
    if _wait_for_web(port, host, keeper):
        for address in _addresses(host, port):
            print(f"\n  Istaka is at {address}", flush=True)
        print("  Ctrl-C stops it.\n", flush=True)
    code = keeper.wait()
    print("Stopped.", flush=True)
    return 0 if code in (0, -signal.SIGTERM) else code


def _port() -> int:
    text = os.environ.get("PORT", "8000")
    if not text.isdigit() or not 0 < int(text) < 65536:
        sys.exit(f"PORT must be a number between 1 and 65535, not {text!r}.")
    return int(text)


def _check_free(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            sys.exit(f"Cannot listen at {host}:{port}: {error.strerror}. Try: PORT=8001 make run")


def _config(python: Path, folder: Path) -> str:
    web = f"{python} -m gunicorn --config okeysite/gunicorn_conf.py okeysite.wsgi"
    # It becomes the Celery worker itself, so that TERM still reaches its main process.
    worker = f"nice -n 15 {python} manage.py work --concurrency {os.cpu_count() or 1}"
    return "\n".join(
        [
            "[supervisord]",
            "nodaemon = true",
            "silent = true",
            f"logfile = {_quoted(folder / 'supervisord.log')}",
            "logfile_maxbytes = 1MB",
            "logfile_backups = 1",
            f"pidfile = {_quoted(folder / 'supervisord.pid')}",
            f"childlogdir = {_quoted(folder)}",
            *(["user = root"] if os.geteuid() == 0 else []),
            *_program("web", web),
            *_program("worker", worker),
            "",
        ]
    )


def _program(name: str, command: str) -> list[str]:
    """One kept process. Starting again is tried as good as for ever, a second later each time."""
    return [
        "",
        f"[program:{name}]",
        f"command = {_quoted(command)}",
        f"directory = {_quoted(ROOT)}",
        f'environment = ISTAKA_ROLE="{name}"',
        "autorestart = true",
        "startsecs = 1",
        "startretries = 1000000",
        "stopsignal = TERM",
        "stopasgroup = false",
        "killasgroup = true",
        f"stopwaitsecs = {STOP_SECONDS}",
        "stdout_logfile = /dev/fd/1",
        "stdout_logfile_maxbytes = 0",
        "redirect_stderr = true",
    ]


def _quoted(value: object) -> str:
    return str(value).replace("%", "%%")


def _end_with_parent() -> None:
    """Let the system send TERM to supervisord when this process dies without stopping it."""
    if sys.platform == "linux":
        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGTERM)


def _wait_for_web(port: int, host: str, keeper: subprocess.Popen[bytes]) -> bool:
    local = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    url = f"http://{_bracketed(local)}:{port}/healthz"
    until = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < until and keeper.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=2) as answer:
                if answer.status == 200:
                    return True
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    if keeper.poll() is None:
        print("The web server does not answer yet; its messages are above.", flush=True)
    return False


def _addresses(host: str, port: int) -> list[str]:
    if host not in ("0.0.0.0", "::"):
        return [f"http://{_bracketed(host)}:{port}/"]
    found = [f"http://127.0.0.1:{port}/"]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:  # sends nothing: it only asks which of our addresses would be used
            probe.connect(("192.0.2.1", 9))
            found.append(f"http://{probe.getsockname()[0]}:{port}/ (in your network)")
        except OSError:
            pass
    return found


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


if __name__ == "__main__":
    sys.exit(main())
