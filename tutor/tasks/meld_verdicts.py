"""Is this a run, a group, a pair? And which tile does not belong?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final

from okey.judge import judge
from okey.melds import Meld, MeldKind, laid_tiles
from okey.reading import SHORTEST
from okey.rules.model import RuleSet, Verdict
from okey.tiles import FALSE_OKEY, NUMBERS, Colour, Tile, face
from tutor.tasks.base import (
    Exercise,
    Form,
    Outcome,
    TaskKind,
    about_melds,
    random_of,
    read_choice,
    read_one_tile,
)
from tutor.tasks.meld_ideas import IDEAS, Idea
from tutor.tasks.pair_ideas import PAIR_IDEAS
from tutor.tasks.pieces import Bag, meld_of, proposed

KINDS: Final = {kind.value: kind for kind in MeldKind}
YES: Final = "yes"
NO: Final = "no"
# What a meld can break; the wrong reasons offered are taken from these, as far as they are rules.
REASONS: Final = (
    "run.gap", "run.colour", "run.no-wrap", "run.wrap-end", "group.colour-twice", "group.number",
    "meld.neither", "meld.too-short",
)  # fmt: skip
# What is asked where no ideas are: the kind asked for, and the ideas.
_FALSE: Final = ("false-in-run", "false-in-group", "false-as-joker", "false-as-indicator")
FAMILIES: Final = (
    ("run", ("run", "gap", "two-colours", "number-twice")),
    ("run", ("wrap", "high-run", "low-run", "round-the-corner")),
    ("group", ("group", "colour-twice", "two-numbers")),
    ("any", ("run", "gap", "two-colours", "group", "colour-twice", "two-numbers")),
    ("any", _FALSE),
)
_USUAL: Final[Mapping[MeldKind | None, tuple[str, ...]]] = {
    MeldKind.RUN: ("run.gap",),
    MeldKind.GROUP: ("group.number",),
    MeldKind.PAIR: ("pair.identical",),
}
_COIN: Final = 60  # proposals in which the verdict that the coin chose is waited for


def judged(melds: Sequence[Meld], indicator: Tile, rules: RuleSet) -> Verdict:
    """Each meld on its own."""
    return judge(melds, rules=rules, indicator=indicator)


def broken_rules(verdict: Verdict) -> tuple[str, ...]:
    """The rules that a verdict names; that of the false okey first where one is in the way."""
    broken = dict.fromkeys(violation.rule for violation in verdict.violations)
    false = any(str(FALSE_OKEY) in violation.tiles.split() for violation in verdict.violations)
    return (*(("okey.false",) if false else ()), *broken)


def _turns_on(meld: Meld, verdict: Verdict) -> tuple[str, ...]:
    """What a verdict turns on; the first of them does not tell whether it is legal."""
    tiles = laid_tiles((meld,))
    false = ("okey.false",) if FALSE_OKEY in tiles else ()
    broken = tuple(rule for rule in broken_rules(verdict) if rule != "okey.false")
    usual: tuple[str, ...] = _USUAL.get(meld.kind, ("meld.neither",))
    if meld.kind is MeldKind.RUN and any(tile.is_face and tile.number == 1 for tile in tiles):
        usual = ("run.no-wrap", "run.wrap-end")
    return (*false, *broken, *usual)


class IsMeld(TaskKind):
    """Is this a meld? Yes or no; with the option `reasons`, yes or the rule that it breaks.

    Option `ideas`: names of `meld_ideas.IDEAS`. Option `kind`: `run` or `group`, where that alone
    is asked for.
    """

    key = "is-meld"
    form = Form.CHOICE
    trains: tuple[str, ...] = (*REASONS[:-1], "okey.false")
    ideas: Mapping[str, Idea] = IDEAS
    families: tuple[tuple[str, tuple[str, ...]], ...] = FAMILIES
    kind: str = "any"

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """Propose melds of these ideas until one breaks a single rule, or none."""
        rng = random_of(self.key, rules, seed)
        kind, ideas = rng.choice(self.families)
        if "ideas" in options:
            kind, ideas = options.get("kind", self.kind), options["ideas"]
        bag, meld, verdict = self._proposed(rng, rules, ideas, KINDS.get(kind))
        shown: tuple[str, ...] = (YES, NO)
        ask = kind
        if options.get("reasons", False):
            ask = f"{kind}-why"
            broken = {violation.rule for violation in verdict.violations}
            others = [rule for rule in REASONS if rule in rules.rules and rule not in broken]
            # One rule says of both kinds what two others say of each: only one is offered.
            alike = {"run.colour", "group.number"} if kind == "any" else {"meld.neither"}
            others = [rule for rule in others if rule not in alike]
            shown = (YES, *bag.shuffled([*sorted(broken), *rng.sample(others, 3 - len(broken))]))
        return Exercise(
            self.key, rules, seed, bag.indicator, laid=(meld,), options=shown,
            about=_turns_on(meld, verdict), ask=ask,
        )  # fmt: skip

    def _proposed(
        self, rng: Random, rules: RuleSet, ideas: Sequence[str], kind: MeldKind | None
    ) -> tuple[Bag, Meld, Verdict]:
        wanted = rng.random() < 0.5
        waited = 0

        def propose() -> tuple[Bag, Meld, Verdict] | None:
            nonlocal waited
            bag = Bag(rng)
            tiles = self.ideas[rng.choice(ideas)](bag)
            if tiles is None or not bag.has(tiles):
                return None
            meld = Meld(meld_of(tiles).tiles, kind)
            verdict = judged((meld,), bag.indicator, rules)
            waited += 1
            broken = {violation.rule for violation in verdict.violations}
            if len(broken) > 1 or (verdict.legal != wanted and waited < _COIN):
                return None
            return bag, meld, verdict

        return proposed(propose)

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """Yes where the engine calls it legal; else no, or any of the rules that are broken."""
        verdict = judged(exercise.laid, exercise.indicator, rules)
        if verdict.legal:
            return (YES,)
        broken = dict.fromkeys(violation.rule for violation in verdict.violations)
        return tuple(one for one in (NO, *broken) if one in exercise.options) or (NO,)

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """See `TaskKind`."""
        said = read_choice(exercise, answer)
        right = self.right(exercise, rules)
        verdict = judged(exercise.laid, exercise.indicator, rules)
        found = about_melds(verdict, right, where="laid")
        named = broken_rules(verdict) or self.about(exercise)
        return replace(found, correct=said in right, rules=named)


class IsPair(IsMeld):
    """Are these two tiles a pair?"""

    key = "is-pair"
    trains = ("pair.identical", "okey.false")
    ideas = PAIR_IDEAS
    kind = "pair"
    families = (
        ("pair", ("same", "same-number", "same-colour", "okey", "two-false")),
        ("pair", ("okey", "false-and-okey", "false-and-tile", "false-and-number")),
    )


class OddTile(TaskKind):
    """One tile does not belong here: which? Right is every one without which the rest is legal.

    Option `ideas`: names of `meld_ideas.IDEAS`. Option `odd`: what is added to such a meld, a
    `step` too far, another `colour`, the same tile `twice`, the 1 after the 13 (`wrap`), a false
    okey (`false`).
    """

    key = "odd-tile"
    form = Form.TILE
    trains = (
        "run.gap", "run.colour", "run.no-wrap", "group.colour-twice", "group.number",
        "group.too-long", "okey.false",
    )  # fmt: skip

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """Add one tile to a legal meld, so that it is legal no more."""
        rng = random_of(self.key, rules, seed)
        ideas = options.get("ideas", ("run", "high-run", "group", "group"))
        odd = options.get("odd", ("step", "colour", "twice", "wrap", "wrap", "false"))

        def propose() -> tuple[Bag, Meld] | None:
            bag = Bag(rng)
            tiles = IDEAS[rng.choice(ideas)](bag)
            spoilt = None if tiles is None else _spoilt(bag, tiles, rng.choice(odd))
            if spoilt is None or not 4 <= len(spoilt) <= 6 or not bag.has(spoilt):
                return None
            run = tiles is not None and tiles[0].colour == tiles[-1].colour
            meld = Meld(meld_of(spoilt).tiles, MeldKind.RUN if run else MeldKind.GROUP)
            if judged((meld,), bag.indicator, rules).legal:
                return None
            return (bag, meld) if len(_without_which(meld, bag.indicator, rules)) == 1 else None

        bag, meld = proposed(propose)
        verdict = judged((meld,), bag.indicator, rules)
        return Exercise(
            self.key, rules, seed, bag.indicator, laid=(meld,), about=broken_rules(verdict)
        )

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """The tiles without which the rest is legal."""
        (meld,) = exercise.laid
        return _without_which(meld, exercise.indicator, rules)

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """See `TaskKind`."""
        said = str(read_one_tile(exercise, answer))
        right = self.right(exercise, rules)
        verdict = judged(exercise.laid, exercise.indicator, rules)
        found = about_melds(verdict, right, where="laid")
        return replace(found, correct=said in right, rules=broken_rules(verdict))


def _spoilt(bag: Bag, tiles: Sequence[Tile], how: str) -> tuple[Tile, ...] | None:
    """A legal meld of plain tiles with one tile too many; None where this does not spoil it."""
    if not all(tile.is_face for tile in tiles):
        return None
    run = tiles[0].colour == tiles[-1].colour
    if how == "twice":
        at = bag.rng.randrange(len(tiles))
        return (*tiles[: at + 1], *tiles[at:])
    first = how != "wrap" and bag.rng.random() < 0.5
    if how == "false":
        extra: Tile | None = FALSE_OKEY
    else:
        extra = _extra(bag, tiles[0] if first else tiles[-1], how, run=run, first=first)
    if extra is None or extra == bag.okey:
        return None
    if not run:
        return bag.shuffled((*tiles, extra))
    return (extra, *tiles) if first else (*tiles, extra)


def _extra(bag: Bag, end: Tile, how: str, *, run: bool, first: bool) -> Tile | None:
    """A plain tile that nearly goes on at an end of a run, or nearly belongs to a group."""
    if how == "wrap":
        return face(end.colour, 1) if run and end.number == NUMBERS else None
    step = (-1 if first else 1) * (2 if how == "step" and run else 1)
    number = end.number + step
    if not 1 <= number <= NUMBERS or (how == "colour" and not run):
        return None
    others = [one for one in Colour if one != end.colour]
    return face(bag.rng.choice(others) if how == "colour" else end.colour, number)


def _without_which(meld: Meld, indicator: Tile, rules: RuleSet) -> tuple[str, ...]:
    """The tiles of a meld without which the rest is legal."""
    found = {}
    for at, laid in enumerate(meld.tiles):
        rest = Meld((*meld.tiles[:at], *meld.tiles[at + 1 :]), meld.kind)
        if len(rest) >= SHORTEST and judged((rest,), indicator, rules).legal:
            found[str(laid.tile)] = True
    return tuple(found)
