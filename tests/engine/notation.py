"""What the engine's tests speak: the game's notation. The okey is B11 unless said otherwise."""

from __future__ import annotations

from okey import Hand, RuleSet, Verdict, judge, parse_melds, read_indicator, rule_set
from okey.rules.model import As, MeldVerdict
from okey.tiles import Tile

B10 = read_indicator("B10")
IN_101 = ("101-guide", "101-club", "101-siler")


def hand(tiles: str, indicator: str = "B10") -> Hand:
    return Hand.parse(tiles, indicator)


def judged(
    melds: str,
    rules: str | RuleSet = "101-club",
    as_: As = "melds",
    *,
    indicator: str = "B10",
    hand: str | None = None,
) -> Verdict:
    """The verdict on melds in notation."""
    open_tile: Tile = read_indicator(indicator)
    return judge(
        parse_melds(melds, open_tile),
        rules=rule_set(rules) if isinstance(rules, str) else rules,
        indicator=open_tile,
        as_=as_,
        hand=None if hand is None else Hand.parse(hand, open_tile),
    )


def meld(text: str, rules: str | RuleSet = "101-club", *, indicator: str = "B10") -> MeldVerdict:
    """The verdict on one meld."""
    (verdict,) = judged(text, rules, indicator=indicator).melds
    return verdict


def faults(verdict: Verdict) -> list[str]:
    """Each violation as `rule: tiles`."""
    return [f"{violation.rule}: {violation.tiles}".rstrip(" :") for violation in verdict.violations]


def fault(verdict: Verdict) -> str:
    (only,) = faults(verdict)
    return only
