"""An exercise as a page draws it: tiles, melds, what can be chosen. Nothing here knows a rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from okey import OKEY, Hand, InputError, Meld, Tile
from okey.ended import Ended
from okey.melds import LaidTile
from okey.moves import Discard, parse_move
from okey.notation import parse_melds
from okey.table import Round
from tutor.board.shown import rack
from tutor.board.tables import empty_table
from tutor.move_words import move_sentence
from tutor.names import (
    finish_name,
    meld_number,
    opened_name,
    penalty_name,
    position_name,
    seat_name,
)
from tutor.tasks.base import (
    STORY,
    Exercise,
    Form,
    TaskKind,
    read_some_tiles,
    seats_of,
    word_options,
)
from tutor.tasks.registry import task
from tutor.tasks.shown_parts import (
    ShownBoard,
    ShownExercise,
    ShownNumber,
    ShownOption,
    ShownRow,
    ShownSeat,
    ShownStep,
    ShownTile,
)
from tutor.tasks.tables import LEARNER
from tutor.tasks.words import option_label, question
from tutor.templatetags.tiles import Drawn, drawn

_READING: Final = frozenset({"okey.face", "okey.false"})
# Where a tile lies (hand, laid, table or answer), in which meld, at which place.
Place = tuple[str, int | None, int]
Rings = Mapping[Place, int | None]


def shown_exercise(
    exercise: Exercise,
    language: str,
    *,
    answer: str = "",
    rings: Rings | None = None,
    kind: TaskKind | None = None,
) -> ShownExercise:
    """Describe an exercise for the template, with an answer that was given and its marks.

    `kind` is needed where the exercise's is not one of the tutor's tasks.
    """
    return _Drawing(exercise, kind or task(exercise.task), language, answer, rings or {}).shown()


def drawn_tiles(tiles: Iterable[Tile], okey: Tile) -> tuple[ShownTile, ...]:
    """Tiles as a rack holds them."""
    return tuple(ShownTile(_in_hand(tile, okey)) for tile in tiles)


def drawn_melds(text: str, indicator: Tile, okey: Tile) -> tuple[ShownRow, ...]:
    """Melds in notation as they are laid."""
    return tuple(
        ShownRow(tuple(ShownTile(_laid(one, okey)) for one in meld.tiles))
        for meld in parse_melds(text, indicator)
    )


def _in_hand(tile: Tile, okey: Tile | None) -> Drawn:
    """A tile with its face; a false okey bears none where the okey is not told."""
    printed = None if tile.is_face or okey is None else str(okey)
    return drawn(str(tile), printed, stands_for=False)


def _laid(one: LaidTile, okey: Tile, *, told: bool = True) -> Drawn:
    if one.tile == OKEY and one.stands_for is not None:
        return drawn(str(OKEY), str(one.stands_for))
    return _in_hand(one.tile, okey if told or one.tile == OKEY else None)


@dataclass(frozen=True, slots=True)
class _Drawing:
    exercise: Exercise
    kind: TaskKind
    language: str
    answer: str
    rings: Rings

    @property
    def form(self) -> Form:
        return self.kind.form

    def shown(self) -> ShownExercise:
        exercise = self.exercise
        hand = exercise.hand or self._own_hand()
        words = word_options(exercise) if self.form in (Form.TILE, Form.TILES) else ()
        offered = len(exercise.options) > len(words)
        from_hand = exercise.hand is not None and not offered and self._picks
        from_laid = not offered and exercise.hand is None and self._picks
        tiles_to_pick = offered and self._picks
        chosen = self._chosen()
        board = None
        if self.form is Form.MELDS and hand is not None:
            table = empty_table(exercise.rules.key, counted=self.kind.counted)
            board = ShownBoard(rack(hand), table)
        return ShownExercise(
            task=exercise.task,
            seed=exercise.seed,
            form=self.form,
            question=question(exercise, self.language, self.kind),
            indicator="" if self._numbers_alone else str(exercise.indicator),
            okey=str(exercise.okey),
            laid=tuple(self._laid_rows(exercise.laid, chosen if from_laid else None)),
            table=tuple(self._table_rows(exercise.round)),
            discards=tuple(self._discard_rows(exercise.round)),
            hand=()
            if hand is None or board is not None
            else tuple(self._hand_tiles(hand, chosen if from_hand else None)),
            pick=tuple(self._pick_tiles(chosen)) if tiles_to_pick else (),
            options=tuple(
                ShownOption(
                    one, option_label(exercise, one, self.language, self.kind), one == self.answer
                )
                for one in (words if self._picks else exercise.options)
                if self.form is not Form.MELDS
            ),
            seats=tuple(self._seats(exercise.ended)),
            numbers=tuple(self._numbers()),
            story=tuple(self._story()),
            opened=exercise.round is not None and exercise.round.player.opened is not None,
            finish=finish_name(exercise.ended.finish, self.language, rules=exercise.rules)
            if exercise.ended
            else "",
            board=board,
            hand_text=str(hand) if hand is not None else "",
            typed=self.answer,
            told_okey=self._told and not self._numbers_alone,
            plan=tuple(self._plan()) if self.form is Form.MOVES else (),
            makes=self.kind.makes,
            made=option_label(exercise, self.answer, self.language, self.kind)
            if self.kind.makes and self.answer
            else "",
        )

    @property
    def _numbers_alone(self) -> bool:
        """Whether no tile is seen: then the okey has nothing to do with the question."""
        one = self.exercise
        return self._told and not (one.hand or one.round or one.laid or one.ended)

    @property
    def _told(self) -> bool:
        """Whether the okey is named: not where reading it is what is asked for."""
        asked = self.exercise.about or self.kind.trains
        return not _READING & set(asked)

    @property
    def _picks(self) -> bool:
        """Whether single tiles are chosen: of moves that throw one, too."""
        return self.form in (Form.TILE, Form.TILES) or self._discards_only

    @property
    def _discards_only(self) -> bool:
        options = self.exercise.options
        if self.form is not Form.MOVE or not options:
            return False
        return all(isinstance(self._move(one), Discard) for one in options)

    def _move(self, text: str) -> object:
        return parse_move(text, self.exercise.indicator).action

    def _chosen(self) -> list[Tile]:
        if not self.answer or self.form not in (Form.TILE, Form.TILES):
            return []
        try:
            return list(read_some_tiles(self.exercise, self.answer))
        except InputError:  # half an answer, or an option in words
            return []

    def _tile(
        self, tile: Drawn, place: Place, value: str = "", *, chosen: bool = False
    ) -> ShownTile:
        return ShownTile(tile, value, chosen, place in self.rings, self.rings.get(place))

    def _hand_tiles(self, hand: Hand, chosen: list[Tile] | None) -> Iterable[ShownTile]:
        placed = sorted(enumerate(hand.tiles), key=lambda one: one[1])
        for at, tile in placed:
            taken = chosen is not None and tile in chosen
            if taken and chosen is not None:
                chosen.remove(tile)
            named = chosen is not None or self.form is Form.MOVES or bool(self.kind.makes)
            value = str(tile) if named else ""
            yield self._tile(_in_hand(tile, hand.okey), ("hand", None, at), value, chosen=taken)

    def _pick_tiles(self, chosen: list[Tile]) -> Iterable[ShownTile]:
        for at, option in enumerate(self.exercise.options):
            if self._discards_only:
                move = self._move(option)
                assert isinstance(move, Discard)
                face = _in_hand(move.tile, self.exercise.okey)
                yield self._tile(face, ("pick", None, at), option, chosen=option == self.answer)
                continue
            if option in word_options(self.exercise):
                continue
            tile = Tile.parse(option)
            read = OKEY if tile == self.exercise.okey else tile
            taken = read in chosen
            if taken:
                chosen.remove(read)
            face = _in_hand(tile, self.exercise.okey if self._told else None)
            yield self._tile(face, ("pick", None, at), option, chosen=taken)

    def _laid_rows(self, melds: Sequence[Meld], chosen: list[Tile] | None) -> Iterable[ShownRow]:
        for index, meld in enumerate(melds):
            tiles = []
            for at, one in enumerate(meld.tiles):
                taken = chosen is not None and one.tile in chosen
                if taken and chosen is not None:
                    chosen.remove(one.tile)
                tiles.append(
                    self._tile(
                        _laid(one, self.exercise.okey, told=self._told),
                        ("laid", index, at),
                        str(one.tile) if chosen is not None else "",
                        chosen=taken,
                    )
                )
            yield ShownRow(tuple(tiles))

    def _table_rows(self, round_: Round | None) -> Iterable[ShownRow]:
        # In a story it matters who has laid what: who has opened may lay off, and an okey is paid.
        told = any(self._story())
        for index, meld in enumerate(round_.table if round_ is not None else ()):
            owner = f" · {seat_name(meld.owner, self.language)}" if told else ""
            yield ShownRow(
                tuple(
                    self._tile(_laid(one, self.exercise.okey), ("table", index, at))
                    for at, one in enumerate(meld.tiles)
                ),
                f"{meld_number(index + 1, self.language)}{owner}",
                index + 1,
                str(meld.kind),
            )

    def _discard_rows(self, round_: Round | None) -> Iterable[ShownRow]:
        if round_ is None:
            return
        told = any(self._story())
        for seat, one in enumerate(round_.seats):
            if one.discards:
                # A story names its players by their seats.
                name = (
                    seat_name(seat, self.language)
                    if told
                    else position_name(seat, LEARNER, len(round_.seats), self.language)
                )
                yield ShownRow(drawn_tiles(one.discards, self.exercise.okey), name)

    def _plan(self) -> Iterable[str]:
        """The kinds of moves of a plan that the rule set has, `open` before the opening."""
        rules, round_ = self.exercise.rules, self.exercise.round
        opened = round_ is None or round_.player.opened is not None
        has = {"swap": rules.swap is not None, "declare pairs": rules.declaring is not None}
        for one in self.kind.moves:
            if has.get(one, True):
                yield "open" if one == "lay" and not opened else one
                if one == "lay" and not opened:
                    yield "lay"

    def _numbers(self) -> Iterable[ShownNumber]:
        if self.form is not Form.NUMBERS:
            return
        seats = seats_of(self.exercise)
        typed = self.answer.split()
        for seat in range(seats):
            number = typed[seat] if len(typed) == seats else ""
            yield ShownNumber(seat_name(seat, self.language), number)

    def _story(self) -> Iterable[ShownStep]:
        """What happens from the round on, step by step."""
        for value in self.exercise.values.values():
            if not isinstance(value, str) or not value.startswith(STORY):
                continue
            for step in value.removeprefix(STORY).split(";"):
                move = parse_move(step.strip(), self.exercise.indicator)
                name = seat_name(move.seat or 0, self.language)
                said = move_sentence(move, self.language, indicator=self.exercise.indicator)
                yield ShownStep(name, said)

    def _own_hand(self) -> Hand | None:
        """The learner's hand, where the exercise shows a round."""
        round_ = self.exercise.round
        tiles = round_.seats[LEARNER].hand if round_ is not None else None
        return Hand(self.exercise.indicator, tiles) if tiles else None

    def _seats(self, ended: Ended | None) -> Iterable[ShownSeat]:
        for seat, board in enumerate(ended.boards if ended is not None else ()):
            assert ended is not None
            yield ShownSeat(
                seat_name(seat, self.language),
                opened_name(board.opened, self.language)
                if self.exercise.rules.opening is not None
                else "",
                drawn_tiles(sorted(board.hand), self.exercise.okey),
                tuple(penalty_name(rule, self.language) for rule, at in ended.events if at == seat),
                ended.finish is not None and ended.finish.seat == seat,
            )


def answer_text(
    exercise: Exercise, form: Form, answer: str, language: str, kind: TaskKind | None = None
) -> str:
    """A right answer in words, where it is not drawn."""
    match form:
        case Form.NUMBER:
            return answer.replace("-", "\u2212")
        case Form.NUMBERS:
            return " · ".join(
                f"{seat_name(seat, language)}: {number}".replace("-", "\u2212")
                for seat, number in enumerate(answer.split())
            )
        case Form.MOVES:
            moves = [one.strip() for one in answer.split(";")]
            return "; ".join(option_label(exercise, one, language, kind) for one in moves)
    return option_label(exercise, answer, language, kind)


__all__ = [
    "Rings",
    "ShownBoard",
    "ShownExercise",
    "ShownNumber",
    "ShownOption",
    "ShownRow",
    "ShownSeat",
    "ShownStep",
    "ShownTile",
    "answer_text",
    "drawn_melds",
    "drawn_tiles",
    "shown_exercise",
]
