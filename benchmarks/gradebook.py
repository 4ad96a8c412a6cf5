"""What the gradebook costs, in bare pages of the same run, for a class and for a very large one.

    python -m benchmarks.gradebook

A bare page is the site's frame with a session and one query. Every page is asked in turn with it,
in one process, on a new SQLite file: processor time, the quickest of several rounds. `24 x 10` is
a class in the middle of its year, `200 x 60` the largest course one may have: 12,000 works.
The files and the API are whole; the pages may cost six bare pages and fifteen queries at any size.
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
import time
import uuid
from collections.abc import Callable

os.environ["DEVELOPMENT"] = "true"
_folder = tempfile.TemporaryDirectory(prefix="istaka-bench-")
os.environ["DATABASE_URL"] = f"sqlite:///{_folder.name}/gradebook.sqlite3"
os.environ["DJANGO_SETTINGS_MODULE"] = "okeysite.settings"

import django  # noqa: E402

django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.http import HttpRequest, HttpResponse  # noqa: E402
from django.shortcuts import render  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.urls import include, path, reverse  # noqa: E402

from accounts import clock  # noqa: E402
from accounts.models import Player, User  # noqa: E402
from benchmarks.measure import table, where  # noqa: E402
from classrooms.models import Assignment, Classroom, Member, Work  # noqa: E402
from puzzles.models import PuzzleSet  # noqa: E402

ROUNDS = 9
SIZES = ((24, 10), (200, 60))
MOST, MOST_QUERIES = 6.0, 15
WHOLE = ("CSV", "API")  # cost what they hold
BARE = "/bare/"


def bare(request: HttpRequest) -> HttpResponse:
    """The frame of the site, with a session and one query."""
    request.session.get("anything")
    Player.objects.count()
    return render(request, "base.html")


urlpatterns = [path("bare/", bare), path("", include("okeysite.urls"))]


def make_class(teacher: Player, pupils: int, assignments: int) -> Classroom:
    """A class in which everybody has handed everything in."""
    room = Classroom.objects.create(name=f"{pupils} x {assignments}", rules="101-guide")
    Member.objects.create(classroom=room, player=teacher, role="teacher", nickname="Teacher")
    players = Player.objects.bulk_create(Player() for _ in range(pupils))
    members = Member.objects.bulk_create(
        Member(classroom=room, player=one, role="pupil", nickname=f"Pupil {number:03}")
        for number, one in enumerate(players)
    )
    now = clock.now()
    works = []
    for number in range(assignments):
        made = PuzzleSet.objects.create(
            rules="101-guide", kinds=["can-open"], count=10, seed="bench", key=uuid.uuid4()
        )
        assignment = Assignment.objects.create(
            classroom=room,
            title=f"Assignment {number}",
            rules="101-guide",
            puzzle_set=made,
            frozen_at=now,
        )
        works += [
            Work(
                assignment=assignment,
                member=member,
                submitted_at=now,
                graded_at=now,
                points=(number + place) % 11,
                out_of=10,
            )
            for place, member in enumerate(members)
        ]
    Work.objects.bulk_create(works, batch_size=2_000)
    return room


def seconds(act: Callable[[], object]) -> float:
    """How long it takes once, without the collector in between."""
    gc.collect()
    gc.disable()
    start = time.process_time()
    act()
    taken = time.process_time() - start
    gc.enable()
    return taken


def main() -> int:
    """Print how many bare pages each page of the gradebook costs."""
    settings.ROOT_URLCONF = "benchmarks.gradebook"
    settings.STORAGES["staticfiles"]["BACKEND"] = (
        "django.contrib.staticfiles.storage.StaticFilesStorage"
    )
    settings.ALLOWED_HOSTS = ["*"]
    call_command("migrate", verbosity=0)
    user = User.objects.create_user("teacher", email="teacher@example.org")
    teacher = Player.objects.create(user=user)
    client = Client()
    client.force_login(user)
    pages: dict[str, str] = {"bare": BARE}
    for pupils, assignments in SIZES:
        room = make_class(teacher, pupils, assignments)
        size = f"{pupils} x {assignments}"
        pupil = Member.objects.filter(classroom=room, role="pupil").first()
        assert pupil is not None
        grid = reverse("gradebook", args=[room.pk])
        pages[f"grid, {size}"] = grid
        pages[f"grid by share, {size}"] = f"{grid}?sort=share"
        pages[f"CSV, {size}"] = reverse("gradebook-csv", args=[room.pk])
        pages[f"API, {size}"] = reverse("api-gradebook", args=[room.pk])
        pages[f"pupil, {size}"] = reverse("gradebook-pupil", args=[room.pk, pupil.pk])
    for name, url in pages.items():
        assert client.get(url).status_code == 200, name
    best = dict.fromkeys(pages, float("inf"))
    for _ in range(ROUNDS):
        for name, url in pages.items():
            taken = seconds(lambda url=url: client.get(url))  # type: ignore[misc]
            best[name] = min(best[name], taken)
    rows = []
    over, dearest, most_queries = [], 0.0, 0
    for name, url in pages.items():
        with CaptureQueriesContext(connection) as caught:
            answer = client.get(url)
        assert answer.status_code == 200, name
        ratio = best[name] / best["bare"]
        most_queries = max(most_queries, len(caught))
        if not name.startswith(WHOLE):
            dearest = max(dearest, ratio)
            over += [name] if ratio > MOST or len(caught) > MOST_QUERIES else []
        rows.append(
            (
                name,
                f"{best[name] * 1000:.1f}",
                f"{ratio:.1f}",
                str(len(caught)),
                f"{len(answer.content) / 1024:.0f}",
            )
        )
    print(where())
    print(table(("page", "ms", "bare pages", "queries", "KiB"), rows))
    print(
        f"the dearest page costs {dearest:.1f} bare pages (at most {MOST:.0f}), any takes at most"
        f" {most_queries} queries (at most {MOST_QUERIES}); over: {', '.join(over) or 'none'}"
    )
    return int(bool(over) or most_queries > MOST_QUERIES)


if __name__ == "__main__":
    sys.exit(main())
