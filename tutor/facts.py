"""What a sentence about a violation may speak of, and how one is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from okey import Hand, Meld, RuleSet, Tile, Verdict, Violation
from okey.reading import faces_of
from tutor.names import Number, SeatName, TileName


def laid_tiles(text: str) -> tuple[Tile, ...]:
    """The tiles of a violation, whatever the okeys among them were said to stand for."""
    words = text.replace("|", " ").split()
    return tuple(Tile.parse(word.partition("=")[0]) for word in words if not word.endswith(":"))


@dataclass(frozen=True, slots=True)
class Facts:
    """What a sentence may speak of: all of it lies before the reader.

    `verdict` is None where a move was refused and no submission judged; `beside` are then the other
    violations of the same move.
    """

    violation: Violation
    verdict: Verdict | None
    melds: Sequence[Meld]
    rules: RuleSet
    okey: Tile
    language: str
    hand: Hand | None = None
    beside: Sequence[Violation] = ()

    @property
    def all_hold(self) -> bool:
        """Whether each meld on its own is legal."""
        if self.verdict is not None:
            return all(meld.legal for meld in self.verdict.melds)
        return all(violation.meld is None for violation in self.beside)

    @property
    def meld(self) -> Meld:
        """The meld in question."""
        assert self.violation.meld is not None
        return self.melds[self.violation.meld]

    def tile(self, position: int) -> Tile:
        """The tile laid there."""
        return self.meld.tiles[position].tile

    def face(self, position: int) -> Tile | int | None:
        """What that tile counts as, None for an okey without a declared face."""
        return faces_of(self.meld, self.okey)[position]

    def number(self, position: int) -> int:
        """The number that the tile counts as, 0 for an okey without a face."""
        face = self.face(position)
        return face if isinstance(face, int) else face.number if face else 0

    def name(self, position: int) -> TileName:
        """The name of the tile as the reader sees it."""
        return TileName(self.tile(position), self.language)

    def count(self, value: object) -> Number:
        """A number for the sentence."""
        assert isinstance(value, int)
        return Number(value, self.language)

    def param(self, name: str) -> Number:
        """A number that the violation gives."""
        return self.count(self.violation.params[name])

    def word(self, name: str) -> str:
        """A word that the violation gives, "" where there is none."""
        return str(self.violation.params.get(name, ""))

    def seat(self, name: str) -> SeatName:
        """A seat that the violation gives."""
        seat = self.violation.params[name]
        assert isinstance(seat, int)
        return SeatName(seat, self.language)

    @property
    def named(self) -> tuple[TileName, ...]:
        """The tiles that the violation names, as they were laid."""
        return tuple(TileName(tile, self.language) for tile in laid_tiles(self.violation.tiles))


@dataclass(frozen=True, slots=True)
class Picked:
    """A sentence by name, its values, and the positions of its badges in order."""

    variant: str
    values: dict[str, object]
    badges: tuple[int, ...]
