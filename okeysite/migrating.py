"""Migrating while the site is in use, and which changes of the schema older code survives.

Code and schema are never changed at the same moment: a release's migrations run first, and the code
before goes on until its last process has ended. So a release only *expands*: what the code before
does not know has a default in the database or may be null. What nobody uses any more is taken away
by a later release, and the migration says so with `contracts`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from typing import Any, Final

from django.db import OperationalError, models
from django.db.migrations import operations as ops
from django.db.migrations.migration import Migration
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

TRIES: Final = 10
PAUSE: Final = 3.0  # seconds; longer than any page holds a lock

HARMLESS: Final = (
    ops.CreateModel,
    ops.AddIndex,
    ops.AlterModelOptions,
    ops.AlterModelManagers,
    ops.RemoveConstraint,
    ops.RunPython,
)


def patiently(migrate: Callable[[], object], pause: Callable[[float], None] = time.sleep) -> None:
    """Migrate; where a lock is not to be had in two seconds, let the pages through and try again.

    A migration that waits for a lock has all later readers of the table wait behind it, so it does
    not wait long: `lock_timeout` in the settings. Each is whole or not at all. Raise what the last
    try raises.
    """
    for left in reversed(range(TRIES)):
        try:
            migrate()
            return
        except OperationalError as error:
            if (
                not left or getattr(error.__cause__, "sqlstate", "") != "55P03"
            ):  # lock_not_available
                raise
            pause(PAUSE)


def breaking(migration: Migration, before: ProjectState) -> Iterator[str]:
    """What in a migration the code before would not survive, a sentence each.

    `before` is the schema that it finds. A migration whose class has `contracts`, which says since
    when nobody uses what it takes away, does so on purpose.
    """
    if getattr(migration, "contracts", ""):
        return
    made: set[str] = set()
    for operation in _all(migration.operations):
        if isinstance(operation, ops.CreateModel):
            made.add(operation.name_lower)
        name = str(getattr(operation, "model_name", "")).lower()
        if name not in made and (why := _why(operation, migration.app_label, before)):
            yield f"{migration.app_label}.{migration.name}: {operation.describe()}: {why}"


def _all(operations: Collection[Operation]) -> Iterator[Operation]:
    for operation in operations:
        if isinstance(operation, ops.SeparateDatabaseAndState):
            yield from _all(operation.database_operations)
        else:
            yield operation


def _why(operation: Operation, app: str, before: ProjectState) -> str:
    """Why the code before would not survive an operation on a table it knows; "" if it does."""
    if isinstance(operation, ops.AddField):
        field = operation.field
        if field.many_to_many or field.null or field.db_default is not models.NOT_PROVIDED:
            return ""
        return "rows of the code before have no value for it; give it a db_default or null"
    if isinstance(operation, ops.AddConstraint | ops.AlterUniqueTogether):
        return "rows of the code before may break it"
    if isinstance(operation, ops.AlterField):
        known = before.models[app, operation.model_name_lower].fields[operation.name]
        if not _takes_all_of(operation.field, known):
            return "the code before may write what it no longer takes"
        return ""
    if isinstance(operation, ops.RunSQL):
        return "nobody can see what it does"
    return "" if isinstance(operation, HARMLESS) else "the code before still uses it"


def _takes_all_of(new: models.Field[Any, Any], old: models.Field[Any, Any]) -> bool:
    """Whether whatever could be written before can be written still."""
    return (
        type(new) is type(old)
        and (new.null or not old.null)
        and (new.max_length or 0) >= (old.max_length or 0)
        and new.unique == old.unique
        and new.db_column == old.db_column
    )
