"""Reporting a puzzle, and settling what was reported."""

from __future__ import annotations

from django.db import transaction

import okey
from accounts import clock
from accounts.models import Player
from puzzles import dailies, verifying
from puzzles.attempts import Place, find
from puzzles.models import Puzzle, Report


def report(*, player: Player, puzzle: Puzzle, place: Place, note: str = "") -> Report:
    """Note that a player finds something wrong, with their answer there if they gave one.

    Again adds a note to the report that is still open, and changes nothing else.
    """
    attempt = find(player, puzzle, place)
    answered = attempt is not None and attempt.answered_at is not None
    made, new = Report.objects.get_or_create(
        player=player,
        puzzle=puzzle,
        defaults={
            "note": note,
            "kind": puzzle.kind,
            "rules": puzzle.rules,
            "position": puzzle.position,
            "colours": place.colours,
            "answer": attempt.answer if answered and attempt is not None else None,
            "correct": attempt.correct if answered and attempt is not None else None,
            "rules_version": puzzle.rules_version,
            "engine_version": okey.__version__,
            "generator_version": puzzle.generator_version,
        },
    )
    if not new and note and made.state == Report.State.OPEN and made.note != note:
        made.note = note
        made.save(update_fields=["note"])
    return made


def report_state(player: Player | None, puzzle: Puzzle) -> str:
    """What became of a player's report of a puzzle; empty where there is none."""
    rows = Report.objects.visible_to(player).filter(puzzle=puzzle)
    return rows.values_list("state", flat=True).first() or ""


def check_again(puzzle: Puzzle) -> bool:
    """Settle the open reports of a puzzle by the engine and the independent proof as they are now.

    True where the puzzle holds; else it is withdrawn, which gives back what it had cost.
    """
    if not verifying.holds(puzzle):
        withdraw(puzzle)
        return False
    _settle(puzzle, Report.State.HOLDS)
    return True


@transaction.atomic
def withdraw(puzzle: Puzzle) -> None:
    """Take a puzzle out of every choice and give back the ratings that it had cost."""
    dailies.withdraw(Puzzle.objects.filter(pk=puzzle.pk))
    _settle(puzzle, Report.State.WITHDRAWN)


def _settle(puzzle: Puzzle, state: str) -> None:
    Report.objects.open().filter(puzzle=puzzle).update(state=state, decided_at=clock.now())
