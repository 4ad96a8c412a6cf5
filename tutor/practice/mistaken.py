"""What one's own moves of a round have cost most, in words, each with its rule and its position."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from django.utils.translation import ngettext

from okey.bots import Mistake, mistakes
from okey.errors import InputError
from okey.record import parse_record
from tutor.advice_words import mistake_sentence
from tutor.explain import rule_url
from tutor.notation.links import record_url
from tutor.practice.shown import own_words
from tutor.practice.tables import Table
from tutor.referee.wording import language
from tutor.texts import rule_text

_MOST_KEPT: Final = 128
_kept: OrderedDict[tuple[str, int, int], tuple[Mistake, ...]] = OrderedDict()


@dataclass(frozen=True, slots=True)
class ToldMistake:
    """A mistake: what was done, what it cost, what was better, and where to look at it."""

    headline: str
    loss: str
    made: str
    better: str
    rule_title: str
    rule_url: str
    position_url: str
    position: str


def told_mistakes(table: Table, number: int) -> list[ToldMistake]:
    """The costliest mistakes of whoever looks, in a round that is over. A search of its own."""
    return [_told(one, table) for one in _found(table, number)]


def _found(table: Table, number: int) -> tuple[Mistake, ...]:
    key = (str(table.game.pk), number, table.mine)
    if key not in _kept:
        played = table.played_in(number)
        _kept[key] = mistakes(played.rounds, played.moves, table.mine)
        if len(_kept) > _MOST_KEPT:
            _kept.popitem(last=False)
    return _kept[key]


def _told(one: Mistake, table: Table) -> ToldMistake:
    known = one.rule in table.rules.rules
    return ToldMistake(
        headline=mistake_sentence(one, language()),
        loss=_loss(one),
        made=own_words(one.made),
        better=" · ".join(own_words(move) for move in one.better),
        rule_title=rule_text(one.rule, language()).title if known else "",
        rule_url=rule_url(table.rules.key, one.rule) if known else "",
        position_url=_position_url(one),
        position=one.position,
    )


def _loss(one: Mistake) -> str:
    if one.outs:
        text = ngettext("%(count)s out", "%(count)s outs", one.outs)
        return text % {"count": one.outs}
    if one.tiles:
        text = ngettext("%(count)s tile", "%(count)s tiles", one.tiles)
        return text % {"count": one.tiles}
    text = ngettext("%(count)s point", "%(count)s points", one.points)
    return text % {"count": one.points}


def _position_url(one: Mistake) -> str:
    """The position, with the better moves to step through where that can be done."""
    moves = "\n".join(map(str, one.better))
    for text in (f"{one.position}\n\n{moves}\n", one.position):
        try:
            return record_url(parse_record(text))
        except InputError:
            continue
    return ""
