"""A backup that is taken while people write holds all that was acknowledged before it."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from okeysite.backups.stores import BackupError, back_up
from tests.faults.restoring import drill
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
