"""Search again for the examples that flip between the rule sets."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand

from tutor.compare.stored import STORED, found


class Command(BaseCommand):
    """Write tutor/compare/flips.json: needed when a rule set or a parameter changes."""

    help = "Search for an example of every difference between the rule sets (minutes)."

    def handle(self, *args: Any, **options: Any) -> None:
        """Search and write."""
        rows = found()
        lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
        STORED.write_text(f"[\n{lines}\n]\n", "utf-8")
        without = [f"{'/'.join(row['rules'])} {row['path']}" for row in rows if not row["example"]]
        self.stdout.write(f"{len(rows)} differences, {len(without)} without an example")
        for line in without:
            self.stdout.write(f"  {line}")
