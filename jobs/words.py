"""What a page says of a job: its work, its state, why it failed."""

from __future__ import annotations

from django.conf import settings
from django.utils.functional import Promise
from django.utils.module_loading import import_string
from django.utils.translation import gettext_lazy as _

from jobs.errors import UnknownKind
from jobs.models import Job
from jobs.states import State

TITLES: dict[str, Promise] = {
    "generate": _("Making puzzles"),
    "grade": _("Grading answers"),
    "mail": _("Sending mail"),
}
TEXTS: dict[State, Promise] = {
    State.QUEUED: _("It begins as soon as a worker is free. You may leave this page."),
    State.RUNNING: _("You may leave this page; the work goes on."),
    State.DONE: _("Everything is ready."),
    State.CANCELLED: _("You cancelled it. What was ready before is kept."),
}
REASONS: dict[str, Promise] = {
    "time_limit": _("It took longer than one piece of work may take."),
    "memory_limit": _("It needed more memory than one piece of work may use."),
    "worker_died": _("The program that did the work stopped several times."),
    "child_failed": _("A part of it could not be done. What is ready is kept."),
    UnknownKind.code: _("This version of the site does not know how to do it."),
}
OTHER = "internal"
OTHER_TEXT = _("Something went wrong on our side, several times.")


def title(job: Job) -> str:
    """What is being done: settings.ISTAKA_JOB_TITLES names a sentence a kind, else its queue's."""
    own: str | None = getattr(settings, "ISTAKA_JOB_TITLES", {}).get(job.kind)
    return str(import_string(own)) if own is not None else str(TITLES[job.queue])


def text(job: Job) -> str:
    """One sentence for the state; for a failure, why."""
    if job.state == State.FAILED:
        return reason(job)
    return str(TEXTS[job.shown_state])


def error_code(job: Job) -> str | None:
    """Why it failed, as a stable code; None unless it did. Never the name of an exception."""
    if job.state != State.FAILED:
        return None
    return job.last_error if job.last_error in error_codes() else OTHER


def reason(job: Job) -> str:
    """Why a job failed, and what to do, in one or two sentences."""
    own = own_reasons().get(job.last_error)
    if own is not None:
        return str(import_string(own))
    return str(REASONS.get(job.last_error, OTHER_TEXT))


def own_reasons() -> dict[str, str]:
    """Reasons of single kinds of work: code -> dotted name of the sentence."""
    own: dict[str, str] = getattr(settings, "ISTAKA_JOB_REASONS", {})
    return own


def error_codes() -> list[str]:
    """Every code that `error_code` can give, apart from `OTHER`."""
    return [*REASONS, *own_reasons()]


def result_url(job: Job) -> str | None:
    """Where the result is to be seen: settings.ISTAKA_JOB_RESULTS names a function a kind."""
    path = getattr(settings, "ISTAKA_JOB_RESULTS", {}).get(job.kind)
    if path is None:
        return None
    url: str | None = import_string(path)(job)
    return url
