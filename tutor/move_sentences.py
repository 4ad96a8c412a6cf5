"""Which sentence explains why a move was refused, and with which values.

The values are the params that the referee gives with a violation; seats count from 0 there and
from 1 in a sentence.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tutor.facts import Facts, Picked
from tutor.names import Either, Names, TileName, face_of

_GROUP_FULL: Final = 4


def _to_open(facts: Facts) -> Picked:
    """Something that only who has opened may do: what opening needs."""
    values: dict[str, object] = {"need": facts.param("points")}
    if facts.violation.params["pairs"]:
        return Picked("pairs", values | {"pairs": facts.param("pairs")}, ())
    return Picked("default", values, ())


def _no_fit(facts: Facts) -> Picked:
    values: dict[str, object] = {"meld": facts.param("meld")}
    on, kind, end = facts.word("on"), facts.word("kind"), facts.word("end")
    if not on:
        return Picked("none", values, ())
    values |= {"tile": facts.named[0]}
    if kind == "group":
        return Picked("full" if len(on.split()) == _GROUP_FULL else "group", values, ())
    return Picked(end or "run", values, ())


def _run_cap(facts: Facts) -> Picked:
    values: dict[str, object] = {
        "tile": facts.named[0],
        "meld": facts.param("meld"),
        "most": facts.param("most"),
    }
    return Picked("end" if facts.word("end") else "default", values, ())


def _on_meld(facts: Facts) -> Picked:
    return Picked("default", {"meld": facts.param("meld")}, ())


def _tile_on_meld(facts: Facts) -> Picked:
    return Picked("default", {"tile": facts.named[0], "meld": facts.param("meld")}, ())


def _faces(facts: Facts) -> tuple[TileName, ...]:
    words = facts.word("fits").split()
    return tuple(TileName(face_of(word), facts.language) for word in words)


def _wrong_tile(facts: Facts) -> Picked:
    values: dict[str, object] = {"meld": facts.param("meld")}
    faces = _faces(facts)
    if not facts.word("on"):
        return Picked("missing", values, ())
    if not faces:
        return Picked("none", values, ())
    values |= {"tile": facts.named[0], "fits": Names(faces, facts.language)}
    return Picked("default" if len(faces) == 1 else "more", values, ())


def _undetermined(facts: Facts) -> Picked:
    values: dict[str, object] = {
        "meld": facts.param("meld"),
        "fits": Either(_faces(facts), facts.language),
    }
    return Picked("default", values, ())


def _rising(facts: Facts) -> Picked:
    values: dict[str, object] = {"points": facts.param("have"), "need": facts.param("needed")}
    return Picked(facts.word("by"), values, ())


def _alone(facts: Facts) -> Picked:
    return Picked(facts.word("move"), {}, ())


def _order(facts: Facts) -> Picked:
    reason = facts.word("reason")
    if reason != "seat":
        return Picked(reason, {}, ())
    return Picked("seat", {"seat": facts.seat("seat"), "by": facts.seat("by")}, ())


def _draw_once(facts: Facts) -> Picked:
    return Picked(facts.word("source"), {}, ())


def _last_only(facts: Facts) -> Picked:
    values: dict[str, object] = {"seat": facts.seat("seat")}
    if not facts.word("thrown") or not facts.named:
        return Picked("none", values, ())
    thrown = TileName(face_of(facts.word("thrown")), facts.language)
    return Picked("default", values | {"tile": facts.named[0], "thrown": thrown}, ())


def _must_use(facts: Facts) -> Picked:
    when = facts.word("when")
    if when == "take" and facts.violation.params.get("finish"):
        when = "last"
    return Picked(when, {"tile": facts.named[0]}, ())


def _tile(facts: Facts) -> Picked:
    return Picked("default", {"tile": facts.named[0]}, ())


def _tile_and_reason(facts: Facts) -> Picked:
    return Picked(facts.word("reason"), {"tile": facts.named[0]}, ())


def _turn(facts: Facts) -> Picked:
    return Picked("default", {"turn": facts.param("turn")}, ())


def _declare(facts: Facts) -> Picked:
    values: dict[str, object] = {
        "count": facts.param("pairs"),
        "need": facts.param("needed"),
        "short": facts.param("missing"),
    }
    return Picked("default", values, ())


def _stock_left(facts: Facts) -> Picked:
    return Picked("default", {"stock": facts.param("stock")}, ())


def _only_to_finish(facts: Facts) -> Picked:
    when = facts.word("when")
    values: dict[str, dict[str, object]] = {
        "take": {"tile": facts.named[0]},
        "discard": {"left": facts.param("left")},
        "declare": {},
    }
    return Picked(when, values[when], ())


PICKERS: Final[dict[str, Callable[[Facts], Picked]]] = {
    "opening.rising": _rising,
    "opening.alone": _alone,
    "lay.not-opened": _to_open,
    "layoff.not-opened": _to_open,
    "layoff.no-fit": _no_fit,
    "layoff.run-cap": _run_cap,
    "layoff.pairs-closed": _on_meld,
    "layoff.pair-opener": _tile_on_meld,
    "swap.not-opened": _to_open,
    "swap.wrong-tile": _wrong_tile,
    "swap.undetermined": _undetermined,
    "swap.pairs-closed": _on_meld,
    "turn.order": _order,
    "turn.draw-once": _draw_once,
    "take.last-only": _last_only,
    "take.must-use": _must_use,
    "take.in-opening": _tile,
    "take.unavailable": _tile_and_reason,
    "show.first-turn": _turn,
    "show.twin": _tile_and_reason,
    "declare.pairs": _declare,
    "indicator.stock-left": _stock_left,
    "indicator.only-to-finish": _only_to_finish,
}
