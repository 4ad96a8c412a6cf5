"""An answered try in words and tiles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from okey.hand import Hand
from okey.judge import judge
from okey.melds import Meld
from okey.notation import parse_melds
from okey.rules.model import Verdict
from okey.rules.rulesets import rule_set
from okey.tiles import OKEY
from puzzles.board import Result, ShownMeld, Solution
from puzzles.kinds.base import Json
from puzzles.kinds.registry import kind_of
from puzzles.words import THEMES
from tutor.board import words
from tutor.board.shown import Lane, RackTile, TableVerdict, shown_tile
from tutor.board.tables import empty_table, judged_table
from tutor.board.words import language
from tutor.explain import explain_better
from tutor.tasks.base import Exercise


def result_of(
    *,
    kind: str,
    correct: bool,
    answer: Json,
    row: Json,
    verdict: Verdict | None,
    exercise: Exercise,
    themes: Sequence[str],
    try_again_url: str,
    next_url: str,
) -> Result:
    """Put an answered try into words."""
    solution, better = row["solution"], row["better"]
    told = kind_of(kind).explain(exercise, solution, answer, language())
    hand = exercise.hand
    assert hand is not None
    rules = exercise.rules.key
    table = empty_table(rules)
    if verdict is not None:
        melds = parse_melds(answer["melds"], hand.indicator)
        table = judged_table(melds, verdict, rules, told)
    proof = kind_of(kind).prove(exercise, solution, language())
    if better:
        proof = explain_better(solution["best_points"], language())
    if verdict is None:
        proof = ""  # such an answer is explained by the certificate itself: once is enough
    return Result(
        correct=correct,
        state="better" if better else "right" if correct else "wrong",
        headline=told.headline,
        cannot=bool(answer.get("cannot")),
        title=told.title,
        explanation=told,
        table=table,
        laid=answer.get("melds", ""),
        solution=_solution(solution, hand, rules, proof=proof),
        better=better,
        change=told.change,
        try_again_url=try_again_url,
        next_url=next_url,
        rule_url=told.rule_url,
        rule_title=told.title,
        themes=tuple(str(THEMES[key]) for key in (*themes, *solution["themes"])),
    )


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


def _solution(solution: Json, hand: Hand, rules: str, *, proof: str) -> Solution:
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
    return Solution(
        title=_("What the hand holds"),
        certificate=proof,
        opens=solution["opens"],
        points=solution["best_points"],
        missing=max(0, solution["threshold"] - solution["best_points"]),
        pairs=solution["pairs"],
        melds=tuple(melds),
    )
