"""Who and where a launch leads: the platform's user, course and link as rows of this site.

A user is found by the platform's id and by nothing else: an e-mail address that a platform sends is
not read. What somebody is in the course they are in the class, as long as they have no account of
their own here; whoever was taken out of the class is not let in again by a launch.
"""

from __future__ import annotations

import secrets
import uuid
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.utils import translation
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import Player, User
from classrooms.assignments.models import Assignment
from classrooms.lti.errors import LtiRefused
from classrooms.lti.messages import Launch
from classrooms.lti.models import LtiContext, LtiLink, LtiUser
from classrooms.people.errors import ClassFull, LastTeacher
from classrooms.people.locking import check_teacher_stays, lock_class
from classrooms.people.models import Classroom, Member
from classrooms.people.names import LONGEST_REAL_NAME, folded, read_name, taken
from classrooms.people.pupils import check_room
from classrooms.people.services import may_teach
from classrooms.people.trail import note
from puzzles.pages import DEFAULT_RULES


@dataclass(frozen=True, slots=True)
class Arrived:
    """Who came, as what, and through which link; `link` is None where one is to be made."""

    user: LtiUser
    member: Member
    context: LtiContext
    link: LtiLink | None


@transaction.atomic
def arrive(launch: Launch) -> Arrived:
    """Write down who came where. The same launch again finds the same rows.

    Raise `LtiRefused`: a course that no teacher has opened yet, somebody who was taken out of the
    class or is switched off, a class that is archived or full.
    """
    with translation.override(_language(launch)):
        user = _user(launch)
        context = _context(launch, user.player)
        member = _member(launch, context.classroom, user.player)
        link = _link(launch, context) if launch.link_id else None
    return Arrived(user, member, context, link)


def _user(launch: Launch) -> LtiUser:
    found = _known(launch)
    if found is None:
        try:
            with transaction.atomic():
                found = _make_user(launch)
        except IntegrityError:  # two first launches at once
            found = _known(launch)
            assert found is not None
    user = found.player.user
    if user is not None and not user.is_active:
        raise LtiRefused("user.inactive", 403)
    found.seen_at = clock.now()
    found.save(update_fields=["seen_at"])
    return found


def _known(launch: Launch) -> LtiUser | None:
    rows = LtiUser.objects.select_related("player__user")
    return rows.filter(platform=launch.platform, sub=launch.sub).first()


def _make_user(launch: Launch) -> LtiUser:
    user = User.objects.create(username=f"lti-{secrets.token_hex(8)}", password=make_password(None))
    player = Player.objects.create(user=user, language=_language(launch))
    return LtiUser.objects.create(platform=launch.platform, sub=launch.sub, player=player)


def _context(launch: Launch, player: Player) -> LtiContext:
    """The course; with a class of its own where a teacher opens it for the first time."""
    mine = LtiContext.objects.select_related("classroom").filter(
        platform=launch.platform, deployment=launch.deployment, context_id=launch.context_id
    )
    found: LtiContext | None = mine.first()
    if found is not None:
        return found
    if launch.role != "teacher":
        raise LtiRefused("course.new", 403)
    # The same key for the same course: of two first launches at once one makes the class.
    key = uuid.uuid5(launch.platform.pk, f"{launch.deployment}\n{launch.context_id}")
    name, _wrong = read_name(launch.context_title[:80], longest=80, required=True)
    classroom, made = Classroom.objects.get_or_create(
        key=key, defaults={"name": name or _("Class"), "rules": DEFAULT_RULES}
    )
    if made:
        note(classroom, "class.created", actor=player)
    context: LtiContext = mine.get_or_create(
        platform=launch.platform,
        deployment=launch.deployment,
        context_id=launch.context_id,
        defaults={"classroom": classroom},
    )[0]
    return context


def _member(launch: Launch, classroom: Classroom, player: Player) -> Member:
    room = lock_class(classroom.pk, actor=None, archived=True)
    member = Member.objects.filter(classroom=room, player=player).first()
    if member is not None and member.state == Member.State.LEFT:
        raise LtiRefused("member.removed", 403)
    if room.archived_at is not None and (member is None or member.state != Member.State.ACTIVE):
        raise LtiRefused("class.archived", 403)
    if member is None:
        member = Member(classroom=room, player=player, role=launch.role, nickname="")
        _let_in(room, member)
    elif member.state == Member.State.PENDING:  # asked by a code; the platform vouches for them
        _let_in(room, member)
    elif room.archived_at is None:
        _follow(room, member, launch)
    if launch.name and not member.real_name:
        real_name, wrong = read_name(
            launch.name[:LONGEST_REAL_NAME], longest=LONGEST_REAL_NAME, required=False
        )
        if not wrong:
            member.real_name = real_name
            member.save(update_fields=["real_name"])
    return member


def _let_in(room: Classroom, member: Member) -> None:
    if member.role == Member.Role.PUPIL:
        try:
            check_room(room, 1)
        except ClassFull:
            raise LtiRefused("class.full", 403) from None
    member.state = Member.State.ACTIVE
    member.nickname = _free_nickname(room, member)
    member.save()
    note(room, f"lti.{member.role}", actor=None, member=member)


def _follow(room: Classroom, member: Member, launch: Launch) -> None:
    """Become what the course says, where this site has no account that says otherwise."""
    if member.role == launch.role or may_teach(member.player):
        return
    try:
        check_teacher_stays(room, member)
    except LastTeacher:
        return
    member.role = Member.Role(launch.role)
    member.nickname = _free_nickname(room, member)
    member.save(update_fields=["role", "nickname"])
    note(room, "member.role", actor=None, member=member, role=launch.role)


def _free_nickname(room: Classroom, member: Member) -> str:
    """What the class calls somebody until a teacher says otherwise. Tells nothing of who it is."""
    if member.role == Member.Role.TEACHER:
        return member.nickname or _("Teacher")
    there = taken(room, but=[member])
    if member.nickname and folded(member.nickname) not in there:
        return member.nickname
    number = Member.objects.pupils().filter(classroom=room).count() + 1
    while True:
        name = _("Pupil %(number)d") % {"number": number}
        if folded(name) not in there:
            return name
        number += 1


def _link(launch: Launch, context: LtiContext) -> LtiLink:
    """The link as it is now: what a choice put into it opens, and where its grades go."""
    link, _made = LtiLink.objects.select_for_update().get_or_create(
        context=context, link_id=launch.link_id
    )
    chosen = _assignment(launch, context.classroom) if link.assignment_id is None else None
    if chosen is not None:
        link.assignment = chosen
    link.line_item = launch.line_item or link.line_item
    link.save(update_fields=["assignment", "line_item"])
    return link


def _assignment(launch: Launch, classroom: Classroom) -> Assignment | None:
    try:
        wanted = uuid.UUID(launch.assignment)
    except ValueError:
        return None
    found: Assignment | None = Assignment.objects.filter(classroom=classroom, pk=wanted).first()
    return found


def _language(launch: Launch) -> str:
    known = {code for code, _name in settings.LANGUAGES}
    return launch.language if launch.language in known else settings.LANGUAGE_CODE
