"""What a task is: an exercise made from a seed, a question, and the judgement of an answer.

An answer is text in the engine's notation, whatever it was given with:

| form    | answer |
|---------|--------|
| melds   | `R10 R11 * R13 \\| R7 Y7 B7`, or one of the exercise's options, as in `cannot` |
| tile    | `R7`, `F` or `*`: one of the options, else of the hand, else of the melds shown |
| tiles   | `R7 B7`, in any order, of the same tiles, or one of the exercise's options in words |
| number  | `101` or `-202` |
| numbers | `0 202 101 -101`, one a seat |
| choice  | one of the options |
| move    | one of the options, `discard R7`; without options any move in the exercise's round |
|         | with tiles, any move of the kinds that the task `makes` |
| moves   | moves in their order, `add R7 @1 high; discard K2` |

Nothing here knows a rule: `check` asks the engine with the rule set that it is given, which need
not be the exercise's own. So a mistaken rule set can be asked about the same answer.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from random import Random
from typing import Any, Final, Literal

from okey.ended import Ended
from okey.errors import InputError
from okey.hand import Hand, read_tile
from okey.melds import Meld, laid_tiles
from okey.moves import Add, Move, Swap, parse_move
from okey.notation import parse_melds
from okey.rules.model import As, RuleSet, Verdict, Violation
from okey.table import Round
from okey.tiles import Tile, okey_face
from tutor.loading import content
from tutor.move_words import kind_of

LONGEST: Final = 600  # of an answer, in letters
MOST_MOVES: Final = 40  # of an answer
STORY: Final = "moves:"  # begins a value that is a story


class Form(StrEnum):
    """How an answer is given."""

    MELDS = "melds"
    TILE = "tile"
    TILES = "tiles"
    NUMBER = "number"
    NUMBERS = "numbers"
    CHOICE = "choice"
    MOVE = "move"
    MOVES = "moves"


@dataclass(frozen=True, slots=True)
class Exercise:
    """A question about tiles. Task, rule set, seed and options make it, always the same.

    What is shown: the `indicator` always, then whatever is not None or empty. `options` are what
    can be chosen. `about` are the rules that this exercise turns on, most helpful first; empty
    means all that the task trains. `ask` is the question's key where a task has several. `values`
    go into its sentence: an int as a number, a text as tiles in notation, as in `seat:1` as a seat
    counted from 0, as in `rule:ID` as the rule's title. `moves:0: discard R7; 1: draw` is a story
    that is shown step by step.
    """

    task: str
    rules: RuleSet
    seed: str
    indicator: Tile
    hand: Hand | None = None
    round: Round | None = None
    laid: tuple[Meld, ...] = ()
    ended: Ended | None = None
    options: tuple[str, ...] = ()
    values: Mapping[str, str | int] = field(default_factory=dict, hash=False)
    about: tuple[str, ...] = ()
    ask: str = "ask"

    @property
    def okey(self) -> Tile:
        """The face of the okey."""
        return okey_face(self.indicator)

    @property
    def shown(self) -> tuple[object, ...]:
        """All that a learner sees of it; two exercises with the same are one."""
        values = tuple(sorted(self.values.items()))
        hand = self.hand.tiles if self.hand is not None else ()
        return (
            self.ask, self.indicator, hand, self.round, self.laid, self.ended, self.options, values,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mark:
    """A tile to ring: in `hand` by its place, elsewhere by meld and place.

    `laid` are the melds that the exercise shows, `table` those of its round, `answer` the answer's.
    """

    where: Literal["hand", "laid", "table", "answer"]
    position: int
    meld: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an answer is worth.

    `right` are right answers to show; every answer that the engine accepts is correct, not only
    these. `verdict` is what the engine said about the melds of the answer, or where it has none,
    about `laid`, asked `as_`. `violations` are what a move or those melds break. `rules` are the
    ids of the rules it is about, most helpful first, `marks` the smallest offending tiles.
    `values` are for the sentence `told` of the task's texts, as those of an exercise. `better`: the
    answer is correct, and more could have been had.
    """

    correct: bool
    right: tuple[str, ...]
    verdict: Verdict | None = None
    violations: tuple[Violation, ...] = ()
    rules: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()
    as_: As = "melds"
    values: Mapping[str, str | int] = field(default_factory=dict, hash=False)
    better: bool = False


