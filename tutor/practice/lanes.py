"""What lies in the lanes before it is laid: each meld judged, and the sum against what opens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from okey import Hand, MeldKind, RuleSet, judge
from okey.melds import Meld
from okey.notation import parse_meld
from okey.rules.model import As, MeldVerdict, Verdict
from okey.table import Round
from tutor.names import kind_name
from tutor.referee.wording import language
from tutor.texts import phrase, rule_text

MOST_LANES: Final = 24


@dataclass(frozen=True, slots=True)
class Lane:
    """A lane: `state` is ok, bad, or short for one or two tiles with nothing wrong yet."""

    state: str
    points: int
    label: str
    faces: tuple[str, ...] | None = None
    rings: tuple[int | None, ...] | None = None


@dataclass(frozen=True, slots=True)
class Lanes:
    """All lanes. `threshold` is what opens, in `unit`; 0 where nothing is counted."""

    lanes: tuple[Lane, ...]
    state: str
    sentence: str
    points: int = 0
    threshold: int = 0
    unit: str = "points"

    @property
    def width(self) -> int:
        """How much of the meter is filled."""
        return min(self.points, self.threshold)


def judged_lanes(text: str, seen: Round, mine: int) -> Lanes:
    """Judge the lanes of a seat. Raise `InputError` where they cannot be read."""
    parts = [part.strip() for part in text.split("|")][:MOST_LANES]
    melds = [parse_meld(part, seen.indicator) for part in parts if part]
    rules, player = seen.rules, seen.seats[mine]
    opens = rules.opening is not None and player.opened is None
    lanes = tuple(_lane(meld, seen) for meld in melds)
    whole = _whole(melds, lanes, seen, mine, "opening" if opens else "melds")
    points = sum(lane.points for lane in lanes if lane.state == "ok")
    pairs = sum(lane.state == "ok" and not lane.points for lane in lanes)
    by_pairs = bool(rules.opening and rules.opening.pairs and pairs and not points)
    state = "short"
    if any(lane.state == "bad" for lane in lanes):
        state = "bad"
    elif whole is not None and whole.legal:
        state = "ok"
    need = 0
    if opens and rules.opening is not None:
        need = (rules.opening.pairs or 0) if by_pairs else rules.opening.points
    return Lanes(
        lanes,
        state,
        _sentence(state, lanes, whole, opens=opens),
        pairs if by_pairs else points,
        need,
        "pairs" if by_pairs else "points",
    )


def _lane(meld: Meld, seen: Round) -> Lane:
    verdict = judge((meld,), rules=seen.rules, indicator=seen.indicator, as_="melds")
    one = verdict.melds[0]
    if one.legal and (one.kind is not MeldKind.PAIR or _lays_pairs(seen.rules)):
        return Lane("ok", one.points, kind_name(one.kind or "meld", language()), one.faces)
    if len(meld) < 3:
        return Lane("short", 0, "")
    return Lane("bad", 0, _not_one(one), None, _rings(meld, verdict))


def _lays_pairs(rules: RuleSet) -> bool:
    if rules.opening is None:
        return rules.showing is not None and rules.showing.pairs is not None
    return rules.opening.pairs is not None


def _not_one(one: MeldVerdict) -> str:
    return phrase(f"lane.not_{one.kind.value if one.kind else 'meld'}", language())


def _rings(meld: Meld, verdict: Verdict) -> tuple[int | None, ...]:
    marked = {at for violation in verdict.violations for at in violation.positions}
    numbers = {at: number for number, at in enumerate(sorted(marked), 1)}
    return tuple(numbers.get(at) for at in range(len(meld)))


def _whole(
    melds: list[Meld], lanes: tuple[Lane, ...], seen: Round, mine: int, as_: As
) -> Verdict | None:
    if not melds or any(lane.state != "ok" for lane in lanes):
        return None
    held = seen.seats[mine].hand
    hand = Hand(seen.indicator, held) if held else None
    return judge(tuple(melds), rules=seen.rules, indicator=seen.indicator, as_=as_, hand=hand)


def _sentence(state: str, lanes: tuple[Lane, ...], whole: Verdict | None, *, opens: bool) -> str:
    if state == "bad":
        at = next(at for at, lane in enumerate(lanes, 1) if lane.state == "bad")
        return _("Meld %(number)s does not hold.") % {"number": at}
    if state == "ok":
        return _("This opens.") if opens else _("These melds hold.")
    broken = [one.rule for one in whole.violations] if whole is not None else []
    if broken and broken[0] not in ("opening.points", "opening.pairs"):
        return rule_text(broken[0], language()).short
    return _("Not enough to open yet.") if opens else _("Not finished yet.")
