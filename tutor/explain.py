"""A verdict in words: which tiles break which rule, and what would be right.

The text follows from the verdict and from what lies on the table, never from a position that the
reader does not see. A right answer gets a nod and no lecture.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from string import Formatter
from typing import Final

from django.urls import reverse

from okey import RULE_SETS, Hand, Meld, MeldKind, RuleSet, Tile, Verdict, Violation, okey_face
from okey.rules.model import As
from okey.search.nearest import nearest, nearest_legal
from tutor.changes import ChangeText, change_text
from tutor.names import NBSP, Number
from tutor.sentences import Facts, Picked, pick
from tutor.texts import phrase, rule_text, sentences


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a sentence. A piece with a badge ends in the word that the badge is glued to."""

    text: str
    badge: int | None = None
    lane: int | None = None
    position: int | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """One broken rule. `lane` is None where the submission as a whole breaks it."""

    rule: str
    title: str
    parts: tuple[Part, ...]
    lane: int | None
    rule_url: str

    @property
    def text(self) -> str:
        """The sentence without badges."""
        return plain(self.parts)


@dataclass(frozen=True, slots=True)
class Ring:
    """A tile to ring. `badge` is the number by which a sentence refers to it, if one does."""

    lane: int
    position: int
    badge: int | None


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a person is told. All but `correct` and `headline` is empty for a right answer.

    The most helpful note comes first and stands in `rule`, `title`, `parts` and `rule_url`; the
    others are `more`. `change` is the nearest legal opening out of the hand, or where the hand
    has none, the nearest legal melds.
    """

    correct: bool
    headline: str
    rule: str = ""
    title: str = ""
    parts: tuple[Part, ...] = ()
    rule_url: str = ""
    more: tuple[Note, ...] = ()
    rings: tuple[Ring, ...] = ()
    change: ChangeText | None = None

    @property
    def text(self) -> str:
        """The first sentence without badges."""
        return plain(self.parts)

    def badges(self, lane: int, tiles: int) -> tuple[int | None, ...] | None:
        """For each of the lane's tiles its badge; None where no tile of the lane has one."""
        found = {ring.position: ring.badge for ring in self.rings if ring.lane == lane}
        if not any(found.values()):
            return None
        return tuple(found.get(position) for position in range(tiles))


def explain(
    verdict: Verdict,
    *,
    melds: Sequence[Meld],
    hand: Hand | None,
    rules: RuleSet,
    language: str,
    indicator: Tile | None = None,
    as_: As = "opening",
    with_change: bool = True,
) -> Explanation:
    """Explain what was laid. `indicator` is needed only where there is no `hand`.

    `as_` is what the verdict was asked for. Without a hand no change is proposed.
    """
    headline = _headline(verdict, rules, as_, language)
    if verdict.legal:
        return Explanation(True, headline)
    shown = hand.indicator if hand is not None else indicator
    assert shown is not None, "the okey's face comes from a hand or an indicator"
    numbers: dict[tuple[int, int], int] = {}
    notes = []
    for violation in in_order_of_help(verdict, melds, rules):
        facts = Facts(violation, verdict, melds, rules, okey_face(shown), language, hand)
        notes.append(note(facts, numbers))
    change = None
    if hand is not None and with_change and as_ == "opening" and rules.opening is not None:
        found = nearest(melds, hand, rules) or nearest_legal(melds, hand, rules)
        change = change_text(found, melds=melds, hand=hand, rules=rules, language=language)
    first = notes[0]
    return Explanation(
        correct=False,
        headline=headline,
        rule=first.rule,
        title=first.title,
        parts=first.parts,
        rule_url=first.rule_url,
        more=tuple(notes[1:]),
        rings=tuple(_rings(verdict, numbers)),
        change=change,
    )


def explain_cannot(
    *, best_points: int, pairs: int, opens_by: Sequence[str], rules: RuleSet, language: str
) -> Explanation:
    """Explain the answer "this hand cannot open", right or wrong, with the proof.

    The values are those of `okey.search.solve`; the arrangement itself is shown beside the text.
    """
    assert rules.opening is not None, "only where hands are opened"
    need = rules.opening.points
    if "melds" in opens_by:
        proof = phrase("proof.can_points", language, best=best_points)
    elif "pairs" in opens_by:
        proof = phrase("proof.can_pairs", language, count=pairs)
    elif best_points >= need:
        proof = phrase("proof.keep", language, best=best_points)
    elif best_points:
        proof = phrase("proof.points", language, best=best_points, short=need - best_points)
    else:
        proof = phrase("proof.nothing", language)
    if not opens_by and rules.opening.pairs is not None:
        proof = f"{proof} {phrase('proof.pairs', language, count=pairs, need=rules.opening.pairs)}"
    right = not opens_by
    headline = phrase("headline.cannot_right" if right else "headline.cannot_wrong", language)
    return Explanation(right, headline, parts=(Part(proof),))


def explain_better(best_points: int, language: str) -> str:
    """Say that more was in the hand than a right answer laid."""
    return phrase("better.points", language, best=best_points)


def notes_about(
    rule: str,
    verdict: Verdict,
    *,
    melds: Sequence[Meld],
    rules: RuleSet,
    indicator: Tile,
    language: str,
) -> tuple[Note, ...]:
    """The notes on a rule's own page: those about it, else the most helpful one."""
    numbers: dict[tuple[int, int], int] = {}
    okey = okey_face(indicator)
    found = in_order_of_help(verdict, melds, rules)
    shown = [violation for violation in found if violation.rule == rule] or found[:1]
    return tuple(
        note(Facts(violation, verdict, melds, rules, okey, language), numbers)
        for violation in shown
    )


