"""Checks of a finish."""

from __future__ import annotations

from collections.abc import Iterator

from okey.melds import MeldKind
from okey.rules.model import RuleSet, Violation
from okey.rules.opening import Submission


def finish_incomplete(facts: Submission, rules: RuleSet) -> Iterator[Violation]:
    """A finish uses the whole hand but for the one tile that is thrown.

    Laid out: exactly one tile is left. Shown: as many tiles as a hand has stand in runs and
    groups, or all of them in pairs.
    """
    if rules.showing is None:
        left = facts.left or ()
        if len(left) != 1:
            yield Violation(
                "finish.incomplete",
                " ".join(map(str, left)),
                {"tiles": facts.tiles, "left": len(left)},
            )
        return
    needed = rules.hand.others
    by_pairs = rules.showing.pairs is not None and not facts.has_runs_or_groups
    kinds = (MeldKind.PAIR,) if by_pairs else (MeldKind.RUN, MeldKind.GROUP)
    covered, uncovered = 0, []
    for meld, verdict in zip(facts.melds, facts.verdicts, strict=True):
        if verdict.legal and verdict.kind in kinds:
            covered += len(meld)
        else:
            uncovered.append(meld.text)
    if facts.tiles != needed or uncovered:
        yield Violation(
            "finish.incomplete", " ".join(uncovered), {"tiles": covered, "needed": needed}
        )
