"""The examples of a rule as a page draws them, each with the engine's verdict now.

Nothing here knows a rule: melds are judged, moves made, rounds and matches scored by `okey`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from okey import (
    Hand,
    Meld,
    MeldKind,
    Rule,
    RuleSet,
    Tile,
    Verdict,
    Violation,
    judge,
    okey_face,
    parse_melds,
    read_indicator,
)
from okey.endings import Event
from okey.examples import holds, moves_of
from okey.moves import Add, Discard, Draw, Finish, Lay, Move, Open, Swap, Take
from okey.positions import position_of
from okey.referee import Refusal, apply, legal
from okey.rules.examples import AnyExample, Example, Play, Standing, Start, Tally
from okey.table import Round
from tutor.explain import Note, notes_about
from tutor.move_words import move_sentence
from tutor.names import finish_name, kind_name, seat_name
from tutor.refusals import event_sentence, refusal_notes
from tutor.rulebook_scores import (
    ShownStanding,
    ShownStart,
    ShownTally,
    shown_standing,
    shown_start,
    shown_tally,
)
from tutor.texts import phrase

MOST_NOTES: Final = 2


@dataclass(frozen=True, slots=True)
class ShownMeld:
    """A meld of an example. `badges` number the tiles that the notes speak of."""

    meld: Meld
    verdict_label: str
    legal: bool
    points: int
    faces: tuple[str, ...] | None
    badges: tuple[int | None, ...] | None


@dataclass(frozen=True, slots=True)
class ShownExample:
    """Melds with their verdict now. `hand` is shown where the verdict depends on it."""

    melds: tuple[ShownMeld, ...]
    legal: bool
    label: str
    notes: tuple[Note, ...]
    indicator: str
    okey: str
    shows_okey: bool
    hand: str
    in_pairs: bool
    kind: str = "melds"


@dataclass(frozen=True, slots=True)
class TableMeldShown:
    """A meld that lies on the table. `number` is that of the moves, from 1."""

    number: int
    owner: str
    meld: Meld


@dataclass(frozen=True, slots=True)
class ShownMove:
    """A move in words; `tile` is drawn beside them, and `melds` if it is the move in question."""

    text: str
    tile: str
    melds: tuple[ShownMeld, ...]


@dataclass(frozen=True, slots=True)
class ShownPlay:
    """A position, the moves, and what comes of the last one.

    `giver` threw the `discard` that may be taken. `events` are what the last move writes, and
    `ended` how it ends the round.
    """

    table: tuple[TableMeldShown, ...]
    hand: str
    hand_owner: str
    discard: str
    giver: str
    stock: int
    indicator: str
    okey: str
    shows_okey: bool
    risk: bool
    moves: tuple[ShownMove, ...]
    legal: bool
    label: str
    notes: tuple[Note, ...]
    events: tuple[str, ...]
    ended: str
    kind: str = "play"


AnyShown = ShownExample | ShownPlay | ShownTally | ShownStart | ShownStanding


def applies(example: AnyExample, rules: RuleSet) -> bool:
    """Whether the example is one of this rule set."""
    return not example.rules or rules.key in example.rules


def shown(rule: Rule, example: AnyExample, rules: RuleSet, language: str) -> AnyShown:
    """Describe an example with its verdict under a rule set.

    Raise `InputError` where the rule set has no such position, round or deal.
    """
    match example:
        case Example():
            return _shown_melds(rule, example, rules, language)
        case Play():
            return _shown_play(rule, example, rules, language)
        case Tally():
            return shown_tally(rule, example, rules, language)
        case Start():
            return shown_start(rule, example, rules, language)
        case Standing():
            return shown_standing(rule, example, rules, language)


def judged(example: Example, rules: RuleSet) -> tuple[tuple[Meld, ...], Verdict]:
    """An example's melds and their verdict under a rule set."""
    indicator = read_indicator(example.indicator)
    melds = parse_melds(example.melds, indicator)
    hand = Hand.parse(example.hand, indicator) if example.hand is not None else None
    return melds, judge(melds, rules=rules, indicator=indicator, as_=example.as_, hand=hand)


# Melds


def _shown_melds(rule: Rule, example: Example, rules: RuleSet, language: str) -> ShownExample:
    melds, verdict = judged(example, rules)
    indicator = read_indicator(example.indicator)
    notes = notes_about(
        rule.id, verdict, melds=melds, rules=rules, indicator=indicator, language=language
    )
    return ShownExample(
        melds=tuple(_melds(melds, verdict, notes, language)),
        legal=verdict.legal,
        label=_label(verdict, example, rules, language),
        notes=notes,
        indicator=str(indicator),
        okey=str(okey_face(indicator)),
        shows_okey=_has_okeys(melds) or rule.chapter == "okey",
        hand=example.hand or "",
        in_pairs=len(melds) > 1 and all(len(meld) == 2 for meld in melds),
    )


def _melds(
    melds: tuple[Meld, ...], verdict: Verdict, notes: tuple[Note, ...], language: str
) -> Iterator[ShownMeld]:
    badges = _badges(notes)
    for lane, (meld, found) in enumerate(zip(melds, verdict.melds, strict=True)):
        kind = found.kind.value if found.kind is not None else "meld"
        yield ShownMeld(
            meld=meld,
            verdict_label=(
                kind_name(kind, language) if found.legal else phrase(f"lane.not_{kind}", language)
            ),
            legal=found.legal,
            points=found.points,
            faces=found.faces,
            badges=_row(meld, lane, badges),
        )


def _badges(notes: tuple[Note, ...]) -> dict[tuple[int | None, int | None], int]:
    return {
        (part.lane, part.position): part.badge
        for note in notes
        for part in note.parts
        if part.badge is not None
    }