# Which violation helps most


_FIRST: Final = ("turn.not-in-hand", "lay.unavailable")
_LAST: Final = ("opening.keep-discard", "opening.pairs", "opening.points", "finish.incomplete")
_EARLY: Final = ("meld.okey-face", "meld.all-okeys")
_WHOLE: Final = ("opening.mixed", "opening.pairs-unavailable")


def in_order_of_help(verdict: Verdict, melds: Sequence[Meld], rules: RuleSet) -> list[Violation]:
    """The violations with the most helpful first.

    A meld that does not hold explains more than the sum that it spoils. Of two tiles that are
    neither pair nor meld, what they were meant as comes first: a pair beside pairs.
    """
    beside_pairs = any(meld.kind is MeldKind.PAIR for meld in verdict.melds)
    return most_helpful_first(verdict.violations, beside_pairs=beside_pairs)


def most_helpful_first(violations: Sequence[Violation], *, beside_pairs: bool) -> list[Violation]:
    """Violations in order of help; those of a move as a whole come before its melds."""
    early = "pair.identical" if beside_pairs else "meld.too-short"

    def place(violation: Violation) -> tuple[int, int, int]:
        rule = violation.rule
        if rule in _FIRST:
            return 0, 0, 0
        if violation.meld is not None:
            return 2, violation.meld, 0 if rule in _EARLY else 1 if rule == early else 2
        if rule in _WHOLE:
            return 3, _WHOLE.index(rule), 0
        if rule in _LAST:
            return 4, _LAST.index(rule), 0
        return 1, 0, 0

    return sorted(violations, key=place)


# Sentences


def note(facts: Facts, numbers: dict[tuple[int, int], int]) -> Note:
    """One violation in words. `numbers` are the badges given so far, by lane and position."""
    violation, language = facts.violation, facts.language
    picked = pick(facts)
    template = sentences(violation.rule, language)[picked.variant]
    return Note(
        rule=violation.rule,
        title=rule_text(violation.rule, language).title,
        parts=tuple(_parts(template, picked, violation.meld, numbers)),
        lane=violation.meld,
        rule_url=rule_url(facts.rules.key, violation.rule),
    )


def rule_url(key: str, rule: str) -> str:
    """The address of a rule's page in a rule set, "" for a house rule set, which has no pages."""
    return reverse("rule", args=[key, rule]) if key in RULE_SETS else ""


def _parts(
    template: str, picked: Picked, lane: int | None, numbers: dict[tuple[int, int], int]
) -> Iterator[Part]:
    """Fill the sentence and split it at its badges.

    A tile that was marked by an earlier sentence keeps its number.
    """
    text = ""
    for literal, field, form, _ in Formatter().parse(template):
        text += literal
        if field is None:
            continue
        places = _places(field, picked)
        if places is None:
            text += format(picked.values[field], form or "")
            continue
        for position in places:
            assert lane is not None, "only tiles of a meld have badges"
            badge = numbers.setdefault((lane, position), len(numbers) + 1)
            before, word = _last_word(text)
            if before:
                yield Part(before)
            yield Part(word, badge, lane, position)
            text = ""
    text = text.replace("  ", " ")
    if text.strip():
        yield Part(text)


def _places(field: str, picked: Picked) -> tuple[int, ...] | None:
    """The positions that a placeholder marks; None where it is a value."""
    if field == "badges":
        return picked.badges
    if re.fullmatch(r"b[1-9]", field):
        return (picked.badges[int(field[1:]) - 1],)
    return None


def _last_word(text: str) -> tuple[str, str]:
    """What stands before the last word, and that word, to which a badge is glued."""
    text = text.rstrip(" ")
    at = text.rfind(" ") + 1
    return text[:at], text[at:]


def plain(parts: Sequence[Part]) -> str:
    """A sentence without its badges."""
    return "".join(part.text for part in parts).replace(NBSP, " ").strip()


def _rings(verdict: Verdict, numbers: dict[tuple[int, int], int]) -> Iterator[Ring]:
    places = dict.fromkeys(
        (violation.meld, position)
        for violation in verdict.violations
        if violation.meld is not None
        for position in violation.positions
    )
    for lane, position in sorted(places):
        yield Ring(lane, position, numbers.get((lane, position)))


def _headline(verdict: Verdict, rules: RuleSet, as_: As, language: str) -> str:
    pairs = sum(meld.legal and meld.kind is MeldKind.PAIR for meld in verdict.melds)
    values: dict[str, object] = {
        "points": Number(verdict.points, language),
        "count": Number(pairs, language),
    }
    if as_ == "melds" or (as_ == "opening" and rules.opening is None):
        return phrase(
            "headline.holds" if verdict.legal else "headline.holds_not", language, **values
        )
    if as_ == "finish":
        return phrase("headline.finished" if verdict.legal else "headline.not_finished", language)
    assert rules.opening is not None
    if verdict.legal:
        key = "headline.opened_pairs" if pairs else "headline.opened"
        return phrase(key, language, **values)
    broken = {violation.rule for violation in verdict.violations}
    if "opening.points" in broken:
        return phrase("headline.not_open", language, need=rules.opening.points, **values)
    if "opening.pairs" in broken:
        return phrase("headline.not_open_pairs", language, need=rules.opening.pairs, **values)
    return phrase("headline.blocked", language)
