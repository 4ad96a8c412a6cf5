"""Opening a puzzle and answering it. The first committed answer of a try counts, for good."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from django.db import transaction
from django.db.models import Q

import okey
from accounts import clock
from accounts.models import Player
from okey.errors import InputError
from puzzles.errors import KeyReused, PlayerGone, TryTooEarly
from puzzles.grading import GAVE_UP, grade
from puzzles.kinds.registry import kind_of
from puzzles.models import NO_CONTEXT, SAME_COLOURS, Attempt, Daily, Puzzle, PuzzleSet, SetItem
from puzzles.ratings import services as ratings
from puzzles.runs import places as run_places
from puzzles.runs import services as runs
from puzzles.withholding import check_not_held_back

GRACE: Final = dt.timedelta(minutes=30)  # past midnight, for a daily that was opened on its day
MOST_TRIES: Final = 99
SPOKEN: Final = 2  # levels of hints that say something; the next one gives up

Context = Attempt.Context


@dataclass(frozen=True, slots=True)
class Place:
    """Where a puzzle is tried: the context, its id, and the how-manieth try it is (from 1).

    `colours`: the permutation in which the puzzle is shown there.
    """

    context: str
    context_id: uuid.UUID = NO_CONTEXT
    try_no: int = 1
    colours: str = SAME_COLOURS


@dataclass(frozen=True, slots=True)
class Outcome:
    """An answered attempt. `made` is False where an earlier answer was found."""

    attempt: Attempt
    made: bool


def place_of(
    puzzle: Puzzle,
    *,
    player: Player | None,
    context: str = "",
    context_id: uuid.UUID | None = None,
    try_no: int = 1,
    opened_at: dt.datetime | None = None,
    daily: Daily | None = None,
) -> Place:
    """Decide where a try belongs. Without a context: the daily on its day, else practice.

    A daily belongs to the day on which it was opened, and is taken until half an hour past
    midnight; later, or from the archive, it is practice. `daily`: that of the puzzle, where the
    caller has it. Raise `InputError` (`input.field`) for a context that does not hold this puzzle
    or is not this player's.
    """
    if not 1 <= try_no <= MOST_TRIES:
        raise InputError("input.field", "try_no")
    if context == Context.SET:
        item = (
            SetItem.objects.filter(
                set__in=PuzzleSet.objects.visible_to(player), set_id=context_id, puzzle=puzzle
            )
            .only("colours", "set_id")
            .first()
            if context_id
            else None
        )
        if item is None:
            raise InputError("input.field", "context_id")
        return Place(context, item.set_id, try_no, item.colours)
    if context == Context.RUN:
        dealt = run_places.item_of(player, context_id, puzzle)
        if dealt is None:
            raise InputError("input.field", "context_id")
        return Place(context, dealt.run_id, 1, dealt.colours)
    if context not in {"", Context.DAILY, Context.PRACTICE}:
        raise InputError("input.field", "context")
    if context_id not in {None, NO_CONTEXT}:
        raise InputError("input.field", "context_id")
    if context != Context.PRACTICE and _is_on_its_day(puzzle, player, opened_at, daily):
        return Place(Context.DAILY, NO_CONTEXT, try_no)
    # A further try at a daily whose day has gone meanwhile is a first one in practice.
    return Place(Context.PRACTICE, NO_CONTEXT, 1 if context == Context.DAILY else try_no)


def place_of_row(attempt: Attempt) -> Place:
    """The place in which a row stands."""
    return Place(attempt.context, attempt.context_id, attempt.try_no, attempt.colours)


def find(player: Player | None, puzzle: Puzzle, place: Place) -> Attempt | None:
    """The player's row of this try, if there is one."""
    return Attempt.objects.visible_to(player).filter(**_identity(puzzle, place)).first()


def open_attempt(
    *,
    player: Player,
    puzzle: Puzzle,
    place: Place,
    choice: str = "",
    opened_at: dt.datetime | None = None,
) -> Attempt:
    """Note that the player sees the puzzle. Opening again changes nothing.

    `choice`: how the server chose the puzzle (`Attempt.Choice`), empty where it did not.
    """
    attempt, _ = Attempt.objects.get_or_create(
        player=player,
        **_identity(puzzle, place),
        defaults=_opened(puzzle, place, choice, opened_at),
    )
    return attempt


