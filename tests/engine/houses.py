"""House rule sets: one for each rule that none of the four plays."""

from __future__ import annotations

from typing import Final

from okey import RuleSet, derive, rule_set
from okey.rules.model import Okeys, Pairs, Runs

GUIDE: Final = rule_set("101-guide")
CLASSIC: Final = rule_set("classic")
CLUB: Final = rule_set("101-club")
SILER: Final = rule_set("101-siler")

# The rule, and a rule set that plays it.
PLAYED_BY: Final[dict[str, RuleSet]] = {
    "meld.okeys": derive(CLUB, "one okey", okeys=Okeys(most_in_meld=1)),
    "run.full-circle": derive(CLASSIC, "half circle", runs=Runs(True, full_circle=False)),
    "pair.number": derive(CLUB, "pairs by number", pairs=Pairs(same_number=True)),
    "pair.okey": derive(CLUB, "no okey in pairs", pairs=Pairs(okey_and_tile=False)),
    "pair.two-okeys": derive(CLUB, "okeys apart", pairs=Pairs(two_okeys=False)),
    "pair.two-false-okeys": derive(CLUB, "F apart", pairs=Pairs(two_false_okeys=False)),
}
