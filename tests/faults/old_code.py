"""The code of the release before on the database of today's: what a rolling upgrade passes through.

Today's code migrates an empty database. Then the older code brings itself up on it, as after a
rollback, and people use it: the pages, sign-up and log-in, the day's puzzle, an answer, a set that
a job makes. Then today's code comes up on what the older one has written, and all is done again.

`python -m tests.faults.old_code` ends with one line of figures; `--commits 5` goes further back.
"""

from __future__ import annotations

import argparse
import http.cookiejar
import os
import re
import subprocess
import sys
import tempfile
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.faults.databases import PostgresDatabase
from tests.faults.processes import ROOT, Process, free_port, python, wait_until
from tests.services import POSTGRES_URL

PAGES = ("/", "/puzzles/daily/", "/puzzles/", "/learn/", "/rules/", "/imprint/", "/account/login/")
MIGRATIONS = "*/migrations/*.py"


class NoHistoryError(Exception):
    """This copy of the repository does not hold the older code."""


@dataclass(frozen=True)
class Code:
    """One state of the code, unpacked."""

    name: str
    folder: Path


def older(commits: int = 1) -> list[str]:
    """The last release; before there is one, the code before each of the last migrations.

    Raise NoHistoryError where the history is cut off, as in a shallow clone, or not there.
    """
    tag = _git("describe", "--tags", "--abbrev=0")
    if tag:
        return [tag]
    if _git("rev-parse", "--is-shallow-repository") == "true":
        raise NoHistoryError("a shallow clone")
    before: list[str] = []
    for added in _git("log", "--diff-filter=A", "--format=%h", "--", MIGRATIONS).split():
        name = _git("rev-parse", "--short", f"{added}^")
        if len(before) < commits and name and name not in before and _starts(name):
            before.append(name)
    if not before:
        raise NoHistoryError("no commit before a migration")
    return before


def _starts(commit: str) -> bool:
    """Whether the code of a commit works by itself; between two releases not every one does."""
    with tempfile.TemporaryDirectory(prefix="istaka-old-") as folder:
        code = Code(commit, _unpacked(commit, Path(folder) / "code"))
        try:
            _manage(code, {"DEVELOPMENT": "true", "VAR_DIR": folder}, "check")
        except RuntimeError:
            return False
    return True


