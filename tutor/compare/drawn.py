"""A question to rule sets, drawn once: melds, a position with moves, a round's end, a deal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from okey import Meld, RuleSet, okey_face, parse_melds, read_indicator
from okey.examples import moves_of
from okey.rules.examples import AnyExample, Example, Play, Standing, Start, Tally
from okey.tally import ended_example
from tutor.move_words import move_sentence
from tutor.names import finish_name, opened_name, penalty_name, seat_name
from tutor.refusals import signed


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the drawing: a label, and tiles or text behind it."""

    label: str
    tiles: str = ""
    melds: tuple[Meld, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Drawn:
    """What is asked. `okey` is drawn where a tile of the question is one."""

    rows: tuple[Row, ...]
    indicator: str
    okey: str
    shows_okey: bool


def drawn(example: AnyExample, rules: RuleSet, language: str, *, seat: int | None = None) -> Drawn:
    """Draw a question; `rules` is a rule set that knows it, for the names of ways to finish.

    Where only one `seat` of a finished round is asked about, the others' tiles are left out.
    """
    indicator = read_indicator(getattr(example, "indicator", "B10"))
    rows = tuple(_rows(example, rules, language, seat))
    return Drawn(
        rows=rows,
        indicator=str(indicator),
        okey=str(okey_face(indicator)),
        shows_okey=any("*" in row.tiles or "F" in row.tiles for row in rows)
        or any(not laid.tile.is_face for row in rows for meld in row.melds for laid in meld.tiles),
    )


def _rows(example: AnyExample, rules: RuleSet, language: str, asked: int | None) -> Iterator[Row]:
    match example:
        case Example():
            labels = {
                "melds": _("Laid"),
                "opening": _("Laid as an opening"),
                "finish": _("Shown to finish"),
            }
            melds = parse_melds(example.melds, read_indicator(example.indicator))
            yield Row(labels[example.as_], melds=melds)
        case Play():
            yield from _moves(example, language)
        case Tally():
            yield from _ending(example, rules, language, asked)
        case Start():
            yield Row(_("Dealt"), text=" · ".join(map(str, example.hands)))
            if len(example.turned) > 1:
                yield Row(_("Turned up"), tiles=" ".join(example.turned))
        case Standing():
            yield from _standing(example, language)


def _moves(play: Play, language: str) -> Iterator[Row]:
    indicator = read_indicator(play.indicator)
    for owned in play.table.split("|") if play.table else ():
        owner, _colon, tiles = owned.partition(":")
        label = _("On the table, of %(seat)s") % {"seat": seat_name(int(owner), language)}
        yield Row(label, melds=parse_melds(tiles, indicator))
    if play.opened and not play.table:
        opened = play.opened.split()[0]
        yield Row(seat_name(0, language), text=opened_name(_way(opened), language))
    if play.hand:
        yield Row(_("Hand of %(seat)s") % {"seat": seat_name(0, language)}, tiles=play.hand)
    if play.discard:
        yield Row(_("Just discarded"), tiles=play.discard)
    if not play.stock:
        yield Row(_("Stock"), text=_("empty"))
    words = [move_sentence(move, language, indicator=indicator) for move in moves_of(play)]
    yield Row(seat_name(0, language), text="; ".join(words))


def _way(word: str) -> str | None:
    return None if word == "-" else word


def _ending(tally: Tally, rules: RuleSet, language: str, asked: int | None) -> Iterator[Row]:
    ended = ended_example(tally)
    text = finish_name(ended.finish, language, rules=rules)
    if ended.finish is not None:
        text = f"{text} · {seat_name(ended.finish.seat, language)}"
    yield Row(_("The round ends"), text=text)
    if ended.risk:
        yield Row("", text=_("A false okey was turned first"))
    if ended.teams:
        yield Row("", text=_("Two teams"))
    for seat, board in enumerate(ended.boards):
        if asked not in (None, seat) or (ended.finish and seat == ended.finish.seat):
            continue
        opened = opened_name(board.opened, language)
        worth = board.opening_points or board.opening_pairs
        label = f"{seat_name(seat, language)}: {opened}" + (f" ({worth})" if worth else "")
        yield Row(label, tiles=" ".join(map(str, board.hand)))
    for rule, seat in ended.events:
        yield Row(seat_name(seat, language), text=penalty_name(rule, language))


def _standing(standing: Standing, language: str) -> Iterator[Row]:
    seats = ngettext("%(count)s seat", "%(count)s seats", standing.seats)
    yield Row(_("A match"), text=seats % {"count": standing.seats})
    if standing.teams:
        yield Row("", text=_("Two teams"))
    if standing.rounds is not None:
        rounds = ngettext("%(count)s round", "%(count)s rounds", standing.rounds)
        yield Row(_("Agreed on"), text=rounds % {"count": standing.rounds})
    if standing.scores:
        last = " · ".join(signed(score, language) for score in standing.scores[-1])
        played = ngettext(
            "%(count)s round played, the last one %(scores)s",
            "%(count)s rounds played, each %(scores)s",
            len(standing.scores),
        )
        yield Row("", text=played % {"count": len(standing.scores), "scores": last})
