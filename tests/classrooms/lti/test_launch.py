"""A launch is taken once, from the platform it was begun at, in the browser it was begun in, and
for the deployment, audience and time it is meant for. Everything else is a page that says why."""

from __future__ import annotations

import json
import time
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import Player, User
from classrooms.lti.models import LtiContext, LtiLink, LtiLogin, LtiPlatform, LtiUser
from classrooms.people.models import AuditEntry, Classroom, Member
from tests.classrooms.lti import platform as their
from tests.classrooms.lti.conftest import TARGET, Browser, initiation
from tests.classrooms.lti.platform import CLAIM, GRADES, ROLE
from tests.classrooms.lti.told import code_of
from tests.classrooms.world import account

pytestmark = pytest.mark.django_db


# --- what is taken --------------------------------------------------------------------------------


def test_a_teacher_who_opens_a_course_for_the_first_time_makes_its_class(visitor: Browser) -> None:
    answer = visitor.launch("Instructor")
    assert answer.status_code == 303
    classroom = Classroom.objects.get()
    assert classroom.name == "Okey on Fridays"
    member = Member.objects.get()
    assert (member.role, member.state, member.real_name) == ("teacher", "active", "Ada Marker")
    assert answer["Location"] == f"/classes/{classroom.pk}/lti/{LtiLink.objects.get().pk}/"
    assert int(visitor.client.session["_auth_user_id"]) == member.player.user_id
    assert set(AuditEntry.objects.values_list("action", flat=True)) == {
        "class.created",
        "lti.teacher",
    }


def test_a_pupil_gets_an_account_without_e_mail_and_a_nickname_that_tells_nothing(
    visitor: Browser,
) -> None:
    visitor.launch("Instructor", sub="teacher")
    assert Browser(visitor.platform, Client()).launch("Learner").status_code == 303
    user = LtiUser.objects.get(sub="user-1").player.user
    assert user is not None
    assert (user.email, user.has_usable_password()) == ("", False)
    member = Member.objects.get(role="pupil")
    assert (member.nickname, member.real_name) == ("Lernende 1", "Ada Marker")


def test_an_account_with_the_same_e_mail_is_another_person(visitor: Browser) -> None:
    # a name that no random digits can spell
    known = User.objects.create(username="marker", email="ada.marker@example.org")
    Player.objects.create(user=known)
    visitor.launch("Instructor")
    user = LtiUser.objects.get().player.user
    assert user is not None
    assert user != known
    assert "marker" not in user.username
    assert not User.objects.exclude(pk=known.pk).filter(email__contains="@").exists()


def test_the_same_user_comes_back_to_the_same_place(visitor: Browser) -> None:
    for _ in range(2):
        assert visitor.launch("Instructor").status_code == 303
    assert (LtiUser.objects.count(), Member.objects.count(), LtiContext.objects.count()) == (1,) * 3
    assert LtiLink.objects.count() == 1


def test_a_launch_without_a_name_leaves_the_real_name_empty(visitor: Browser) -> None:
    visitor.launch("Instructor", name=None, email=None)
    assert Member.objects.get().real_name == ""


def test_a_name_that_a_teacher_wrote_stays(visitor: Browser) -> None:
    visitor.launch("Instructor")
    Member.objects.update(real_name="Ada by hand")
    visitor.launch("Instructor")
    assert Member.objects.get().real_name == "Ada by hand"


def test_whoever_used_the_browser_before_stays_behind(visitor: Browser) -> None:
    visitor.client.post("/account/tokens/", {"name": "of the visitor"})
    earlier = Player.objects.get()
    visitor.launch("Instructor")
    assert LtiUser.objects.get().player != earlier
    assert earlier.tokens.exists()
    assert "visitor" not in visitor.client.session


def test_a_log_in_may_begin_with_a_form_as_well(visitor: Browser) -> None:
    answer = visitor.client.post("/lti/login/", initiation(visitor.platform))
    assert answer.status_code == 302


def test_an_audience_of_several_is_taken_when_this_site_is_the_party(visitor: Browser) -> None:
    mine = visitor.platform.client_id
    assert visitor.launch("Instructor", aud=[mine, "another"], azp=mine).status_code == 303


