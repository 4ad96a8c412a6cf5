"""The table of all proofs, by the key of the kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from okey.errors import InputError
from okey.rules.model import RuleSet
from puzzles.proofs import (
    of_discards,
    of_draws,
    of_melds,
    of_openings,
    of_scores,
    of_stories,
    of_turns,
)
from puzzles.proofs.shown import Refuted, Shown
from puzzles.proofs.state import Refused

Proof = Callable[[Shown, tuple[str, ...], RuleSet], bool]

PROOFS: Final[dict[str, Proof]] = {
    "read-okey": of_melds.read_okey,
    "valid-meld": of_melds.valid_meld,
    "okey-stands-for": of_melds.okey_stands_for,
    "meld-value": of_melds.meld_value,
    "can-open": of_openings.can_open,
    "best-opening": of_openings.best_opening,
    "least-opening": of_openings.least_opening,
    "reach-siler": of_openings.reach_siler,
    "pairs-or-runs": of_openings.pairs_or_runs,
    "take-or-draw": of_turns.take_or_draw,
    "outs": of_draws.outs,
    "wait": of_draws.wait,
    "best-discard": of_draws.best_discard,
    "safe-discard": of_discards.safe_discard,
    "all-safe-discards": of_discards.all_safe_discards,
    "lay-off": of_discards.lay_off,
    "swap": of_discards.swap,
    "who-pays": of_stories.who_pays,
    "finish-from-here": of_turns.finish_from_here,
    "from-hand": of_openings.from_hand,
    "finish-or-wait": of_scores.finish_or_wait,
    "score-round": of_scores.score_round,
    "score-compare": of_scores.score_compare,
    "reverse-score": of_scores.reverse_score,
    "winning-hand": of_openings.winning_hand,
    "spot-mistake": of_stories.spot_mistake,
    "indicator-end": of_turns.indicator_end,
    "chips": of_scores.chips,
}


def proved(key: str, exercise: Shown, right: tuple[str, ...], rules: RuleSet) -> bool:
    """Whether the right answers of an exercise are right, all of them and best, by these rules.

    Raise `InputError` (`kind.unknown`) for a kind without a proof.
    """
    try:
        proof = PROOFS[key]
    except KeyError:
        raise InputError("kind.unknown", f"kind: {key[:40]}") from None
    try:
        return proof(exercise, right, rules)
    except (Refused, Refuted, InputError):
        return False
