"""Rounds on a sheet: written once, corrected, taken out, put back; two phones at once."""

from __future__ import annotations

import html
import re
import uuid
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.models import Player
from okey import RULE_SETS
from okey.answers import answer
from tests.together import at_once
from tests.tutor.sheets import WON, begin, entered, hidden, url, visitor, write
from tutor.models import Sheet, SheetRound
from tutor.referee.score import signed
from tutor.sheets import services
from tutor.sheets.book import open_book
from tutor.sheets.services import Conflict, Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def player(client: Client) -> Player:
    return visitor(client)


def text(response: Any) -> str:
    return re.sub(r"\s+", " ", html.unescape(response.content.decode()))


def fill(client: Client, sheet: Sheet, **filled: str) -> dict[str, str]:
    """The form of a further round as it is sent."""
    return hidden(client.get(url(sheet))) | filled


# Writing


@pytest.mark.parametrize("key", RULE_SETS)
def test_a_round_scores_as_the_engine_scores_its_line(
    client: Client, player: Player, key: str
) -> None:
    sheet = begin(player, key)
    response = client.post(url(sheet), fill(client, sheet, **WON[key]))
    assert response.status_code == 303
    row = sheet.round_rows.get()
    assert row.scores == answer("score", {"rules": key, **row.line})["scores"]
    assert row.rules_version == RULE_SETS[key].version
    page = text(client.get(response.headers["Location"]))
    for total in open_book(sheet).match.totals:
        assert f"{signed(total)}<" in page


@pytest.mark.parametrize("key", RULE_SETS)
def test_totals_are_those_of_the_match(player: Player, key: str) -> None:
    sheet = begin(player, key)
    rows = [write(sheet) for _ in range(3)]
    start = RULE_SETS[key].match.start
    sums = [start + sum(row.scores[seat] for row in rows) for seat in range(4)]
    assert list(open_book(sheet).match.totals) == sums


def test_a_form_that_is_sent_twice_writes_one_round(client: Client, player: Player) -> None:
    sheet = begin(player)
    data = fill(client, sheet, **WON["101-guide"])
    first = client.post(url(sheet), data)
    second = client.post(url(sheet), data)
    assert (first.status_code, second.status_code) == (303, 303)
    assert first.headers["Location"] == second.headers["Location"]
    assert sheet.round_rows.count() == 1


def test_a_form_that_is_sent_again_after_the_round_was_taken_out_does_not_write_it_again(
    client: Client, player: Player
) -> None:
    sheet = begin(player)
    data = fill(client, sheet, **WON["101-guide"])
    client.post(url(sheet), data)
    client.post(url(sheet, "rounds/1/remove/"), {"version": "1"})
    client.post(url(sheet), data)
    assert not open_book(sheet).rounds


def test_one_key_with_other_values_asks_which_are_meant(client: Client, player: Player) -> None:
    sheet = begin(player)
    data = fill(client, sheet, **WON["101-guide"])
    client.post(url(sheet), data)
    other = data | {"left1": "48"}
    response = client.post(url(sheet), other)
    assert response.status_code == 409
    assert 'value="48"' in response.content.decode()
    assert [row.scores[1] for row in sheet.round_rows.all()] == [47]
    # Either it corrects the round, or it is a further one.
    form = hidden(response)
    corrected = client.post(url(sheet, "rounds/1/"), other | form)
    assert corrected.status_code == 303
    assert [row.scores[1] for row in sheet.round_rows.all()] == [48]
    further = re.findall(r'name="key" value="([^"]+)"', response.content.decode())[-1]
    assert further != data["key"]
    response = client.post(url(sheet), data | {"seen": form["seen"], "key": further})
    assert response.status_code == 303
    assert [row.scores[1] for row in sheet.round_rows.all()] == [48, 47]


@pytest.mark.parametrize("missing", ["key", "winner", "left1"])
def test_what_is_missing_writes_nothing_and_keeps_what_was_entered(
    client: Client, player: Player, missing: str
) -> None:
    sheet = begin(player)
    data = fill(client, sheet, **WON["101-guide"], giver2="2")
    sent = {name: value for name, value in data.items() if name != missing}
    response = client.post(url(sheet), sent)
    assert response.status_code == 400
    assert not sheet.round_rows.exists()
    page = response.content.decode()
    assert re.search(r'name="giver2" value="2"', page)
    assert "data-problem" in page
    # It goes on with the same key: nothing is written twice after it.
    if missing != "key":
        assert hidden(response)["key"] == data["key"]


