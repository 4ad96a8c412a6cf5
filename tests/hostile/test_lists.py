"""The look at lists has teeth: a malformed element without its error is found."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from tests.hostile.lists import Elements

SOLVE: Final = "POST /api/v1/solve/"
HAND: Final = {"id": 7, "rules": "101-guide", "indicator": "B10", "hand": "R1 R2 R3"}
ERROR: Final = {"error": {"code": "input.field", "at": "hand", "message": "Look at the hand."}}


@pytest.fixture(scope="module")
def elements() -> Elements:
    """Those of the site's own document."""
    return Elements(json.loads(json.dumps(SchemaGenerator().get_schema(request=None, public=True))))


def complaints(elements: Elements, sent: Any, said: Any) -> list[str]:
    return elements.complaints(SOLVE, json.dumps(sent).encode(), json.dumps(said).encode())


def test_every_verb_of_the_engine_is_looked_at(elements: Elements) -> None:
    verbs = ("advise", "judge", "outs", "play", "replay", "score", "solve")
    assert elements.addresses() == [f"POST /api/v1/{verb}/" for verb in verbs]


@pytest.mark.parametrize(
    ("sent", "said", "count"),
    [
        ([HAND], [{"id": 7}], 0),
        ([HAND, 1], [{"id": 7}, ERROR], 0),
        ([1], [{"best_points": 0}], 1),
        ([1], [{"error": {"code": "input.field"}}], 1),
        ([{**HAND, "rules": "none"}], [{"id": 7}], 1),
        ([{**HAND, "hand": None}], [{"id": 7}], 1),
        ([HAND], [{"id": 8}], 1),
        ([HAND, HAND], [{"id": 7}], 1),
        ([HAND], {"id": 7}, 1),
        (HAND, {"id": 7}, 0),
    ],
)
def test_what_is_wrong_with_an_answer(elements: Elements, sent: Any, said: Any, count: int) -> None:
    assert len(complaints(elements, sent, said)) == count


@pytest.mark.django_db
@pytest.mark.parametrize(
    "element",
    [
        *(None, 1, "R1", [], {}, {"id": 1}, {**HAND, "hand": True}, {**HAND, "hand": [1]}),
        *({**HAND, "indicator": None}, {**HAND, "rules": ["classic"]}, {**HAND, "indicator": 3}),
        {**HAND, "hand": {}},
    ],
)
@pytest.mark.parametrize("verb", ["advise", "judge", "outs", "play", "replay", "score", "solve"])
def test_the_site_answers_each_malformed_element_with_an_error(
    elements: Elements, verb: str, element: Any
) -> None:
    body = json.dumps([element, element])
    path = f"/api/v1/{verb}/"
    assert elements.malformed(f"POST {path}", body.encode()) == [0, 1]
    answer = Client().post(path, body, "application/json")
    assert answer.status_code == 200
    assert elements.complaints(f"POST {path}", body.encode(), answer.content) == []
