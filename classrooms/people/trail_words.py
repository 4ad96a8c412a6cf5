"""What the trail of a class says: for each action's key what was done, not by whom.

The page has a column for who it was, so each text says the deed alone and in the passive ("3 pupils
added"): names then need no case. Values come in by name: what `trail.note` was given, and `member`,
whom it concerned. Each part of the room adds its own keys; a test looks for a key without a text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

SENTENCES: Final[dict[str, Promise]] = {
    "class.created": _("Class created"),
    "class.changed": _("Settings changed"),
    "class.archived": _("Class archived"),
    "class.unarchived": _("Class brought back into use"),
    "pupils.created": ngettext_lazy("%(count)d pupil added", "%(count)d pupils added", "count"),
    "pupil.removed": _("%(member)s taken out of the class"),
    "pupil.left": _("%(member)s left the class"),
    "pupil.restored": _("%(member)s brought back"),
    "pupil.moved-out": _("%(member)s moved to another class"),
    "pupil.moved-in": _("%(member)s moved here from another class"),
    "member.renamed": _("Name changed: now %(member)s"),
    "member.role": _("Role changed: %(member)s"),
    "teacher.added": _("%(member)s added as a teacher"),
    "teacher.removed": _("Teacher taken out: %(member)s"),
    "teacher.left": _("Teacher left: %(member)s"),
    "cards.made": ngettext_lazy("%(count)d card made", "%(count)d cards made", "count"),
    "code.made": _("Join code made"),
    "code.closed": _("Join code closed"),
    "request.made": _("%(member)s asked to join"),
    "request.joined": _("%(member)s joined by the code"),
    "request.approved": _("%(member)s let in"),
    "request.declined": ngettext_lazy(
        "%(count)d request to join declined", "%(count)d requests to join declined", "count"
    ),
    "handover.made": _("One-time code made for %(member)s"),
    "handover.done": _("%(member)s has an account with e-mail now"),
    "handover.merged": _("%(member)s brought the card’s work into an account that was there"),
    "teacher.invited": _("Link for a further teacher made"),
    "grades.again": ngettext_lazy(
        "Graded again: %(count)d answer changed", "Graded again: %(count)d answers changed", "count"
    ),
    "grades.put-back": ngettext_lazy(
        "%(count)d work put back to be graded", "%(count)d works put back to be graded", "count"
    ),
    "note.added": _("Note on %(member)s written"),
    "note.deleted": _("Note on %(member)s deleted"),
    "class.exported": _("File of the whole class made"),
    "teacher.uninvited": _("Link for a further teacher withdrawn"),
    "assignment.created": ngettext_lazy(
        "Assignment of %(count)d puzzle made", "Assignment of %(count)d puzzles made", "count"
    ),
    "assignment.frozen": ngettext_lazy(
        "Assignment of %(count)d puzzle settled", "Assignment of %(count)d puzzles settled", "count"
    ),
    "assignment.swapped": _("Puzzle %(number)s of a draft replaced"),
    "assignment.fewer": ngettext_lazy(
        "Draft cut to %(count)d puzzle", "Draft cut to %(count)d puzzles", "count"
    ),
    "assignment.changed": _("Times or words of an assignment changed"),
    "assignment.extended": _("Times of %(member)s in an assignment changed"),
    "assignment.recipients": _("For whom an assignment is: changed"),
    "assignment.deleted": _("Draft of an assignment deleted"),
    "assignment.withdrawn": _("Assignment withdrawn"),
    "assignment.put-back": _("Assignment put back"),
    "assignment.key-seen": _("Solutions of an assignment looked at"),
    "live.started": _("Live round started"),
    "live.ended": _("Live round ended"),
    "paper.entered": _("Sheet of %(member)s entered"),
    "paper.changed": _("Sheet of %(member)s changed from %(before)s to %(after)s"),
    "paper.removed": _("Sheet of %(member)s taken back"),
    "paper.key": _("Key of an assignment printed"),
    "paper.sheets": _("Sheets of an assignment printed"),
    "pupil.erased": _("All that was kept of a pupil erased"),
    "lti.teacher": _("%(member)s came as a teacher from the learning platform"),
    "lti.pupil": _("%(member)s came from the learning platform"),
    "lti.linked": _("What a link in the learning platform opens was chosen"),
}


class _Said(dict[str, Any]):
    """Values of a deed; what an older version did not write down is a dash."""

    def __missing__(self, key: str) -> str:
        return "–"


def sentence(action: str, *, member: str, values: Mapping[str, Any]) -> str:
    """What was done, in the reader's language; for a key that is no longer known, the key."""
    text = SENTENCES.get(action)
    if text is None:
        return action
    said = _Said({"member": member or _now("somebody"), **values})
    try:
        return str(text % said)
    except (TypeError, ValueError):
        return str(text)
