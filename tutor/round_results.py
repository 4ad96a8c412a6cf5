"""The score of a round as a page shows it, seat by seat and line by line.

Made from `result` in what the verbs `replay`, `play` and `score` answer:

    {% include "tutor/_round_result.html" with result=shown %}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from okey import RuleSet
from okey.endings import Finish
from tutor.names import factors_text, finish_name, score_line_name, seat_name, team_name
from tutor.refusals import signed


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line of a score. `factors` say in words what multiplied it; empty where nothing did."""

    name: str
    points: str
    factors: str


@dataclass(frozen=True, slots=True)
class SeatScore:
    """A player's lines and their sum."""

    name: str
    total: str
    lines: tuple[ShownLine, ...]
    is_winner: bool


@dataclass(frozen=True, slots=True)
class ShownResult:
    """A round's score. `teams` are names with sums, none where nobody is partner."""

    finish: str
    winner: str
    seats: tuple[SeatScore, ...]
    teams: tuple[tuple[str, str], ...]


def shown_result(
    result: Mapping[str, Any],
    language: str,
    *,
    rules: RuleSet | None = None,
    names: Sequence[str] | None = None,
) -> ShownResult:
    """Describe a result for the template. `names` are those of the players, seat by seat."""
    finish = _finish(result.get("finish"))
    called = [
        names[seat] if names else seat_name(seat, language) for seat in range(len(result["scores"]))
    ]
    return ShownResult(
        finish=finish_name(finish, language, rules=rules),
        winner="" if finish is None else called[finish.seat],
        seats=tuple(
            SeatScore(
                name=name,
                total=signed(result["scores"][seat], language),
                lines=tuple(
                    ShownLine(
                        name=score_line_name(line["rule"], language),
                        points=signed(line["points"], language),
                        factors=factors_text(line.get("factors") or (), language),
                    )
                    for line in result["lines"]
                    if line["seat"] == seat
                ),
                is_winner=finish is not None and finish.seat == seat,
            )
            for seat, name in enumerate(called)
        ),
        teams=tuple(
            (team_name(team, language), signed(score, language))
            for team, score in enumerate(result.get("teams") or ())
        ),
    )


def _finish(finish: Mapping[str, Any] | None) -> Finish | None:
    if finish is None:
        return None
    return Finish(
        seat=finish["seat"],
        okey_last=bool(finish.get("okey_last")),
        by=finish.get("by") or "melds",
        same_turn=bool(finish.get("same_turn")),
        first_to_open=bool(finish.get("first_to_open")),
    )