def test_the_course_decides_again_who_teaches(visitor: Browser) -> None:
    visitor.launch("Instructor", sub="teacher")
    other = Browser(visitor.platform, Client())
    other.launch("Learner")
    other.launch("Instructor")
    assert Member.objects.filter(role="teacher").count() == 2
    other.launch("Learner")
    assert Member.objects.filter(role="teacher").count() == 1


def test_a_class_keeps_its_last_teacher_whatever_a_launch_says(visitor: Browser) -> None:
    visitor.launch("Instructor")
    visitor.launch("Learner")
    assert Member.objects.get().role == "teacher"


def test_an_account_with_a_password_is_not_entered_by_a_launch(visitor: Browser) -> None:
    visitor.launch("Instructor")
    LtiUser.objects.update(player=account())
    fresh = Browser(visitor.platform, Client())
    assert fresh.launch("Instructor").status_code == 303
    assert "_auth_user_id" not in fresh.client.session


def test_in_a_frame_the_page_is_a_link_to_a_tab_of_its_own(visitor: Browser) -> None:
    answer = visitor.client.get(
        "/lti/login/", initiation(visitor.platform), headers={"Sec-Fetch-Dest": "iframe"}
    )
    assert answer.status_code == 200
    assert "X-Frame-Options" not in answer
    policy = answer["Content-Security-Policy"]
    assert f"frame-ancestors {visitor.platform.issuer}" in policy
    assert 'target="_blank"' in answer.content.decode()
    assert not LtiLogin.objects.exists()
    link = answer.content.decode().split('href="/lti/login/')[1].split('"')[0].replace("&amp;", "&")
    assert visitor.client.get(f"/lti/login/{link}").status_code == 302


# --- what is not ----------------------------------------------------------------------------------

CLAIMS: list[tuple[str, dict[str, Any], int]] = [
    ("token.issuer", {"iss": "https://elsewhere.example"}, 403),
    ("token.audience", {"aud": "another"}, 403),
    ("token.audience", {"aud": ["client-1", "another"]}, 403),
    ("token.audience", {"aud": ["client-1", "another"], "azp": "another"}, 403),
    ("token.audience", {"azp": "another"}, 403),
    ("token.expired", {"exp": int(time.time()) - 3_600}, 403),
    ("token.early", {"iat": int(time.time()) + 3_600}, 403),
    ("token.claims", {"exp": None}, 403),
    ("token.claims", {"iat": None}, 403),
    ("token.claims", {"nonce": None}, 403),
    ("token.claims", {"sub": None}, 403),
    ("token.nonce", {"nonce": "another"}, 403),
    ("token.version", {CLAIM + "version": "1.1"}, 400),
    ("token.deployment", {CLAIM + "deployment_id": "another"}, 403),
    ("token.deployment", {CLAIM + "deployment_id": None}, 403),
    ("token.target", {CLAIM + "target_link_uri": "http://testserver/admin/"}, 403),
    ("token.message", {CLAIM + "message_type": "LtiSubmissionReviewRequest"}, 400),
    ("token.context", {CLAIM + "context": None}, 400),
    ("token.context", {CLAIM + "context": {"id": "x" * 300}}, 400),
    ("token.link", {CLAIM + "resource_link": {"id": 5}}, 400),
    ("token.user", {"sub": "x" * 300}, 400),
    ("token.role", {CLAIM + "roles": []}, 403),
    ("token.role", {CLAIM + "roles": "Instructor"}, 403),
    (
        "token.role",
        {CLAIM + "roles": ["http://purl.imsglobal.org/vocab/lis/v2/institution/person#Instructor"]},
        403,
    ),
    (
        "grades.host",
        {GRADES: {"scope": [their.SCORE_SCOPE], "lineitem": "http://169.254.169.254/latest"}},
        403,
    ),
]


@pytest.mark.parametrize(
    ("code", "claims", "status"), CLAIMS, ids=[f"{one[0]}-{i}" for i, one in enumerate(CLAIMS)]
)
def test_a_message_with_a_wrong_claim_is_refused_and_nobody_is_made(
    visitor: Browser, code: str, claims: dict[str, Any], status: int
) -> None:
    answer = visitor.launch("Instructor", **claims)
    assert (answer.status_code, code_of(answer)) == (status, code)
    assert not LtiUser.objects.exists()
    assert "_auth_user_id" not in visitor.client.session


