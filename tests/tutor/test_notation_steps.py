"""A game record on its page: step by step, refused, faulty, and as a link."""

from __future__ import annotations

import base64
import json
import random
import re
import zlib
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from pytest_django import Settings

from okey.record import Record, format_record, parse_record, record_line
from tutor.names import seat_name
from tutor.notation.links import MOST_LINK, packed, record_url, step_url, unpacked
from tutor.notation.replays import replayed, step_page
from tutor.notation.samples import sample_records, samples

pytestmark = pytest.mark.django_db
LANGUAGES = ("en", "de", "tr")
GUIDE = "1-101-guide"


@pytest.fixture(autouse=True)
def without_limits(settings: Settings) -> None:
    """Ask for more steps than anybody looks at."""
    settings.ISTAKA_LIMITS = dict.fromkeys(settings.ISTAKA_LIMITS, (1_000_000, 60))


def sample(key: str = GUIDE) -> Record:
    return sample_records()[key]


def text_of(key: str = GUIDE) -> str:
    return format_record(sample(key))


def get(client: Client, url: str, language: str = "en", **headers: str) -> str:
    answer = client.get(url, headers={"accept-language": language, **headers})
    assert answer.status_code == 200, url
    return unescape(answer.content.decode())


def paste(client: Client, text: str, language: str = "en") -> str:
    """Send a record and come to its first step."""
    answer = client.post("/notation/", {"record": text}, headers={"accept-language": language})
    assert answer.status_code == 302, text[:200]
    return get(client, answer.headers["Location"], language)


def refused(client: Client, text: str, language: str = "en") -> str:
    """Send a record that cannot be read."""
    answer = client.post("/notation/", {"record": text}, headers={"accept-language": language})
    assert answer.status_code == 422
    html = unescape(answer.content.decode())
    assert 'id="record-error"' in html
    return html


def error_of(html: str) -> str:
    found = re.search(r'id="record-error">.*?<span>(.*?)</span>', html, re.DOTALL)
    assert found is not None
    return " ".join(found[1].split())


# Samples


def test_there_is_a_whole_round_of_every_rule_set_and_one_for_two() -> None:
    records = list(sample_records().values())
    assert {record.rules for record in records} == {"101-guide", "101-club", "101-siler", "classic"}
    assert {record.seats for record in records} == {2, 4}
    assert any(record.teams for record in records)


@pytest.mark.parametrize("key", sample_records())
def test_a_sample_is_a_legal_round_to_its_end(key: str) -> None:
    found = replayed(sample(key))
    assert found.refused is None
    assert found.played.last.over
    assert found.played.last.finish is not None
    assert len(found.steps) == len(sample(key).moves) + 1


def test_the_samples_show_penalties_swaps_and_a_shown_indicator() -> None:
    rules = {
        event.rule
        for record in sample_records().values()
        for event in replayed(record).played.last.events
    }
    assert {"penalty.giver", "penalty.layable-discard", "penalty.okey-retrieved"} <= rules
    assert "score.indicator-shown" in rules


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sample_is_offered_and_opens(client: Client, language: str) -> None:
    html = get(client, "/notation/", language)
    for one in samples(language):
        assert one.url in html
        get(client, one.url, language)


# Steps


@pytest.mark.parametrize("key", sample_records())
def test_every_step_says_the_move_and_shows_the_state_after_it(key: str) -> None:
    record = sample(key)
    steps = replayed(record).steps
    for number, state in enumerate(steps):
        page = step_page(record, number, "en")
        assert (page.step, page.last) == (number, len(steps) - 1)
        assert page.round.stock == state["stock"]
        assert [seat.count for seat in page.round.seats] == [len(h.split()) for h in state["hands"]]
        assert [len(seat.discards) for seat in page.round.seats] == [
            len(tiles.split()) for tiles in state["discards"]
        ]
        assert len(page.round.melds) == len(state["table"])
        assert bool(page.round.said) == (number > 0)
        assert [event.points for event in page.round.events] == [
            f"{event['points']:+d}".replace("-", "\u2212") for event in state["events"]
        ]
        current = [move.step for turn in page.turns for move in turn.moves if move.current]
        assert current == ([number] if number else [])
        assert (page.score is not None) == (number == len(steps) - 1)


def test_a_step_marks_what_the_move_brought() -> None:
    record = sample()
    for number, move in enumerate(record.moves, 1):
        page = step_page(record, number, "en")
        new = [
            tile
            for seat in page.round.seats
            for tile in (*seat.tiles, *seat.discards)
            if tile.is_new
        ]
        laid = [
            meld for meld in page.round.melds if meld.is_new or any(t.is_new for t in meld.tiles)
        ]
        assert new or laid or page.round.closing, str(move)