@pytest.mark.parametrize(
    "bad",
    [
        {"winner": "9"},
        {"winner": "-1"},
        {"left1": "R99"},
        {"left1": "\x00"},
        {"left1": "9" * 300},
        {"left1": "<script>alert(1)</script>"},
        {"giver1": "99999999999999999999"},
        {"giver1": "-3"},
        {"opened1": "everything"},
        {"indicator": "*"},
        {"key": "no uuid"},
        {"seen": "x"},
        {"seen": "-1"},
        {"seen": "9" * 40},
    ],
)
def test_hostile_values_are_refused_at_their_place(
    client: Client, player: Player, bad: dict[str, str]
) -> None:
    sheet = begin(player)
    data = fill(client, sheet, **WON["101-guide"]) | bad
    response = client.post(url(sheet), data)
    assert response.status_code == 400
    assert "<script>alert" not in response.content.decode()
    assert not sheet.round_rows.exists()
    preview = client.post(url(sheet, "score/"), data)
    assert preview.status_code == 200
    assert "<script>alert" not in preview.content.decode()


def test_what_a_round_would_bring_is_shown_and_not_written(client: Client, player: Player) -> None:
    sheet = begin(player)
    for data in (WON["101-guide"], {"winner": "0", "opened1": "melds"}, {}):
        response = client.post(url(sheet, "score/"), fill(client, sheet, **data))
        totals = re.findall(r"data-total>([^<]*)<", response.content.decode())
        if data == WON["101-guide"]:
            assert totals[-4:] == ["−101", "47", "202", "202"]
        else:
            assert not totals
            # What is not filled in yet is no error while it is being filled in.
            assert not re.search(r"data-error[^>]*(?<!hidden)>", response.content.decode())
    response = client.post(url(sheet), fill(client, sheet, **WON["101-guide"], do="score"))
    assert response.status_code == 200
    assert "−101" in response.content.decode()
    assert not sheet.round_rows.exists()


def test_another_winner_can_be_chosen_whatever_stands_in_the_fields_of_the_new_one(
    client: Client, player: Player
) -> None:
    sheet = begin(player)
    data = fill(client, sheet, winner="1", opened1="melds", left1="47", opened0="melds", left0="3")
    assert client.post(url(sheet), data).status_code == 303
    assert sheet.round_rows.get().scores == [3, -101, 202, 202]


# Correcting, taking out, putting back


def test_a_correction_keeps_the_order_and_makes_the_totals_anew(
    client: Client, player: Player
) -> None:
    sheet = begin(player)
    for left in ("1", "2", "3"):
        write(sheet, winner="0", opened1="melds", left1=left)
    page = client.get(url(sheet, "rounds/2/"))
    assert 'name="left1" value="2"' in page.content.decode()
    data = hidden(page) | {"winner": "0", "opened1": "melds", "left1": "20"}
    assert client.post(url(sheet, "rounds/2/"), data).status_code == 303
    book = open_book(sheet)
    assert [row.scores[1] for row in book.rounds] == [1, 20, 3]
    assert book.match.totals[1] == 24


def test_what_is_taken_out_is_put_back_in_its_place(client: Client, player: Player) -> None:
    sheet = begin(player)
    for left in ("1", "2", "3"):
        write(sheet, winner="0", opened1="melds", left1=left)
    response = client.post(url(sheet, "rounds/2/remove/"), {"version": "1"})
    after = client.get(response.headers["Location"])
    assert url(sheet, "rounds/2/restore/") in after.content.decode()
    assert [row.scores[1] for row in open_book(sheet).rounds] == [1, 3]
    assert client.post(url(sheet, "rounds/2/remove/"), {"version": "1"}).status_code == 303
    write(sheet, winner="0", opened1="melds", left1="4")
    for _twice in range(2):
        assert client.post(url(sheet, "rounds/2/restore/")).status_code == 303
    assert [row.scores[1] for row in open_book(sheet).rounds] == [1, 2, 3, 4]


