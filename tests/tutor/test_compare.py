"""Two rule sets side by side: all that differs is there, and every example flips when asked now."""

from __future__ import annotations

import json
from itertools import combinations, permutations
from typing import Any

import pytest
from django.test import Client

from okey import RULE_SETS
from okey.compare import compare
from okey.outcome import outcome
from okey.situations import SITUATIONS, answer
from tutor.compare.page import compare_page
from tutor.compare.stored import STORED, example_json, example_of, flip_of
from tutor.loading import LANGUAGES, content

ROWS: list[dict[str, Any]] = json.loads(STORED.read_text("utf-8"))
# A cap that the factors never reach changes nothing (three doublings are 8).
NEVER_BITES = {"scoring.factors.most"}


@pytest.mark.parametrize("row", ROWS, ids=[f"{'/'.join(r['rules'])}-{r['path']}" for r in ROWS])
def test_a_stored_example_is_answered_differently(row: dict[str, Any]) -> None:
    if row["example"] is None:
        assert row["path"] in NEVER_BITES
        return
    example = example_of(row["example"])
    assert json.loads(json.dumps(example_json(example))) == row["example"]
    ours, theirs = (RULE_SETS[key] for key in row["rules"])
    assert outcome(example, ours) != outcome(example, theirs)


@pytest.mark.parametrize(("ours", "theirs"), list(combinations(RULE_SETS, 2)))
def test_every_difference_is_stored_and_no_other(ours: str, theirs: str) -> None:
    differing = [one.path for one in compare(RULE_SETS[ours], RULE_SETS[theirs]).differences]
    assert [row["path"] for row in ROWS if row["rules"] == [ours, theirs]] == differing


@pytest.mark.parametrize(("ours", "theirs"), list(permutations(RULE_SETS, 2)))
def test_the_page_has_every_difference_and_every_rule_of_one_alone(ours: str, theirs: str) -> None:
    page = compare_page(ours, theirs, "en")
    found = compare(RULE_SETS[ours], RULE_SETS[theirs])
    shown = [one for block in page.blocks for one in block.changed]
    assert [one.path for one in shown] == [one.path for one in found.differences]
    for one in shown:
        assert one.name
        assert one.ours != one.theirs
        if flip_of(ours, theirs, one.path) is not None:
            assert one.flipped is not None
            assert one.flipped.ours != one.flipped.theirs
    only = [rule.title for part in page.only_ours for rule in part.rules]
    assert len(only) == len(found.only_ours)


# The last table of the ledger: 101-guide, classic, 101-club, 101-siler.
SCORES = {
    "X2": (70, -4, 70, 35), "X3": (202, -2, 404, 404), "X4": (202, -2, 404, 202),
    "X5": (23, -2, 113, 113), "X6": (23, -2, 113, 23), "X7": (None, -2, 12, 24),
    "X8": (202, 0, 90, 202), "X9": (202, 0, 90, 0), "X15": (1, -2, 1, -100),
    "X16": (808, -8, 808, 808),
}  # fmt: skip
ALLOWED = {"X1": (False, True, False, False), "X12": (False, True, False, False)}
COSTS = {"X10": (0, 0, 101, 101), "X11": (101, 0, 0, 0)}


def test_the_situations_are_the_seventeen_rows_of_the_ledger() -> None:
    assert [situation.id for situation in SITUATIONS] == [f"X{row}" for row in range(1, 18)]
    for language in LANGUAGES:
        assert content(language, "situations").keys() == {one.id for one in SITUATIONS}


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation.id)
def test_a_situation_has_the_answers_of_the_ledger(situation: Any) -> None:
    answers = [answer(situation, rules) for rules in RULE_SETS.values()]
    found = [one.outcome for one in answers if one.outcome is not None]
    if situation.id in SCORES:
        assert SCORES[situation.id] == tuple(
            None if one.unknown else one.scores[situation.seat] for one in found
        )
    elif situation.id in ALLOWED:
        assert tuple(one.legal for one in found) == ALLOWED[situation.id]
    elif situation.id in COSTS:
        assert tuple(one.scores[0] for one in found) == COSTS[situation.id]
    elif situation.id == "X17":
        assert [one.legal for one in found] == [False, True, False, False]
        assert found[1].scores == (0, -1, -1, -1)
    elif situation.id == "X13":
        assert [sorted(one.values.values()) for one in answers] == [[10], [7], [5], [5, 7]]
    else:
        assert situation.id == "X14"
        turned = [one.values["dealing.false_indicator"] for one in answers]
        assert turned == ["risk", "redraw", "redraw", "redraw"]
        assert answers[0].values["scoring.factors.risk"] == 2


# The page


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_seventeen_situations_stand_on_the_page(client: Client, language: str) -> None:
    client.cookies["django_language"] = language
    response = client.get("/rules/compare/", headers={"accept-language": language})
    assert response.status_code == 200
    page = response.content.decode()
    for situation in SITUATIONS:
        assert f'id="{situation.id}"' in page
    for number in ("70", "404", "113", "808"):
        assert number in page


@pytest.mark.django_db
@pytest.mark.parametrize("query", ["a=chess", "b=%00", "a=101-club&b=101-club%20"])
def test_an_unknown_rule_set_is_not_found(client: Client, query: str) -> None:
    assert client.get(f"/rules/compare/?{query}").status_code == 404


@pytest.mark.django_db
def test_the_same_rules_twice_are_told_so(client: Client) -> None:
    response = client.get("/rules/compare/?a=classic&b=classic")
    assert "These are the same rules" in response.content.decode()


@pytest.mark.django_db
def test_a_run_that_only_classic_knows_is_told_with_the_parameter_that_makes_it(
    client: Client,
) -> None:
    response = client.get("/rules/compare/?a=101-club&b=classic&tiles=K12 K13 K1 |")
    answered = response.context["answered"]
    assert [column.answer.legal for column in answered.columns] == [False, True, False, False]
    classic = answered.columns[1]
    assert len(classic.reasons) == 1
    assert classic.reasons[0].name in response.content.decode()


@pytest.mark.django_db
def test_a_hand_is_asked_of_every_rule_set(client: Client) -> None:
    hand = "R1 R1 Y2 Y2 B3 B3 K4 K4 R5 R5 Y12 K9 B7 R9 K13 Y7 Y8 B10 K6 R12 K1"
    response = client.get("/rules/compare/", {"tiles": hand})
    columns = response.context["answered"].columns
    assert [column.answer.legal for column in columns] == [False, None, True, True]
    assert [bool(column.reasons) for column in columns] == [False, True, True, True]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "tiles", ["R14", "R1 R1 R1", "|", "R1 " * 99, "sun: R1 R2 R3 |", "\x00", "é", "R1 R2 | | R3"]
)
@pytest.mark.parametrize("indicator", ["B10", "F", "", "B99"])
def test_what_cannot_be_read_is_told_at_its_field(
    client: Client, tiles: str, indicator: str
) -> None:
    query = {"tiles": tiles, "indicator": indicator}
    response = client.get("/rules/compare/", query)
    assert response.status_code == 200
    if response.context["answered"] is None and tiles.strip("| \x00"):
        assert response.context["form"].errors


@pytest.mark.django_db
@pytest.mark.parametrize(("ours", "theirs"), list(combinations(RULE_SETS, 2)))
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_made_with_few_queries(
    client: Client, ours: str, theirs: str, language: str, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(3):
        response = client.get(
            f"/rules/compare/?a={ours}&b={theirs}", headers={"accept-language": language}
        )
    assert response.status_code == 200