def new_attempt(
    *,
    player: Player,
    puzzle: Puzzle,
    place: Place,
    choice: str = "",
    opened_at: dt.datetime | None = None,
) -> Attempt:
    """The same row, not written yet, for whoever has looked that there is none."""
    return Attempt(
        player=player, **_identity(puzzle, place), **_opened(puzzle, place, choice, opened_at)
    )


def answer(
    *,
    player: Player,
    puzzle: Puzzle,
    place: Place,
    raw: Mapping[str, Any],
    key: uuid.UUID,
    opened_at: dt.datetime | None = None,
) -> Outcome:
    """Answer a try, once. `opened_at`: when a visitor without a row opened the puzzle.

    The same key and answer again, or another key for an answered try, gives the first result.
    Raise `InputError` for an answer that cannot be read (nothing is used up), `KeyReused` for a key
    that belongs to another answer, `TryTooEarly` where an earlier try is not answered, `HeldBack`
    where class work asks the same, `PlayerGone` where the player was merged or erased meanwhile.
    """
    read = kind_of(puzzle.kind).read_answer(raw)
    with transaction.atomic():
        # One answer of a player after the other: no key clashes, and none falls into a merge.
        if Player.objects.select_for_update(no_key=True).filter(pk=player.pk).first() is None:
            raise PlayerGone
        return _answer(player, puzzle, place, read, key, opened_at)


def _answer(
    player: Player,
    puzzle: Puzzle,
    place: Place,
    read: dict[str, Any],
    key: uuid.UUID,
    opened_at: dt.datetime | None,
) -> Outcome:
    rows = _locked(player, puzzle, key)
    sent = next((row for row in rows if row.key == key), None)
    if sent is not None:
        # The same message once more, perhaps from another day: the place no longer matters.
        if sent.puzzle_id != puzzle.pk or sent.answer != read:
            raise KeyReused
        return Outcome(sent, made=False)
    attempt = _standing_in(rows, place)
    if attempt is None:
        made = new_attempt(player=player, puzzle=puzzle, place=place, opened_at=opened_at)
        Attempt.objects.bulk_create([made], ignore_conflicts=True)  # a page may open it right now
        rows = _locked(player, puzzle, key)
        attempt = _standing_in(rows, place)
        assert attempt is not None
    if attempt.answered_at is not None:
        return Outcome(attempt, made=False)
    if _is_too_early(rows, place):
        raise TryTooEarly
    if place.context == Context.RUN:
        run_places.check_answerable(place.context_id, puzzle)
    _check_told_here(player, puzzle, place)
    graded = grade(puzzle, colours=attempt.colours, answer=read)
    attempt.key = key
    attempt.answer = read
    attempt.answered_at = clock.now()
    attempt.correct = graded.correct
    attempt.verdict = graded.to_row()
    attempt.rules_version = puzzle.rules_version
    attempt.engine_version = okey.__version__
    attempt.generator_version = puzzle.generator_version
    others = [row for row in rows if row.pk != attempt.pk]
    ratings.rate(attempt, others=others)
    attempt.save()
    if place.context == Context.RUN:
        runs.answered(attempt)
    return Outcome(attempt, made=True)


def give_up(
    *,
    player: Player,
    puzzle: Puzzle,
    place: Place,
    key: uuid.UUID,
    opened_at: dt.datetime | None = None,
) -> Outcome:
    """Give a try up, so that the solution may be shown: it is answered, and not rightly.

    Raise as `answer` does, and `NoHints` in a run. A try that is answered already stays as it is.
    """
    if place.context == Context.RUN:
        raise run_places.NoHints
    with transaction.atomic():
        if Player.objects.select_for_update(no_key=True).filter(pk=player.pk).first() is None:
            raise PlayerGone
        _check_told_here(player, puzzle, place)
        open_attempt(player=player, puzzle=puzzle, place=place, opened_at=opened_at)
        _raise_level(player, puzzle, place, SPOKEN + 1)
        return _answer(player, puzzle, place, {GAVE_UP: True}, key, opened_at)


