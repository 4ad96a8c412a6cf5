"""Build a run or a group of the tiles of a small rack; find the tile that completes one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from okey.hand import Hand
from okey.judge import judge
from okey.melds import MeldKind, laid_tiles
from okey.rules.model import RuleSet, Verdict
from okey.search.possible import Possible, melds_of
from okey.tiles import FACES, FALSE_OKEY, NUMBERS, OKEY, TILES, Tile
from tutor.tasks.base import (
    Exercise,
    Form,
    Outcome,
    TaskKind,
    about_melds,
    random_of,
    read_one_tile,
    read_option_or_melds,
)
from tutor.tasks.meld_ideas import IDEAS
from tutor.tasks.meld_verdicts import KINDS, broken_rules, judged
from tutor.tasks.pieces import Bag, laid_text, meld_of, proposed

CANNOT: Final = "cannot"
_ABOUT: Final = {
    "run": ("run.gap", "run.colour"),
    "group": ("group.number", "group.colour-twice"),
    "any": ("meld.neither",),
}
_USUAL: Final = {
    "run": ("run", "okey-in-run", "false-in-run"),
    "group": ("group", "okey-in-group", "false-in-group"),
    "any": ("run", "group"),
}
_SPECIAL: Final = {FALSE_OKEY: "okey.false", OKEY: "okey.face"}
_TRAPS: Final = 0.6  # how often a tile beside the meld nearly fits it


class BuildMeld(TaskKind):
    """Lay one run, or one group, of these tiles; or, with the option `none`, say there is none.

    Option `kind` is `run`, `group` or `any`; with `okey` the okey must be in it; `tiles` is the
    size of the rack; `ideas` are names of `meld_ideas.IDEAS` that make the meld. With `none` there
    is none in every third rack.
    """

    key = "build-meld"
    form = Form.MELDS
    trains = (
        "run.gap", "run.colour", "group.number", "group.colour-twice", "okey.false", "okey.face",
    )  # fmt: skip

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """Put tiles beside a meld until it is the only one, but for longer and shorter ones."""
        rng = random_of(self.key, rules, seed)
        kind, okey = options.get("kind", rng.choice(("run", "group"))), options.get("okey", False)
        size = options.get("tiles", 6)
        ideas = options.get("ideas", _USUAL[kind])
        may_fail = options.get("none", False)
        fails = may_fail and rng.random() < 0.35

        def propose() -> tuple[Bag, tuple[Tile, ...]] | None:
            bag = Bag(rng)
            tiles = IDEAS[rng.choice(ideas)](bag)
            if tiles is None or len(tiles) > size - 1 or not bag.has(tiles):
                return None
            shown = list(bag.take(tiles))
            if fails:  # one tile less: what is left nearly fits
                shown.pop(rng.randrange(len(shown)))
            while len(shown) < size:
                shown.append(_beside(bag, shown))
            hand = bag.shuffled(shown)
            held = Hand(bag.indicator, hand)
            found = _found(held, rules, kind, okey=okey)
            if len(found) < len(_found(held, rules, "any", okey=False)):
                return None  # no other meld is there that is not asked for
            if fails:
                return (bag, hand) if not found and (OKEY in hand) is okey else None
            return (bag, hand) if _is_one(found) else None

        bag, hand = proposed(propose)
        ask = f"{kind}-okey" if okey else kind
        special = (rule for tile, rule in _SPECIAL.items() if tile in hand)
        return Exercise(
            self.key, rules, seed, bag.indicator, hand=Hand(bag.indicator, hand),
            options=(CANNOT,) if may_fail else (), ask=ask,
            about=(*special, *bag.shuffled(_ABOUT[kind])),
        )  # fmt: skip

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """The longest meld, of these the one worth most; or that there is none."""
        found = _asked(exercise, rules)
        best = max(found, key=lambda one: (len(one.slots), one.points), default=None)
        return (CANNOT if best is None else laid_text(TILES[index] for index in best.tiles),)

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """One legal meld of the kind asked for; or none, where there is none."""
        said, hand = read_option_or_melds(exercise, answer), exercise.hand
        assert hand is not None
        right = self.right(exercise, rules)
        if isinstance(said, str):
            return Outcome(right == (CANNOT,), right, rules=self.about(exercise))
        kind, _, okey = exercise.ask.partition("-")
        verdict = judge(said, rules=rules, indicator=hand.indicator, hand=hand)
        wanted = KINDS.get(kind)
        fits = len(said) == 1 and all(
            meld.kind is not MeldKind.PAIR and wanted in (None, meld.kind) for meld in verdict.melds
        )
        with_it = not okey or OKEY in laid_tiles(said)
        found = about_melds(verdict, right, where="answer")
        named = broken_rules(verdict) or self.about(exercise)
        if any(meld.kind is MeldKind.PAIR and meld.legal for meld in verdict.melds):
            named = ("meld.too-short",)
        return replace(found, correct=verdict.legal and fits and with_it, rules=named)


def _beside(bag: Bag, shown: Sequence[Tile]) -> Tile:
    """A tile to put beside these, often one that nearly fits."""
    near = bag.rng.choice(shown)
    if near.is_face and bag.rng.random() < _TRAPS:
        return bag.any(lambda tile: _nearly(tile, near))
    return bag.any()


def _nearly(tile: Tile, other: Tile) -> bool:
    """Whether a tile looks as if it belonged to another."""
    step = abs(tile.number - other.number)
    same = tile.colour == other.colour
    return (step == 0 and not same) or (same and step in (2, NUMBERS - 1)) or step == 1 - same


def _asked(exercise: Exercise, rules: RuleSet) -> list[Possible]:
    """The melds that an exercise asks for."""
    assert exercise.hand is not None
    kind, _, okey = exercise.ask.partition("-")
    return _found(exercise.hand, rules, kind, okey=bool(okey))


def _found(hand: Hand, rules: RuleSet, kind: str, *, okey: bool) -> list[Possible]:
    """The melds of a kind that these tiles make."""
    counts = Counter(tile.index for tile in hand.tiles)
    return [
        one
        for one in melds_of(counts, hand.okey, rules)
        if kind in ("any", one.kind) and (not okey or OKEY.index in one.tiles)
    ]


def _is_one(found: Sequence[Possible]) -> bool:
    """Whether there is one meld, but for shorter ones of its tiles."""
    longest = max(found, key=lambda one: len(one.slots), default=None)
    if longest is None:
        return False
    whole = Counter(longest.tiles)
    return all(Counter(one.tiles) <= whole for one in found)


class CompletingTile(TaskKind):
    """Which of these tiles makes a meld of the ones that lie there?

    Option `ideas`: names of `meld_ideas.IDEAS`, of whose melds a tile is taken away.
    """

    key = "completing-tile"
    form = Form.TILE
    trains = (
        "run.gap", "run.colour", "run.no-wrap", "run.wrap-end", "group.colour-twice",
        "group.number",
    )  # fmt: skip

    def generate(self, rules: RuleSet, seed: str, options: Mapping[str, Any]) -> Exercise:
        """Take a tile away, and put it among three that complete nothing."""
        rng = random_of(self.key, rules, seed)
        ideas = options.get("ideas", ("run", "group", "high-run", "low-run"))

        def propose() -> tuple[Bag, tuple[Tile, ...], set[Tile]] | None:
            bag = Bag(rng)
            tiles = IDEAS[rng.choice(ideas)](bag)
            if tiles is None or len(tiles) > 4 or not bag.has(tiles):
                return None
            at = rng.choice((0, len(tiles) - 1))
            there = (*tiles[:at], *tiles[at + 1 :])
            if not all(tile.is_face for tile in tiles):
                return None
            if not _with(there, tiles[at], bag.indicator, rules).legal:
                return None
            bag.take(tiles)
            offered = {tiles[at]}
            for tile in bag.shuffled(_traps(tiles, tiles[at])):
                fits = tile == bag.okey or not bag.has((tile,))
                if fits or _with(there, tile, bag.indicator, rules).legal:
                    continue
                offered.add(tile)
                if len(offered) == 4:
                    return bag, there, offered
            return None

        bag, there, offered = proposed(propose)
        return Exercise(
            self.key, rules, seed, bag.indicator, laid=(meld_of(there),),
            options=tuple(map(str, sorted(offered))), about=_completed(bag, there),
        )  # fmt: skip

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """Every tile offered that makes a legal meld with those laid."""
        there = laid_tiles(exercise.laid)
        return tuple(
            one
            for one in exercise.options
            if _with(there, Tile.parse(one), exercise.indicator, rules).legal
        )

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """See `TaskKind`."""
        said = read_one_tile(exercise, answer)
        right = self.right(exercise, rules)
        verdict = _with(laid_tiles(exercise.laid), said, exercise.indicator, rules)
        named = broken_rules(verdict) or self.about(exercise)
        return Outcome(str(said) in right, right, rules=named)


def _completed(bag: Bag, there: Sequence[Tile]) -> tuple[str, ...]:
    """What it turns on to complete these: colours, the end at the 13, or what follows."""
    if there[0].number == there[1].number:
        return ("group.colour-twice", "group.number")
    if any(tile.number in (1, NUMBERS) for tile in there):
        return ("run.no-wrap", "run.wrap-end")
    return bag.shuffled(_ABOUT["run"])


def _with(there: Sequence[Tile], tile: Tile, indicator: Tile, rules: RuleSet) -> Verdict:
    """The meld with the tile in it, in the order of numbers; a 1 beside high ones comes last."""
    high = max(one.number for one in there) > NUMBERS // 2

    def place(one: Tile) -> int:
        return NUMBERS + 1 if one.number == 1 and high else one.number

    return judged((meld_of(sorted((*there, tile), key=place)),), indicator, rules)


def _traps(tiles: Sequence[Tile], taken: Tile) -> list[Tile]:
    """Tiles that nearly complete: another colour, a number too far, the 1 after the 13."""
    return [
        tile
        for tile in FACES
        if tile != taken
        and (
            tile.number == taken.number
            or (tile.colour == taken.colour and abs(tile.number - taken.number) <= 2)
            or (tile.colour == taken.colour and tile.number == 1 and taken.number >= 10)
            or tile in tiles
        )
    ]
