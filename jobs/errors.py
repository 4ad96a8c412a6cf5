"""What can be wrong with a request for a job, and how a handler says that it is hopeless."""

# ruff: noqa: N818 - each is named after the fact that it states

from __future__ import annotations


class JobError(Exception):
    """The request cannot be met. `code` is stable; views say it in the reader's language."""

    code = "job.error"


class KeyReused(JobError):
    """The owner's key already belongs to a job of another kind or with other arguments."""

    code = "key.reused"


class TooManyJobs(JobError):
    """The player has as many unfinished jobs as one may have."""

    code = "jobs.too_many"


class QueueFull(JobError):
    """So much is waiting that nothing more is taken in."""

    code = "jobs.queue_full"


class NotFinished(JobError):
    """Only a job that failed or was cancelled can be tried again."""

    code = "job.not_retryable"


class UnknownKind(JobError):
    """No handler or queue belongs to this kind of job."""

    code = "job.unknown_kind"


class GiveUp(Exception):
    """Raised by a handler: a further attempt cannot help. `code` is kept in the row."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
