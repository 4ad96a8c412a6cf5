"""How a meld is read: first in the order in which it was laid, then in any other.

The one place that knows what a legal run, group and pair is. Openings, finishes, lay-offs and
searches all ask here; `okey.rules.melds` explains what is wrong where the answer is None.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from okey.melds import LaidTile, Meld, MeldKind, okey_as
from okey.rules.model import RuleSet
from okey.tiles import FACES, NUMBERS, OKEY, Tile

Face = Tile | int | None  # int: a number alone, None: an okey whose face nobody declared

SHORTEST: Final = 3  # tiles of a run or a group
LONGEST_GROUP: Final = 4


@dataclass(frozen=True, slots=True)
class Reading:
    """A legal reading of a meld.

    `faces` stand in the order laid; an int is a number whose colour is not settled. `order` has
    the positions laid in the meld's normal order.
    """

    kind: MeldKind
    points: int
    faces: tuple[Tile | int, ...]
    order: tuple[int, ...]


def faces_of(meld: Meld, okey: Tile) -> list[Face]:
    """The face of each tile as laid: its own, the okey's for a false okey, or the declared one."""
    return [
        laid.tile if laid.tile.index < 52 else laid.stands_for if laid.tile == OKEY else okey
        for laid in meld.tiles
    ]


def read(meld: Meld, rules: RuleSet, okey: Tile) -> Reading | None:
    """Read a meld, or answer None where it is not legal.

    `okey` is the face of the okey. Without a declared kind the highest points win, and at equal
    points a group: `R8 * *` is the run 8-9-10, `* R8 *` the group of eights.
    """
    faces = faces_of(meld, okey)
    if meld.kind is MeldKind.RUN:
        return _read_run(meld, faces, rules)
    if meld.kind is MeldKind.GROUP:
        return _read_group(meld, faces)
    if meld.kind is MeldKind.PAIR or len(faces) == 2:
        return _read_pair(meld, faces, okey)
    run = _read_run(meld, faces, rules)
    group = _read_group(meld, faces)
    if run is None or group is None:
        return run or group
    return run if run.points > group.points else group


def normal_text(meld: Meld, reading: Reading) -> str:
    """The meld in normal order with the face of every okey declared."""
    return " ".join(
        str(laid if laid.tile != OKEY else okey_as(reading.faces[position]))
        for position in reading.order
        for laid in (meld.tiles[position],)
    )


# Runs


def last_slot(rules: RuleSet) -> int:
    """The highest slot of a run: 13, or 14 where a 1 may follow the 13."""
    return NUMBERS + 1 if rules.runs.wrap_end else NUMBERS


def slot_number(slot: int) -> int:
    """The number that belongs into a slot: slot 14 is the 1 after the 13."""
    return (slot - 1) % NUMBERS + 1


def _read_run(meld: Meld, faces: list[Face], rules: RuleSet) -> Reading | None:
    """Three or more tiles of one colour in sequence, at least one of them no okey."""
    size = len(faces)
    if size < SHORTEST or not _has_natural(meld.tiles):
        return None
    colour = -1
    numbers: list[int] = []  # 0 for an okey without a face
    for face in faces:
        if face is None:
            numbers.append(0)
        elif isinstance(face, int):
            return None
        else:
            if colour < 0:
                colour = face.index // NUMBERS
            elif face.index // NUMBERS != colour:
                return None
            numbers.append(face.index % NUMBERS + 1)
    last = last_slot(rules)
    start = start_as_laid(numbers, last)
    slots: Sequence[int] | None
    slots = _slots_in_any_order(numbers, last) if start is None else range(start, start + size)
    if slots is None:
        return None
    order = tuple(sorted(range(size), key=slots.__getitem__))
    values = [slot_number(slot) for slot in slots]
    base = colour * NUMBERS - 1
    faces_read = tuple(FACES[base + value] for value in values)
    return Reading(MeldKind.RUN, sum(values), faces_read, order)


def start_as_laid(numbers: list[int], last: int) -> int | None:
    """The first slot of the run if the tiles, as laid, stand in sequence; 0 is any number."""
    size = len(numbers)
    known = next(position for position, number in enumerate(numbers) if number)
    start = numbers[known] - known
    if 1 <= start <= last - size + 1 and all(
        not number or number == slot_number(start + position)
        for position, number in enumerate(numbers)
    ):
        return start
    return None


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


def _read_group(meld: Meld, faces: list[Face]) -> Reading | None:
    """Three or four tiles of one number in different colours, at least one of them no okey.

    In a group of three the colour of an okey is not settled, whatever was declared. The fourth
    tile settles it.
    """
    size = len(faces)
    if not SHORTEST <= size <= LONGEST_GROUP:
        return None
    number = 0
    taken = 0  # colours, as bits
    settled = size == LONGEST_GROUP
    naturals = 0
    for laid, face in zip(meld.tiles, faces, strict=True):
        natural = laid.tile != OKEY
        naturals += natural
        if face is None:
            continue
        own = face if isinstance(face, int) else face.index % NUMBERS + 1
        if number and own != number:
            return None
        number = own
        if isinstance(face, Tile) and (natural or settled):
            bit = 1 << face.index // NUMBERS
            if taken & bit:
                return None
            taken |= bit
    if not naturals:
        return None
    missing = iter([colour for colour in range(4) if not taken >> colour & 1])
    read: list[Tile | int] = []
    for laid, face in zip(meld.tiles, faces, strict=True):
        if isinstance(face, Tile) and (settled or laid.tile != OKEY):
            read.append(face)
        else:
            read.append(FACES[next(missing) * NUMBERS + number - 1] if settled else number)
    order = sorted(range(size), key=lambda at: _group_key(read[at]))
    return Reading(MeldKind.GROUP, number * size, tuple(read), tuple(order))


def _group_key(face: Tile | int) -> int:
    """Red, yellow, blue, black, and what is not settled last."""
    return face.index if isinstance(face, Tile) else len(FACES)


def _read_pair(meld: Meld, faces: list[Face], okey: Tile) -> Reading | None:
    """Two equal tiles; an okey equals any tile, and two okeys are a pair (decision HD-18)."""
    if len(faces) != 2:
        return None
    first, second = faces
    if first is not None and second is not None and first != second:
        return None
    face = first or second or okey
    if isinstance(face, int):
        return None
    order = (1, 0) if meld.tiles[0].tile == OKEY else (0, 1)
    return Reading(MeldKind.PAIR, 0, (face, face), order)


def _has_natural(tiles: tuple[LaidTile, ...]) -> bool:
    return any(laid.tile != OKEY for laid in tiles)