def test_a_correction_that_ends_the_match_before_later_rounds_is_explained(
    client: Client, player: Player
) -> None:
    sheet = begin(player, "classic")
    for _ in range(3):
        write(sheet, winner="0")
    for row in SheetRound.objects.filter(sheet=sheet, number__lte=2):
        # As after two rounds that cost eight each: one more of them ends it.
        SheetRound.objects.filter(pk=row.pk).update(scores=[0, -8, -8, -8])
    data = {"winner": "0", "by": "pairs", "okey_last": "on"}
    page = client.get(url(sheet, "rounds/2/"))
    assert client.post(url(sheet, "rounds/2/"), hidden(page) | data).status_code == 303
    SheetRound.objects.filter(sheet=sheet, number=1).update(scores=[0, -12, -12, -12])
    SheetRound.objects.filter(sheet=sheet, number=2).update(
        scores=[0, -2, -2, -2], filled={"winner": "0"}
    )
    page = client.get(url(sheet, "rounds/2/"))
    response = client.post(url(sheet, "rounds/2/"), hidden(page) | data)
    assert response.status_code == 409
    assert "over after round 2" in text(response)
    assert open_book(sheet).match.totals == (20, 4, 4, 4)
    again = hidden(response) | data | {"cut": "on"}
    assert client.post(url(sheet, "rounds/2/"), again).status_code == 303
    book = open_book(sheet)
    assert len(book.rounds) == 2
    assert book.match.over
    assert [row.number for row in book.removed] == [3]
    # It cannot be put back behind the end.
    response = client.post(url(sheet, "rounds/3/restore/"))
    assert response.status_code == 409
    assert "over after round 2" in text(response)


def test_a_match_that_is_over_takes_no_further_round(client: Client, player: Player) -> None:
    sheet = begin(player, "101-club", rounds=3)
    data = fill(client, sheet, **WON["101-club"])
    for _ in range(3):
        write(sheet)
    page = client.get(url(sheet))
    assert 'id="round-form"' not in page.content.decode()
    response = client.post(url(sheet), data | {"seen": "3"})
    assert response.status_code == 409
    assert "The match is over" in text(response)
    assert len(open_book(sheet).rounds) == 3


def test_a_sheet_holds_two_hundred_rounds(client: Client, player: Player) -> None:
    sheet = begin(player, "classic")
    first = write(sheet, winner="none")
    SheetRound.objects.bulk_create(
        SheetRound(
            sheet=sheet,
            number=number,
            key=uuid.uuid4(),
            filled=first.filled,
            line=first.line,
            scores=[0, 0, 0, 0],
            opened=first.opened,
            rules_version=2,
        )
        for number in range(2, services.MOST_ROUNDS + 1)
    )
    response = client.post(url(sheet), fill(client, sheet, winner="none"))
    assert response.status_code == 409
    assert "200" in text(response)
    services.remove_round(player, sheet.pk, 7, version=1)
    assert client.post(url(sheet), fill(client, sheet, winner="none")).status_code == 303
    with pytest.raises(Refused, match="rounds-many"):
        services.restore_round(player, sheet.pk, 7)


# The tables hold it, too


def test_no_number_and_no_key_stands_twice_on_a_sheet(player: Player) -> None:
    sheet = begin(player)
    row = write(sheet)
    same: dict[str, Any] = {
        "sheet": sheet,
        "filled": row.filled,
        "line": row.line,
        "scores": row.scores,
        "opened": row.opened,
        "rules_version": 2,
    }
    for double in (
        {"number": row.number, "key": uuid.uuid4()},
        {"number": 2, "key": row.key},
        {"number": 0, "key": uuid.uuid4()},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            SheetRound.objects.create(**same, **double)


def test_nothing_is_written_where_the_match_refuses_it(player: Player) -> None:
    sheet = begin(player)
    write(sheet)
    with pytest.raises(Conflict):
        services.write_round(
            player, sheet.pk, entered(sheet, **WON["101-guide"]), key=uuid.uuid4(), seen=0
        )
    assert sheet.round_rows.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_twenty_taps_at_once_one_round_comes() -> None:
    player = Player.objects.create()
    sheet = begin(player)
    round_ = entered(sheet, **WON["101-guide"])
    key = uuid.uuid4()
    told = at_once(
        20, lambda _n: services.write_round(player, sheet.pk, round_, key=key, seen=0).number
    )
    assert told == [1] * 20
    assert sheet.round_rows.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_many_phones_that_write_round_one_the_first_writes_and_the_others_learn_of_it() -> None:
    player = Player.objects.create()
    sheet = begin(player)
    rounds = [entered(sheet, winner="0", opened1="melds", left1=str(n)) for n in range(12)]

    def deed(number: int) -> str:
        try:
            services.write_round(player, sheet.pk, rounds[number], key=uuid.uuid4(), seen=0)
        except Conflict as conflict:
            return f"{conflict.kind} {len(conflict.rows)}"
        return "written"

    assert sorted(at_once(12, deed)) == ["newer 1"] * 11 + ["written"]
    assert sheet.round_rows.count() == 1
