"""The data set of the load is built, and the site serves it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, LiteralString

import psycopg
import pytest
from psycopg import sql

ROOT = Path(__file__).parents[2]
SCALE = "0.001"  # twenty people about: the least there may be of everything

# Asked in a process of its own, which has the settings of the load and its key.
SERVED = """
from benchmarks.load import key
key.environment({url!r})
import django
django.setup()
from django.core.management import call_command
call_command("collectstatic", interactive=False, verbosity=0)
import datetime as dt, json
from django.test import Client
from benchmarks.load.crowd import SESSION, Crowd, dashed
from benchmarks.load.people import nickname
from benchmarks.load.town import Plan
from puzzles.recounting import differences
crowd = Crowd(Plan(1, {scale}, dt.datetime.now(dt.UTC)), url={url!r})
said = {{"differences": differences()}}
def ask(browser, path):
    client = Client(headers={{"host": "127.0.0.1", "x-forwarded-proto": "https"}})
    client.cookies[SESSION] = browser.cookies[SESSION]
    return client.get(path)
teacher, room = crowd.teachers[0]
said["class"] = ask(teacher, f"/classes/{{dashed(room.id)}}/").status_code
said["gradebook"] = ask(teacher, f"/classes/{{dashed(room.id)}}/gradebook/").status_code
pupil = crowd._browser(room.pupils[0])
puzzle = crowd.puzzle_for(room.pupils[0])
page = ask(pupil, f"/puzzles/{{puzzle}}/")
said["puzzle"] = page.status_code
said["pupil is known"] = nickname(room.pupils[0]) in page.content.decode()
pupil.see(page.content.decode(), puzzle, "")
said["board"] = len(pupil.boards)
said["daily"] = ask(pupil, "/puzzles/daily/?rules=101-guide").status_code
print(json.dumps(said))
"""


@pytest.fixture(scope="module")
def town(postgres_url: str) -> Iterator[str]:
    """A small data set with its sessions, made by the command."""
    url = postgres_url.rpartition("/")[0] + f"/istaka_test_load_{os.getpid()}"
    command = [sys.executable, "-m", "benchmarks.load.dataset", "--database", f"{url}_t"]
    command += ["--seed", "1", "--scale", SCALE, "--clone", url]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    yield url
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        for name in (url.rpartition("/")[2], f"{url.rpartition('/')[2]}_t"):
            gone = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
            connection.execute(gone.format(sql.Identifier(name)))


def rows(url: str, query: LiteralString) -> list[Any]:
    with psycopg.connect(url) as connection:
        return connection.execute(query).fetchall()


def test_the_data_set_is_whole_and_its_pages_answer(town: str) -> None:
    code = SERVED.format(url=town, scale=SCALE)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    said = json.loads(done.stdout.splitlines()[-1])
    assert said.pop("differences") == []  # ratings and levels are what the attempts say
    assert said.pop("pupil is known")
    assert said.pop("board") == 1
    assert set(said.values()) == {200}, said


def test_every_key_and_index_is_back(town: str) -> None:
    query = (
        "SELECT conname FROM pg_constraint WHERE connamespace = 'public'::regnamespace UNION"
        " SELECT indexname FROM pg_indexes WHERE schemaname = 'public'"
    )
    there = {name for (name,) in rows(town, query)}
    assert {"one_attempt_a_try", "attempts_by_answer", "one_shared_puzzle_a_position"} <= there
    foreign = rows(town, "SELECT count(*) FROM pg_constraint WHERE contype = 'f' AND convalidated")
    assert foreign[0][0] > 50
