"""A class that enters by card within a second: how soon all are in, and in how many bare pages.

    python -m benchmarks class_login [--pupils N]

A real gunicorn with the site's own configuration serves a new SQLite file. Each pupil asks for the
page, then sends the code of a card, as a browser does; they begin evenly over one second, from one
address. In the same way as many clients ask twice for a page that does nothing (`bare`). The
rounds alternate, and the best of each counts. Whoever measures runs on the same machine.
"""

from __future__ import annotations

import argparse
import http.client
import os
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Final

_folder = tempfile.TemporaryDirectory(prefix="istaka-bench-")
FOLDER: Final = Path(_folder.name)
SETTINGS: Final = {
    "DEVELOPMENT": "true",
    "DATABASE_URL": f"sqlite:///{FOLDER}/login.sqlite3",
    "DJANGO_SETTINGS_MODULE": "benchmarks.web_settings",
    "VAR_DIR": str(FOLDER),
}
os.environ.update(SETTINGS)

import django  # noqa: E402

django.setup()

from django.core.management import call_command  # noqa: E402

from accounts.models import Player, Session, User  # noqa: E402
from benchmarks.measure import table, times, where  # noqa: E402
from classrooms.entering import cards  # noqa: E402
from classrooms.people.models import Classroom, Member  # noqa: E402
from classrooms.people.pupils import NewPupil, create_pupils  # noqa: E402
from okeysite import catalogues  # noqa: E402

ROUNDS: Final = 3
WITHIN: Final = 1.0  # seconds over which they begin
MOST: Final = 2.0  # seconds after which all are in
PATIENCE: Final = 30.0
TOKEN: Final = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


def main() -> int:
    """Print the table. Return 1 where not all are in within two seconds."""
    parser = argparse.ArgumentParser(prog="benchmarks class_login", description=__doc__)
    parser.add_argument("--pupils", type=int, default=30)
    pupils = parser.parse_args().pupils
    catalogues.compile_all()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    codes = _class_of(pupils)
    port = _free_port()
    server = _serve(port)
    try:
        _wait_for(port)
        enter = lambda number: _enter(port, codes[number])  # noqa: E731
        bare = lambda number: _bare(port)  # noqa: E731
        for act in (enter, bare):
            _rush(pupils, act)  # templates are read once
        rounds = [(_rush(pupils, enter), _rush(pupils, bare)) for _ in range(ROUNDS)]
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(PATIENCE)
    logged_in = Session.objects.filter(user__player__card__isnull=False).count()
    assert logged_in == pupils * (ROUNDS + 1), f"{logged_in} sessions"
    entered = min((one for one, _ in rounds), key=max)
    plain = min((one for _, one in rounds), key=max)
    print(where())
    print(
        table(
            [f"{pupils} at once", "median", "slowest", "all done after"],
            [_row("enter by card", entered, pupils), _row("two bare pages", plain, pupils)],
        )
    )
    ratio = statistics.median(_own(entered, pupils)) / statistics.median(_own(plain, pupils))
    print(f"entering costs {times(ratio)} times two bare pages")
    print(f"all are in after {max(entered):.2f} s (asked: at most {MOST:.0f} s)")
    return int(max(entered) > MOST)


def _row(name: str, ends: list[float], count: int) -> list[str]:
    own = _own(ends, count)
    middle, most = statistics.median(own), max(own)
    return [name, f"{middle * 1e3:.0f} ms", f"{most * 1e3:.0f} ms", f"{max(ends):.2f} s"]


def _own(ends: list[float], count: int) -> list[float]:
    """How long each took, from when it began."""
    return [end - WITHIN * number / count for number, end in enumerate(ends)]


def _class_of(pupils: int) -> list[str]:
    """A class, and the codes of its pupils' cards."""
    teacher = Player.objects.create(user=User.objects.create_user("teacher", "t@example.org"))
    room = Classroom.objects.create(name="Class", rules="101-guide", key=uuid.uuid4())
    Member.objects.create(classroom=room, player=teacher, role="teacher", nickname="Teacher")
    names = [NewPupil(f"Pupil {number}") for number in range(pupils)]
    return [cards.renew(member.player) for member in create_pupils(room, names, actor=teacher)]


def _rush(count: int, act: Callable[[int], None]) -> list[float]:
    """Let so many begin evenly over a second; when each was done, in seconds from the beginning."""
    ends, failed = [0.0] * count, []
    begin = time.perf_counter() + 0.2

    def run(number: int) -> None:
        time.sleep(max(0.0, begin + WITHIN * number / count - time.perf_counter()))
        try:
            act(number)
        except Exception as error:
            failed.append(error)
        ends[number] = time.perf_counter() - begin

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]
    return ends


def _enter(port: int, code: str) -> None:
    """Ask for the page and send the code, as a browser that was never here."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request("GET", "/enter/")
    page = connection.getresponse()
    cookies = "; ".join(
        value.partition(";")[0] for name, value in page.getheaders() if name == "Set-Cookie"
    )
    found = TOKEN.search(page.read().decode())
    assert found is not None
    body = urllib.parse.urlencode({"csrfmiddlewaretoken": found.group(1), "code": code})
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookies}
    connection.request("POST", "/enter/", body, headers)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    assert answer.status == 302, answer.status


def _bare(port: int) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    for _ in range(2):
        connection.request("GET", "/bare/")
        answer = connection.getresponse()
        assert answer.read() == b"bare"
    connection.close()


def _serve(port: int) -> subprocess.Popen[bytes]:
    command = ["-m", "gunicorn", "--config", "okeysite/gunicorn_conf.py", "okeysite.wsgi"]
    environment = {**os.environ, "PORT": str(port), "HOST": "127.0.0.1", "LOG_LEVEL": "ERROR"}
    root = Path(__file__).parents[1]
    return subprocess.Popen([sys.executable, *command], cwd=root, env=environment)


def _wait_for(port: int) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            _bare(port)
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError("the server did not start")


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


if __name__ == "__main__":
    sys.exit(main())
