"""The rows of people: users, players, sessions, addresses, classes, members, cards and codes."""

from __future__ import annotations

import base64
import datetime as dt
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

from accounts.hashers import Argon2
from accounts.models import User
from accounts.players import SESSION_KEY as VISITOR_KEY
from accounts.sessions import SessionStore
from accounts.shared_device import CARD
from benchmarks.load import town as towns
from benchmarks.load.sheets import Sheet
from benchmarks.load.town import Person, Room, Town
from classrooms.entering import codes

SALT: Final = "the-salt-of-the-load"  # one password for all, hashed once


def write(url: str, town: Town) -> dict[str, int]:
    """All rows of people; how many of each table."""
    counts = {}
    for name, columns, rows in (
        ("accounts_user", _USER, _users(town)),
        ("accounts_player", "id user_id language theme created_at", _players(town)),
        ("account_emailaddress", "email verified primary user_id", _addresses(town)),
        ("classrooms_classroom", "id name rules zone created_at key", _rooms(town)),
        ("classrooms_member", _MEMBER, _members(town)),
        ("classrooms_joincode", _CODE, _codes(town)),
        ("classrooms_pupilcard", "player_id digest made_at", _cards(town)),
    ):
        with Sheet(url, name, columns) as sheet:
            for row in rows:
                sheet.add(*row)
        counts[name] = sheet.rows
    return counts


def write_sessions(url: str, town: Town) -> None:
    """Everybody's session, begun at the town's moment."""
    with Sheet(url, "accounts_session", _SESSION) as sheet:
        for row in _sessions(town):
            sheet.add(*row)


_USER = (
    "id password is_superuser username first_name last_name email is_staff is_active date_joined"
)
_SESSION = "session_key session_data expire_date visitor user_id"
_MEMBER = "id classroom_id player_id role state nickname real_name joined_at"
_CODE = "classroom_id code created_at expires_at places used approval"


def password() -> str:
    """The one digest of all accounts; the same each time."""
    salt = base64.b64encode(SALT.encode()).decode().rstrip("=")
    return str(Argon2().encode(towns.PASSWORD, salt))


def _joined(town: Town, one: Person) -> dt.datetime:
    """They came evenly over the first three quarters of the time."""
    share = (one.number * 0.618_034) % 0.75
    return town.plan.moment - towns.SPAN * (1 - share)


def _users(town: Town) -> Any:
    known = password()
    for one in town.people:
        email = "" if one.is_pupil else f"{one.name.lower()}@example.org"
        secret = f"!{one.player}" if one.is_pupil else known
        begun = _joined(town, one)
        yield one.user, secret, False, one.name.lower(), "", "", email, False, True, begun


def _players(town: Town) -> Any:
    for one in town.everybody():
        language = ("tr", "de", "en", "")[one.number % 4]
        yield one.player, one.user, language, "", _joined(town, one)


def _sessions(town: Town) -> Any:
    store, known = SessionStore(), password()
    moment = town.plan.moment
    now = int(moment.timestamp())
    for one in town.everybody():
        data: dict[str, Any] = {"rules": one.rules}
        expires = moment + dt.timedelta(seconds=settings.SESSION_COOKIE_AGE)
        if one.user is None:
            data[VISITOR_KEY] = str(_dashed(one.player))
        else:
            user = User(pk=one.user, password=f"!{one.player}" if one.is_pupil else known)
            data |= {
                SESSION_KEY: str(one.user),
                BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
                HASH_SESSION_KEY: user.get_session_auth_hash(),
                "begun_at": now,
                "seen_at": now,
            }
        if one.is_pupil:
            data |= {CARD: nickname(one), "_session_expiry": settings.SESSION_LIMITS["card"][0]}
            expires = moment + dt.timedelta(days=2)
        visitor = one.player if one.user is None else None
        yield one.session, store.encode(data), expires, visitor, one.user


def _dashed(digits: str) -> str:
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def nickname(one: Person) -> str:
    """What the class sees."""
    return (
        "Teacher"
        if one.is_teacher
        else f"{towns.NAMES[one.number % len(towns.NAMES)]} {one.number}"
    )


def _addresses(town: Town) -> Any:
    for one in town.people:
        if not one.is_pupil:
            yield f"{one.name.lower()}@example.org", True, True, one.user


def _rooms(town: Town) -> Any:
    chance = town.plan.stream("keys of rooms")
    for room in town.rooms:
        begun = _joined(town, room.teacher)
        yield (
            room.id,
            f"Class {room.number}",
            room.rules,
            "Europe/Istanbul",
            begun,
            towns.uuid_of(chance),
        )


def _members(town: Town) -> Any:
    for room in town.rooms:
        for one in (room.teacher, *room.pupils):
            role = "teacher" if one.is_teacher else "pupil"
            begun = _joined(town, room.teacher)
            yield one.member, room.id, one.player, role, "active", nickname(one), "", begun


def _codes(town: Town) -> Any:
    expires = town.plan.moment + dt.timedelta(days=14)
    for room in town.rooms:
        yield room.id, room.code, town.plan.moment, expires, 200, 0, True


def _cards(town: Town) -> Any:
    for room in town.rooms:
        for one in room.pupils:
            digest = codes.digest("card", towns.card_of(town.plan, one))
            yield one.player, digest, _joined(town, _teacher(room))


def _teacher(room: Room) -> Person:
    return room.teacher
