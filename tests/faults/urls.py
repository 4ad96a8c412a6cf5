"""The site's addresses, and one that takes the jobs under test."""

from __future__ import annotations

import json
import uuid

from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import URLPattern, URLResolver, path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from accounts import tokens
from accounts.models import Player, User
from jobs.errors import JobError
from jobs.services import MAX_ATTEMPTS, enqueue
from okeysite.urls import handler400, handler403, handler404, handler500
from okeysite.urls import urlpatterns as site

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]


@csrf_exempt
@require_POST
def submit(request: HttpRequest) -> HttpResponse:
    """Take a job as a view of the site does: in one transaction, repeatable by its key."""
    body = json.loads(request.body)
    try:
        with transaction.atomic():
            owner, _ = Player.objects.get_or_create(pk=uuid.UUID(body["player"]))
            job = enqueue(
                kind=body["kind"],
                args=body["args"],
                owner=owner,
                key=uuid.UUID(body["key"]),
                max_attempts=body.get("max_attempts", MAX_ATTEMPTS),
            )
    except JobError as error:
        return JsonResponse({"error": error.code}, status=429)
    return JsonResponse({"id": str(job.pk)}, status=202)


@csrf_exempt
@require_POST
@transaction.atomic
def account(request: HttpRequest) -> HttpResponse:
    """Make somebody with an account; answer with a token that stands for them."""
    user = User.objects.create(username=uuid.uuid4().hex)
    _row, plain = tokens.issue(Player.objects.create(user=user), "fault tests")
    return JsonResponse({"token": plain}, status=201)


urlpatterns: list[URLPattern | URLResolver] = [
    path("faults/jobs/", submit),
    path("faults/account/", account),
    *site,
]
