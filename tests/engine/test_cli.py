"""The command line streams, answers malformed lines and never shows a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from okey.answers import VERBS, answer_or_error
from tests.engine.notation import IN_101

ROOT = Path(__file__).parents[2]
MELDS = {"indicator": "B10", "melds": "R7 R8 R9"}
HAND_21 = "R10 R11 R12 R13 R7 Y7 B7 Y9 B9 K9 R2 B1 K4 Y3 B13 K11 R5 Y5 B3 K2 R1"
HAND_14 = "R4 R5 R6 B9 R9 K9 Y1 Y2 Y3 K10 K11 K12 K13 B2"


def run(lines: bytes | str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "okey", *arguments],
        input=lines.encode() if isinstance(lines, str) else lines,
        capture_output=True,
        cwd=ROOT,
        check=False,
        timeout=60,
    )


def ask(*lines: bytes | str | dict[str, Any], verb: str = "judge") -> tuple[list[Any], int]:
    """The answers to these lines, and the exit status."""
    raw = b"\n".join(
        line
        if isinstance(line, bytes)
        else (line.encode() if isinstance(line, str) else json.dumps(line).encode())
        for line in lines
    )
    done = run(raw, verb, "--rules", "101-club")
    assert done.stderr == b""
    return [json.loads(line) for line in done.stdout.splitlines()], done.returncode


def good_line(verb: str) -> dict[str, Any]:
    """A line of this verb, out of the acceptance cases where there are some."""
    if verb == "play":
        return {"indicator": "B10", "hand": HAND_21, "phase": "draw", "moves": ["take"]}
    for text in (ROOT / "tests" / "data" / "cases.jsonl").read_text("utf-8").splitlines():
        case = json.loads(text)
        if case["verb"] == verb and "error" not in case["expect"]:
            return {"rules": case["rules"], **case["in"]}
    raise LookupError(verb)


def code_and_place(answer: Any) -> tuple[str, str]:
    return answer["error"]["code"], answer["error"]["at"]


def test_each_line_is_answered_in_order_with_its_id() -> None:
    ids: list[Any] = [7, "seven", None, 1.5, True, ["a"], {"b": 1}, "\ud800", "ü"]
    answers, status = ask(*({"id": id_, **MELDS} for id_ in ids), MELDS)
    assert [answer["id"] for answer in answers] == [*ids, None]
    assert all(answer["legal"] for answer in answers)
    assert status == 0


def test_a_malformed_line_does_not_stop_the_others() -> None:
    answers, status = ask({"id": 1, **MELDS}, {"id": 2, "melds": "R7"}, "{", {"id": 3, **MELDS})
    assert [answer["id"] for answer in answers] == [1, 2, None, 3]
    assert code_and_place(answers[1]) == ("input.field", "indicator")
    assert code_and_place(answers[2]) == ("input.json", "line 3")
    assert answers[3]["legal"] is True
    assert status == 2


def test_blank_lines_are_passed_over_and_the_last_needs_no_end() -> None:
    answers, status = ask("", "  \t", {"id": 1, **MELDS}, "\r", b"")
    assert [answer["id"] for answer in answers] == [1]
    assert status == 0
    assert ask("") == ([], 0)


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"nonsense",
        b"[]",
        b'"text"',
        b"3",
        b"null",
        b"true",
        b"NaN",
        b'{"id": NaN}',
        b'{"id": -Infinity}',
        b'{"id": 1e999}',
        b'{"id": ' + b"9" * 5000 + b"}",
        b'{"id": 1} {"id": 2}',
        b"\xff\xfe\x00",
        b'{"id": "\xc3("}',
        b"\x00",
        b"[" * 100_000,
        b'{"a":' * 50_000 + b"1" + b"}" * 50_000,
        b'{"id": "' + b"x" * (1 << 20) + b'"}',
    ],
    ids=range(19),
)
def test_what_is_no_json_object_is_named_with_its_line(line: bytes) -> None:
    answers, status = ask(MELDS, line, MELDS)
    assert [code_and_place(a) for a in answers if "error" in a] == [("input.json", "line 2")]
    assert len(answers) == 3
    assert status == 2


def test_a_line_as_long_as_allowed_is_read_and_a_longer_one_is_not_kept() -> None:
    line = json.dumps({"id": 1, **MELDS, "note": ""}).encode()
    fill = b"x" * ((1 << 20) - len(line) - 1)
    longest = line.replace(b'"note": ""', b'"note": "' + fill + b'"')
    answers, _ = ask(longest, longest.replace(b"xx", b"xxxxx", 1), MELDS)
    assert ["error" in answer for answer in answers] == [False, True, False]


def test_a_byte_order_mark_is_no_fault() -> None:
    answers, status = ask(b"\xef\xbb\xbf" + json.dumps(MELDS).encode())
    assert (answers[0]["legal"], status) == (True, 0)


def test_the_rules_of_a_line_beat_those_of_the_command() -> None:
    wrap = {"indicator": "B10", "melds": "K12 K13 K1"}
    answers, _ = ask(wrap, {**wrap, "rules": "classic"}, {**wrap, "rules": None})
    assert [answer["legal"] for answer in answers] == [False, True, False]


def test_the_rules_may_be_left_to_the_lines() -> None:
    lines = json.dumps({**MELDS, "rules": "classic"}) + "\n" + json.dumps(MELDS)
    done = run(lines, "judge")
    named, unnamed = map(json.loads, done.stdout.splitlines())
    assert named["legal"] is True
    assert code_and_place(unnamed) == ("input.field", "rules")
    assert done.returncode == 2


def test_unknown_rules_of_the_command_are_an_error_of_each_line() -> None:
    done = run(json.dumps(MELDS) + "\n" + json.dumps({**MELDS, "rules": "classic"}), "judge",
               "--rules", "102")  # fmt: skip
    bad, good = map(json.loads, done.stdout.splitlines())
    assert code_and_place(bad) == ("rules.unknown", "rules: 102")
    assert good["legal"] is True
    assert done.returncode == 2


def test_an_unknown_verb_shows_the_usage() -> None:
    done = run("", "juggle")
    assert done.returncode == 2
    assert b"usage: python -m okey" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("verb", VERBS)
def test_a_line_is_answered_before_the_next_one_comes(verb: str) -> None:
    line = good_line(verb)
    with subprocess.Popen(
        [sys.executable, "-m", "okey", verb, "--rules", "101-guide"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": ""},
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        patience = threading.Timer(30, process.kill)
        patience.start()
        for at in range(3):
            process.stdin.write(json.dumps({"id": at, **line}) + "\n")
            process.stdin.flush()
            answer = json.loads(process.stdout.readline())
            assert answer["id"] == at
            assert "error" not in answer
        process.stdin.close()
        assert process.wait(timeout=30) == 0
        patience.cancel()


def test_a_reader_that_leaves_is_not_complained_about() -> None:
    lines = (json.dumps(MELDS) + "\n") * 20_000
    with subprocess.Popen(
        [sys.executable, "-m", "okey", "judge", "--rules", "classic"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        try:
            process.stdin.write(lines.encode())
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert process.stderr.read() == b""
        assert process.wait(timeout=30) == 1


def test_memory_does_not_grow_with_the_number_of_lines() -> None:
    script = """import resource, sys
