"""The referee, score sheets, records, comparison and search: no English in any state of them."""

from __future__ import annotations

import uuid
from itertools import combinations_with_replacement, cycle
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.conf import settings as site
from pytest_django import Settings

from okey.rules.rulesets import RULE_SETS
from tests.puzzles.conftest import RULES
from tests.site.test_language import LANGUAGES, Reader
from tests.tutor.sheets import WON

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def without_limits(settings: Settings) -> None:
    """Ask as often as there are states."""
    settings.ISTAKA_LIMITS = dict.fromkeys(settings.ISTAKA_LIMITS, (100000, 60))


@pytest.fixture(params=LANGUAGES)
def reader(request: pytest.FixtureRequest) -> Reader:
    return Reader(request.param)


TABLE = {
    "rules": "101-club",
    "indicator": "B10",
    "hand": "R7 K2 K5 Y1 R1",
    "table0": "R10 R11 R12 R13 | Y9 B9 K9 | B12 B13 *",
    "table2": "R4 R5 R6 | R8 * K8",
    "stock": "20",
    "phase": "stock",
}
MOVES = (
    *("discard R7", "discard K2", "draw", "add R7 @4", "add K2 @1", "add K2 @9", "swap K5 @5"),
    *("open R1 R2 R3", "lay K2 K5 Y1", "declare pairs", "show indicator", "finish K2 R1 R2 R3"),
    *("take indicator", "pass", "3: draw", "jump", "discard R14", "add R7 @4; discard K2"),
)


def test_the_referee_answers_in_the_readers_language(reader: Reader) -> None:
    hand = "R10 R11 R12 R13 R7 Y7 B7 K7 Y9 B9 K9 R1 R3 R5 Y1 Y3 K1 K3 K5 B1 B3 B5"
    tables = ("", "R10 R11 R12 R13 | R7 Y7 B7 K7 | Y9 B9 K9", "R1 R3 | Y1 K1 B3", "R14")
    # Each in each rule set, each as each kind; not every kind of each in each.
    kinds = cycle(("opening", "finish", "melds"))
    for rules in RULE_SETS:
        for laid, kind in zip(tables, kinds, strict=False):
            query = {"rules": rules, "indicator": "B10", "hand": hand, "melds": laid}
            reader.get(f"/referee/?{urlencode({**query, 'as': kind})}")
    for query in ({"indicator": "F"}, {"hand": "R14"}, {"rules": "x", "v": "7"}, {"v": "1"}):
        reader.get(f"/referee/?{urlencode({'indicator': 'B10', 'hand': 'R1', **query})}")
    for move in MOVES:
        reader.get(f"/referee/table/?{urlencode({**TABLE, 'move': move})}")
    for wrong in ({"table0": "R1 R3"}, {"stock": "999"}, {"hand": "R7 R7 R7"}, {"phase": "x"}):
        reader.get(f"/referee/table/?{urlencode({**TABLE, **wrong, 'move': 'draw'})}")


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_end_of_a_round_is_scored_in_the_readers_language(reader: Reader, rules: str) -> None:
    filled = {"winner": "0", "by": "pairs", "okey_last": "on", "left1": "47 *", "opened1": "melds"}
    for query in (
        filled,
        {**filled, "by": "melds", "same_turn": "on", "left2": "R14"},
        {"winner": "nobody", "left0": "x", "opened0": "pairs", "worth0": "9999"},
        {"winner": "7", "indicator": "F", "seats": "9"},
        {},
    ):
        reader.get(f"/referee/score/?{urlencode({'rules': rules, **query})}")


def test_score_sheets_are_kept_in_the_readers_language(reader: Reader) -> None:
    for rules, won in WON.items():
        begun = {"rules": rules, "name0": "Ayşe", "key": str(uuid.uuid4())}
        page = reader.post("/referee/sheet/", begun)
        path = page.wsgi_request.path
        for filled in ({}, {"winner": "0", "left1": "x"}, won, {**won, "left2": "3"}):
            data = {"seen": "0", "key": str(uuid.uuid4()), **filled}
            reader.post(path, data)
        reader.get(path)
        reader.post(f"{path}settings/", {"rounds": "99", "name0": "a\x00b", "version": "1"})
        reader.post(f"{path}rounds/1/", {"winner": "9", "version": "7"})
        reader.post(f"{path}rounds/1/remove/", {"version": "1"})
        reader.get(path)
    reader.post("/referee/sheet/", {"rules": "x", "rounds": "many", "key": "x"})
    reader.get("/referee/sheet/")


def test_records_are_read_in_the_readers_language(reader: Reader) -> None:
    for sample in sorted(Path(site.BASE_DIR, "tutor", "notation", "samples").glob("*.txt")):
        reader.post("/notation/", {"record": sample.read_text()})
    for record in ("", "x", "rules: x", '{"rules": 7}', "rules: 101-club\nindicator: B10\njump"):
        reader.post("/notation/", {"record": record})
    for query in ({"hand": "R14"}, {"melds": "R7 R8"}, {"move": "jump"}, {"move": "add R7 @3"}):
        reader.get(f"/notation/?{urlencode(query)}")
    reader.get("/notation/?r=x&step=5")


def test_rule_sets_are_compared_in_the_readers_language(reader: Reader) -> None:
    for ours, theirs in combinations_with_replacement(RULE_SETS, 2):
        reader.get(f"/rules/compare/?a={ours}&b={theirs}")
    for tiles in ("R10 R11 R12 R13 | R7 Y7 B7 K7", "K12 K13 K1", "R14", "R1 " * 30):
        reader.get(f"/rules/compare/?{urlencode({'tiles': tiles})}")


def test_the_rulebook_is_searched_in_the_readers_language(reader: Reader) -> None:
    for words in ("okey", "12-13-1", "qwertz", "x" * 300, "101"):
        for where in ("all", "one"):
            reader.get(f"/rules/?{urlencode({'q': words, 'in': where, 'rules': RULES})}")
    for rules in RULE_SETS:
        reader.get(f"/rules/?rules={rules}&print=1")
