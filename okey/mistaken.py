"""Rule sets that are wrong on purpose: each what somebody plays who has one thing wrong.

A wrong answer that is right under one of them shows what its giver believes. Most are a rule set
derived with `RuleSet.derive`. Who takes another tile for the okey sees other tiles, too: the face
lying open is wild, and what the okey really is bears its own face. That is the same as another
indicator, so `tiles` gives the tiles and texts of a position as such a player reads them.

>>> from okey import judge, parse_melds, read_indicator, rule_set
>>> b10, club = read_indicator("B10"), rule_set("101-club")
>>> round_the_corner = MISTAKEN["wrap"].under(club)
>>> judge(parse_melds("R12 R13 R1", b10), rules=round_the_corner, indicator=b10).legal
True
>>> MISTAKEN["wrap"].under(rule_set("classic")) is None  # there it is no mistake
True
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from okey.melds import LAID, LaidTile, Meld
from okey.rules.model import Countdown, Groups, Okeys, Opening, Pairs, Points, RuleSet, Runs, Take
from okey.rules.rulesets import Parameters
from okey.tiles import FACES, NUMBERS, OKEY, Tile, okey_face

Changes = Callable[[RuleSet], Parameters | None]


@dataclass(frozen=True, slots=True)
class Mistaken:
    """One wrong belief.

    `rules` are the ids of the rules that it gets wrong; the first in force is the one to read.
    `changes` are the parameters that somebody plays with who believes it, None where that is no
    mistake or means nothing. With `other_okey` the face lying open is taken for the okey itself.
    """

    key: str
    rules: tuple[str, ...]
    changes: Changes
    other_okey: bool = False

    def under(self, rules: RuleSet) -> RuleSet | None:
        """The wrong rule set, None where this is no mistake in `rules`, or means nothing there."""
        return _under(self, rules)

    def rule(self, rules: RuleSet) -> str:
        """The rule that is really played. Raise `LookupError` where `under` is None."""
        if self.under(rules) is None:
            raise LookupError(self.key)
        return next(rule for rule in self.rules if rule in rules.rules)

    def indicator(self, indicator: Tile) -> Tile:
        """The indicator after which the okey would be what is believed."""
        if not self.other_okey:
            return indicator
        at = indicator.index % NUMBERS
        return FACES[indicator.index - at + (at - 1) % NUMBERS]

    def tile(self, tile: Tile, indicator: Tile) -> Tile:
        """A tile of a hand as it is believed to be."""
        if not self.other_okey:
            return tile
        return OKEY if tile == indicator else okey_face(indicator) if tile == OKEY else tile

    def meld(self, meld: Meld, indicator: Tile) -> Meld:
        """A meld as it is believed to lie there; what an okey was declared as is lost."""
        if not self.other_okey:
            return meld
        tiles = (self._laid(laid, indicator) for laid in meld.tiles)
        return replace(meld, tiles=tuple(tiles))

    def _laid(self, laid: LaidTile, indicator: Tile) -> LaidTile:
        tile = self.tile(laid.tile, indicator)
        return laid if tile == laid.tile else LAID[tile.index]

    def text(self, text: str, indicator: Tile) -> str:
        """Tiles in notation as they are believed to be: a word that is an okey is that face."""
        return self._faced(text, okey_face(indicator))

    def true_text(self, text: str, indicator: Tile) -> str:
        """What is written by somebody who believes it, as the tiles really are."""
        return self._faced(text, indicator)

    def _faced(self, text: str, shown: Tile) -> str:
        if not self.other_okey:
            return text
        okey = str(OKEY)
        words = (str(shown) if word.partition("=")[0] == okey else word for word in text.split(" "))
        return " ".join(words)


@cache
def _under(mistaken: Mistaken, rules: RuleSet) -> RuleSet | None:
    changes = mistaken.changes(rules)
    if changes is None or not any(rule in rules.rules for rule in mistaken.rules):
        return None
    wrong = rules.derive(f"{rules.key} {mistaken.key}", version=rules.version, **changes)
    same = replace(wrong, key=rules.key, rules=rules.rules) == rules
    return None if same and not mistaken.other_okey else wrong


# What is changed


def _okeys(**changes: object) -> Changes:
    """Okeys in melds; what they count matters only where melds are counted."""

    def changed(rules: RuleSet) -> Parameters | None:
        if "counts" in changes and rules.opening is None:
            return None
        okeys: Okeys = replace(rules.okeys, **changes)  # type: ignore[arg-type]
        return {"okeys": okeys}

    return changed


def _wrap(rules: RuleSet) -> Parameters:
    return {"runs": Runs(wrap_end=True)}


def _no_wrap(rules: RuleSet) -> Parameters:
    return {"runs": Runs(wrap_end=False)}


def _wrap_over(rules: RuleSet) -> Parameters:
    return {"runs": Runs(wrap_end=True, wrap_over=True)}


def _colour_twice(rules: RuleSet) -> Parameters:
    return {"groups": Groups(colour_twice=True)}


def _pairs(**changes: bool) -> Changes:
    def changed(rules: RuleSet) -> Parameters:
        pairs: Pairs = replace(rules.pairs, **changes)
        return {"pairs": pairs}

    return changed


def _opening(change: Callable[[Opening], Opening | None]) -> Changes:
    def changed(rules: RuleSet) -> Parameters | None:
        opening = None if rules.opening is None else change(rules.opening)
        return None if opening is None else {"opening": opening}

    return changed


def _exactly(opening: Opening) -> Opening | None:
    return None if opening.pairs is None else replace(opening, pairs_exactly=True)


def _everything(opening: Opening) -> Opening:
    return replace(opening, points=1, pairs=None if opening.pairs is None else 1)


def _points(change: Callable[[Points], Points]) -> Changes:
    def changed(rules: RuleSet) -> Parameters | None:
        if isinstance(rules.scoring, Countdown):
            return None
        return {"scoring": change(rules.scoring)}

    return changed


def _held_face(points: Points) -> Points:
    return replace(points, okey_held=None, false_okey_held=None)


def _held_much(points: Points) -> Points:
    return points if points.okey_held is not None else replace(points, okey_held=101)


def _openers_too(points: Points) -> Points:
    return replace(points, factors=replace(points.factors, remainder=True))


def _remainder_other(rules: RuleSet) -> Parameters | None:
    """What is left after an opening with pairs counts twice instead of once, or once for twice."""
    points = rules.scoring
    if isinstance(points, Countdown) or rules.opening is None or rules.opening.pairs is None:
        return None
    return {"scoring": replace(points, pairs_remainder=2 if points.pairs_remainder == 1 else 1)}


def _take_freely(rules: RuleSet) -> Parameters | None:
    return None if rules.opening is None else {"take": Take(must_use=False)}


def _swap_anywhere(rules: RuleSet) -> Parameters | None:
    return None if rules.swap is None else {"swap": replace(rules.swap, undetermined=True)}


def _melds_after_pairs(rules: RuleSet) -> Parameters | None:
    if rules.table is None:
        return None
    return {"table": replace(rules.table, pair_openers_lay_melds=True)}


_ALL: Final = (
    # Which tile is wild, and what the false okey is
    Mistaken("false-okey-wild", ("okey.false",), _okeys(false_okey="wild")),
    Mistaken("false-okey-indicator", ("okey.false",), _okeys(false_okey="indicator's face")),
    Mistaken("face-up-okey", ("okey.face",), lambda rules: {}, other_okey=True),
    # Runs, groups, pairs
    Mistaken("wrap", ("run.no-wrap",), _wrap),
    Mistaken("wrap-over", ("run.no-wrap", "run.wrap-end"), _wrap_over),
    Mistaken("no-wrap", ("run.wrap-end",), _no_wrap),
    Mistaken("colour-twice", ("group.colour-twice",), _colour_twice),
    Mistaken("pair-by-number", ("pair.identical",), _pairs(same_number=True)),
    Mistaken("pair-without-okey", ("pair.identical",), _pairs(okey_and_tile=False)),
    Mistaken("false-okeys-no-pair", ("pair.identical",), _pairs(two_false_okeys=False)),
    # The opening
    Mistaken("okey-counts-nothing", ("okey.value",), _okeys(counts="nothing")),
    Mistaken("okey-counts-printed", ("okey.value",), _okeys(counts="printed")),
    Mistaken("no-okey-in-melds", ("okey.value", "okey.face"), _okeys(most_in_meld=0)),
    Mistaken(
        "mixed-opening", ("opening.mixed",), _opening(lambda opening: replace(opening, mixed=True))
    ),
    Mistaken(
        "lay-off-counts",
        ("opening.points",),
        _opening(lambda opening: replace(opening, lay_off_counts=True)),
    ),
    Mistaken(
        "more-than-needed",
        ("opening.points",),
        _opening(lambda opening: replace(opening, points=opening.points + 1)),
    ),
    Mistaken("exactly-pairs", ("opening.pairs",), _opening(_exactly)),
    Mistaken("everything-opens", ("opening.points",), _opening(_everything)),
    # The table
    Mistaken("take-freely", ("take.must-use",), _take_freely),
    Mistaken("melds-after-pairs", ("lay.pairs-only",), _melds_after_pairs),
    Mistaken("swap-anywhere", ("swap.undetermined",), _swap_anywhere),
    # The score
    Mistaken("held-okey-face", ("score.okey-held",), _points(_held_face)),
    Mistaken("held-okey-101", ("score.remainder",), _points(_held_much)),
    Mistaken(
        "unopened-okeys",
        ("score.unopened",),
        _points(lambda points: replace(points, unopened_okeys=True)),
    ),
    Mistaken("pairs-left-otherwise", ("score.remainder",), _remainder_other),
    Mistaken("openers-pay-double", ("factor.okey",), _points(_openers_too)),
)

MISTAKEN: Final[Mapping[str, Mistaken]] = {one.key: one for one in _ALL}


@cache
def mistakes(rules: RuleSet) -> tuple[tuple[Mistaken, RuleSet], ...]:
    """The beliefs that are wrong in a rule set, each with what is played by who holds it."""
    return tuple((one, wrong) for one in _ALL if (wrong := one.under(rules)) is not None)