def take_hint(
    *,
    player: Player,
    puzzle: Puzzle,
    place: Place,
    level: int,
    opened_at: dt.datetime | None = None,
) -> Attempt:
    """Note that a hint is asked for, before it is shown. An answered try stays as it is.

    Raise `PlayerGone` as `answer` does, `NoHints` in a run.
    """
    if place.context == Context.RUN:
        raise run_places.NoHints
    with transaction.atomic():
        if Player.objects.select_for_update(no_key=True).filter(pk=player.pk).first() is None:
            raise PlayerGone
        _check_told_here(player, puzzle, place)
        attempt = open_attempt(player=player, puzzle=puzzle, place=place, opened_at=opened_at)
        _raise_level(player, puzzle, place, min(level, SPOKEN))
        attempt.refresh_from_db()
        return attempt


def _raise_level(player: Player, puzzle: Puzzle, place: Place, level: int) -> None:
    Attempt.objects.filter(
        player=player, answered_at__isnull=True, hint_level__lt=level, **_identity(puzzle, place)
    ).update(hint_level=level)


def next_try(player: Player | None, puzzle: Puzzle, place: Place) -> int:
    """The number that a further try in this place would have: one more than those answered."""
    answered = (
        Attempt.objects.visible_to(player)
        .answered()
        .filter(puzzle=puzzle, context=place.context, context_id=place.context_id)
    )
    return try_after(answered.count())


def try_after(answered: int) -> int:
    """The number of the try that follows so many answered ones."""
    return min(MOST_TRIES, answered + 1)


def _locked(player: Player, puzzle: Puzzle, key: uuid.UUID) -> list[Attempt]:
    """The player's rows of a puzzle, in every place, and the one with this key: locked.

    One statement answers all that an answer asks of them. Needs the lock on the player's row.
    """
    rows = Attempt.objects.select_for_update().filter(player=player)
    found: list[Attempt] = list(rows.filter(Q(puzzle=puzzle) | Q(key=key)).order_by("pk"))
    for row in found:
        row.player = player
        if row.puzzle_id == puzzle.pk:
            row.puzzle = puzzle
    return found


def _standing_in(rows: list[Attempt], place: Place) -> Attempt | None:
    """The row of a try among those of its puzzle."""
    wanted = (place.context, place.context_id, place.try_no)
    here = (row for row in rows if (row.context, row.context_id, row.try_no) == wanted)
    return next(here, None)


def _is_too_early(rows: list[Attempt], place: Place) -> bool:
    """Whether the try before is open. In a class a try is of the whole set, with gaps."""
    if place.try_no == 1 or place.context == Context.ASSIGNMENT:
        return False
    before = _standing_in(rows, replace(place, try_no=place.try_no - 1))
    return before is None or before.answered_at is None


def _check_told_here(player: Player, puzzle: Puzzle, place: Place) -> None:
    """Raise `HeldBack` where class work asks the same; nobody chooses what a day or a run asks."""
    if place.context in {Context.PRACTICE, Context.SET}:
        check_not_held_back(player, puzzle)


def _identity(puzzle: Puzzle, place: Place) -> dict[str, Any]:
    return {
        "puzzle": puzzle,
        "context": place.context,
        "context_id": place.context_id,
        "try_no": place.try_no,
    }


def _opened(
    puzzle: Puzzle, place: Place, choice: str, opened_at: dt.datetime | None
) -> dict[str, Any]:
    return {
        "colours": place.colours,
        "server_chosen": bool(choice),
        "choice": choice,
        "opened_at": opened_at or clock.now(),
        "rules_version": puzzle.rules_version,
        "engine_version": okey.__version__,
        "generator_version": puzzle.generator_version,
    }


def _is_on_its_day(
    puzzle: Puzzle, player: Player | None, opened_at: dt.datetime | None, daily: Daily | None
) -> bool:
    """Whether the puzzle is a daily that counts now for somebody who opened it then."""
    daily = daily or Daily.objects.public().filter(puzzle=puzzle).first()
    if daily is None:
        return False
    date = daily.date
    now, start = clock.now(), clock.day_start(date)
    end = clock.day_start(date + dt.timedelta(days=1))
    if now < end:
        return True
    if now >= end + GRACE:
        return False
    row = (
        Attempt.objects.visible_to(player)
        .filter(puzzle=puzzle, context=Context.DAILY, try_no=1)
        .values_list("opened_at", flat=True)
        .first()
    )
    opened = row or opened_at
    return opened is not None and start <= opened < end
