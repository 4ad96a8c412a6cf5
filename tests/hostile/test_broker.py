"""Messages that no site of ours has sent, at a real worker: refused, and the worker works on."""

from __future__ import annotations

import base64
import json
import os
import pickle
import sqlite3
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from kombu import Connection, Producer

from tests.faults.processes import ROOT, Process, python, wait_until
from tests.faults.servers import Rabbit
from tests.services import REQUIRED

QUEUE = "grade"
TASK = "jobs.run"


class Trap:
    """Leaves a file behind wherever it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (str(self.path),)


def messages(trap: Path) -> dict[str, dict[str, Any]]:
    """Body, content type and headers of each hostile message."""
    pickled = pickle.dumps(Trap(trap))
    yaml = f"!!python/object/apply:os.mkdir ['{trap}']".encode()
    good = json.dumps([[str(uuid.uuid4())], {}, {}]).encode()
    task = {"task": TASK, "id": str(uuid.uuid4()), "lang": "py"}
    json_type = {"content_type": "application/json", "content_encoding": "utf-8"}

    def told(body: bytes, kind: str = "application/json", **headers: Any) -> dict[str, Any]:
        return {**json_type, "body": body, "content_type": kind, "headers": {**task, **headers}}

    return {
        "pickle": {**told(pickled, "application/x-python-serialize"), "content_encoding": "binary"},
        "pickle that says it is JSON": told(pickled),
        "pickle in base64": told(base64.b64encode(pickled), "application/x-python-serialize"),
        "yaml": told(yaml, "application/x-yaml"),
        "msgpack": told(b"\x93\x90\x80\x80", "application/x-msgpack"),
        "a type that nobody knows": told(good, "application/x-nothing"),
        "a compression that nobody knows": told(good, compression="application/x-nothing"),
        "a broken gzip": told(b"\x1f\x8b" + b"x" * 50, compression="application/x-gzip"),
        "another task": told(good, task="os.system"),
        "a task of Celery's": told(b'[[[1]], {"task": "os.system"}, {}]', task="celery.map"),
        "no task": {**json_type, "body": good, "headers": {}},
        "an empty list for a body": told(b"[]"),
        "a number for a body": told(b"7"),
        "three that are of another kind": told(b"[1, 2, 3]"),
        "a body of null": told(b"null"),
        "the first protocol": {
            **json_type,
            "body": b'{"task": "jobs.run", "id": 1}',
            "headers": {},
        },
        "no headers and no type": {"body": good, "content_type": "", "content_encoding": ""},
        "five megabytes": told(b'[["' + b"a" * 5_000_000 + b'"], {}, {}]'),
        "no JSON": told(b"{nothing"),
        "deep JSON": told(b"[" * 50_000 + b"]" * 50_000),
        "bytes that are no text": told(b"\xff\xfe\x00\x80"),
        "nothing": told(b""),
        "an id that is none": told(b'[["nonsense"], {}, {}]'),
        "an id with a NUL": told(b'[["\\u0000"], {}, {}]'),
        "a list for an id": told(b"[[[1, 2]], {}, {}]"),
        "no arguments": told(b"[[], {}, {}]"),
        "arguments by other names": told(b'[[], {"job_id": null, "x": 1}, {}]'),
        "callbacks": told(
            b'[["x"], {}, {"callbacks": [{"task": "os.system", "args": ["id"]}], "chord": 1}]'
        ),
        "a date that is none": told(good, eta="tomorrow"),
        "a date in the past": told(good, expires="0000-00-00"),
        "limits that are none": told(good, timelimit=["a", "b"], retries="x"),
    }


@pytest.fixture(scope="module")
def rabbit() -> Iterator[Rabbit]:
    """A node of its own: what is left in its queues is nobody's."""
    with tempfile.TemporaryDirectory(prefix="istaka-rabbit-") as folder:
        node = Rabbit(Path(folder))
        if not node.SERVER.exists():
            (pytest.fail if REQUIRED else pytest.skip)("rabbitmq-server is not on this machine")
        try:
            node.start()
            yield node
        finally:
            node.kill()