class TaskKind(ABC):
    """A kind of question. `trains` are the ids of the rules that it is about.

    `counted`: the melds of an answer are counted towards an opening while they are laid.
    `moves`: the kinds of moves of which a plan is put together; a rule set need not have them all.
    `makes`: the kinds of moves that are made with the tiles themselves. The options are then what
    can be chosen without a script; any such move with tiles of the rack is an answer.
    """

    key: str
    form: Form
    trains: tuple[str, ...]
    counted: bool = False
    moves: tuple[str, ...] = ()
    makes: tuple[str, ...] = ()

    def applies(self, rules: RuleSet) -> bool:
        """Whether this rule set has what is asked: at least one of the rules trained."""
        return any(rule in rules.rules for rule in self.trains)

    @abstractmethod
    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """Make the exercise of this seed. `options` are those of a lesson's step."""

    @abstractmethod
    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """Right answers to show, the best first. At least one."""

    @abstractmethod
    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """Judge an answer under `rules`. Raise `InputError` for what is no answer."""

    def about(self, exercise: Exercise) -> tuple[str, ...]:
        """The rules that the exercise turns on and its rule set plays, most helpful first."""
        asked = exercise.about or self.trains
        return tuple(rule for rule in asked if rule in exercise.rules.rules)

    def texts(self, language: str) -> Mapping[str, Any]:
        """What the kind says: `ask` and its like, `hint`, and the names of its `options`."""
        found: Mapping[str, Any] = content(language, "tasks")[self.key]
        return found


class EqualTask(TaskKind):
    """A task whose right answers are exactly those that `right` lists."""

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """Compare with what the engine says is right. Tiles are compared in any order."""
        right = self.right(exercise, rules)
        said = read_answer(self.form, exercise, answer)
        return Outcome(
            said in {read_answer(self.form, exercise, one) for one in right},
            right,
            rules=self.about(exercise),
        )


# Chance


def random_of(task: str, rules: RuleSet, seed: str) -> Random:
    """The generator of an exercise: the same three make the same numbers in every process."""
    text = f"istaka.task {task} {rules.key} {seed}"
    return Random(int.from_bytes(sha256(text.encode("utf-8", "surrogatepass")).digest()))  # noqa: S311


# Reading answers


def read_answer(form: Form, exercise: Exercise, answer: str) -> object:
    """Read an answer as its form says, into a value that can be compared. Raise `InputError`."""
    match form:
        case Form.MELDS:
            return read_option_or_melds(exercise, answer)
        case Form.TILE:
            return said_option(exercise, answer) or read_one_tile(exercise, answer)
        case Form.TILES:
            said = said_option(exercise, answer)
            return said or tuple(sorted(read_some_tiles(exercise, answer)))
        case Form.NUMBER:
            return read_number(answer)
        case Form.NUMBERS:
            return read_numbers(exercise, answer)
        case Form.CHOICE:
            return read_choice(exercise, answer)
        case Form.MOVE:
            return read_move(exercise, answer)
        case Form.MOVES:
            return read_moves(exercise, answer)


def read_choice(exercise: Exercise, answer: str) -> str:
    """One of the options. Raise `InputError` (`input.field`)."""
    said = " ".join(_short(answer).split())
    if said not in exercise.options:
        raise InputError("input.field", f"answer: {said[:40]}")
    return said


def read_number(answer: str) -> int:
    """A whole number. Raise `InputError` (`input.field`)."""
    said = _short(answer).strip().replace("\u2212", "-")
    if not said.removeprefix("-").removeprefix("+").isdecimal() or len(said) > 6:
        raise InputError("input.field", f"answer: {said[:40]}")
    return int(said)


def read_numbers(exercise: Exercise, answer: str) -> tuple[int, ...]:
    """A whole number for each seat. Raise `InputError` (`input.field`)."""
    words = _short(answer).replace(",", " ").split()
    if len(words) != seats_of(exercise):
        raise InputError("input.field", f"answer: {answer.strip()[:40]}")
    return tuple(read_number(word) for word in words)


def seats_of(exercise: Exercise) -> int:
    """How many play: in the round that ended, else in the one shown, else by the rule set."""
    if exercise.ended is not None:
        return len(exercise.ended.boards)
    if exercise.round is not None:
        return len(exercise.round.seats)
    return max(exercise.rules.seating.counts)


def read_one_tile(exercise: Exercise, answer: str) -> Tile:
    """One tile of those that can be chosen. Raise `InputError`."""
    tiles = read_some_tiles(exercise, answer)
    if len(tiles) != 1:
        raise InputError("input.field", f"answer: {answer.strip()[:40]}")
    return tiles[0]


