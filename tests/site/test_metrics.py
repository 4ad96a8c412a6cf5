"""What a monitor is told: nothing without the token, no personal data, and the truth."""

from __future__ import annotations

import datetime as dt
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings

from accounts import clock
from jobs.models import Job
from jobs.states import State
from okeysite.metrics.slots import BYTES, Slots, is_whole
from tests.site.addresses import ROLES, caller

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parent.parent.parent
TOKEN = "a-token-of-a-monitor"
COUNT = """
import os, sys, pathlib, django
os.environ.update(DJANGO_SETTINGS_MODULE="okeysite.settings", DEVELOPMENT="true", ISTAKA_ROLE="web")
django.setup()
from accounts.measuring import measured
for _ in range(int(sys.argv[1])):
    measured("request", 0.03, view="daily", status="200")
    measured("engine", 0.004, verb="judge")
sys.stdout.write("counted\\n"); sys.stdout.flush(); sys.stdin.read()
"""

Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]


@pytest.fixture
def told(client: Client, settings: Settings, tmp_path: Path) -> Callable[[], Samples]:
    """What is told at this moment: (name, labels) → value."""
    settings.METRICS_TOKEN = TOKEN
    settings.METRICS_DIR = tmp_path / "run" / "metrics"
    settings.BACKUP_DIR = tmp_path / "backups"

    def ask() -> Samples:
        answer = client.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"})
        assert answer.status_code == 200
        return {
            (sample.name, tuple(sorted(sample.labels.items()))): sample.value
            for family in text_string_to_metric_families(answer.content.decode())
            for sample in family.samples
        }

    return ask


def counting(folder: Path, times: int) -> subprocess.Popen[str]:
    """A process of the site that counts so often, and stays."""
    process = subprocess.Popen(
        [sys.executable, "-c", COUNT, str(times)],
        cwd=ROOT,
        env={**os.environ, "VAR_DIR": str(folder)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "counted\n"
    return process


def ended(process: subprocess.Popen[str], *, kill: bool = False) -> None:
    if kill:
        process.kill()
    process.communicate()


def test_without_a_token_in_the_settings_there_is_no_such_page(client: Client) -> None:
    for header in ({}, {"authorization": "Bearer "}, {"authorization": f"Bearer {TOKEN}"}):
        assert client.get("/metrics", headers=header).status_code == 404


@pytest.mark.parametrize(
    "given", ["", "Bearer", "Bearer wrong", f"Basic {TOKEN}", f"bearer{TOKEN}"]
)
def test_a_wrong_token_is_answered_like_none(
    client: Client, settings: Settings, given: str
) -> None:
    settings.METRICS_TOKEN = TOKEN
    assert client.get("/metrics", headers={"authorization": given}).status_code == 404


@pytest.mark.parametrize("role", ROLES)
def test_no_role_opens_it(settings: Settings, role: str) -> None:
    settings.METRICS_TOKEN = TOKEN
    who = caller(role)
    assert who.client.get("/metrics", headers=who.headers).status_code == 404


def test_jobs_are_told_as_the_database_has_them(told: Callable[[], Samples]) -> None:
    now = clock.now()
    due = now - dt.timedelta(seconds=90)
    Job.objects.create(kind="grade.x", queue="grade", run_after=due)
    Job.objects.create(kind="grade.x", queue="grade", run_after=now + dt.timedelta(hours=1))
    failed: dict[str, Any] = {"kind": "mail.x", "queue": "mail", "state": State.FAILED}
    Job.objects.create(**failed, finished_at=now - dt.timedelta(hours=1))
    Job.objects.create(**failed, finished_at=now - dt.timedelta(days=2))
    found = told()
    assert 90 <= found["istaka_oldest_due_job_seconds", (("queue", "grade"),)] < 120
    assert found["istaka_oldest_due_job_seconds", (("queue", "mail"),)] == 0
    assert found["istaka_jobs", (("queue", "grade"), ("state", "queued"))] == 2
    assert found["istaka_failed_jobs", ()] == 1


def test_a_job_whose_worker_died_waits_from_the_end_of_its_lease_on(
    told: Callable[[], Samples],
) -> None:
    since = clock.now() - dt.timedelta(seconds=300)
    Job.objects.create(
        kind="generate.x",
        queue="generate",
        state=State.RUNNING,
        attempts=1,
        lease_token="00000000-0000-4000-8000-000000000001",
        lease_until=since,
        run_after=since - dt.timedelta(hours=1),
    )
    age = told()["istaka_oldest_due_job_seconds", (("queue", "generate"),)]
    assert 300 <= age < 330


def test_it_costs_few_questions_however_many_jobs_there_are(told: Callable[[], Samples]) -> None:
    counts = []
    for more in (1, 50):
        for _ in range(more):
            Job.objects.create(kind="grade.x", queue="grade")
        with CaptureQueriesContext(
            connection,
        ) as queries:
            told()
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 8


def test_the_age_of_the_newest_backup_is_told(
    told: Callable[[], Samples], settings: Settings
) -> None:
    assert ("istaka_last_backup_timestamp_seconds", ()) not in told()
    settings.BACKUP_DIR.mkdir()
    for name, moment in (("a.backup", 1_000), ("b.backup", 2_000), ("c.backup.part", 3_000)):
        path = settings.BACKUP_DIR / name
        path.touch()
        os.utime(path, (moment, moment))
    assert told()["istaka_last_backup_timestamp_seconds", ()] == 2_000


def test_processes_are_added_up_and_a_new_one_goes_on_where_a_dead_one_stopped(
    told: Callable[[], Samples], tmp_path: Path
) -> None:
    labels = (("status", "200"), ("view", "daily"))
    both = [counting(tmp_path, 3), counting(tmp_path, 4)]
    assert told()["istaka_request_seconds_count", labels] == 7
    ended(both[0], kill=True)
    again = counting(tmp_path, 5)
    found = told()
    ended(both[1])
    ended(again)
    assert found["istaka_request_seconds_count", labels] == 12
    assert found["istaka_request_seconds_bucket", (("le", "0.05"), *labels)] == 12
    assert found["istaka_request_seconds_bucket", (("le", "0.025"), *labels)] == 0
    assert found["istaka_engine_seconds_count", (("verb", "judge"),)] == 12
    assert len(Slots(tmp_path / "run" / "metrics").files()) == 4  # two places, two sorts


def test_a_file_that_a_crash_has_torn_is_passed_over_and_mended(
    told: Callable[[], Samples], tmp_path: Path
) -> None:
    ended(counting(tmp_path, 2))
    torn = tmp_path / "run" / "metrics" / "histogram_0.db"
    with torn.open("r+b") as file:
        file.seek(8)
        file.write(b"\xff\xff\xff\x7f")
    assert not is_whole(torn)
    labels = (("verb", "judge"),)
    assert ("istaka_engine_seconds_count", labels) not in told()
    ended(counting(tmp_path, 1))
    assert told()["istaka_engine_seconds_count", labels] == 1


def test_room_on_the_disk_is_taken_beforehand(tmp_path: Path) -> None:
    """A page of a mapped file that finds no room on the disk would kill the process."""
    Slots(tmp_path).mine()
    for path in Slots(tmp_path).files():
        assert path.stat().st_blocks * 512 >= BYTES


def test_where_nothing_can_be_written_the_site_goes_on(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("no folder")
    ended(counting(tmp_path, 1))


def test_without_a_database_it_says_so(
    client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.METRICS_TOKEN = TOKEN

    def gone(*_: object) -> None:
        raise DatabaseError

    monkeypatch.setattr("okeysite.watching.oldest_due", gone)
    answer = client.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 503
