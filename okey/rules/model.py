"""Rules, rule sets and verdicts: frozen values, without a sentence in any language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Unpack

from okey.errors import InputError
from okey.melds import Meld, MeldKind
from okey.rules.contradictions import contradictions
from okey.rules.examples import AnyExample, As, Example
from okey.rules.parameters import (
    Countdown,
    Dealing,
    Declaring,
    Ending,
    Groups,
    HandSize,
    Match,
    Okeys,
    Opening,
    Pairs,
    Penalties,
    Points,
    Runs,
    Seating,
    Showing,
    Swap,
    Table,
    Take,
)
from okey.values import plain_members

if TYPE_CHECKING:
    from okey.reading import Reading
    from okey.rules.rulesets import Parameters

__all__ = [
    "As", "Chapter", "Countdown", "Dealing", "Declaring", "Document", "Ending", "Example",
    "Groups", "HandSize", "Match", "MeldVerdict", "Okeys", "Opening", "Pairs", "Param", "Penalties",
    "Points", "Rule", "RuleSet", "Runs", "Seating", "Showing", "Source", "Swap", "Table", "Take",
    "Verdict", "Violation",
]  # fmt: skip

Param = int | str | tuple[int, ...] | tuple[str, ...]


# Verdicts


@dataclass(frozen=True, slots=True)
class Violation:
    """A rule that is broken, with the smallest set of tiles that breaks it.

    `tiles` is their notation as laid, in the order in which the rule speaks of them (of a gap
    the lower first, of a wrap the 13 before the 1). `meld` is the index of the meld in the
    submission, None where the submission as a whole breaks the rule; `positions` say where each
    of `tiles` was laid in that meld. `params` are the values of a sentence about it.
    """

    rule: str
    tiles: str = ""
    params: Mapping[str, Param] = field(default_factory=dict, hash=False)
    meld: int | None = None
    positions: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MeldVerdict:
    """What one meld was judged as.

    `kind` is None where the tiles are near to nothing. `reading` is how a legal meld is read. A
    pair and an illegal meld have 0 points. The referee judges melds whose words nobody asks for,
    so these are made when somebody does.
    """

    meld: Meld
    kind: MeldKind | None
    points: int
    reading: Reading | None

    @property
    def legal(self) -> bool:
        """Whether the meld is legal."""
        return self.reading is not None

    @property
    def tiles(self) -> str:
        """The tiles in normal order with every okey's face declared; as laid where illegal."""
        return self.meld.text if self.reading is None else self.reading.text(self.meld)

    @property
    def faces(self) -> tuple[str, ...] | None:
        """In the order laid, the faces that the tiles count as (`R12`, or `8` where a group's
        colour is open), None where the meld is illegal.
        """
        return None if self.reading is None else tuple(map(str, self.reading.faces))


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer of `judge`: an illegal submission is a result, never an exception."""

    legal: bool
    points: int
    melds: tuple[MeldVerdict, ...]
    violations: tuple[Violation, ...]


# Rules


@plain_members
class Chapter(StrEnum):
    """The chapters of the rulebook, in its order."""

    DEAL = "deal"
    OKEY = "okey"
    MELDS = "melds"
    OPENING = "opening"
    TABLE = "table"
    TURN = "turn"
    FINISH = "finish"
    PENALTIES = "penalties"
    SCORES = "scores"
    MATCH = "match"


@dataclass(frozen=True, slots=True)
class Document:
    """A written set of rules. `title` is the document's own."""

    key: str
    title: str


@dataclass(frozen=True, slots=True)
class Source:
    """Where a rule stands: a section of a document, or a decision where the documents are silent.

    `document` is None for a decision; `section` then is its id, as in `HD-18`.
    """

    document: Document | None
    section: str


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule.

    `in_force` says whether a rule set plays it. `check` finds what breaks it in melds that are
    submitted, in the facts of its chapter, `move` in a move that somebody wants to make in a round.
    Both are None for a rule that forbids nothing: how tiles are read, what is dealt, what is
    written, and how a round ends.
    """

    id: str
    chapter: Chapter
    check: Callable[[Any, RuleSet], Iterable[Violation]] | None
    source: tuple[Source, ...]
    legal: tuple[AnyExample, ...]
    illegal: tuple[AnyExample, ...]
    in_force: Callable[[RuleSet], bool] = field(default=lambda rules: True)
    move: Callable[[Any, RuleSet], Iterable[Violation] | Violation | None] | None = None


# Rule sets


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Parameters in small blocks, and the ids of the rules in force, in the rulebook's order.

    A block that is None is something the rule set does not have. `version` grows with every
    change of meaning; verdicts are stored with it. `okey.rules.rulesets` makes rule sets.
    """

    key: str
    version: int
    documents: tuple[Document, ...]
    hand: HandSize
    seating: Seating = Seating()
    dealing: Dealing = Dealing()
    runs: Runs = Runs()
    groups: Groups = Groups()
    okeys: Okeys = Okeys()
    pairs: Pairs = Pairs()
    opening: Opening | None = None
    showing: Showing | None = None
    take: Take = Take()
    table: Table | None = None
    swap: Swap | None = None
    declaring: Declaring | None = None
    ending: Ending = Ending()
    penalties: Penalties = Penalties()
    scoring: Points | Countdown = Points()
    match: Match = Match()
    rules: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for at in contradictions(self):
            raise InputError("rules.contradiction", at)

    def derive(self, key: str, *, version: int = 1, **changes: Unpack[Parameters]) -> RuleSet:
        """Make a house rule set of this one: see `okey.rules.rulesets.derive`."""
        from okey.rules.rulesets import derive  # which needs the catalogue, and that this module

        return derive(self, key, version=version, **changes)
