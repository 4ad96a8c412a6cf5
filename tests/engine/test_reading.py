"""The reading of melds against a plain oracle that tries every order and every face."""

from __future__ import annotations

from itertools import pairwise, permutations, product
from random import Random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from okey import RULE_SETS, InputError, RuleSet, Tile, Verdict, okey_face
from okey.melds import LaidTile, Meld, MeldKind
from okey.tiles import FACES, OKEY, TILES
from tests.engine.notation import B10, judged, meld


def _faces(laid: LaidTile, okey: Tile) -> list[Tile]:
    """Every face that a tile of a meld may count as."""
    if laid.tile != OKEY:
        return [laid.tile if laid.tile.is_face else okey]
    return [laid.stands_for] if isinstance(laid.stands_for, Tile) else list(FACES)


def _is_run(faces: list[Tile], wrap_end: bool) -> bool:
    numbers = [face.number for face in faces]
    if wrap_end and numbers[-2:] == [13, 1]:
        numbers[-1] = 14
    steps = all(high == low + 1 for low, high in pairwise(numbers))
    return len(faces) >= 3 and steps and len({face.colour for face in faces}) == 1


def _is_group(faces: list[Tile]) -> bool:
    colours = {face.colour for face in faces}
    return len({face.number for face in faces}) == 1 and len(colours) == len(faces) in (3, 4)


def _points_by_kind(tiles: tuple[LaidTile, ...], rules: RuleSet, okey: Tile) -> dict[str, int]:
    """The points of the legal readings, as the notation's rules say: as laid, else the best."""
    if all(laid.tile == OKEY for laid in tiles):
        return {}
    natural = [
        face
        for laid in tiles
        for face in _faces(laid, okey)
        if laid.stands_for or laid.tile != OKEY
    ]
    near = [
        f
        for f in FACES
        if f.colour in {n.colour for n in natural} or f.number in {n.number for n in natural}
    ]

    def arrangements(order: tuple[LaidTile, ...]) -> list[list[Tile]]:
        choices = [[f for f in _faces(laid, okey) if f in near] for laid in order]
        return [list(faces) for faces in product(*choices)]

    points: dict[str, int] = {}
    for orders in ([tiles], permutations(tiles)):
        runs = [
            f for order in orders for f in arrangements(order) if _is_run(f, rules.runs.wrap_end)
        ]
        if runs and MeldKind.RUN not in points:
            points[MeldKind.RUN] = max(sum(face.number for face in faces) for faces in runs)
    # In a group of three no okey's colour binds.
    free = tuple(
        LaidTile(OKEY) if laid.tile == OKEY and len(tiles) == 3 else laid for laid in tiles
    )
    numbers = {laid.stands_for.number for laid in tiles if isinstance(laid.stands_for, Tile)}
    for faces in arrangements(free):
        if _is_group(faces) and numbers <= {faces[0].number}:
            points[MeldKind.GROUP] = sum(face.number for face in faces)
    return points


def _judged(meld: Meld, rules: str, indicator: Tile) -> Verdict:
    """The verdict on tiles that exist: three of a face are another test's business."""
    try:
        return judged(str(meld), rules, indicator=str(indicator))
    except InputError as error:
        assume(error.code != "count.face")
        raise


def _near_tiles(base: int) -> st.SearchStrategy[LaidTile]:
    """Tiles around a face, so that runs and groups are common."""
    row, number = divmod(base, 13)
    same_row = [FACES[row * 13 + n % 13] for n in range(number, number + 4)]
    same_number = [FACES[colour * 13 + number] for colour in range(4)]
    near = same_row + same_number
    return st.one_of(
        st.sampled_from(near).map(LaidTile),
        st.sampled_from(near).map(lambda face: LaidTile(OKEY, face)),
        st.just(LaidTile(OKEY)),
        st.just(LaidTile(TILES[52])),
    )


@st.composite
def melds(draw: st.DrawFn) -> Meld:
    tile = _near_tiles(draw(st.integers(0, 51)))
    return Meld(tuple(draw(st.lists(tile, min_size=3, max_size=4))))


@settings(max_examples=400, deadline=None)
@given(meld=melds(), indicator=st.sampled_from(FACES), rules=st.sampled_from(list(RULE_SETS)))
def test_the_reading_is_what_trying_everything_finds(
    meld: Meld, indicator: Tile, rules: str
) -> None:
    okey = okey_face(indicator)
    tiles = tuple(LaidTile(OKEY) if laid.tile == okey else laid for laid in meld.tiles)
    verdict = _judged(Meld(tiles), rules, indicator)
    expected = _points_by_kind(tiles, RULE_SETS[rules], okey)
    (read,) = verdict.melds
    assert read.legal == bool(expected)
    assert bool(verdict.violations) != read.legal
    if expected:
        kind = max(expected, key=lambda kind: (expected[kind], kind == MeldKind.GROUP))
        assert (read.kind, read.points) == (kind, expected[kind])


@settings(max_examples=200, deadline=None)
@given(melds=melds(), indicator=st.sampled_from(FACES), rules=st.sampled_from(list(RULE_SETS)))
def test_what_is_answered_reads_the_same_again(melds: Meld, indicator: Tile, rules: str) -> None:
    (first,) = _judged(melds, rules, indicator).melds
    if first.legal:
        again = meld(first.tiles, rules, indicator=str(indicator))
        assert (again.kind, again.points, again.tiles) == (first.kind, first.points, first.tiles)


@settings(max_examples=200, deadline=None)
@given(
    melds=melds(),
    indicator=st.sampled_from(FACES),
    rules=st.sampled_from(list(RULE_SETS)),
    colours=st.permutations("RYBK"),
)
def test_other_colours_change_nothing_but_names(
    melds: Meld, indicator: Tile, rules: str, colours: list[str]
) -> None:
    table = str.maketrans("RYBK", "".join(colours))
    text = str(melds)
    before = _judged(melds, rules, indicator)
    after = judged(text.translate(table), rules, indicator=str(indicator).translate(table))
    assert (after.legal, after.points) == (before.legal, before.points)
    assert sorted(v.rule for v in after.violations) == sorted(v.rule for v in before.violations)
    assert sorted(after.melds[0].tiles.split()) == sorted(
        before.melds[0].tiles.translate(table).split()
    )


@settings(max_examples=200, deadline=None)
@given(
    meld=melds(), order=st.randoms(use_true_random=False), rules=st.sampled_from(list(RULE_SETS))
)
def test_without_free_okeys_the_order_of_the_tiles_does_not_matter(
    meld: Meld, order: Random, rules: str
) -> None:
    free = (LaidTile(OKEY), LaidTile(okey_face(B10)))
    tiles = [laid for laid in meld.tiles if laid not in free]
    shuffled = list(tiles)
    order.shuffle(shuffled)
    assume(tiles)
    one = _judged(Meld(tuple(tiles)), rules, B10).melds[0]
    other = judged(str(Meld(tuple(shuffled))), rules).melds[0]
    assert (one.legal, one.points, one.kind) == (other.legal, other.points, other.kind)
