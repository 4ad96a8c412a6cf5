"""Whether a tile that was taken can be used in this turn at all: every way is tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from okey.rules.model import RuleSet
from okey.tiles import NUMBERS, OKEY, Tile
from puzzles.proofs.declaring import can_declare, pairs_with
from puzzles.proofs.lying import face_of
from puzzles.proofs.openings import best_points_of, opening_of, opening_pairs
from puzzles.proofs.optimum import best
from puzzles.proofs.packing import points_by_left
from puzzles.proofs.racks import Rack, rack_of, without
from puzzles.proofs.state import State
from puzzles.proofs.ways import adds, swaps

LONGEST = 5  # longer runs are two, and the tile lies in one of them


@dataclass(frozen=True, slots=True)
class Around:
    """A run or a group around a tile: the faces it takes besides, and how many wild tiles."""

    faces: tuple[int, ...]
    wilds: int
    points: int


def around(tile: Tile, okey: Tile, wilds: int, longest: int = LONGEST) -> Iterator[Around]:
    """All runs and groups in which a tile that is not wild can lie, of at most so many tiles.

    Runs do not go past the 13: only rule sets in which nothing is laid let them.
    """
    face = face_of(tile, okey)
    assert face is not None
    colour, number = face
    others: list[tuple[tuple[int, ...], int]] = []
    for length in range(3, longest + 1):
        for start in range(max(1, number - length + 1), min(number, NUMBERS - length + 1) + 1):
            slots = range(start, start + length)
            rest = tuple(colour * NUMBERS + slot - 1 for slot in slots if slot != number)
            others.append((rest, sum(slots)))
    same = [other * NUMBERS + number - 1 for other in range(4) if other != colour]
    for size in (2, 3):
        if size < longest:
            others += [(rest, number * (size + 1)) for rest in combinations(same, size)]
    for rest, points in others:
        for wild in range(min(wilds, len(rest)) + 1):
            for kept in combinations(rest, len(rest) - wild):
                yield Around(kept, wild, points)


def rest_of(rack: Rack, meld: Around, tile: Tile, okey: Tile) -> Rack | None:
    """What is left of a rack without the tile and the meld around it; None where it lacks them."""
    face = face_of(tile, okey)
    assert face is not None
    faces = list(rack.faces)
    for index in (face[0] * NUMBERS + face[1] - 1, *meld.faces):
        faces[index] -= 1
        if faces[index] < 0:
            return None
    return Rack(tuple(faces), rack.wilds - meld.wilds) if rack.wilds >= meld.wilds else None


def opens_with(hand: Sequence[Tile], tile: Tile, okey: Tile, rules: RuleSet) -> bool:
    """Whether some opening by points has this tile of the hand in a meld."""
    needed, rack = opening_of(rules).points, rack_of(hand, okey)
    if tile.index == OKEY.index:
        sheet = best([rack], rules, kept="left out", least=needed)[0]
        return any(
            sheet[wilds, skipped] >= needed and wilds + skipped >= 1
            for wilds in range(rack.wilds)
            for skipped in range(rack.size)
        )
    found: dict[Rack, int] = {}
    for meld in around(tile, okey, rack.wilds):
        rest = rest_of(rack, meld, tile, okey)
        if rest is not None and rest.size:
            found[rest] = max(found.get(rest, 0), meld.points)
    if not found:
        return False
    most = best_points_of(list(found), rules)
    return any(
        max(points, 0) + own >= needed for points, own in zip(most, found.values(), strict=True)
    )


def can_use(state: State) -> bool:
    """Whether the tile just taken can come to lie on the table, or close the round, this turn."""
    tile, hand = state.taken, state.hand
    assert tile is not None
    assert hand is not None
    if can_declare(state):
        return True
    if state.opened[state.seat] is not None:
        return any(now.used or _lays(now, tile) for now in _reached(state))
    if opens_with(hand, tile, state.okey, state.rules):
        return True
    opening = opening_of(state.rules)
    if opening.pairs is not None and pairs_with(hand, tile, state.rules) >= opening.pairs:
        return True
    return not state.rules.take.in_opening and _opens_without(state, tile)


def _reached(state: State) -> Iterator[State]:
    """Every state that laying off and exchanging leads to; not beyond the use of the tile."""
    seen = set()
    waiting = [state]
    while waiting:
        now = waiting.pop()
        key = (tuple(sorted(now.hand or ())), now.table, now.used)
        if key in seen:
            continue
        seen.add(key)
        yield now
        if not now.used:
            waiting += [after for _, _, after, _ in adds(now)]
            waiting += [after for _, _, after in swaps(now)]


def _lays(state: State, tile: Tile) -> bool:
    """Whether a new meld, or pair, of the hand has the tile and leaves another."""
    hand = state.hand
    assert hand is not None
    if tile not in hand:
        return False
    if state.opened[state.seat] == "pairs":
        return len(hand) > 2 and pairs_with(hand, tile, state.rules) > 0
    return len(hand) > 3 and bool(_threes(hand, tile, state.okey))


def _threes(hand: Sequence[Tile], tile: Tile, okey: Tile) -> list[Around]:
    """The melds of three tiles that the hand has around a tile."""
    rack = rack_of(hand, okey)
    if tile.index != OKEY.index:
        melds = around(tile, okey, rack.wilds, 3)
        return [meld for meld in melds if rest_of(rack, meld, tile, okey) is not None]
    return [
        meld
        for other in dict.fromkeys(hand)
        if other.index != OKEY.index
        for meld in around(other, okey, rack.wilds, 3)
        if meld.wilds and rest_of(rack, meld, other, okey) is not None
    ]


def _opens_without(state: State, tile: Tile) -> bool:
    """Whether the hand opens with other tiles and then has a use for this one.

    What lies on the table already is lengthened and exchanged as if the hand were open, and what
    that takes is missing in the opening. An okey serves once: those that the opening is to have
    are put aside before, so that what comes after it has the others and those from the table.
    """
    hand = state.hand
    assert hand is not None
    opened = list(state.opened)
    opened[state.seat] = "melds"
    okeys = [one for one in hand if one.index == OKEY.index]
    others = tuple(one for one in hand if one.index != OKEY.index)
    rests: set[tuple[Tile, ...]] = set()
    for count in range(len(okeys) + 1):
        aside, free = okeys[:count], okeys[count:]
        hands = list(state.hands)
        hands[state.seat] = (*others, *free)
        begun = replace(state, opened=tuple(opened), hands=tuple(hands))
        rests |= {(*rest, *aside) for rest in _left_after(begun, tile)}
    return any(_opens(list(rests), state.okey, state.rules))


def _left_after(state: State, tile: Tile) -> Iterator[tuple[Tile, ...]]:
    """What is left without the okeys after each use of the tile: laid off, or in a new meld.

    A new meld is of interest where it has an okey from the table; any other lies in the opening.
    """
    for now in _reached(state):
        hand = now.hand or ()
        plain = tuple(sorted(one for one in hand if one.index != OKEY.index))
        if now.used:
            yield plain
        elif OKEY in hand and now.table != state.table:
            for meld in _threes(hand, tile, state.okey):
                rest = _less(plain, meld.faces, tile, state.okey)
                if rest is not None:
                    yield rest


def _less(
    plain: Sequence[Tile], faces: Sequence[int], tile: Tile, okey: Tile
) -> tuple[Tile, ...] | None:
    """Tiles without one of these and without those that bear some faces."""
    rest = without(plain, [tile])
    for index in faces:
        if rest is None:
            return None
        bearing = next((one for one in rest if _bears(one, okey) == index), None)
        rest = None if bearing is None else without(rest, [bearing])
    return rest


def _bears(tile: Tile, okey: Tile) -> int:
    return okey.index if not tile.is_face else tile.index


def _opens(hands: Sequence[Sequence[Tile]], okey: Tile, rules: RuleSet) -> list[bool]:
    opening = opening_of(rules)
    if not hands:
        return []
    points = best_points_of([rack_of(hand, okey) for hand in hands], rules, least=opening.points)
    return [
        most >= opening.points
        or (opening.pairs is not None and opening_pairs(hand, rules) >= opening.pairs)
        for most, hand in zip(points, hands, strict=True)
    ]


# The end of a round


def can_finish(state: State) -> bool:
    """Whether the seat on turn can lay all but one tile now, a tile that was taken among them.

    Without exchanges: the rule sets in which a round waits for a finish have none.
    """
    if state.rules.swap is not None:
        raise ValueError(state.rules.key)
    if can_declare(state):
        return True
    way = state.opened[state.seat]
    opened = list(state.opened)
    opened[state.seat] = way or "melds"
    least = 0 if way is not None else opening_of(state.rules).points
    in_opening = way is None and state.rules.take.in_opening and not state.indicator_taken
    for now in _everything(replace(state, opened=tuple(opened))):
        if _ends(now, least, in_opening=in_opening):
            return True
    return False


def _everything(state: State) -> Iterator[State]:
    seen = set()
    waiting = [state]
    while waiting:
        now = waiting.pop()
        key = (tuple(sorted(now.hand or ())), now.table, now.used)
        if key not in seen:
            seen.add(key)
            yield now
            waiting += [after for _, _, after, _ in adds(now)]


def _ends(state: State, least: int, *, in_opening: bool) -> bool:
    """Whether all of the hand but one tile can be laid in melds, and so end the turn."""
    hand, tile = state.hand, state.taken
    assert hand is not None
    if len(hand) == 1:
        return not least and (state.used or tile is None)
    counts = Counter(hand)
    racks = []
    for thrown in counts:
        rest = without(hand, [thrown])
        assert rest is not None
        laid = tile is None or tile in rest
        if laid or (state.used and not in_opening):
            racks.append(rack_of(rest, state.okey))
    found = points_by_left(racks, state.rules, most_left=0, least=least)
    return any(0 in one for one in found)


__all__ = ["around", "can_finish", "can_use", "opens_with"]
