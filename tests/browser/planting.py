"""Every text that the database keeps: what people write, and what they cannot.

A field that is in neither list fails `test_injection.py`, and so does one that is planted and seen
on no page.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.apps import apps
from django.db import IntegrityError, models, transaction

from accounts.registry import entries
from tests.browser.payloads import fitting

# Fields in which a person's own words are kept, and on which pages they are read.
PLANTED: Final = {
    "accounts.User.username": "the account, a class's teachers, the admin",
    "accounts.User.first_name": "the admin",
    "accounts.User.last_name": "the admin",
    "accounts.User.email": "the admin",
    "account.EmailAddress.email": "the account's addresses",
    "accounts.ApiToken.name": "the account",
    "admin.LogEntry.object_repr": "the admin",
    "admin.LogEntry.change_message": "the admin",
    "tutor.GameSeat.name": "practice with friends",
    "tutor.Sheet.names": "score sheets",
    "puzzles.Report.note": "the admin",
    "puzzles.PublicName.name": "lists of records",
    "puzzles.PuzzleSet.name": "sets, their links, the admin",
    "classrooms.Classroom.name": "every page of a class",
    "classrooms.Member.nickname": "a class's people, gradebook, cards, live rounds",
    "classrooms.Member.real_name": "the same, for teachers",
    "classrooms.Assignment.title": "assignments, works, the gradebook",
    "classrooms.Assignment.words": "an assignment",
    "classrooms.Note.text": "a pupil's page in the gradebook",
    "classrooms.LtiPlatform.name": "a class's learning platforms, the admin",
}
# What only the site writes, or takes from a closed alphabet before it is kept.
CLOSED: Final = {
    "a digest, a key or a code that the site makes": (
        "accounts.User.password",
        "accounts.ApiToken.digest",
        "accounts.RateCount.key",
        "accounts.Session.session_key",
        "accounts.Session.session_data",
        "account.EmailConfirmation.key",
        "mfa.Authenticator.data",
        "tutor.Game.token_hash",
        "tutor.Game.keys",
        "puzzles.PuzzleSet.link_token",
        "classrooms.JoinCode.code",
        "classrooms.PupilCard.digest",
        "classrooms.HandoverCode.digest",
        "classrooms.TeacherInvitation.digest",
        "classrooms.LtiKey.kid",
        "classrooms.LtiKey.private",
        "classrooms.LtiKey.public",
        "classrooms.LtiLogin.state",
        "classrooms.LtiLogin.nonce",
        "classrooms.LtiLogin.browser",
    ),
    "a name from a list in the code": (
        "accounts.Player.language",
        "accounts.Player.theme",
        "jobs.Job.kind",
        "jobs.Job.queue",
        "jobs.Job.last_error",
        "jobs.Job.dedupe_key",
        "tutor.GameSeat.level",
        "classrooms.Classroom.zone",
        "classrooms.ClassExport.form",
        "classrooms.AuditEntry.action",
        "classrooms.LtiScore.reason",
        "auth.Permission.name",
        "auth.Permission.codename",
        "auth.Group.name",
        "contenttypes.ContentType.app_label",
        "contenttypes.ContentType.model",
        "admin.LogEntry.object_id",
    ),
    "ids and numbers": (
        "jobs.Job.args",
        "classrooms.AuditEntry.values",
        "classrooms.ClassExport.args",
        "classrooms.ExportPart.members",
        "tutor.LessonProgress.slipped",
        "tutor.ExerciseAnswer.misconceptions",
    ),
    "from a learning platform's signed message; shown nowhere": (
        "classrooms.LtiPlatform.issuer",
        "classrooms.LtiPlatform.client_id",
        "classrooms.LtiPlatform.deployments",
        "classrooms.LtiPlatform.auth_url",
        "classrooms.LtiPlatform.token_url",
        "classrooms.LtiPlatform.keys_url",
        "classrooms.LtiPlatform.audience",
        "classrooms.LtiPlatform.hosts",
        "classrooms.LtiPlatform.keys",
        "classrooms.LtiLogin.target",
        "classrooms.LtiUser.sub",
        "classrooms.LtiContext.deployment",
        "classrooms.LtiContext.context_id",
        "classrooms.LtiLink.link_id",
        "classrooms.LtiLink.line_item",
    ),
}
# Names of fields that hold, wherever they stand, the notation of tiles and moves, the id of a rule
# set, a rule, a lesson or a kind, a seed of letters and digits, or a version.
CLOSED_ANYWHERE: Final = {
    *("answer", "answers", "verdict", "position", "colours", "features", "themes", "found"),
    *("rounds", "filled", "line", "scores", "opened", "places", "canonical_key"),
    *("rules", "rule", "lesson", "kind", "kinds", "theme", "task", "at", "key", "variant"),
    *("seed", "engine_version"),
}
_TEXTS: Final = (models.CharField, models.TextField, models.JSONField)


def text_fields() -> Iterator[tuple[str, Any]]:
    """Every field of a model with a privacy entry that keeps text or JSON, without choices."""
    for model in (apps.get_model(entry.model) for entry in entries()):
        for field in model._meta.get_fields():
            if isinstance(field, _TEXTS) and not field.choices:
                yield f"{model._meta.label}.{field.name}", field


def plant(shift: int) -> dict[str, list[str]]:
    """Write hostile texts into every row of every field of PLANTED; which ones, by field.

    Rows of one field get different ones, and so does one row with another `shift`. A field that is
    too short for some gets the others. Rows beyond the number of texts keep what they have.
    """
    planted: dict[str, list[str]] = {}
    by_model: dict[str, list[str]] = {}
    for label in PLANTED:
        model, _, name = label.rpartition(".")
        by_model.setdefault(model, []).append(name)
        planted[label] = []
    for model, names in by_model.items():
        rows = [*enumerate(apps.get_model(model)._base_manager.order_by("pk"))]
        try:
            with transaction.atomic():
                written = _write(rows, names, shift)
        except IntegrityError:  # one takes what another has not given up yet
            for number, row in rows:
                texts = [name for name in names if isinstance(getattr(row, name), str)]
                _update(row, dict.fromkeys(texts, f"{number} free"))
            written = _write(rows, names, shift)
        for name, values in written.items():
            planted[f"{model}.{name}"] += values
    return planted


def _write(
    rows: list[tuple[int, models.Model]], names: list[str], shift: int
) -> dict[str, list[str]]:
    """Write the texts of one model's fields; which ones, by field."""
    written: dict[str, list[str]] = {name: [] for name in names}
    # the last one first: each takes what the one behind it has just given up
    for number, row in reversed(rows):
        found = (
            (name, _value(getattr(row, name), _longest(row, name), shift, number, offset))
            for offset, name in enumerate(names)
        )
        changed = {name: value for name, value in found if value is not None}
        for name, value in changed.items():
            values = value if isinstance(value, list) else [value]
            written[name] += [one for one in values if one]
        if changed:
            _update(row, changed)
    return written


