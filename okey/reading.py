"""How a meld is read: first in the order in which it was laid, then in any other.

The one place that knows what a legal run, group and pair is. Openings, finishes, lay-offs and
searches all ask here; `okey.rules.melds` explains what is wrong where the answer is None.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from okey.melds import GROUP, LAID, PAIR, RUN, Meld, MeldKind, okey_as
from okey.rules.model import RuleSet
from okey.tiles import FACES, FALSE_OKEY, NUMBERS, OKEY, Tile
from okey.values import quick

Face = Tile | int | None  # int: a number alone, None: an okey whose face nobody declared

SHORTEST: Final = 3  # tiles of a run or a group
LONGEST_GROUP: Final = 4
UNSETTLED: Final = len(FACES)  # behind all faces: the colour of an okey that may still be any


@dataclass(frozen=True, slots=True)
class Reading:
    """A legal reading of a meld.

    `faces` stand in the order laid; an int is a number whose colour is not settled. `order` has
    the positions laid in the meld's normal order. `wild`: there are wild tiles in it.
    """

    kind: MeldKind
    points: int
    faces: tuple[Tile | int, ...]
    order: tuple[int, ...]
    wild: bool

    def text(self, meld: Meld) -> str:
        """The meld in normal order with the face of every okey declared."""
        laid = (
            okey_as(self.faces[at])
            if meld.tiles[at].tile is OKEY
            else LAID[meld.tiles[at].tile.index]
            for at in self.order
        )
        return " ".join(map(str, laid))


_new_reading = quick(Reading)
_FALSE: Final = FALSE_OKEY.index  # tiles from here on are okeys and false okeys
AS_LAID: Final = tuple(tuple(range(size)) for size in range(3 * NUMBERS + 1))


def first_wild(rules: RuleSet) -> int:
    """The tiles with this index and above are wild: the okey, in some houses the false okey too."""
    return FALSE_OKEY.index if rules.okeys.false_okey == "wild" else OKEY.index


def false_face(okey: Tile, rules: RuleSet) -> Tile | None:
    """The face that a false okey bears: the okey's, the indicator's, or none where it is wild."""
    if rules.okeys.false_okey == "okey's face":
        return okey
    if rules.okeys.false_okey == "wild":
        return None
    number = okey.index % NUMBERS
    return FACES[okey.index - number + (number - 1) % NUMBERS]


def faces_of(meld: Meld, okey: Tile, rules: RuleSet | None = None) -> list[Face]:
    """The face of each tile as laid: its own, that of a false okey, or the declared one."""
    faces: list[Face] = []
    for laid in meld.tiles:
        index = laid.tile.index
        if index < FALSE_OKEY.index:
            faces.append(laid.tile)
        elif index == OKEY.index:
            faces.append(laid.stands_for)
        else:
            faces.append(okey if rules is None else false_face(okey, rules))
    return faces


def read(meld: Meld, rules: RuleSet, okey: Tile) -> Reading | None:
    """Read a meld, or answer None where it is not legal.

    `okey` is the face of the okey. Without a declared kind the highest points win, and at equal
    points a group: `R8 * *` is the run 8-9-10, `* R8 *` the group of eights.
    """
    key = tuple([laid.tile.index for laid in meld.tiles])
    if not key or max(key) >= _FALSE:
        return _read(meld, rules, okey)
    # Plain tiles read the same beside every okey, and the same few melds come again and again.
    kept = _KEPT.get(id(rules))
    if kept is None or kept[0] is not rules:
        if len(_KEPT) >= _MOST_RULES:
            _KEPT.clear()
        kept = _KEPT[id(rules)] = rules, {}
    readings, known = kept[1], (meld.kind, key)
    if known in readings:
        return readings[known]
    if len(readings) >= _MOST_MELDS:
        readings.clear()
    reading = readings[known] = _read(meld, rules, okey)
    return reading


# What plain tiles were read as, by the identity of the rule set, then by kind and tiles.
_Readings = dict[tuple[MeldKind | None, tuple[int, ...]], Reading | None]
_KEPT: Final[dict[int, tuple[RuleSet, _Readings]]] = {}
_MOST_RULES: Final = 64
_MOST_MELDS: Final = 4096


def _read(meld: Meld, rules: RuleSet, okey: Tile) -> Reading | None:
    """The same without looking it up."""
    tiles, kind = meld.tiles, meld.kind
    faces: list[Face] = []
    wild = [False] * len(tiles)
    for laid in tiles:
        face: Face = laid.tile
        if laid.tile.index >= _FALSE:
            wild[len(faces)] = laid.tile.index >= first_wild(rules)
            face = laid.stands_for if laid.tile is OKEY else false_face(okey, rules)
        faces.append(face)
    if kind is PAIR or (kind is None and len(faces) == 2):
        return _read_pair(meld, faces, wild, okey, rules)
    most = rules.okeys.most_in_meld
    if False not in wild or (most is not None and sum(wild) > most):
        return None
    if kind is GROUP:
        return _read_group(faces, wild, okey, rules)
    run = _read_run(faces, wild, okey, rules)
    if kind is RUN or (run is not None and True not in wild):
        return run
    group = _read_group(faces, wild, okey, rules)
    if run is None or group is None:
        return run or group
    return run if run.points > group.points else group


def _points(numbers: Sequence[int], wild: Sequence[bool], okey: Tile, rules: RuleSet) -> int:
    """What tiles are worth that lie at the places of these numbers."""
    if rules.okeys.counts == "place":
        return sum(numbers)
    each = 0 if rules.okeys.counts == "nothing" else okey.number
    return sum(each if w else number for number, w in zip(numbers, wild, strict=True))


# Runs


def last_slot(rules: RuleSet) -> int:
    """The highest slot of a run: 13, or 14 where a 1 may follow the 13.

    Where a run may go on from there, it goes as far as there are tiles.
    """
    if rules.runs.wrap_over:
        return 3 * NUMBERS
    return NUMBERS + 1 if rules.runs.wrap_end else NUMBERS


def slot_number(slot: int) -> int:
    """The number that belongs into a slot: slot 14 is the 1 after the 13."""
    return (slot - 1) % NUMBERS + 1


SLOT_NUMBERS: Final = [slot_number(slot) for slot in range(3 * NUMBERS + 1)]


def longest_run(rules: RuleSet) -> int:
    """How many tiles a run has at most: one less where it may not come full circle."""
    last = last_slot(rules)
    return last if rules.runs.full_circle else min(last, NUMBERS)


def _read_run(faces: list[Face], wild: list[bool], okey: Tile, rules: RuleSet) -> Reading | None:
    """Three or more tiles of one colour in sequence."""
    size, colour = len(faces), -1
    numbers: list[int] = []  # 0 for an okey without a face
    for face in faces:
        if face is None:
            numbers.append(0)
        elif isinstance(face, int):
            return None
        else:
            own, number = divmod(face.index, NUMBERS)
            if colour < 0:
                colour = own
            elif own != colour:
                return None
            numbers.append(number + 1)
    if not SHORTEST <= size <= longest_run(rules):
        return None
    last = last_slot(rules)
    start = start_as_laid(numbers, last)
    if rules.okeys.place == "highest" and 0 in numbers:
        start = None
    slots: Sequence[int] | None
    if start is not None:
        slots, order = range(start, start + size), AS_LAID[size]
    else:
        slots = _slots_in_any_order(numbers, last)
        if slots is None:
            return None
        order = tuple(sorted(range(size), key=slots.__getitem__))
    if 0 in numbers:
        numbers = [slot_number(slot) for slot in slots]
        base = colour * NUMBERS - 1
        faces = [FACES[base + number] for number in numbers]
    points = _points(numbers, wild, okey, rules)
    return _new_reading(RUN, points, tuple(faces), order, True in wild)  # type: ignore[arg-type]


def start_as_laid(numbers: list[int], last: int) -> int | None:
    """The first slot of the run if the tiles, as laid, stand in sequence; 0 is any number."""
    size = len(numbers)
    known = 0
    while not numbers[known]:
        known += 1
    start = numbers[known] - known
    if start < 1:
        start += NUMBERS  # okeys before the 1 after the 13
    if not 1 <= start <= last - size + 1:
        return None
    wanted = SLOT_NUMBERS[start : start + size]
    if numbers != wanted and any(
        number and number != own for number, own in zip(numbers, wanted, strict=True)
    ):
        return None
    return start


def slots_from(numbers: list[int], start: int) -> list[int] | None:
    """A slot for each tile of a run that starts there, whatever the order laid, or None.

    Okeys without a face fill what is left, from below.
    """
    free = list(range(start, start + len(numbers)))
    slots = [0] * len(numbers)
    for position, number in enumerate(numbers):
        if number:
            slot = next((slot for slot in free if slot_number(slot) == number), None)
            if slot is None:
                return None
            free.remove(slot)
            slots[position] = slot
    for position, number in enumerate(numbers):
        if not number:
            slots[position] = free.pop(0)
    return slots


def _slots_in_any_order(numbers: list[int], last: int) -> list[int] | None:
    """The slots of the most valuable run that these tiles make in another order."""
    best: list[int] | None = None
    most = 0
    for start in range(last - len(numbers) + 1, 0, -1):
        slots = slots_from(numbers, start)
        if slots is not None:
            points = sum(map(slot_number, slots))
            if points > most:
                best, most = slots, points
    return best


# Groups and pairs


def _read_group(faces: list[Face], wild: list[bool], okey: Tile, rules: RuleSet) -> Reading | None:
    """Three or four tiles of one number in different colours.

    In a group of three the colour of an okey is not settled, whatever was declared. The fourth
    tile settles it.
    """
    size = len(faces)
    if not SHORTEST <= size <= LONGEST_GROUP:
        return None
    number = 0
    taken = 0  # colours, as bits
    settled = size == LONGEST_GROUP
    keys: list[int] = []  # red, yellow, blue, black, and what is not settled last
    for is_wild, face in zip(wild, faces, strict=True):
        key = UNSETTLED
        if face is not None:
            own = face if isinstance(face, int) else face.index % NUMBERS + 1
            if number and own != number:
                return None
            number = own
            if isinstance(face, Tile) and (settled or not is_wild):
                key = face.index
                bit = 1 << key // NUMBERS
                if taken & bit and not rules.groups.colour_twice:
                    return None
                taken |= bit
        keys.append(key)
    if settled and UNSETTLED in keys:
        missing = iter([colour for colour in range(4) if not taken >> colour & 1])
        keys = [next(missing) * NUMBERS + number - 1 if key == UNSETTLED else key for key in keys]
    read = [number if key == UNSETTLED else FACES[key] for key in keys]
    ascending = keys == sorted(keys)
    order = AS_LAID[size] if ascending else tuple(sorted(range(size), key=keys.__getitem__))
    points = _points([number] * size, wild, okey, rules)
    return _new_reading(GROUP, points, tuple(read), order, True in wild)


def _read_pair(
    meld: Meld, faces: list[Face], wild: list[bool], okey: Tile, rules: RuleSet
) -> Reading | None:
    """Two equal tiles; an okey equals any tile, and two okeys are a pair (decision HD-18)."""
    if len(faces) != 2 or not may_pair(meld, wild, rules):
        return None
    first, second = faces
    if isinstance(first, int) or isinstance(second, int):
        return None
    if first is not None and second is not None:
        if first is not second and not (rules.pairs.same_number and first.number == second.number):
            return None
    else:
        first = second = first or second or okey
    order = (1, 0) if wild[0] else AS_LAID[2]
    return _new_reading(PAIR, 0, (first, second), order, True in wild)


def may_pair(meld: Meld, wild: Sequence[bool], rules: RuleSet) -> bool:
    """Whether tiles of these sorts make a pair at all: okeys and false okeys may or may not."""
    if True in wild:
        return rules.pairs.two_okeys if all(wild) else rules.pairs.okey_and_tile
    if rules.pairs.two_false_okeys:
        return True
    return not all(laid.tile is FALSE_OKEY for laid in meld.tiles)
