"""Openings that hold a certain tile, or leave certain tiles in the hand for what comes after."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from okey.fits import on_table
from okey.melds import Meld, MeldKind
from okey.moves import Open
from okey.reading import read
from okey.search.arrange import Arrangement, arrange
from okey.search.best import NO_LIMIT, best_value
from okey.search.codes import kinds_of_tiles, pack_indices, sum_of_numbers
from okey.search.general import Terms, arrange_under, held_by, most_worth
from okey.search.pairs import arrange_pairs, count_pairs, pairs_are_usual
from okey.search.pairs import pairs_of as pairs_of_packed
from okey.search.tables import POINTS, Scale, run_lengths
from okey.search.turn_melds import Slots, faces_held, holding, meld_of, pair_of, pair_partners
from okey.search.turn_places import Way, laid_off, ways
from okey.search.turn_state import WILD, Lying, Stand, Tiles, kinds, less, slot_face
from okey.tiles import NUMBERS, TILES
from okey.values import quick


@dataclass(frozen=True, slots=True)
class Plan:
    """An opening, as far as it is settled, and what follows it in the turn.

    `first` are melds that the opening has in any case; the rest of it is made of `rest`, is worth
    `need` (points, or pairs) or more, and leaves at least `leave` tiles.
    """

    first: tuple[Meld, ...]
    rest: Tiles
    need: int
    leave: int
    pairs: bool = False
    after: Way | None = None


def openings_with(stand: Stand, hand: Tiles, tile: int) -> Iterator[Plan]:
    """Every legal opening that holds the tile, up to what makes no difference."""
    if opens(stand, hand, stand.points, 1):
        for one in homes(stand, hand, tile):
            rest = less(hand, one.tiles)
            if rest is not None and opens(stand, rest, stand.points - one.points, 1):
                yield Plan((one.meld,), rest, stand.points - one.points, 1)
    if stand.pairs is not None:
        for other in pair_partners(stand, tile):
            rest = less(hand, (tile, other))
            if rest is not None and opens_by_pairs(stand, rest, stand.pairs - 1, 1):
                first = pair_of(stand, tile, other)
                yield Plan((first,), rest, stand.pairs - 1, 1, pairs=True)


def opens_holding(stand: Stand, hand: Tiles, tile: int) -> bool:
    """Whether some legal opening holds the tile: whether `openings_with` finds any."""
    return _melds_hold(stand, hand, tile) or (
        stand.pairs is not None
        and any(
            rest is not None and opens_by_pairs(stand, rest, stand.pairs - 1, 1)
            for other in pair_partners(stand, tile)
            for rest in (less(hand, (tile, other)),)
        )
    )


def _melds_hold(stand: Stand, hand: Tiles, tile: int) -> bool:
    """Whether some opening by runs and groups holds the tile.

    Mostly a hand does not open, or is worth less without the tile. Then what is worth most holds
    it, and no meld need be made.
    """
    leaves_one = False
    if stand.usual:
        packed, scale = packed_hand(stand, hand), POINTS.under(stand.rules)
        most = best_value(packed, scale)
        if most < stand.points:
            return False
        # What is worth less than all plain tiles together leaves one of them.
        leaves_one = most < sum_of_numbers(packed)
        without = packed - pack_indices((tile,), stand.indicator)
        if leaves_one and best_value(without, scale) < most:
            return True
    if not leaves_one and not opens(stand, hand, stand.points, 1):
        return False
    wild = sum(hand[one] for one in stand.wild)
    return any(
        rest is not None and opens(stand, rest, stand.points - one.points, 1)
        for okeys in ((0, wild) if wild else (0,))  # those with plain tiles are found soonest
        for one in _homes(stand, hand, tile, okeys)
        for rest in (less(hand, one.tiles),)
    )


def openings_before(stand: Stand, hand: Tiles, tile: int) -> Iterator[Plan]:
    """Every legal opening without the tile after which it can still be used in the turn."""
    if opens(stand, hand, stand.points, 1):
        yield from _then(stand.after("melds"), hand, tile, ())
        for some in _settled_first(stand.after("melds"), hand, tile):
            yield from _then(stand, hand, tile, some)
    if stand.pairs is not None and opens_by_pairs(stand, hand, stand.pairs, 1):
        for way in ways(stand.after("pairs"), hand, tile):
            rest = less(hand, way.spent)
            if rest is not None and opens_by_pairs(stand, rest, stand.pairs, 1 - way.gives):
                yield Plan((), rest, stand.pairs, 1 - way.gives, pairs=True, after=way)


# What a hand is worth


def worth(stand: Stand, hand: Tiles, scale: Scale, enough: int = NO_LIMIT) -> int:
    """The most that runs and groups of a hand are worth on a scale, or at least `enough`."""
    if stand.usual:
        return best_value(packed_hand(stand, hand), scale.under(stand.rules), enough)
    tiles = (TILES[tile] for tile in hand.elements())
    terms = Terms.of(stand.rules, stand.okey, scale)
    return most_worth(held_by(tiles, stand.okey, stand.rules), terms, enough)


def packed_hand(stand: Stand, hand: Tiles) -> int:
    """A hand as the search in one hand takes it."""
    return pack_indices(hand.elements(), stand.indicator)


def opens(stand: Stand, hand: Tiles, need: int, leave: int) -> bool:
    """Whether runs and groups worth `need` leave at least so many tiles (0 or 1) of a hand."""
    if need <= 0 or hand.total() <= leave:
        return need <= 0 and hand.total() >= leave
    if not stand.usual:
        if worth(stand, hand, POINTS, need) < need:
            return False
        return leave <= 0 or any(
            rest is not None and worth(stand, rest, POINTS, need) >= need
            for kept in kinds(hand)
            for rest in (less(hand, (kept,)),)
        )
    packed, scale = packed_hand(stand, hand), POINTS.under(stand.rules)
    found = best_value(packed, scale, need)
    # What is worth less than all plain tiles together leaves one of them.
    if found < need or leave <= 0 or found < sum_of_numbers(packed):
        return found >= need
    return any(best_value(packed - one, scale, need) >= need for one in kinds_of_tiles(packed))


def opens_by_pairs(stand: Stand, hand: Tiles, need: int, leave: int) -> bool:
    """Whether so many pairs leave at least so many tiles of a hand."""
    return hand.total() - 2 * max(need, 0) >= leave and pairs_of(stand, hand) >= need


def pairs_of(stand: Stand, hand: Tiles) -> int:
    """The most pairs of a hand."""
    if pairs_are_usual(stand.rules):
        return pairs_of_packed(packed_hand(stand, hand))
    return count_pairs(stand.hand(hand), stand.rules)


# Single melds of an opening


@dataclass(frozen=True, slots=True)
class Home:
    """A run or a group of the hand: its tiles, what they count as, and its points."""

    kind: MeldKind
    tiles: tuple[int, ...]
    faces: Slots
    points: int
    meld: Meld


_new_home = quick(Home)


def homes(stand: Stand, hand: Tiles, tile: int) -> list[Home]:
    """The runs and groups of the hand that hold the tile, those worth most first."""
    found: dict[tuple[tuple[int, ...], Slots], Home] = {}
    wild = sum(hand[one] for one in stand.wild)
    for home in _homes(stand, hand, tile, wild):
        found.setdefault((home.tiles, home.faces), home)
    return sorted(found.values(), key=lambda home: -home.points)


def _homes(stand: Stand, hand: Tiles, tile: int, wild: int) -> Iterator[Home]:
    """Those in which at most so many faces are lacking, each made when it is asked for.

    In no order; some may come twice.
    """
    own = stand.face(tile)
    faces = [own] if own is not None else [stand.face(other) for other in kinds(hand)]
    bits = faces_held(stand, hand)
    for face in faces:
        if face is not None:
            for kind, places in holding(stand, face, run_lengths(wild), bits, wild):
                yield from laid_for(stand, hand, tile, kind, places)


def laid_for(
    stand: Stand, hand: Tiles, tile: int | None, kind: MeldKind, places: Slots
) -> Iterator[Home]:
    """Every way to lay tiles of the hand for these faces, `tile` among them, if any.

    In the usual rule sets an okey stands only for a tile that is not there: otherwise the two could
    change places.
    """
    choices: list[tuple[int, ...]] = []
    wild = tuple(one for one in stand.wild if hand[one])
    for face in places:
        plain = tuple([one for one in stand.tiles(face) if hand.get(one)])
        choices.append(plain if plain and stand.usual and tile not in stand.wild else plain + wild)
    for tiles in product(*choices):
        if tile is not None and tile not in tiles:
            continue
        if less(hand, tiles) is None:
            continue
        meld = meld_of(stand, kind, tiles, places)
        reading = read(meld, stand.rules, stand.okey)
        if reading is not None and reading.kind is kind:
            yield _new_home(kind, tiles, places, reading.points, meld)


# Melds of the opening that what follows is laid on


def _settled_first(opened: Stand, hand: Tiles, tile: int) -> Iterator[tuple[Home, ...]]:
    """Melds of the opening that matter for the tile, one or some at a time.

    A run that it continues beyond an okey off the table; and where an okey is worth more in an
    opening than the tile that it stands for, melds out of which it is exchanged afterwards.
    """
    if opened.rules.swap is None:
        return
    exchanged: list[tuple[Home, ...]] = [()]
    if opened.rules.okeys.counts == "printed" and hand[WILD]:
        with_okey = [home for home in homes(opened, hand, WILD) if tile not in home.tiles]
        exchanged += [(home,) for home in with_okey]
        exchanged += [
            (one, other)
            for at, one in enumerate(with_okey)
            for other in with_okey[at:]
            if less(hand, (*one.tiles, *other.tiles)) is not None
        ]
    runs = _near(opened, hand, tile)
    for some in exchanged:
        if some:
            yield some
        if opened.okeys_out or some:
            yield from ((*some, run) for run in runs)


def _near(opened: Stand, hand: Tiles, tile: int) -> list[Home]:
    """The runs of the tile's colour without it."""
    face = opened.face(tile)
    if face is None or not opened.lays_off:
        return []
    base = face // NUMBERS * NUMBERS
    wild = sum(hand[one] for one in opened.wild)
    return [
        home
        for length in run_lengths(wild)
        for start in range(1, opened.last - length + 2)
        for places in (tuple(slot_face(base, start + more) for more in range(length)),)
        for home in laid_for(opened, hand, None, MeldKind.RUN, places)
        if tile not in home.tiles
    ]


