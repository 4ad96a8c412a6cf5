"""Why something cannot be done with a class or its people, in the reader's language."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from classrooms.people.errors import NicknamesTaken
from classrooms.people.pupils import MOST_PUPILS, Problem
from classrooms.people.services import MOST_CLASSES
from puzzles.errors import Refused
from puzzles.words import refusal as refusal_of_puzzles

FILE: Final = gettext_lazy("A file of the whole class")
_REFUSED: Final[dict[str, Promise]] = {
    "class.gone": gettext_lazy("This class is not yours any more."),
    "member.gone": gettext_lazy("Somebody on this list is not in the class. Load the page again."),
    "class.archived": gettext_lazy(
        "This class is archived: it can be read, not changed. Bring it back into use first."
    ),
    "class.last-teacher": gettext_lazy(
        "A class keeps at least one teacher. Add another one first, or delete the class."
    ),
    "class.cannot-teach": gettext_lazy(
        "A teacher needs an account with an e-mail address. Add one to the account first."
    ),
    "class.changed-meanwhile": gettext_lazy(
        "Another teacher has changed this since you opened the page. Nothing was saved; save again "
        "to put what you wrote in its place."
    ),
    "class.wrong-name": gettext_lazy("This is not the name of the class. Nothing was deleted."),
    "invitation.gone": gettext_lazy("This link leads nowhere any more. Ask for a new one."),
    "invitation.too-many": gettext_lazy(
        "Ten links are open already. Withdraw one before you make another."
    ),
    "key.reused": gettext_lazy(
        "This form was sent before, and something else stood in it. Send it again to do this too."
    ),
}
_PROBLEMS: Final[dict[str, Promise]] = {
    "empty": gettext_lazy("There is no nickname."),
    "long": gettext_lazy("The nickname is longer than 40 letters."),
    "unseen": gettext_lazy("A nickname is made of letters that can be seen."),
    "real-long": gettext_lazy("The real name is longer than 80 letters."),
    "real-unseen": gettext_lazy("A real name is made of letters that can be seen."),
    "taken": gettext_lazy("A pupil of the class has this nickname."),
}


def refusal(refused: Refused) -> str:
    """Say why something cannot be done now."""
    if isinstance(refused, NicknamesTaken):
        names = ", ".join(refused.nicknames)
        return ngettext(
            "A pupil there has this nickname already: %(names)s. Change one of the two first.",
            "Pupils there have these nicknames already: %(names)s. Change them first.",
            len(refused.nicknames),
        ) % {"names": names}
    if refused.code == "class.full":
        return _("A class has at most %(count)s pupils.") % {"count": MOST_PUPILS}
    if refused.code == "class.too-many":
        return _("You have %(count)s classes in use. Archive one before you make another.") % {
            "count": MOST_CLASSES
        }
    found = _REFUSED.get(refused.code)
    return str(found) if found is not None else refusal_of_puzzles(refused.code)


def problem(found: Problem) -> str:
    """Say why a line cannot become a pupil."""
    if found.wrong == "twice":
        return _("Line %(line)s has the same nickname.") % {"line": found.other}
    if found.wrong == "many":
        return _("A list has at most %(count)s pupils.") % {"count": MOST_PUPILS}
    return str(_PROBLEMS[found.wrong])