class Site:
    """A database in a file and one worker at the broker."""

    def __init__(self, folder: Path, broker: str) -> None:
        self.database = folder / "site.sqlite3"
        self.log = folder / "worker.txt"
        self.env = {
            "DJANGO_SETTINGS_MODULE": "tests.hostile.settings",
            "PYTHONPATH": str(ROOT),
            "DEVELOPMENT": "true",
            "SECRET_KEY": "only for hostile messages",
            "DATABASE_URL": f"sqlite:///{self.database}",
            "BROKER_URL": broker,
            "VAR_DIR": str(folder),
            "ISTAKA_ROLE": "worker",
            "LOG_LEVEL": "INFO",
        }
        self._run("migrate", "--verbosity", "0")
        work = python("manage.py", "work", "--concurrency", "1", "--log-level", "INFO")
        self.worker = Process(work, self.env, self.log)
        wait_until(lambda: " ready." in self.log.read_text(), what="the worker")

    def _run(self, *arguments: str) -> None:
        env = {**os.environ, **self.env, "ISTAKA_ROLE": ""}
        subprocess.run(python("manage.py", *arguments), cwd=ROOT, env=env, check=True)

    def order(self) -> str:
        """A job that lies in the table, for which no message is sent."""
        job = uuid.uuid4()
        with closing(sqlite3.connect(self.database, timeout=20)) as connection, connection:
            connection.execute(
                "INSERT INTO jobs_job (id, kind, queue, args, state, attempts, max_attempts,"
                " run_after, created_at, progress_done, progress_total, last_error, dedupe_key)"
                " SELECT ?, 'grade.lti-score', 'grade', '{\"score\": 1, \"serial\": 1}', 'queued',"
                " 0, 5, datetime('now', '+1 day'), datetime('now'), 0, 0, '', ''",
                (job.hex,),
            )
        return job.hex

    def state(self, job: str) -> str:
        """What became of it."""
        with closing(sqlite3.connect(self.database, timeout=20)) as connection:
            row = connection.execute("SELECT state FROM jobs_job WHERE id = ?", (job,)).fetchone()
        return str(row[0])

    def make_due(self, job: str) -> None:
        """Let it be claimed from now on."""
        with closing(sqlite3.connect(self.database, timeout=20)) as connection, connection:
            connection.execute(
                "UPDATE jobs_job SET run_after = datetime('now', '-1 minute') WHERE id = ?", (job,)
            )


def waiting(url: str) -> int:
    """How many messages lie in the queue, taken by a worker or not."""
    with Connection(url) as connection, connection.channel() as channel:
        return int(channel.queue_declare(queue=QUEUE, passive=True).message_count)


def test_hostile_messages_are_refused_and_the_worker_works_on(
    rabbit: Rabbit, rabbitmq_url: str, tmp_path: Path
) -> None:
    site = Site(tmp_path, rabbit.url)
    trap = tmp_path / "unpickled"
    try:
        with Connection(rabbit.url) as connection, connection.channel() as channel:
            producer = Producer(channel)
            for name, message in messages(trap).items():
                told = dict(message)
                producer.publish(
                    told.pop("body"), exchange="okey", routing_key=QUEUE, serializer=None, **told
                )
                wait_until(lambda: waiting(rabbit.url) == 0, what=f"the end of {name}")
                assert site.worker.alive(), name
            job = site.order()
            site.make_due(job)
            body = json.dumps([[str(uuid.UUID(job))], {}, {}])
            headers = {"task": TASK, "id": str(uuid.uuid4()), "lang": "py"}
            kind = {"content_type": "application/json", "content_encoding": "utf-8"}
            producer.publish(body, exchange="okey", routing_key=QUEUE, headers=headers, **kind)
        wait_until(lambda: site.state(job) == "done", what="the work after them")
        assert not trap.exists(), "something was unpickled"
        assert site.worker.alive()
        assert "Traceback" not in site.log.read_text().partition("ready.")[0]
    finally:
        site.worker.stop()


def test_the_trap_would_be_sprung(tmp_path: Path) -> None:
    """The test has teeth: whoever unpickles it leaves a trace."""
    trap = tmp_path / "unpickled"
    pickle.loads(messages(trap)["pickle"]["body"])
    assert trap.exists()
