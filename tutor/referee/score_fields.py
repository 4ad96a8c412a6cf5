"""What is asked about the end of a round: fields, computed from what a rule set plays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django import forms
from django.utils.translation import gettext as _

from okey import RULE_SETS, RuleSet
from okey.ended import event_points
from okey.rules.parameters import Countdown, Points
from okey.scoring import SHOWN
from tutor.names import penalty_name, seat_name
from tutor.referee.wording import language

NOBODY: Final = "none"
MOST_TIMES: Final = 20  # of one penalty of one seat in one round
LONGEST: Final = 200  # letters of what is left in a hand
# Penalties by the short names that their fields have in an address.
PENALTIES: Final = {
    "giver": "penalty.giver",
    "thrown": "penalty.okey-thrown",
    "layable": "penalty.layable-discard",
    "retrieved": "penalty.okey-retrieved",
    "failed": "penalty.failed-opening",
}


@dataclass(frozen=True, slots=True)
class Asked:
    """What a rule set wants to know about the end of a round.

    `opened`: the ways to open, `by`: the ways to finish; empty where there is one at most.
    `penalties`: short names of what is written during the round.
    """

    seats: tuple[int, ...]
    opened: tuple[str, ...]
    by: tuple[str, ...]
    okey_last: bool
    same_turn: bool
    risk: bool
    teams: bool
    worth: bool
    left: bool
    shown: bool
    penalties: tuple[str, ...]


def asked(rules: RuleSet) -> Asked:
    """What this rule set wants to know."""
    scoring, opening = rules.scoring, rules.opening
    points = scoring if isinstance(scoring, Points) else None
    pairs = bool(
        (opening is not None and opening.pairs is not None)
        or (rules.showing is not None and rules.showing.pairs is not None)
        or (opening is not None and rules.declaring is not None)
    )
    okey = scoring.okey if isinstance(scoring, Countdown) else scoring.factors.okey
    events = event_points(rules)
    ways: tuple[str, ...] = ()
    if opening is not None:
        ways = ("melds", "pairs") if opening.pairs is not None else ("melds",)
    return Asked(
        seats=rules.seating.counts,
        opened=ways,
        by=("melds", "pairs") if pairs else (),
        okey_last=okey != 1,
        same_turn=points is not None
        and (points.factors.from_hand, points.factors.direct) != (1, 1),
        risk=rules.dealing.false_indicator == "risk",
        teams=rules.seating.teams,
        worth=points is not None and points.siler is not None,
        left=points is not None,
        shown=SHOWN in events,
        penalties=tuple(name for name, rule in PENALTIES.items() if rule in events),
    )


def asked_anywhere() -> Asked:
    """What any of the rule sets wants to know."""
    return _union([asked(rules) for rules in RULE_SETS.values()])


def _union(all_: Sequence[Asked]) -> Asked:
    return Asked(
        seats=tuple(sorted({count for one in all_ for count in one.seats})),
        opened=_longest(one.opened for one in all_),
        by=_longest(one.by for one in all_),
        okey_last=any(one.okey_last for one in all_),
        same_turn=any(one.same_turn for one in all_),
        risk=any(one.risk for one in all_),
        teams=any(one.teams for one in all_),
        worth=any(one.worth for one in all_),
        left=any(one.left for one in all_),
        shown=any(one.shown for one in all_),
        penalties=tuple(name for name in PENALTIES if any(name in one.penalties for one in all_)),
    )


def _longest(ways: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return max(ways, key=len)


def seat_names(seats: int, names: Sequence[str] | None = None) -> list[str]:
    """The players' names, or the numbers of their seats."""
    return [names[seat] if names else seat_name(seat, language()) for seat in range(seats)]


# Fields


def round_fields(
    asks: Asked, rules: RuleSet, names: Sequence[str]
) -> Iterator[tuple[str, forms.Field]]:
    """The fields about the round as a whole, by name."""
    seats = [(str(seat), name) for seat, name in enumerate(names)]
    yield (
        "winner",
        forms.ChoiceField(
            label=_("Who finished?"),
            required=False,
            choices=[*seats, (NOBODY, _("nobody, the stock ran out"))],
        ),
    )
    if asks.by:
        yield (
            "by",
            forms.ChoiceField(
                label=_("With what?"),
                required=False,
                choices=[("melds", _("with runs and groups")), ("pairs", _by_pairs(rules))],
            ),
        )
    if asks.okey_last:
        yield "okey_last", _tick(_("The last tile thrown was an okey"))
    if asks.same_turn:
        yield "same_turn", _tick(_("Opened and finished in the same turn"))
    if asks.risk:
        yield "risk", _tick(_("Risk round: a false okey was turned first"))
    if asks.teams and len(names) == 4:
        values = {"first": names[0], "second": names[2], "third": names[1], "fourth": names[3]}
        text = _("Partners: %(first)s with %(second)s, %(third)s with %(fourth)s") % values
        yield "teams", _tick(text)
    if asks.shown:
        yield (
            "shown",
            forms.ChoiceField(
                label=_("Who showed the indicator’s twin?"),
                required=False,
                choices=[("", _("nobody")), *seats],
            ),
        )


def seat_fields(asks: Asked, rules: RuleSet, seat: int) -> Iterator[tuple[str, forms.Field]]:
    """The fields about one seat, by name; all end in the seat's number."""
    if asks.opened:
        ways = {"melds": _("with runs and groups"), "pairs": _("with pairs")}
        yield (
            f"opened{seat}",
            forms.ChoiceField(
                label=_("Opened?"),
                required=False,
                choices=[("", _("not opened")), *((way, ways[way]) for way in asks.opened)],
            ),
        )
    if asks.worth:
        yield (
            f"worth{seat}",
            _number(_("Worth of the opening"), 255, _worth_hint(rules)),
        )
    if asks.left:
        yield (
            f"left{seat}",
            forms.CharField(
                label=_("Left in the hand"),
                required=False,
                max_length=LONGEST,
                help_text=_(
                    "The sum, as in 47, with * for each okey and F for each false okey; "
                    "or the tiles."
                ),
            ),
        )
    for name in asks.penalties:
        yield f"{name}{seat}", _number(penalty_name(PENALTIES[name], language()), MOST_TIMES)


def _tick(label: str) -> forms.BooleanField:
    return forms.BooleanField(label=label, required=False)


def _number(label: str, most: int, hint: str = "") -> forms.IntegerField:
    return forms.IntegerField(
        label=label, required=False, min_value=0, max_value=most, help_text=hint
    )


def _by_pairs(rules: RuleSet) -> str:
    if rules.showing is not None and rules.showing.pairs is not None:
        return _("in %(count)s pairs") % {"count": rules.showing.pairs}
    opening = rules.opening
    if opening is not None and opening.pairs is None and rules.declaring is not None:
        return _("by declaring %(count)s pairs") % {"count": rules.declaring.pairs}
    return _("with pairs")


def _worth_hint(rules: RuleSet) -> str:
    siler = rules.scoring.siler if isinstance(rules.scoring, Points) else None
    if siler is None:
        return _("Points, or the number of pairs.")
    values = {"points": siler.points, "pairs": siler.pairs}
    return (
        _("Points, or the number of pairs. It matters from %(points)s points or %(pairs)s pairs.")
        % values
    )
