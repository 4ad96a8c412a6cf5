"""Why a bot does what it does, in codes. Sentences for them are the reader's language's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from okey.bots.paths import Moves
from okey.rules.model import Param

# Every code, with the values of its sentence: tiles in notation, and numbers.
CODES: Final[Mapping[str, tuple[str, ...]]] = {
    "shows-indicator": ("tile", "points"),
    "declares-pairs": ("pairs",),
    "finishes": ("tile",),
    "finishes-okey": ("tile", "factor"),
    "shows-hand": ("tile",),
    "takes-to-finish": ("tile",),
    "takes-to-open": ("tile",),
    "takes-to-lay": ("tile",),
    "takes-to-improve": ("tile", "chance", "before"),
    "draws": (),
    "draws-unusable": ("tile",),
    "draws-no-gain": ("tile",),
    "draws-penalty": ("tile", "points"),
    "passes": (),
    "undo": (),
    "opens-now": ("points",),
    "opens-pairs": ("pairs",),
    "lays": ("count", "left"),
    "waits": ("outs", "factor"),
    "waits-melds": ("pairs", "chance"),
    "safe-discard": ("tile", "other", "points"),
    "feeds-least": ("tile", "other"),
    "draw-more-outs": ("tile", "outs"),
    "least-useful": ("tile", "points"),
    "least-useful-tiles": ("tile", "count"),
    "fewest-points": ("tile", "points"),
    "penalty-unavoidable": ("tile", "points"),
}


@dataclass(frozen=True, slots=True)
class Reason:
    """A code of `CODES`, and its values."""

    code: str
    params: Mapping[str, Param] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Advice:
    """Moves up to a draw or to the end of the turn, and the reasons, the weightiest first."""

    moves: Moves
    reasons: tuple[Reason, ...]

    @property
    def reason(self) -> str:
        """The code of the weightiest reason; empty where there is nothing to do."""
        return self.reasons[0].code if self.reasons else ""

    @property
    def params(self) -> Mapping[str, Param]:
        """The values of the weightiest reason."""
        return self.reasons[0].params if self.reasons else {}
