"""Checks of one meld: what is wrong with tiles that make no legal run, group or pair.

`okey.reading` decides whether a meld is legal. These checks run where it is not, and together
they always find something; each answers with the smallest set of tiles that breaks its rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from okey.melds import LaidTile, Meld, MeldKind
from okey.reading import LONGEST_GROUP, SHORTEST, Face, faces_of, first_wild, may_pair, read
from okey.rules.model import Param, RuleSet, Violation
from okey.tiles import FALSE_OKEY, OKEY, Tile


@dataclass(frozen=True, slots=True)
class IllegalMeld:
    """A meld that has no legal reading. `kind` is what it is judged as, None for neither."""

    index: int
    meld: Meld
    kind: MeldKind | None
    faces: tuple[Face, ...]
    okey: Tile

    @classmethod
    def of(cls, index: int, meld: Meld, okey: Tile, rules: RuleSet) -> IllegalMeld:
        """The facts about a meld, with the kind that it is nearest to."""
        faces = tuple(faces_of(meld, okey, rules))
        return cls(index, meld, nearest_kind(meld, faces), faces, okey)

    def violation(self, rule: str, positions: Iterable[int], **params: Param) -> Violation:
        """A violation of this meld, its tiles given by their positions as laid."""
        at = tuple(positions)
        tiles = " ".join(str(self.meld.tiles[position]) for position in at)
        return Violation(rule, tiles, params, self.index, at)

    @property
    def everything(self) -> range:
        """The positions of all tiles."""
        return range(len(self.faces))

    def wild(self, rules: RuleSet) -> list[int]:
        """The positions of the wild tiles."""
        first = first_wild(rules)
        return [at for at, laid in enumerate(self.meld.tiles) if laid.tile.index >= first]

    @property
    def is_pair(self) -> bool:
        """Whether it is judged as a pair: declared as one, or just two tiles."""
        return self.kind is MeldKind.PAIR or (self.kind is None and len(self.meld) == 2)

    def known(self) -> list[tuple[int, Tile]]:
        """Positions and faces of the tiles whose face is settled."""
        return [(at, face) for at, face in enumerate(self.faces) if isinstance(face, Tile)]

    def declared(self) -> list[int]:
        """Positions of the okeys with a declared face."""
        return [at for at, laid in enumerate(self.meld.tiles) if laid.stands_for is not None]


def nearest_kind(meld: Meld, faces: Sequence[Face]) -> MeldKind | None:
    """What an illegal meld is judged as.

    The declared kind; else nothing for two tiles; else a group for one number, a run for one
    colour. Where declared okeys spoil both, the other tiles alone decide.
    """
    if meld.kind is not None or len(meld) == 2:
        return meld.kind
    naturals = [face for face, laid in zip(faces, meld.tiles, strict=True) if laid.tile != OKEY]
    for some in (faces, naturals):
        numbers = {face.number if isinstance(face, Tile) else face for face in some} - {None}
        if len(numbers) <= 1:
            return MeldKind.GROUP
        if len({face.colour for face in some if isinstance(face, Tile)}) == 1:
            return MeldKind.RUN
    return None


# Any meld


def too_short(facts: IllegalMeld, rules: RuleSet) -> Iterator[Violation]:
    """A run and a group have three tiles at least, a pair has two."""
    needed = 2 if facts.kind is MeldKind.PAIR else SHORTEST
    if len(facts.meld) < needed:
        yield facts.violation(
            "meld.too-short", facts.everything, tiles=len(facts.meld), needed=needed
        )


def neither(facts: IllegalMeld, rules: RuleSet) -> Iterator[Violation]:
    """Three tiles or more have one colour or one number in common."""
    if facts.kind is None and len(facts.meld) >= SHORTEST:
        known = facts.known()
        yield next(
            facts.violation("meld.neither", (first, second))
            for distance in range(1, len(known))
            for (first, one), (second, other) in zip(known, known[distance:], strict=False)
            if one.number != other.number and one.colour != other.colour
        )


def all_okeys(facts: IllegalMeld, rules: RuleSet) -> Iterator[Violation]:
    """A run or a group has at least one tile that is no okey (decision HD-3b)."""
    if facts.kind in (MeldKind.RUN, MeldKind.GROUP) and len(facts.wild(rules)) == len(facts.meld):
        yield facts.violation("meld.all-okeys", facts.everything)


def too_many_okeys(facts: IllegalMeld, rules: RuleSet) -> Iterator[Violation]:
    """A run and a group hold so many okeys at most."""
    most = rules.okeys.most_in_meld
    wild = facts.wild(rules)
    if most is not None and len(wild) > most and not facts.is_pair:
        yield facts.violation("meld.okeys", wild[: most + 1], okeys=len(wild), most=most)


def okey_face(facts: IllegalMeld, rules: RuleSet) -> Iterator[Violation]:
    """An okey's declared face has a place in the meld: without it the meld would be legal."""
    declared = facts.declared()
    kind = facts.kind or (MeldKind.PAIR if len(facts.meld) == 2 else None)
    for some in (*([at] for at in declared), declared):
        free = tuple(
            LaidTile(OKEY) if at in some else laid for at, laid in enumerate(facts.meld.tiles)
        )
        reading = read(replace(facts.meld, tiles=free, kind=kind), rules, facts.okey)
        if some and reading is not None:
            yield facts.violation(
                "meld.okey-face",
                some,
                declared=" ".join(str(facts.faces[at]) for at in some),
                fits=" ".join(str(reading.faces[at]) for at in some),
            )
            return


