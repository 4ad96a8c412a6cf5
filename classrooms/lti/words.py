"""Why a launch or a grade did not get through: what happened, and who can do what about it."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

_AGAIN: Final = _("Go back to the course and open the link again.")
_SETUP: Final = _(
    "Something in the link between the two sites is not set up rightly. "
    "Please tell the people who run your learning platform, with the code below."
)

# code -> what happened, and what to do
REFUSED: Final[dict[str, tuple[Promise, Promise]]] = {
    "state.unknown": (_("This launch was not begun here."), _AGAIN),
    "state.used": (_("This launch was used already."), _AGAIN),
    "state.expired": (_("This launch took too long."), _AGAIN),
    "browser.other": (
        _("This launch was begun in another browser, or the browser keeps no cookies."),
        _("Allow cookies for this site, go back to the course and open the link again."),
    ),
    "token.expired": (_("The message of the learning platform is out of date."), _AGAIN),
    "token.nonce": (_("The message of the learning platform belongs to another launch."), _AGAIN),
    "token.early": (
        _("The message of the learning platform comes from the future: the clocks differ."),
        _SETUP,
    ),
    "token.unreadable": (_("The message of the learning platform cannot be read."), _SETUP),
    "token.algorithm": (_("The message is signed in a way that is not accepted here."), _SETUP),
    "token.signature": (_("The signature of the message is wrong."), _SETUP),
    "key.unknown": (_("The message is signed with a key that the platform does not have."), _SETUP),
    "key.unusable": (_("The key of the learning platform cannot be used."), _SETUP),
    "platform.silent": (
        _("The learning platform does not answer at the moment."),
        _("Try again in some minutes."),
    ),
    "platform.unknown": (_("This learning platform is not set up here."), _SETUP),
    "platform.error": (_("The learning platform did not say who you are."), _AGAIN),
    "token.issuer": (_("The message comes from another learning platform."), _SETUP),
    "token.audience": (_("The message is meant for another site."), _SETUP),
    "token.claims": (_("The message lacks something that every launch needs."), _SETUP),
    "token.version": (_("The message is of another version of LTI than 1.3."), _SETUP),
    "token.deployment": (_("This use of the learning platform is not set up here."), _SETUP),
    "token.target": (_("The message leads to another address than was announced."), _SETUP),
    "token.message": (_("A message of this kind is not taken here."), _SETUP),
    "token.context": (_("The message does not say which course it comes from."), _SETUP),
    "token.link": (_("The message does not say which link was opened."), _SETUP),
    "token.user": (_("The message does not say which user it is about."), _SETUP),
    "token.role": (
        _("In this course you are neither a teacher nor somebody who learns."),
        _("Ask the teacher of the course."),
    ),
    "target.unknown": (_("The link leads to an address that takes no launches."), _SETUP),
    "hint.missing": (_("The learning platform left out what a launch begins with."), _SETUP),
    "grades.host": (_("The address for grades belongs to another site."), _SETUP),
    "choice.return": (_("The address for the answer belongs to another site."), _SETUP),
    "choice.types": (_("The course does not take links from this site here."), _SETUP),
    "choice.data": (_("The message holds more than can be sent back."), _SETUP),
    "choice.teacher": (
        _("Only a teacher of the course chooses what a link opens."),
        _("Ask the teacher of the course."),
    ),
    "choice.over": (
        _("This choice is over, or was begun in another browser."),
        _("Go back to the course and begin again."),
    ),
    "choice.key": (_("The site has no key to sign its answer with."), _SETUP),
    "course.new": (
        _("The class for this course does not exist yet."),
        _("It is made when the teacher of the course opens the link for the first time."),
    ),
    "member.removed": (
        _("You are not in this class any more."),
        _("A teacher of the class can bring you back."),
    ),
    "user.inactive": (
        _("Your place here is switched off."),
        _("Ask the teacher of the course."),
    ),
    "class.archived": (
        _("This class is archived."),
        _("Nobody joins it any more. Ask the teacher of the course."),
    ),
    "class.full": (_("This class is full."), _("Ask the teacher of the course.")),
}

# reason of a score that did not arrive -> the sentence
NOT_SENT: Final[dict[str, Promise]] = {
    "unreachable": _("The learning platform did not answer. It is tried again for three days."),
    "gave-up": _("The learning platform did not answer for three days."),
    "denied": _("The learning platform does not let this site send grades."),
    "refused": _(
        "The learning platform does not take this grade: its activity may be closed, or the pupil "
        "is not in the course any more."
    ),
    "no-key": _("The site has no key to sign with. The people who run it can make one."),
}


def not_sent(reason: str) -> str:
    """Why a score did not arrive; empty where nothing is wrong."""
    code, status = reason, ""
    if reason.startswith("refused-"):  # followed by the code of the platform's answer
        code, _dash, status = reason.partition("-")
    if code not in NOT_SENT:
        return ""
    return f"{NOT_SENT[code]} ({status})" if status else str(NOT_SENT[code])
