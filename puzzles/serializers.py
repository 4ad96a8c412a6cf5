"""Shapes of the API: puzzles, attempts, sets. Every field is named; a solution is in one alone."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.api_reading import IdField
from jobs.states import State
from jobs.words import OTHER, error_code, error_codes
from puzzles import sets
from puzzles.attempts import MOST_TRIES
from puzzles.board import rules_name
from puzzles.grading import exercise_shown
from puzzles.kinds.base import ANSWER_LENGTH, EASIEST, HARDEST
from puzzles.kinds.registry import KINDS, kind_of, rule_sets
from puzzles.models import Attempt, Daily, Puzzle, PuzzleSet, SetItem
from puzzles.positions import permuted
from puzzles.ratings.serializers import RatingChangeSerializer
from puzzles.ratings.stakes import Stake
from puzzles.words import kind_name
from tutor.board.words import language
from tutor.explain import Explanation
from tutor.schema import VerdictAnswer
from tutor.tasks.base import Form
from tutor.tasks.words import option_label, question

SET_STATES = ["queued", "running", "done", "failed", "cancelled"]


class PositionSerializer(serializers.Serializer[Any]):
    """What is to be seen, in the engine's notation. All but the indicator where it is shown."""

    indicator = serializers.CharField()
    hand = serializers.ListField(child=serializers.CharField(), required=False)
    round = serializers.DictField(
        required=False, help_text="a table in the middle of a round, as `replay/` reads it"
    )
    laid = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="melds, each in notation"
    )
    ended = serializers.DictField(
        required=False, help_text="a finished round: boards, finish, events, teams, risk"
    )
    values = serializers.DictField(
        required=False,
        help_text="what the question names: numbers, tiles, `seat:1`, `moves:0: discard R7; …`",
    )

    def to_representation(self, instance: Any) -> dict[str, Any]:
        return {name: instance[name] for name in self.get_fields() if name in instance}


class OptionSerializer(serializers.Serializer[Any]):
    """Something to choose: what is sent, and its name in the language asked for."""

    value = serializers.CharField()
    name = serializers.CharField()


class StakeSerializer(serializers.Serializer[Any]):
    """What an answer may change in the player's rating, about, in points; both positive."""

    gain = serializers.IntegerField(help_text="of a right answer")
    loss = serializers.IntegerField(help_text="of a wrong one")


class PuzzleSerializer(serializers.Serializer[Any]):
    """A puzzle as anybody may see it before the answer. `date` for a daily alone."""

    id = IdField()
    kind = serializers.CharField(help_text=", ".join(KINDS))
    kind_name = serializers.CharField()
    question = serializers.CharField(help_text="in the language asked for")
    form = serializers.ChoiceField(
        choices=[form.value for form in Form], help_text="the field of the answer"
    )
    options = OptionSerializer(many=True)
    rules = serializers.CharField(help_text=", ".join(rule_sets()))
    rules_name = serializers.CharField()
    rules_version = serializers.IntegerField()
    position = PositionSerializer()
    themes = serializers.ListField(child=serializers.CharField())
    difficulty = serializers.IntegerField(
        allow_null=True, help_text="null where it might tell the answer"
    )
    date = serializers.DateField(allow_null=True)
    stake = StakeSerializer(
        allow_null=True, help_text="null where the answer will not be rated, as in sets"
    )


class SetItemSerializer(PuzzleSerializer):
    """A puzzle in a set, in the colours in which the set shows it; `number` counts from 1."""

    number = serializers.IntegerField()


@extend_schema_field(
    {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
)
class MeldsField(serializers.Field[Any, Any, Any, Any]):
    """Melds in notation, with bars between them, or a list with a text a meld."""

    def to_internal_value(self, data: Any) -> str | list[str]:
        if isinstance(data, str) and len(data) <= ANSWER_LENGTH:
            return data
        if isinstance(data, list) and len(data) <= 30 and all(isinstance(one, str) for one in data):
            return data
        raise serializers.ValidationError(
            _("A text or a list of texts belongs here."), code="invalid"
        )

    def to_representation(self, value: Any) -> Any:
        return value


@extend_schema_field(
    {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "integer"}}]}
)
class NumbersField(serializers.Field[Any, Any, Any, Any]):
    """A number for each player, as a text or a list."""

    def to_internal_value(self, data: Any) -> Any:
        return data

    def to_representation(self, value: Any) -> Any:
        return value


