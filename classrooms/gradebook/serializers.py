"""Shapes of the gradebook in the API. Figures are those of the page; shares are in percent."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from rest_framework import serializers

from accounts.api_reading import IdField
from classrooms.gradebook.book import Gradebook, Row
from classrooms.gradebook.items import Analysis, ItemFigures, RuleMissed
from classrooms.gradebook.scores import Has
from classrooms.gradebook.table import Column


class ScoreSerializer(serializers.Serializer[Any]):
    """What a pupil has in an assignment."""

    assignment = IdField()
    state = serializers.ChoiceField(choices=[one.value for one in Has])
    points = serializers.IntegerField(allow_null=True)
    out_of = serializers.IntegerField()
    late = serializers.BooleanField()
    tries = serializers.IntegerField(help_text="handed in")
    work = IdField(allow_null=True, help_text="the try that counts")


class GradebookPupilSerializer(serializers.Serializer[Any]):
    """A line of the gradebook."""

    id = IdField()
    nickname = serializers.CharField()
    real_name = serializers.CharField(allow_blank=True)
    points = serializers.IntegerField()
    out_of = serializers.IntegerField()
    share = serializers.FloatField(allow_null=True)
    scores = ScoreSerializer(many=True)


class GradebookAssignmentSerializer(serializers.Serializer[Any]):
    """A column of the gradebook."""

    id = IdField()
    title = serializers.CharField()
    due_at = serializers.DateTimeField(allow_null=True)
    puzzles = serializers.IntegerField()
    handed_in = serializers.IntegerField()
    share = serializers.FloatField(allow_null=True)


class GradebookSerializer(serializers.Serializer[Any]):
    """The gradebook: all columns, and a page of lines."""

    as_of = serializers.DateTimeField()
    share = serializers.FloatField(allow_null=True)
    assignments = GradebookAssignmentSerializer(many=True)
    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = GradebookPupilSerializer(many=True)


class WrongAnswerSerializer(serializers.Serializer[Any]):
    """A wrong answer, in the set's colours."""

    answer = serializers.CharField()
    count = serializers.IntegerField()


class ItemSerializer(serializers.Serializer[Any]):
    """A puzzle of an assignment, by its number in the set."""

    number = serializers.IntegerField()
    puzzle = IdField()
    kind = serializers.CharField()
    works = serializers.IntegerField()
    answered = serializers.IntegerField()
    right = serializers.IntegerField()
    share = serializers.FloatField(allow_null=True)
    discrimination = serializers.FloatField(
        allow_null=True,
        help_text="point-biserial correlation with the points of all other puzzles",
    )
    seconds = serializers.FloatField(allow_null=True, help_text="median")
    wrong = WrongAnswerSerializer(many=True)


class ClassRuleMissedSerializer(serializers.Serializer[Any]):
    """A rule that answers broke."""

    rule = serializers.CharField()
    pupils = serializers.IntegerField()
    puzzles = serializers.ListField(child=serializers.IntegerField())


class ResultsSerializer(serializers.Serializer[Any]):
    """How an assignment went, over the works that count."""

    assignment = IdField()
    works = serializers.IntegerField()
    share = serializers.FloatField(allow_null=True)
    divides = serializers.IntegerField(allow_null=True)
    items = ItemSerializer(many=True)
    rules = ClassRuleMissedSerializer(many=True)


def column_data(column: Column) -> dict[str, Any]:
    """A column."""
    return {
        "id": column.assignment.pk,
        "title": column.assignment.title,
        "due_at": column.assignment.due_at,
        "puzzles": column.out_of,
        "handed_in": column.handed_in,
        "share": _number(column.share),
    }


def row_data(book: Gradebook, row: Row) -> dict[str, Any]:
    """A line."""
    return {
        "id": row.member.pk,
        "nickname": row.member.nickname,
        "real_name": row.member.real_name,
        "points": row.total.points,
        "out_of": row.total.out_of,
        "share": _number(row.total.share),
        "scores": [
            {
                "assignment": column.assignment.pk,
                "state": score.has,
                "points": score.points,
                "out_of": score.out_of,
                "late": score.late,
                "tries": score.tries,
                "work": score.work,
            }
            for column, score in zip(book.columns, row.scores, strict=True)
        ],
    }


def results_data(found: Analysis) -> dict[str, Any]:
    """An assignment's figures."""
    return {
        "assignment": found.assignment.pk,
        "works": found.works,
        "share": _number(found.book.columns[0].share),
        "divides": found.divides,
        "items": [_item(one) for one in found.items],
        "rules": [_rule(one) for one in found.rules],
    }


def _item(one: ItemFigures) -> dict[str, Any]:
    return {
        "number": one.number,
        "puzzle": one.puzzle.pk,
        "kind": one.puzzle.kind,
        "works": one.works,
        "answered": one.answered,
        "right": one.right,
        "share": _number(one.share),
        "discrimination": one.discrimination,
        "seconds": one.seconds,
        "wrong": [{"answer": wrong.text, "count": wrong.count} for wrong in one.wrong],
    }


def _rule(one: RuleMissed) -> dict[str, Any]:
    return {"rule": one.rule, "pupils": one.pupils, "puzzles": list(one.puzzles)}


def _number(value: Decimal | None) -> float | None:
    return None if value is None else float(value)
