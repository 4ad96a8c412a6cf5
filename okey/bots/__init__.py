"""Bots that play a round of any rule set, and see no more than a player does.

>>> from okey import rule_set
>>> from okey.bots import play_out
>>> play_out(rule_set("101-club"), ("middle", "random"), "example").over
True
"""

from okey.bots.choose import LEVELS, Level, advice, choose
from okey.bots.mistakes import Mistake, mistakes
from okey.bots.reasons import Advice, Reason
from okey.bots.simulate import play_out, steps
from okey.bots.view import seen_by

__all__ = [
    "LEVELS",
    "Advice",
    "Level",
    "Mistake",
    "Reason",
    "advice",
    "choose",
    "mistakes",
    "play_out",
    "seen_by",
    "steps",
]