class AnswerSerializer(serializers.Serializer[Any]):
    """One field, named after the puzzle's `form`.

    Beside melds or tiles an option may be sent as `choice`, and `cannot` with true where that is
    an option. What each kind takes, `GET kinds/` says.
    """

    melds = MeldsField(required=False, help_text="`R10 R11 *=R12 | R7 Y7 B7`, or a list")
    tile = serializers.CharField(required=False, max_length=ANSWER_LENGTH, help_text="`R7`")
    tiles = serializers.CharField(
        required=False, max_length=ANSWER_LENGTH, help_text="`R7 B7 *`, in any order"
    )
    number = serializers.IntegerField(required=False, help_text="`101`, `-202`")
    numbers = NumbersField(required=False, help_text="`[0, 202, 101, -101]` or `0 202 101 -101`")
    choice = serializers.CharField(
        required=False, max_length=ANSWER_LENGTH, help_text="the value of one of the options"
    )
    move = serializers.CharField(required=False, max_length=ANSWER_LENGTH, help_text="`discard R7`")
    moves = serializers.CharField(
        required=False, max_length=ANSWER_LENGTH, help_text="`add R7 @1 high; discard K2`"
    )
    cannot = serializers.BooleanField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs) != 1:
            raise serializers.ValidationError(_("Send exactly one field."), code="invalid")
        return attrs


class AttemptRequestSerializer(serializers.Serializer[Any]):
    """An answer. Without a context: the daily on its day, else practice."""

    answer = AnswerSerializer()
    key = IdField(help_text="made by the client; the same key is the same answer")
    context = serializers.ChoiceField(  # type: ignore[assignment]
        choices=[
            Attempt.Context.DAILY,
            Attempt.Context.PRACTICE,
            Attempt.Context.SET,
            Attempt.Context.RUN,
        ],
        required=False,
    )
    context_id = IdField(required=False, help_text="the id of the set or of the run")
    try_no = serializers.IntegerField(required=False, min_value=1, max_value=MOST_TRIES)


class SolutionSerializer(serializers.Serializer[Any]):
    """What is right, and its certificate. For can-open: what the hand can do at most."""

    right = serializers.ListField(
        child=serializers.CharField(), help_text="right answers as text, the best first"
    )
    certificate = serializers.CharField(help_text="the proof in one sentence")
    themes = serializers.ListField(child=serializers.CharField())
    opens = serializers.BooleanField(required=False)
    opens_by = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="melds, pairs"
    )
    best_points = serializers.IntegerField(required=False)
    best_melds = serializers.CharField(required=False, allow_blank=True)
    pairs = serializers.IntegerField(required=False)
    pair_melds = serializers.CharField(required=False, allow_blank=True)
    threshold = serializers.IntegerField(required=False)
    pairs_needed = serializers.IntegerField(required=False, allow_null=True)

    def to_representation(self, instance: Any) -> dict[str, Any]:
        return {name: instance[name] for name in self.get_fields() if name in instance}


class NoteSerializer(serializers.Serializer[Any]):
    """One broken rule in a sentence. `lane` counts from 0, null for the whole."""

    rule = serializers.CharField()
    title = serializers.CharField()
    text = serializers.CharField()
    lane = serializers.IntegerField(allow_null=True)
    rule_url = serializers.CharField()


class ChangeSerializer(serializers.Serializer[Any]):
    """The nearest legal change. `layout`: all melds as they then lie, in notation."""

    layout = serializers.CharField()
    points = serializers.IntegerField(source="total")
    text = serializers.CharField(source="sentence")


class ExplanationSerializer(serializers.Serializer[Any]):
    """What was right or wrong, in the language asked for."""

    headline = serializers.CharField()
    rule = serializers.CharField(allow_null=True)
    title = serializers.CharField(allow_null=True)
    text = serializers.CharField()
    rule_url = serializers.CharField(allow_null=True)
    more = NoteSerializer(many=True)
    change = ChangeSerializer(allow_null=True)

    def to_representation(self, instance: Explanation) -> dict[str, Any]:
        told = super().to_representation(instance)
        for name in ("rule", "title", "rule_url"):
            told[name] = told[name] or None
        return told


