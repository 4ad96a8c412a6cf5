"""A new release while people are there; `python -m tests.faults.rolling` runs it for longer."""

from __future__ import annotations

import pytest

from tests.faults.old_code import NoHistoryError, older, upgraded
from tests.faults.rolling import roll


def test_a_reload_fails_no_request_and_loses_no_job() -> None:
    one = roll("reload", 3)
    assert one.clean, one


def test_servers_restarted_one_after_the_other_fail_no_request_and_lose_no_job(
    postgres_url: str,
) -> None:
    one = roll("rolling", 3)
    assert one.clean, one


def test_the_code_of_the_release_before_works_on_todays_schema(postgres_url: str) -> None:
    try:
        commits = older()
    except NoHistoryError as error:
        pytest.skip(f"the older code is not here: {error}")
    assert upgraded(commits[0]) == []
