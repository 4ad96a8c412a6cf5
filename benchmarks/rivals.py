"""What the search is compared with: a published solver, and an integer program on HiGHS."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import numpy as np

from okey import Hand
from okey.tiles import FACES, FALSE_OKEY, OKEY

Prepared = Callable[[], int]  # everything but the solving is done


def okey_solver() -> Callable[[Hand], Prepared] | None:
    """`okey-solver-py`, or None where it is not installed. Its tile objects are made beforehand."""
    try:
        import okey_solver as published
    except ImportError:
        return None
    colours = [getattr(published.TileColor, name) for name in ("RED", "YELLOW", "BLUE", "BLACK")]
    engine = published.create_okey_101_solver()

    def prepare(hand: Hand) -> Prepared:
        okey = published.OkeyMeta(color=colours[hand.okey.colour], value=hand.okey.number)
        tiles = []
        for at, tile in enumerate(hand.tiles):
            printed = hand.okey if tile == OKEY else tile
            if tile == FALSE_OKEY:
                made = published.Tile(id=str(at), color=published.TileColor.JOKER, value=0)
            else:
                made = published.Tile(
                    id=str(at), color=colours[printed.colour], value=printed.number
                )
            tiles.append(made)
        return lambda: int(engine.find_best_arrangement(tiles, okey).totalScore)

    return prepare


def highs() -> Callable[[Hand], Prepared] | None:
    """An integer program with a variable for each meld that the hand can make; None without HiGHS.

    Melds are enumerated and the model is built within the time measured, as reading the hand is
    for the search. Runs longer than five split into shorter ones and are left out. One thread, no
    output, one solver object for all hands.
    """
    try:
        import highspy
    except ImportError:
        return None
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("log_to_console", False)
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("mip_rel_gap", 0.0)
    infinity = highspy.kHighsInf

    def solve(hand: Hand) -> int:
        counts = [0] * 52
        okeys = 0
        okey_index = hand.okey.index
        for tile in hand.tiles:
            if tile == OKEY:
                okeys += 1
            else:
                counts[tile.index if tile.is_face else okey_index] += 1
        columns = list(_melds(counts, okeys))
        if not columns:
            return 0
        rows = [index for index in range(52) if counts[index]]
        row_of = {index: row for row, index in enumerate(rows)}
        upper = [float(counts[index]) for index in rows] + [float(okeys)]
        starts: list[int] = [0]
        indices: list[int] = []
        values: list[float] = []
        costs: list[float] = []
        for tiles, wild, points in columns:
            indices.extend(row_of[index] for index in tiles)
            values.extend([1.0] * len(tiles))
            if wild:
                indices.append(len(rows))
                values.append(float(wild))
            starts.append(len(indices))
            costs.append(float(points))
        program = highspy.HighsLp()
        program.num_col_, program.num_row_ = len(columns), len(upper)
        program.sense_ = highspy.ObjSense.kMaximize
        program.col_cost_ = np.array(costs)
        program.col_lower_ = np.zeros(len(columns))
        program.col_upper_ = np.full(len(columns), 2.0)
        program.row_lower_ = np.full(len(upper), -infinity)
        program.row_upper_ = np.array(upper)
        program.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        program.a_matrix_.start_ = np.array(starts, dtype=np.int32)
        program.a_matrix_.index_ = np.array(indices, dtype=np.int32)
        program.a_matrix_.value_ = np.array(values)
        program.integrality_ = [highspy.HighsVarType.kInteger] * len(columns)
        solver.passModel(program)
        solver.run()
        return round(solver.getInfo().objective_function_value)

    return lambda hand: lambda: solve(hand)


def _melds(counts: list[int], okeys: int) -> list[tuple[tuple[int, ...], int, int]]:
    """Melds that these tiles and okeys can make: their faces, okeys and points."""
    melds: dict[tuple[tuple[int, ...], int], int] = {}
    for length in (3, 4, 5):
        for colour in range(0, 52, 13):
            for start in range(colour, colour + 14 - length):
                faces = range(start, start + length)
                there = [face for face in faces if counts[face]]
                absent = length - len(there)
                if absent > okeys or not there:
                    continue
                points = sum(FACES[face].number for face in faces)
                for more in range(okeys - absent + 1):
                    for kept in combinations(there, len(there) - more):
                        if kept:
                            key = (kept, absent + more)
                            melds[key] = max(points, melds.get(key, 0))
    for number in range(13):
        there = [face for face in range(number, 52, 13) if counts[face]]
        for size in range(1, len(there) + 1):
            for kept in combinations(there, size):
                for wild in range(max(0, 3 - size), min(okeys, 4 - size) + 1):
                    key = (kept, wild)
                    points = (number + 1) * (size + wild)
                    melds[key] = max(points, melds.get(key, 0))
    return [(tiles, wild, points) for (tiles, wild), points in melds.items()]
