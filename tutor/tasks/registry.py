"""All tasks, in one table."""

from __future__ import annotations

from typing import Final

from tutor.tasks.base import TaskKind
from tutor.tasks.okey_of_indicator import OkeyOfIndicator

_ALL: Final[tuple[TaskKind, ...]] = (OkeyOfIndicator(),)

TASKS: Final[dict[str, TaskKind]] = {kind.key: kind for kind in _ALL}


def task(key: str) -> TaskKind:
    """The task of this key. Raise `KeyError` where there is none."""
    return TASKS[key]
