"""Can you open with this hand? Answered with melds, or with "cannot open", which is as often right.

Each block of fifty holds exactly 25 hands that open and 25 that do not, and 22 whose best stands
within the narrow band around the threshold, eleven on either side. The plan decides before a deal
is looked at; deals fill it in the order in which they come.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, TypeVar

from okey.deal import deal
from okey.hand import Hand
from okey.judge import judge
from okey.melds import LaidTile, Meld, MeldKind, laid_tiles
from okey.notation import format_melds, parse_melds
from okey.rules.model import RuleSet
from okey.search import (
    arrange_pairs,
    arrange_points,
    best_points,
    can_open,
    count_pairs,
)
from okey.tiles import FALSE_OKEY, OKEY, Tile
from puzzles.canonical import canonical_key
from puzzles.greedy import greedy_points
from puzzles.kinds.asked import AskedKind
from puzzles.kinds.base import EASIEST, HARDEST, Json, Theme
from tutor.explain import Explanation, explain, explain_cannot
from tutor.tasks.base import Exercise, Form, Outcome, about_melds, read_option_or_melds
from tutor.tasks.opening import CANNOT, right_opening

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
class _Held:
    """What a hand holds at most: by points, in pairs, by taking the dearest meld each time."""

    points: int
    pairs: int
    greedy: int
    best: tuple[Meld, ...]
    opens_by: tuple[str, ...]

    @property
    def opens(self) -> bool:
        return bool(self.opens_by)


class CanOpen(AskedKind):
    """The kind `can-open`, for the rule sets that have an opening."""

    key = "can-open"
    form = Form.MELDS
    trains = ("opening.points", "opening.pairs")
    version = 1
    options = (CANNOT,)
    counted = True
    judged_live = True
    themes: Mapping[str, Theme] = THEMES

    def applies(self, rules: RuleSet) -> bool:
        """Where there is an opening."""
        return rules.opening is not None

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """The first hand of the seed's stream."""
        return next(self.planned(rules, seed, 0))

    def planned(self, rules: RuleSet, seed: str, number: int) -> Iterator[Exercise]:
        """The hands of a block: each fills a slot of a plan that was there before it."""
        stream = f"{self.key}/{self.version}/{rules.key}/{number}/{seed}"
        plan = _plan(stream)
        kept = _fill(plan, stream, rules)
        for slot in plan:
            hand = kept[slot].pop(0)
            yield Exercise(self.key, rules, seed, hand.indicator, hand=hand, options=self.options)

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """An opening that is worth most, or that there is none."""
        assert exercise.hand is not None
        hand, holds = exercise.hand, _held(exercise.hand, rules)
        if not holds.opens:
            return (CANNOT,)
        if "melds" in holds.opens_by and len(laid_tiles(holds.best)) < len(hand.tiles):
            return (format_melds(holds.best, kinds=False),)
        return (right_opening(hand, rules),)

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """Every legal opening is right; "cannot" is right where there is none."""
        said, hand = read_option_or_melds(exercise, answer), exercise.hand
        assert hand is not None
        holds = _held(hand, rules)
        right = self.right(exercise, rules)
        if isinstance(said, str):
            return Outcome(not holds.opens, right, rules=self.about(exercise))
        verdict = judge(said, rules=rules, indicator=hand.indicator, as_="opening", hand=hand)
        outcome = about_melds(verdict, right, where="answer", as_="opening")
        pairs = sum(1 for meld in verdict.melds if meld.kind is MeldKind.PAIR)
        better = (pairs < holds.pairs) if pairs else verdict.points < holds.points
        return replace(outcome, better=verdict.legal and better)

    def answer_side(self, exercise: Exercise, right: tuple[str, ...]) -> str:
        """Whether it opens. The plan of a block is balanced already."""
        return CANNOT if right == (CANNOT,) else "opens"

    @property
    def difficulty_shown(self) -> bool:
        """It is measured against hands with the same answer, and so does not tell it."""
        return True

    def features(
        self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet
    ) -> dict[str, int]:
        """What everybody sees on the rack."""
        assert exercise.hand is not None
        return {"tiles": len(exercise.hand.tiles), "okeys": exercise.hand.okeys}

    def difficulty(
        self, exercise: Exercise, right: tuple[str, ...], features: Mapping[str, int]
    ) -> int:
        """See `difficulty` below: what makes it hard would tell the answer, and is no feature."""
        hand, opening = exercise.hand, exercise.rules.opening
        assert hand is not None
        assert opening is not None
        holds = _held(hand, exercise.rules)
        return difficulty(
            holds.points - opening.points,
            hand.okeys,
            holds.points - holds.greedy,
            holds.pairs - opening.pairs if opening.pairs else None,
            opens=holds.opens,
        )

    def tags(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> Iterable[str]:
        """The themes of the hand."""
        assert exercise.hand is not None
        return _tags(exercise.hand, rules)

    def solution(
        self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet, telling: Iterable[str]
    ) -> Json:
        """What the hand holds, by points and by pairs."""
        hand, opening = exercise.hand, rules.opening
        assert hand is not None
        assert opening is not None
        holds, need = _held(hand, rules), opening.pairs
        return {
            "opens": holds.opens,
            "opens_by": list(holds.opens_by),
            "best_points": holds.points,
            "best_melds": format_melds(holds.best),
            "pairs": holds.pairs,
            "pair_melds": format_melds(arrange_pairs(hand)) if need and holds.pairs else "",
            "threshold": opening.points,
            "pairs_needed": need,
            "greedy_points": holds.greedy,
            "themes": list(telling),
        }

    def best(self, solution: Json) -> tuple[str, ...]:
        """The arrangement worth most; pairs, where only they open."""
        by_pairs = solution["opens_by"] == ["pairs"]
        return (solution["pair_melds" if by_pairs else "best_melds"] or CANNOT,)

    def still_right(self, exercise: Exercise, right: tuple[str, ...], solution: Json) -> bool:
        """Whether the hand still holds as much as is kept."""
        assert exercise.hand is not None
        holds = _held(exercise.hand, exercise.rules)
        now = (holds.opens, list(holds.opens_by), holds.points, holds.pairs)
        names = ("opens", "opens_by", "best_points", "pairs")
        return now == tuple(solution[name] for name in names)

    def explain(
        self, exercise: Exercise, solution: Json, answer: Json, language: str
    ) -> Explanation:
        """Why melds are not an opening; for "cannot", the certificate."""
        if answer.get(CANNOT):
            return _certificate(exercise.rules, solution, language)
        assert exercise.hand is not None
        return _explained(answer["melds"], exercise.hand, exercise.rules, language)

    def prove(self, exercise: Exercise, solution: Json, language: str) -> str:
        """What the hand holds, and what that lacks."""
        return _certificate(exercise.rules, solution, language).text


def _certificate(rules: RuleSet, solution: Json, language: str) -> Explanation:
    return explain_cannot(
        best_points=solution["best_points"],
        pairs=solution["pairs"],
        opens_by=solution["opens_by"],
        rules=rules,
        language=language,
    )


@lru_cache(maxsize=1024)
def _held(hand: Hand, rules: RuleSet) -> _Held:
    """What the engine finds in a hand. Kept, since several parts of a kind ask for it."""
    opening = rules.opening
    assert opening is not None
    points, pairs = best_points(hand), count_pairs(hand)
    opens_by = []
    if points >= opening.points and can_open(hand, _melds_alone(rules)):
        opens_by.append("melds")
    if opening.pairs is not None and pairs >= opening.pairs:
        opens_by.append("pairs")
    return _Held(points, pairs, greedy_points(hand), arrange_points(hand).melds, tuple(opens_by))


@lru_cache(maxsize=8)
def _melds_alone(rules: RuleSet) -> RuleSet:
    """The rule set without an opening with pairs."""
    assert rules.opening is not None
    return replace(rules, opening=replace(rules.opening, pairs=None))


@lru_cache(maxsize=1024)
def _explained(laid: str, hand: Hand, rules: RuleSet, language: str) -> Explanation:
    """Kept, since the nearest change is searched for anew and a result is looked at repeatedly."""
    melds = parse_melds(laid, hand.indicator)
    verdict = judge(melds, rules=rules, indicator=hand.indicator, as_="opening", hand=hand)
    return explain(verdict, melds=melds, hand=hand, rules=rules, language=language)


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


def _fill(plan: Sequence[_Slot], stream: str, rs: RuleSet) -> dict[_Slot, list[Hand]]:
    """Take deals in their order into the classes of the plan until each has what it needs."""
    assert rs.opening is not None
    threshold, need = rs.opening.points, rs.opening.pairs
    melds_alone = _melds_alone(rs)
    missing = {slot: plan.count(slot) for slot in set(plan)}
    kept: dict[_Slot, list[Hand]] = {slot: [] for slot in missing}
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
        kept[slot].append(hand)
        missing[slot] -= 1
        if not any(missing.values()):
            return kept
    raise RuntimeError(f"no {missing} in {MOST_DEALS} deals of {stream}")


def _tags(hand: Hand, rules: RuleSet) -> tuple[str, ...]:
    """All themes of a hand."""
    holds, opening = _held(hand, rules), rules.opening
    assert opening is not None
    points, pairs, greedy, opens = holds.points, holds.pairs, holds.greedy, holds.opens
    threshold, need = opening.points, opening.pairs
    by_melds = points >= threshold
    by_pairs = need is not None and pairs >= need
    tests = {
        "close": -6 <= points - threshold < 6,
        "overlap": greedy < points,
        "one-okey": hand.okeys == 1,
        "two-okeys": hand.okeys == 2,
        "false-okey": FALSE_OKEY in hand.tiles,
        "end-okey": any(_okey_at_an_end(meld, hand.okey) for meld in holds.best),
        "many-pairs": need is not None and pairs >= need - 1,
        "greedy-trap": by_melds and greedy < threshold,
        "okey-forced": opens and hand.okeys > 0 and _opens_only_with_okeys(hand, threshold, need),
        "pairs-only": by_pairs and not by_melds,
        "both-ways": by_pairs and by_melds,
        "exactly-101": points == threshold,
        "exactly-100": points == threshold - 1 and not opens,
    }
    return tuple(key for key, found in tests.items() if found)


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