# Groups and pairs


def group_number(facts: IllegalMeld, rules: RuleSet) -> Iterator[Violation]:
    """All tiles of a group have one number."""
    if facts.kind is MeldKind.GROUP:
        numbers: list[tuple[int, int | str]] = [
            (at, face.number if isinstance(face, Tile) else face)
            for at, face in enumerate(facts.faces)
            if face is not None
        ]
        for pair in _odd_neighbours(numbers):
            yield facts.violation("group.number", pair, numbers=_values(numbers))


def group_colour_twice(facts: IllegalMeld, rules: RuleSet) -> Iterator[Violation]:
    """No colour stands twice in a group. An okey's colour counts from the fourth tile on."""
    if facts.kind is MeldKind.GROUP:
        settled = len(facts.meld) >= LONGEST_GROUP
        colours: dict[str, list[int]] = {}
        for at, face in facts.known():
            if settled or facts.meld.tiles[at].tile != OKEY:
                colours.setdefault(face.colour.letter, []).append(at)
        for colour, positions in colours.items():
            if len(positions) > 1:
                yield facts.violation("group.colour-twice", positions[:2], colour=colour)


def group_too_long(facts: IllegalMeld, rules: RuleSet) -> Iterator[Violation]:
    """A group has four tiles at most, one of each colour."""
    if facts.kind is MeldKind.GROUP and len(facts.meld) > LONGEST_GROUP:
        yield facts.violation(
            "group.too-long",
            facts.everything[: LONGEST_GROUP + 1],
            tiles=len(facts.meld),
            most=LONGEST_GROUP,
        )


def pair_identical(facts: IllegalMeld, rules: RuleSet) -> Iterator[Violation]:
    """A pair is two equal tiles: the same number in the same colour."""
    known = facts.known()
    unequal = next(
        ((one, two) for one, face in known for two, other in known if face != other), None
    )
    yield from _unequal(facts, "pair.identical", unequal)


def pair_number(facts: IllegalMeld, rules: RuleSet) -> Iterator[Violation]:
    """A pair is two tiles of one number, in any colours."""
    known = facts.known()
    unequal = next(
        ((one, two) for one, face in known for two, other in known if face.number != other.number),
        None,
    )
    yield from _unequal(facts, "pair.number", unequal)


def _unequal(facts: IllegalMeld, rule: str, unequal: tuple[int, int] | None) -> Iterator[Violation]:
    if facts.is_pair and (unequal is not None or len(facts.meld) > 2):
        yield facts.violation(rule, unequal or facts.everything, tiles=len(facts.meld))


def pair_okey(facts: IllegalMeld, rules: RuleSet) -> Iterator[Violation]:
    """An okey beside another tile is no pair."""
    if _is_no_pair(facts, rules, wild=1):
        yield facts.violation("pair.okey", facts.everything)


def pair_two_okeys(facts: IllegalMeld, rules: RuleSet) -> Iterator[Violation]:
    """Two okeys are no pair."""
    if _is_no_pair(facts, rules, wild=2):
        yield facts.violation("pair.two-okeys", facts.everything)


def pair_two_false_okeys(facts: IllegalMeld, rules: RuleSet) -> Iterator[Violation]:
    """Two false okeys are no pair."""
    if _is_no_pair(facts, rules, wild=0) and all(
        laid.tile == FALSE_OKEY for laid in facts.meld.tiles
    ):
        yield facts.violation("pair.two-false-okeys", facts.everything)


def _is_no_pair(facts: IllegalMeld, rules: RuleSet, *, wild: int) -> bool:
    """Whether two tiles, so many of them wild, make no pair because of what they are."""
    places = facts.wild(rules)
    return (
        facts.is_pair
        and len(facts.meld) == 2
        and len(places) == wild
        and not may_pair(facts.meld, [at in places for at in facts.everything], rules)
    )


def run_colour(facts: IllegalMeld, rules: RuleSet) -> Iterator[Violation]:
    """All tiles of a run have one colour."""
    if facts.kind is MeldKind.RUN:
        colours: list[tuple[int, int | str]] = [
            (at, face.colour.letter) for at, face in facts.known()
        ]
        for pair in _odd_neighbours(colours):
            yield facts.violation("run.colour", pair, colours=_values(colours))


def _values(values: Iterable[tuple[int, int | str]]) -> str:
    """The different values, as a text."""
    return " ".join(dict.fromkeys(str(value) for _, value in values))


def _odd_neighbours(values: Sequence[tuple[int, int | str]]) -> Iterator[tuple[int, int]]:
    """The positions of two neighbours that differ, the rarest value among them; or nothing."""
    counts = Counter(value for _, value in values)
    unequal = [
        (min(counts[one], counts[other]), first, second)
        for (first, one), (second, other) in pairwise(values)
        if one != other
    ]
    if unequal:
        _, first, second = min(unequal)
        yield first, second
