"""Exact search in a hand: best arrangements, whether it opens, outs and advice."""

from okey.search.arrange import Arrangement, arrange_points, arrange_tiles
from okey.search.left import arrange_left
from okey.search.outs import Advice, Discard, Out, Outs, advise, outs
from okey.search.pairs import arrange_pairs, count_pairs
from okey.search.solutions import OpeningSolution, ShowingSolution, Solution
from okey.search.solve import best_points, can_open, solve

__all__ = [
    "Advice",
    "Arrangement",
    "Discard",
    "OpeningSolution",
    "Out",
    "Outs",
    "ShowingSolution",
    "Solution",
    "advise",
    "arrange_left",
    "arrange_pairs",
    "arrange_points",
    "arrange_tiles",
    "best_points",
    "can_open",
    "count_pairs",
    "outs",
    "solve",
]
