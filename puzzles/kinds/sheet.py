"""A scored round in a line a seat: what is written, and out of what it adds up."""

from __future__ import annotations

from okey.endings import Line, Result
from tutor.names import Number, score_line_name, seat_name


def sheet(result: Result, language: str) -> str:
    """All seats: "Seat 1: −202 (Winner −101 × 2); Seat 2: 0"."""
    return "; ".join(
        _seat(seat, [line for line in result.lines if line.seat == seat], total, language)
        for seat, total in enumerate(result.scores)
    )


def _seat(seat: int, lines: list[Line], total: int, language: str) -> str:
    items = ", ".join(_item(line, language) for line in lines)
    said = f"{seat_name(seat, language)}: {Number(total, language)}"
    return f"{said} ({items})" if items else said


def _item(line: Line, language: str) -> str:
    name = score_line_name(line.rule, language)
    base = line.params.get("base")
    if line.factor == 1 or not isinstance(base, int):
        return f"{name} {Number(line.points, language)}"
    return f"{name} {Number(base, language)} × {Number(line.factor, language)}"


__all__ = ["sheet"]
