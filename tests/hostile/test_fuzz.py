"""A few thousand hostile requests at a real server; `python -m tests.hostile` sends any number.

Neither how long an answer takes nor how the server grows is asserted here: that is the command's.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tests.hostile import forms, parts, raw, schema, values
from tests.hostile.forms import Form, forms_of
from tests.hostile.people import ROLES
from tests.hostile.site import Site
from tests.hostile.tally import Sum, Tally, per_thousand
from tests.hostile.wire import Answer

REQUESTS = 1_000  # of each part
SEED = 2026


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """A server, for all three parts."""
    with Site() as running:
        yield running


@pytest.mark.parametrize("part", parts.PARTS)
def test_a_real_server_answers_every_hostile_request(
    part: str, site: Site, postgres_url: str
) -> None:
    cast = site.cast(ahead=len(parts.PARTS))
    tally = parts.attack(part, site, cast, seed=SEED, batch=0, requests=REQUESTS)
    assert tally.faults == [], site.news()[-4_000:]
    assert tally.mismatches == []
    assert tally.requests >= REQUESTS / 2
    assert len(tally.touched) > 15
    if part != "bytes":
        asked = {name.split()[0] for name in tally.touched}
        assert asked == set(ROLES if part == "schema" else parts.IN_FORMS)
    good = sum(count for code, count in tally.statuses.items() if 200 <= code < 400)
    assert good > tally.requests / 20, "nothing was let in: it is not looked at what is inside"


def test_forms_are_found_in_a_page() -> None:
    page = """
      <form method="post" action="/a/?b=1"><input name="x" value="1"><select name="y">
      <option value="2"><option value="3"></select><textarea name="z"></textarea></form>
      <form action="http://evil.example/"><input name="x"></form>
      <button hx-post="/c/"></button>
    """
    first, second = forms_of(page, "/here/")
    assert first == Form("/a/?b=1", "POST", [("x", "1"), ("y", "2"), ("y", "3"), ("z", "")])
    assert (second.action, second.method) == ("/c/", "POST")


def test_the_same_seed_asks_the_same() -> None:
    def drawn(seed: int) -> list[object]:
        chance = random.Random(seed)
        bodies = [values.mutated({"hand": "R1", "melds": ["R1 R2"]}, chance) for _ in range(50)]
        return [*bodies, forms.filled([("a", "1"), ("b", "2")], chance)]

    assert repr(drawn(1)) == repr(drawn(1)) != repr(drawn(2))


@pytest.mark.parametrize(
    ("answer", "kept"),
    [
        (Answer(500), False),
        (Answer(200, more=b"HTTP/1.1 503 Service Unavailable\r\n"), False),
        (Answer(0), False),
        (Answer(0, error="TimeoutError"), False),
        (Answer(404), True),
    ],
)
def test_what_is_our_fault_is_counted_as_one(answer: Answer, kept: bool) -> None:
    """The figures have teeth."""
    tally = Tally("bytes", 1, 0)
    tally.note(answer, "x")
    assert (tally.faults == []) == kept
    assert Sum.of([tally.row(0)]).good() == kept


@pytest.mark.parametrize(
    "spoiled", [{"5xx": 1}, {"mismatches": 1}, {"max": 1.1}, {"growth_kib": 21 * 1024}]
)
def test_each_target_that_is_missed_is_a_failure(spoiled: dict[str, float]) -> None:
    tally = Tally("bytes", 1, 0)
    tally.note(Answer(200, seconds=0.1), "x")
    assert not Sum.of([{**tally.row(0), **spoiled}]).good()


def sizes(run: str, *grown: int) -> list[dict[str, object]]:
    """Rows of a run whose server has grown by so many KiB after each of its batches of 500."""
    tally = Tally("bytes", 1, 0)
    return [
        {**tally.row(kib), "run": run, "asked": 500 * number} for number, kib in enumerate(grown, 1)
    ]


def test_what_each_thousand_requests_add_is_told_apart_from_what_swings() -> None:
    leaks = sizes("a", 0, 100, 200, 300)
    swings = sizes("b", 900, 0, 0, 900)
    assert per_thousand(leaks) == pytest.approx(200)
    assert per_thousand(swings) == pytest.approx(0)
    assert Sum.of([*swings, *leaks]).per_thousand_kib == pytest.approx(200)
    assert per_thousand(sizes("c", 700)) == 0  # one size is no line


def test_a_slow_answer_counts_only_if_it_is_slow_again() -> None:
    tally = Tally("bytes", 1, 0)
    tally.note(Answer(200, seconds=3), "busy", lambda: Answer(200, seconds=0.1))
    tally.note(Answer(200, seconds=3), "slow", lambda: Answer(200, seconds=2))
    assert [told.partition(" s ")[2] for told in tally.slow] == ["slow"]


def test_every_part_of_the_schema_is_asked_and_every_role_asks() -> None:
    assert set(schema.PHASES) == {"examples", "coverage", "fuzzing", "stateful"}
    assert len(raw.SHAPES) >= 10
    assert {"visitor", "account", "pupil", "teacher", "staff", "token"} < set(ROLES)
