"""Practice: a pool of puzzles for everybody, and the choice of the next one for a player."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Count

from accounts.models import Player
from jobs import services as jobs
from jobs.kinds import Effect
from jobs.models import Job
from jobs.work import Work
from okey.errors import InputError
from okey.rules.rulesets import rule_set
from puzzles import gates, generator
from puzzles.attempts import Place, new_attempt
from puzzles.kinds.base import BLOCK
from puzzles.kinds.registry import FIRST_KIND, KINDS, kind_of
from puzzles.models import Attempt, Puzzle
from puzzles.ratings import choosing
from puzzles.ratings.choosing import Found
from puzzles.store import store_shared

POOL_JOB: Final = "generate.pool"
POOL_SEED: Final = "practice pool"  # no seed of a set: those have no blanks
FIRST_POOL: Final = 50  # puzzles a kind and rule set, made when the site first runs
MOST_IN_POOL: Final = 50_000
RUNNING_LOW: Final = 40  # unseen puzzles around a player below which the pool grows by a block


def choose_next(
    player: Player | None, *, rules: str, kind: str = "", theme: str = ""
) -> Puzzle | None:
    """A puzzle near the player's strength that they never opened; without a kind, of any.

    None where there is no unseen one; `keep_ahead` sees to more. Dailies are never among them.
    Raise `InputError` for a kind, theme or rule set that is not there.
    """
    return find_next(player, rules=rules, kind=kind, theme=theme).puzzle


def find_next(player: Player | None, *, rules: str, kind: str = "", theme: str = "") -> Found:
    """The same, with how many unseen ones are near."""
    kinds = check_choice(rules=rules, kind=kind, theme=theme)
    return choosing.find(player, rules=rules, kinds=kinds, theme=theme)


def check_choice(*, rules: str, kind: str, theme: str) -> tuple[str, ...]:
    """The kinds that a choice may fall on.

    Raise `InputError` where there is nothing to choose from, whatever the player has seen.
    """
    rule_set(rules)
    kinds = [kind_of(kind)] if kind else list(KINDS.values())
    kinds = [one for one in kinds if rules in one.rule_sets]
    if not kinds:
        raise InputError("kind.rules", f"rules: {rules}")
    # A theme that tells the answer cannot be asked for: who asks for hands that open knows it.
    if theme:
        kinds = [one for one in kinds if theme in one.themes and not one.themes[theme].tells]
    if not kinds:
        raise InputError("theme.unknown", f"theme: {theme[:40]}")
    return tuple(one.key for one in kinds)


def choice_of(*, kind: str, theme: str) -> str:
    """How a puzzle is chosen where this is asked for, as the attempt keeps it."""
    if theme:
        return Attempt.Choice.THEME
    return Attempt.Choice.KIND if kind else Attempt.Choice.MIXED


def chosen_by_server(player: Player, puzzle: Puzzle, choice: str = Attempt.Choice.MIXED) -> None:
    """Note that the server chose this puzzle for the player, who opens it now.

    One statement: the puzzle was unseen a moment ago. Where it is open by now, nothing changes.
    """
    place = Place(Attempt.Context.PRACTICE)
    Attempt.objects.bulk_create(
        [new_attempt(player=player, puzzle=puzzle, place=place, choice=choice)],
        ignore_conflicts=True,
    )


def keep_ahead(
    player: Player, *, rules: str, kind: str = FIRST_KIND, found: Found | None = None
) -> None:
    """Have the pool grow where this player will soon have seen all of it.

    `found`: what was chosen of that kind just now. Where enough unseen ones lay around it, nothing
    more is asked: the level is drawn around the strength anew each time.
    """
    if found is not None and found.unseen >= RUNNING_LOW:
        return
    if choosing.running_low(player, rules=rules, kind=kind, few=RUNNING_LOW):
        grow(kind, rules, 1)


def ensure_pool() -> None:
    """Enqueue the first pool where it is not there yet. Idempotent.

    Further blocks are made as players come near the end of what there is (`keep_ahead`).
    """
    there = _counts()
    for kind in settings.ISTAKA_POOL_KINDS or KINDS:
        for rules in KINDS[kind].rule_sets:
            lacking = FIRST_POOL - there.get((kind, rules), 0)
            if lacking > 0:
                grow(kind, rules, -(-lacking // BLOCK))


def grow(kind: str, rules: str, blocks: int) -> None:
    """Enqueue further blocks of the pool, unless some are under way already or it is full."""
    stem = f"{kind}:{rules}:"
    if Job.objects.unfinished().filter(kind=POOL_JOB, dedupe_key__startswith=stem).exists():
        return
    first = _last_made(kind, rules) // BLOCK + 1
    most = min(MOST_IN_POOL // BLOCK, gates.blocks(kind_of(kind), rules, MOST_IN_POOL))
    for number in range(first, min(first + blocks, most)):
        jobs.enqueue(
            kind=POOL_JOB,
            args={"kind": kind, "rules": rules, "seed": POOL_SEED, "block": number},
            dedupe_key=f"{stem}{number}",
            total=BLOCK,
        )


def _counts() -> dict[tuple[str, str], int]:
    """How many puzzles there are of each kind and rule set."""
    rows = Puzzle.objects.public().shared().order_by().values_list("kind", "rules")
    return {(kind, rules): count for kind, rules, count in rows.annotate(count=Count("pk"))}


def handle(work: Work) -> Effect | None:
    """Job handler: make one block of the pool."""
    args = work.args
    proposals = []
    for proposal in generator.block(args["kind"], args["rules"], args["seed"], args["block"]):
        proposals.append(proposal)
        work.progress(len(proposals), BLOCK)
    return lambda: _write(proposals)


def fill(kind: str, rules: str, seed: str, count: int) -> int:
    """Make the first `count` puzzles of a stream now; say how many rows are new."""
    made = 0
    for number in range(-(-count // BLOCK)):
        proposals = generator.block(kind, rules, seed, number)[: count - number * BLOCK]
        if not proposals:
            break  # a small kind is at its end
        with transaction.atomic():
            made += sum(1 for one in store_shared(proposals) if one is not None and one.made)
    return made


def _write(proposals: list[generator.Proposal]) -> None:
    store_shared(proposals)


def _last_made(kind: str, rules: str) -> int:
    """The index of the last puzzle that the pool's stream has given so far; -1 before the first."""
    made: int | None = (
        Puzzle.objects.shared()
        .filter(
            kind=kind,
            rules=rules,
            rules_version=rule_set(rules).version,
            generator_version=kind_of(kind).version,
            seed=POOL_SEED,
        )
        .order_by("-index")
        .values_list("index", flat=True)
        .first()
    )
    return -1 if made is None else made
