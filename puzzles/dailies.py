"""One puzzle a rule set a day, made ahead, never used before, hidden until its day."""

from __future__ import annotations

import datetime as dt
import secrets
from typing import Final

from django.db import IntegrityError, transaction

from accounts import clock
from jobs import services as jobs
from jobs.kinds import Effect
from jobs.work import Work
from okey.rules.rulesets import RULE_SETS
from puzzles import gates
from puzzles.kinds.base import Proposal
from puzzles.kinds.registry import FIRST_KIND, KINDS, kind_of
from puzzles.models import Daily, Puzzle
from puzzles.querysets import PuzzleQuerySet
from puzzles.store import store_reserved

DAILY_JOB: Final = "generate.daily"
DAYS_AHEAD: Final = 16
SPARE: Final = 4  # proposals at hand, should the first one have been used before
MOST_OTHERS: Final = 20  # proposals of another difficulty that are passed over
WHOLE_HANDS: Final = ("winning-hand", "wait", "best-discard")  # where nothing is opened
FROM, TO = 1_050, 2_000  # difficulty: a daily is for everybody, and worth a coffee


def rule_sets() -> tuple[str, ...]:
    """The keys of the rule sets that have a daily."""
    return tuple(key for key in RULE_SETS if kinds_for(key))


def kinds_for(rules: str) -> tuple[str, ...]:
    """The kinds that take turns as the daily of a rule set: hands that open, else whole hands."""
    wanted = (FIRST_KIND,) if rules in kind_of(FIRST_KIND).rule_sets else WHOLE_HANDS
    return tuple(key for key in wanted if key in KINDS and rules in KINDS[key].rule_sets)


def kind_on(date: dt.date, rules: str) -> str:
    """The kind whose turn it is."""
    kinds = kinds_for(rules)
    return kinds[date.toordinal() % len(kinds)]


def ensure_dailies() -> None:
    """Enqueue what lacks from today to `DAYS_AHEAD` days on, the nearest day first. Idempotent."""
    for date, rules in missing():
        jobs.enqueue(
            kind=DAILY_JOB,
            args={"date": date.isoformat(), "rules": rules},
            dedupe_key=f"{date.isoformat()}:{rules}",
        )


def missing() -> list[tuple[dt.date, str]]:
    """The days and rule sets that should have a daily and have none, in order."""
    today = clock.today()
    days = [today + dt.timedelta(days=days) for days in range(DAYS_AHEAD + 1)]
    have = set(Daily.objects.filter(date__range=(days[0], days[-1])).values_list("date", "rules"))
    return [(date, rules) for date in days for rules in rule_sets() if (date, rules) not in have]


def handle(work: Work) -> Effect | None:
    """Job handler: make the daily of a date and rule set, unless it is there."""
    date, rules = dt.date.fromisoformat(work.args["date"]), work.args["rules"]
    if Daily.objects.on(date, rules).exists():
        return None
    seed, proposals = _proposals(date, rules)
    return lambda: _write(date, rules, seed, proposals)


def find(date: dt.date, rules: str) -> Daily | None:
    """The daily of a day that has come, or None; a day that has not looks like one without.

    Where the past of a site that has been running lacks today's, or today's was withdrawn, one is
    made at once: the page depends on no worker. A fresh site leaves its first ones to the worker.
    """
    daily = _public(date, rules)
    if daily is not None or date != clock.today() or rules not in rule_sets():
        return daily
    if not Daily.objects.filter(rules=rules).exists():
        return None
    try:
        with transaction.atomic():
            # Many ask at midnight: one makes it, the others wait here and find it.
            Daily.objects.select_for_update().filter(rules=rules).order_by("date").first()
            if (daily := _public(date, rules)) is not None:
                return daily
            _write(date, rules, *_proposals(date, rules))
    except IntegrityError:
        pass  # a worker made it meanwhile
    return _public(date, rules)


def withdraw(puzzles: PuzzleQuerySet) -> None:
    """Take puzzles out of every choice; what was answered stays. Today's daily gets another hand.

    An earlier day whose hand is withdrawn has none from then on.
    """
    puzzles.update(state=Puzzle.State.WITHDRAWN)
    today = Daily.objects.filter(date=clock.today(), puzzle__state=Puzzle.State.WITHDRAWN)
    for rules in today.values_list("rules", flat=True):
        find(clock.today(), rules)


def _public(date: dt.date, rules: str) -> Daily | None:
    return Daily.objects.public().on(date, rules).select_related("puzzle").first()


def _proposals(date: dt.date, rules: str) -> tuple[str, list[Proposal]]:
    """A random seed, shown nowhere, and proposals of its first block, more than one needs.

    Those of a fitting difficulty, as long as there are enough.
    """
    seed = secrets.token_hex(16)
    fitting: list[Proposal] = []
    others: list[Proposal] = []
    for one in gates.each(kind_of(kind_on(date, rules)), rules, seed):
        (fitting if FROM <= one.difficulty <= TO else others).append(one)
        if len(fitting) == SPARE or len(others) == MOST_OTHERS:
            break
    return seed, [*fitting, *others][:SPARE]


def _write(date: dt.date, rules: str, seed: str, proposals: list[Proposal]) -> None:
    """Store the first proposal whose position was never used under these rules."""
    there = Daily.objects.on(date, rules).select_for_update().first()
    if there is not None and not Puzzle.objects.filter(pk=there.puzzle_id).withdrawn().exists():
        return
    used = set(
        Puzzle.objects.filter(
            kind=proposals[0].kind,
            rules=rules,
            canonical_key__in=[one.canonical_key for one in proposals],
        ).values_list("canonical_key", flat=True)
    )
    proposal = next((one for one in proposals if one.canonical_key not in used), None)
    if proposal is None:
        raise RuntimeError(f"no position of {SPARE} is new")  # tried again with another seed
    puzzle = store_reserved(proposal, public_from=clock.day_start(date))
    if there is None:
        Daily.objects.create(date=date, rules=rules, puzzle=puzzle, seed=seed)
    else:  # what was answered of the withdrawn one stays with its puzzle
        there.puzzle, there.seed = puzzle, seed
        there.save(update_fields=["puzzle", "seed"])
