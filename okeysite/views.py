"""Pages that belong to no room."""

from __future__ import annotations

import threading

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from okeysite import draining, legal, privacy_page

# The code of a process never changes, so a database that was migrated for it once stays so.
_migrated = threading.Event()


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Say that the process lives. Touches nothing else."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Say whether the database answers and is migrated; 503 where not, and before the end."""
    if draining.begun():
        return JsonResponse({"ready": False, "reason": "stopping"}, status=503)
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        migrated = _migrated.is_set() or not _pending_migrations()
    except DatabaseError:
        return JsonResponse({"ready": False, "reason": "database"}, status=503)
    if not migrated:
        return JsonResponse({"ready": False, "reason": "migrations"}, status=503)
    _migrated.set()
    return JsonResponse({"ready": True})


def _pending_migrations() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Send browsers that ask for the old name to the site's icon."""
    return redirect(static("img/favicon.svg"), permanent=False)


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is kept about a person, for how long, and how to get or delete it."""
    context = {
        "areas": privacy_page.areas(),
        "imprint": legal.text("imprint", get_language()),
        "own_words": legal.text("privacy", get_language()),
        "lti": settings.ISTAKA_LTI,
        "archived_days": settings.ISTAKA_KEEP_ARCHIVED_DAYS,
        "removed_days": settings.ISTAKA_KEEP_REMOVED_DAYS,
    }
    return render(request, "site/privacy.html", context)


@require_safe
def imprint(request: HttpRequest) -> HttpResponse:
    """Who runs this site."""
    return render(request, "site/imprint.html", {"imprint": legal.text("imprint", get_language())})
