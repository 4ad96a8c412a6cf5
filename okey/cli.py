"""The command line: `python -m okey VERB`, one JSON object a line in, one a line out."""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO, Final, NoReturn

from okey.answers import VERBS, answer_or_error

LONGEST_LINE: Final = 1 << 20  # bytes; no position comes near it
MALFORMED: Final = 2  # exit status where a line was malformed
BROKEN_PIPE: Final = 1
INTERRUPTED: Final = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Answer every line of standard input in order. Return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m okey", description=__doc__)
    parser.add_argument("verb", choices=VERBS)
    parser.add_argument("--rules", metavar="KEY", help="rule set of lines that name none")
    options = parser.parse_args(arguments)
    try:
        return _stream(options.verb, options.rules)
    except BrokenPipeError:
        # Whoever read the answers has left. Keep the interpreter from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED


def _stream(verb: str, rules: str | None) -> int:
    status = 0
    for number, raw in enumerate(_lines(sys.stdin.buffer), start=1):
        if raw is not None and not raw.strip():
            continue
        text, malformed = _answer(verb, raw, rules, f"line {number}")
        status = MALFORMED if malformed else status
        sys.stdout.write(text + "\n")
        sys.stdout.flush()  # whoever asks line by line waits for it
    return status


def _lines(stream: BinaryIO) -> Iterator[bytes | None]:
    """Lines one at a time; None for one that is too long, of which nothing is kept."""
    while line := stream.readline(LONGEST_LINE):
        whole = len(line) < LONGEST_LINE or line.endswith(b"\n")
        while len(line) == LONGEST_LINE and not line.endswith(b"\n"):
            line = stream.readline(LONGEST_LINE)
        yield line if whole else None


def _answer(verb: str, raw: bytes | None, rules: str | None, at: str) -> tuple[str, bool]:
    """The answer to a line as JSON text, and whether the line was malformed."""
    try:
        line = _read_json(raw)
    except (ValueError, RecursionError):
        line = None  # not UTF-8, not JSON, not a number that JSON knows, or nested without end
    if not isinstance(line, dict):
        return json.dumps({"id": None, "error": {"code": "input.json", "at": at}}), True
    answer = answer_or_error(verb, line, rules)
    return json.dumps(answer), "error" in answer


def _read_json(raw: bytes | None) -> Any:
    if raw is None:
        raise ValueError
    text = raw.decode("utf-8-sig")
    return json.loads(text, parse_constant=_refuse, parse_float=_finite)


def _refuse(text: str) -> NoReturn:
    raise ValueError(text)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number
