"""The engine over HTTP: as the command line, one object or a list, never a 500."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from okey import RULES
from okey.answers import answer_or_error
from tests.api.described import described
from tutor.loading import LANGUAGES
from tutor.schema import ADVISE, JUDGE, OUTS, SOLVE
from tutor.schema_rounds import PLAY, REPLAY, SCORE
from tutor.texts import error_message

pytestmark = pytest.mark.django_db
HAND = "R10 R11 * R13 R7 Y7 B7 K7 Y9 B9 K9 R1 R2 Y4 Y6 B1 K1 K3 K5 B5 R4"
GOOD: dict[str, dict[str, Any]] = {
    "solve": {"rules": "101-guide", "indicator": "B10", "hand": HAND},
    "judge": {"rules": "101-club", "indicator": "B10", "melds": "R12 R13 R1 | R7 Y7 B7"},
    "outs": {"rules": "101-guide", "indicator": "B10", "hand": HAND},
    "advise": {"rules": "101-guide", "indicator": "B10", "hand": f"{HAND} Y12"},
    **{
        verb: {name: value for name, value in schema["examples"][0].value.items() if name != "id"}
        for verb, schema in (("score", SCORE), ("replay", REPLAY), ("play", PLAY))
    },
}
BAD: list[tuple[str, dict[str, Any], str, str]] = [
    ("solve", {"hand": "R14 R1"}, "notation.tile", "R14"),
    ("solve", {"hand": "R1 R1 R1"}, "count.face", "R1"),
    ("solve", {"hand": ["R1"] * 2000}, "count.hand", "2000"),
    ("solve", {"hand": 7}, "input.field", "hand"),
    ("solve", {"hand": None}, "input.field", "hand"),
    ("solve", {"rules": "chess"}, "rules.unknown", "chess"),
    ("solve", {"rules": None}, "input.field", "rules"),
    ("solve", {"indicator": "F"}, "notation.tile", "F"),
    ("judge", {"melds": "R1 R2 |"}, "notation.meld", "melds"),
    ("judge", {"melds": []}, "notation.meld", "melds"),
    ("judge", {"melds": "R1 R2 R3", "as": "dance"}, "input.field", "as"),
    ("judge", {"melds": "sun: R1 R2 R3"}, "notation.meld", "sun"),
    ("outs", {"hand": "R1"}, "count.hand", "1"),
    ("advise", {"hand": HAND}, "count.hand", "21"),
    ("score", {"seats": 3}, "match.seats", "3"),
    ("score", {"boards": None}, "input.field", "boards"),
    ("score", {"teams": [[0, 2], [1, 3]]}, "match.teams", "teams"),
    ("replay", {"moves": ["fly"]}, "notation.move", "fly"),
    ("replay", {"hands": ["R1"]}, "input.field", "hands"),
    ("replay", {"starter": 4}, "input.field", "starter"),
    ("play", {"moves": ["discard R14"]}, "notation.tile", "R14"),
    ("play", {"phase": "tea"}, "input.field", "phase"),
    ("play", {"table": [{"owner": 9, "tiles": "R4 R5 R6"}]}, "input.field", "owner"),
]


def post(
    client: Client, verb: str, body: object, language: str = "en", *, raw: bytes | None = None
) -> Any:
    return client.post(
        f"/api/v1/{verb}/",
        data=raw if raw is not None else json.dumps(body),
        content_type="application/json",
        headers={"accept-language": language},
    )


@pytest.mark.parametrize("verb", GOOD)
def test_a_verb_answers_as_the_command_line_does(client: Client, verb: str) -> None:
    line = {"id": {"any": ["thing", 1]}, **GOOD[verb]}
    response = post(client, verb, line)
    assert response.status_code == 200
    assert response.json() == json.loads(json.dumps(answer_or_error(verb, line)))
    assert response.json()["id"] == {"any": ["thing", 1]}


def test_an_illegal_submission_is_a_verdict_and_not_an_error(client: Client) -> None:
    response = post(client, "judge", GOOD["judge"])
    assert response.status_code == 200
    assert response.json()["legal"] is False
    assert [violation["rule"] for violation in response.json()["violations"]] == ["run.no-wrap"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("verb", "change", "code", "at"), BAD, ids=[row[2] for row in BAD])
def test_a_single_bad_object_is_refused_with_code_place_and_message(
    client: Client, verb: str, change: dict[str, Any], code: str, at: str, language: str
) -> None:
    response = post(client, verb, GOOD[verb] | change, language)
    assert response.status_code == 400
    error = response.json()["error"]
    assert error["code"] == code
    assert at in error["at"]
    assert error["message"] == error_message(code, error["at"], language)


def test_in_a_list_an_error_stands_in_its_place_and_the_others_go_on(client: Client) -> None:
    lines = [
        {"id": 1, **GOOD["solve"]},
        {"id": 2, **GOOD["solve"], "hand": "R99"},
        "no object",
        {"id": 4, **GOOD["solve"], "hand": "R1 R2 R3"},
    ]
    response = post(client, "solve", lines, "tr")
    assert response.status_code == 200
    answers = response.json()
    assert [answer.get("id") for answer in answers] == [1, 2, None, 4]
    assert [answer.get("error", {}).get("code") for answer in answers] == [
        None,
        "notation.tile",
        "input.json",
        None,
    ]
    assert answers[1]["error"]["message"].startswith("Böyle bir taş yok: hand: R99.")
    assert answers[3]["best_points"] == 6


def test_a_list_has_at_most_a_hundred_elements(client: Client) -> None:
    line = {"rules": "101-guide", "indicator": "B10", "melds": "R1 R2 R3"}
    assert len(post(client, "judge", [line] * 100).json()) == 100
    response = post(client, "judge", [line] * 101)
    assert response.status_code == 400
    assert response.json()["error"]["code"] == "list.length"
    assert "100" in response.json()["error"]["message"]
    assert post(client, "judge", []).json() == []


HOSTILE: list[bytes] = [
    b"",
    b"{",
    b"null",
    b"7",
    b'"text"',
    b"[[[]]]",
    b"NaN",
    b"1e400",
    b"9" * 5000,
    b"\xff\xfe",
    b"[" * 30_000,
    b"[" * 4 + b"]" * 4,
    b'{"rules": "101-guide", "indicator": "B10", "hand": "R1\\u0000"}',
    b'{"rules": "101-guide", "indicator": "B10", "hand": "\\ud800"}',
    b'{"rules": "101-guide", "indicator": "B10", "hand": {"a": 1}}',
    b'{"rules": {}, "indicator": [], "hand": [[]]}',
    b'{"rules": "101-guide", "indicator": "B10", "hand": [1, null, {}]}',
    b'{"rules": "101-guide", "indicator": "B10", "melds": [["R1"]], "as": {}}',
    b'{"rules": "101-guide", "indicator": "B10", "melds": "R1 R2 R3", "hand": false}',
    b'{"rules": "101-guide", "indicator": "B10", "melds": "*=99 R1 *=", "as": null}',
    b'{"rules": "101-guide", "indicator": "B10", "melds": "' + b"R1 " * 15_000 + b'"}',
    b'{"id": {"deep": [[[]]]}, "rules": 1e308}',
    b"{" + b'"a":' * 1000 + b"1" + b"}" * 1000,
    '{"rules": "101-gÜide", "indicator": "R１", "hand": "R٣"}'.encode(),
]


@pytest.mark.parametrize("verb", GOOD)
@pytest.mark.parametrize("raw", HOSTILE, ids=lambda raw: repr(raw[:24]))
def test_hostile_input_is_a_clear_error_and_never_a_failure(
    client: Client, verb: str, raw: bytes
) -> None:
    response = post(client, verb, None, raw=raw)
    if verb == "play" and raw.startswith(b'{"rules": "101-guide"') and b'"hand"' not in raw:
        assert response.status_code == 200  # a hand that nobody knows, and no moves; no melds asked
        return
    if raw == b"[[[]]]" or raw == b"[" * 4 + b"]" * 4:
        assert response.status_code == 200
        assert response.json()[0]["error"]["code"] == "input.json"
        return
    assert response.status_code == 400
    error = response.json()["error"]
    assert error["code"]
    assert error["message"]


def test_the_size_of_a_request_is_bounded(client: Client) -> None:
    raw = b'{"hand": "' + b"R1 " * 40_000 + b'"}'
    assert post(client, "solve", None, raw=raw).status_code == 413


@pytest.mark.parametrize("verb", GOOD)
def test_a_verb_is_only_posted(client: Client, verb: str) -> None:
    assert client.get(f"/api/v1/{verb}/").status_code == 405


# The document


def test_the_examples_of_the_document_are_true(client: Client) -> None:
    schemas = (SOLVE, JUDGE, OUTS, ADVISE, SCORE, REPLAY, PLAY)
    for verb, schema in zip(GOOD, schemas, strict=True):
        for example in schema["examples"]:
            assert post(client, verb, example.value).status_code == 200


def test_the_document_names_the_shapes_of_every_verb(client: Client) -> None:
    response = client.get("/api/v1/schema/?format=json")
    assert response.status_code == 200
    document = response.json()
    schemas = document["components"]["schemas"]
    for name in ("Solve", "Judge", "Outs", "Advise", "Score", "Replay", "Play"):
        shape = schemas[f"{name}BodyRequest"]["oneOf"]
        assert shape[1]["type"] == "array"
        assert shape[1]["items"] == shape[0]
        answers = schemas[f"{name}Response"]["oneOf"]
        assert answers[-1]["items"]["$ref"].endswith(f"/{name}Element")
        assert {"$ref": "#/components/schemas/EngineError"} in schemas[f"{name}Element"]["oneOf"]
    for verb in GOOD:
        assert "400" in document["paths"][f"/api/v1/{verb}/"]["post"]["responses"]


@pytest.mark.parametrize(
    ("verb", "component"),
    [
        ("solve", "OpeningSolutionAnswer"),
        ("judge", "JudgeAnswer"),
        ("outs", "OutsAnswer"),
        ("advise", "AdviseAnswer"),
        ("score", "ScoreAnswer"),
    ],
)
def test_an_answer_has_the_fields_of_the_document_and_no_other(
    client: Client, verb: str, component: str
) -> None:
    schemas = described()["components"]["schemas"]
    assert post(client, verb, GOOD[verb]).json().keys() == schemas[component]["properties"].keys()


def test_the_rules_have_the_fields_of_the_document_and_no_other(client: Client) -> None:
    schemas = described()["components"]["schemas"]
    rule = client.get("/api/v1/rules/pair.identical/").json()
    assert rule.keys() == schemas["RuleAnswer"]["properties"].keys()
    assert rule["legal"][0].keys() == schemas["MeldsExampleAnswer"]["properties"].keys()
    rules = client.get("/api/v1/rulesets/101-guide/").json()
    assert rules.keys() == schemas["RuleSetAnswer"]["properties"].keys()
    blocks = schemas["RuleSetAnswer"]["properties"]["parameters"]["properties"]
    assert rules["parameters"].keys() == blocks.keys()
    for name, block in rules["parameters"].items():
        shapes = blocks[name].get("oneOf", [blocks[name]])  # a block of one kind or the other
        assert block is None or block.keys() in [one["properties"].keys() for one in shapes]


@pytest.mark.parametrize("verb", ["replay", "play"])
def test_a_round_has_the_fields_of_the_document_and_no_other(client: Client, verb: str) -> None:
    schemas = described()["components"]["schemas"]
    answer = post(client, verb, GOOD[verb] | {"steps": True}).json()
    assert answer.keys() == schemas[f"{verb.title()}Answer"]["properties"].keys()
    for step in answer["steps"]:
        assert step.keys() == schemas["StepAnswer"]["properties"].keys()


@pytest.mark.parametrize("rule_id", RULES)
def test_every_rule_and_all_its_examples_have_the_fields_of_the_document(
    client: Client, rule_id: str
) -> None:
    schemas = described()["components"]["schemas"]
    rule = client.get(f"/api/v1/rules/{rule_id}/").json()
    for kept, examples in ((True, rule["legal"]), (False, rule["illegal"])):
        for example in examples:
            name = f"{example['example'].title()}ExampleAnswer"
            assert example.keys() == schemas[name]["properties"].keys()
            assert set(example["holds"].values()) <= {kept}
            assert set(example["holds"]) <= set(rule["rule_sets"])


def test_a_refused_move_is_an_answer_with_what_it_breaks(client: Client) -> None:
    answer = post(client, "play", GOOD["play"] | {"moves": ["add R8 @1"]})
    assert answer.status_code == 200
    assert answer.json()["refused"]["move"] == 0
    assert [v["rule"] for v in answer.json()["refused"]["violations"]] == ["layoff.no-fit"]


def test_the_moves_of_a_round_count_as_questions(client: Client, settings: Any) -> None:
    settings.ISTAKA_LIMITS = settings.ISTAKA_LIMITS | {"engine": (5, 60)}
    moves = ["discard R1"] * 80
    assert post(client, "play", GOOD["play"] | {"moves": moves}).status_code == 429
    assert post(client, "play", GOOD["play"]).status_code == 200


def test_a_list_counts_as_what_it_holds(client: Client, settings: Any) -> None:
    settings.ISTAKA_LIMITS = settings.ISTAKA_LIMITS | {"engine": (5, 60)}
    assert post(client, "judge", [GOOD["judge"]] * 3).status_code == 200
    answer = post(client, "judge", [GOOD["judge"]] * 3)
    assert (answer.status_code, answer.json()["error"]["code"]) == (429, "limited")
    assert post(client, "judge", [GOOD["judge"]] * 2).status_code == 200
    assert post(client, "judge", GOOD["judge"]).status_code == 429


def test_the_engine_is_throttled_with_a_clear_error(client: Client, settings: Any) -> None:
    settings.ISTAKA_LIMITS = settings.ISTAKA_LIMITS | {"api": (2, 60)}
    answers = [post(client, "judge", GOOD["judge"], "de") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert int(answers[2].headers["Retry-After"]) > 0
    assert answers[2].json()["error"]["code"] == "limited"
