"""How many queries a page may cost, however much there is."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import tokens
from accounts.registry import entries
from tests.site import addresses
from tests.site.addresses import Address, caller

pytestmark = pytest.mark.django_db

MOST = 15
EXPORT = "account/export/"  # a file with all that is kept: one query for each model, and a few more


@pytest.mark.parametrize("role", ["anonymous", "account"])
@pytest.mark.parametrize(
    "line",
    [
        line
        for line in addresses.listed()
        if "GET" in line.methods and line.route not in ("admin/", "readyz")
    ],
    ids=lambda line: line.route,
)
def test_no_page_costs_more_than_fifteen_queries(line: Address, role: str) -> None:
    who = caller(role)
    path = line.path(line.factory(who.player)) if line.factory and who.player else line.path()
    who.client.get(path)  # what is done once a process does not count
    with CaptureQueriesContext(
        connection,
    ) as asked:
        who.client.get(path)
    most = MOST if line.route != EXPORT else len(entries()) + 5
    assert len(asked) <= most, "\n".join(query["sql"][:150] for query in asked)


def test_the_settings_page_costs_the_same_with_ten_times_the_tokens() -> None:
    who = caller("account")
    assert who.player is not None
    counts = []
    for number in (1, 15):
        for _ in range(number):
            tokens.issue(who.player, "x")
        who.client.get("/account/")
        with CaptureQueriesContext(connection) as asked:
            who.client.get("/account/")
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 8
