"""Records to start from: whole rounds, played out with moves that the rules allow."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from okey.record import Record, parse_record
from tutor.names import rule_set_name
from tutor.notation.links import packed, step_url

FOLDER: Final = Path(__file__).with_name("samples")


@dataclass(frozen=True, slots=True)
class Sample:
    """A record that may be looked at. `rules_name` is what it is played by."""

    key: str
    rules_name: str
    seats: int
    moves: int
    url: str


@cache
def sample_records() -> dict[str, Record]:
    """The records by the names of their files, in the order of these."""
    return {
        path.stem: parse_record(path.read_text(encoding="utf-8"))
        for path in sorted(FOLDER.glob("*.txt"))
    }


def samples(language: str) -> tuple[Sample, ...]:
    """The records as the page offers them."""
    return tuple(
        Sample(
            key,
            rule_set_name(record.rules, language),
            record.seats,
            len(record.moves),
            step_url(packed(record), 0),
        )
        for key, record in sample_records().items()
    )
