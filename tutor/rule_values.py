"""What a rule's text takes from a rule set: its numbers, and which of its sentences hold.

A text of `content/*/rules.toml` never has a number of a rule in it, since rule sets differ. Here
every rule says which parameters its placeholders are, which of its `more` sentences the parameters
make true, and which of its `variants` takes the place of the general text.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from okey import RULE_SETS, RuleSet
from okey.deal import SET
from okey.rules.parameters import Chips, Countdown, Points, Siler

Value = int | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """The values of a rule's placeholders, the names of its further sentences, and its variant."""

    values: dict[str, Value]
    more: tuple[str, ...] = ()
    variant: str = ""


def told(rule_id: str, rules: RuleSet | None) -> dict[str, tuple[Value, ...]]:
    """The values of a rule's placeholders in a rule set.

    Without one, those of all rule sets that play the rule, each value once.
    """
    found: dict[str, tuple[Value, ...]] = {}
    for one in _sets(rule_id, rules):
        for name, value in _told(rule_id, one).values.items():
            seen = found.get(name, ())
            found[name] = seen if value in seen else (*seen, value)
    return found


def further(rule_id: str, rules: RuleSet | None) -> tuple[str, ...]:
    """The names of the sentences that end the rule's text; without a rule set, where all agree."""
    lists = [_told(rule_id, one).more for one in _sets(rule_id, rules)]
    return tuple(name for name in lists[0] if all(name in more for more in lists))


def variant(rule_id: str, rules: RuleSet | None) -> str:
    """The name of the variant that holds, or "" for the general text."""
    found = {_told(rule_id, one).variant for one in _sets(rule_id, rules)}
    return found.pop() if len(found) == 1 else ""


def _sets(rule_id: str, rules: RuleSet | None) -> tuple[RuleSet, ...]:
    if rules is not None:
        return (rules,)
    playing = tuple(one for one in RULE_SETS.values() if rule_id in one.rules)
    return playing or tuple(RULE_SETS.values())


def _told(rule_id: str, rules: RuleSet) -> Told:
    choose = _CHOSEN.get(rule_id)
    return choose(rules) if choose is not None else Told({})


def _chosen(*pairs: tuple[bool, str]) -> tuple[str, ...]:
    return tuple(name for holds, name in pairs if holds)


# The deal


def stock_left(rules: RuleSet, seats: int) -> int:
    """How many tiles are left in the stock once the indicator is turned up."""
    return len(SET) - rules.hand.starter - rules.hand.others * (seats - 1) - 1


def _tiles(rules: RuleSet) -> Told:
    return Told({"tiles": len(SET)})


def _hands(rules: RuleSet) -> Told:
    seats = max(rules.seating.counts)
    values: dict[str, Value] = {
        "starter": rules.hand.starter,
        "others": rules.hand.others,
        "seats": seats,
        "stock": stock_left(rules, seats),
        "stock_two": stock_left(rules, 2),
    }
    return Told(values, _chosen((2 in rules.seating.counts[:-1], "two_seats")))


def _indicator(rules: RuleSet) -> Told:
    return Told({}, _chosen((rules.ending.indicator, "at_end")))


# Opening, the table and the turn


def _points_to_open(rules: RuleSet) -> Told:
    return Told({"points": rules.opening.points if rules.opening is not None else 0})


def _pairs_to_open(rules: RuleSet) -> Told:
    opening = rules.opening
    return Told({"pairs": opening.pairs or 0 if opening is not None else 0})


def _pairs_only(rules: RuleSet) -> Told:
    lay_off = rules.table is not None and rules.table.pair_openers_lay_off
    return Told({}, _chosen((lay_off, "lay_off")))


def _run_cap(rules: RuleSet) -> Told:
    table = rules.table
    cap = table.run_cap if table is not None and table.run_cap is not None else 0
    each = table is not None and table.cap_each_end
    return Told({"cap": cap}, ("each_end",) if each else ("both_ends",))


def _starter(rules: RuleSet) -> Told:
    return Told({"starter": rules.hand.starter, "others": rules.hand.others})


def _must_use(rules: RuleSet) -> Told:
    return Told({}, _chosen((rules.take.refused_early, "refused_early")))


def _declare(rules: RuleSet) -> Told:
    return Told({"pairs": rules.declaring.pairs if rules.declaring is not None else 0})


def _stock_empty(rules: RuleSet) -> Told:
    more = _chosen(
        (rules.ending.indicator, "indicator"),
        (rules.ending.discard, "discard"),
        (isinstance(rules.scoring, Countdown), "countdown"),
    )
    return Told({}, more)