def test_what_was_written_is_added_up_seat_by_seat() -> None:
    record = sample()
    events = replayed(record).played.last.events
    page = step_page(record, len(record.moves), "en")
    for seat in page.round.seats:
        points = sum(event.points for event in events if event.seat == seat.seat)
        assert seat.written == (f"+{points}" if points else "")


def test_the_list_has_a_line_a_turn_with_the_penalties_at_their_moves() -> None:
    record = sample()
    page = step_page(record, 0, "en")
    moves = [move for turn in page.turns for move in turn.moves]
    assert [move.text for move in moves] == [str(move) for move in record.moves]
    assert [turn.name for turn in page.turns[:5]] == [seat_name(at % 4, "en") for at in range(5)]
    at = {event.move for event in replayed(record).played.last.events}
    assert {move.step - 1 for move in moves if move.written} == at


@pytest.mark.parametrize("step", ["-1", "x", "", "999999", "١", "1e9", "0x1", "9" * 900])
def test_a_step_that_there_is_not_is_the_first_or_the_last(client: Client, step: str) -> None:
    url = step_url(packed(sample()), 0).replace("step=0", f"step={step}")
    html = get(client, url)
    last = len(sample().moves)
    assert f'data-step="{last}"' in html or 'data-step="0"' in html


def test_buttons_lead_to_the_neighbours_and_nowhere_at_the_ends(client: Client) -> None:
    record = sample()
    last = len(record.moves)
    middle, first, end = (step_page(record, step, "en").controls for step in (5, 0, last))
    steps = [
        parse_qs(urlsplit(url).query)["step"][0]
        for url in (middle.first, middle.previous, middle.next, middle.last)
    ]
    assert steps == ["0", "4", "6", str(last)]
    assert (first.first, first.previous) == ("", "")
    assert (end.next, end.last) == ("", "")
    assert get(client, middle.next).count('aria-current="step"') == 1


def test_the_script_gets_what_changes_alone(client: Client) -> None:
    url = step_url(packed(sample()), 12)
    part = get(client, url, **{"HX-Request": "true"})
    assert "<html" not in part
    assert "data-said" in part
    assert "data-moves" not in part
    answer = client.get(url)
    assert "HX-Request" in answer.headers["Vary"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", sample_records())
def test_the_end_has_the_score_line_by_line(client: Client, key: str, language: str) -> None:
    record = sample(key)
    html = get(client, step_url(packed(record), len(record.moves)), language)
    result = replayed(record).played.last.result
    assert result is not None
    assert len(re.findall(r'class="score-seat[ "]', html)) == record.seats
    for score in result.scores:
        assert f"<dd data-total>{score}</dd>".replace(">-", ">\u2212") in html


# Records that people paste


def test_a_pasted_record_is_stepped_through_from_its_deal(client: Client) -> None:
    html = paste(client, f"# mine\n{text_of()}")
    assert 'data-step="0"' in html
    assert "The tiles are dealt." in html


def test_a_record_in_json_comes_to_the_same_address(client: Client) -> None:
    plain = client.post("/notation/", {"record": text_of()})
    read = client.post("/notation/", {"record": json.dumps(record_line(sample()))})
    asked = client.get("/notation/", {"record": text_of("5-classic")})
    assert plain.headers["Location"] == read.headers["Location"]
    assert asked.headers["Location"] == record_url(sample("5-classic"))


def test_a_record_of_a_position_is_played_on(client: Client) -> None:
    html = paste(
        client,
        "rules: 101-club\nindicator: B10\nturn: 0 draw\nhand: K7 K1 K2\nopened: melds - - -\n"
        "table: 0: K4 K5 K6\nstock: K9 ?\n\ndraw; discard K7",
    )
    assert 'data-last="2"' in html
    url = re.search(r'data-to="2"', html)
    assert url is not None
    assert "+101" in html


def test_a_record_without_moves_is_a_deal_to_look_at(client: Client) -> None:
    html = paste(client, text_of().partition("\n\n")[0])
    assert 'data-last="0"' in html


def test_a_refused_move_stands_at_its_place_with_the_reason(client: Client) -> None:
    text = text_of()
    lines = text.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("draw; discard"))
    lines[at] = f"discard {lines[at].split()[-1]}; draw"
    record = parse_record("\n".join(lines))
    refused_at = replayed(record).refused
    assert refused_at is not None
    last = refused_at + 1
    for language in LANGUAGES:
        page = step_page(record, last, language)
        assert page.refusal is not None
        assert (page.step, page.last) == (last, last)
        assert page.refusal.notes[0].rule == "turn.draw-first"
        assert page.refusal.notes[0].text
        states = [move.state for turn in page.turns for move in turn.moves]
        assert states == ["played"] * (last - 1) + ["refused"] + ["unplayed"] * (len(states) - last)
        html = get(client, step_url(packed(record), last), language)
        assert page.refusal.notes[0].text in html
        assert step_page(record, last - 1, language).refusal is None


