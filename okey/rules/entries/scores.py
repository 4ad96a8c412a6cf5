"""Entries of the catalogue: what is written when a round is over."""

from __future__ import annotations

from typing import Final

from okey.rules.documents import (
    CLASSIC_FINISH,
    CLASSIC_SCORES,
    CLASSIC_SHOW,
    CLUB_SCORES,
    GUIDE_SCORES,
    SILER_BONUS,
    SILER_DIRECT,
    SILER_DUO,
    SILER_FINISH,
    SILER_NULL,
    decision,
)
from okey.rules.examples import Tally
from okey.rules.model import Chapter, Rule, RuleSet
from okey.rules.parameters import Countdown, Points

_IN_101: Final = ("101-guide", "101-club", "101-siler")
_GUIDE: Final = ("101-guide",)
_CLASSIC: Final = ("classic",)
_CLUB: Final = ("101-club",)
_SILER: Final = ("101-siler",)
_OPEN_PAIRS: Final = (*_CLUB, *_SILER)

_USUAL: Final = ("melds:", "melds: K13 R12 B10", "-: R1 R2", "-: K1 K5")
_ALL_OPEN: Final = ("melds:", "melds: K13 R12 B10", "melds: R1 R2", "melds: K1")
_NONE_OPEN: Final = ("melds:", "-: K13 R12 B10", "-: R1 R2", "-: K1")
_RACKS: Final = ("-:", "-: R1 R2 R7", "-: K1 K5", "-: Y4 B9")
_TEN_PAIRS: Final = ("-:", "melds: K13 R12 B10", "-: R1 R2", "-: K1 K5")
_WITH_PAIRS: Final = ("pairs 5:", "melds: K13 R12 B10", "-: R1 R2", "-: K1 K5")


def in_points(rules: RuleSet) -> bool:
    return isinstance(rules.scoring, Points)


def in_countdown(rules: RuleSet) -> bool:
    return isinstance(rules.scoring, Countdown)


def _okeys_count(rules: RuleSet) -> bool:
    scoring = rules.scoring
    return isinstance(scoring, Points) and (
        scoring.okey_held is not None
        or scoring.false_okey_held is not None
        or scoring.unopened_okeys
    )


def _shows_twin(rules: RuleSet) -> bool:
    return isinstance(rules.scoring, Countdown) and rules.scoring.shown > 0


def _frees_partner(rules: RuleSet) -> bool:
    return isinstance(rules.scoring, Points) and rules.seating.teams and rules.scoring.partner_free


def _siler(rules: RuleSet) -> bool:
    return isinstance(rules.scoring, Points) and rules.scoring.siler is not None


def _okey_multiplies(rules: RuleSet) -> bool:
    scoring = rules.scoring
    return (scoring.factors.okey if isinstance(scoring, Points) else scoring.okey) != 1


def _pairs_multiply(rules: RuleSet) -> bool:
    scoring = rules.scoring
    if isinstance(scoring, Points):
        return scoring.factors.pairs != 1 or scoring.pairs_remainder != 1
    return scoring.pairs != 1


def _from_hand_multiplies(rules: RuleSet) -> bool:
    return isinstance(rules.scoring, Points) and rules.scoring.factors.from_hand != 1


def _direct_multiplies(rules: RuleSet) -> bool:
    return isinstance(rules.scoring, Points) and rules.scoring.factors.direct != 1


def _risk_multiplies(rules: RuleSet) -> bool:
    scoring = rules.scoring
    return (
        isinstance(scoring, Points)
        and scoring.factors.risk != 1
        and rules.dealing.false_indicator == "risk"
    )


