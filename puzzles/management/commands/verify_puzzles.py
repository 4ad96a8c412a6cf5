"""Generate puzzles, store none, and say whether every one of them was proved."""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from okey.errors import InputError
from okey.rules.rulesets import RULE_SETS, rule_set
from puzzles import gates
from puzzles.kinds.asked import AskedKind
from puzzles.kinds.base import BLOCK
from puzzles.kinds.registry import KINDS
from puzzles.practice import check_choice


class Command(BaseCommand):
    """Every kind and rule set, or one; a position that is not proved makes the command fail."""

    help = "Generate COUNT puzzles of a kind and rule set and prove each a second time."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--kind", default="", choices=["", *KINDS])
        parser.add_argument("--rules", default="", choices=["", *RULE_SETS])
        parser.add_argument("--count", type=int, default=1_000)
        parser.add_argument("--seed", default="verify")

    def handle(self, *args: Any, **options: Any) -> None:
        kind, rules = options["kind"], options["rules"]
        if options["count"] < 1:
            raise CommandError("--count must be at least 1")
        if kind and rules:
            try:
                check_choice(rules=rules, kind=kind, theme="")
            except InputError as error:
                raise CommandError(f"{error.code}: {error.at}") from error
        self.stdout.write(f"{'kind':18} {'rules':10} {'kept':>6} {'unproved':>8} {'illegal':>7} /s")
        refuted = 0
        for one in [KINDS[kind]] if kind else KINDS.values():
            for key in [rules] if rules else one.rule_sets:
                if key in one.rule_sets:
                    refuted += self._verify(one, key, options["seed"], options["count"])
        if refuted:
            raise CommandError(f"not proved: {refuted}")

    def _verify(self, kind: AskedKind, rules: str, seed: str, count: int) -> int:
        """One line of the table; the number of positions that were not proved."""
        stopped: Counter[str] = Counter()
        kept, start = 0, time.process_time()
        for number in range(-(-count // BLOCK)):
            found = sum(
                1 for _ in gates.positions(kind, rule_set(rules), seed, number, stopped=stopped)
            )
            kept += found
            if not found:
                break  # a small kind is at its end
        rate = kept / max(time.process_time() - start, 1e-9)
        every = gates.enumerated(kind, rules)
        end = "" if every is None else f"  all of {len(every)}" if kept == len(every) else ""
        self.stdout.write(
            f"{kind.key:18} {rules:10} {kept:6} {stopped['proved']:8} {stopped['legal']:7}"
            f" {rate:4.0f}{end}"
        )
        return stopped["proved"] + stopped["legal"]
