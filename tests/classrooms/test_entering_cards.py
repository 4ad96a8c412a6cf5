"""A pupil's card: what opens, what does not, and what a shared device remembers."""

from __future__ import annotations

import datetime as dt
import io
import re
import uuid

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation
from pypdf import PdfReader
from pytest_django import Settings

from accounts import clock
from accounts.limits import Limited, guess
from accounts.models import Player, Session
from accounts.players import SESSION_KEY
from classrooms.entering import cards, codes
from classrooms.entering.sheet import Card, sheet
from classrooms.people.models import Member, PupilCard
from tests.classrooms.entering import by_card, enter, who
from tests.classrooms.world import PASSWORD, World, account, make_class
from tests.together import at_once

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "typed",
    [
        "0123-4567-89AB",
        "0123456789ab",
        "  o123 4567 89aB ",
        "OI23–4567–89AB",
        "ol23.4567.89ab".replace(".", "-"),
        "０１２３４５６７８９ＡＢ",
    ],
)
def test_a_code_is_read_as_people_type_it(typed: str) -> None:
    assert codes.read(typed, codes.CARD) == "0123456789AB"


@pytest.mark.parametrize("typed", ["", "0123", "0123-4567-89AB-C", "0123-4567-89AU", "x" * 10_000])
def test_what_cannot_be_a_code_is_none(typed: str) -> None:
    assert codes.read(typed, codes.CARD) == ""


def test_a_code_is_a_credential_and_no_two_are_alike() -> None:
    made = {codes.make(codes.CARD) for _ in range(500)}
    assert len(made) == 500
    assert len(codes.ALPHABET) ** codes.CARD >= 2**50
    assert all(codes.read(codes.grouped(code), codes.CARD) == code for code in made)


def test_the_code_is_kept_nowhere(world: World) -> None:
    code = cards.renew(world.pupil)
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            text = str(cursor.fetchall())
            assert code not in text
            assert codes.grouped(code) not in text


def test_a_card_lets_its_pupil_in_and_a_new_one_ends_it_and_its_sessions(world: World) -> None:
    old = cards.renew(world.pupil)
    client = Client()
    assert enter(client, codes.grouped(old).lower()).status_code == 302
    assert who(client) == str(world.pupil.user_id)
    new = cards.renew(world.pupil)
    assert "_auth_user_id" not in Client(headers={}).session
    assert client.get("/account/").context["user"].is_anonymous
    assert enter(Client(), old).status_code == 422
    assert enter(Client(), new).status_code == 302


def test_codes_that_open_nothing_get_one_answer(world: World) -> None:
    """Unknown, revoked, of a class that is archived, of somebody taken out or switched off."""
    player = world.pupil
    revoked = cards.renew(player)
    cards.revoke(player)
    gone = cards.renew(world.exmember)
    off = cards.renew(world.deactivated)
    asking = cards.renew(world.pending)
    archived = cards.renew(world.otherpupil.player)
    world.otherclass.archived_at = clock.now()
    world.otherclass.save()
    answers, asked = [], []
    for code in (codes.make(codes.CARD), revoked, gone, off, asking, archived):
        client = Client()
        client.get("/enter/")
        with CaptureQueriesContext(connection) as queries:
            answer = enter(client, code)
        text = re.sub(r'value="[^"]*"', "", answer.content.decode())
        answers.append((answer.status_code, text))
        asked.append(len(queries))
        assert who(client) == ""
    assert {status for status, _ in answers} == {422}
    assert len(set(answers)) == 1
    assert len(set(asked)) == 1  # nor does the time tell them apart


def test_what_was_typed_is_still_there(world: World) -> None:
    answer = enter(Client(), "0123-4567-XXXX")
    assert 'value="0123-4567-XXXX"' in answer.content.decode()


def test_entering_takes_a_visitor_of_the_device_nowhere(world: World) -> None:
    client = Client()
    client.post("/account/tokens/", {"name": "phone"})
    visitor = Player.objects.get(user=None)
    enter(client, cards.renew(world.pupil))
    assert SESSION_KEY not in client.session
    assert not world.pupil.tokens.exists()
    assert Player.objects.filter(pk=visitor.pk).exists()
    answer = client.post("/account/end/")
    assert '"storage"' in answer.headers["Clear-Site-Data"]
    assert who(client) == ""
    assert client.session[SESSION_KEY] == str(visitor.pk)  # there again, with all of theirs