def test_a_message_signed_with_another_key_is_refused(visitor: Browser) -> None:
    asked = visitor.begin()
    claims = visitor.platform.claims(nonce=asked["nonce"], target=TARGET)
    forged = their.sign(claims, their.key("forger"), {"kid": "first"})
    assert code_of(visitor.send(asked["state"], forged)) == "token.signature"


def test_a_message_changed_on_its_way_is_refused(visitor: Browser) -> None:
    asked = visitor.begin()
    token = visitor.platform.signed(visitor.platform.claims(nonce=asked["nonce"], target=TARGET))
    head, body, signature = token.split(".")
    claims = json.loads(their.unb64(body)) | {CLAIM + "roles": [ROLE + "Instructor"]}
    changed = f"{head}.{their.b64(json.dumps(claims).encode())}.{signature}"
    assert code_of(visitor.send(asked["state"], changed)) == "token.signature"


@pytest.mark.parametrize("algorithm", ["none", "HS256", "RS512", "ES256", None, 5])
def test_no_other_algorithm_is_taken_whatever_the_message_says(
    visitor: Browser, algorithm: Any
) -> None:
    asked = visitor.begin()
    claims = visitor.platform.claims(nonce=asked["nonce"], target=TARGET)
    token = visitor.platform.signed(claims, alg=algorithm)
    assert code_of(visitor.send(asked["state"], token)) in {"token.algorithm", "token.unreadable"}


@pytest.mark.parametrize("token", ["", "x", "a.b.c", "é.é.é", "x" * 60_000, "e30.e30.e30"])
def test_what_is_no_message_is_refused(visitor: Browser, token: str) -> None:
    answer = visitor.send(visitor.begin()["state"], token)
    assert answer.status_code in {400, 403}
    assert code_of(answer) in {"token.unreadable", "token.algorithm"}


def test_a_message_without_a_key_id_is_refused(visitor: Browser) -> None:
    asked = visitor.begin()
    claims = visitor.platform.claims(nonce=asked["nonce"], target=TARGET)
    token = their.sign(claims, their.key("first"))
    assert code_of(visitor.send(asked["state"], token)) == "key.unknown"


def test_a_launch_counts_once(visitor: Browser) -> None:
    asked = visitor.begin()
    claims = visitor.platform.claims(nonce=asked["nonce"], target=TARGET, role="Instructor")
    token = visitor.platform.signed(claims)
    assert visitor.send(asked["state"], token).status_code == 303
    again = visitor.send(asked["state"], token)
    assert (again.status_code, code_of(again)) == (400, "state.used")


def test_a_message_of_one_launch_does_not_answer_another(visitor: Browser) -> None:
    first, second = visitor.begin(), visitor.begin()
    token = visitor.platform.signed(visitor.platform.claims(nonce=first["nonce"], target=TARGET))
    assert code_of(visitor.send(second["state"], token)) == "token.nonce"


def test_a_state_that_was_never_given_out_is_refused(visitor: Browser) -> None:
    visitor.begin()
    assert code_of(visitor.send("made up", "x")) == "state.unknown"
    assert code_of(visitor.send("", "x")) == "state.unknown"


def test_a_launch_is_over_after_ten_minutes(visitor: Browser) -> None:
    asked = visitor.begin()
    LtiLogin.objects.update(expires_at="2020-01-01T00:00:00Z")
    token = visitor.platform.signed(visitor.platform.claims(nonce=asked["nonce"], target=TARGET))
    assert code_of(visitor.send(asked["state"], token)) == "state.expired"


def test_a_launch_that_another_browser_began_is_refused_and_stays_usable_there(
    visitor: Browser,
) -> None:
    asked = visitor.begin()
    claims = visitor.platform.claims(nonce=asked["nonce"], target=TARGET, role="Instructor")
    token = visitor.platform.signed(claims)
    nobody = Browser(visitor.platform, Client())  # without any cookie
    answer = nobody.send(asked["state"], token)
    assert (answer.status_code, code_of(answer)) == (403, "browser.other")
    stranger = Browser(visitor.platform, Client())
    stranger.begin()  # has a cookie, but its own
    assert code_of(stranger.send(asked["state"], token)) == "browser.other"
    assert visitor.send(asked["state"], token).status_code == 303


