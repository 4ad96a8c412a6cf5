"""A hand in words and drawings: what it can do, what it waits for, what to throw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from okey import Hand, Meld, MeldKind, RuleSet, Tile, format_melds, judge
from okey.melds import laid_tiles
from okey.search import (
    OpeningSolution,
    ShowingSolution,
    advise,
    arrange_pairs,
    outs,
    solve,
)
from okey.search.arrange import arrange
from okey.search.tables import TILES_THEN_POINTS
from tutor.explain import Explanation, explain, explain_cannot
from tutor.names import TileName, kind_name
from tutor.referee.forms import HandQuestion
from tutor.referee.wording import language
from tutor.texts import phrase


@dataclass(frozen=True, slots=True)
class ShownMeld:
    """A meld in notation with every face declared, as it is drawn."""

    text: str
    label: str
    points: int


@dataclass(frozen=True, slots=True)
class Arranged:
    """Melds of a hand, what they are worth together, and the tiles that are left."""

    title: str
    melds: tuple[ShownMeld, ...]
    points: int
    tiles: int
    left: tuple[str, ...]
    text: str

    @property
    def in_pairs(self) -> bool:
        """Whether it is pairs, which count no points."""
        return not self.points


@dataclass(frozen=True, slots=True)
class ShownOut:
    """A tile that is waited for, with the copies not yet seen."""

    tile: str
    copies: int


@dataclass(frozen=True, slots=True)
class ShownDiscard:
    """A tile to throw. `place` is the same for equally good ones; `points` None where no matter."""

    place: int
    tile: str
    outs: int
    points: int | None


@dataclass(frozen=True, slots=True)
class Draws:
    """What is waited for, or what to throw. `sentence` says it in words."""

    sentence: str
    outs: tuple[ShownOut, ...] = ()
    discards: tuple[ShownDiscard, ...] = ()

    @property
    def first(self) -> tuple[ShownDiscard, ...]:
        """The best discards, all of one place together, about a handful."""
        fifth = self.discards[min(4, len(self.discards) - 1)].place if self.discards else 0
        return tuple(one for one in self.discards if one.place <= fifth)

    @property
    def others(self) -> tuple[ShownDiscard, ...]:
        """The discards after the first ones."""
        return self.discards[len(self.first) :]


@dataclass(frozen=True, slots=True)
class Judged:
    """Melds that were laid, as they lie, with the verdict in words."""

    lanes: tuple[JudgedLane, ...]
    told: Explanation


@dataclass(frozen=True, slots=True)
class JudgedLane:
    """One of them. `badges` are the numbers of its marks, for each of its tiles."""

    meld: Meld
    legal: bool
    label: str
    points: int
    faces: tuple[str, ...] | None
    badges: tuple[int | None, ...] | None


@dataclass(frozen=True, slots=True)
class HandAnswer:
    """What the page shows about a hand.

    `waits` says which question about draws can be asked of a hand of this size: outs, discards or
    none; `draws` is its answer where it was asked.
    """

    okey: str
    size: int
    right: bool
    headline: str
    proof: str
    arranged: tuple[Arranged, ...]
    waits: str
    draws: Draws | None


def hand_answer(question: HandQuestion) -> HandAnswer | None:
    """Everything about the hand; None where only melds are judged."""
    hand, rules = question.hand, question.rules
    if hand is None:
        return None
    size = len(hand.tiles)
    waits = {rules.hand.others: "outs", rules.hand.starter: "discards"}.get(size, "")
    solution = solve(hand, rules)
    if isinstance(solution, OpeningSolution):
        right, headline, proof = _opening_words(solution, rules)
        arranged = _opening_arrangements(hand, solution, rules)
    else:
        right, headline, proof = _showing_words(hand, solution, rules)
        arranged = _showing_arrangements(hand, solution, rules)
    return HandAnswer(
        okey=str(hand.okey),
        size=size,
        right=right,
        headline=headline,
        proof=proof,
        arranged=arranged,
        waits=waits,
        draws=_draws(question, hand, waits, right) if question.draws and waits else None,
    )


def judged(question: HandQuestion) -> Judged | None:
    """The melds that were laid, with the verdict in words; None where there are none."""
    verdict = question.verdict
    if verdict is None:
        return None
    told = explain(
        verdict,
        melds=question.melds,
        hand=question.hand,
        rules=question.rules,
        language=language(),
        indicator=question.indicator,
        as_=question.as_,
    )
    lanes = []
    for at, (meld, one) in enumerate(zip(question.melds, verdict.melds, strict=True)):
        kind = one.kind.value if one.kind is not None else "meld"
        label = kind_name(kind, language()) if one.legal else phrase(f"lane.not_{kind}", language())
        badges = told.badges(at, len(meld))
        lanes.append(JudgedLane(meld, one.legal, label, one.points, one.faces, badges))
    return Judged(tuple(lanes), told)


# Opening


def _opening_words(solution: OpeningSolution, rules: RuleSet) -> tuple[bool, str, str]:
    proof = explain_cannot(
        best_points=solution.best_points,
        pairs=solution.pairs,
        opens_by=solution.opens_by,
        rules=rules,
        language=language(),
    ).text
    if solution.can_finish:
        return True, _("This hand opens and finishes in one turn"), proof
    if len(solution.opens_by) == 2:
        return True, _("This hand opens, with melds and with pairs"), proof
    if solution.can_open:
        return True, _("This hand opens"), proof
    return False, _("This hand does not open"), proof


def _opening_arrangements(
    hand: Hand, solution: OpeningSolution, rules: RuleSet
) -> tuple[Arranged, ...]:
    best, most = solution.best_melds, solution.most_tiles_melds
    found = []
    if best:
        same = len(laid_tiles(best)) == solution.most_tiles
        title = _("Most points and most tiles") if same else _("Most points")
        found.append(_arranged(title, best, hand, rules))
        if not same:
            found.append(_arranged(_("Most tiles"), most, hand, rules))
    if solution.pairs:
        pairs = _arranged(_("Pairs"), arrange_pairs(hand), hand, rules)
        # What opens stands first.
        found.insert(0 if solution.opens_by == ("pairs",) else len(found), pairs)
    return tuple(found)


# Showing


def _showing_words(hand: Hand, solution: ShowingSolution, rules: RuleSet) -> tuple[bool, str, str]:
    if solution.complete:
        proof = ""
        if solution.throw is not None:
            proof = _("Thrown: %(tile)s.") % {"tile": TileName(solution.throw, language())}
        by_pairs = solution.by == "pairs"
        headline = _("This hand is complete, in pairs") if by_pairs else _("This hand is complete")
        return True, headline, proof
    most = arrange(hand, TILES_THEN_POINTS.under(rules)).tiles
    values = {"most": most, "need": rules.hand.others}
    proof = _("At most %(most)s of %(need)s tiles lie in runs and groups.") % values
    needed = rules.showing.pairs if rules.showing else None
    if needed is not None:
        counts = {"pairs": len(arrange_pairs(hand)), "need": needed}
        proof = f"{proof} {_('Pairs: %(pairs)s of %(need)s.') % counts}"
    return False, _("This hand is not complete"), proof


def _showing_arrangements(
    hand: Hand, solution: ShowingSolution, rules: RuleSet
) -> tuple[Arranged, ...]:
    pairs = arrange_pairs(hand)
    if solution.melds is not None:
        found = [_arranged(_("So it is shown"), solution.melds, hand, rules)]
        if solution.by == "pairs":
            return tuple(found)
    else:
        most = arrange(hand, TILES_THEN_POINTS.under(rules)).melds
        found = [_arranged(_("Most tiles"), most, hand, rules)] if most else []
    if pairs:
        found.append(_arranged(_("Pairs"), pairs, hand, rules))
    return tuple(found)


# Drawings


def _arranged(title: str, melds: Sequence[Meld], hand: Hand, rules: RuleSet) -> Arranged:
    verdict = judge(melds, rules=rules, indicator=hand.indicator)
    laid = laid_tiles(melds)
    shown = tuple(
        ShownMeld(one.tiles, kind_name(one.kind or MeldKind.RUN, language()), one.points)
        for one in verdict.melds
    )
    return Arranged(
        title=title,
        melds=shown,
        points=verdict.points,
        tiles=len(laid),
        left=tuple(map(str, _left(hand.tiles, laid))),
        text=format_melds(melds, kinds=False),
    )


def _left(tiles: Iterable[Tile], laid: Iterable[Tile]) -> list[Tile]:
    return sorted((Counter(tiles) - Counter(laid)).elements())


# Draws


def _draws(question: HandQuestion, hand: Hand, waits: str, right: bool) -> Draws:
    opens = question.rules.opening is not None
    if waits == "outs" and right:
        return Draws(
            _("It opens already, whatever is drawn.")
            if opens
            else _("It is complete already, whatever is drawn.")
        )
    if waits == "outs":
        found = outs(hand, question.rules, question.seen)
        if not found.total:
            sentence = (
                _("No single tile lets this hand open.")
                if opens
                else _("No single tile completes this hand.")
            )
            return Draws(sentence)
        text = (
            _("Tiles that let it open, not yet seen: %(total)s.")
            if opens
            else _("Tiles that complete it, not yet seen: %(total)s.")
        )
        return Draws(
            text % {"total": found.total},
            outs=tuple(ShownOut(str(one.tile), one.copies) for one in found.outs),
        )
    advice = advise(hand, question.rules, question.seen)
    discards: list[ShownDiscard] = []
    place = 0
    for at, one in enumerate(advice.discards, 1):
        key = (one.outs, one.best_points)
        if not discards or key != (discards[-1].outs, discards[-1].points):
            place = at
        discards.append(ShownDiscard(place, str(one.discard), one.outs, one.best_points))
    best = advice.discards[0]
    if not best.outs:
        sentence = _("Whatever is thrown, no single draw is enough afterwards.")
    else:
        values = {
            "tile": TileName(best.discard, language()),
            "outs": best.outs,
        }
        sentence = _("Best thrown: %(tile)s. Tiles that then help: %(outs)s.") % values
    return Draws(sentence, discards=tuple(discards))


__all__ = ["Draws", "HandAnswer", "Judged", "hand_answer", "judged"]
