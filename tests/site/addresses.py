"""Every address of the site, as the resolver knows it, and the roles that ask for them."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from allauth.mfa.models import Authenticator
from django.contrib.auth.hashers import make_password
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils.module_loading import import_string

from accounts import tokens
from accounts.models import Player, User
from accounts.players import SESSION_KEY
from tests import traces

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
ASKED = (*METHODS, "HEAD", "OPTIONS")
SAFE = {"GET", "HEAD", "OPTIONS"}
# What a view says to OPTIONS is the framework's: which methods there are, or that it is none.
OPTIONS = {200, 302, 303, 401, 404, 405}
ROLES = ("anonymous", "visitor", "account", "staff", "token")
FILE = Path(__file__).with_name("urls.yaml")
NOT_ALLOWED = 405
# What a read may write: the session, the count of a limit, and that a hand was opened.
READS_WRITE = {"accounts_session", "accounts_ratecount", "puzzles_attempt"}


@dataclass
class Address:
    """One line of urls.yaml."""

    route: str
    methods: dict[str, Any]
    example: dict[str, str] = field(default_factory=dict)
    object: str = ""
    public: str = ""
    in_class: str = ""
    data: dict[str, Any] | None = None
    json: Any = None
    query: str = ""

    @property
    def is_api(self) -> bool:
        """Whether it answers JSON."""
        return self.route.startswith("api/")

    @property
    def factory(self) -> Callable[[Player], dict[str, Any]] | None:
        """Makes an object that belongs to a player and returns the address's parameters for it."""
        return import_string(self.object) if self.object else None

    def codes(self, method: str, role: str) -> set[int]:
        """The expected codes. What lies in a class does not exist for whoever is not in it."""
        if self.in_class and method == "OPTIONS":
            return OPTIONS
        if self.in_class and method == "HEAD":
            return self.codes("GET", role) | {NOT_ALLOWED}
        if self.in_class:
            return {302, 303, 401, 404} if method in self.methods else {NOT_ALLOWED}
        return self.inside(method, role)

    def inside(self, method: str, role: str) -> set[int]:
        """The listed codes, for a role in the class where the address lies in one."""
        if method == "HEAD":  # a GET without its body, unless the view knows GET alone
            return self.inside("GET", role) | {NOT_ALLOWED}
        if method == "OPTIONS":
            return OPTIONS
        wanted = self.methods.get(method, NOT_ALLOWED)
        if isinstance(wanted, dict):
            wanted = wanted.get(role, wanted.get("any", NOT_ALLOWED))
        return set(wanted) if isinstance(wanted, list) else {wanted}

    def path(self, values: dict[str, Any] | None = None) -> str:
        """The address with its parameters filled in: `values`, else the example, else at random."""
        shown = import_string(self.public)() if self.public else {}
        given = {**self.example, **shown, **(values or {})}

        def fill(found: re.Match[str]) -> str:
            kind, name = found.group(1) or "str", found.group(2)
            return str(given.get(name, {"uuid": uuid.uuid4(), "int": 7}.get(kind, "nothing")))

        route = re.sub(r"<(?:(\w+):)?(\w+)>", fill, self.route)
        return f"/{route}{self.query if values is None else ''}"

    def ask(
        self,
        client: Client,
        method: str,
        path: str | None = None,
        headers: dict[str, str] | None = None,
    ) -> Any:
        """Send the request with the line's own data."""
        kwargs: dict[str, Any] = {"headers": headers or {}}
        if method in METHODS and method != "GET":
            if self.is_api or self.json is not None:
                kwargs |= {"data": self.json or {}, "content_type": "application/json"}
            elif method == "POST":
                kwargs |= {"data": self.data or {}}
        return getattr(client, method.lower())(path or self.path(), **kwargs)


@cache
def listed() -> list[Address]:
    """The lines of urls.yaml."""
    return [
        Address(
            route=line["address"],
            methods={name: line[name] for name in METHODS if name in line},
            **{
                key: line[key]
                for key in ("example", "object", "public", "in_class", "data", "json", "query")
                if key in line
            },
        )
        for line in yaml.safe_load(FILE.read_text(encoding="utf-8"))
    ]


def known() -> set[str]:
    """Every route of the resolver, in the form of urls.yaml, those of the admin as `admin/`."""
    return {"admin/" if route.startswith("admin/") else route for route in every_route()}


def every_route() -> list[str]:
    """Every route of the resolver."""
    return sorted(set(_walk(get_resolver().url_patterns, "")))


def _walk(patterns: list[URLPattern | URLResolver], prefix: str) -> Iterator[str]:
    for entry in patterns:
        route = prefix + _plain(str(entry.pattern))
        if isinstance(entry, URLResolver):
            yield from _walk(entry.url_patterns, route)
        else:
            yield route


def _plain(route: str) -> str:
    """A regular expression in the form of a path: named groups only."""
    if not route.startswith("^"):
        return route
    plain = re.sub(r"\(\?P<(\w+)>(?:[^()\[\]]|\[[^\]]*\])*\)", r"<\1>", route)
    return plain.strip("^$").replace("\\Z", "")


@cache
def password_digest() -> str:
    """One digest for all: hashing is slow on purpose."""
    return make_password("an-old-tea-glass")


def with_second_factor(user: User) -> User:
    """Staff whom the admin does not send to switch the second factor on first."""
    Authenticator.objects.create(user=user, type="totp", data={"secret": ""})
    return user


@dataclass
class Caller:
    """Somebody who asks, with their player."""

    client: Client
    player: Player | None
    headers: dict[str, str] = field(default_factory=dict)


def caller(role: str, *, enforce_csrf: bool = False) -> Caller:
    """Somebody new in this role."""
    client = Client(enforce_csrf_checks=enforce_csrf)
    if role == "anonymous":
        return Caller(client, None)
    if role in ("visitor", "token"):
        player = Player.objects.create()
        if role == "token":
            _row, plain = tokens.issue(player, "test")
            return Caller(client, player, {"authorization": f"Bearer {plain}"})
        session = client.session
        session[SESSION_KEY] = str(player.pk)
        session.save()
        return Caller(client, player)
    staff = role == "staff"
    user = User(username=f"{role}-{uuid.uuid4().int % 10**10}", is_staff=staff, is_superuser=staff)
    user.password = password_digest()
    user.save()
    if staff:
        with_second_factor(user)
    client.force_login(user)
    return Caller(client, Player.objects.create(user=user))


def row_counts() -> dict[str, int]:
    """How many rows each table has, without those that a read may write."""
    return traces.counts([table for table in traces.tables() if table not in READS_WRITE])
