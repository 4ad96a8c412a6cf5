"""The tile game Okey: tiles, melds, rules, verdicts and an exact search.

>>> from okey import judge, parse_melds, read_indicator, rule_set
>>> indicator = read_indicator("B10")
>>> melds = parse_melds("R12 R13 R1", indicator)
>>> verdict = judge(melds, rules=rule_set("101-club"), indicator=indicator)
>>> verdict.legal, [violation.rule for violation in verdict.violations]
(False, ['run.no-wrap'])
"""

from okey.errors import InputError
from okey.hand import Hand, read_indicator
from okey.judge import judge
from okey.melds import LaidTile, Meld, MeldKind
from okey.notation import format_melds, parse_hand, parse_meld, parse_melds
from okey.rules.catalogue import RULES
from okey.rules.model import Rule, RuleSet, Verdict, Violation
from okey.rules.rulesets import RULE_SETS, derive, rule_set
from okey.tiles import FALSE_OKEY, OKEY, Colour, Tile, okey_face

__version__ = "0.1.0"

__all__ = [
    "FALSE_OKEY",
    "OKEY",
    "RULES",
    "RULE_SETS",
    "Colour",
    "Hand",
    "InputError",
    "LaidTile",
    "Meld",
    "MeldKind",
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
]
