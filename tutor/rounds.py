"""A state of a round as a page draws it: the table, the seats around it, what was just done.

The state is an element of `steps` in what the verbs `replay` and `play` answer; `sizes`, `opened`
and `closing` may be missing in it. Nothing here knows a rule. The template draws it:

    {% include "tutor/_round.html" with round=shown %}
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from okey import FALSE_OKEY, OKEY, InputError, Tile, okey_face, read_indicator
from okey.hand import read_tile
from okey.melds import LaidTile, MeldKind
from okey.notation import parse_meld
from tutor.move_words import move_sentence
from tutor.names import meld_number, opened_name, penalty_name, seat_name
from tutor.refusals import event_sentence, signed
from tutor.templatetags.tiles import Drawn, drawn

State = Mapping[str, Any]
# Where a seat is drawn, by how many places after the viewer it plays.
PLACES: Final = {
    2: ("own", "across"),
    3: ("own", "next", "previous"),
    4: ("own", "next", "across", "previous"),
}


@dataclass(frozen=True, slots=True)
class RoundTile:
    """A tile of a round. `is_new` where the last move brought it there."""

    drawn: Drawn
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class ShownMeld:
    """A meld on the table. `number` is that of the moves, from 1."""

    number: int
    name: str
    owner: str
    tiles: tuple[RoundTile, ...]
    is_new: bool


@dataclass(frozen=True, slots=True)
class ShownEvent:
    """What a move made somebody write. `points` are signed, as they are written."""

    name: str
    sentence: str
    points: str
    is_good: bool


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """A player. `tiles` is empty where the hand is not known, and `count` then None or its size."""

    seat: int
    name: str
    place: str
    tiles: tuple[RoundTile, ...]
    known: bool
    count: int | None
    backs: range
    opened: str
    on_turn: bool
    discards: tuple[RoundTile, ...]
    events: tuple[ShownEvent, ...]
    written: str


@dataclass(frozen=True, slots=True)
class ShownRound:
    """All that is drawn. `closing` is the tile that ended the round, which lies in the middle."""

    over: bool
    phase: str
    turn: str
    melds: tuple[ShownMeld, ...]
    seats: tuple[ShownSeat, ...]
    stock: int | None
    indicator: RoundTile
    okey: RoundTile
    closing: RoundTile | None
    said: str
    events: tuple[ShownEvent, ...]
    all_known: bool


def shown_round(
    state: State,
    language: str,
    *,
    indicator: Tile | str,
    before: State | None = None,
    viewer: int = 0,
    names: Sequence[str] | None = None,
    written: Mapping[int, int] | None = None,
) -> ShownRound:
    """Describe a state for the template.

    `before` is the state before the last move: what has come since is marked. `viewer` sits at the
    bottom. `names` are those of the players, seat by seat. `written` is what each seat has written
    so far, penalties and bonuses. Raise `InputError` for tiles that do not exist.
    """
    shown = read_indicator(indicator) if isinstance(indicator, str) else indicator
    drawing = _Drawing(state, before or {}, language, shown, okey_face(shown), names)
    seats = len(state["hands"])
    events = tuple(drawing.events())
    over = state["status"] == "over"
    turn = state.get("turn")
    return ShownRound(
        over=over,
        phase=str(state.get("phase") or ""),
        turn="" if over or turn is None else drawing.name(turn),
        melds=tuple(drawing.melds()),
        seats=tuple(
            drawing.seat(
                seat,
                PLACES[seats][(seat - viewer) % seats],
                tuple(event for payer, event in events if payer == seat),
                (written or {}).get(seat, 0),
            )
            for seat in sorted(range(seats), key=lambda seat: (seat - viewer) % seats)
        ),
        stock=_stock(state.get("stock")),
        indicator=RoundTile(drawn(str(shown))),
        okey=RoundTile(drawn(str(OKEY), str(drawing.okey), label=drawn(str(drawing.okey)).label)),
        closing=drawing.closing(),
        said=drawing.said(),
        events=tuple(event for _, event in events),
        all_known=all(hand is not None for hand in state["hands"]),
    )


@dataclass(frozen=True, slots=True)
class _Drawing:
    state: State
    before: State
    language: str
    indicator: Tile
    okey: Tile
    names: Sequence[str] | None

    def name(self, seat: int) -> str:
        return self.names[seat] if self.names else seat_name(seat, self.language)

    def melds(self) -> Iterable[ShownMeld]:
        earlier = self.before.get("table") if self.before else None
        for at, meld in enumerate(self.state["table"]):
            laid = self._laid(meld["tiles"])
            is_new = earlier is not None and at >= len(earlier)
            news = [False] * len(laid)
            if earlier is not None and not is_new:
                old = Counter(one.tile for one in self._laid(earlier[at]["tiles"]))
                news = _news([one.tile for one in laid], old)
            yield ShownMeld(
                number=at + 1,
                name=meld_number(at + 1, self.language),
                owner=self.name(meld["owner"]),
                tiles=tuple(
                    RoundTile(self._on_table(one), new) for one, new in zip(laid, news, strict=True)
                ),
                is_new=is_new,
            )

    def seat(
        self,
        seat: int,
        place: str,
        events: tuple[ShownEvent, ...],
        written: int,
    ) -> ShownSeat:
        hand = self.state["hands"][seat]
        sizes = self.state.get("sizes")
        size: int | None = sizes[seat] if sizes else None
        tiles = sorted(self._tiles(hand)) if hand is not None else []
        earlier = self.before.get("hands", [None] * (seat + 1))[seat] if self.before else None
        new_in_hand = [False] * len(tiles)
        if earlier is not None:
            new_in_hand = _news(tiles, Counter(self._tiles(earlier)))
        thrown = self._tiles(self.state["discards"][seat])
        new_thrown = [False] * len(thrown)
        if self.before:
            new_thrown = _news(thrown, Counter(self._tiles(self.before["discards"][seat])))
        opened = self._opened(seat)
        return ShownSeat(
            seat=seat,
            name=self.name(seat),
            place=place,
            tiles=tuple(
                RoundTile(self._in_hand(tile), new)
                for tile, new in zip(tiles, new_in_hand, strict=True)
            ),
            known=hand is not None,
            count=len(tiles) if hand is not None else size,
            backs=range(size or 0) if hand is None else range(0),
            opened=opened_name(opened, self.language) if opened else "",
            on_turn=self.state["status"] != "over" and self.state.get("turn") == seat,
            discards=tuple(
                RoundTile(self._in_hand(tile), new)
                for tile, new in zip(thrown, new_thrown, strict=True)
            ),
            events=events,
            written=signed(written, self.language) if written else "",
        )

    def events(self) -> Iterable[tuple[int, ShownEvent]]:
        for event in self.state.get("events", ()):
            points = int(event["points"])
            yield (
                event["seat"],
                ShownEvent(
                    name=penalty_name(event["rule"], self.language),
                    sentence=event_sentence(event, self.language, who=self.name(event["seat"])),
                    points=signed(points, self.language),
                    is_good=points < 0,
                ),
            )

    def said(self) -> str:
        """The last move in words; empty before the first."""
        text = self.state.get("text")
        if not text:
            return ""
        sentence = move_sentence(text, self.language, indicator=self.indicator)
        return f"{self.name(self.state['seat'])} {sentence}"

    def closing(self) -> RoundTile | None:
        """The tile thrown to end the round, which lies before nobody."""
        code = self.state.get("closing")
        return (
            RoundTile(self._in_hand(read_tile(code, self.okey, "closing")), True) if code else None
        )

    def _opened(self, seat: int) -> str | None:
        """How the player opened: as the state says, else by the first meld that is theirs."""
        if "opened" in self.state:
            opened: str | None = self.state["opened"][seat]
            return opened
        for meld in self.state["table"]:
            if meld["owner"] == seat:
                return "pairs" if meld["kind"] == MeldKind.PAIR else "melds"
        return None

    def _laid(self, tiles: str | Sequence[str]) -> tuple[LaidTile, ...]:
        text = tiles if isinstance(tiles, str) else " ".join(tiles)
        return parse_meld(text, self.indicator, at="table").tiles

    def _tiles(self, tiles: str | Sequence[str] | None) -> list[Tile]:
        if tiles is None:
            return []
        words = tiles.split() if isinstance(tiles, str) else tiles
        return [read_tile(word, self.okey, "tiles") for word in words]

    def _on_table(self, laid: LaidTile) -> Drawn:
        if laid.tile == OKEY and laid.stands_for is not None:
            return drawn(str(OKEY), str(laid.stands_for))
        return self._in_hand(laid.tile)

    def _in_hand(self, tile: Tile) -> Drawn:
        printed = str(self.okey) if tile in (OKEY, FALSE_OKEY) else None
        return drawn(str(tile), printed, stands_for=False)


def _news(tiles: Sequence[Tile], old: Counter[Tile]) -> list[bool]:
    """Which of the tiles were not there before; of equal ones the last."""
    left = old.copy()
    news = []
    for tile in tiles:
        news.append(not left[tile])
        left[tile] -= bool(left[tile])
    return news


def _stock(stock: object) -> int | None:
    """How many tiles the stock holds; None where that is not known."""
    if isinstance(stock, int):
        return stock
    if isinstance(stock, list | tuple):
        return len(stock)
    return None


__all__ = ["InputError", "RoundTile", "ShownRound", "State", "shown_round"]
