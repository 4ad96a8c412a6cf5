"""Alarms for whoever runs the site: a line in the log, and a mail to ADMINS, once an hour at most.

The texts are for the operator, in English as the log is, and lead to nobody.
"""

from __future__ import annotations

import logging
import smtplib
from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction

from accounts import limits
from jobs.services import enqueue
from jobs.work import Work

log = logging.getLogger(__name__)

KIND: Final = "mail.alarm"
HOUR: Final = 3_600


def raise_alarm(name: str, text: str) -> None:
    """Tell it, unless an alarm of this name was told in this hour."""
    if is_due(name):
        tell(text)


def is_due(name: str) -> bool:
    """Count an alarm of this name; whether it is the first in this hour, on all machines."""
    return limits.hit(f"alarm:{name}", limit=1, seconds=HOUR).allowed


def tell(text: str) -> None:
    """Write it to the log, and let a worker mail it: no page waits for a mail server."""
    log.error(text)
    if settings.ADMINS:
        with transaction.atomic():
            enqueue(kind=KIND, args={"text": text})


def handle(work: Work) -> Callable[[], None] | None:
    """Mail one alarm."""
    mail(str(work.args["text"]))
    return None


def mail(text: str) -> None:
    """Mail it at once. Raise what the mail server says."""
    if settings.ADMINS:
        to = [address for _name, address in settings.ADMINS]
        EmailMessage(f"[Istaka] {text.partition('.')[0][:80]}", text, to=to).send()


def mail_directly(text: str) -> None:
    """Tell it without a job: what is told may be that no job is done. Never raises."""
    log.error(text)
    try:
        mail(text)
    except (OSError, smtplib.SMTPException) as error:
        log.error("the alarm could not be mailed: %s", type(error).__name__)