# Penalties


def _giver(rules: RuleSet) -> Told:
    penalties = rules.penalties
    opening = penalties.giver_when != "any use"
    more = _chosen(
        (opening, "opening"),
        (penalties.giver_when == "opening or finish", "finish"),
        (not opening, "any_use"),
        (bool(penalties.okey_thrown) and penalties.giver_and_thrown, "both"),
    )
    return Told({"points": penalties.giver}, more)


def _okey_thrown(rules: RuleSet) -> Told:
    penalties = rules.penalties
    more = _chosen(
        (penalties.okey_thrown_needs_melds, "needs_melds"),
        (not penalties.last_discard, "final_free"),
    )
    return Told({"points": penalties.okey_thrown}, more)


def _layable(rules: RuleSet) -> Told:
    penalties = rules.penalties
    capped = rules.table is not None and rules.table.run_cap is not None
    more = _chosen(
        (penalties.layable_when_unopened, "unopened"),
        (not penalties.layable_when_unopened, "opened_only"),
        (capped and not penalties.layable_within_cap, "any_room"),
        (not penalties.last_discard, "final_free"),
    )
    return Told({"points": penalties.layable_discard}, more)


def _retrieved(rules: RuleSet) -> Told:
    penalties = rules.penalties
    return Told({"points": penalties.okey_retrieved}, (penalties.retrieved_payer,))


# Scores


def _points(rules: RuleSet) -> Points:
    """The scores of a rule set; where it counts down, those that nothing of it uses."""
    return rules.scoring if isinstance(rules.scoring, Points) else Points()


def _countdown(rules: RuleSet) -> Countdown:
    return rules.scoring if isinstance(rules.scoring, Countdown) else Countdown()


def _winner(rules: RuleSet) -> Told:
    return Told({"points": _points(rules).winner})


def _unopened(rules: RuleSet) -> Told:
    points = _points(rules)
    return Told({"points": points.unopened}, _chosen((points.unopened_okeys, "okeys")))


def _remainder(rules: RuleSet) -> Told:
    points = _points(rules)
    more = _chosen(
        (points.pairs_remainder != 1, "pairs"),
        (points.factors.remainder, "factors"),
        (not points.factors.remainder, "no_factors"),
        (points.okey_held is None and points.false_okey_held is None, "okey_face"),
    )
    return Told({"pairs": points.pairs_remainder}, more)


def _okey_held(rules: RuleSet) -> Told:
    points = _points(rules)
    priced = points.okey_held is not None or points.false_okey_held is not None
    more = _chosen(
        (points.okey_held is not None, "okey"),
        (points.okey_held is None, "okey_face"),
        (points.false_okey_held is not None, "false_okey"),
        (points.false_okey_held is None, "false_okey_face"),
        (priced and points.held_multiplied, "multiplied"),
        (priced and not points.held_multiplied, "not_multiplied"),
        (not points.unopened_okeys and points.null_round != "hands", "unopened"),
    )
    values: dict[str, Value] = {
        "okey": points.okey_held or 0,
        "false_okey": points.false_okey_held or 0,
    }
    return Told(values, more)


def _shown(rules: RuleSet) -> Told:
    return Told({"shown": _countdown(rules).shown})


def _counted_down(rules: RuleSet) -> Told:
    scoring = _countdown(rules)
    values: dict[str, Value] = {
        "finish": scoring.finish,
        "okey": scoring.finish * scoring.okey,
        "pairs": scoring.finish * scoring.pairs,
        "both": scoring.finish * scoring.okey * scoring.pairs,
    }
    pairs = rules.showing is not None and rules.showing.pairs is not None
    more = _chosen(
        (scoring.okey != 1, "okey"),
        (pairs and scoring.pairs != 1, "pairs"),
        (pairs and scoring.okey != 1 and scoring.pairs != 1, "both"),
        (pairs, f"both_ways_{scoring.both_ways}"),
    )
    return Told(values, more)


def _partner(rules: RuleSet) -> Told:
    return Told({}, _chosen((_points(rules).partner_keeps, "keeps")))


_NULL_ROUNDS: Final = {
    "as usual": "as_usual",
    "hands": "hands",
    "nothing unless opened": "nothing_unless",
}


def _null_round(rules: RuleSet) -> Told:
    if isinstance(rules.scoring, Countdown):
        return Told({}, variant="countdown")
    return Told({}, (_NULL_ROUNDS[_points(rules).null_round], "events"))


