"""What cannot be done with a class or its people now. Views and the API put it into words."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.errors import Refused


class ClassGone(Refused):
    """The class was deleted, or whoever acts is no teacher of it any more."""

    code = "class.gone"
    status = 404


class MemberGone(Refused):
    """The member is not in this class, or not in the state that the deed needs."""

    code = "member.gone"
    status = 404


class Archived(Refused):
    """An archived class is read, not changed."""

    code = "class.archived"


class LastTeacher(Refused):
    """A class keeps at least one teacher."""

    code = "class.last-teacher"


class CannotTeach(Refused):
    """Only an account with an e-mail address can be a teacher."""

    code = "class.cannot-teach"


class ClassFull(Refused):
    """The class has as many pupils as one may have."""

    code = "class.full"


class TooManyClasses(Refused):
    """The teacher has as many classes in use as one may have."""

    code = "class.too-many"


class ChangedMeanwhile(Refused):
    """Another teacher changed the same field since the page was shown."""

    code = "class.changed-meanwhile"


class WrongName(Refused):
    """The name typed is not that of the class."""

    code = "class.wrong-name"


class NicknamesTaken(Refused):
    """Other pupils of the class have these nicknames."""

    code = "nickname.taken"

    def __init__(self, nicknames: Sequence[str]) -> None:
        super().__init__(", ".join(nicknames))
        self.nicknames = tuple(nicknames)


class InvitationGone(Refused):
    """The link was used by somebody else, withdrawn, or is older than a week."""

    code = "invitation.gone"
    status = 404


class TooManyInvitations(Refused):
    """The class has as many links for further teachers as may be open."""

    code = "invitation.too-many"
