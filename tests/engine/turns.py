"""Small positions in the middle of a round, and everything that can be done in a turn of one.

Nothing here uses the search: melds are every part of the hand that reads as one, and a turn is
every order of moves that the referee accepts.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, permutations, product

from okey import InputError, Tile, rule_set
from okey.endings import By
from okey.fits import on_table
from okey.melds import LAID, LaidTile, Meld, MeldKind, okey_as
from okey.moves import Action, Add, Discard, End, Lay, Move, Open, Swap
from okey.reading import faces_of, first_wild, read
from okey.referee import Applied, apply
from okey.rules.model import RuleSet
from okey.rules.parameters import (
    Ending,
    Groups,
    Okeys,
    Opening,
    Pairs,
    Runs,
    Table,
    Take,
)
from okey.rules.parameters import Swap as SwapRules
from okey.rules.rulesets import derive
from okey.table import Phase, Round, Seat, Source, TableMeld, Turn
from okey.tiles import FACES, FALSE_OKEY, OKEY, Colour, face, okey_face

KINDS = (MeldKind.RUN, MeldKind.GROUP, MeldKind.PAIR)


# Positions


def house(chance: random.Random) -> RuleSet:
    """A 101 rule set for small hands: one of the three, with a low opening, or a derived one."""
    base = rule_set(chance.choice(["101-guide", "101-club", "101-club", "101-siler"]))
    small = Opening(points=chance.choice([6, 12, 18, 24, 30]), pairs=chance.choice([None, 1, 2]))
    if base.key == "101-guide" and chance.random() < 0.5:
        small = replace(small, pairs=None)
    changes: dict[str, object] = {"opening": small}
    if chance.random() < 0.5:
        return derive(base, "small", **changes)  # type: ignore[arg-type]
    may = chance.random
    options: dict[str, object] = {
        "opening": replace(
            small, rising=may() < 0.3, with_lay_off=may() < 0.8, first_turn=may() < 0.8
        ),
        "runs": Runs(wrap_end=may() < 0.5, full_circle=may() < 0.5),
        "groups": Groups(colour_twice=may() < 0.3),
        "okeys": Okeys(
            counts=chance.choice(["place", "place", "nothing", "printed"]),
            most_in_meld=chance.choice([None, None, 1]),
            place=chance.choice(["laid", "laid", "highest"]),
            false_okey=chance.choice(["okey's face", "okey's face", "wild", "indicator's face"]),
        ),
        "pairs": Pairs(
            okey_and_tile=may() < 0.8,
            two_okeys=may() < 0.7,
            two_false_okeys=may() < 0.7,
            same_number=may() < 0.2,
        ),
        "take": Take(in_opening=may() < 0.4),
        "table": Table(
            run_cap=chance.choice([None, 1, 2, 3]),
            cap_each_end=may() < 0.3,
            pair_openers_lay_off=may() < 0.7,
            pair_openers_lay_melds=may() < 0.3,
            run_openers_lay_pairs=small.pairs is not None and may() < 0.3,
        ),
        "swap": chance.choice(
            [
                None,
                SwapRules(),
                SwapRules(undetermined=True),
                SwapRules(in_pairs=True),
                SwapRules(false_okey=False),
            ]
        ),
        "ending": Ending(indicator=may() < 0.5, discard=may() < 0.5),
    }
    for key in list(options):
        if key != "opening" and may() < 0.5:
            del options[key]
    try:
        return derive(base, "small", **options)  # type: ignore[arg-type]
    except InputError:  # parameters that contradict one another
        return house(chance)


def position(chance: random.Random, *, most: int = 6) -> tuple[Round, Tile]:
    """A small position before drawing, and a tile that the left neighbour has thrown."""
    rules = house(chance)
    indicator = FACES[chance.randrange(52)]
    okey = okey_face(indicator)
    width = chance.randrange(3, 8)
    low = chance.randrange(1, 15 - width)
    colours = chance.sample(range(4), chance.choice([2, 3, 3, 4]))
    numbers = [n for n in range(low, low + width) if n <= 13]
    if chance.random() < 0.2:
        numbers = sorted({1, 2, 12, 13, *numbers[:2]})
    pool = [
        tile
        for tile in FACES
        if tile.colour in colours and tile.number in numbers and tile != okey
        for _ in range(2 - (tile == indicator))
    ]
    okeys = [OKEY] * chance.choice([0, 1, 2, 2, 2]) + [FALSE_OKEY] * chance.choice([0, 1, 2])
    pool += okeys
    chance.shuffle(pool)
    table = list(_table(chance, pool, rules, okey))
    size = min(chance.randrange(1, most + 1), len(pool) - 2)
    if size < 1:
        return position(chance, most=most)
    if chance.random() < 0.5:  # okeys to the hand
        pool.sort(key=lambda tile: tile.index > 51)
    hand, tile = tuple(pool.pop() for _ in range(size)), pool.pop(chance.randrange(len(pool)))
    assert rules.opening is not None
    pairs = rules.opening.pairs
    ways: list[By | None] = [None, None, "melds", "pairs" if pairs else "melds"]
    opened = chance.choice(ways)
    others = [
        Seat(
            None,
            21,
            opened="melds",
            opening_points=rules.opening.points + chance.randrange(8),
        ),
        Seat(None, 21, opened="pairs" if pairs else None, opening_pairs=pairs),
        Seat(None, 21, discards=(tile,)),
    ]
    seats = (Seat(hand, opened=opened), *others)
    last = rules.ending.discard and chance.random() < 0.7
    stock = () if last else (None,) * 9
    turn = Turn(0, Phase.DRAW, last=last)
    return Round(rules, indicator, seats, turn, table=tuple(table), stock=stock), tile


def _table(
    chance: random.Random, pool: list[Tile], rules: RuleSet, okey: Tile
) -> Iterator[TableMeld]:
    """Some melds made of the pool."""
    assert rules.opening is not None
    kinds = [MeldKind.RUN, MeldKind.RUN, MeldKind.RUN, MeldKind.GROUP, MeldKind.GROUP]
    kinds += [MeldKind.PAIR] * (rules.opening.pairs is not None)
    melds = chance.randrange(4)
    for _ in range(40):
        meld = _meld(chance, pool, chance.choice(kinds), okey)
        reading = read(meld, rules, okey)
        used = Counter(one.tile for one in meld.tiles)
        if melds and reading is not None and used <= Counter(pool):
            melds -= 1
            for one in meld.tiles:
                pool.remove(one.tile)
            yield on_table(chance.randrange(1, 4), meld, reading)


def _meld(chance: random.Random, pool: list[Tile], kind: MeldKind, okey: Tile) -> Meld:
    """Tiles that may be a meld: some face of the pool and those beside it, okeys here and there."""
    first = chance.choice([tile for tile in pool if tile.is_face] or [okey])
    if kind is MeldKind.RUN:
        size = chance.choice([3, 3, 3, 4, 5])
        faces = [face(first.colour, (first.number + n - 1) % 13 + 1) for n in range(size)]
    elif kind is MeldKind.GROUP:
        colours = chance.sample(list(Colour), chance.choice([3, 3, 4]))
        faces = [face(colour, first.number) for colour in colours]
    else:
        faces = [first, first]
    wild = chance.choice([0, 0.3, 0.5])
    tiles = []
    for one in faces:
        plain = FALSE_OKEY if one == okey else one
        okeys = OKEY in pool and (plain not in pool or chance.random() < wild)
        tiles.append(okey_as(one) if okeys else LAID[plain.index])
    return Meld(tuple(tiles), kind)


# Everything that can be done


def melds_from(
    hand: tuple[Tile, ...], rules: RuleSet, okey: Tile, *, longest: int = 14
) -> list[Meld]:
    """Every meld that can be made of some of these tiles, with every face of its okeys."""
    found: dict[object, Meld] = {}
    for size in range(2, min(longest, len(hand)) + 1):
        for tiles in sorted(set(combinations(sorted(hand), size))):
            for laid in _declared(tiles, rules, okey):
                for kind in KINDS:
                    meld = Meld(laid, kind)
                    reading = read(meld, rules, okey)
                    if reading is not None:
                        found.setdefault(on_table(0, meld, reading), meld)
    return list(found.values())


def _declared(
    tiles: tuple[Tile, ...], rules: RuleSet, okey: Tile
) -> Iterator[tuple[LaidTile, ...]]:
    """These tiles with every face declared that the okeys among them could have."""
    plain = [LAID[tile.index] for tile in tiles if tile != OKEY]
    borne = [one for one in faces_of(Meld(tuple(plain)), okey, rules) if isinstance(one, Tile)]
    faces = {
        other
        for bears in borne
        for other in FACES
        if abs(other.number - bears.number) in {0, 1, 2, 3, 4, 12, 11, 10}
        and (other.colour == bears.colour or other.number == bears.number)
    } or {okey}
    okeys = tiles.count(OKEY)
    if okeys == 0 and FALSE_OKEY not in tiles:
        yield tuple(plain)
        return
    wild = first_wild(rules) == FALSE_OKEY.index and FALSE_OKEY in tiles
    for chosen in product(sorted(faces), repeat=okeys):
        laid = (*plain, *map(okey_as, chosen))
        yield from set(permutations(laid)) if wild and len(laid) <= 4 else {laid}


def openings(hand: tuple[Tile, ...], melds: Sequence[Meld]) -> Iterator[tuple[Meld, ...]]:
    """Every set of these melds that lies together."""
    used = [Counter(one.tile for one in meld.tiles) for meld in melds]

    def more(at: int, left: Counter[Tile]) -> Iterator[tuple[Meld, ...]]:
        for index in range(at, len(melds)):
            if used[index] <= left:
                yield (melds[index],)
                for others in more(index, left - used[index]):
                    yield (melds[index], *others)

    yield from more(0, Counter(hand))


def actions(round_: Round, melds: Sequence[Meld]) -> Iterator[Action]:
    """Everything that could be laid (of `melds`), laid off or exchanged now, legal or not."""
    player = round_.player
    hand = player.hand
    assert hand is not None
    held = Counter(hand)
    mine = [meld for meld in melds if Counter(one.tile for one in meld.tiles) <= held]
    if player.opened is None:
        yield from map(Open, openings(hand, mine))
        return
    for meld in mine:
        yield Lay((meld,))
    for tile in sorted(held):
        for at, lying in enumerate(round_.table, 1):
            yield Swap(tile, at)
            if lying.kind is not MeldKind.GROUP:
                yield from (Add(LAID[tile.index], at, end) for end in End)
            elif tile != OKEY:
                yield Add(LAID[tile.index], at)
            elif len(lying.tiles) < 4:
                numbers = {one.tile.number for one in lying.tiles if one.tile.is_face}
                for own in FACES:
                    if not numbers or own.number in numbers:
                        yield Add(okey_as(own), at)


def ends(round_: Round) -> bool:
    """Whether the turn can end now by throwing a tile."""
    hand = round_.player.hand
    assert hand is not None
    return any(
        isinstance(apply(round_, Move(Discard(tile))), Applied) for tile in sorted(set(hand))
    )


def reached(round_: Round) -> Iterator[Round]:
    """Every position that this turn can come to without throwing a tile."""
    assert round_.hand is not None
    okeys = [one.tile for meld in round_.table for one in meld.tiles if one.tile == OKEY]
    melds = melds_from((*round_.hand, *okeys), round_.rules, round_.okey)
    seen = set()
    todo = [round_]
    while todo:
        now = todo.pop()
        assert now.hand is not None
        key = (tuple(sorted(now.hand)), now.table, now.turn, now.player.opened)
        if key in seen:
            continue
        seen.add(key)
        yield now
        for action in actions(now, melds):
            after = apply(now, Move(action))
            if isinstance(after, Applied):
                todo.append(after.round)


def can_use_by_force(round_: Round, tile: Tile) -> bool:
    """Whether some order of moves lays the tile and ends the turn."""
    after = round_.drawn(tile, Source.DISCARD)
    return any(now.turn.used and ends(now) for now in reached(after))