def _then(stand: Stand, hand: Tiles, tile: int, some: Sequence[Home]) -> Iterator[Plan]:
    """Open with some melds and others, then use the tile; with any of `some`, on them."""
    rest = less(hand, [one for home in some for one in home.tiles])
    if rest is None or not rest[tile]:
        return
    laid = [_lying(stand, len(stand.table) + at, home) for at, home in enumerate(some)]
    opened = stand.after("melds", *laid)
    need = stand.points - sum(home.points for home in some)
    found = (
        ways(opened, rest, tile)
        if len(some) != 1 or laid[0].okeys
        else _on_run(opened, rest, tile, laid[0])
    )
    for way in found:
        left = less(rest, way.spent)
        if left is not None and opens(stand, left, need, 1 - way.gives):
            yield Plan(tuple(home.meld for home in some), left, need, 1 - way.gives, after=way)


def _on_run(opened: Stand, rest: Tiles, tile: int, run: Lying) -> Iterator[Way]:
    without = less(rest, (tile,))
    assert without is not None
    return laid_off(opened, without, tile, run)


def _lying(stand: Stand, at: int, home: Home) -> Lying:
    reading = read(home.meld, stand.rules, stand.okey)
    assert reading is not None
    return stand.lying(at, on_table(-1, home.meld, reading))