def test_a_refused_opening_shows_its_melds_with_the_badges_of_the_reasons() -> None:
    text = text_of().partition("\n\n")[0]
    hand = re.search(r"hand 0: (.*)", text)
    assert hand is not None
    two, three, four = hand[1].split()[:3]
    record = parse_record(f"{text}\n\nopen {two} {three} {four}")
    page = step_page(record, 1, "en")
    assert page.refusal is not None
    (meld, _badges), *more = page.refusal.melds
    assert not more
    assert meld.text == f"{two} {three} {four}"
    assert {note.rule for note in page.refusal.notes} >= {"opening.points"}


# What cannot be read


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_error_is_told_with_its_line_and_the_text_is_kept(client: Client, language: str) -> None:
    text = text_of().replace("draw; discard B12", "draw; discard B14")
    line = text.splitlines().index("draw; discard B14") + 1
    html = refused(client, text, language)
    assert f'data-line="{line}"' in html
    assert str(line) in error_of(html)
    assert "B14" in error_of(html)
    assert "draw; discard B14" in html


@pytest.mark.parametrize(
    ("old", "new", "piece"),
    [
        ("rules: 101-guide", "rules: 102", "102"),
        ("hand 2: ", "hand 2: R14 ", "R14"),
        ("hand 2: ", "hand 2: R1 ", "22"),  # one too many
        ("stock: Y4 ", "stock: ", "19"),
        ("indicator: B8", "indicator: F", "F"),
        ("hand 3: ", "hand 4: ", "hand 3"),
    ],
)
def test_what_the_referee_cannot_deal_is_told_at_its_field(
    client: Client, old: str, new: str, piece: str
) -> None:
    text = text_of()
    assert old in text
    html = refused(client, text.replace(old, new))
    assert piece in error_of(html)
    if piece != "hand 3":
        line = next(n for n, row in enumerate(text.splitlines(), 1) if row.startswith(old[:6]))
        assert f'data-line="{line}"' in html


@pytest.mark.parametrize(
    "text",
    [
        "",
        "draw\n" * 10_000,
        "\x00\x01\x02" * 500,
        "x" * 45_000,
        "{",
        '{"a":' * 9_000,
        "<script>alert(1)</script>",
        "rules: 101-guide\nindicator: B10\n" + "\n".join(f"hand {n}: R1" for n in range(900)),
        "move: fly",
        "🀄",
    ],
)
def test_a_hostile_record_is_an_answer_with_a_reason(client: Client, text: str) -> None:
    html = refused(client, text)
    assert error_of(html)
    assert "<script>alert" not in client.post("/notation/", {"record": text}).content.decode()


def test_moves_that_fit_into_no_address_are_too_long(client: Client) -> None:
    chance = random.Random(1)
    tiles = [f"{colour}{number}" for colour in "RYBK" for number in range(1, 14)]
    moves = [f"lay {' '.join(chance.choices(tiles, k=9))}" for _ in range(900)]
    html = refused(client, "\n".join([text_of(), *moves]))
    assert str(len(sample().moves) + 900) in error_of(html)


# Links


@pytest.mark.parametrize("key", sample_records())
def test_a_link_holds_the_whole_record(key: str) -> None:
    record = sample(key)
    assert unpacked(packed(record)) == record
    assert len(record_url(record)) < 1_200 < MOST_LINK


BROKEN = ["", "x", "A" * 50, "eJw", "%00", "é", "🀄" * 5, "=" * 9, "A" * 3_000, "../../etc/passwd"]


@pytest.mark.parametrize("address", BROKEN)
def test_a_broken_link_is_said_to_be_broken(client: Client, address: str) -> None:
    answer = client.get("/notation/", {"r": address, "step": "3"})
    assert answer.status_code == 400
    assert 'id="record-error"' in answer.content.decode()


def test_a_link_cut_short_or_swollen_is_broken(client: Client) -> None:
    whole = packed(sample())
    swollen = base64.urlsafe_b64encode(zlib.compress(b"rules: x\n" * 200_000, 9))
    for address in (whole[:-1], whole[:50], whole[5:], swollen.decode().rstrip("=")):
        assert client.get("/notation/", {"r": address}).status_code == 400


def test_looking_at_a_record_writes_nothing_but_the_count_of_the_limit(client: Client) -> None:
    answer = client.get(step_url(packed(sample()), 3))
    assert "sessionid" not in answer.cookies
    assert client.head(step_url(packed(sample()), 3)).status_code == 200
