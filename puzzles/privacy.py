"""What this room keeps about a person."""

from __future__ import annotations

import uuid
from typing import Final

from accounts.models import Player
from accounts.registry import Entry
from puzzles.models import Attempt, Puzzle, PuzzleSet

_Where = tuple[uuid.UUID, str, uuid.UUID]  # puzzle, context, context_id


def merge_attempts(visitor: Player, account: Player) -> None:
    """Give a visitor's attempts to the account; the earlier first answer stays the first.

    Where both tried the same, the tries stand afterwards in the order of their answers, those
    without an answer last; of two without one the earlier opening is kept. All else goes over in
    one statement.
    """
    mine = list(Attempt.objects.select_for_update().filter(player=visitor))
    theirs = list(
        Attempt.objects.select_for_update().filter(
            player=account, puzzle__in={attempt.puzzle_id for attempt in mine}
        )
    )
    used = Attempt.objects.filter(player=account, key__isnull=False)
    keys = set(used.values_list("key", flat=True))
    for attempt in mine:
        if attempt.key in keys:  # both used one key: the answers count, not their keys
            attempt.key = uuid.uuid4()
            attempt.save(update_fields=["key"])
    both = {_place(attempt) for attempt in mine} & {_place(attempt) for attempt in theirs}
    clashing: dict[_Where, list[Attempt]] = {place: [] for place in both}
    for attempt in (*theirs, *mine):
        if _place(attempt) in both:
            clashing[_place(attempt)].append(attempt)
    for attempts in clashing.values():
        _merge_place(attempts, account)
    Attempt.objects.filter(player=visitor).update(player=account)


def _place(attempt: Attempt) -> _Where:
    return attempt.puzzle_id, attempt.context, attempt.context_id


def _merge_place(attempts: list[Attempt], account: Player) -> None:
    answered = [attempt for attempt in attempts if attempt.answered_at is not None]
    answered.sort(key=lambda attempt: (attempt.answered_at, attempt.pk))
    opened = sorted((a for a in attempts if a.answered_at is None), key=lambda a: a.opened_at)
    for attempt in opened[1:]:
        attempt.delete()
    keep = answered + opened[:1]
    # Numbers out of the way first: the constraint holds at every moment.
    for place, attempt in enumerate(keep):
        attempt.try_no = 10_000 + place
        attempt.player = account
        attempt.save(update_fields=["try_no", "player"])
    for place, attempt in enumerate(keep):
        attempt.try_no = place + 1
        attempt.save(update_fields=["try_no"])


def merge_sets(visitor: Player, account: Player) -> None:
    """Give a visitor's sets to the account, with a new key where both used the same."""
    keys = set(PuzzleSet.objects.filter(owner=account).values_list("key", flat=True))
    for puzzle_set in PuzzleSet.objects.filter(owner=visitor):
        if puzzle_set.key in keys:
            puzzle_set.key = uuid.uuid4()
        puzzle_set.owner = account
        puzzle_set.save(update_fields=["owner", "key"])


def merge_drafts(visitor: Player, account: Player) -> None:
    """Give a visitor's drafts to the account, but for positions of which it has one."""
    own = set(Puzzle.objects.filter(owner=account).values_list("kind", "rules", "canonical_key"))
    for puzzle in Puzzle.objects.filter(owner=visitor):
        known = (puzzle.kind, puzzle.rules, puzzle.canonical_key) in own
        puzzle.owner = None if known else account
        puzzle.save(update_fields=["owner"])


ENTRIES: Final = [
    Entry("puzzles.PuzzleSolution", None, "none", "The right answer to a puzzle."),
    Entry("puzzles.Daily", None, "none", "Which puzzle a day has; the same for everybody."),
    Entry(
        "puzzles.PuzzleSet",
        "owner",
        ("export", "erase"),
        "Sets that the player had made.",
        merge=merge_sets,
        moments=("created_at",),
    ),
    Entry(
        "puzzles.SetItem",
        "set__owner",
        ("export", "erase"),
        "The puzzles of those sets.",
        hidden=("id",),
    ),
    Entry(
        "puzzles.SetChunk",
        "set__owner",
        ("erase",),
        "What was found so far for sets that are being made.",
    ),
    Entry(
        "puzzles.Attempt",
        "player",
        ("export", "erase"),
        "What the player answered, when, and what became of it.",
        merge=merge_attempts,
        moments=("opened_at", "answered_at"),
        withheld="puzzles.withholding.withheld",
        told_later=("correct", "verdict", "expected"),
    ),
    Entry(
        "puzzles.Puzzle",
        "owner",
        ("export", "erase"),
        "Puzzles that the player had made of positions. All others are made for everybody.",
        merge=merge_drafts,
        moments=("created_at",),
        hidden=("seed", "index"),
    ),
    Entry(
        "puzzles.AttemptMark",
        "attempt__player",
        ("export", "erase"),
        "What an answer was about: themes of the puzzle, rules that the answer broke.",
        hidden=("id",),
        withheld="puzzles.withholding.marks_withheld",
    ),
    Entry(
        "puzzles.RatingChange",
        "player",
        ("export", "erase"),
        "What each rated answer changed in the rating.",
        merge="puzzles.ratings.merging.merge_ratings",
        moments=("at",),
    ),
    Entry(
        "puzzles.PlayerRating",
        "player",
        ("export", "erase"),
        "How strong the player is, a number for each rule set. Nobody else sees it.",
        merge="puzzles.ratings.merging.moved_already",
        hidden=("id",),
        moments=("rated_at",),
    ),
    Entry(
        "puzzles.PuzzleRating",
        None,
        "none",
        "How hard a puzzle has proved. It stays when a player goes: no row leads to a person.",
    ),
    Entry(
        "puzzles.Report",
        "player",
        ("export", "erase"),
        "Problems with puzzles that the player reported.",
        merge="puzzles.reports.merging.merge_reports",
        moments=("created_at",),
    ),
    Entry(
        "puzzles.SetReader",
        "player",
        ("export", "erase"),
        "Sets of others that the player came to by a link.",
        merge="puzzles.collections.merging.merge_readers",
        hidden=("id",),
        moments=("joined_at",),
    ),
    Entry(
        "puzzles.Submission",
        "player",
        ("export", "erase"),
        "Sets that the player answered as a whole and handed in.",
        merge="puzzles.collections.merging.merge_submissions",
        moments=("begun_at",),
    ),
    Entry(
        "puzzles.Run",
        "player",
        ("export", "erase"),
        "Streaks and storms that the player began, and how far they went.",
        merge="puzzles.runs.merging.merge_runs",
        moments=("started_at",),
        hidden=("seed",),
    ),
    Entry(
        "puzzles.RunItem",
        "run__player",
        ("export", "erase"),
        "The puzzles that those were dealt.",
        hidden=("id", "puzzle_id"),
    ),
    Entry(
        "puzzles.PublicName",
        "player",
        ("export", "erase"),
        "The nickname under which the player wants to stand in the lists of records.",
        merge="puzzles.runs.merging.merge_names",
        moments=("agreed_at",),
    ),
    Entry("puzzles.PuzzleOffer", None, "none", "Puzzles as the choice of the next one finds them."),
]
