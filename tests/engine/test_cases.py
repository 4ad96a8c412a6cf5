"""The acceptance cases of the verbs that there are, asked directly and through the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from okey.answers import VERBS, answer_or_error
from tests.engine.matching import mismatches

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data"
CASES: list[dict[str, Any]] = [
    case
    for case in map(json.loads, (DATA / "cases.jsonl").read_text("utf-8").splitlines())
    if case["verb"] in VERBS
]
GROUPS: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
for _case in CASES:
    GROUPS[_case["verb"], _case["rules"]].append(_case)


@pytest.mark.parametrize("case", CASES, ids=[f"{case['verb']}-{case['case']}" for case in CASES])
def test_the_engine_answers_as_the_case_expects(case: dict[str, Any]) -> None:
    answer = answer_or_error(case["verb"], case["in"], case["rules"])
    assert not mismatches(case["expect"], answer), case["why"]


def test_no_verb_goes_without_a_case() -> None:
    # `play` answers as `replay` does; tests/engine/test_positions.py asks it.
    assert {case["verb"] for case in CASES} == set(VERBS) - {"play"}


@pytest.mark.parametrize(("verb", "rules"), GROUPS)
def test_the_command_line_answers_all_cases_of_a_verb_in_one_stream(verb: str, rules: str) -> None:
    cases = GROUPS[verb, rules]
    lines = "".join(json.dumps({"id": at, **case["in"]}) + "\n" for at, case in enumerate(cases))
    done = subprocess.run(
        [sys.executable, "-m", "okey", verb, "--rules", rules],
        input=lines,
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    answers = list(map(json.loads, done.stdout.splitlines()))
    assert [answer["id"] for answer in answers] == list(range(len(cases)))
    assert not [
        fault
        for case, answer in zip(cases, answers, strict=True)
        for fault in mismatches(case["expect"], answer, case["case"])
    ]
    assert done.returncode == (2 if any("error" in answer for answer in answers) else 0)
    assert not done.stderr


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        ({"legal": True}, {"legal": 1}),
        ({"legal": False}, {}),
        ({"points": 101}, {"points": 100}),
        ({"melds": [{}]}, {"melds": []}),
        ({"absent": ["error"]}, {"error": {}}),
        ({"tiles#": "R7 R8"}, {"tiles": "R7 R7 R8"}),
        ({"hands#": [None, "R7 R8"]}, {"hands": ["R1", "R7"]}),
        ({"violations~": [{"rule": "run.gap"}]}, {"violations": [{"rule": "run.colour"}]}),
        ({"violations~": [{"rule": "run.gap"}]}, {"violations": []}),
        ({"violations": []}, {"violations": [{"rule": "run.gap"}]}),
    ],
)
def test_a_wrong_answer_does_not_match(expected: Any, answer: Any) -> None:
    assert mismatches(expected, answer)


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        ({"tiles": "R7 R8"}, {"tiles": ["R7", "R8"]}),
        ({"tiles#": "R8 R7"}, {"tiles": "R7 R8"}),
        ({"hands#": [None, "R8 R7"]}, {"hands": ["R1", "R7 R8"]}),
        ({"violations~": [{"rule": "b"}]}, {"violations": [{"rule": "a"}, {"rule": "b"}]}),
        ({"absent": ["by"]}, {"by": None}),
        ({"error": {}}, {"error": {"code": "count.face"}}),
    ],
)
def test_a_right_answer_matches_in_part(expected: Any, answer: Any) -> None:
    assert not mismatches(expected, answer)


SHARED = {
    name: ROOT.parent / "shared" / ("cases" if name == "cases.jsonl" else "data") / name
    for name in sorted(path.name for path in DATA.glob("*.jsonl"))
}


@pytest.mark.parametrize("name", SHARED)
def test_the_copies_are_the_shared_files(name: str) -> None:
    if not SHARED[name].exists():
        pytest.skip("only where the shared files lie beside the project")
    assert (DATA / name).read_bytes() == SHARED[name].read_bytes()


def test_all_shared_data_files_are_copied() -> None:
    assert set(SHARED) == {
        "cases.jsonl",
        "forced_101.jsonl",
        "hands_101.jsonl",
        "hands_classic.jsonl",
        "hard_101.jsonl",
    }