def upgraded(commit: str) -> list[str]:
    """What went wrong, a line each; empty where everybody could go on."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="istaka-old-")))
        old = Code(commit, _unpacked(commit, folder / "code"))
        new = Code("today's", ROOT)
        database = PostgresDatabase(POSTGRES_URL)
        database.create()
        stack.callback(database.drop)
        env = {
            "DJANGO_SETTINGS_MODULE": "tests.faults.settings",
            "DEVELOPMENT": "true",
            "SECRET_KEY": "only for the two codes",
            "DATABASE_URL": database.url,
            "BROKER_URL": "amqp://guest:guest@127.0.0.1:1//",
            "REDIS_URL": "",
            "FAULTS_DUE": "yes",
        }
        _manage(new, env, "migrate", "--run-syncdb")
        wrong = []
        for code in (old, new):
            _manage(code, env, "migrate", "--run-syncdb")
            with _serving(code, env, folder) as url:
                wrong += [f"{code.name}: {line}" for line in _used(code, url, database)]
        return wrong


@contextmanager
def _serving(code: Code, env: dict[str, str], folder: Path) -> Iterator[str]:
    """Web and worker of one code; the address."""
    port = free_port()
    here = {**env, "PYTHONPATH": str(code.folder), "VAR_DIR": str(folder / f"var{port}")}
    there = ["env", f"--chdir={code.folder}"]  # becomes the process itself
    serve = ("-m", "gunicorn", "--bind", f"127.0.0.1:{port}", "--threads", "4", "okeysite.wsgi")
    web = Process(there + python(*serve), {**here, "ISTAKA_ROLE": "web"}, folder / f"web{port}.txt")
    worker = Process(
        there + python("manage.py", "work", "--concurrency", "2", "--poll"),
        {**here, "ISTAKA_ROLE": "worker"},
        folder / f"worker{port}.txt",
    )
    url = f"http://127.0.0.1:{port}"
    try:
        wait_until(lambda: _is_ready(url) or not web.alive(), what="the web server's start")
        if not web.alive():
            raise RuntimeError((folder / f"web{port}.txt").read_text()[-2_000:])
        yield url
    finally:
        web.stop()
        worker.stop()


def _used(code: Code, url: str, database: PostgresDatabase) -> list[str]:
    """People use it: what went wrong."""
    made = {
        "the day's puzzle": "SELECT 1 FROM puzzles_daily"
        " WHERE date <= (now() AT TIME ZONE 'Europe/Istanbul')::date",
        "a pool": "SELECT 1 FROM jobs_job WHERE kind = 'generate.pool' AND state = 'done'",
    }
    try:
        for what, rows in made.items():
            wait_until(lambda rows=rows: bool(database.rows(rows)), 180, what, every=0.5)  # type: ignore[misc]
    except TimeoutError as error:
        return [str(error)]
    wrong = [f"{path} answers {status}" for path in PAGES if (status := _status(url, path)) != 200]
    wrong += _signed_up(url)
    # its own client of the API: the day's puzzle, an answer, the next one, a set made by a job
    played = subprocess.run(
        python(str(code.folder / "docs" / "client.py"), url),
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    if played.returncode or "set: done" not in played.stdout:
        wrong.append(f"the client of the API: {(played.stdout + played.stderr)[-500:]}")
    failed = "SELECT kind, last_error FROM jobs_job WHERE state = 'failed'"
    return wrong + [f"job {kind} failed with {error}" for kind, error in database.rows(failed)]


def _signed_up(url: str) -> list[str]:
    """Sign up, log out, log in, and see the account's page."""
    jar = http.cookiejar.CookieJar()
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    name, password = f"someone{uuid.uuid4().hex[:8]}", "tea-rack-forty-two"

    def send(path: str, **fields: str) -> str:
        page = opener.open(url + path, timeout=20).read().decode()
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        assert token is not None, f"no form at {path}"
        data = urllib.parse.urlencode({"csrfmiddlewaretoken": token[1], **fields}).encode()
        request = urllib.request.Request(url + path, data, {"Referer": url + path})
        found: str = opener.open(request, timeout=20).geturl()
        return found

    try:
        send("/account/signup/", username=name, password1=password)
        send("/account/logout/")
        send("/account/login/", login=name, password=password)
        page = opener.open(f"{url}/account/", timeout=20).read().decode()
    except (OSError, AssertionError) as error:
        return [f"sign-up and log-in: {error}"]
    return (
        [] if name in page else ["sign-up and log-in: the account's page does not know who it is"]
    )


def _status(url: str, path: str) -> int:
    try:
        with urllib.request.urlopen(url + path, timeout=20) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def _is_ready(url: str) -> bool:
    try:
        return _status(url, "/readyz") == 200
    except OSError:
        return False


def _unpacked(commit: str, folder: Path) -> Path:
    folder.mkdir(parents=True)
    archive = subprocess.run(
        ["git", "archive", commit], cwd=ROOT, capture_output=True, check=True
    ).stdout
    subprocess.run(["tar", "-x"], cwd=folder, input=archive, check=True)
    return folder


def _manage(code: Code, env: dict[str, str], *arguments: str) -> None:
    done = subprocess.run(
        python("manage.py", *arguments, "--verbosity", "0"),
        cwd=code.folder,
        env={**_clean(), **env, "PYTHONPATH": str(code.folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{code.name}: {arguments[0]}: {done.stderr[-1_500:]}")


def _clean() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def _git(*arguments: str) -> str:
    """What git says; empty where it knows nothing."""
    try:
        done = subprocess.run(
            ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
        )
    except FileNotFoundError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def main() -> int:
    """Try each, print what went wrong, and one line of figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.old_code", description=__doc__)
    parser.add_argument("--commits", type=int, default=1, help="how far back, without a release")
    parser.add_argument("--commit", action="append", help="this one instead")
    options = parser.parse_args()
    commits = options.commit or older(options.commits)
    wrong = []
    for commit in commits:
        found = upgraded(commit)
        wrong += found
        for line in found:
            print(f"{commit}: {line}")
    print(
        f"{len(commits)} older codes on today's schema, {len(wrong)} faults ({' '.join(commits)})"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
