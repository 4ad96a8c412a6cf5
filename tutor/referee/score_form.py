"""The end of a round as it is filled in: a form made for a rule set, read into what is scored.

    form = ScoreForm(request.GET, rules=rules, names=["Ayşe", "Ben", "Can", "Defne"])
    if form.scored: form.scored.ended, form.scored.result, form.scored.line

The fields are drawn by `templates/tutor/referee/_score_fields.html`. Rule set, seats and partners
may be fixed from outside (the score sheet does), or stand in the form (the referee's tab).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _

from okey import FALSE_OKEY, OKEY, RuleSet, Tile
from okey.ended import Ended, tally
from okey.endings import Board, By, Finish, Result
from okey.errors import InputError
from okey.hand import read_indicator
from okey.scoring import SHOWN
from okey.table import PARTNERS
from okey.tiles import FACES, okey_face
from tutor.referee.forms import tidy
from tutor.referee.remainder import Left, hand_left, read_left
from tutor.referee.score_errors import placed
from tutor.referee.score_fields import (
    NOBODY,
    PENALTIES,
    Asked,
    asked,
    asked_anywhere,
    round_fields,
    seat_fields,
    seat_names,
)

DEFAULT_SEATS: Final = 4
REMAINDER: Final = "score.remainder"


@dataclass(frozen=True, slots=True)
class Scored:
    """A finished round that could be read: what it is, what it scores, and the `score` line."""

    ended: Ended
    result: Result
    line: dict[str, Any]


@dataclass(frozen=True, slots=True)
class SeatPart:
    """The fields of one seat, as the template draws them."""

    seat: int
    name: str
    finished: bool
    fields: tuple[BoundField, ...]
    penalties: tuple[BoundField, ...]

    @property
    def has_penalties(self) -> bool:
        """Whether one of them is filled in, or in error."""
        return any(field.errors or field.value() for field in self.penalties)


class NotSaid(Exception):  # noqa: N818 - states a fact
    """A score depends on a field that was left empty: `indicator`, or what is left in a hand."""

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field


class ScoreForm(forms.Form):
    """How a round ended, seat by seat.

    `others` adds the fields that only other rule sets ask for, so that they can be compared.
    """

    indicator = forms.CharField(required=False, max_length=20)

    scored: Scored | None = None

    def __init__(
        self,
        data: Mapping[str, str] | None,
        *,
        rules: RuleSet,
        names: Sequence[str] | None = None,
        seats: int | None = None,
        teams: bool | None = None,
        others: bool = False,
        prefix: str | None = None,
    ) -> None:
        filled = None if data is None else dict(data)
        super().__init__(filled, prefix=prefix)
        self.rules = rules
        self.asks = asked(rules)
        self._all = asked_anywhere() if others else self.asks
        self._fixed_teams = teams
        self.fields["indicator"].label = _("Indicator")
        self._take_seats(seats, filled)
        self.names = seat_names(self.seats, names)
        for name, field in round_fields(self._all, rules, self.names):
            if name != "teams" or teams is None:
                self.fields[name] = field
        for seat in range(self.seats):
            self.fields.update(seat_fields(self._all, rules, seat))
        self.own = self._own_fields()
        if self.is_bound:
            self.full_clean()

    def _take_seats(self, fixed: int | None, filled: dict[str, str] | None) -> None:
        """How many seats: fixed, or one of the numbers that are played anywhere."""
        known = asked_anywhere().seats
        given = (filled or {}).get(self.add_prefix("seats"), "")
        usual = DEFAULT_SEATS if DEFAULT_SEATS in self.asks.seats else self.asks.seats[0]
        self.seats = fixed or (int(given) if given in {str(count) for count in known} else usual)
        if fixed is None and (len(self.asks.seats) > 1 or self.seats not in self.asks.seats):
            self.fields["seats"] = forms.ChoiceField(
                label=_("Seats"),
                required=False,
                choices=[(str(count), str(count)) for count in known],
                initial=str(usual),
            )
            if filled is not None:
                filled.setdefault(self.add_prefix("seats"), str(usual))

    def _own_fields(self) -> set[str]:
        """The names of the fields that this rule set asks for."""
        own = {"indicator", "seats", *dict(round_fields(self.asks, self.rules, self.names))}
        for seat in range(self.seats):
            own |= set(dict(seat_fields(self.asks, self.rules, seat)))
        return own & set(self.fields)

    # For the template

    @property
    def seats_field(self) -> BoundField:
        """The number of seats, where there is a choice."""
        return self["seats"]

    @property
    def indicator_field(self) -> BoundField:
        """The indicator, needed only where the okeys' number counts."""
        return self["indicator"]

    @property
    def winner_seat(self) -> int | None:
        """The seat that finished, where that is filled in."""
        value = self["winner"].value()
        return next((seat for seat in range(self.seats) if str(seat) == value), None)

    @property
    def round_parts(self) -> list[BoundField]:
        """The fields about the whole round that this rule set asks for."""
        return [
            self[name]
            for name in self.fields
            if name in self.own and not name[-1].isdigit() and name not in ("indicator", "seats")
        ]

    @property
    def hints(self) -> list[tuple[str, str]]:
        """What is explained once for all seats: the field's name without a seat, and the text."""
        return self._hints(self.own)

    @property
    def other_hints(self) -> list[tuple[str, str]]:
        """The same about the fields that only other rule sets ask for."""
        return self._hints(set(self.fields) - self.own)

    def _hints(self, names: set[str]) -> list[tuple[str, str]]:
        stems = [stem for stem in ("left", "worth") if f"{stem}0" in names]
        return [(stem, str(self.fields[f"{stem}0"].help_text)) for stem in stems]

    @property
    def seat_parts(self) -> list[SeatPart]:
        """Seat by seat what this rule set asks for."""
        return [self._seat_part(seat, self.own) for seat in range(self.seats)]

    @property
    def other_parts(self) -> list[SeatPart]:
        """Seat by seat what only other rule sets ask for."""
        rest = set(self.fields) - self.own
        parts = [self._seat_part(seat, rest) for seat in range(self.seats)]
        return [part for part in parts if part.fields or part.penalties]

    @property
    def other_round_parts(self) -> list[BoundField]:
        """About the whole round what only other rule sets ask for."""
        return [self[n] for n in self.fields if n not in self.own and not n[-1].isdigit()]

    @property
    def drawn(self) -> list[BoundField]:
        """All fields that stand on the page: what the winner need not tell does not."""
        parts = [*self.seat_parts, *self.other_parts]
        ends = [self[name] for name in ("seats", "indicator") if name in self.fields]
        seats = [field for part in parts for field in (*part.fields, *part.penalties)]
        return [*ends, *self.round_parts, *self.other_round_parts, *seats]

    def _seat_part(self, seat: int, names: set[str]) -> SeatPart:
        winner = self.winner_seat == seat
        fields, penalties = [], []
        for name in self.fields:
            stem = name.removesuffix(str(seat))
            if name not in names or stem == name:
                continue
            if stem in PENALTIES:
                penalties.append(self[name])
            elif not (winner and stem in ("opened", "left") and not self[name].errors):
                fields.append(self[name])
        return SeatPart(seat, self.names[seat], winner, tuple(fields), tuple(penalties))

    # Reading

    def clean(self) -> dict[str, Any]:
        """Read and score what is filled in; each error stands at its field."""
        cleaned = self.cleaned_data
        if self.errors:
            return cleaned
        if not cleaned["winner"]:
            if self._begun():
                self.add_error("winner", _("Who finished the round? Or did nobody?"))
            return cleaned
        try:
            ended, known = self.ended(self.asks, self.rules)
            result = self.tally(ended, self.rules, known)
        except NotSaid as unsaid:
            self.add_error(unsaid.field, self.unsaid(unsaid))
        except InputError as error:
            self.blame(error)
        else:
            self.scored = Scored(ended, result, score_line(ended))
        return cleaned

    def _begun(self) -> bool:
        """Whether anything is filled in beside what is always chosen."""
        chosen = ("seats", "by")
        return any(self.cleaned_data.get(name) for name in self.fields if name not in chosen)

    def values(self) -> dict[str, str]:
        """What is filled in, as an address carries it."""
        found = {}
        for name in self.fields:
            value = self.cleaned_data.get(name)
            if value is True:
                found[name] = "on"
            elif value is not None and value is not False and value != "":
                found[name] = str(value)
        return found

    def ended(self, asks: Asked, rules: RuleSet) -> tuple[Ended, bool]:
        """The round as far as these fields tell, and whether its indicator is known.

        Raise `InputError` for what cannot be read, `NotSaid` for an indicator that is needed.
        """
        data = self.cleaned_data
        left = [
            read_left(data.get(f"left{seat}") or "", f"left{seat}") if asks.left else None
            for seat in range(self.seats)
        ]
        indicator = self._indicator(left)
        finish = self._finish(asks)
        boards: list[Board] = []
        for seat in range(self.seats):
            used = [tile for board in boards for tile in board.hand]
            hand = hand_left(left[seat], indicator or FACES[0], used, f"left{seat}")
            boards.append(self._board(asks, rules, seat, finish, hand))
        teams = self._fixed_teams if self._fixed_teams is not None else data.get("teams")
        ended = Ended(
            indicator or FACES[0],
            tuple(boards),
            finish,
            tuple(self._events(asks)),
            PARTNERS if asks.teams and teams else None,
            asks.risk and bool(data.get("risk")),
        )
        return ended, indicator is not None

    def tally(self, ended: Ended, rules: RuleSet, known: bool) -> Result:
        """Score the round. Raise `NotSaid` where the score depends on what was left empty."""
        result = tally(ended, rules)
        if not known and any(
            tally(replace(ended, indicator=other), rules).scores != result.scores
            for other in FACES[:13]
            if self._may_be(other, ended)
        ):
            raise NotSaid("indicator")
        for line in result.lines:
            if line.rule == REMAINDER and not self.cleaned_data.get(f"left{line.seat}"):
                raise NotSaid(f"left{line.seat}")
        return result

    @staticmethod
    def _may_be(indicator: Tile, ended: Ended) -> bool:
        """Whether the made-up tiles leave this one free, and are none of its okeys."""
        held = [tile for board in ended.boards for tile in board.hand]
        return okey_face(indicator) not in held and held.count(indicator) < 2

    def _indicator(self, left: Sequence[Left | None]) -> Tile | None:
        text = tidy(self.cleaned_data.get("indicator") or "")
        if text:
            return read_indicator(text)
        named = [code for one in left if one for code in one.tiles]
        if any(code not in (str(OKEY), str(FALSE_OKEY)) for code in named):
            raise NotSaid("indicator")  # a tile may be the okey
        return None

    def _finish(self, asks: Asked) -> Finish | None:
        data = self.cleaned_data
        if data["winner"] == NOBODY:
            return None
        seat = int(data["winner"])
        by: By = "pairs" if asks.by and data.get("by") == "pairs" else "melds"
        same = asks.same_turn and bool(data.get("same_turn"))
        others = (data.get(f"opened{other}") for other in range(self.seats) if other != seat)
        return Finish(
            seat,
            okey_last=asks.okey_last and bool(data.get("okey_last")),
            by=by,
            same_turn=same,
            first_to_open=same and not any(others),
        )

    def _board(
        self, asks: Asked, rules: RuleSet, seat: int, finish: Finish | None, hand: tuple[Tile, ...]
    ) -> Board:
        """One seat's board. What the winner opened with follows from how the round was finished."""
        way: str | None = self.cleaned_data.get(f"opened{seat}") or None
        if finish is not None and finish.seat == seat:
            way = finish.by if asks.opened and finish.by in asks.opened else None
        opened: By | None = "pairs" if way == "pairs" else "melds" if way == "melds" else None
        worth = self.cleaned_data.get(f"worth{seat}") if asks.worth else None
        if not asks.opened:
            opened = None
        if opened == "pairs":
            return Board(opened, hand, opening_pairs=worth)
        return Board(opened, hand, opening_points=worth)

    def _events(self, asks: Asked) -> Iterator[tuple[str, int]]:
        for seat in range(self.seats):
            for name in asks.penalties:
                for _time in range(self.cleaned_data.get(f"{name}{seat}") or 0):
                    yield PENALTIES[name], seat
        if asks.shown and self.cleaned_data.get("shown"):
            yield SHOWN, int(self.cleaned_data["shown"])

    # Errors

    def unsaid(self, unsaid: NotSaid) -> str:
        """Say what has to be filled in."""
        if unsaid.field == "indicator":
            return _("Which tile is the indicator? It says what the okeys are.")
        return _("How much is left here? The sum, or the tiles; 0 for nothing.")

    def blame(self, error: InputError) -> None:
        """Put an error of the engine beside the field that it speaks of."""
        field, text = self.placed(error)
        self.add_error(field if field in self.fields else None, text)

    def placed(self, error: InputError) -> tuple[str, str]:
        """The field that an error of the engine speaks of, and the sentence."""
        return placed(error, self.rules, self.winner_seat)


def score_line(ended: Ended) -> dict[str, Any]:
    """The round as a line of the verb `score`: reading it gives the same round again."""
    finish = ended.finish
    return {
        "seats": len(ended.boards),
        "indicator": str(ended.indicator),
        "finish": None
        if finish is None
        else {
            "seat": finish.seat,
            "okey_last": finish.okey_last,
            "by": finish.by,
            "same_turn": finish.same_turn,
            "first_to_open": finish.first_to_open,
        },
        "boards": [
            {
                "opened": board.opened,
                "opening_points": board.opening_points,
                "opening_pairs": board.opening_pairs,
                "hand": " ".join(map(str, board.hand)),
            }
            for board in ended.boards
        ],
        "events": [{"kind": rule, "seat": seat} for rule, seat in ended.events],
        "teams": None if ended.teams is None else [list(team) for team in ended.teams],
        "risk": ended.risk,
    }