class AttemptSerializer(serializers.Serializer[Any]):
    """What became of an answer. `rating` is null where the attempt does not rate."""

    id = IdField()
    puzzle = IdField()
    context = serializers.CharField()  # type: ignore[assignment]
    context_id = IdField(allow_null=True)
    try_no = serializers.IntegerField()
    answered_at = serializers.DateTimeField()
    correct = serializers.BooleanField()
    better = serializers.BooleanField(help_text="right, and more was possible")
    points = serializers.IntegerField()
    verdict = VerdictAnswer(allow_null=True)
    explanation = ExplanationSerializer()
    solution = SolutionSerializer()
    rating = RatingChangeSerializer(allow_null=True)


class SetRequestSerializer(serializers.Serializer[Any]):
    """What a set shall hold."""

    rules = serializers.CharField(max_length=40)
    kinds = serializers.ListField(
        child=serializers.CharField(max_length=40), required=False, min_length=1, max_length=20
    )
    count = serializers.IntegerField(min_value=1, max_value=sets.MOST_OF_ACCOUNT)
    difficulty = serializers.ListField(
        child=serializers.IntegerField(min_value=EASIEST, max_value=HARDEST),
        required=False,
        allow_null=True,
        min_length=2,
        max_length=2,
    )
    seed = serializers.RegexField(r"^[\w.:+-]{1,64}\Z", required=False, allow_blank=True)
    key = IdField(help_text="made by the client; the same key is the same set")


class SetSummarySerializer(serializers.Serializer[Any]):
    """How far a set is."""

    id = IdField()
    job = IdField(allow_null=True)
    state = serializers.ChoiceField(choices=SET_STATES)
    done = serializers.IntegerField()
    total = serializers.IntegerField()
    error = serializers.ChoiceField(
        choices=[*error_codes(), OTHER], allow_null=True, help_text="why it failed"
    )
    reason = serializers.CharField(
        allow_null=True, help_text="the error in the language asked for, and what to do"
    )
    rules = serializers.CharField()
    kinds = serializers.ListField(child=serializers.CharField())
    difficulty = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    seed = serializers.CharField()
    created_at = serializers.DateTimeField()


class SetSerializer(SetSummarySerializer):
    """A set. `puzzles` holds those that are made, in their order."""

    puzzles = SetItemSerializer(many=True)


class SetPageSerializer(serializers.Serializer[Any]):
    """A page of the list of sets."""

    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = SetSummarySerializer(many=True)


def puzzle_data(
    puzzle: Puzzle, *, colours: str, daily: Daily | None = None, at_stake: Stake | None = None
) -> dict[str, Any]:
    """A puzzle as the API shows it."""
    kind, exercise = kind_of(puzzle.kind), exercise_shown(puzzle, colours)
    return {
        "id": puzzle.pk,
        "kind": puzzle.kind,
        "kind_name": kind_name(puzzle.kind),
        "question": question(exercise, language(), kind),
        "form": kind.form.value,
        "options": [
            {"value": one, "name": option_label(exercise, one, language(), kind)}
            for one in exercise.options
        ],
        "rules": puzzle.rules,
        "rules_name": rules_name(puzzle.rules),
        "rules_version": puzzle.rules_version,
        "position": permuted(puzzle.position, colours),
        "themes": puzzle.themes,
        "difficulty": puzzle.difficulty if kind.difficulty_shown else None,
        "date": daily.date if daily is not None else None,
        "stake": at_stake,
    }


def item_data(item: SetItem) -> dict[str, Any]:
    """A place of a set as the API shows it."""
    return {"number": item.index + 1} | puzzle_data(item.puzzle, colours=item.colours)


def set_data(puzzle_set: PuzzleSet, made: int) -> dict[str, Any]:
    """A set without its puzzles."""
    low, high = puzzle_set.difficulty_from, puzzle_set.difficulty_to
    job = puzzle_set.job
    state = sets.state_of(puzzle_set, made)
    return {
        "id": puzzle_set.pk,
        "job": puzzle_set.job_id,
        "state": state,
        "done": made,
        "total": puzzle_set.count,
        "error": error_code(job) if job is not None and state == State.FAILED else None,
        "reason": sets.failure_of(puzzle_set, state) or None,
        "rules": puzzle_set.rules,
        "kinds": puzzle_set.kinds,
        "difficulty": None if low is None else [low, high],
        "seed": puzzle_set.seed,
        "created_at": puzzle_set.created_at,
    }
