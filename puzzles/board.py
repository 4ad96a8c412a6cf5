"""What a page with a board shows: plain values, made from the engine's verdicts."""

from __future__ import annotations

import datetime as dt
import json
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext as _

from okey.hand import Hand
from okey.judge import judge
from okey.melds import Meld, MeldKind
from okey.notation import parse_meld, parse_melds
from okey.rules.model import MeldVerdict, RuleSet, Verdict
from okey.rules.rulesets import rule_set
from okey.tiles import FALSE_OKEY, OKEY, Tile
from puzzles import words
from puzzles.kinds.base import Json
from puzzles.words import language
from tutor.changes import ChangeText
from tutor.explain import Explanation, explain, explain_better, explain_cannot
from tutor.names import rule_set_name, tile_label
from tutor.texts import rule_text

COUNTED: Final = frozenset({"opening.points", "opening.pairs"})  # said by the sum itself
SLOTS: Final = 24  # of a rack: three rows of eight, two of twelve


@dataclass(frozen=True, slots=True)
class RackTile:
    """A tile as it is drawn. `code` is its notation; `face` is set for F and for the okey."""

    id: str
    code: str
    face: str | None
    label: str
    slot: str = ""  # the place on the rack that it came from
    stands_for: str = ""  # of an okey on the table
    ring: int | None = None  # the number of the mark that a sentence refers to


@dataclass(frozen=True, slots=True)
class LaneVerdict:
    """One lane. `state`: ok, short (one or two tiles, nothing wrong yet), bad or empty.

    `faces`: for each tile in the order laid the face it counts as, None unless legal. `offending`:
    the places of the tiles that break a rule; `rings`: for each tile its mark's number, or None.
    `rules`: the ids of the rules broken.
    """

    index: int
    state: str
    points: int
    label: str
    faces: tuple[str, ...] | None = None
    offending: tuple[int, ...] = ()
    rules: tuple[str, ...] = ()
    rings: tuple[int | None, ...] | None = None
    text: str = ""

    @property
    def faces_json(self) -> str:
        """The faces for the script, as a JSON list."""
        return json.dumps(self.faces)

    @property
    def rings_json(self) -> str:
        """The marks for the script, as a JSON list."""
        return json.dumps(self.rings)


@dataclass(frozen=True, slots=True)
class Lane:
    """A lane with tiles in it, as it was answered."""

    tiles: tuple[RackTile, ...]
    verdict: LaneVerdict


@dataclass(frozen=True, slots=True)
class TableVerdict:
    """All lanes, and their sum against what opens: `points` of `threshold`, counted in `unit`.

    `segments`: for each lane that counts where it starts in the meter and how wide it is, within
    the threshold. `state`: empty, short, bad, or ok where it opens.
    """

    lanes: tuple[LaneVerdict, ...]
    points: int
    threshold: int
    unit: str  # points or pairs
    sentence: str
    opens: bool
    state: str
    segments: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class ShownMeld:
    """A meld of a solution in notation, in normal order with every face declared."""

    text: str
    points: int
    label: str


