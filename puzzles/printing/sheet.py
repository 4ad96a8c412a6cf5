"""A set as a PDF, made by typst: its puzzles, and on pages of its own the key.

The template reads data; no text becomes markup. Fonts are those that typst brings.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import typst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from puzzles.board import rules_name
from puzzles.grading import exercise_shown
from puzzles.kinds.registry import kind_of
from puzzles.models import Attempt, PuzzleSet, SetItem
from puzzles.printing.qr import qr_svg
from puzzles.printing.tiles import name_of, svg_of
from puzzles.results import solution_of
from puzzles.set_names import set_name
from puzzles.words import kind_name
from tutor.board.words import language
from tutor.tasks.shown import shown_exercise
from tutor.tasks.shown_parts import ShownExercise, ShownRow, ShownTile
from tutor.templatetags.tiles import Drawn, drawn

MOST: Final = 100  # puzzles on a sheet
_TEMPLATE: Final = Path(__file__).with_name("sheet.typ")


class Pictures:
    """The drawings that a sheet needs, each once, and what they are called."""

    def __init__(self) -> None:
        self.pictures: dict[str, str] = {}
        self.names: dict[str, str] = {}

    def of(self, tile: Drawn) -> str:
        name = name_of(tile)
        if name not in self.pictures:
            self.pictures[name] = svg_of(tile.kind, tile.colour, str(tile.number))
            self.names[name] = tile.label or name
        return name

    def row(self, tiles: Iterable[ShownTile]) -> list[str]:
        return [self.of(one.drawn) for one in tiles]


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet: its puzzles as `puzzle_data` gives them. Without `who` it has a line for a name."""

    puzzles: Sequence[Mapping[str, Any]]
    who: str = ""


@dataclass(frozen=True, slots=True)
class Key:
    """What is right on a sheet, as `key_data` gives it; `who` where sheets differ."""

    answers: Sequence[Mapping[str, Any]]
    who: str = ""


def sheet(puzzle_set: PuzzleSet, *, key: Mapping[Any, Attempt], link: str = "") -> bytes:
    """The PDF of a set, in the reader's language.

    `key`: answered attempts by puzzle, whose solutions stand on pages of their own at the end; so
    nothing is printed before the attempt that earned it. `link` becomes a QR code.
    """
    items = list(puzzle_set.items.select_related("puzzle").order_by("index")[:MOST])
    pictures = Pictures()
    puzzles = [puzzle_data(item, item.colours, pictures) for item in items]
    answers = [
        key_data(item, item.colours, key[item.puzzle_id].result["solution"], pictures)
        for item in items
        if item.puzzle_id in key
    ]
    return printed(
        title=set_name(puzzle_set),
        subtitle=_subtitle(puzzle_set, len(items)),
        papers=[Paper(puzzles)],
        keys=[Key(answers)] if answers else [],
        pictures=pictures,
        link=link,
    )


def printed(
    *,
    title: str,
    subtitle: str,
    papers: Sequence[Paper],
    keys: Sequence[Key],
    pictures: Pictures,
    link: str = "",
    words: str = "",
    qr_words: str = "",
) -> bytes:
    """The PDF of sheets and keys that were drawn with these pictures, in the reader's language.

    `words` are said above the puzzles; `link` becomes a QR code on each sheet, and `qr_words` say
    to those who do not see it where it leads.
    """
    data: dict[str, Any] = {
        "title": title,
        "subtitle": subtitle,
        "intro": words,
        "footer": f"Istaka · {title}",
        "language": language(),
        "sheets": [{"who": one.who, "puzzles": list(one.puzzles)} for one in papers],
        "keys": [{"who": one.who, "answers": list(one.answers)} for one in keys],
        "qr": qr_svg(link) if link else "",
        "words": {
            "indicator": _("Indicator"),
            "okey": _("Okey"),
            "who": _("Name:"),
            "key": _("Key"),
            "qr": qr_words or _("Link to this set"),
        },
        "pictures": pictures.pictures,
        "names": pictures.names,
    }
    made: bytes = typst.compile(
        str(_TEMPLATE), sys_inputs={"data": json.dumps(data)}, ignore_system_fonts=True
    )
    return made


def _subtitle(puzzle_set: PuzzleSet, count: int) -> str:
    text = ngettext("%(count)s puzzle, %(rules)s", "%(count)s puzzles, %(rules)s", count)
    return text % {"count": count, "rules": rules_name(puzzle_set.rules)}


def puzzle_data(item: SetItem, colours: str, pictures: Pictures) -> dict[str, Any]:
    """A puzzle of a set as a sheet prints it, in these colours."""
    kind = kind_of(item.puzzle.kind)
    shown = shown_exercise(exercise_shown(item.puzzle, colours), language(), kind=kind)
    rows: tuple[ShownRow, ...] = (*shown.laid, *shown.table, *shown.discards)
    hand = pictures.row(shown.hand)
    if shown.board is not None:
        hand = [
            pictures.of(_of_rack(slot.code, shown))
            for slot in shown.board.slots
            if slot is not None
        ]
    return {
        "number": item.index + 1,
        "kind": kind_name(kind.key),
        "question": shown.question,
        "indicator": pictures.of(drawn(shown.indicator)) if shown.indicator else None,
        "okey": pictures.of(drawn("*", shown.okey))
        if shown.indicator and shown.told_okey
        else None,
        "story": [[step.name, step.sentence] for step in shown.story],
        "rows": [{"name": row.name, "tiles": pictures.row(row.tiles)} for row in rows],
        "seats": [
            {
                "name": seat.name,
                "text": ", ".join(
                    part
                    for part in (seat.opened, *seat.events, _finished(seat.finished, shown))
                    if part
                ),
                "tiles": pictures.row(seat.tiles),
            }
            for seat in shown.seats
        ],
        "hand": hand or pictures.row(shown.pick),
        "options": [option.label for option in shown.options],
        "numbers": [one.name for one in shown.numbers],
    }


def _of_rack(code: str, shown: ShownExercise) -> Drawn:
    """A tile as the rack shows it: an okey with its printed face."""
    return drawn(code, shown.okey if shown.told_okey else None, stands_for=False)


def _finished(finished: bool, shown: ShownExercise) -> str:
    return shown.finish if finished else ""


def key_data(
    item: SetItem, colours: str, found: dict[str, Any], pictures: Pictures
) -> dict[str, Any]:
    """What is right in a puzzle, and why. `found` is its solution in these colours."""
    kind, exercise = kind_of(item.puzzle.kind), exercise_shown(item.puzzle, colours)
    solution = solution_of(kind, exercise, found, kind.prove(exercise, found, language()))
    rows = [pictures.row(row.tiles) for answer in solution.answers[:1] for row in answer.rows] or [
        _melds(one.text, str(exercise.okey), pictures) for one in solution.melds
    ]
    words = [answer.text for answer in solution.answers if answer.text]
    return {
        "number": item.index + 1,
        "text": " ".join([*(["; ".join(words) + "."] if words else []), solution.certificate]),
        "rows": [{"name": "", "tiles": row} for row in rows],
    }


def _melds(text: str, okey: str, pictures: Pictures) -> list[str]:
    """A meld in notation, every face declared."""
    found = []
    for word in text.split():
        code, _equals, face = word.partition("=")
        found.append(pictures.of(drawn(code, face or okey)))
    return found