def test_what_the_platform_answers_instead_of_a_user_is_told(visitor: Browser) -> None:
    state = visitor.begin()["state"]
    answer = visitor.client.post("/lti/launch/", {"state": state, "error": "login_required"})
    assert code_of(answer) == "platform.error"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"iss": "https://elsewhere.example"}, "platform.unknown"),
        ({"iss": ""}, "platform.unknown"),
        ({"client_id": "another"}, "platform.unknown"),
        ({"target_link_uri": "https://elsewhere.example/"}, "target.unknown"),
        ({"target_link_uri": "http://testserver/admin/"}, "target.unknown"),
        ({"login_hint": ""}, "hint.missing"),
        ({"login_hint": "x" * 3_000}, "hint.missing"),
    ],
)
def test_a_launch_that_begins_wrongly_is_refused(
    visitor: Browser, changes: dict[str, str], code: str
) -> None:
    answer = visitor.client.get("/lti/login/", {**initiation(visitor.platform), **changes})
    assert code_of(answer) == code
    assert not LtiLogin.objects.exists()


def test_of_two_clients_of_one_issuer_the_platform_says_which(visitor: Browser) -> None:
    row = visitor.platform.row() | {"client_id": "client-2"}
    LtiPlatform.objects.create(**row)
    asked = {**initiation(visitor.platform)}
    del asked["client_id"]
    assert code_of(visitor.client.get("/lti/login/", asked)) == "platform.unknown"


def test_a_platform_that_is_switched_off_is_refused_in_the_middle_too(visitor: Browser) -> None:
    asked = visitor.begin()
    LtiPlatform.objects.update(active=False)
    token = visitor.platform.signed(visitor.platform.claims(nonce=asked["nonce"], target=TARGET))
    assert code_of(visitor.send(asked["state"], token)) == "platform.unknown"
    answer = visitor.client.get("/lti/login/", initiation(visitor.platform))
    assert code_of(answer) == "platform.unknown"


def test_a_pupil_does_not_open_a_course_that_no_teacher_has_opened(visitor: Browser) -> None:
    assert code_of(visitor.launch("Learner")) == "course.new"
    assert (User.objects.count(), Player.objects.count()) == (0, 0)


def test_whoever_was_taken_out_is_not_let_in_again(visitor: Browser) -> None:
    visitor.launch("Instructor", sub="teacher")
    pupil = Browser(visitor.platform, Client())
    pupil.launch("Learner")
    Member.objects.filter(role="pupil").update(state="left", left_at="2026-01-01T00:00:00Z")
    for role in ("Learner", "Instructor"):
        assert code_of(pupil.launch(role)) == "member.removed"


def test_whoever_is_switched_off_is_not_let_in(visitor: Browser) -> None:
    visitor.launch("Instructor")
    User.objects.update(is_active=False)
    assert code_of(visitor.launch("Instructor")) == "user.inactive"


def test_nobody_new_joins_an_archived_class_and_members_still_read_it(visitor: Browser) -> None:
    visitor.launch("Instructor")
    Classroom.objects.update(archived_at="2026-01-01T00:00:00Z")
    assert visitor.launch("Instructor").status_code == 303
    stranger = Browser(visitor.platform, Client())
    assert code_of(stranger.launch("Learner", sub="new")) == "class.archived"


def test_a_refusal_is_told_in_the_readers_language(visitor: Browser) -> None:
    answer = visitor.client.post("/lti/launch/", {}, headers={"Accept-Language": "de"})
    assert '<html lang="de"' in answer.content.decode()
    assert "This launch" not in answer.content.decode()


@pytest.mark.parametrize("path", ["login/", "launch/", "jwks/", "choose/x/"])
def test_where_it_is_off_no_address_exists(path: str, settings: Settings, client: Client) -> None:
    settings.ISTAKA_LTI = False
    for method in ("get", "post", "put"):
        assert getattr(client, method)(f"/lti/{path}").status_code == 404


def test_the_cookie_of_a_launch_may_come_from_another_site_and_no_script_reads_it(
    visitor: Browser, settings: Settings
) -> None:
    settings.SESSION_COOKIE_SECURE = True
    answer = visitor.client.get("/lti/login/", initiation(visitor.platform))
    cookie = answer.cookies["__Host-lti"]
    assert (cookie["samesite"], cookie["secure"], cookie["httponly"]) == ("None", True, True)
    assert urlsplit(answer["Location"]).scheme == "http"