ENTRIES: Final = (
    Rule(
        "score.winner",
        Chapter.SCORES,
        None,
        (GUIDE_SCORES, CLUB_SCORES, SILER_BONUS),
        (Tally("0 melds", _USUAL), Tally("0 pairs okey", _TEN_PAIRS, risk=True, rules=_GUIDE)),
        (Tally(None, ("melds: R5", *_USUAL[1:])),),
        in_points,
    ),
    Rule(
        "score.unopened",
        Chapter.SCORES,
        None,
        (GUIDE_SCORES, CLUB_SCORES, SILER_FINISH, decision("28"), decision("36")),
        (
            Tally("0 melds", _USUAL),
            Tally("0 melds", ("melds:", "melds: R5 K7", "-: * R2", "-: K1")),
        ),
        (Tally("0 melds", _ALL_OPEN), Tally(None, _RACKS, rules=(*_CLUB, *_SILER))),
        in_points,
    ),
    Rule(
        "score.remainder",
        Chapter.SCORES,
        None,
        (GUIDE_SCORES, CLUB_SCORES, SILER_FINISH, decision("13")),
        (
            Tally("0 melds", _USUAL),
            Tally("0 melds", ("melds:", "melds: R5 K7 * F", "-: R1", "-: K1"), rules=_GUIDE),
            Tally("0 melds", ("melds:", "pairs: R5 K7", "-: R1", "-: K1"), rules=_SILER),
        ),
        (Tally("0 melds", _NONE_OPEN),),
        in_points,
    ),
    Rule(
        "score.okey-held",
        Chapter.SCORES,
        None,
        (CLUB_SCORES, SILER_FINISH, decision("13b"), decision("36")),
        (
            Tally("0 melds", ("melds:", "melds: R5 K7 *", "-: R1", "-: K1")),
            Tally("0 melds okey", ("melds:", "melds: R5 K7 * F", "-: R1", "-: K1"), rules=_CLUB),
            Tally("0 melds", ("melds:", "pairs: R5 K7 *", "-: R1", "-: K1"), rules=_SILER),
        ),
        (
            Tally("0 melds", ("melds:", "melds: R5 K7", "-: R1 *", "-: K1")),
            Tally("0 melds", ("melds:", "melds: R5 K7 F", "-: R1", "-: K1"), rules=_SILER),
        ),
        _okeys_count,
    ),
    Rule(
        "score.countdown",
        Chapter.SCORES,
        None,
        (CLASSIC_SCORES, decision("24")),
        (Tally("0 melds", _RACKS), Tally("0 pairs okey", _RACKS)),
        (Tally(None, ("-: R3 K2", *_RACKS[1:])),),
        in_countdown,
    ),
    Rule(
        "score.indicator-shown",
        Chapter.SCORES,
        None,
        (CLASSIC_SCORES, CLASSIC_SHOW),
        (
            Tally(None, ("-: R3 K2", *_RACKS[1:]), ("score.indicator-shown 1",)),
            Tally("0 melds", _RACKS, ("score.indicator-shown 3",)),
        ),
        (Tally("0 melds", ("-:", "-: B10 R1", *_RACKS[2:])),),
        _shows_twin,
    ),
    Rule(
        "score.partner-finished",
        Chapter.SCORES,
        None,
        (SILER_DUO, decision("23")),
        (
            Tally("0 melds", _USUAL, teams=True),
            Tally("0 melds", ("melds:", "-: R1", "melds 150: R5", "-: K1"), teams=True),
        ),
        (
            Tally(None, ("melds: R5", *_USUAL[1:]), teams=True),
            Tally("0 melds", _USUAL),
        ),
        _frees_partner,
    ),
    Rule(
        "score.null-round",
        Chapter.SCORES,
        None,
        (CLASSIC_FINISH, CLUB_SCORES, SILER_NULL, decision("12")),
        (
            Tally(None, _RACKS),
            Tally(None, ("melds: K13 R12 B10", "-: R1 R2", "-: K1 K5", "-: Y4"), rules=_IN_101),
        ),
        (
            Tally("0 melds", _USUAL, rules=_IN_101),
            Tally("0 melds", _RACKS, rules=_CLASSIC),
        ),
    ),
    Rule(
        "bonus.siler",
        Chapter.SCORES,
        None,
        (SILER_BONUS, SILER_NULL),
        (
            Tally("0 melds", ("melds:", "melds 150: R5 K7", "-: R1", "-: K1")),
            Tally("0 melds", ("melds:", "pairs 7: R5", "-: R1", "-: K1")),
            Tally(None, ("melds 160: R5", "-: R1", "-: R2", "-: K1")),
        ),
        (
            Tally("0 melds", ("melds:", "melds 149: R5 K7", "-: R1", "-: K1")),
            Tally("0 melds", ("melds:", "pairs 6: R5", "-: R1", "-: K1")),
        ),
        _siler,
    ),
    Rule(
        "factor.okey",
        Chapter.SCORES,
        None,
        (GUIDE_SCORES, CLASSIC_SCORES, CLUB_SCORES, SILER_FINISH),
        (
            Tally("0 melds okey", _USUAL, rules=_IN_101),
            Tally("0 melds okey", _RACKS, rules=_CLASSIC),
        ),
        (
            Tally("0 melds", _USUAL, rules=_IN_101),
            Tally("0 melds", _RACKS, rules=_CLASSIC),
        ),
        _okey_multiplies,
    ),
    Rule(
        "factor.pairs",
        Chapter.SCORES,
        None,
        (GUIDE_SCORES, CLASSIC_SCORES, CLUB_SCORES, SILER_FINISH, decision("10"), decision("20")),
        (
            Tally("0 pairs", _TEN_PAIRS, rules=_GUIDE),
            Tally("0 pairs", _RACKS, rules=_CLASSIC),
            Tally("0 pairs", _WITH_PAIRS, rules=_OPEN_PAIRS),
            Tally("0 melds", ("melds:", "pairs: R5 K7", "-: R1", "-: K1"), rules=_SILER),
        ),
        (
            Tally("0 melds", _USUAL, rules=_IN_101),
            Tally("0 melds", _RACKS, rules=_CLASSIC),
            Tally("0 melds", ("melds:", "pairs: R5 K7", "-: R1", "-: K1"), rules=_CLUB),
        ),
        _pairs_multiply,
    ),
    Rule(
        "factor.from-hand",
        Chapter.SCORES,
        None,
        (CLUB_SCORES,),
        (Tally("0 melds same-turn first", _NONE_OPEN), Tally("0 melds same-turn", _USUAL)),
        (Tally("0 melds", _USUAL),),
        _from_hand_multiplies,
    ),
    Rule(
        "factor.direct",
        Chapter.SCORES,
        None,
        (SILER_BONUS, SILER_DIRECT, decision("23")),
        (
            Tally("0 melds same-turn first", _NONE_OPEN),
            Tally("0 melds okey same-turn first", _NONE_OPEN),
        ),
        (Tally("0 melds same-turn", _USUAL), Tally("0 melds", _NONE_OPEN)),
        _direct_multiplies,
    ),
    Rule(
        "factor.risk",
        Chapter.SCORES,
        None,
        (GUIDE_SCORES, decision("10"), decision("11"), decision("16")),
        (
            Tally("0 melds", _USUAL, risk=True),
            Tally(None, ("melds: R5", *_USUAL[1:]), risk=True),
        ),
        (Tally("0 melds", _USUAL),),
        _risk_multiplies,
    ),
)