def _update(row: models.Model, changed: dict[str, Any]) -> None:
    type(row)._base_manager.filter(pk=row.pk).update(**changed)


def _longest(row: models.Model, name: str) -> int | None:
    longest: int | None = getattr(row._meta.get_field(name), "max_length", None)
    return longest or 30  # names on a score sheet, in JSON


def _value(now: Any, longest: int | None, shift: int, number: int, offset: int) -> Any:
    """The text for a row's field; as many for a list; None where it stays as it is."""
    texts = fitting(longest)
    if not now or number >= len(texts) - 1:
        return None
    if isinstance(now, list):
        return [texts[(shift + number * 4 + place) % len(texts)] for place in range(len(now))]
    # each field begins elsewhere among them, so that they meet in other company
    return texts[(shift + number + offset * 7) % len(texts)]


def mark(text: str, labels: set[str]) -> None:
    """Write a text that is `text` and a number into every row of these fields that holds one."""
    number = 0
    for label in sorted(labels):
        model, _, name = label.rpartition(".")
        for row in apps.get_model(model)._base_manager.order_by("pk"):
            now, number = getattr(row, name), number + 1
            if now:
                value = [f"{text}{number}-{at}" for at in range(len(now))]
                _update(row, {name: value if isinstance(now, list) else f"{text}{number}"})
