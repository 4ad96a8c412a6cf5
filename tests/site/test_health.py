"""The two addresses that a supervisor asks."""

import pytest
from django.test import Client


def test_healthz_says_that_the_process_lives_without_a_database(client: Client) -> None:
    assert client.get("/healthz").content == b"ok\n"


@pytest.mark.django_db
def test_readyz_says_that_the_database_is_migrated(client: Client) -> None:
    assert client.get("/readyz").json() == {"ready": True}
