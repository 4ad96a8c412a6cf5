"""The nearest legal change in words: what to take back, what to add, what that makes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from okey import OKEY, Hand, Meld, RuleSet, format_melds, judge
from okey.melds import laid_tiles
from okey.reading import read
from okey.search.nearest import Change
from okey.tiles import Tile
from tutor.names import TileName, face_of, tile_names
from tutor.texts import phrase

Where = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class ChangeText:
    """A change as a page shows it.

    `melds` are the melds that come out different, in notation; `layout` the whole table, an
    emptied lane left out. `points` are those of the one meld that changes, and `sum_text` then
    the sum with the rest ("74 + 36 = 110"); otherwise those of the whole. `lines` say each step.
    """

    melds: str
    layout: str
    points: int
    total: int
    sum_text: str
    lines: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """All steps in one text."""
        return " ".join(self.lines)


def change_text(
    change: Change, *, melds: Sequence[Meld], hand: Hand, rules: RuleSet, language: str
) -> ChangeText:
    """Put a change of these melds into words. Lanes are numbered from 1."""
    different = [
        meld
        for index, meld in enumerate(change.lanes)
        if meld is not None and (index >= len(melds) or meld != melds[index])
    ]
    points, sum_text = change.points, ""
    if len(different) == 1:
        reading = read(different[0], rules, hand.okey)
        assert reading is not None, "a change is legal"
        rest = change.points - reading.points
        if rest and reading.points:
            points = reading.points
            values = {"rest": rest, "points": points, "total": change.points}
            sum_text = phrase("change.sum", language, **values)
    return ChangeText(
        melds=format_melds(different) if different else "",
        layout=format_melds(change.melds),
        points=points,
        total=change.points,
        sum_text=sum_text,
        lines=(
            *_moves(change, len(melds), language),
            *_refaced(change, melds, hand, rules, language),
        ),
    )


def _moves(change: Change, laid: int, language: str) -> list[str]:
    """A line for the tiles that share their way, in the order of the change."""
    ways: dict[Where, list[Tile]] = {}
    for move in change.moved:
        ways.setdefault((move.source, move.target), []).append(move.tile)
    # All that is taken back is one line, whatever lane it comes from.
    back = [tile for (_, target), tiles in ways.items() if target is None for tile in tiles]
    lines = []
    if back:
        lines.append(phrase("change.back", language, tiles=tile_names(back, language)))
    for (source, target), tiles in ways.items():
        if target is None:
            continue
        new = target >= laid
        key = ("new" if new else "add") if source is None else ("split" if new else "move")
        lines.append(
            phrase(
                f"change.{key}",
                language,
                tiles=tile_names(tiles, language),
                source=None if source is None else source + 1,
                lane=target + 1,
            )
        )
    return [line[:1].upper() + line[1:] for line in lines]


def _refaced(
    change: Change, melds: Sequence[Meld], hand: Hand, rules: RuleSet, language: str
) -> list[str]:
    """A line for each lane that keeps its tiles, where an okey counts as something else."""
    lines = []
    for index, (before, after) in enumerate(zip(melds, change.lanes, strict=False)):
        if after is None or before == after or OKEY not in laid_tiles([after]):
            continue
        if sorted(laid_tiles([before])) != sorted(laid_tiles([after])):
            continue
        verdict = judge([after], rules=rules, indicator=hand.indicator).melds[0]
        faces = [
            face_of(face)
            for face, laid in zip(verdict.faces or (), after.tiles, strict=True)
            if laid.tile == OKEY
        ]
        lines += [
            phrase("change.reface", language, lane=index + 1, face=TileName(face, language))
            for face in faces
        ]
    return lines