def _row(
    meld: Meld, lane: int, badges: dict[tuple[int | None, int | None], int]
) -> tuple[int | None, ...] | None:
    row = tuple(badges.get((lane, position)) for position in range(len(meld)))
    return row if any(row) else None


def _has_okeys(melds: tuple[Meld, ...]) -> bool:
    return any(not laid.tile.is_face for meld in melds for laid in meld.tiles)


def _label(verdict: Verdict, example: Example, rules: RuleSet, language: str) -> str:
    """The chip beside an example: what it counts, or what it is not."""
    if example.as_ == "opening" and rules.opening is not None:
        pairs = sum(meld.legal and meld.kind is MeldKind.PAIR for meld in verdict.melds)
        if verdict.legal and pairs:
            return phrase("headline.opened_pairs", language, count=pairs)
        key = "headline.opened" if verdict.legal else "headline.blocked"
        return phrase(key, language, points=verdict.points)
    if example.as_ == "finish":
        return phrase("headline.finished" if verdict.legal else "headline.not_finished", language)
    only = verdict.melds[0]
    kind = only.kind.value if only.kind is not None else "meld"
    if not verdict.legal:
        return phrase("rule.not_allowed" if only.legal else f"lane.not_{kind}", language)
    if only.kind is MeldKind.PAIR:
        return kind_name(kind, language)
    return phrase("rule.points", language, points=verdict.points)


# Moves in a position


def _shown_play(rule: Rule, play: Play, rules: RuleSet, language: str) -> ShownPlay:
    before = position_of(play, rules)
    indicator = before.indicator
    round_, last = before, moves_of(play)[0]
    violations, events, after = _outcome(round_, last)
    moves = []
    for move in moves_of(play)[1:]:
        if after is None:  # refused: what follows cannot be made
            break
        moves.append(ShownMove(_words(last, round_, language), _tile_of(last, round_), ()))
        round_, last = after, move
        violations, events, after = _outcome(round_, last)
    melds = last.action.melds if isinstance(last.action, Open | Lay | Finish) else ()
    notes = refusal_notes(
        [one for one in violations if one.rule == rule.id] or violations,
        rules=rules,
        indicator=indicator,
        language=language,
        melds=melds,
    )[:MOST_NOTES]
    badges = _badges(notes)
    moves.append(
        ShownMove(
            _words(last, round_, language),
            _tile_of(last, round_),
            tuple(
                ShownMeld(meld, "", True, 0, None, _row(meld, lane, badges))
                for lane, meld in enumerate(melds)
            ),
        )
    )
    giver = (before.turn.seat - 1) % len(before.seats)
    hand = before.seats[before.turn.seat].hand or ()
    mine = [event for event in events if event.rule == rule.id]
    told = [table.meld for table in before.table] + list(melds)
    return ShownPlay(
        table=tuple(
            TableMeldShown(number, seat_name(table.owner, language), table.meld)
            for number, table in enumerate(before.table, start=1)
        ),
        hand=" ".join(map(str, sorted(hand))),
        hand_owner=seat_name(before.turn.seat, language),
        discard=play.discard or "",
        giver=seat_name(giver, language),
        stock=play.stock,
        indicator=str(indicator),
        okey=str(okey_face(indicator)),
        shows_okey=_has_okeys(tuple(told))
        or any(not tile.is_face for tile in hand)
        or "indicator" in play.moves,
        risk=play.risk,
        moves=tuple(moves),
        legal=not violations and not mine,
        label=_outcome_label(bool(violations), mine, language),
        notes=notes,
        events=tuple(
            event_sentence(event, language, who=seat_name(event.seat, language)) for event in events
        ),
        ended=_ended(after, rules, language),
    )


def _outcome(
    round_: Round, move: Move
) -> tuple[tuple[Violation, ...], tuple[Event, ...], Round | None]:
    """What is wrong with a move, what it writes, and the round after it (None: it is not made)."""
    if isinstance(move.action, Draw):  # what is drawn in an example nobody knows
        return legal(round_, move), (), None
    done = apply(round_, move)
    if isinstance(done, Refusal):
        return done.violations, (), None
    return (), done.events, done.round


def _words(move: Move, round_: Round, language: str) -> str:
    seat = round_.turn.seat if move.seat is None else move.seat
    return f"{seat_name(seat, language)} {move_sentence(move, language)}"


def _tile_of(move: Move, round_: Round) -> str:
    match move.action:
        case Discard(tile) | Swap(tile):
            return str(tile)
        case Add(laid):
            return str(laid.tile)
        case Take(tile):
            giver = round_.seats[(round_.turn.seat - 1) % len(round_.seats)]
            found: Tile | None = tile or (giver.discards[-1] if giver.discards else None)
            return str(found or "")
        case Finish(tile):
            return str(tile)
    return ""


def _outcome_label(refused: bool, written: list[Event], language: str) -> str:
    if refused:
        return phrase("rule.not_allowed", language)
    if written:
        return _("costs %(points)s") % {"points": sum(event.points for event in written)}
    return _("allowed")


def _ended(after: Round | None, rules: RuleSet, language: str) -> str:
    """How the round ended with the move, if it did."""
    if after is None or after.result is None:
        return ""
    how = finish_name(after.result.finish, language, rules=rules)
    return _("The round is over: %(how)s") % {"how": how}


__all__ = [
    "AnyShown",
    "ShownExample",
    "ShownMeld",
    "ShownPlay",
    "ShownStanding",
    "ShownStart",
    "ShownTally",
    "applies",
    "holds",
    "judged",
    "shown",
]
