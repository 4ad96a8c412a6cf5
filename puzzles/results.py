"""An answered try in words and tiles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from okey.hand import Hand
from okey.judge import judge
from okey.melds import Meld
from okey.notation import parse_melds
from okey.tiles import OKEY, Tile
from puzzles.board import Result, RightAnswer, ShownMeld, Solution
from puzzles.grading import exercise_shown, explained, outcome_again
from puzzles.kinds.asked import AskedKind
from puzzles.kinds.base import Json
from puzzles.kinds.registry import kind_of
from puzzles.models import Attempt
from puzzles.ratings import services as ratings
from puzzles.words import theme_name
from tutor.board import words
from tutor.board.shown import Lane, RackTile, TableVerdict, shown_tile
from tutor.board.tables import empty_table, judged_table
from tutor.board.words import language
from tutor.explain import explain_better
from tutor.tasks.base import Exercise, Form
from tutor.tasks.shown import ShownRow, answer_text, drawn_melds, drawn_tiles

MOST_SHOWN = 6  # right answers drawn, where there are many


def result_of(attempt: Attempt, *, try_again_url: str, next_url: str) -> Result:
    """Put an answered try into words."""
    assert attempt.answer is not None
    puzzle, answer, row = attempt.puzzle, attempt.answer, attempt.result
    kind = kind_of(puzzle.kind)
    exercise = exercise_shown(puzzle, attempt.colours)
    solution, better = row["solution"], row["better"]
    told = explained(attempt, language())
    table = None
    if kind.form is Form.MELDS:
        table = empty_table(puzzle.rules, counted=kind.counted)
        verdict = outcome_again(attempt).verdict if "melds" in answer else None
        if verdict is not None:
            melds = parse_melds(answer["melds"], exercise.indicator)
            table = judged_table(melds, verdict, puzzle.rules, told)
    # Where an option was chosen and not melds, can-open explains it by the certificate itself.
    proof = (
        "" if answer.get("cannot") and told.parts else kind.prove(exercise, solution, language())
    )
    if better and "best_points" in solution:
        proof = explain_better(solution["best_points"], language())
    return Result(
        correct=bool(attempt.correct),
        state="better" if better else "right" if attempt.correct else "wrong",
        headline=told.headline,
        without_melds=kind.form is Form.MELDS and "melds" not in answer,
        gave_up="gave_up" in answer,
        title=told.title,
        explanation=told,
        table=table,
        laid=answer.get("melds", ""),
        solution=solution_of(kind, exercise, solution, proof),
        better=better,
        change=told.change,
        try_again_url=try_again_url,
        next_url=next_url,
        rule_url=told.rule_url,
        rule_title=told.title,
        themes=tuple(theme_name(puzzle.kind, key) for key in (*puzzle.themes, *solution["themes"])),
        rating=ratings.shown(attempt),
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


def right_answer(kind: AskedKind, exercise: Exercise, right: str) -> RightAnswer:
    """A right answer, drawn where it is tiles."""
    if right not in exercise.options or kind.form in (Form.TILE, Form.TILES):
        if kind.form in (Form.TILE, Form.TILES) and _are_tiles(right):
            tiles = [Tile.parse(word) for word in right.split()]
            return RightAnswer((ShownRow(drawn_tiles(tiles, exercise.okey)),))
        if kind.form is Form.MELDS:
            return RightAnswer(drawn_melds(right, exercise.indicator, exercise.okey))
    return RightAnswer(text=answer_text(exercise, kind.form, right, language(), kind))


def _are_tiles(text: str) -> bool:
    return all(word in ("F", "*") or word[:1].isupper() for word in text.split())


def solution_of(kind: AskedKind, exercise: Exercise, solution: Json, proof: str) -> Solution:
    """What is right: of hands that are laid, the melds with their points."""
    right = kind.best(solution)
    title = _("What the hand holds") if kind.form is Form.MELDS else _("What is right")
    if kind.form is not Form.MELDS or right[0] in exercise.options:
        answers = tuple(right_answer(kind, exercise, one) for one in right[:MOST_SHOWN])
        return Solution(title, proof, answers=answers)
    verdict = judge(
        parse_melds(right[0], exercise.indicator),
        rules=exercise.rules,
        indicator=exercise.indicator,
        as_="melds",
    )
    melds = tuple(
        ShownMeld(one.tiles, one.points, words.meld_label(one.kind, legal=True))
        for one in verdict.melds
    )
    return Solution(title, proof, points=verdict.points, melds=melds)