def test_whoever_logs_in_after_a_pupil_gets_nothing_of_the_pupil(world: World) -> None:
    client = by_card(world.pupil)
    client.post("/account/end/")
    teacher = world.teacher
    assert teacher.user is not None
    client.post("/account/login/", {"login": teacher.user.username, "password": PASSWORD})
    assert who(client) == str(teacher.user_id)
    assert Player.objects.filter(pk=world.pupil.pk).exists()
    assert world.member(world.pupil).state == Member.State.ACTIVE


def test_the_next_pupil_takes_the_place_of_one_who_forgot_to_end(world: World) -> None:
    client = by_card(world.pupil)
    second = world.pupils[1].player
    enter(client, cards.renew(second))
    assert who(client) == str(second.user_id)
    assert not Session.objects.filter(user=world.pupil.user).exists()


def test_the_header_says_who_is_in_and_ends_it_in_one_tap(world: World) -> None:
    page = by_card(world.pupil).get("/rules/").content.decode()
    assert world.pupils[0].nickname in page
    assert 'action="/account/end/"' in page
    assert 'action="/account/end/"' not in Client().get("/rules/").content.decode()


def test_a_card_gives_no_other_way_in(world: World) -> None:
    """Whoever found a card must not keep the account when the card is renewed."""
    client = by_card(world.pupil)
    for path in ("/account/email/", "/account/password/set/", "/account/password/change/"):
        assert client.get(path).headers["Location"] == "/account/"
        client.post(path, {"email": "x@example.org", "password1": PASSWORD, "action_add": "1"})
    client.post("/account/tokens/", {"name": "laptop"})
    assert not world.pupil.tokens.exists()
    world.pupil.user.refresh_from_db()  # type: ignore[union-attr]
    assert world.pupil.user is not None
    assert not world.pupil.user.email
    assert not world.pupil.user.has_usable_password()


