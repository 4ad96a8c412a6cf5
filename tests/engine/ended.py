"""Finished rounds in short notation, as the examples of the catalogue write them."""

from __future__ import annotations

from okey import RuleSet, rule_set
from okey.ended import tally
from okey.endings import Line, Result
from okey.rules.examples import Tally
from okey.tally import ended_example


def scored(
    rules: str | RuleSet,
    finish: str | None,
    *boards: str,
    events: tuple[str, ...] = (),
    teams: bool = False,
    risk: bool = False,
    indicator: str = "B10",
) -> Result:
    """The score of a finished round: `0 melds okey`, then a board a seat, `melds 150: R5 K7`."""
    example = Tally(finish, boards, events, teams, risk, indicator)
    return tally(ended_example(example), rule_set(rules) if isinstance(rules, str) else rules)


def line(result: Result, seat: int, rule: str) -> Line:
    """The only line of a seat that names this rule."""
    (only,) = (line for line in result.lines if (line.seat, line.rule) == (seat, rule))
    return only


def written(result: Result, seat: int) -> list[str]:
    """The lines of a seat, each as `rule points xfactor`."""
    return [
        f"{line.rule} {line.points}" + (f" x{line.factor}" if line.factor != 1 else "")
        for line in result.lines
        if line.seat == seat
    ]