# Writing it down


def opening_of(stand: Stand, plan: Plan) -> Open:
    """The melds of a plan's opening, those settled first."""
    if plan.pairs:
        pairs = arrange_pairs(stand.hand(plan.rest), stand.rules)[: plan.need]
        return Open((*plan.first, *pairs))
    return Open((*plan.first, *melds_worth(stand, plan.rest, plan.need, plan.leave)))


def melds_worth(stand: Stand, hand: Tiles, need: int, leave: int) -> tuple[Meld, ...]:
    """Runs and groups of a hand that are worth so much and leave so many tiles; there are some."""
    if need <= 0:
        return ()
    found = best(stand, hand, POINTS)
    if hand.total() - found.tiles >= leave:
        return found.melds
    for tile in kinds(hand):
        rest = less(hand, (tile,))
        assert rest is not None
        found = best(stand, rest, POINTS)
        if found.points >= need:
            return found.melds
    raise AssertionError("no opening leaves a tile")


def best(stand: Stand, hand: Tiles, scale: Scale) -> Arrangement:
    """The runs and groups of a hand that are worth most on a scale."""
    if not hand.total():
        return Arrangement(0, 0, ())
    if stand.usual:
        return arrange(stand.hand(hand), scale.under(stand.rules))
    return arrange_under(stand.hand(hand), stand.rules, scale)