def test_a_session_by_card_ends_after_a_day_of_idleness(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = by_card(world.pupil)
    now = clock.now()
    monkeypatch.setattr(clock, "now", lambda: now + dt.timedelta(hours=23))
    assert client.get("/account/").context["user"].is_authenticated
    monkeypatch.setattr(clock, "now", lambda: now + dt.timedelta(hours=23 + 25))
    assert client.get("/account/").context["user"].is_anonymous


def test_the_secret_may_change_and_cards_stay_while_the_old_one_is_kept(
    world: World, settings: Settings
) -> None:
    code = cards.renew(world.pupil)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another-secret-of-the-site-" + "x" * 40
    assert enter(Client(), code).status_code == 302
    settings.SECRET_KEY_FALLBACKS = []  # the digest is under the new one since the card was used
    assert enter(Client(), code).status_code == 302


def test_right_codes_take_nothing_from_a_schools_address(world: World, settings: Settings) -> None:
    settings.ISTAKA_LIMITS = {**settings.ISTAKA_LIMITS, "card-wrong-address": (2, 3600)}
    code = cards.renew(world.pupil)
    assert [enter(Client(), code).status_code for _ in range(5)] == [302] * 5
    wrong = [enter(Client(), codes.make(codes.CARD)).status_code for _ in range(3)]
    assert wrong == [422, 422, 429]
    refused = enter(Client(), code)  # nothing is looked at beyond the limit, right or wrong
    assert refused.status_code == 429
    assert code in refused.content.decode()  # what was typed is still there
    assert int(refused.headers["Retry-After"]) > 0


def test_a_code_that_is_half_typed_is_no_guess(world: World, settings: Settings) -> None:
    settings.ISTAKA_LIMITS = {**settings.ISTAKA_LIMITS, "card-wrong-address": (1, 3600)}
    assert {enter(Client(), "0123").status_code for _ in range(3)} == {422}


def test_the_page_reads_the_code_behind_the_hash_and_never_from_the_address() -> None:
    page = Client().get("/enter/").content.decode()
    assert 'data-fragment="send"' in page
    assert "fragment.js" in page
    asked = Client().get("/enter/?code=0123456789AB").content.decode()
    assert 'value="0123456789AB"' not in asked


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_fifty_wrong_codes_at_once_exactly_the_limit_is_looked_at(settings: Settings) -> None:
    settings.ISTAKA_LIMITS = {**settings.ISTAKA_LIMITS, "card-wrong-address": (20, 86_400)}
    looked: list[int] = []

    def guess_one(number: int) -> None:
        guess([("card-wrong-address", "192.0.2.1")], lambda: looked.append(number))

    answers = at_once(50, guess_one)
    assert len(looked) == 20
    assert sum(isinstance(one, Limited) for one in answers) == 30


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_class_that_enters_at_once_is_in(settings: Settings) -> None:
    settings.ISTAKA_LIMITS = {**settings.ISTAKA_LIMITS, "card-wrong-address": (1, 86_400)}
    world = make_class(pupils=30)
    made = [cards.renew(member.player) for member in world.pupils]
    answers = at_once(30, lambda number: enter(Client(), made[number]).status_code)
    assert answers == [302] * 30


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_entering_and_renewing_at_once_leave_no_session_of_the_old_card() -> None:
    world = make_class()
    old = cards.renew(world.pupil)

    def act(number: int) -> object:
        return cards.renew(world.pupil) if number == 7 else enter(Client(), old).status_code

    answers = at_once(15, act)
    assert not [one for one in answers if isinstance(one, Exception)]
    new = str(answers[7])
    assert PupilCard.objects.get().digest == codes.digest("card", new)
    assert not Session.objects.filter(user=world.pupil.user).exists()
    assert enter(Client(), old).status_code == 422


def test_a_new_card_for_some_leaves_the_others(world: World) -> None:
    kept, renewed = (cards.renew(member.player) for member in world.pupils[:2])
    client = world.client(world.teacher)
    answer = client.post(
        f"/classes/{world.classroom.pk}/cards/", {"member": [str(world.pupils[1].pk)]}
    )
    assert answer.headers["Content-Type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")
    assert enter(Client(), kept).status_code == 302
    assert enter(Client(), renewed).status_code == 422
    assert world.classroom.trail.get(action="cards.made").values == {"count": 1}


def test_cards_are_for_pupils_of_this_class_without_e_mail(world: World) -> None:
    someone = account()
    row = Member.objects.create(
        classroom=world.classroom, player=someone, role="pupil", nickname="With e-mail"
    )
    page = f"/classes/{world.classroom.pk}/cards/"
    client = world.client(world.teacher)
    for pk in (row.pk, world.otherpupil.pk, uuid.uuid4(), "nonsense"):
        assert client.post(page, {"member": [str(pk)]}).status_code == 422
    assert not PupilCard.objects.exists()
    assert "With e-mail" not in client.get(page).content.decode()


def test_an_archived_class_gets_no_cards(world: World) -> None:
    code = cards.renew(world.pupils[1].player)
    world.classroom.archived_at = clock.now()
    world.classroom.save()
    page = f"/classes/{world.classroom.pk}/cards/"
    answer = world.client(world.teacher).post(page, {"member": [str(world.pupils[1].pk)]})
    assert answer.status_code == 409
    assert PupilCard.objects.get().digest == codes.digest("card", code)


@pytest.mark.parametrize("language", ["de", "tr", "en"])
def test_the_sheet_has_a_name_a_code_and_a_link_for_each_and_eight_cards_on_a_page(
    language: str,
) -> None:
    made = [Card(f"Çağlar {number}", codes.make(codes.CARD)) for number in range(9)]
    with translation.override(language):
        pdf = PdfReader(io.BytesIO(sheet("Kulüp", made, link="https://istaka.example/enter/")))
    pages = [page.extract_text() for page in pdf.pages]
    assert [text.count("istaka.example/enter") for text in pages] == [8, 1]
    for card in made:
        text = pages[made.index(card) // 8]
        assert card.name in text
        assert codes.grouped(card.code) in text
    assert all("Kulüp" in text for text in pages)
    for page in pdf.pages:  # readable in grey: nothing is told by a colour
        content = page.get_contents()
        assert content is not None
        operators = content.get_data().decode("latin-1")
        assert not re.search(r"\b(?!(\S+) \1 \1)[\d.]+ [\d.]+ [\d.]+ rg\b", operators)


def test_no_card_ends_where_the_sheet_cannot_be_made(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = cards.renew(world.pupil)
    monkeypatch.setattr("classrooms.entering.sheet.typst.compile", lambda *_, **__: 1 / 0)
    client = world.client(world.teacher)
    client.raise_request_exception = False
    page = f"/classes/{world.classroom.pk}/cards/"
    assert client.post(page, {"member": [str(world.pupils[0].pk)]}).status_code == 500
    assert enter(Client(), code).status_code == 302


def test_the_list_of_cards_asks_the_same_for_few_and_many() -> None:
    counts = []
    for pupils in (3, 60):
        world = make_class(pupils=pupils)
        client = world.client(world.teacher)
        client.get("/rules/")
        with CaptureQueriesContext(connection) as queries:
            assert client.get(f"/classes/{world.classroom.pk}/cards/").status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 15
