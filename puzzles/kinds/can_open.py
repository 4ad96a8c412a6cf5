"""Can you open with this hand? Answered with melds, or with "cannot open", which is as often right.

Each block of fifty holds exactly 25 hands that open and 25 that do not, and 22 whose best stands
within the narrow band around the threshold, eleven on either side. The plan decides before a deal
is looked at; deals fill it in the order in which they come.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, TypeVar

from okey.deal import deal
from okey.errors import InputError
from okey.hand import Hand
from okey.judge import judge
from okey.melds import LaidTile, Meld, MeldKind
from okey.notation import format_melds, parse_melds
from okey.rules.model import RuleSet, Verdict
from okey.rules.rulesets import rule_set
from okey.search import arrange_pairs, arrange_points, best_points, can_open, count_pairs
from okey.tiles import FALSE_OKEY, OKEY, Tile
from puzzles.canonical import canonical_key, permute_text
from puzzles.greedy import greedy_points
from puzzles.kinds.base import ANSWER_LENGTH, BLOCK, EASIEST, HARDEST, Grade, Json, Proposal, Theme
from tutor.explain import Explanation, explain, explain_cannot

_T = TypeVar("_T")

NEAR_BELOW: Final = 11  # points under the threshold that still count as near: 90 for 101
NEAR_ABOVE: Final = 11  # 112
LEAST: Final = 31  # a best more than this under the threshold is plain to see
MOST: Final = 39  # ... or more than this over it
MOST_DEALS: Final = 50_000  # in one block; about 160 are needed

# In each ten of a block: hands that open, of them near ones, and near ones among the others.
# The counts of openers are dealt over the tens, so that counting along does not tell the last.
OPENERS: Final = (4, 5, 5, 5, 6)
NEAR_OPENERS: Final = (2, 2, 2, 2, 3)
NEAR_OTHERS: Final = (2, 2, 2, 3, 2)

# Mean and standard deviation of the effort of 4,000 hands: (pairs open too, the hand opens).
EFFORT: Final = {
    (False, True): (715, 261),
    (False, False): (574, 326),
    (True, True): (749, 286),
    (True, False): (593, 331),
}

THEMES: Final = {
    theme.key: theme
    for theme in (
        Theme("close"),  # the best is within six points of the threshold, on either side
        Theme("overlap"),  # taking the dearest meld each time falls short of the best
        Theme("one-okey"),
        Theme("two-okeys"),
        Theme("false-okey"),
        Theme("end-okey", tells=True),  # in the best arrangement an okey stands at an end of a run
        Theme("many-pairs", tells=True),  # one pair short of opening with pairs, or enough
        Theme("greedy-trap", tells=True),  # opens, but not by the dearest meld each time
        Theme("okey-forced", tells=True),  # opens, but not without its okeys
        Theme("pairs-only", tells=True),  # opens with pairs and not with runs and groups
        Theme("both-ways", tells=True),  # opens with pairs and with runs and groups
        Theme("exactly-101", tells=True),
        Theme("exactly-100", tells=True),
    )
}


@dataclass(frozen=True, slots=True)
class _Slot:
    opens: bool
    near: bool


@dataclass(frozen=True, slots=True)
class _Kept:
    index: int  # of the deal
    hand: Hand
    points: int
    pairs: int
    key: str


class CanOpen:
    """The kind `can-open`, for the rule sets that have an opening."""

    key: str = "can-open"
    version: int = 1
    rule_sets: tuple[str, ...] = ("101-guide", "101-club", "101-siler")
    themes: Mapping[str, Theme] = THEMES

    def block(self, rules: str, seed: str, number: int) -> Iterator[Proposal]:
        """See `Kind.block`."""
        rs = rule_set(rules)
        stream = f"{self.key}/{self.version}/{rules}/{number}/{seed}"
        plan = _plan(stream)
        kept = _fill(plan, stream, rs)
        for place, slot in enumerate(plan):
            yield self._proposal(
                kept[slot].pop(0), slot, rs, seed=seed, index=number * BLOCK + place
            )

    def read_answer(self, raw: Mapping[str, Any]) -> Json:
        """Read `{"melds": "..."}` (or a list of melds) or `{"cannot": true}`; see `Kind`."""
        if raw.keys() == {"cannot"}:
            if raw["cannot"] is not True:
                raise InputError("input.field", "answer.cannot")
            return {"cannot": True}
        if raw.keys() != {"melds"}:
            raise InputError("input.field", "answer")
        melds = raw["melds"]
        if isinstance(melds, list) and all(isinstance(meld, str) for meld in melds):
            melds = " | ".join(melds)
        if not isinstance(melds, str):
            raise InputError("input.field", "answer.melds")
        melds = " ".join(melds.split())
        if not melds or len(melds) > ANSWER_LENGTH:
            raise InputError("notation.meld", f"melds: {melds[:40]}")
        return {"melds": melds}

    def grade(self, *, rules: str, hand: Hand, solution: Json, answer: Json) -> Grade:
        """Every legal opening is right; "cannot" is right where there is none. See `Kind.grade`."""
        if answer.get("cannot"):
            return Grade(correct=not solution["opens"], better=False, verdict=None, points=0)
        melds = parse_melds(answer["melds"], hand.indicator)
        verdict = judge(
            melds, rules=rule_set(rules), indicator=hand.indicator, as_="opening", hand=hand
        )
        pairs = sum(1 for meld in verdict.melds if meld.kind is MeldKind.PAIR)
        better = (pairs < solution["pairs"]) if pairs else verdict.points < solution["best_points"]
        return Grade(
            correct=verdict.legal,
            better=verdict.legal and better,
            verdict=verdict,
            points=verdict.points,
        )

    def explain(
        self,
        *,
        rules: str,
        hand: Hand,
        solution: Json,
        answer: Json,
        verdict: Verdict | None,
        language: str,
    ) -> Explanation:
        """Why melds are not an opening; for "cannot", the certificate. See `Kind.explain`."""
        if verdict is None:
            return _certificate(rules, solution, language)
        return _explained(verdict, answer["melds"], hand, rules, language)

    def prove(self, *, rules: str, solution: Json, language: str) -> str:
        """What the hand holds, and what that lacks. See `Kind.prove`."""
        return _certificate(rules, solution, language).text

    def recolour(self, solution: Json, colours: str) -> Json:
        """See `Kind.recolour`."""
        melds = ("best_melds", "pair_melds")
        return solution | {name: permute_text(solution[name], colours) for name in melds}

    def _proposal(
        self, kept: _Kept, slot: _Slot, rs: RuleSet, *, seed: str, index: int
    ) -> Proposal:
        hand, points, pairs = kept.hand, kept.points, kept.pairs
        assert rs.opening is not None
        threshold, need = rs.opening.points, rs.opening.pairs
        best = arrange_points(hand).melds
        greedy = greedy_points(hand)
        seen, telling = _tags(
            hand, best, points, pairs, greedy, opens=slot.opens, threshold=threshold, need=need
        )
        return Proposal(
            kind=self.key,
            rules=rs.key,
            seed=seed,
            index=index,
            position={"indicator": str(hand.indicator), "hand": [str(t) for t in hand.tiles]},
            canonical_key=kept.key,
            features={"tiles": len(hand.tiles), "okeys": hand.okeys, "deal": kept.index},
            themes=seen,
            difficulty=difficulty(
                points - threshold,
                hand.okeys,
                points - greedy,
                pairs - need if need else None,
                opens=slot.opens,
            ),
            solution={
                "opens": slot.opens,
                "opens_by": [
                    *(["melds"] if points >= threshold else []),
                    *(["pairs"] if need is not None and pairs >= need else []),
                ],
                "best_points": points,
                "best_melds": format_melds(best),
                "pairs": pairs,
                "pair_melds": format_melds(arrange_pairs(hand)) if need and pairs else "",
                "threshold": threshold,
                "pairs_needed": need,
                "greedy_points": greedy,
                "themes": list(telling),
            },
        )


def _certificate(rules: str, solution: Json, language: str) -> Explanation:
    return explain_cannot(
        best_points=solution["best_points"],
        pairs=solution["pairs"],
        opens_by=solution["opens_by"],
        rules=rule_set(rules),
        language=language,
    )


@lru_cache(maxsize=1024)
def _explained(verdict: Verdict, laid: str, hand: Hand, rules: str, language: str) -> Explanation:
    """Kept, since the nearest change is searched for anew and a result is looked at repeatedly."""
    melds = parse_melds(laid, hand.indicator)
    return explain(verdict, melds=melds, hand=hand, rules=rule_set(rules), language=language)


def difficulty(over: int, okeys: int, gap: int, pairs_over: int | None, *, opens: bool) -> int:
    """A first rating, 600 to 2400, from the features; multiples of 25, 1500 in the middle.

    `over`: best points less the threshold, negative below it; `gap`: what taking the dearest meld
    each time falls short of the best; `pairs_over`: pairs less those that open, None where pairs
    do not open. Effort counts up to 600 for nearness to the threshold (none from 30 points away; at
    least 480 one pair short of opening with pairs or just at it), up to 450 for the gap (all of it
    at 24 points), and 120 an okey.

    The figure is seen before the answer, so effort is set against that of hands with the same
    answer: 400 for each standard deviation from their mean, which leaves the figure equally spread
    on both sides.
    """
    near = max(0.0, 1 - abs(over + 0.5) / 30)  # 100 and 101 are equally far from the border
    if pairs_over in (-1, 0):
        near = max(near, 0.8)
    effort = 600 * near + 450 * min(gap, 24) / 24 + 120 * okeys
    mean, deviation = EFFORT[pairs_over is not None, opens]
    rating = 1500 + 400 * max(-1.6, (effort - mean) / deviation)
    return min(HARDEST, max(EASIEST, round(rating / 25) * 25))


def _plan(stream: str) -> list[_Slot]:
    """The fifty slots of a block: what each must be, before any deal is looked at."""
    plan: list[_Slot] = []
    openers = _shuffled(OPENERS, f"{stream}/openers")
    near = _shuffled(list(zip(NEAR_OPENERS, NEAR_OTHERS, strict=True)), f"{stream}/near")
    for ten, (opening, (near_openers, near_others)) in enumerate(zip(openers, near, strict=True)):
        slots = [_Slot(opens=True, near=place < near_openers) for place in range(opening)]
        slots += [_Slot(opens=False, near=place < near_others) for place in range(10 - opening)]
        plan += _shuffled(slots, f"{stream}/ten/{ten}")
    return plan


def _fill(plan: Sequence[_Slot], stream: str, rs: RuleSet) -> dict[_Slot, list[_Kept]]:
    """Take deals in their order into the classes of the plan until each has what it needs."""
    assert rs.opening is not None
    threshold, need = rs.opening.points, rs.opening.pairs
    melds_alone = replace(rs, opening=replace(rs.opening, pairs=None))
    missing = {slot: plan.count(slot) for slot in set(plan)}
    kept: dict[_Slot, list[_Kept]] = {slot: [] for slot in missing}
    seen: set[str] = set()
    for index in range(MOST_DEALS):
        # One that has drawn (or starts) holds a tile more; both questions come up at a table.
        hand = deal(stream, index, tiles=rs.hand.starter if index % 2 else rs.hand.others)
        points = best_points(hand)
        if points > threshold + MOST:
            continue
        pairs = count_pairs(hand)
        opens = points >= threshold or (need is not None and pairs >= need)
        if not opens and points < threshold - LEAST:
            continue
        slot = _Slot(opens=opens, near=threshold - NEAR_BELOW <= points <= threshold + NEAR_ABOVE)
        if not missing[slot]:
            continue
        if points >= threshold and not can_open(hand, melds_alone):
            continue  # the last tile would be needed too, and it is kept to throw
        key = canonical_key(hand)
        if key in seen:
            continue
        seen.add(key)
        kept[slot].append(_Kept(index, hand, points, pairs, key))
        missing[slot] -= 1
        if not any(missing.values()):
            return kept
    raise RuntimeError(f"no {missing} in {MOST_DEALS} deals of {stream}")


def _tags(
    hand: Hand,
    best: Sequence[Meld],
    points: int,
    pairs: int,
    greedy: int,
    *,
    opens: bool,
    threshold: int,
    need: int | None,
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Themes that may be seen beforehand, and those that would tell the answer."""
    by_melds = points >= threshold
    by_pairs = need is not None and pairs >= need
    tests = {
        "close": -6 <= points - threshold < 6,
        "overlap": greedy < points,
        "one-okey": hand.okeys == 1,
        "two-okeys": hand.okeys == 2,
        "false-okey": FALSE_OKEY in hand.tiles,
        "end-okey": any(_okey_at_an_end(meld, hand.okey) for meld in best),
        "many-pairs": need is not None and pairs >= need - 1,
        "greedy-trap": by_melds and greedy < threshold,
        "okey-forced": opens and hand.okeys > 0 and _opens_only_with_okeys(hand, threshold, need),
        "pairs-only": by_pairs and not by_melds,
        "both-ways": by_pairs and by_melds,
        "exactly-101": points == threshold,
        "exactly-100": points == threshold - 1 and not opens,
    }
    given = [key for key, holds in tests.items() if holds]
    return (
        tuple(key for key in given if not THEMES[key].tells),
        tuple(key for key in given if THEMES[key].tells),
    )


def _okey_at_an_end(meld: Meld, okey: Tile) -> bool:
    """Whether the meld, whose okeys have their faces, is a run that begins or ends with an okey."""
    first, last = meld.tiles[0], meld.tiles[-1]
    if OKEY not in (first.tile, last.tile):
        return False
    return _number(first, okey) != _number(last, okey)


def _number(laid: LaidTile, okey: Tile) -> int:
    """The number that a tile counts as; a false okey is the okey's own face."""
    face = laid.tile if laid.stands_for is None else laid.stands_for
    if isinstance(face, int):
        return face
    return face.number if face.is_face else okey.number


def _opens_only_with_okeys(hand: Hand, threshold: int, need: int | None) -> bool:
    plain = Hand(hand.indicator, tuple(tile for tile in hand.tiles if tile is not OKEY))
    if best_points(plain) >= threshold:
        return False
    return need is None or count_pairs(plain) < need


def _shuffled(items: Sequence[_T], seed: str) -> list[_T]:
    """The items in an order that depends on the seed alone, on every platform and version."""

    def rank(place: int) -> bytes:
        return hashlib.sha256(f"{seed}/{place}".encode()).digest()

    return [items[place] for place in sorted(range(len(items)), key=rank)]
