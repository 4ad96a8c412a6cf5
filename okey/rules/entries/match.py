"""Entries of the catalogue: a match."""

from __future__ import annotations

from typing import Final

from okey.rules.documents import (
    CLASSIC_SCORES,
    CLASSIC_TILES,
    CLUB_CHIPS,
    CLUB_START,
    CLUB_TOTALS,
    GUIDE_SCORES,
    SILER_BASICS,
    SILER_DUO,
    decision,
)
from okey.rules.examples import Standing
from okey.rules.model import Chapter, Rule, RuleSet

_GUIDE: Final = ("101-guide",)
_CLASSIC: Final = ("classic",)
_CLUB: Final = ("101-club",)
_SILER: Final = ("101-siler",)
_SEVEN_TO_21: Final = (*_GUIDE, *_SILER)

_THREE: Final = ((-101, 35, 202, 202), (202, 12, -101, 202), (90, -202, 404, 404))
_SEVEN: Final = (*_THREE, *_THREE, (202, 8, 202, -101))
# From 20: 20, 4, 4, 4, then 16, 0, 4, 0.
_BALANCES: Final = ((0, -8, -8, -8), (0, -8, -8, -8), (-4, -4, 0, -4))


def _chips(rules: RuleSet) -> bool:
    return rules.match.chips is not None


ENTRIES: Final = (
    Rule(
        "match.seats",
        Chapter.MATCH,
        None,
        (CLASSIC_TILES, CLUB_START, decision("14"), decision("35")),
        (Standing(), Standing(seats=2, rules=_CLUB)),
        (Standing(seats=3), Standing(seats=2, rules=(*_GUIDE, *_CLASSIC, *_SILER))),
    ),
    Rule(
        "match.teams",
        Chapter.MATCH,
        None,
        (CLUB_START, SILER_DUO),
        (Standing(), Standing(teams=True, rules=_SILER)),
        (
            Standing(teams=True, rules=(*_GUIDE, *_CLASSIC, *_CLUB)),
            Standing(teams=((0, 1), (2, 3)), rules=_SILER),
        ),
    ),
    Rule(
        "match.rounds",
        Chapter.MATCH,
        None,
        (CLASSIC_SCORES, CLUB_START, SILER_BASICS, decision("24"), decision("35")),
        (
            Standing(),
            Standing(rounds=3, rules=_CLUB),
            Standing(rounds=7, rules=(*_CLUB, *_SEVEN_TO_21)),
            Standing(rounds=21, rules=_SEVEN_TO_21),
        ),
        (
            Standing(rounds=4, rules=_CLUB),
            Standing((*_THREE, _THREE[0]), rounds=3, rules=_CLUB),
            Standing(rounds=6, rules=_SEVEN_TO_21),
            Standing(rounds=22, rules=_SEVEN_TO_21),
            Standing(rounds=5, rules=_CLASSIC),
            Standing((*_BALANCES, (-2, 0, -2, -2)), rules=_CLASSIC),
        ),
    ),
    Rule(
        "match.winner",
        Chapter.MATCH,
        None,
        (GUIDE_SCORES, CLASSIC_SCORES, CLUB_TOTALS, SILER_BASICS, decision("24")),
        (
            Standing(_THREE, rounds=3, rules=_CLUB),
            Standing(_SEVEN, rounds=7, rules=_SEVEN_TO_21),
            Standing(_SEVEN, rounds=7, teams=True, rules=_SILER),
            Standing(_BALANCES, rules=_CLASSIC),
        ),
        (
            Standing(_THREE[:2], rounds=3, rules=_CLUB),
            Standing(_THREE, rounds=7, rules=_SEVEN_TO_21),
            Standing(_BALANCES[:2], rules=_CLASSIC),
        ),
    ),
    Rule(
        "match.chips",
        Chapter.MATCH,
        None,
        (CLUB_CHIPS, decision("29")),
        (Standing(_THREE, rounds=3),),
        (Standing(_THREE[:2], rounds=3),),
        _chips,
    ),
)
