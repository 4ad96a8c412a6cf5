"""Where the rows of a test are counted: who can have written past its transaction is noticed."""

from __future__ import annotations

import threading

import pytest
from django.db import connection

from tests import traces


@pytest.mark.django_db
def test_a_connection_of_another_thread_is_noticed() -> None:
    traces.left()
    assert not traces.connected()

    def connect() -> None:
        connection.ensure_connection()
        connection.close()

    thread = threading.Thread(target=connect)
    thread.start()
    thread.join()
    assert traces.connected()
    traces.left()
    assert not traces.connected()
