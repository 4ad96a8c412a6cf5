"""The tile game Okey: tiles, melds, rules, verdicts and an exact search.

>>> from okey import judge, parse_melds, read_indicator, rule_set
>>> indicator = read_indicator("B10")
>>> melds = parse_melds("R12 R13 R1", indicator)
>>> verdict = judge(melds, rules=rule_set("101-club"), indicator=indicator)
>>> verdict.legal, [violation.rule for violation in verdict.violations]
(False, ['run.no-wrap'])
"""

from okey.endings import Board, Event, Finish, Line, Result
from okey.errors import InputError
from okey.hand import Hand, read_indicator
from okey.judge import judge
from okey.match import Match, Played, start_match
from okey.melds import LaidTile, Meld, MeldKind
from okey.notation import format_melds, parse_hand, parse_meld, parse_melds
from okey.rules.catalogue import RULES
from okey.rules.model import Rule, RuleSet, Verdict, Violation
from okey.rules.rulesets import RULE_SETS, derive, rule_set
from okey.scoring import score
from okey.tiles import FALSE_OKEY, OKEY, Colour, Tile, okey_face

__version__ = "0.1.0"

__all__ = [
    "FALSE_OKEY",
    "OKEY",
    "RULES",
    "RULE_SETS",
    "Board",
    "Colour",
    "Event",
    "Finish",
    "Hand",
    "InputError",
    "LaidTile",
    "Line",
    "Match",
    "Meld",
    "MeldKind",
    "Played",
    "Result",
    "Rule",
    "RuleSet",
    "Tile",
    "Verdict",
    "Violation",
    "derive",
    "format_melds",
    "judge",
    "okey_face",
    "parse_hand",
    "parse_meld",
    "parse_melds",
    "read_indicator",
    "rule_set",
    "score",
    "start_match",
]
