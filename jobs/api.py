"""Jobs in the API: one's own, and nobody else's."""

from __future__ import annotations

import uuid

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import api_view
from rest_framework.exceptions import APIException, Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from jobs import services
from jobs.errors import NotFinished, QueueFull, TooManyJobs
from jobs.serializers import JobSerializer
from jobs.views import visible_job


class NotRetryable(APIException):
    """The job is done; there is nothing to try again."""

    status_code = status.HTTP_409_CONFLICT
    default_code = NotFinished.code
    default_detail = _("This job is done. There is nothing to try again.")


class Busy(APIException):
    """Too much is waiting."""

    status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    default_code = QueueFull.code
    default_detail = _("There is a lot to do at the moment. Try again in a minute.")
    wait = 60


@extend_schema(responses=JobSerializer, tags=["jobs"])
@api_view(["GET"])
def job(request: Request, job_id: uuid.UUID) -> Response:
    """The state and progress of a job of this person."""
    return Response(JobSerializer(visible_job(request, job_id)).data)


@extend_schema(request=None, responses=JobSerializer, tags=["jobs"])
@api_view(["POST"])
def cancel(request: Request, job_id: uuid.UUID) -> Response:
    """Cancel the job. A second time, or when it is finished, it is returned as it is."""
    found = visible_job(request, job_id)
    services.cancel(found)
    return Response(JobSerializer(found).data)


@extend_schema(request=None, responses=JobSerializer, tags=["jobs"])
@api_view(["POST"])
def retry(request: Request, job_id: uuid.UUID) -> Response:
    """Try a failed or cancelled job again; one that is under way is returned as it is."""
    found = visible_job(request, job_id)
    try:
        services.retry(found)
    except NotFinished:
        found.refresh_from_db()
        if not found.is_unfinished:
            raise NotRetryable from None
    except TooManyJobs:
        raise Throttled(wait=30) from None
    except QueueFull:
        raise Busy from None
    return Response(JobSerializer(found).data)
