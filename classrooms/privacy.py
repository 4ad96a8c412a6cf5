"""What this room keeps about a person."""

from __future__ import annotations

from typing import Final

from accounts.registry import Entry

_MEMBERS: Final = "classrooms.people.merging.merge_members"
_MOVED: Final = "classrooms.people.merging.moved_already"

ENTRIES: Final = [
    Entry(
        "classrooms.Classroom", None, "none", "A class; whoever is in it has a row of their own."
    ),
    Entry(
        "classrooms.Member",
        "player",
        ("export", "erase"),
        "The classes in which somebody is, under which name and as what.",
        merge=_MEMBERS,
        moments=("joined_at", "left_at"),
    ),
    Entry(
        "classrooms.JoinCode",
        "made_by",
        "export",
        "That a teacher made a code by which pupils ask to join.",
        hidden=("id",),
    ),
    Entry(
        "classrooms.PupilCard",
        "player",
        ("export", "erase"),
        "The card of a pupil without e-mail; the digest of its code alone is kept.",
        merge=_MOVED,
        hidden=("digest",),
        moments=("made_at", "used_at"),
    ),
    Entry(
        "classrooms.HandoverCode",
        "player",
        "erase",
        "A one-time code by which a pupil gets an account with e-mail; its digest, for a day.",
        merge=_MOVED,
    ),
    Entry(
        "classrooms.AuditEntry",
        "actor",
        "export",
        "What a teacher did in a class. When they go, the line stays without them.",
        hidden=("id", "member"),
        moments=("at",),
    ),
    Entry(
        "classrooms.Assignment",
        "created_by",
        "export",
        "What a teacher set a class. It stays with the class when they go.",
        moments=("created_at",),
    ),
    Entry(
        "classrooms.Recipient",
        "member__player",
        "erase",
        "For whom an assignment is that is not for the whole class.",
        merge=_MOVED,
    ),
    Entry(
        "classrooms.Extension",
        "member__player",
        ("export", "erase"),
        "Times and tries that a teacher gave one pupil.",
        merge=_MOVED,
        hidden=("id",),
    ),
    Entry(
        "classrooms.Work",
        "member__player",
        ("export", "erase"),
        "What a pupil handed in, when, and its points.",
        merge=_MOVED,
        moments=("opened_at", "submitted_at"),
    ),
    Entry(
        "classrooms.WorkAnswer",
        "work__member__player",
        ("export", "erase"),
        "Each answer as it was laid.",
        merge=_MOVED,
        hidden=("id",),
        moments=("saved_at",),
    ),
    Entry(
        "classrooms.Regrading",
        "asked_by",
        "export",
        "That a teacher had an assignment graded again.",
        hidden=("applied_by",),
    ),
    Entry(
        "classrooms.GradeChange",
        "answer__work__member__player",
        ("export", "erase"),
        "What grading again changed in a pupil's answers.",
        merge=_MOVED,
        hidden=("id",),
    ),
    Entry(
        "classrooms.Note",
        "member__player",
        ("export", "erase"),
        "Teachers' notes on a pupil.",
        merge=_MOVED,
        hidden=("author",),
    ),
    Entry(
        "classrooms.ClassExport",
        "owner",
        ("export", "erase"),
        "Files of a class that a teacher had made; deleted after a few days.",
        hidden=("content",),
        moments=("created_at",),
    ),
    Entry(
        "classrooms.LiveRound",
        "started_by",
        "export",
        "That a teacher had a class solve a set together.",
    ),
]