def _siler(rules: RuleSet) -> Told:
    siler = _points(rules).siler or Siler(0, 0, 0)
    return Told({"points": siler.points, "pairs": siler.pairs, "bonus": siler.bonus})


def _on_remainder(rules: RuleSet) -> str:
    return "remainder" if _points(rules).factors.remainder else "no_remainder"


def _factor_okey(rules: RuleSet) -> Told:
    if isinstance(rules.scoring, Countdown):
        return Told({"factor": rules.scoring.okey})
    return Told({"factor": rules.scoring.factors.okey}, (_on_remainder(rules),))


def _factor_pairs(rules: RuleSet) -> Told:
    opened = rules.opening is not None and rules.opening.pairs is not None
    more = _chosen(
        (opened, "opened"),
        (rules.declaring is not None, "declared"),
        (rules.showing is not None, "shown"),
        (isinstance(rules.scoring, Points), _on_remainder(rules)),
    )
    factor = (
        rules.scoring.pairs if isinstance(rules.scoring, Countdown) else rules.scoring.factors.pairs
    )
    return Told({"factor": factor}, more)


def _from_hand(rules: RuleSet) -> Told:
    return Told({"factor": _points(rules).factors.from_hand})


def _direct(rules: RuleSet) -> Told:
    points = _points(rules)
    partner = rules.seating.teams and points.partner_counts
    return Told({"factor": points.factors.direct}, _chosen((partner, "partner")))


def _risk(rules: RuleSet) -> Told:
    return Told({"factor": _points(rules).factors.risk})


# A match


def _rounds(rules: RuleSet) -> Told:
    rounds, match = rules.match.rounds, rules.match
    values: dict[str, Value] = {
        "rounds": rounds,
        "least": min(rounds, default=0),
        "most": max(rounds, default=0),
        "usual": match.usual,
        "start": match.start,
        "over_at": match.over_at or 0,
    }
    if not rounds:
        return Told(values, variant="balance")
    in_a_row = len(rounds) > 2 and rounds == tuple(range(rounds[0], rounds[-1] + 1))
    return Told(values, variant="range" if in_a_row else "list")


def _seats(rules: RuleSet) -> Told:
    return Told({"seats": rules.seating.counts}, _chosen((2 in rules.seating.counts, "two")))


def _teams(rules: RuleSet) -> Told:
    return Told({}, variant="" if rules.seating.teams else "alone")


def _match_winner(rules: RuleSet) -> Told:
    lowest = isinstance(rules.scoring, Points)
    return Told({"start": rules.match.start}, variant="lowest" if lowest else "highest")


def _chips(rules: RuleSet) -> Told:
    chips = rules.match.chips or Chips(0, 0, 0)
    values: dict[str, Value] = {
        "rake": chips.rake,
        "first": chips.first,
        "second": chips.second,
        "parts": chips.first + chips.second,
    }
    return Told(values, _chosen((chips.only_opener_takes_all, "only_opener")))


_CHOSEN: Final[dict[str, Callable[[RuleSet], Told]]] = {
    "deal.tiles": _tiles,
    "deal.hands": _hands,
    "deal.indicator": _indicator,
    "deal.risk": _risk,
    "opening.points": _points_to_open,
    "opening.pairs": _pairs_to_open,
    "lay.pairs-only": _pairs_only,
    "layoff.run-cap": _run_cap,
    "turn.starter-no-draw": _starter,
    "take.must-use": _must_use,
    "declare.pairs": _declare,
    "stock.empty": _stock_empty,
    "penalty.giver": _giver,
    "penalty.okey-thrown": _okey_thrown,
    "penalty.layable-discard": _layable,
    "penalty.okey-retrieved": _retrieved,
    "score.winner": _winner,
    "score.unopened": _unopened,
    "score.remainder": _remainder,
    "score.okey-held": _okey_held,
    "score.indicator-shown": _shown,
    "score.countdown": _counted_down,
    "score.partner-finished": _partner,
    "score.null-round": _null_round,
    "bonus.siler": _siler,
    "factor.okey": _factor_okey,
    "factor.pairs": _factor_pairs,
    "factor.from-hand": _from_hand,
    "factor.direct": _direct,
    "factor.risk": _risk,
    "match.rounds": _rounds,
    "match.seats": _seats,
    "match.teams": _teams,
    "match.winner": _match_winner,
    "match.chips": _chips,
}
