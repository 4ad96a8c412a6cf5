"""Which functions of the rooms the lower rooms call, as dotted names: a part of the settings."""

from __future__ import annotations

# kind of job -> the function that does it
ISTAKA_JOB_HANDLERS: dict[str, str] = {
    "generate.set-chunk": "puzzles.sets.chunk",
    "generate.daily": "puzzles.dailies.handle",
    "generate.pool": "puzzles.practice.handle",
    "grade.verify-pool": "puzzles.verifying.handle",
    "grade.recount": "puzzles.recounting.handle",
    "generate.housekeeping": "jobs.housekeeping.handle",
    "mail.alarm": "jobs.alarms.handle",
    "generate.import": "puzzles.collections.exchange.handle",
    "grade.submission": "puzzles.collections.handing_in.handle",
    "grade.restore-ratings": "puzzles.ratings.restoring.handle",
    "grade.erase-pupils": "classrooms.people.erasing.handle",
    "grade.class-work": "classrooms.grading.jobs.handle",
    "grade.class-again": "classrooms.grading.regrading.handle",
    "generate.class-export": "classrooms.gradebook.exporting.handle",
    "generate.paper-part": "classrooms.paper.filing.handle",
    "grade.lti-changed": "classrooms.lti.scores.handle_changed",
    "grade.lti-score": "classrooms.lti.scores.handle",
    "generate.class-housekeeping": "classrooms.keeping.retention.handle",
}
# kind of job -> the function that says where its result is to be seen
ISTAKA_JOB_RESULTS: dict[str, str] = {
    "generate.set": "classrooms.assignments.making.result_url",
    "generate.import": "puzzles.sets.result_url",
    "grade.submission": "puzzles.collections.handing_in.result_url",
    "generate.class-export": "classrooms.gradebook.exporting.result_url",
    "generate.paper": "classrooms.paper.filing.result_url",
}
# kind of job -> what its page calls it, where that is not what its queue does
ISTAKA_JOB_TITLES: dict[str, str] = {
    "generate.class-export": "classrooms.people.words.FILE",
    "generate.paper": "classrooms.paper.words.FILE",
}
# why work of one kind failed for good: code -> the sentence that says so and what to do
ISTAKA_JOB_REASONS: dict[str, str] = {
    "set.too-narrow": "puzzles.words.TOO_NARROW",
    "set.import": "puzzles.words.NOT_PROVED",
    "work.unreadable": "classrooms.grading.words.UNREADABLE",
}
# what `puzzles` must not tell yet (puzzles/withholding.py), and which puzzles class work holds back
ISTAKA_WITHHELD = "classrooms.assignments.feedback.withheld"
ISTAKA_HELD_BACK = "classrooms.assignments.feedback.is_held_back"
ISTAKA_ALL_HELD_BACK = "classrooms.assignments.feedback.all_held_back"
# told which hands somebody gives to the open tools (tutor/looked_up.py)
ISTAKA_LOOKED_UP = "classrooms.lookups.noting.note"
# asked at every sweep for what is due; each is idempotent and cheap
ISTAKA_ENSURE_DUE: list[str] = [
    "accounts.cleaning.ensure_due",
    "jobs.housekeeping.ensure_due",
    "okeysite.health.watch",
    "tutor.cleaning.ensure_due",
    "puzzles.dailies.ensure_dailies",
    "puzzles.practice.ensure_pool",
    "puzzles.verifying.ensure_due",
    "puzzles.recounting.ensure_due",
    "puzzles.ratings.restoring.ensure_due",
    "classrooms.lti.scores.ensure_due",
    "classrooms.lti.cleaning.ensure_due",
    "classrooms.keeping.retention.ensure_due",
    "classrooms.grading.sweeper.ensure_due",
    "classrooms.assignments.closing.ensure_due",
    "classrooms.gradebook.exporting.ensure_due",
]
# asked before an account is erased; each locks what it looks at and may refuse
ISTAKA_ERASE_GUARDS: list[str] = ["classrooms.people.erasing.check_classes_keep_a_teacher"]
# what the site keeps about a person, room by room
ISTAKA_PRIVACY = [
    "accounts.privacy.ENTRIES",
    "jobs.privacy.ENTRIES",
    "tutor.privacy.ENTRIES",
    "puzzles.privacy.ENTRIES",
    "classrooms.privacy.ENTRIES",
]
