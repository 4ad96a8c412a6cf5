"""Kinds of jobs. A kind is named `QUEUE.work`; settings.ISTAKA_JOB_HANDLERS names its function."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils.module_loading import import_string

from jobs.conf import QUEUES
from jobs.errors import UnknownKind

if TYPE_CHECKING:
    from jobs.work import Work

Effect = Callable[[], None]
Handler = Callable[["Work"], Effect | None]


def queue_of(kind: str) -> str:
    """The queue of a kind: the word before its dot. Raises UnknownKind."""
    queue, dot, _ = kind.partition(".")
    if not dot or queue not in QUEUES:
        raise UnknownKind(kind)
    return queue


def handler_of(kind: str) -> Handler:
    """The function that does this kind of work. Raises UnknownKind."""
    try:
        handler: Handler = import_string(settings.ISTAKA_JOB_HANDLERS[kind])
    except KeyError:
        raise UnknownKind(kind) from None
    return handler
