"""A second opinion: whether the answer that a kind calls right is right, proved another way.

Nothing here asks the engine's search, judge, referee or scoring: melds are read, hands packed,
turns played out and rounds summed by code of this room, from tiles, notation and the parameters
of the rule set alone. `tests/puzzles/test_proofs_apart.py` reads the imports.
"""

from puzzles.proofs.registry import PROOFS, proved

__all__ = ["PROOFS", "proved"]
