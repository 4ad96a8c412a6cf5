"""A site on which each text of a person stands somewhere, and who opens which page."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from allauth.account.models import EmailAddress
from django.contrib import admin
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.test import Client
from django.urls import reverse
from django.utils.module_loading import import_string

from accounts import clock, tokens
from accounts.models import Player, User
from classrooms.gradebook.models import Note
from classrooms.lti.models import LtiContext, LtiPlatform
from puzzles.models import PublicName, Puzzle, PuzzleSet, Report, Run
from tests.classrooms.world import World, make_assignment, make_class, make_work
from tests.site import addresses, objects
from tests.site.addresses import Address, Caller, caller

PUPILS: Final = 16
RECORDS: Final = 10
NOTES: Final = 8
RULES: Final = "101-guide"


@dataclass
class Stage:
    """The cast, and the addresses that each role opens."""

    world: World
    account: Caller
    staff: Caller
    values: dict[str, dict[str, Any]] = field(default_factory=dict)  # by route

    def client(self, role: str) -> Client:
        """The browser of a role."""
        match role:
            case "visitor":
                return Client()
            case "account":
                return self.account.client
            case "staff":
                return self.staff.client
            case "pupil":
                return self.world.client(self.world.pupil)
            case _:
                return self.world.client(self.world.teacher)

    def pages(self) -> Iterator[tuple[str, str]]:
        """(role, address) of every page that shows something, with its own objects."""
        for line in addresses.listed():
            if "GET" not in line.methods or line.is_api or line.route.startswith("admin/"):
                continue
            if line.in_class:
                for role in ("teacher", "pupil"):
                    if 200 in line.inside("GET", role):
                        yield role, self.path(line)
            elif 200 in line.codes("GET", "account") | line.codes("GET", "visitor"):
                role = "account" if 200 in line.codes("GET", "account") else "visitor"
                yield role, f"{self.path(line)}{line.query}"
        for path in ("/puzzles/streak/", "/puzzles/storm/"):
            yield "account", f"{path}?rules={RULES}"
        yield "teacher", f"/classes/{self.world.classroom.pk}/lti/"
        yield from (("staff", path) for path in self._admin())

    def path(self, line: Address) -> str:
        """A line's address, with an object that was made for it once."""
        if line.route not in self.values:
            values: dict[str, Any] = {}
            if line.in_class:
                values = import_string(line.in_class)(self.world, "teacher")
            elif line.factory is not None and self.account.player is not None:
                values = line.factory(self.account.player)
            elif line.public:
                values = import_string(line.public)()
            self.values[line.route] = values
        return line.path(self.values[line.route])

    def _admin(self) -> Iterator[str]:
        yield reverse("admin:index")
        for model, options in admin.site._registry.items():
            names = f"admin:{model._meta.app_label}_{model._meta.model_name}"
            row = model._base_manager.order_by("pk").first()
            yield reverse(f"{names}_changelist")
            if row is not None:
                yield reverse(f"{names}_change", args=[row.pk])
                if options.has_delete_permission(_super_request(self.staff)):
                    yield reverse(f"{names}_delete", args=[row.pk])
                yield reverse(f"{names}_history", args=[row.pk])


def _super_request(staff: Caller) -> Any:
    from django.test import RequestFactory

    request = RequestFactory().get("/")
    assert staff.player is not None
    request.user = staff.player.user  # type: ignore[assignment]
    return request


def build() -> Stage:
    """Make it all: a class with work, notes and a platform, and somebody with one of everything."""
    world = make_class(pupils=PUPILS)
    made = make_assignment(world, words="Read the rules first.")
    for member in world.pupils[:4]:
        make_work(made, member, correct=[True, False, None])
    for number in range(NOTES):
        Note.objects.create(member=world.pupils[0], author=world.teacher, text=f"Note {number}")
    platform = LtiPlatform.objects.create(
        name="Moodle", issuer="https://platform.example", client_id="istaka"
    )
    LtiContext.objects.create(
        platform=platform, deployment="1", context_id="8a", classroom=world.classroom
    )
    stage = Stage(world, caller("account"), caller("staff"))
    assert stage.account.player is not None
    _own(stage.account.player)
    _records()
    _admin_log(stage.staff)
    for line in addresses.listed():
        if not line.is_api:
            stage.path(line)
    PuzzleSet.objects.update(name="A set")
    return stage


def _own(player: Player) -> None:
    user = player.user
    assert user is not None
    User.objects.filter(pk=user.pk).update(
        first_name="Ada", last_name="Kaya", email="ada@example.org"
    )
    EmailAddress.objects.create(user=user, email="ada@example.org", primary=True, verified=True)
    for number in range(4):
        tokens.issue(player, f"token {number}")
    PublicName.objects.create(player=player, name="Ada")


def _records() -> None:
    """So many who stand in the lists of today."""
    for number in range(RECORDS):
        player = Player.objects.create()
        PublicName.objects.create(player=player, name=f"Name {number}")
        for mode in ("streak", "storm"):
            Run.objects.create(
                player=player,
                mode=mode,
                rules=RULES,
                seed="s",
                key=uuid.uuid4(),
                day=clock.today(),
                ends_at=clock.now() if mode == "storm" else None,
                finished_at=clock.now(),
                score=5 + number,
            )


def _admin_log(staff: Caller) -> None:
    puzzle = Puzzle.objects.get(pk=objects.puzzle()["puzzle_id"])
    for number in range(4):
        Report.objects.create(
            player=Player.objects.create(),
            puzzle=puzzle,
            note=f"odd {number}",
            kind=puzzle.kind,
            rules=puzzle.rules,
            position=puzzle.position,
            colours="RYBK",
            rules_version=1,
            engine_version="1",
            generator_version=1,
        )
    assert staff.player is not None
    assert staff.player.user is not None
    for row in (puzzle, User.objects.order_by("pk").first()):
        assert row is not None
        LogEntry.objects.create(
            user=staff.player.user,
            content_type=ContentType.objects.get_for_model(row),
            object_id=str(row.pk),
            object_repr="A row",
            action_flag=CHANGE,
            change_message="changed",
        )
