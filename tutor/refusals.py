"""A refused move and what is written during a round, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from okey import Hand, Meld, RuleSet, Tile, Violation, okey_face
from okey.endings import Event
from tutor.explain import Note, Part, most_helpful_first, note, rule_url
from tutor.facts import Facts
from tutor.names import Number
from tutor.texts import phrase, rule_text

Written = Event | Mapping[str, Any]


def refusal_notes(
    violations: Sequence[Violation | Mapping[str, Any]],
    *,
    rules: RuleSet,
    indicator: Tile,
    language: str,
    melds: Sequence[Meld] = (),
    hand: Hand | None = None,
) -> tuple[Note, ...]:
    """Why a move was refused, the most helpful first.

    `violations` are the engine's or their JSON; `melds` those of the move, in which a violation
    names one by its place. A violation of a meld that is not given is told by the rule's sentence.
    """
    found = [_violation(one) for one in violations]
    pairs = any(len(meld) == 2 and len({laid.tile for laid in meld.tiles}) == 1 for meld in melds)
    numbers: dict[tuple[int, int], int] = {}
    notes = []
    for violation in most_helpful_first(found, beside_pairs=pairs):
        if violation.meld is not None and violation.meld >= len(melds):
            notes.append(_plain_note(violation, rules, language))
            continue
        beside = tuple(other for other in found if other is not violation)
        okey = okey_face(indicator)
        facts = Facts(violation, None, melds, rules, okey, language, hand, beside)
        notes.append(note(facts, numbers))
    return tuple(notes)


def event_sentence(event: Written, language: str, *, who: str | None = None) -> str:
    """What was written during a round and why: "Seat 2: +101. A tile that fits was thrown.".

    `event` is the engine's or its JSON; `who` the name of the seat that it is written for.
    """
    rule = event.rule if isinstance(event, Event) else str(event["rule"])
    points = event.points if isinstance(event, Event) else int(event["points"])
    reason = phrase(f"event.{rule}", language)
    values = {"points": signed(points, language), "reason": reason}
    if who is None:
        return phrase("written.alone", language, **values)
    return phrase("written.seat", language, who=who, **values)


def signed(points: int, language: str) -> str:
    """Points with their sign: "+101", "−202", "0"."""
    text = format(Number(points, language), "")
    return f"+{text}" if points > 0 else text


def _violation(given: Violation | Mapping[str, Any]) -> Violation:
    if isinstance(given, Violation):
        return given
    return Violation(
        given["rule"],
        given.get("tiles", ""),
        given.get("params", {}),
        given.get("meld"),
        tuple(given.get("positions", ())),
    )


def _plain_note(violation: Violation, rules: RuleSet, language: str) -> Note:
    text = rule_text(violation.rule, language, rules)
    return Note(
        rule=violation.rule,
        title=text.title,
        parts=(Part(text.short),),
        lane=violation.meld,
        rule_url=rule_url(rules.key, violation.rule),
    )
