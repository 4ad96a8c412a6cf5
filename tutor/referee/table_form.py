"""A move on the table as it is filled in: what lies there, the own hand, and what is to be done.

The player is seat 0; the others are numbered in playing order from there, as the engine does it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from okey import RULE_SETS, Tile, okey_face
from okey.errors import InputError
from okey.hand import read_indicator, read_tile
from okey.moves import Move, parse_move
from okey.positions import read_position
from okey.table import Round
from tutor.move_words import KINDS, move_kind
from tutor.names import position_name
from tutor.referee import wording
from tutor.referee.forms import LONGEST, RulesForm, text_area, text_line, tidy, tidy_melds

ME: Final = 0
MOST_SEATS: Final = 4
MOST_MOVES: Final = 12
USUAL_STOCK: Final = 20
DRAW, STOCK, DISCARD, DEALT = "draw", "stock", "discard", "dealt"
# What each kind of move is made of, by the names of the fields.
PARTS: Final[dict[str, tuple[str, ...]]] = {
    "open": ("melds",),
    "lay": ("melds",),
    "add": ("tile", "on", "end"),
    "swap": ("tile", "on"),
    "discard": ("tile",),
    "finish": ("tile", "melds"),
}


@dataclass(frozen=True, slots=True)
class TableQuestion:
    """A position, and the moves to be made in it (none: only what can be done now)."""

    round: Round
    moves: tuple[Move, ...]
    seats: int


class TableForm(RulesForm):
    """What lies on the table and in the hand, and the move in question."""

    indicator = forms.CharField(
        label=gettext_lazy("Indicator"),
        required=False,
        max_length=20,
        widget=text_line("indicator", "B10"),
    )
    hand = forms.CharField(
        label=gettext_lazy("Your hand"),
        required=False,
        max_length=LONGEST,
        widget=text_area(2, "hand", placeholder="R4 R7 K2 *"),
    )
    discard = forms.CharField(
        label=gettext_lazy("Last discard of the left neighbour"),
        required=False,
        max_length=20,
        widget=text_line("discard", "R7"),
    )
    stock = forms.IntegerField(
        label=gettext_lazy("Tiles in the stock"),
        required=False,
        min_value=0,
        max_value=106,
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "aria-describedby": "id_stock_error"}
        ),
    )
    first = forms.BooleanField(label=gettext_lazy("It is your first turn"), required=False)
    now = forms.BooleanField(label=gettext_lazy("You opened in this turn"), required=False)
    move = forms.CharField(
        label=gettext_lazy("The move in notation"),
        required=False,
        max_length=LONGEST,
        widget=text_area(2, "move", "add R7 @1", hint=True),
        help_text=gettext_lazy(
            "As in: draw · take · open R1 R2 R3 | Y7 B7 K7 · lay … · add R7 @1 · swap R7 @1 · "
            "discard R7. Several moves stand on lines of their own."
        ),
    )
    tile = forms.CharField(
        label=gettext_lazy("Which tile?"),
        required=False,
        max_length=20,
        widget=text_line("tile", "R7"),
    )
    on = forms.IntegerField(
        label=gettext_lazy("Number of the meld on the table"),
        required=False,
        min_value=1,
        max_value=99,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "aria-describedby": "id_on_error"}),
    )
    melds = forms.CharField(
        label=gettext_lazy("Which melds?"),
        required=False,
        max_length=LONGEST,
        widget=text_area(2, "melds", placeholder="R10 R11 * | Y7 B7 K7"),
    )
    show = forms.CharField(required=False, max_length=10)

    question: TableQuestion | None = None

    def __init__(self, query: Mapping[str, str]) -> None:
        names = (*self.base_fields, "seats", "phase", "kind", "end")
        names += tuple(f"table{seat}" for seat in range(MOST_SEATS))
        data = {name: query[name] for name in names if name in query}
        data.setdefault("stock", str(USUAL_STOCK))
        data["stock"] = data["stock"] or str(USUAL_STOCK)
        rules = RULE_SETS.get(data.get("rules", ""))
        counts = {count for one in RULE_SETS.values() for count in one.seating.counts}
        asked = data.get("seats", "")
        self.seats = int(asked) if asked in {str(count) for count in counts} else max(counts)
        data["seats"] = str(self.seats)
        super().__init__(data)
        own = rules.seating.counts if rules is not None else (MOST_SEATS,)
        self.chooses_seats = len(own) > 1 or self.seats not in own
        self._choices(sorted(counts))
        self.full_clean()

    def _choices(self, counts: list[int]) -> None:
        language = wording.language()
        self.fields["seats"] = forms.ChoiceField(
            label=_("Seats"), required=False, choices=[(str(one), str(one)) for one in counts]
        )
        self.fields["phase"] = forms.ChoiceField(
            label=_("How far is your turn?"),
            required=False,
            choices=[
                (DRAW, _("nothing drawn yet")),
                (STOCK, _("drawn from the stock")),
                (DISCARD, _("taken from the left neighbour")),
                (DEALT, _("first turn of the round, as dealt")),
            ],
        )
        self.fields["kind"] = forms.ChoiceField(
            label=_("What do you want to do?"),
            required=False,
            choices=[("", _("Type it in notation")), *((k, move_kind(k, language)) for k in KINDS)],
        )
        self.fields["end"] = forms.ChoiceField(
            label=_("At which end?"),
            required=False,
            choices=[("", _("it fits one only")), ("low", _("low")), ("high", _("high"))],
        )
        for seat in range(self.seats):
            place = position_name(seat, ME, self.seats, language)
            field = forms.CharField(
                label=_("Melds laid: %(place)s") % {"place": place},
                required=False,
                max_length=LONGEST,
                widget=text_area(1, f"table{seat}", placeholder="R4 R5 R6 | Y9 B9 K9"),
            )
            self.fields[f"table{seat}"] = field

    # For the template

    @property
    def seats_field(self) -> forms.BoundField:
        """The number of seats: `form.seats` is the number itself."""
        return self["seats"]

    @property
    def table_parts(self) -> list[forms.BoundField]:
        """The melds of each seat; none where no melds lie on the table, and none are entered."""
        parts = [self[f"table{seat}"] for seat in range(self.seats)]
        return parts if self.rule_set.table is not None or any(p.value() for p in parts) else []

    @property
    def indicator_tile(self) -> Tile | None:
        """The indicator, if it can be read."""
        try:
            return read_indicator(tidy(self.data.get("indicator", ""))[:20])
        except InputError:
            return None

    @property
    def indicator_text(self) -> str:
        """The indicator in notation; empty if there is none."""
        return str(self.indicator_tile or "")

    @property
    def is_empty(self) -> bool:
        """Whether nothing is filled in that could be judged."""
        names = ("hand", "move", "tile", "melds", *(f"table{seat}" for seat in range(self.seats)))
        return not any(self.data.get(name, "").strip() for name in names)

    # Reading

    def clean(self) -> dict[str, Any]:
        """Read everything that can be read; each error stands at its field."""
        cleaned = self.cleaned_data
        if self.is_empty or self.errors:
            return cleaned
        if not cleaned["indicator"]:
            self.add_error("indicator", _("Which tile is the open indicator? It names the okey."))
        elif not cleaned["hand"]:
            self.add_error("hand", _("Which tiles do you hold?"))
        else:
            try:
                round_ = read_position(self._line(), self.rule_set)
                self.question = TableQuestion(round_, tuple(self._moves(round_)), self.seats)
            except InputError as error:
                self._blame(error)
        return cleaned

    def _line(self) -> dict[str, Any]:
        """The position as fields of the verb `play`."""
        data = self.cleaned_data
        phase = data["phase"] or DRAW
        indicator = read_indicator(tidy(data["indicator"]))
        dealt = phase == DEALT
        line: dict[str, Any] = {
            "indicator": str(indicator),
            "seats": self.seats,
            "turn": ME,
            "phase": "draw" if phase == DRAW else "play",
            "starter": ME if dealt else self.seats - 1,
            "hand": tidy(data["hand"]),
            "stock": data["stock"],
            "turns": 0 if dealt or data["first"] else 1,
        }
        melds = [
            {"owner": seat, "kind": kind, "tiles": tiles}
            for seat in range(self.seats)
            for kind, tiles in _melds(data[f"table{seat}"])
        ]
        if melds:
            line["table"] = melds
        if phase != DRAW:
            line["this_turn"] = {"source": phase, "opened": data["now"]}
        thrown = tidy(data["discard"])
        if phase == DISCARD:
            if not thrown:
                raise InputError("input.field", "this_turn.taken")
            taken = read_tile(thrown, okey_face(indicator), "discard")
            held = [
                read_tile(word, okey_face(indicator), "hand") for word in tidy(data["hand"]).split()
            ]
            line["this_turn"] |= {"taken": str(taken), "used": taken not in held}
        elif thrown:
            line["discard"] = thrown
        return line

    def _moves(self, round_: Round) -> Iterator[Move]:
        texts = list(self._move_texts())
        if len(texts) > MOST_MOVES:
            raise InputError("input.field", f"move: {len(texts)}")
        for text in texts:
            move = parse_move(text, round_.indicator, at="move")
            if move.seat is not None and move.seat >= self.seats:
                raise InputError("notation.move", f"move: {text[:40]}")
            yield move

    def _move_texts(self) -> Iterator[str]:
        data = self.cleaned_data
        kind = data["kind"]
        if not kind:
            for text in re.split(r"[;\n\r]", data["move"]):
                if text.strip():
                    yield tidy_move(text)
            return
        words = [_WRITTEN.get(kind, kind)]
        for part in PARTS.get(kind, ()):
            value = data[part]
            if value in (None, ""):
                if part == "end":
                    continue
                raise InputError("input.field", f"{part}: ")
            words.append(_part(part, value))
        yield " ".join(words)

    def _blame(self, error: InputError) -> None:
        """Put an error of the engine beside the field that it speaks of."""
        place = error.at.partition(":")[0].strip()
        text = wording.input_error(error, self.rule_set)
        if place.startswith("table["):
            number = int(place[len("table[") :].partition("]")[0])
            place = self._owner_field(number)
            if error.code == "notation.meld":
                piece = error.at.partition(": ")[2]
                text = _("No such meld can lie on the table here: %(meld)s.") % {"meld": piece}
        elif place == "table":
            place = "table0"
            text = _("Under these rules no melds lie on the table.")
        elif error.code == "input.field" and place in PARTS["add"] + PARTS["finish"]:
            text = _("This belongs to the move: fill it in.")
        elif place == "this_turn.taken":
            place, text = "discard", _("Which tile did you take?")
        elif error.code == "notation.move":
            text = _("This is no move: %(move)s.") % {"move": error.at.partition(": ")[2]}
        elif place == "move" and error.code == "input.field":
            text = _("At most %(most)s moves at once.") % {"most": MOST_MOVES}
        fields = {"match.seats": "seats", "count.stock": "stock"}
        place = fields.get(error.code, "hand" if place == "position" else place)
        if place == "move" and self.cleaned_data["kind"]:
            parts = PARTS.get(self.cleaned_data["kind"], ("kind",))
            place = parts[-1] if error.code == "notation.meld" else parts[0]
        self.add_error(place if place in self.fields else "move", text)

    def _owner_field(self, number: int) -> str:
        """The field in which the meld of this number, counted from 0, stands."""
        for seat in range(self.seats):
            count = len(list(_melds(self.cleaned_data[f"table{seat}"])))
            if number < count:
                return f"table{seat}"
            number -= count
        return "table0"

    def values(self) -> dict[str, str]:
        """What is filled in, as an address carries it; a composed move is written out."""
        assert self.question is not None
        data = self.cleaned_data
        tables = {f"table{seat}": tidy_melds(data[f"table{seat}"]) for seat in range(self.seats)}
        return {
            "seats": str(self.seats) if self.seats != MOST_SEATS else "",
            "indicator": str(self.question.round.indicator),
            "hand": tidy(data["hand"]),
            **tables,
            "discard": tidy(data["discard"]),
            "stock": str(data["stock"]),
            "phase": data["phase"],
            "first": "on" if data["first"] else "",
            "now": "on" if data["now"] else "",
            "move": "; ".join(str(move) for move in self.question.moves),
            "show": "now" if data["show"] == "now" else "",
        }


# The words of a move whose kind has another name.
_WRITTEN: Final = {
    "take-indicator": "take indicator",
    "declare": "declare pairs",
    "show": "show indicator",
}


def tidy_move(text: str) -> str:
    """A move as one may type it: tiles in small letters, words in capitals.

    >>> tidy_move(" Open r1 r2 R3 | y7 b7 k7"), tidy_move("ADD *=r7 @2 High")
    ('open R1 R2 R3 | Y7 B7 K7', 'add *=R7 @2 high')
    """
    words = []
    for word in re.sub(r"[\s,]+", " ", text).strip().split(" "):
        tile = re.fullmatch(r"(?:[RYBK]\d{1,2}|[F*])(?:=[RYBK]?\d{1,2})?", word.upper())
        words.append(word.upper() if tile else word.lower())
    return " ".join(words)


def _part(name: str, value: object) -> str:
    if name == "on":
        return f"@{value}"
    if name == "melds":
        return tidy_melds(str(value))
    return str(value) if name == "end" else tidy(str(value))


def _melds(text: str) -> Iterator[tuple[str | None, str]]:
    """Melds as they are typed, each with the kind in front of it, if any."""
    for one in tidy_melds(text).split("|"):
        if one.strip():
            kind, colon, tiles = one.rpartition(":")
            yield (kind.strip() if colon else None), tiles.strip()