@dataclass(frozen=True, slots=True)
class Solution:
    """The best that the hand can lay, and its certificate in a sentence."""

    title: str
    certificate: str
    opens: bool
    points: int
    missing: int
    pairs: int
    melds: tuple[ShownMeld, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """An answered try. `state`: right, better (right, and more was possible) or wrong."""

    correct: bool
    state: str
    headline: str
    cannot: bool
    title: str
    explanation: Explanation
    table: TableVerdict
    laid: str
    solution: Solution
    better: bool
    change: ChangeText | None
    try_again_url: str
    next_url: str
    rule_url: str
    rule_title: str
    themes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A board to answer on."""

    puzzle_id: uuid.UUID
    kind: str
    rules_key: str
    rules_name: str
    indicator: str
    okey: str
    threshold: int
    pairs_needed: int | None
    slots: tuple[RackTile | None, ...]
    lanes: tuple[Lane, ...]
    table: TableVerdict
    answered: Result | None
    key: uuid.UUID
    urls: dict[str, str]
    context: str
    context_id: uuid.UUID
    try_no: int
    opened: dt.datetime | None
    difficulty: int
    themes: tuple[str, ...]
    error: str = ""
    typed: str = ""  # melds to be put back after an error


def rack(hand: Hand) -> tuple[RackTile | None, ...]:
    """The hand in the slots of a rack, by colour and number, okeys last."""
    tiles = sorted(hand.tiles)
    shown: list[RackTile | None] = [
        replace(shown_tile(tile, hand), id=f"t{place}", slot=str(place))
        for place, tile in enumerate(tiles)
    ]
    return tuple(shown + [None] * (SLOTS - len(shown)))


def laid_out(
    slots: Sequence[RackTile | None], melds: Sequence[Meld], table: TableVerdict, hand: Hand
) -> tuple[tuple[RackTile | None, ...], tuple[Lane, ...]]:
    """The rack and the lanes after an answer: every tile laid has left its slot."""
    left = list(slots)
    lanes: list[Lane] = []
    for meld, verdict in zip(melds, table.lanes, strict=True):
        tiles = []
        for place, laid in enumerate(meld.tiles):
            code = str(laid.tile)
            at = next((i for i, tile in enumerate(left) if tile and tile.code == code), None)
            found = left[at] if at is not None else None
            if at is not None:
                left[at] = None
            face = verdict.faces[place] if verdict.faces and laid.tile == OKEY else ""
            tiles.append(
                replace(
                    found or replace(shown_tile(laid.tile, hand), id=f"x{len(lanes)}-{place}"),
                    stands_for=face,
                    ring=verdict.rings[place] if verdict.rings else None,
                )
            )
        lanes.append(Lane(tuple(tiles), verdict))
    return tuple(left), tuple(lanes)


def shown_tile(tile: Tile, hand: Hand) -> RackTile:
    """A tile with its name in the reader's language."""
    wild = tile in (OKEY, FALSE_OKEY)
    face = str(hand.okey) if wild else None
    label = tile_label(tile, language(), face=hand.okey if tile == FALSE_OKEY else None)
    return RackTile("", str(tile), face, label)


def empty_table(rules: str) -> TableVerdict:
    """The table before the first tile."""
    return _table([], None, rule_set(rules))


def judge_lanes(text: str, hand: Hand, rules: str) -> TableVerdict:
    """Judge what lies in the lanes: each lane on its own, and the finished ones as an opening.

    `text` is notation, a lane between two bars; a lane may be empty. Raise `InputError` where it
    cannot be read.
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
    whole = None
    if finished:
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


def result_of(
    *,
    correct: bool,
    answer: Json,
    row: Json,
    verdict: Verdict | None,
    hand: Hand,
    rules: str,
    themes: Sequence[str],
    try_again_url: str,
    next_url: str,
) -> Result:
    """Put an answered try into words."""
    solution, better = row["solution"], row["better"]
    told = explanation_of(answer, verdict, hand, rules, solution)
    table = empty_table(rules)
    if verdict is not None:
        melds = parse_melds(answer["melds"], hand.indicator)
        table = judged_table(melds, verdict, rules, told)
    return Result(
        correct=correct,
        state="better" if better else "right" if correct else "wrong",
        headline=told.headline,
        cannot=bool(answer.get("cannot")),
        title=told.title,
        explanation=told,
        table=table,
        laid=answer.get("melds", ""),
        solution=_solution(solution, hand, rules, better=better, cannot=verdict is None),
        better=better,
        change=told.change,
        try_again_url=try_again_url,
        next_url=next_url,
        rule_url=told.rule_url,
        rule_title=told.title,
        themes=tuple(str(words.THEMES[key]) for key in (*themes, *solution["themes"])),
    )


def explanation_of(
    answer: Json, verdict: Verdict | None, hand: Hand, rules: str, solution: Json
) -> Explanation:
    """Why an answer is right or wrong, in the reader's language."""
    if verdict is None:
        return proof_of(solution, rules)
    melds = parse_melds(answer["melds"], hand.indicator)
    return explain(verdict, melds=melds, hand=hand, rules=rule_set(rules), language=language())


def proof_of(solution: Json, rules: str) -> Explanation:
    """What the hand holds and what that lacks: the certificate of the solution."""
    return explain_cannot(
        best_points=solution["best_points"],
        pairs=solution["pairs"],
        opens_by=solution["opens_by"],
        rules=rule_set(rules),
        language=language(),
    )


def rules_name(rules: str) -> str:
    """The rule set's display name."""
    return rule_set_name(rules, language())


def _lane(index: int, meld: Meld, text: str, hand: Hand, rs: RuleSet) -> LaneVerdict:
    verdict = judge((meld,), rules=rs, indicator=hand.indicator, as_="melds")
    judged = verdict.melds[0]
    pair_counts = rs.opening is not None and rs.opening.pairs is not None
    if judged.legal and (judged.kind is not MeldKind.PAIR or pair_counts):
        return _judged_lane(index, meld, judged, verdict, 0)
    lacks = 3 - len(meld)
    if lacks > 0 and not (meld.kind is MeldKind.PAIR and lacks == 1):
        return LaneVerdict(index, "short", 0, words.missing_tiles(lacks), text=text)
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
        faces=judged.faces,
        offending=tuple(sorted({at for one in broken for at in one.positions})),
        rules=tuple(one.rule for one in broken),
        text=meld.text,
    )


def _table(lanes: Sequence[LaneVerdict], whole: Verdict | None, rs: RuleSet) -> TableVerdict:
    assert rs.opening is not None
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
        bad=bad,
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


def _solution(solution: Json, hand: Hand, rules: str, *, better: bool, cannot: bool) -> Solution:
    text = solution["pair_melds"] if solution["opens_by"] == ["pairs"] else solution["best_melds"]
    melds: list[ShownMeld] = []
    if text:
        verdict = judge(
            parse_melds(text, hand.indicator),
            rules=rule_set(rules),
            indicator=hand.indicator,
            as_="melds",
        )
        melds = [
            ShownMeld(one.tiles, one.points, words.meld_label(one.kind, legal=True))
            for one in verdict.melds
        ]
    certificate = proof_of(solution, rules).text
    if better:
        certificate = explain_better(solution["best_points"], language())
    return Solution(
        title=_("What the hand holds"),
        # The answer "cannot open" is explained by the certificate itself: once is enough.
        certificate="" if cannot else certificate,
        opens=solution["opens"],
        points=solution["best_points"],
        missing=max(0, solution["threshold"] - solution["best_points"]),
        pairs=solution["pairs"],
        melds=tuple(melds),
    )
