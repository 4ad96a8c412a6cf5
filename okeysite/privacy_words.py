"""What each model keeps of a person, in words for readers. A test finds a model without any."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

AREAS: Final[dict[str, Promise]] = {
    "accounts": _("Who you are"),
    "jobs": _("Work of the site for you"),
    "tutor": _("Learning and the table"),
    "puzzles": _("Puzzles"),
    "classrooms": _("Classes"),
    "lti": _("Learning platforms"),
}

_SETS = _("the sets that you had made, with their puzzles")
_RUNS = _("your streaks and storms")
_GAMES = _("games at the practice table, and the name that you chose there")
_SHEETS = _("your score sheets, with the names typed in")
_REVIEWS = _("the rules that you keep fresh, and each answer to them")
_WORKS = _("what you handed in: each answer, when, its points, and what grading again changed")
_TEACHING = _(
    "as a teacher: that it was you who set, invited, graded again, changed or began a thing"
)
_CARDS = _("digests of the codes on a pupil’s card, for taking an account over, and for inviting")

KEPT: Final[dict[str, Promise]] = {
    "accounts.User": _("of an account: user name, e-mail address if you gave one, password digest"),
    "accounts.Player": _("a random number, your language and look, and when you first came"),
    "accounts.ApiToken": _("keys for the API, as digests"),
    "accounts.Session": _("where you are logged in"),
    "account.EmailAddress": _("the address for setting a new password"),
    "mfa.Authenticator": _("the second factor at log-in, encrypted"),
    "admin.LogEntry": _("of the staff: what they changed by hand"),
    "jobs.Job": _("what you had made or graded, and how far it got"),
    "tutor.LessonProgress": _("how far you came in the lessons"),
    "tutor.ExerciseAnswer": _("your answers to exercises, and what a wrong one may have come from"),
    "tutor.Game": _GAMES,
    "tutor.GameSeat": _GAMES,
    "tutor.ReviewCard": _REVIEWS,
    "tutor.Review": _REVIEWS,
    "tutor.Sheet": _SHEETS,
    "tutor.SheetRound": _SHEETS,
    "puzzles.PuzzleSet": _SETS,
    "puzzles.SetItem": _SETS,
    "puzzles.SetChunk": _SETS,
    "puzzles.Attempt": _("what you answered, when, with which hints, and what became of it"),
    "puzzles.AttemptMark": _("the rules that your answers broke, and the themes of the puzzles"),
    "puzzles.Puzzle": _("puzzles that you had made of positions"),
    "puzzles.RatingChange": _("your rating and what each answer changed in it"),
    "puzzles.PlayerRating": _("your rating and what each answer changed in it"),
    "puzzles.Report": _("problems with puzzles that you reported"),
    "puzzles.SetReader": _("sets of others that you came to by a link"),
    "puzzles.Submission": _("sets that you handed in as a whole"),
    "puzzles.Run": _RUNS,
    "puzzles.RunItem": _RUNS,
    "puzzles.PublicName": _("the nickname under which you want to stand in lists of records"),
    "classrooms.Member": _(
        "the classes you are in: nickname, and the real name if a teacher wrote it"
    ),
    "classrooms.JoinCode": _TEACHING,
    "classrooms.PupilCard": _CARDS,
    "classrooms.HandoverCode": _CARDS,
    "classrooms.TeacherInvitation": _CARDS,
    "classrooms.AuditEntry": _TEACHING,
    "classrooms.Assignment": _TEACHING,
    "classrooms.Regrading": _TEACHING,
    "classrooms.LiveRound": _TEACHING,
    "classrooms.Recipient": _("which assignments are for you, with times and tries of your own"),
    "classrooms.Extension": _("which assignments are for you, with times and tries of your own"),
    "classrooms.Work": _WORKS,
    "classrooms.WorkAnswer": _WORKS,
    "classrooms.GradeChange": _WORKS,
    "classrooms.Note": _("notes of your teachers on you"),
    "classrooms.ClassExport": _("files of a class that a teacher had made, for a week"),
    "classrooms.ExportPart": _("files of a class that a teacher had made, for a week"),
    "classrooms.LookUp": _(
        "that a hand of your class work was looked up with an open tool while the work was open"
    ),
    "classrooms.LtiUser": _(
        "the number under which the platform knows you, and when it last sent you"
    ),
    "classrooms.LtiScore": _("the score that it is sent for an assignment, and whether it arrived"),
}
