"""A backup that is taken while people write holds all that was acknowledged before it."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from okeysite.backups.stores import BackupError, back_up
from tests.faults.copies import WAYS, good
from tests.faults.copies import drill as drill_copies
from tests.faults.restoring import drill, manage
from tests.faults.site import EMBEDDED, POLLING

SECONDS = 4.0


def test_a_copy_taken_while_people_write_restores_whole(tmp_path: Path) -> None:
    assert drill(EMBEDDED, tmp_path, seconds=SECONDS).clean


def test_a_dump_taken_while_people_write_restores_whole(postgres_url: str, tmp_path: Path) -> None:
    assert drill(POLLING, tmp_path, seconds=SECONDS).clean


@pytest.mark.django_db
def test_a_backup_replaces_no_other_and_a_restore_no_database(tmp_path: Path) -> None:
    file = tmp_path / "istaka.backup"
    file.write_text("an older one")
    with pytest.raises(BackupError, match="never replaces"):
        back_up(connection, file)
    with pytest.raises(CommandError, match="not empty"):
        call_command("restore", file)
    assert file.read_text() == "an older one"


@pytest.mark.django_db
def test_a_restore_names_the_file_that_is_missing(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="there is no file"):
        call_command("restore", tmp_path / "nothing.backup")


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Path]:
    """A file of SQLite that is open and written to, with its log beside it."""
    file = tmp_path / "running.sqlite3"
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE rows (n)")
        database.commit()
        yield file


def new_site(tmp_path: Path) -> dict[str, str]:
    with_database = f"sqlite:///{tmp_path / 'new.sqlite3'}"
    return {"DATABASE_URL": with_database, "DEVELOPMENT": "true", "SECRET_KEY": "restoring"}


def test_a_restore_refuses_a_copy_of_a_running_file_and_says_why(
    running: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.sqlite3"
    shutil.copyfile(running, copy)
    with pytest.raises(RuntimeError, match="not a backup: what was written last may be missing"):
        manage(new_site(tmp_path), "restore", str(copy))
    copy.write_text("something else")
    with pytest.raises(RuntimeError, match="no backup"):
        manage(new_site(tmp_path), "restore", str(copy))


@pytest.mark.parametrize("damaged", [False, True])
def test_a_copy_of_the_files_is_rescued_by_a_backup_of_it_or_found_to_be_damaged(
    damaged: bool, running: Path, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(running)) as database:
        database.execute("CREATE TABLE words (word)")
        database.executemany("INSERT INTO words VALUES (?)", [("x" * 500,)] * 500)
        database.execute("CREATE INDEX by_word ON words (word)")
        database.commit()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        copy = tmp_path / "copy.sqlite3"
        content = bytearray(running.read_bytes())
    if damaged:
        content[8_192:12_288] = b"\x05" * 4_096
    copy.write_bytes(content)
    rescued = tmp_path / "rescued.backup"
    of_the_copy = {**new_site(tmp_path), "DATABASE_URL": f"sqlite:///{copy}"}
    if damaged:
        with pytest.raises(RuntimeError, match=r"damaged|malformed"):
            manage(of_the_copy, "backup", str(rescued))
        assert not rescued.exists()
    else:
        manage(of_the_copy, "backup", str(rescued))
        with closing(sqlite3.connect(rescued)) as database:
            assert database.execute("SELECT count(*) FROM words").fetchone() == (500,)


def test_copies_taken_with_the_command_are_good_while_people_write() -> None:
    safe = tuple(way for way in WAYS if way.safe)
    (copies,) = drill_copies(2, ways=safe).values()
    assert all(map(good, copies)), copies
    assert copies[-1].promised > 0
