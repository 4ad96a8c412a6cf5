"""What a rule set says of an example, in values that can be compared across rule sets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from okey.ended import carried, tally
from okey.errors import InputError
from okey.examples import moves_of, started
from okey.hand import Hand, read_indicator
from okey.judge import judge
from okey.moves import Draw
from okey.notation import parse_melds
from okey.positions import position_of
from okey.referee import Refusal, apply, legal
from okey.rules.examples import AnyExample, Example, Play, Standing, Start, Tally
from okey.rules.model import RuleSet
from okey.scoring import SHOWN
from okey.tally import ended_example, match_example

POT: Final = 4000  # chips


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer of one rule set.

    `legal` is None for a score. `rules` are the ids that are broken, of an illegal move or meld, or
    written, of a penalty. `points` are those of melds, `scores` what each seat writes. Of a match
    `scores` are the totals; once it is `over`, `places` are the places and `chips` the shares of a
    pot of 4,000 where everybody has opened. `unknown` is the code and the place of the error where
    the rule set has no such state, and nothing else is said then.
    """

    legal: bool | None = None
    points: int = 0
    rules: tuple[str, ...] = ()
    scores: tuple[int, ...] = ()
    over: bool = False
    places: tuple[int, ...] = ()
    chips: tuple[int, ...] = ()
    unknown: str = ""

    @property
    def said(self) -> tuple[object, ...]:
        """What is allowed and what is written, without the reasons."""
        unknown = bool(self.unknown)
        return self.legal, self.points, self.scores, self.over, self.places, self.chips, unknown


def outcome(example: AnyExample, rules: RuleSet) -> Outcome:
    """Ask a rule set about an example, whatever rule sets it was made for.

    >>> from okey import rule_set
    >>> outcome(Example("K12 K13 K1"), rule_set("classic")).legal
    True
    >>> outcome(Example("K12 K13 K1"), rule_set("101-club")).rules
    ('run.no-wrap',)
    """
    try:
        match example:
            case Example():
                return _of_melds(example, rules)
            case Play():
                return _of_moves(example, rules)
            case Tally():
                return Outcome(scores=tally(carried(ended_example(example), rules), rules).scores)
            case Start():
                broken = started(example, rules)
                return Outcome(legal=not broken, rules=tuple(sorted(broken)))
            case Standing():
                return _of_a_match(example, rules)
    except InputError as error:
        return Outcome(unknown=f"{error.code}: {error.at}")


def _of_melds(example: Example, rules: RuleSet) -> Outcome:
    indicator = read_indicator(example.indicator)
    verdict = judge(
        parse_melds(example.melds, indicator),
        rules=rules,
        indicator=indicator,
        as_=example.as_,
        hand=None if example.hand is None else Hand.parse(example.hand, indicator),
    )
    broken = dict.fromkeys(violation.rule for violation in verdict.violations)
    return Outcome(verdict.legal, verdict.points, tuple(broken))


def _of_moves(play: Play, rules: RuleSet) -> Outcome:
    """What comes of the moves: the first that is refused, or what all of them write."""
    round_ = position_of(play, rules)
    before = len(round_.events)
    for move in moves_of(play):
        if isinstance(move.action, Draw):  # what is drawn in an example nobody knows
            refused = legal(round_, move)
            return Outcome(not refused, rules=tuple(dict.fromkeys(v.rule for v in refused)))
        done = apply(round_, move)
        if isinstance(done, Refusal):
            return Outcome(False, rules=tuple(dict.fromkeys(v.rule for v in done.violations)))
        round_ = done.round
    events = round_.events[before:]
    written = [0] * len(round_.seats)
    for event in events:
        for seat in range(len(written)):
            # A penalty names who pays; the indicator's twin who showed it, and all others write.
            if (seat == event.seat) != (event.rule == SHOWN):
                written[seat] += event.points
    return Outcome(True, rules=tuple(event.rule for event in events), scores=tuple(written))


def _of_a_match(example: Standing, rules: RuleSet) -> Outcome:
    match_ = match_example(example, rules)
    if not match_.over:
        return Outcome(legal=True, scores=match_.totals)
    all_opened = (True,) * match_.seats
    played = [replace(round_, opened=all_opened) for round_ in match_.played]
    shares = match_.rebuilt(played).shares(POT)
    return Outcome(
        legal=True,
        scores=match_.totals,
        over=True,
        places=match_.places,
        chips=() if shares is None else shares.seats,
    )
