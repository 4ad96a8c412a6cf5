"""Every row of this room. Each part has its models beside what works with them."""

from __future__ import annotations

from classrooms.assignments.models import Assignment, Extension, Recipient, Work, WorkAnswer
from classrooms.gradebook.models import ClassExport, ExportPart, Note
from classrooms.grading.models import GradeChange, Regrading
from classrooms.live.models import LiveRound
from classrooms.lookups.models import LookUp
from classrooms.lti.models import (
    LtiContext,
    LtiKey,
    LtiLink,
    LtiLogin,
    LtiPlatform,
    LtiScore,
    LtiUser,
)
from classrooms.people.models import (
    AuditEntry,
    Classroom,
    HandoverCode,
    JoinCode,
    Member,
    PupilCard,
    TeacherInvitation,
)

__all__ = [
    "Assignment",
    "AuditEntry",
    "ClassExport",
    "Classroom",
    "ExportPart",
    "Extension",
    "GradeChange",
    "HandoverCode",
    "JoinCode",
    "LiveRound",
    "LookUp",
    "LtiContext",
    "LtiKey",
    "LtiLink",
    "LtiLogin",
    "LtiPlatform",
    "LtiScore",
    "LtiUser",
    "Member",
    "Note",
    "PupilCard",
    "Recipient",
    "Regrading",
    "TeacherInvitation",
    "Work",
    "WorkAnswer",
]
