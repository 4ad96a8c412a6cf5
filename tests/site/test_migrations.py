"""The schema changes while the code before is in use, and no page waits behind it for long."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import OperationalError, connection, models
from django.db.migrations import operations as ops
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.migration import Migration
from django.db.migrations.state import ModelState, ProjectState

from okeysite import migrating
from okeysite.migrating import breaking, patiently

ROOMS = ("accounts", "jobs", "tutor", "puzzles", "classrooms")
# Before there was anybody whose code had to survive: the last migration of each room then.
BEFORE = {
    "accounts": "0001_initial",
    "classrooms": "0006_people",
    "jobs": "0002_job_dedupe",
    "puzzles": "0009_set_theme",
    "tutor": "0005_friends",
}


def since() -> list[Migration]:
    """The migrations that must not break the code before."""
    loader = MigrationLoader(None)
    return [
        migration
        for (room, name), migration in sorted(loader.disk_migrations.items())
        if room in ROOMS and name > BEFORE[room]
    ]


def one(*operations: Any, **more: Any) -> Migration:
    class Made(Migration):
        pass

    Made.operations = list(operations)
    for name, value in more.items():
        setattr(Made, name, value)
    return Made("0001_made", "puzzles")


@pytest.mark.parametrize("migration", since(), ids=str)
def test_the_code_before_survives_each_migration(migration: Migration) -> None:
    before = MigrationLoader(None).project_state(
        (migration.app_label, migration.name), at_end=False
    )
    assert list(breaking(migration, before)) == []


@pytest.mark.django_db
def test_no_migration_is_missing() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


CONSTRAINT = models.CheckConstraint(condition=models.Q(a=1), name="c")
KNOWN = ProjectState(
    {
        ("puzzles", "old"): ModelState(
            "puzzles", "Old", [("a", models.IntegerField()), ("t", models.CharField(max_length=5))]
        )
    }
)
NEW = ops.CreateModel("New", fields=[("a", models.IntegerField())])


@pytest.mark.parametrize(
    "operation",
    [
        ops.AddField("old", "a", models.IntegerField()),
        ops.AddField("old", "a", models.IntegerField(default=1)),
        ops.RemoveField("old", "a"),
        ops.RenameField("old", "a", "b"),
        ops.DeleteModel("old"),
        ops.RenameModel("old", "newer"),
        ops.AlterField("old", "a", models.CharField(max_length=3)),
        ops.AlterField("old", "a", models.IntegerField(unique=True)),
        ops.AlterField("old", "t", models.CharField(max_length=3)),
        ops.AlterModelTable("old", "elsewhere"),
        ops.AddConstraint("old", CONSTRAINT),
        ops.RemoveIndex("old", "an_index"),
        ops.RunSQL("SELECT 1"),
        ops.SeparateDatabaseAndState(database_operations=[ops.RemoveField("old", "a")]),
    ],
    ids=repr,
)
def test_what_the_code_before_would_not_survive_is_seen(operation: Any) -> None:
    assert len(list(breaking(one(operation), KNOWN))) == 1
    assert list(breaking(one(operation, contracts="nobody reads it since 1.4"), KNOWN)) == []


@pytest.mark.parametrize(
    "operation",
    [
        ops.AddField("old", "a", models.IntegerField(null=True)),
        ops.AddField("old", "a", models.IntegerField(default=1, db_default=1)),
        ops.AddField("new", "b", models.IntegerField()),
        ops.AddConstraint("new", CONSTRAINT),
        ops.AddIndex("old", models.Index(fields=["a"], name="an_index")),
        ops.RemoveConstraint("old", "c"),
        ops.AlterField("old", "a", models.IntegerField(null=True)),
        ops.AlterField("old", "t", models.CharField(max_length=9)),
    ],
    ids=repr,
)
def test_what_only_adds_is_allowed(operation: Any) -> None:
    assert list(breaking(one(NEW, operation), KNOWN)) == []


def lacking(state: str) -> OperationalError:
    error = OperationalError()
    error.__cause__ = psycopg.errors.lookup(state)()
    return error


def test_a_migration_that_gets_no_lock_lets_pages_through_and_tries_again() -> None:
    tries = [lacking("55P03"), lacking("55P03"), None]
    pauses: list[float] = []

    def migrate() -> None:
        if (error := tries.pop(0)) is not None:
            raise error

    patiently(migrate, pauses.append)
    assert pauses == [migrating.PAUSE] * 2


@pytest.mark.parametrize(("state", "tried"), [("55P03", migrating.TRIES), ("42P01", 1)])
def test_it_gives_up_in_the_end_and_at_once_where_the_fault_is_another(
    state: str, tried: int
) -> None:
    tries: list[int] = []

    def migrate() -> None:
        tries.append(1)
        raise lacking(state)

    with pytest.raises(OperationalError):
        patiently(migrate, lambda _: None)
    assert len(tries) == tried


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_migration_waits_for_a_lock_two_seconds_at_most() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer and no locks of tables")
    with psycopg.connect(**_parameters()) as reader:
        reader.execute("SELECT count(*) FROM jobs_job")  # a page in the middle of its transaction
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '200ms'")
            with pytest.raises(OperationalError) as error:
                cursor.execute("ALTER TABLE jobs_job ADD COLUMN more integer")
    assert getattr(error.value.__cause__, "sqlstate", "") == "55P03"
    connection.close()


def test_commands_ask_for_a_lock_no_longer_than_pages() -> None:
    """The settings of a process that migrates, which is neither web nor worker."""
    env = {
        **os.environ,
        "DEVELOPMENT": "true",
        "ISTAKA_ROLE": "",
        "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none",
        "DJANGO_SETTINGS_MODULE": "okeysite.settings",
    }
    code = (
        "from django.conf import settings as s; print(s.DATABASES['default']['OPTIONS']['options'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=settings.BASE_DIR, env=env, capture_output=True, text=True
    )
    assert "lock_timeout=2s" in done.stdout


def _parameters() -> dict[str, Any]:
    found = connection.get_connection_params()
    names = ("host", "port", "user", "password", "dbname")
    return {name: found[name] for name in names if found.get(name)}
