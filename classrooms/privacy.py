"""What this room keeps about a person."""

from __future__ import annotations

from typing import Final

from accounts.registry import Entry
from classrooms.keeping.pupil_data import drop_files

_MEMBERS: Final = "classrooms.people.merging.merge_members"
_MOVED: Final = "classrooms.people.merging.moved_already"

ENTRIES: Final = [
    Entry(
        "classrooms.Classroom", None, "none", "A class; whoever is in it has a row of their own."
    ),
    Entry(
        "classrooms.Member",
        "player",
        ("export", "erase", "anonymise"),
        "The classes in which somebody is, under which name and as what.",
        merge=_MEMBERS,
        anonymise=drop_files,
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
        "classrooms.TeacherInvitation",
        "made_by",
        "export",
        "That a teacher made a link for a further teacher; its digest, for a week.",
        hidden=("id", "digest", "used_by_id"),
        moments=("made_at",),
    ),
    Entry(
        "classrooms.AuditEntry",
        "actor",
        "export",
        "What a teacher did in a class. When they go, the line stays without them.",
        hidden=("id", "member_id"),
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
        withheld="classrooms.assignments.feedback.works_withheld",
        told_later=("points",),
        moments=("opened_at", "submitted_at"),
    ),
    Entry(
        "classrooms.WorkAnswer",
        "work__member__player",
        ("export", "erase"),
        "Each answer as it was laid.",
        merge=_MOVED,
        withheld="classrooms.assignments.feedback.answers_withheld",
        told_later=("correct",),
        hidden=("id",),
        moments=("saved_at",),
    ),
    Entry(
        "classrooms.Regrading",
        "asked_by",
        "export",
        "That a teacher had an assignment graded again.",
        hidden=("applied_by_id",),
    ),
    Entry(
        "classrooms.GradeChange",
        "answer__work__member__player",
        ("export", "erase"),
        "What grading again changed in a pupil's answers.",
        merge=_MOVED,
        withheld="classrooms.assignments.feedback.changes_withheld",
        hidden=("id",),
    ),
    Entry(
        "classrooms.Note",
        "member__player",
        ("export", "erase"),
        "Teachers' notes on a pupil.",
        merge=_MOVED,
        hidden=("author_id",),
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
        "classrooms.ExportPart",
        "export__owner",
        "erase",
        "Pieces of such a file, and for which pupils each is.",
        merge=_MOVED,
    ),
    Entry(
        "classrooms.LookUp",
        "work__member__player",
        ("export", "erase"),
        "That a hand of class work was looked up in an open tool while the work was open.",
        merge=_MOVED,
        hidden=("id",),
        moments=("first_at", "last_at"),
    ),
    Entry(
        "classrooms.LiveRound",
        "started_by",
        "export",
        "That a teacher had a class solve a set together.",
    ),
    Entry(
        "classrooms.LtiPlatform",
        None,
        "none",
        "A learning platform that the staff set up; no row leads to a person.",
    ),
    Entry("classrooms.LtiKey", None, "none", "The site's own keys for learning platforms."),
    Entry(
        "classrooms.LtiLogin",
        None,
        "none",
        "A log-in by a platform under way, as digests; deleted after a day.",
    ),
    Entry(
        "classrooms.LtiUser",
        "player",
        ("export", "erase"),
        "Under which id a learning platform knows somebody, and when it last sent them here.",
        hidden=("id",),
        moments=("seen_at",),
    ),
    Entry("classrooms.LtiContext", None, "none", "Which course of a platform a class is."),
    Entry("classrooms.LtiLink", None, "none", "Which assignment a link in a course opens."),
    Entry(
        "classrooms.LtiScore",
        "user__player",
        ("export", "erase"),
        "The score that a learning platform is sent for a pupil, and whether it arrived.",
        merge=_MOVED,
        hidden=("id",),
    ),
]
