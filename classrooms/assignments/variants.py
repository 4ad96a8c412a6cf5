"""Each pupil's own colours: the same puzzles with the colours renamed, so that nothing is copied.

Renaming colours changes neither what is right nor how hard it is
(`tests/classrooms/test_assignments_variants.py` asks the engine about every kind).
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

from classrooms.assignments.models import Assignment, Work
from classrooms.people.models import Member
from puzzles.canonical import PERMUTATIONS


def variant_of(assignment: Assignment, member: Member) -> str:
    """What a pupil's colours in an assignment follow from: 32 hex digits that tell nobody's id.

    A work keeps it, so that it is graded as it was shown whatever becomes of the membership.
    """
    return hmac.new(assignment.key.bytes, member.pk.bytes, hashlib.sha256).hexdigest()[:32]


def colours_of(who: Work | Member, item: Any) -> str:
    """The colours in which a pupil (or a work) sees an item of its assignment's set."""
    assignment: Assignment = item.set.assignment
    if not assignment.variants:
        return str(item.colours)
    variant: str = getattr(who, "variant", "")
    if not variant:
        member: Any = getattr(who, "member", who)
        variant = variant_of(assignment, member)
    digest = hashlib.sha256(f"{variant}:{item.index}".encode()).digest()
    return PERMUTATIONS[int.from_bytes(digest[:4]) % len(PERMUTATIONS)]
