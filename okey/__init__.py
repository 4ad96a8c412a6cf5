"""The tile game Okey: tiles, melds, rules, verdicts, whole rounds and an exact search.

>>> from okey import judge, parse_melds, read_indicator, rule_set
>>> indicator = read_indicator("B10")
>>> melds = parse_melds("R12 R13 R1", indicator)
>>> verdict = judge(melds, rules=rule_set("101-club"), indicator=indicator)
>>> verdict.legal, [violation.rule for violation in verdict.violations]
(False, ['run.no-wrap'])

A round is a frozen value; a move gives the next one, or everything that is wrong with it:

>>> from okey import apply, deal_round, legal, parse_move
>>> begun = deal_round(rule_set("101-guide"), "example", 0)
>>> [violation.rule for violation in legal(begun, parse_move("draw", begun.indicator))]
['turn.starter-no-draw']
>>> after = apply(begun, parse_move("discard K3", begun.indicator)).round
>>> after.turn.seat, str(after.turn.phase)
(1, 'draw')
"""

from okey.deal import deal_round
from okey.endings import Board, Event, Finish, Line, Result
from okey.errors import InputError
from okey.hand import Hand, read_indicator
from okey.judge import judge
from okey.match import Match, Played, start_match
from okey.melds import LaidTile, Meld, MeldKind
from okey.moves import Move, parse_move
from okey.notation import format_melds, parse_hand, parse_meld, parse_melds
from okey.position_text import format_position, parse_position
from okey.referee import Applied, Refusal, apply, legal
from okey.rules.catalogue import RULES
from okey.rules.model import Rule, RuleSet, Verdict, Violation
from okey.rules.rulesets import RULE_SETS, derive, rule_set
from okey.scoring import score
from okey.table import Round, start
from okey.tiles import FALSE_OKEY, OKEY, Colour, Tile, okey_face

__version__ = "0.1.0"

__all__ = [
    "FALSE_OKEY",
    "OKEY",
    "RULES",
    "RULE_SETS",
    "Applied",
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
    "Move",
    "Played",
    "Refusal",
    "Result",
    "Round",
    "Rule",
    "RuleSet",
    "Tile",
    "Verdict",
    "Violation",
    "apply",
    "deal_round",
    "derive",
    "format_melds",
    "format_position",
    "judge",
    "legal",
    "okey_face",
    "parse_hand",
    "parse_meld",
    "parse_melds",
    "parse_move",
    "parse_position",
    "read_indicator",
    "rule_set",
    "score",
    "start",
    "start_match",
]
