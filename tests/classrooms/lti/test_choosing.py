"""A teacher of the course chooses which assignment a link opens, and the platform gets a signed
answer; a link that was made without asking is given its assignment afterwards."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client

from classrooms.lti.models import LtiContext, LtiKey, LtiLink
from classrooms.people.models import Classroom, Member
from tests.classrooms.lti.conftest import Browser
from tests.classrooms.lti.platform import CHOICE, CLAIM, verified
from tests.classrooms.lti.test_launch import code_of
from tests.classrooms.world import World, make_assignment, make_class

pytestmark = pytest.mark.django_db


def asking(visitor: Browser, **settings: Any) -> dict[str, Any]:
    """What a platform asks with when a teacher adds a link."""
    return {
        CLAIM + "message_type": "LtiDeepLinkingRequest",
        CLAIM + "resource_link": None,
        CHOICE + "deep_linking_settings": {
            "deep_link_return_url": f"{visitor.platform.issuer}/back?course=1",
            "accept_types": ["link", "ltiResourceLink"],
            "accept_presentation_document_targets": ["window"],
            "data": "opaque & <back>",
            **settings,
        },
    }


@pytest.fixture
def world(visitor: Browser) -> World:
    """A class that is the course."""
    made = make_class()
    visitor.launch("Instructor")
    context = LtiContext.objects.get()
    fresh = context.classroom
    Member.objects.filter(classroom=fresh).update(classroom=made.classroom)
    context.classroom = made.classroom
    context.save()
    Classroom.objects.filter(pk=fresh.pk).delete()
    return made


def test_the_choice_goes_back_signed_with_a_column_for_grades(
    visitor: Browser, world: World
) -> None:
    assignment = make_assignment(world)
    make_assignment(world, title="A draft", frozen=False)
    where = visitor.launch("Instructor", **asking(visitor))["Location"]
    page = visitor.client.get(where).content.decode()
    assert assignment.title in page
    assert "A draft" not in page
    answer = visitor.client.post(where, {"assignment": str(assignment.pk)})
    assert answer.status_code == 200
    assert f"form-action 'self' {visitor.platform.issuer}/back" in answer["Content-Security-Policy"]
    text = html.unescape(answer.content.decode())
    assert f'action="{visitor.platform.issuer}/back?course=1"' in text
    found = re.search(r'name="JWT" value="([^"]+)"', text)
    assert found is not None
    claims = verified(found[1], visitor.platform.tool_keys)
    assert (claims["iss"], claims["aud"]) == (visitor.platform.client_id, visitor.platform.issuer)
    assert claims[CLAIM + "message_type"] == "LtiDeepLinkingResponse"
    assert claims[CLAIM + "deployment_id"] == visitor.platform.deployment
    assert claims[CHOICE + "data"] == "opaque & <back>"
    [item] = claims[CHOICE + "content_items"]
    assert item["custom"] == {"assignment": str(assignment.pk)}
    assert item["url"] == "http://testserver/lti/launch/"
    assert item["lineItem"]["scoreMaximum"] == 3


def test_a_link_opens_what_was_chosen_for_it(visitor: Browser, world: World) -> None:
    assignment = make_assignment(world)
    chosen = {CLAIM + "custom": {"assignment": str(assignment.pk)}}
    answer = visitor.launch("Learner", sub="pupil", **chosen)
    assert answer["Location"] == f"/classes/{world.classroom.pk}/assignments/{assignment.pk}/"


def test_a_link_does_not_open_what_belongs_to_another_class(visitor: Browser, world: World) -> None:
    other = make_assignment(make_class())
    visitor.launch("Learner", sub="pupil", **{CLAIM + "custom": {"assignment": str(other.pk)}})
    assert LtiLink.objects.get().assignment is None


def test_only_a_teacher_chooses(visitor: Browser, world: World) -> None:
    assert code_of(visitor.launch("Learner", sub="pupil", **asking(visitor))) == "choice.teacher"


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"deep_link_return_url": "https://elsewhere.example/"}, "choice.return"),
        ({"deep_link_return_url": "javascript:alert(1)"}, "choice.return"),
        ({"deep_link_return_url": None}, "choice.return"),
        ({"accept_types": ["file"]}, "choice.types"),
        ({"data": "x" * 9_000}, "choice.data"),
    ],
)
def test_a_question_that_cannot_be_answered_is_refused(
    visitor: Browser, asked: dict[str, Any], code: str
) -> None:
    assert code_of(visitor.launch("Instructor", **asking(visitor, **asked))) == code


def test_a_choice_belongs_to_its_browser_and_to_teachers_of_the_class(
    visitor: Browser, world: World
) -> None:
    where = visitor.launch("Instructor", **asking(visitor))["Location"]
    assert code_of(world.client(world.teacher).get(where)) == "choice.over"
    Member.objects.filter(player__lti_users__isnull=False).update(role="pupil")
    assert visitor.client.get(where).status_code == 404


def test_an_assignment_of_another_class_cannot_be_chosen(visitor: Browser, world: World) -> None:
    where = visitor.launch("Instructor", **asking(visitor))["Location"]
    other = make_assignment(make_class())
    assert visitor.client.post(where, {"assignment": str(other.pk)}).status_code == 404
    assert visitor.client.post(where, {"assignment": "x"}).status_code == 404


def test_without_a_key_the_teacher_is_told(visitor: Browser, world: World) -> None:
    assignment = make_assignment(world)
    where = visitor.launch("Instructor", **asking(visitor))["Location"]
    LtiKey.objects.all().delete()
    answer = visitor.client.post(where, {"assignment": str(assignment.pk)})
    assert code_of(answer) == "choice.key"


def test_a_link_made_without_asking_is_given_its_assignment_by_a_teacher(
    visitor: Browser, world: World
) -> None:
    assignment = make_assignment(world)
    link = LtiLink.objects.get()
    where = f"/classes/{world.classroom.pk}/lti/{link.pk}/"
    teacher = world.client(world.teacher)
    assert assignment.title in teacher.get(where).content.decode()
    assert teacher.post(where, {"assignment": str(assignment.pk)}).status_code == 302
    link.refresh_from_db()
    assert link.assignment == assignment
    assert world.classroom.trail.filter(action="lti.linked").exists()
    assert world.client(world.pupil).get(where).status_code == 404
    assert world.client(world.otherteacher).get(where).status_code == 404
    assert Client().get(where).status_code == 302
