"""Objects that belong to somebody, for the addresses that name one.

Each function makes one for a player and returns the parameters of its address.
"""

from __future__ import annotations

import uuid
from typing import Any

from accounts import clock, tokens
from accounts.models import Player
from jobs.models import Job
from puzzles.models import Puzzle, PuzzleSet


def token(player: Player) -> dict[str, Any]:
    """An API token."""
    row, _plain = tokens.issue(player, "laptop")
    return {"token_id": row.pk}


def puzzle_set(player: Player) -> dict[str, Any]:
    """A set of puzzles."""
    row = PuzzleSet.objects.create(
        owner=player, rules="101-guide", kinds=["can-open"], count=1, seed="s", key=uuid.uuid4()
    )
    return {"set_id": row.pk}


def shared_set(player: Player) -> dict[str, Any]:
    """A set of puzzles with a link."""
    from puzzles.collections import sharing

    made = puzzle_set(player)
    sharing.share(PuzzleSet.objects.get(pk=made["set_id"]))
    return made


def submission_item(player: Player) -> dict[str, Any]:
    """The first puzzle of a set that is answered as a whole."""
    from puzzles.collections import handing_in

    made = PuzzleSet.objects.get(pk=puzzle_set(player)["set_id"])
    made.items.create(index=0, puzzle=Puzzle.objects.get(pk=puzzle()["puzzle_id"]))
    row = handing_in.begin(player=player, puzzle_set=made)
    return {"submission_id": row.pk, "number": 1}


def submission(player: Player) -> dict[str, Any]:
    """A set that is answered as a whole."""
    return {"submission_id": submission_item(player)["submission_id"]}


def attempt(player: Player) -> dict[str, Any]:
    """An answered attempt."""
    from puzzles import attempts

    found = Puzzle.objects.get(pk=puzzle()["puzzle_id"])
    outcome = attempts.answer(
        player=player,
        puzzle=found,
        place=attempts.Place("practice"),
        raw={"cannot": True},
        key=uuid.uuid4(),
    )
    return {"attempt_id": outcome.attempt.pk}


def run(player: Player) -> dict[str, Any]:
    """A streak that is over."""
    from puzzles.models import Run

    row = Run.objects.create(
        player=player,
        mode="streak",
        rules="101-guide",
        seed="s",
        key=uuid.uuid4(),
        day=clock.today(),
        finished_at=clock.now(),
    )
    return {"run_id": row.pk}


def sheet(player: Player) -> dict[str, Any]:
    """A score sheet with a round."""
    from tests.tutor.sheets import begin, write

    made = begin(player)
    write(made, winner="0")
    return {"sheet_id": made.pk}


def sheet_round(player: Player) -> dict[str, Any]:
    """A round on a score sheet."""
    return sheet(player) | {"number": 1}


def game(player: Player) -> dict[str, Any]:
    """A game at the practice table, in its first round."""
    from tests.tutor.games import begin

    return {"game_id": begin(player).pk}


def game_over(player: Player) -> dict[str, Any]:
    """A game whose round is over."""
    from tests.tutor.games import begin, to_the_end

    made = begin(player, "classic")
    to_the_end(made, player)
    return {"game_id": made.pk, "number": 1}


def game_with_friends(player: Player) -> dict[str, Any]:
    """A table that waits for friends; at the second seat somebody sits already."""
    from tests.tutor.games import begin, sit

    made = begin(player, friends=True, name="Ayşe")
    sit(made, Player.objects.create(), "Ben")
    return {"game_id": made.pk, "number": 1}


def game_link() -> dict[str, Any]:
    """The link to a table that waits for friends."""
    from tests.tutor.games import begin, token

    return {"token": token(begin(Player.objects.create(), friends=True, name="Ayşe"))}


def review_card(player: Player) -> dict[str, Any]:
    """A rule that is asked today."""
    from tutor.models import ReviewCard

    card, _ = ReviewCard.objects.get_or_create(
        player=player, rules="101-guide", rule="run.no-wrap", defaults={"due_on": clock.today()}
    )
    return {"card_id": card.pk}


def job(player: Player) -> dict[str, Any]:
    """A job that waits for its turn."""
    row = Job.objects.create(owner=player, kind="generate.set-chunk", queue="generate")
    return {"job_id": row.pk}


def puzzle() -> dict[str, Any]:
    """A puzzle that everybody may see."""
    from puzzles.store import store_shared
    from tests.puzzles.conftest import proposals

    found = Puzzle.objects.public().first() or next(
        stored.puzzle for stored in store_shared(proposals()[:1]) if stored is not None
    )
    return {"puzzle_id": found.pk}
