"""Rules, rule sets and their differences in the API."""

from __future__ import annotations

from dataclasses import asdict
from itertools import permutations

import pytest
from django.test import Client

from okey import RULE_SETS, RULES, judge, parse_melds, read_indicator, rule_set
from okey.compare import compare
from okey.rules.parameters import Opening, Runs
from tests.api.described import described
from tutor.texts import rule_text

pytestmark = pytest.mark.django_db


# Rules


def test_rule_sets_are_listed_with_parameters_and_names(client: Client) -> None:
    found = client.get("/api/v1/rulesets/", headers={"accept-language": "tr"}).json()
    assert [rules["key"] for rules in found] == ["101-guide", "classic", "101-club", "101-siler"]
    names = {rules["key"]: rules["name"] for rules in found}
    assert names["101-guide"] == "101 Rehber"
    by_key = {rules["key"]: rules for rules in found}
    club, classic = by_key["101-club"]["parameters"], by_key["classic"]["parameters"]
    assert club["opening"] == asdict(Opening(points=101, pairs=5))
    assert classic["opening"] is None
    assert classic["runs"] == asdict(Runs(wrap_end=True))
    assert club["scoring"]["factors"]["from_hand"] == 2
    assert by_key["101-siler"]["documents"][0]["title"] == "101 Punktesystem"


def test_a_rule_set_lists_its_rules_in_the_language_asked_for(client: Client) -> None:
    found = client.get("/api/v1/rulesets/101-guide/", headers={"accept-language": "de"}).json()
    rules = {rule["id"]: rule for rule in found["rules"]}
    assert list(rules) == list(rule_set("101-guide").rules)
    assert rules["run.no-wrap"]["title"] == "Die Reihe ist nicht rund"


@pytest.mark.parametrize("rule_id", RULES)
def test_a_rule_has_texts_sources_and_examples_with_their_verdicts(
    client: Client, rule_id: str
) -> None:
    found = client.get(f"/api/v1/rules/{rule_id}/", headers={"accept-language": "de"}).json()
    assert found["title"] == rule_text(rule_id, "de").title
    for source in found["sources"]:
        assert (source["document"] is None) != (source["decision"] is None)
        assert source["section"]
    melds = [one for one in found["legal"] + found["illegal"] if one["example"] == "melds"]
    for example in melds:
        assert set(example["verdicts"]) <= set(example["holds"])
        for key, verdict in example["verdicts"].items():
            assert key in found["rule_sets"]
            assert verdict["legal"] is (example in found["legal"])
            if example["hand"] is None:
                indicator = read_indicator(example["indicator"])
                again = judge(
                    parse_melds(example["melds"], indicator),
                    rules=rule_set(key),
                    indicator=indicator,
                    as_=example["as"],
                )
                assert again.legal is verdict["legal"]
                assert again.points == verdict["points"]


@pytest.mark.parametrize(
    "path", ["rulesets/chess/", "rules/no.rule/", "rules/%00/", "rulesets/%F0%9F%80%80/"]
)
def test_what_does_not_exist_is_not_found(client: Client, path: str) -> None:
    response = client.get(f"/api/v1/{path}")
    assert response.status_code == 404
    assert response.json()["error"]["code"] == "not-found"


@pytest.mark.parametrize(("ours", "theirs"), list(permutations(RULE_SETS, 2)))
def test_the_difference_of_two_rule_sets_is_computed(
    client: Client, ours: str, theirs: str
) -> None:
    answer = client.get(f"/api/v1/compare/?a={ours}&b={theirs}").json()
    found = compare(RULE_SETS[ours], RULE_SETS[theirs])
    assert [one["parameter"] for one in answer["differences"]] == [
        one.path for one in found.differences
    ]
    assert [rule["id"] for rule in answer["only_a"]] == list(found.only_ours)
    assert [rule["id"] for rule in answer["only_b"]] == list(found.only_theirs)
    for one in answer["differences"]:
        assert one["a"] != one["b"]
        if one["example"] is not None:
            assert one["example"]["a"] != one["example"]["b"]


@pytest.mark.parametrize(
    ("query", "code"),
    [("", "input.field"), ("?a=classic", "input.field"), ("?a=classic&b=x", "rules.unknown")],
)
def test_a_comparison_without_two_rule_sets_is_refused(
    client: Client, query: str, code: str
) -> None:
    answer = client.get(f"/api/v1/compare/{query}")
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == code


def test_a_comparison_has_the_fields_of_the_document_and_no_other(client: Client) -> None:
    schemas = described()["components"]["schemas"]
    answer = client.get("/api/v1/compare/?a=classic&b=101-club").json()
    assert answer.keys() == schemas["CompareAnswer"]["properties"].keys()
    one = answer["differences"][0]
    assert one.keys() == schemas["DifferenceAnswer"]["properties"].keys()
    assert one["example"].keys() == schemas["FlipAnswer"]["properties"].keys()
    assert one["example"]["a"].keys() == schemas["OutcomeAnswer"]["properties"].keys()
