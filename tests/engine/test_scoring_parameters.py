"""Each parameter of scores, penalties and matches changes some number."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

import pytest

from okey import RuleSet, derive, rule_set
from okey.errors import InputError
from okey.match import Match, Played, start_match
from okey.rules.parameters import (
    Chips,
    Countdown,
    Factors,
    Penalties,
    Points,
    Siler,
)
from okey.rules.parameters import Match as Rounds
from tests.engine.ended import scored

CLUB, GUIDE = rule_set("101-club"), rule_set("101-guide")
SILER, CLASSIC = rule_set("101-siler"), rule_set("classic")


@dataclass(frozen=True)
class Round:
    """A finished round in short notation."""

    finish: str | None
    boards: tuple[str, ...]
    events: tuple[str, ...] = ()
    teams: bool = False
    risk: bool = False

    def scores(self, rules: RuleSet) -> list[int]:
        result = scored(
            rules, self.finish, *self.boards, events=self.events, teams=self.teams, risk=self.risk
        )
        return list(result.scores)


OPENED = ("melds:", "melds: K13 R12 B10", "-: R1 R2 R7", "-: K1 K5")
ALONE = ("melds:", "-: R1 R2 R7", "-: K1 K5", "-: Y4")
RACKS = ("-:", *ALONE[1:])
WITH_OKEYS = ("melds:", "melds: R5 K7 * F", "-: R1 *", "-: K1")
PAIR_OPENER = ("melds:", "pairs: R5 K7", "-: R1", "-: K1")
NOBODY = ("-: R4", *ALONE[1:])

NORMAL = Round("0 melds", OPENED)
OKEY_LAST = Round("0 melds okey", OPENED)
DECLARED = Round("0 pairs", ("-:", *OPENED[1:]))
OKEYS_LEFT = Round("0 melds okey", WITH_OKEYS)
DIRECT = Round("0 melds same-turn first", ALONE)
RISK = Round("0 melds", OPENED, risk=True)
NULL = Round(None, NOBODY)
DUO = Round("0 melds", ("melds:", "-: R1", "melds 150: R5", "-: K1"), teams=True)
THROWN = Round("0 melds okey", OPENED, ("penalty.okey-thrown 3",))
PARTNER_OPENED = Round("0 melds same-turn", ("melds:", "-: R1", "melds: R5", "-: K1"), teams=True)


def points(rules: RuleSet, **changes: Any) -> RuleSet:
    """The rule set with other parameters of `Points`."""
    assert isinstance(rules.scoring, Points)
    return derive(rules, "house", scoring=replace(rules.scoring, **changes))


def factors(rules: RuleSet, **changes: Any) -> RuleSet:
    assert isinstance(rules.scoring, Points)
    return points(rules, factors=replace(rules.scoring.factors, **changes))


def siler(**changes: int) -> RuleSet:
    return points(SILER, siler=Siler(**changes))


def countdown(**changes: Any) -> RuleSet:
    return derive(CLASSIC, "house", scoring=Countdown(**changes))


def penalties(rules: RuleSet, **changes: Any) -> RuleSet:
    return derive(rules, "house", penalties=replace(rules.penalties, **changes))


# (parameter, the rule set, the house rule set, a round, its scores before and after)
CHANGES: list[tuple[str, RuleSet, RuleSet, Round, list[int], list[int]]] = [
    (
        "Points.winner", CLUB, points(CLUB, winner=-50), NORMAL,
        [-101, 35, 202, 202], [-50, 35, 202, 202],
    ),
    (
        "Points.unopened", CLUB, points(CLUB, unopened=303), NORMAL,
        [-101, 35, 202, 202], [-101, 35, 303, 303],
    ),
    (
        "Points.factors", CLUB, points(CLUB, factors=Factors(okey=1)), OKEY_LAST,
        [-202, 70, 404, 404], [-101, 35, 202, 202],
    ),
    (
        "Points.okey_held", CLUB, points(CLUB, okey_held=50), OKEYS_LEFT,
        [-202, 428, 404, 404], [-202, 326, 404, 404],
    ),
    (
        "Points.okey_held", CLUB, points(CLUB, okey_held=None), OKEYS_LEFT,
        [-202, 428, 404, 404], [-202, (12 + 11 + 101) * 2, 404, 404],
    ),
    (
        "Points.false_okey_held", CLUB, points(CLUB, false_okey_held=None), OKEYS_LEFT,
        [-202, 428, 404, 404], [-202, (12 + 101 + 11) * 2, 404, 404],
    ),
    (
        "Points.held_multiplied", CLUB, points(CLUB, held_multiplied=False), OKEYS_LEFT,
        [-202, 428, 404, 404], [-202, 24 + 202, 404, 404],
    ),
    (
        "Points.pairs_remainder", SILER, points(SILER, pairs_remainder=3),
        Round("0 melds", PAIR_OPENER), [-101, 24, 202, 202], [-101, 36, 202, 202],
    ),
    (
        "Points.unopened_okeys", CLUB, points(CLUB, unopened_okeys=True), OKEYS_LEFT,
        [-202, 428, 404, 404], [-202, 428, 606, 404],
    ),
    (
        "Points.unopened_okeys", GUIDE, points(GUIDE, unopened_okeys=True),
        Round("0 melds", WITH_OKEYS), [-101, 34, 202, 202], [-101, 34, 213, 202],
    ),
    (
        "Points.null_round", CLUB, points(CLUB, null_round="as usual"), NULL,
        [4, 10, 6, 4], [202, 202, 202, 202],
    ),
    (
        "Points.null_round", CLUB, points(CLUB, null_round="nothing unless opened"), NULL,
        [4, 10, 6, 4], [0, 0, 0, 0],
    ),
    (
        "Points.siler", SILER, points(SILER, siler=None),
        Round("0 melds", ("melds 150:", *OPENED[1:])),
        [-202, 35, 202, 202], [-101, 35, 202, 202],
    ),
    (
        "Points.partner_free", SILER, points(SILER, partner_free=False), DUO,
        [-101, 202, -101, 202], [-101, 202, -96, 202],
    ),
    (
        "Points.partner_keeps", SILER, points(SILER, partner_keeps=False), DUO,
        [-101, 202, -101, 202], [-101, 202, 0, 202],
    ),
    (
        "Points.partner_counts", SILER, points(SILER, partner_counts=False), PARTNER_OPENED,
        [-101, 202, 0, 202], [-202, 404, 0, 404],
    ),
    (
        "Factors.okey", GUIDE, factors(GUIDE, okey=3), OKEY_LAST,
        [-202, 70, 404, 404], [-303, 105, 606, 606],
    ),
    (
        "Factors.pairs", GUIDE, factors(GUIDE, pairs=1), DECLARED,
        [-202, 70, 404, 404], [-101, 35, 202, 202],
    ),
    (
        "Factors.from_hand", CLUB, factors(CLUB, from_hand=1), DIRECT,
        [-202, 404, 404, 404], [-101, 202, 202, 202],
    ),
    (
        "Factors.direct", SILER, factors(SILER, direct=1), DIRECT,
        [-202, 404, 404, 404], [-101, 202, 202, 202],
    ),
    (
        "Factors.risk", GUIDE, factors(GUIDE, risk=4), RISK,
        [-202, 70, 404, 404], [-404, 140, 808, 808],
    ),
    (
        "Factors.combine", CLUB, factors(CLUB, combine="highest"),
        Round("0 melds okey same-turn", OPENED),
        [-404, 140, 808, 808], [-202, 70, 404, 404],
    ),
    (
        "Factors.most", CLUB, factors(CLUB, most=2), Round("0 melds okey same-turn", OPENED),
        [-404, 140, 808, 808], [-202, 70, 404, 404],
    ),
    (
        "Factors.remainder", CLUB, factors(CLUB, remainder=False), OKEY_LAST,
        [-202, 70, 404, 404], [-202, 35, 404, 404],
    ),
    (
        "Siler.points", SILER, siler(points=160), Round("0 melds", ("melds 150:", *OPENED[1:])),
        [-202, 35, 202, 202], [-101, 35, 202, 202],
    ),
    (
        "Siler.pairs", SILER, siler(pairs=8),
        Round("1 melds", ("pairs 7: R1", "melds:", "-: K1", "-: K2")),
        [-99, -101, 202, 202], [2, -101, 202, 202],
    ),
    (
        "Siler.bonus", SILER, siler(bonus=-202), Round("0 melds", ("melds 150:", *OPENED[1:])),
        [-202, 35, 202, 202], [-303, 35, 202, 202],
    ),
    ("Countdown.finish", CLASSIC, countdown(finish=3), Round("0 melds", RACKS),
     [0, -2, -2, -2], [0, -3, -3, -3]),
    ("Countdown.okey", CLASSIC, countdown(okey=3), Round("0 melds okey", RACKS),
     [0, -4, -4, -4], [0, -6, -6, -6]),
    ("Countdown.pairs", CLASSIC, countdown(pairs=1), Round("0 pairs", RACKS),
     [0, -4, -4, -4], [0, -2, -2, -2]),
    ("Countdown.shown", CLASSIC, countdown(shown=2),
     Round(None, RACKS, ("score.indicator-shown 1",)),
     [-1, 0, -1, -1], [-2, 0, -2, -2]),
    (
        "Penalties.okey_thrown", CLUB, penalties(CLUB, okey_thrown=50), THROWN,
        [-202, 70, 404, 505], [-202, 70, 404, 454],
    ),
    (
        "Penalties.multiplied", CLUB, penalties(CLUB, multiplied=True), THROWN,
        [-202, 70, 404, 505], [-202, 70, 404, 606],
    ),
    (
        "Penalties.giver", GUIDE, penalties(GUIDE, giver=202),
        Round("0 melds", OPENED, ("penalty.giver 1",)),
        [-101, 136, 202, 202], [-101, 237, 202, 202],
    ),
    (
        "Penalties.layable_discard", CLUB, penalties(CLUB, layable_discard=10),
        Round("0 melds", OPENED, ("penalty.layable-discard 1",)),
        [-101, 136, 202, 202], [-101, 45, 202, 202],
    ),
    (
        "Penalties.okey_retrieved", SILER, penalties(SILER, okey_retrieved=202),
        Round(None, NOBODY, ("penalty.okey-retrieved 3",)), [0, 0, 0, 101], [0, 0, 0, 202],
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("parameter", "base", "house", "situation", "before", "after"),
    CHANGES,
    ids=[change[0] for change in CHANGES],
)
def test_each_parameter_of_the_scores_changes_a_number(
    parameter: str,
    base: RuleSet,
    house: RuleSet,
    situation: Round,
    before: list[int],
    after: list[int],
) -> None:
    assert situation.scores(base) == before
    assert situation.scores(house) == after


def test_no_parameter_of_the_scores_is_left_out() -> None:
    blocks = (Points, Factors, Siler, Countdown)
    named = {f"{block.__name__}.{field.name}" for block in blocks for field in fields(block)}
    # What a hand that is both counts as is found when it is shown, not when it is scored.
    named.remove("Countdown.both_ways")
    amounts = {"giver", "okey_thrown", "layable_discard", "okey_retrieved", "multiplied"}
    named |= {f"Penalties.{field.name}" for field in fields(Penalties) if field.name in amounts}
    assert {change[0] for change in CHANGES} == named


# A match

ROUNDS = [Played((-101, 35, 202, 202), (True, True, False, False))] * 3
ONE_OPENED = [Played((-101, 202, 202, 202), (True, False, False, False))] * 3


def chips(**changes: Any) -> RuleSet:
    return derive(CLUB, "house", match=replace(CLUB.match, chips=Chips(**changes)))


def shares(rules: RuleSet, played: list[Played]) -> list[int]:
    found = start_match(rules, rounds=3, played=played).shares(4000)
    assert found is not None
    return [found.rake, *found.seats]


@pytest.mark.parametrize(
    ("house", "played", "before", "after"),
    [
        (chips(rake=5), ROUNDS, [400, 2700, 900, 0, 0], [200, 2850, 950, 0, 0]),
        (chips(first=2), ROUNDS, [400, 2700, 900, 0, 0], [400, 2400, 1200, 0, 0]),
        (chips(second=0), ROUNDS, [400, 2700, 900, 0, 0], [400, 3600, 0, 0, 0]),
        (
            chips(only_opener_takes_all=False),
            ONE_OPENED,
            [400, 3600, 0, 0, 0],
            [400, 2700, 300, 300, 300],
        ),
    ],
    ids=[field.name for field in fields(Chips)],
)
def test_each_parameter_of_the_chips_changes_a_share(
    house: RuleSet, played: list[Played], before: list[int], after: list[int]
) -> None:
    assert shares(CLUB, played) == before
    assert shares(house, played) == after


def rounds(rules: RuleSet, **changes: Any) -> RuleSet:
    return derive(rules, "house", match=replace(rules.match, **changes))


def outcome(rules: RuleSet, played: list[Played], agreed: int | None = None) -> object:
    """What a match comes to: an error's code, or totals, whether it is over, and its chips."""
    try:
        match: Match = start_match(rules, rounds=agreed, played=played)
    except InputError as error:
        return error.code
    paid = match.shares(4000)
    return match.totals, match.over, match.rounds, paid is not None


