"""Hands whose answers were recorded, hands of any kind, and what holds of melds that are laid."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from okey import OKEY, Hand, Meld, judge, rule_set
from okey.melds import laid_tiles
from okey.tiles import FACES, FALSE_OKEY, okey_face

DATA = Path(__file__).parents[1] / "data"


GUIDE, CLUB, CLASSIC = rule_set("101-guide"), rule_set("101-club"), rule_set("classic")


def recorded(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text().splitlines()]


def read(line: dict[str, Any]) -> Hand:
    return Hand.parse(line["hand"], line["indicator"])


def assert_laid(hand: Hand, melds: tuple[Meld, ...], points: int) -> None:
    """What was found is made of tiles of the hand, and the judge counts the same points."""
    assert not Counter(laid_tiles(melds)) - Counter(hand.tiles)
    if not melds:
        assert points == 0
        return
    verdict = judge(melds, rules=CLUB, indicator=hand.indicator, as_="melds", hand=hand)
    assert verdict.legal, verdict.violations
    assert verdict.points == points
    for meld, judged in zip(melds, verdict.melds, strict=True):
        assert judged.tiles == meld.text  # normal order, every okey's face declared


def sum_of(meld: Meld) -> int:
    """The points of a run or group without false okeys, in which every face is declared."""
    numbers = [laid.stands_for or laid.tile for laid in meld.tiles]
    return sum(number if isinstance(number, int) else number.number for number in numbers)


# Independent searches


@st.composite
def hands(draw: st.DrawFn, sizes: tuple[int, ...], *, okeys: int | None = None) -> Hand:
    """Hands of real tiles, many of them of a few numbers only, where melds compete."""
    indicator = draw(st.sampled_from(FACES))
    size = draw(st.sampled_from(sizes))
    numbers = draw(st.sets(st.integers(1, 13), min_size=3, max_size=13))
    pool = [
        tile
        for tile in FACES
        if tile.number in numbers and tile != okey_face(indicator)
        for _ in range(1 if tile == indicator else 2)
    ]
    wild = draw(st.integers(0, 2)) if okeys is None else okeys
    false = draw(st.integers(0, 2))
    mixed = draw(st.permutations(pool))
    others = [tile for tile in FACES if tile not in pool and tile != okey_face(indicator)]
    stray = draw(st.lists(st.sampled_from(others), max_size=2, unique=True)) if others else []
    tiles = [*[OKEY] * wild, *[FALSE_OKEY] * false, *stray, *mixed][:size]
    return Hand(indicator, tuple(tiles))


few = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
