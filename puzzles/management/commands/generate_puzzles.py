"""Make puzzles now, without a worker."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from okey.errors import InputError
from puzzles import gates
from puzzles.kinds.registry import FIRST_KIND, KINDS
from puzzles.practice import check_choice, fill


class Command(BaseCommand):
    """Make the first puzzles of a seed; those that are there already are left as they are."""

    help = "Make the first COUNT puzzles of a seed. The same seed gives the same puzzles."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--kind", default=FIRST_KIND, choices=sorted(KINDS))
        parser.add_argument("--rules", required=True)
        parser.add_argument("--count", type=int, default=50)
        parser.add_argument("--seed", required=True)

    def handle(self, *args: Any, **options: Any) -> None:
        kind, rules, seed = options["kind"], options["rules"], options["seed"]
        count = options["count"]
        if count < 1:
            raise CommandError("--count must be at least 1")
        if not 1 <= len(seed) <= 64:
            raise CommandError("--seed must have 1 to 64 characters")
        try:
            check_choice(rules=rules, kind=kind, theme="")
        except InputError as error:
            raise CommandError(f"{error.code}: {error.at}") from error
        made = fill(kind, rules, seed, count)
        every = gates.enumerated(KINDS[kind], rules)
        if every is not None:
            count = min(count, len(every))
            self.stdout.write(f"{len(every)} positions there are, up to colours: {kind} {rules}")
        self.stdout.write(f"{count} puzzles, {made} of them new: {kind} {rules} {seed}")