LOST = Played((0, -8, -8, -8))


@pytest.mark.parametrize(
    ("base", "house", "played", "agreed", "before", "after"),
    [
        (
            CLUB, rounds(CLUB, rounds=(3, 4, 5)), [], 4,
            "match.rounds", ((0, 0, 0, 0), False, 4, False),
        ),
        (
            CLUB, rounds(CLUB, usual=3), ROUNDS, None,
            ((-303, 105, 606, 606), False, 5, False), ((-303, 105, 606, 606), True, 3, True),
        ),
        (
            CLASSIC, rounds(CLASSIC, start=10), [LOST], None,
            ((20, 12, 12, 12), False, 0, False), ((10, 2, 2, 2), False, 0, False),
        ),
        (
            CLASSIC, rounds(CLASSIC, over_at=12), [LOST], None,
            ((20, 12, 12, 12), False, 0, False), ((20, 12, 12, 12), True, 0, False),
        ),
        (
            CLUB, rounds(CLUB, chips=None), ROUNDS, 3,
            ((-303, 105, 606, 606), True, 3, True), ((-303, 105, 606, 606), True, 3, False),
        ),
    ],
    ids=[field.name for field in fields(Rounds)],
)  # fmt: skip
def test_each_parameter_of_a_match_changes_it(
    base: RuleSet,
    house: RuleSet,
    played: list[Played],
    agreed: int | None,
    before: object,
    after: object,
) -> None:
    assert outcome(base, played, agreed) == before
    assert outcome(house, played, agreed) == after
