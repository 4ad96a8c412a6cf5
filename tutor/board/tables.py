"""The table: each lane judged by the engine, and their sum against what opens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from okey.hand import Hand
from okey.judge import judge
from okey.melds import Meld, MeldKind
from okey.notation import parse_meld
from okey.reading import SHORTEST
from okey.rules.model import MeldVerdict, RuleSet, Verdict
from okey.rules.rulesets import rule_set
from tutor.board import words
from tutor.board.shown import LaneVerdict, TableVerdict
from tutor.board.words import language
from tutor.explain import Explanation
from tutor.texts import rule_text

COUNTED: Final = frozenset({"opening.points", "opening.pairs"})  # said by the sum itself


def empty_table(rules: str, *, counted: bool = True) -> TableVerdict:
    """The table before the first tile."""
    return _table([], None, rule_set(rules)) if counted else _without_opening([])


def judge_lanes(text: str, hand: Hand, rules: str, *, counted: bool = True) -> TableVerdict:
    """Judge what lies in the lanes: each lane on its own, and the finished ones as an opening.

    `text` is notation, a lane between two bars; a lane may be empty. Where it is not `counted`,
    nothing has to be reached. Raise `InputError` where it cannot be read.
    """
    rs = rule_set(rules)
    lanes = []
    finished: list[Meld] = []
    for index, part in enumerate(text.split("|")):
        part = part.strip()
        if not part:
            lanes.append(LaneVerdict(index, "empty", 0, ""))
            continue
        meld = parse_meld(part, hand.indicator)
        lane = _lane(index, meld, part, hand, rs)
        if lane.state == "ok":
            finished.append(meld)
        lanes.append(lane)
    if not counted:
        return _without_opening(lanes)
    whole = None
    if finished and rs.opening is not None:
        whole = judge(tuple(finished), rules=rs, indicator=hand.indicator, as_="opening", hand=hand)
    return _table(lanes, whole, rs)


def judged_table(
    melds: Sequence[Meld], verdict: Verdict, rules: str, told: Explanation
) -> TableVerdict:
    """The lanes of an answer that was judged as an opening, with the marks of its explanation."""
    lanes = [
        replace(
            _judged_lane(index, meld, judged, verdict, index),
            rings=told.badges(index, len(meld)),
        )
        for index, (meld, judged) in enumerate(zip(melds, verdict.melds, strict=True))
    ]
    return _table(lanes, verdict, rule_set(rules))


def _lane(index: int, meld: Meld, text: str, hand: Hand, rs: RuleSet) -> LaneVerdict:
    verdict = judge((meld,), rules=rs, indicator=hand.indicator, as_="melds")
    judged = verdict.melds[0]
    pair_counts = rs.opening is not None and rs.opening.pairs is not None
    if judged.legal and (judged.kind is not MeldKind.PAIR or pair_counts):
        return _judged_lane(index, meld, judged, verdict, 0)
    lacks = SHORTEST - len(meld)
    if lacks > 0 and not (meld.kind is MeldKind.PAIR and lacks == 1):
        return LaneVerdict(index, "short", 0, words.missing_tiles(lacks), text=text, lacks=lacks)
    return _judged_lane(index, meld, judged, verdict, 0)


def _judged_lane(
    index: int, meld: Meld, judged: MeldVerdict, verdict: Verdict, place: int
) -> LaneVerdict:
    broken = [one for one in verdict.violations if one.meld == place]
    return LaneVerdict(
        index=index,
        state="ok" if judged.legal else "bad",
        points=judged.points,
        label=words.meld_label(judged.kind, legal=judged.legal),
        kind=judged.kind or "",
        faces=judged.faces,
        offending=tuple(sorted({at for one in broken for at in one.positions})),
        rules=tuple(one.rule for one in broken),
        text=meld.text,
    )


def _table(lanes: Sequence[LaneVerdict], whole: Verdict | None, rs: RuleSet) -> TableVerdict:
    if rs.opening is None:
        return _without_opening(lanes)
    states = [lane.state for lane in lanes]
    short, bad = states.count("short"), states.count("bad")
    points = sum(lane.points for lane in lanes if lane.state == "ok")
    pairs = sum(1 for lane in lanes if lane.state == "ok" and not lane.points)
    by_pairs = rs.opening.pairs is not None and pairs > 0 and points == 0
    done = pairs if by_pairs else points
    threshold = rs.opening.pairs if by_pairs and rs.opening.pairs else rs.opening.points
    opens = whole is not None and whole.legal and not bad and not short
    state = "bad" if bad else "ok" if opens else "short" if done or short else "empty"
    sentence = words.strip(
        points=points,
        threshold=rs.opening.points,
        pairs=pairs,
        need=rs.opening.pairs,
        bad=_bad(lanes),
        short=_short(lanes),
        laid=len(lanes) - states.count("empty"),
    )
    if whole is not None and not opens and not bad and not short:
        sentence = _whole_sentence(whole, sentence)
    return TableVerdict(
        lanes=tuple(lanes),
        points=done,
        threshold=threshold,
        unit="pairs" if by_pairs else "points",
        sentence=sentence,
        opens=opens,
        state=state,
        segments=_segments(lanes, threshold, by_pairs=by_pairs),
    )


def _without_opening(lanes: Sequence[LaneVerdict]) -> TableVerdict:
    """The lanes alone, where nothing has to be reached."""
    states = [lane.state for lane in lanes]
    return TableVerdict(
        lanes=tuple(lanes),
        points=0,
        threshold=0,
        unit="points",
        sentence=words.lanes_alone(_bad(lanes), _short(lanes), len(lanes) - states.count("empty")),
        opens=False,
        state=next((one for one in ("bad", "short", "ok") if one in states), "empty"),
    )


def _bad(lanes: Sequence[LaneVerdict]) -> list[tuple[int, str]]:
    return [
        (lane.index + 1, lane.label if lane.kind else "") for lane in lanes if lane.state == "bad"
    ]


def _short(lanes: Sequence[LaneVerdict]) -> list[tuple[int, int]]:
    return [(lane.index + 1, lane.lacks) for lane in lanes if lane.state == "short"]


def _segments(
    lanes: Sequence[LaneVerdict], threshold: int, *, by_pairs: bool
) -> tuple[tuple[int, int], ...]:
    """Where each lane lies in the meter, which ends at the threshold."""
    segments, start = [], 0
    for lane in lanes:
        width = min((1 if by_pairs else lane.points), threshold - start)
        if lane.state == "ok" and width > 0:
            segments.append((start, width))
            start += width
    return tuple(segments)


def _whole_sentence(whole: Verdict, counted: str) -> str:
    """What the opening as a whole breaks, where counting does not say it."""
    for violation in whole.violations:
        if violation.meld is None and violation.rule not in COUNTED:
            return rule_text(violation.rule, language()).short
    return counted