from okey.cli import main
main(["judge", "--rules", "classic"])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"""
    peaks = []
    for count in (100, 20_000):
        done = subprocess.run(
            [sys.executable, "-c", script],
            input=(json.dumps({"id": 1, **MELDS}) + "\n") * count,
            capture_output=True,
            text=True,
            cwd=ROOT,
            check=True,
        )
        assert len(done.stdout.splitlines()) == count
        peaks.append(int(done.stderr))
    assert peaks[1] - peaks[0] < 2_000  # KiB; the answers alone are 4,000


# Every code, and where it is found

ERRORS: list[tuple[str, dict[str, Any], str, str]] = [
    ("judge", {"melds": "R7 R8 R9"}, "input.field", "indicator"),
    ("judge", {"indicator": 10, "melds": "R7"}, "input.field", "indicator"),
    ("judge", {"indicator": "F", "melds": "R7"}, "notation.tile", "indicator: F"),
    ("judge", {"indicator": "*", "melds": "R7"}, "notation.tile", "indicator: *"),
    ("judge", {"indicator": "", "melds": "R7"}, "notation.tile", "indicator: "),
    ("judge", {"indicator": "R7 R8", "melds": "R7"}, "notation.tile", "indicator: R7 R8"),
    ("judge", {"indicator": "B10"}, "input.field", "melds"),
    ("judge", {"indicator": "B10", "melds": None}, "input.field", "melds"),
    ("judge", {"indicator": "B10", "melds": 7}, "input.field", "melds"),
    ("judge", {"indicator": "B10", "melds": {"a": 1}}, "input.field", "melds"),
    ("judge", {"indicator": "B10", "melds": ["R7 R8 R9", 7]}, "input.field", "melds"),
    ("judge", {"indicator": "B10", "melds": [["R7", 8]]}, "input.field", "melds"),
    ("judge", {"indicator": "B10", "melds": [[["R7"]]]}, "input.field", "melds"),
    ("judge", {"indicator": "B10", "melds": [["R7", "|", "R8"]]}, "notation.meld",
     "melds: R7 | R8"),
    ("judge", {"indicator": "B10", "melds": [[]]}, "notation.meld", "melds: "),
    ("judge", {"indicator": "B10", "melds": []}, "notation.meld", "melds: "),
    ("judge", {"indicator": "B10", "melds": ""}, "notation.meld", "melds: "),
    ("judge", {"indicator": "B10", "melds": "set: R7"}, "notation.meld", "melds: set: R7"),
    ("judge", {"indicator": "B10", "melds": "R7 R8 R14"}, "notation.tile", "melds: R14"),
    ("judge", {"indicator": "B10", "melds": "R7 *=8 R9"}, "notation.tile", "melds: *=8"),
    ("judge", {"indicator": "B10", "melds": "R7 \x00 \ud800"}, "notation.tile", "melds: ?"),
    ("judge", {"indicator": "B10", "melds": "R7 R7 R7"}, "count.face", "melds: R7"),
    ("judge", {"indicator": "B10", "melds": "R7 " * 2000}, "count.face", "melds: R7"),
    ("judge", {**MELDS, "as": "opened"}, "input.field", "as: opened"),
    ("judge", {**MELDS, "as": 7}, "input.field", "as"),
    ("judge", {**MELDS, "as": ["melds"]}, "input.field", "as"),
    ("judge", {**MELDS, "as": "finish"}, "input.field", "hand"),
    ("judge", {**MELDS, "hand": 7}, "input.field", "hand"),
    ("judge", {**MELDS, "hand": ""}, "count.hand", "hand: 0"),
    ("judge", {**MELDS, "hand": "R7 R8 X9"}, "notation.tile", "hand: X9"),
    ("judge", {**MELDS, "hand": ["R7 R8", "R9"]}, "notation.tile", "hand: R7 R8"),
    ("judge", {**MELDS, "hand": "R7 R7 R7"}, "count.face", "hand: R7"),
    ("judge", {**MELDS, "hand": "B10 B10"}, "count.face", "hand: B10"),
    ("judge", {**MELDS, "hand": "R1 " * 23}, "count.hand", "hand: 23"),
    ("judge", {**MELDS, "rules": "102"}, "rules.unknown", "rules: 102"),
    ("judge", {**MELDS, "rules": 101}, "input.field", "rules"),
    ("judge", {**MELDS, "rules": "9" * 99}, "rules.unknown", "rules: " + "9" * 40),
    ("solve", {"indicator": "B10"}, "input.field", "hand"),
    ("solve", {"hand": "R1"}, "input.field", "indicator"),
    ("solve", {"indicator": "B10", "hand": []}, "count.hand", "hand: 0"),
    ("solve", {"indicator": "B10", "hand": "R1 " * 2000}, "count.hand", "hand: 2000"),
    ("solve", {"indicator": "B10", "hand": "F F F"}, "count.face", "hand: F"),
    ("solve", {"indicator": "B10", "hand": "B11 * *"}, "count.face", "hand: *"),
    ("solve", {"indicator": "B10", "hand": "R1 " * 15, "rules": "classic"}, "count.face",
     "hand: R1"),
    ("solve", {"indicator": "B10", "hand": "R1 " * 16, "rules": "classic"}, "count.hand",
     "hand: 16"),
    ("outs", {"indicator": "B10", "hand": HAND_21 + " K13"}, "count.hand", "hand: 22"),
    ("outs", {"indicator": "B10", "hand": HAND_14}, "count.hand", "hand: 14"),
    ("outs", {"indicator": "B10", "hand": HAND_14 + " R1", "rules": "classic"}, "count.hand",
     "hand: 15"),
    ("advise", {"indicator": "B10", "hand": HAND_21}, "count.hand", "hand: 21"),
    ("advise", {"indicator": "B10", "hand": HAND_14, "rules": "classic"}, "count.hand",
     "hand: 14"),
    ("outs", {"indicator": "B10", "hand": HAND_21, "seen": 7}, "input.field", "seen"),
    ("outs", {"indicator": "B10", "hand": HAND_21, "seen": "Q1"}, "notation.tile", "seen: Q1"),
    ("outs", {"indicator": "B10", "hand": HAND_21, "seen": "R7 R7"}, "count.face", "seen: R7"),
    ("outs", {"indicator": "B10", "hand": HAND_21, "seen": "B10 B10"}, "count.face",
     "seen: B10"),
    ("outs", {"indicator": "B10", "hand": HAND_21, "seen": ["*", "B11", "*"]}, "count.face",
     "seen: *"),
]  # fmt: skip


@pytest.mark.parametrize(("verb", "line", "code", "at"), ERRORS)
def test_a_malformed_line_names_its_code_and_its_place(
    verb: str, line: dict[str, Any], code: str, at: str
) -> None:
    answer = answer_or_error(verb, {"id": 1, **line}, "101-club")
    assert answer == {"id": 1, "error": {"code": code, "at": at}}


@pytest.mark.parametrize("line", [None, [], "R7", 7, True, [MELDS]])
def test_what_is_no_object_is_malformed_for_the_api_too(line: object) -> None:
    assert answer_or_error("judge", line, "101-club")["error"]["code"] == "input.json"


@pytest.mark.parametrize("rules", IN_101)
def test_text_and_list_are_the_same(rules: str) -> None:
    text = {"indicator": "B10", "melds": "R7 R8 R9 | R8 B8 K8", "hand": "R7 R8 R9 R8 B8 K8 *"}
    both = {**text, "melds": ["R7 R8 R9", "R8 B8 K8"], "hand": text["hand"].split()}
    assert answer_or_error("judge", text, rules) == answer_or_error("judge", both, rules)
    tiles = {**text, "melds": [["R7", "R8", "R9"], "R8 B8 K8"]}
    assert answer_or_error("judge", text, rules) == answer_or_error("judge", tiles, rules)
    one = answer_or_error("solve", text, rules)
    assert one == answer_or_error("solve", both, rules)
    seen = {"indicator": "B10", "hand": HAND_21, "seen": "K7 R9 *"}
    assert answer_or_error("outs", seen, rules) == answer_or_error(
        "outs", {**seen, "seen": ["K7", "R9", "B11"]}, rules
    )


def test_a_judgement_in_full() -> None:
    line = {"id": 1, "indicator": "B10", "melds": "R5 R6 * | R8 R8 B8", "as": "opening"}
    assert answer_or_error("judge", line, "101-guide") == {
        "id": 1,
        "legal": False,
        "points": 18,
        "melds": [
            {
                "kind": "run",
                "points": 18,
                "tiles": "R5 R6 *=R7",
                "legal": True,
                "faces": ["R5", "R6", "R7"],
            },
            {"kind": "group", "points": 0, "tiles": "R8 R8 B8", "legal": False, "faces": None},
        ],
        "violations": [
            {
                "rule": "group.colour-twice",
                "tiles": "R8 R8",
                "params": {"colour": "R"},
                "meld": 1,
                "positions": [0, 1],
            },
            {
                "rule": "opening.points",
                "tiles": "",
                "params": {"points": 18, "needed": 101, "missing": 83},
                "meld": None,
                "positions": [],
            },
        ],
    }
