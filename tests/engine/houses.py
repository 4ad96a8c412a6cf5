"""House rule sets: one for each rule that none of the four plays."""

from __future__ import annotations

from typing import Final

from okey import RuleSet, derive, rule_set
from okey.rules.model import Groups, Okeys, Opening, Pairs, Penalties, Runs, Table, Take
from okey.rules.rulesets import Parameters

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
    "opening.rising": derive(CLUB, "rising", opening=Opening(101, 5, rising=True)),
    "opening.first-turn": derive(CLUB, "patient", opening=Opening(101, 5, first_turn=False)),
    "opening.alone": derive(CLUB, "alone", opening=Opening(101, 5, with_lay_off=False)),
    "layoff.pair-opener": derive(CLUB, "strict", table=Table(pair_openers_lay_off=False)),
    "take.unavailable": derive(CLUB, "no take", take=Take(opened_may_take=False)),
    "penalty.failed-opening": derive(CLUB, "unaided", penalties=Penalties(failed_opening=101)),
}

# What the search's tables do not know, each by itself and some together.
UNUSUAL: Final[dict[str, Parameters]] = {
    "okeys count nothing": {"okeys": Okeys(counts="nothing")},
    "okeys count what is printed": {"okeys": Okeys(counts="printed")},
    "one okey in a meld": {"okeys": Okeys(most_in_meld=1)},
    "no okey in a meld": {"okeys": Okeys(most_in_meld=0)},
    "false okeys wild": {"okeys": Okeys(false_okey="wild")},
    "false okeys as the indicator": {"okeys": Okeys(false_okey="indicator's face")},
    "colours twice": {"groups": Groups(colour_twice=True)},
    "no okey in pairs": {"pairs": Pairs(okey_and_tile=False)},
    "okeys apart": {"pairs": Pairs(two_okeys=False)},
    "false okeys apart": {"pairs": Pairs(two_false_okeys=False)},
    "pairs by number": {"pairs": Pairs(same_number=True)},
    "half circle": {"runs": Runs(wrap_end=True, full_circle=False)},
    "wild and nothing": {"okeys": Okeys(counts="nothing", most_in_meld=2, false_okey="wild")},
    "all at once": {
        "okeys": Okeys(counts="printed", most_in_meld=1, false_okey="indicator's face"),
        "groups": Groups(colour_twice=True),
        "pairs": Pairs(two_okeys=False, two_false_okeys=False, same_number=True),
        "runs": Runs(wrap_end=True, full_circle=False),
    },
    "what a player lays is the highest": {"okeys": Okeys(place="highest")},
    "runs past the 1": {"runs": Runs(wrap_end=True, wrap_over=True)},
    "runs past the 1, no circle": {"runs": Runs(True, full_circle=False, wrap_over=True)},
    "runs past the 1, false okeys wild": {
        "runs": Runs(wrap_end=True, wrap_over=True),
        "okeys": Okeys(counts="printed", false_okey="wild"),
    },
}
