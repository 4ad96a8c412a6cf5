"""The page of one job: how far it is, cancel, try again."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.limited import limited
from accounts.players import player_of
from jobs import services, words
from jobs.errors import NotFinished, QueueFull, TooManyJobs
from jobs.models import Job
from jobs.states import State

STOP_POLLING = 286  # htmx's status for "swap this and ask no more"


def visible_job(request: HttpRequest, job_id: uuid.UUID) -> Job:
    """This person's job; 404 for anybody else's, as for one that never was."""
    return get_object_or_404(Job.objects.visible_to(player_of(request)), pk=job_id)


@never_cache
@require_safe
def job_page(request: HttpRequest, job_id: uuid.UUID) -> HttpResponse:
    """The job, as a page; or its moving part alone when the page itself asks again."""
    job = visible_job(request, job_id)
    again = request.headers.get("HX-Request") == "true" and not request.headers.get(
        "HX-History-Restore-Request"
    )
    context = {
        "job": job,
        "progress": job.progress(),
        "title": words.title(job),
        "text": words.text(job),
        "result_url": words.result_url(job) if job.state == State.DONE else None,
        "again": again,
    }
    if again:
        status = 200 if job.is_unfinished else STOP_POLLING
        response = render(request, "jobs/_job.html", context, status=status)
    else:
        response = render(request, "jobs/job.html", context)
    patch_vary_headers(response, ["HX-Request", "HX-History-Restore-Request"])
    return response


@require_POST
@limited("form")
def cancel(request: HttpRequest, job_id: uuid.UUID) -> HttpResponse:
    """Cancel it. A second time, or too late, changes nothing."""
    job = visible_job(request, job_id)
    services.cancel(job)
    return _back(job)


@require_POST
@limited("form")
def retry(request: HttpRequest, job_id: uuid.UUID) -> HttpResponse:
    """Try it again, unless that is already under way."""
    job = visible_job(request, job_id)
    try:
        services.retry(job)
    except NotFinished:
        pass  # a second press: the page shows that it is under way
    except TooManyJobs:
        messages.warning(
            request, _("Other work of yours is still under way. Wait until it is done.")
        )
    except QueueFull:
        messages.warning(request, _("There is a lot to do at the moment. Try again in a minute."))
    return _back(job)


def _back(job: Job) -> HttpResponse:
    response = redirect("job", job_id=job.pk)
    response.status_code = 303
    return response