def read_some_tiles(exercise: Exercise, answer: str) -> tuple[Tile, ...]:
    """Some of the tiles that can be chosen. Raise `InputError` for none and for tiles not there."""
    words = _short(answer).split()
    tiles = tuple(read_tile(word, exercise.okey, "answer") for word in words)
    there = Counter(choosable(exercise))
    if not tiles or Counter(tiles) - there:
        raise InputError("input.field", f"answer: {' '.join(words)[:40]}")
    return tiles


def choosable(exercise: Exercise) -> tuple[Tile, ...]:
    """The tiles of which some can be chosen: the options, else the hand, else the melds shown."""
    offered = [one for one in exercise.options if one not in word_options(exercise)]
    if offered:
        return tuple(read_tile(one, exercise.okey, "options") for one in offered)
    if exercise.hand is not None:
        return exercise.hand.tiles
    return tuple(laid_tiles(exercise.laid))


def word_options(exercise: Exercise) -> tuple[str, ...]:
    """The options that are no tiles, as in `none`."""
    return tuple(one for one in exercise.options if not _is_tile(one))


def said_option(exercise: Exercise, answer: str) -> str | None:
    """The answer where it is an option in words, beside which tiles can be chosen."""
    said = _short(answer).strip()
    return said if said in word_options(exercise) else None


def _is_tile(text: str) -> bool:
    try:
        Tile.parse(text)
    except InputError:
        return False
    return True


def read_option_or_melds(exercise: Exercise, answer: str) -> str | tuple[Meld, ...]:
    """One of the options, else melds. Raise `InputError`."""
    said = _short(answer).strip()
    if said in exercise.options:
        return said
    return read_melds(exercise, said)


def read_melds(exercise: Exercise, answer: str) -> tuple[Meld, ...]:
    """Melds as laid; empty lanes are passed over. Raise `InputError`."""
    parts = [part for part in _short(answer).split("|") if part.strip()]
    return parse_melds(parts, exercise.indicator, at="answer")


def read_move(exercise: Exercise, answer: str, makes: Sequence[str] = ()) -> Move:
    """A move; with options, one of them, or one that is made with tiles. Raise `InputError`."""
    move = parse_move(_short(answer), exercise.indicator, at="answer")
    if exercise.options:
        known = {str(parse_move(one, exercise.indicator)) for one in exercise.options}
        if str(move) not in known and not (
            kind_of(move) in makes and _can_be_tried(move, exercise)
        ):
            raise InputError("input.field", f"answer: {str(move)[:40]}")
    return move


def _can_be_tried(move: Move, exercise: Exercise) -> bool:
    """Whether the learner has the tiles of a move, and the meld that it names is there."""
    round_, action = exercise.round, move.action
    if move.seat is not None or round_ is None or Counter(action.played) - Counter(round_.hand):
        return False
    return not isinstance(action, Add | Swap) or action.meld <= len(round_.table)


def read_moves(exercise: Exercise, answer: str) -> tuple[Move, ...]:
    """Moves in their order, `; ` between them. Raise `InputError`."""
    parts = [part.strip() for part in re.split(r"[;\n]", _short(answer)) if part.strip()]
    if not parts or len(parts) > MOST_MOVES:
        raise InputError("input.field", f"answer: {answer.strip()[:40]}")
    return tuple(parse_move(part, exercise.indicator, at="answer") for part in parts)


def _short(answer: str) -> str:
    if len(answer) > LONGEST:
        raise InputError("input.field", f"answer: {answer[:40]}")
    return answer


# Outcomes


def about_melds(
    verdict: Verdict, right: Sequence[str], *, where: Literal["laid", "answer"], as_: As = "melds"
) -> Outcome:
    """The outcome of judged melds: legal is correct, and what breaks a rule is marked."""
    return Outcome(
        verdict.legal,
        tuple(right),
        verdict,
        verdict.violations,
        named(verdict.violations),
        marks_of(verdict.violations, where),
        as_,
    )


def named(violations: Sequence[Violation]) -> tuple[str, ...]:
    """The ids of the rules that are broken, each once."""
    return tuple(dict.fromkeys(violation.rule for violation in violations))


def marks_of(violations: Sequence[Violation], where: Literal["laid", "answer"]) -> tuple[Mark, ...]:
    """The smallest offending tiles of melds."""
    marks = [
        Mark(where, position, violation.meld)
        for violation in violations
        if violation.meld is not None
        for position in violation.positions
    ]
    return tuple(dict.fromkeys(marks))
