"""Nicknames and real names: one spelling, what cannot be one, and who has it already."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.core.exceptions import ValidationError

from classrooms.people.models import Classroom, Member
from tutor.practice.nicknames import NicknameField

LONGEST_NICKNAME: Final = 40
LONGEST_REAL_NAME: Final = 80


def read_name(text: str, *, longest: int, required: bool) -> tuple[str, str]:
    """A name in one spelling, and what is wrong with it: `empty`, `long`, `unseen`, or nothing."""
    field = NicknameField(required=required, longest=longest)
    plain = field.to_python(text)
    if not plain:
        return "", "empty" if required else ""
    if len(plain) > longest:
        return plain, "long"
    try:
        field.clean(plain)
    except ValidationError:
        return plain, "unseen"
    return plain, ""


def folded(nickname: str) -> str:
    """What two nicknames have in common that a class would mix up."""
    return nickname.replace("İ", "i").replace("I", "i").replace("ı", "i").casefold()


def taken(classroom: Classroom, *, but: Iterable[Member] = ()) -> set[str]:
    """The nicknames of the class's pupils, folded. For a lasting answer hold the class's row."""
    found = Member.objects.active().pupils().filter(classroom=classroom)
    ids = [member.pk for member in but]
    return {folded(name) for name in found.exclude(pk__in=ids).values_list("nickname", flat=True)}
