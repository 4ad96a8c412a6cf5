"""Where the documents are silent or disagree: what is played, and what other houses play.

A decision names the rule sets whose documents leave the question open, the rules that it concerns,
and each parameter with what other houses play there. What no house could play otherwise, or what
follows from the game itself, has no parameter; then `invariant` says what always holds.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Final

from okey.errors import InputError
from okey.rules.contradictions import BLOCKS
from okey.rules.model import RuleSet, Swap
from okey.rules.rulesets import derive

Value = int | str | bool | tuple[int, ...] | Swap | None
ALL: Final = ("101-guide", "classic", "101-club", "101-siler")
LAID: Final = ("101-guide", "101-club", "101-siler")
CLUB: Final = ("101-club", "101-siler")


@dataclass(frozen=True, slots=True)
class Choice:
    """A parameter by its dotted name, and the values that other houses give it.

    `rules` are the rule sets in which it is asked; none means all those of the decision.
    """

    parameter: str
    others: tuple[Value, ...]
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """A question that documents leave open.

    `silent` are the keys of the rule sets where it is, `rules` the ids of the rules concerned.
    """

    id: str
    silent: tuple[str, ...]
    rules: tuple[str, ...]
    choices: tuple[Choice, ...] = ()
    invariant: str = ""


_TABLE: Final = (
    Decision(
        "HD-1", ("101-guide",), ("deal.tiles",),
        invariant="106 tiles: two of each of 52 faces, and two false okeys among them",
    ),
    Decision(
        "HD-2", LAID, ("okey.value",), (Choice("okeys.counts", ("nothing", "printed")),)
    ),
    Decision("HD-3", ALL, ("meld.all-okeys", "meld.okeys"), (
        Choice("okeys.most_in_meld", (1, 0)),
    )),
    Decision(
        "HD-3b", ALL, ("meld.all-okeys",),
        invariant="okeys alone are no run and no group",
    ),
    Decision(
        "HD-4", LAID, ("okey.order", "meld.okey-face"), (Choice("okeys.place", ("highest",)),),
        invariant="a declared face is kept, in a meld and on the table",
    ),
    Decision("HD-4b", LAID, ("okey.order",), (Choice("okeys.place", ("highest",)),)),
    Decision("HD-5", ("101-guide",), ("take.must-use", "take.unavailable"), (
        Choice("take.must_use", (False,)),
        Choice("take.opened_may_take", (False,)),
    )),
    Decision("HD-5b", CLUB, ("take.must-use", "take.in-opening"), (
        Choice("take.in_opening", (True,)),
    )),
    Decision("HD-5c", LAID, ("take.must-use",), (Choice("take.refused_early", (False,)),)),
    Decision("HD-6", ("101-guide",), ("penalty.giver",), (
        Choice("penalties.giver_when", ("opening", "any use")),
    )),
    Decision(
        "HD-7", ("101-guide",), ("declare.pairs", "factor.okey"),
        (Choice("declaring.okey_left_doubles", (False,)),),
        invariant="ten pairs are declared before or after the draw, and what is over is ignored",
    ),
    Decision("HD-8", LAID, ("penalty.okey-thrown",), (
        Choice("penalties.okey_thrown_needs_melds", (True,), ("101-guide",)),
        Choice("penalties.okey_thrown_needs_melds", (False,), CLUB),
    )),
    Decision("HD-9", CLUB, ("penalty.okey-thrown", "penalty.layable-discard"), (
        Choice("penalties.layable_and_thrown", (True,)),
    )),
    Decision("HD-9b", ("101-guide",), ("penalty.giver", "penalty.okey-thrown"), (
        Choice("penalties.giver_and_thrown", (False,)),
    )),
    Decision("HD-10", ("101-guide",), ("factor.okey", "factor.pairs", "factor.risk"), (
        Choice("scoring.factors.combine", ("highest",)),
    )),
    Decision("HD-11", LAID, (
        "penalty.giver", "penalty.okey-thrown", "penalty.layable-discard", "factor.risk",
    ), (
        Choice("penalties.multiplied", (True,)),
    )),
    Decision("HD-12", ("101-guide", "101-club"), ("score.null-round", "stock.empty"), (
        Choice("scoring.null_round", ("hands", "nothing unless opened"), ("101-guide",)),
        Choice("scoring.null_round", ("as usual", "nothing unless opened"), ("101-club",)),
    )),
    Decision("HD-13", ("101-guide",), ("score.okey-held", "score.remainder"), (
        Choice("scoring.okey_held", (101, 25)),
        Choice("scoring.false_okey_held", (101,)),
    )),
    Decision("HD-13b", ("101-club",), ("score.okey-held",), (
        Choice("scoring.held_multiplied", (False,)),
    )),
    Decision(
        "HD-14", ("101-club",), ("match.seats", "deal.hands"), (
            Choice("seating.counts", ((4,), (2, 3, 4))),
        ),
        invariant="two players are dealt 22 and 21 tiles, 62 are left, and each is the other's"
        " neighbour on both sides",
    ),
    Decision("HD-15", CLUB, ("layoff.run-cap",), (
        Choice("table.cap_each_end", (True,)),
    ), invariant="a long run may be laid at once, and an exchange is no extension"),
    Decision("HD-16", ("101-guide",), ("deal.risk", "factor.risk"), (
        Choice("dealing.false_indicator", ("redraw",)),
    )),
    Decision("HD-17", CLUB, ("lay.pairs-only", "layoff.pair-opener"), (
        Choice("table.pair_openers_lay_off", (False,)),
        Choice("table.pair_openers_lay_melds", (True,)),
    )),
    Decision("HD-17b", CLUB, ("lay.no-pairs",), (
        Choice("table.run_openers_lay_pairs", (True,)),
    )),
    Decision("HD-18", ALL, (
        "pair.identical", "pair.okey", "pair.two-okeys", "pair.two-false-okeys", "pair.number",
    ), (
        Choice("pairs.okey_and_tile", (False,)),
        Choice("pairs.two_okeys", (False,)),
        Choice("pairs.two_false_okeys", (False,)),
    )),
    Decision("HD-19", LAID, ("opening.first-turn", "opening.alone", "opening.points"), (
        Choice("opening.first_turn", (False,)),
        Choice("opening.with_lay_off", (False,)),
    ), invariant="tiles laid off never count towards an opening"),
    Decision("HD-20", ("classic",), ("factor.pairs",), (Choice("scoring.both_ways", ("melds",)),)),
    Decision(
        "HD-21", ("101-siler",), ("opening.points", "opening.pairs", "layoff.run-cap"),
        invariant="101-siler plays the rules of 101-club and scores by its own document",
    ),
    Decision("HD-22", ("101-siler",), ("penalty.okey-retrieved",), (
        Choice("penalties.retrieved_payer", ("taker",)),
        Choice("penalties.okey_retrieved", (0,)),
    )),
    Decision("HD-23", ("101-siler",), (
        "score.partner-finished", "bonus.siler", "factor.direct",
    ), (
        Choice("scoring.partner_keeps", (False,)),
        Choice("scoring.partner_counts", (False,)),
    )),
    Decision(
        "HD-24", ("classic",), ("match.rounds", "match.winner", "score.countdown"),
        (Choice("match.start", (10,)),),
        invariant="a balance may fall below 0, and equal balances share a place",
    ),
    Decision(
        "HD-25", LAID, (
            "swap.unavailable", "swap.not-opened", "swap.undetermined", "swap.wrong-tile",
            "swap.pairs-closed",
        ), (
            Choice("swap", (Swap(),), ("101-guide",)),
            Choice("swap.undetermined", (True,), CLUB),
            Choice("swap.in_pairs", (True,), CLUB),
            Choice("swap.false_okey", (False,), CLUB),
        ),
        invariant="who exchanges has opened, and the okey may be used in the same turn",
    ),
    Decision("HD-26", CLUB, ("penalty.layable-discard",), (
        Choice("penalties.layable_when_unopened", (False,)),
        Choice("penalties.layable_within_cap", (True,)),
    )),
    Decision("HD-27", LAID, ("penalty.okey-thrown", "penalty.layable-discard"), (
        Choice("penalties.last_discard", (True,)),
    )),
    Decision("HD-28", ("101-siler",), ("score.unopened", "score.okey-held"), (
        Choice("scoring.unopened_okeys", (True,)),
    )),
    Decision(
        "HD-29", ("101-club",), ("match.chips",),
        (Choice("match.chips.only_opener_takes_all", (False,)),),
        invariant="the chips are those of a match; a tie splits; the shares add up to the pot",
    ),
    Decision("HD-30", ("101-guide",), (
        "take.unavailable", "indicator.unavailable", "indicator.only-to-finish",
        "indicator.stock-left", "stock.empty",
    ), (
        Choice("ending.indicator", (False,)),
        Choice("ending.discard", (False,)),
    )),
    Decision("HD-31", LAID, ("penalty.failed-opening",), (
        Choice("penalties.failed_opening", (101,)),
    )),
    Decision("HD-32", LAID, ("opening.rising",), (Choice("opening.rising", (True,)),)),
    Decision("HD-33", ("classic", *CLUB), ("deal.redraw",), (
        Choice("dealing.false_indicator", ("risk",)),
    )),
    Decision("HD-34", ("classic",), ("run.wrap-end", "run.full-circle"), (
        Choice("runs.full_circle", (False,)),
    )),
    Decision("HD-35", ("101-guide",), ("deal.hands", "turn.order", "match.seats", "match.rounds"), (
        Choice("seating.counts", ((2, 4),)),
        Choice("match.usual", (7,)),
    )),
    Decision("HD-36", ("101-guide", "101-siler"), ("score.unopened", "score.okey-held"), (
        Choice("scoring.unopened_okeys", (True,)),
    )),
)  # fmt: skip

DECISIONS: Final[dict[str, Decision]] = {decision.id: decision for decision in _TABLE}


# Parameters by their names


def value_of(rules: RuleSet, parameter: str) -> Any:
    """The value of a parameter, `scoring.factors.combine`.

    Raise `InputError` (`input.field`) where this rule set has no such parameter.
    """
    value: Any = rules
    for name in _names(parameter):
        if not is_dataclass(value) or name not in {field.name for field in fields(value)}:
            raise InputError("input.field", f"parameter: {parameter[:60]}")
        value = getattr(value, name)
    return value


def with_value(rules: RuleSet, parameter: str, value: Any, key: str) -> RuleSet:
    """A house rule set in which one parameter has another value.

    >>> from okey import rule_set
    >>> with_value(rule_set("101-club"), "okeys.counts", "nothing", "house").okeys.counts
    'nothing'

    Raise `InputError`: `input.field` as `value_of`, `rules.contradiction` as `derive`.
    """
    value_of(rules, parameter)
    block, *within = _names(parameter)
    if not within:
        return derive(rules, key, **{block: value})
    changes: Any = {block: _changed(getattr(rules, block), within, value)}
    return derive(rules, key, **changes)


def _names(parameter: str) -> list[str]:
    names = parameter.split(".")
    if names[0] not in BLOCKS:
        raise InputError("input.field", f"parameter: {parameter[:60]}")
    return names


def _changed(block: Any, names: list[str], value: Any) -> Any:
    first, *rest = names
    inner = _changed(getattr(block, first), rest, value) if rest else value
    return replace(block, **{first: inner})


def decisions_of(rule: str) -> tuple[Decision, ...]:
    """The decisions that concern a rule, in their order."""
    return tuple(decision for decision in _TABLE if rule in decision.rules)
