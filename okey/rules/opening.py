"""Checks of an opening, in the facts of a whole submission."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from okey.melds import GROUP, PAIR, RUN, Meld, MeldKind
from okey.rules.model import As, MeldVerdict, RuleSet, Violation
from okey.tiles import Tile


@dataclass(frozen=True, slots=True)
class Submission:
    """Melds laid together, each already judged.

    `points` are what counts: those of the legal runs and groups. `missing` are tiles laid that the
    hand does not hold, `left` those that stay in it; both are None where no hand was given.
    """

    as_: As
    melds: tuple[Meld, ...]
    verdicts: tuple[MeldVerdict, ...]
    points: int
    missing: tuple[Tile, ...] | None = None
    left: tuple[Tile, ...] | None = None

    @property
    def tiles(self) -> int:
        """How many tiles are laid."""
        return sum([len(meld.tiles) for meld in self.melds])

    @property
    def pairs(self) -> int:
        """How many legal pairs are laid."""
        return len([1 for one in self.verdicts if one.kind is PAIR and one.legal])

    @property
    def kinds(self) -> list[MeldKind | None]:
        """What each meld was judged as."""
        return [verdict.kind for verdict in self.verdicts]

    @property
    def has_pairs(self) -> bool:
        """Whether anything was judged as a pair."""
        return PAIR in self.kinds

    @property
    def has_runs_or_groups(self) -> bool:
        """Whether anything was judged as a run or a group."""
        return RUN in self.kinds or GROUP in self.kinds

    def first(self, *kinds: MeldKind) -> str:
        """The tiles of the first meld of these kinds, as laid."""
        return next(
            meld.text
            for meld, verdict in zip(self.melds, self.verdicts, strict=True)
            if verdict.kind in kinds
        )


def lay_unavailable(facts: Submission, rules: RuleSet) -> Iterator[Violation]:
    """Where a hand is shown at the end, nothing is laid before."""
    if facts.as_ == "opening" and rules.opening is None:
        yield Violation("lay.unavailable")


def opening_points(facts: Submission, rules: RuleSet) -> Iterator[Violation]:
    """The runs and groups of an opening are worth so many points together."""
    if rules.opening is None or facts.points >= rules.opening.points:
        return
    if facts.has_pairs and not facts.has_runs_or_groups:
        return
    pairs = rules.opening.pairs
    # Beside one another either may be enough.
    if facts.has_pairs and pairs is not None and (not rules.opening.mixed or facts.pairs >= pairs):
        return
    needed = rules.opening.points
    yield Violation(
        "opening.points",
        params={"points": facts.points, "needed": needed, "missing": needed - facts.points},
    )


def opening_pairs(facts: Submission, rules: RuleSet) -> Iterator[Violation]:
    """An opening with pairs has so many of them at least."""
    if rules.opening is not None and rules.opening.pairs is not None and facts.has_pairs:
        needed = rules.opening.pairs
        if facts.pairs < needed and not facts.has_runs_or_groups:
            yield Violation(
                "opening.pairs",
                params={"pairs": facts.pairs, "needed": needed, "missing": needed - facts.pairs},
            )
        elif facts.pairs > needed and rules.opening.pairs_exactly and not facts.has_runs_or_groups:
            yield Violation("opening.pairs", params={"pairs": facts.pairs, "needed": needed})


def opening_mixed(facts: Submission, rules: RuleSet) -> Iterator[Violation]:
    """An opening is either runs and groups or pairs."""
    if rules.opening is not None and facts.has_pairs and facts.has_runs_or_groups:
        tiles = (facts.first(PAIR), facts.first(RUN, GROUP))
        yield Violation("opening.mixed", " ".join(tiles))


def opening_pairs_unavailable(facts: Submission, rules: RuleSet) -> Iterator[Violation]:
    """Where no number of pairs opens, an opening has none."""
    if rules.opening is None or rules.opening.pairs is not None or not facts.has_pairs:
        return
    if not rules.opening.mixed or not facts.has_runs_or_groups:
        yield Violation("opening.pairs-unavailable", facts.first(PAIR))


def opening_keep_discard(facts: Submission, rules: RuleSet) -> Iterator[Violation]:
    """A tile must stay in the hand to end the turn with."""
    if rules.opening is None:
        return
    if facts.left == () or facts.tiles >= rules.hand.starter:
        yield Violation("opening.keep-discard", params={"tiles": facts.tiles})
