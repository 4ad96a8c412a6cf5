"""What every test may ask for, and the account of which services a run has used.

A test marked `postgres` needs PostgreSQL as the site's own database: it runs in the pass with
DATABASE_URL (`make test` makes both passes). A test that asks for the fixture `postgres_url`,
`rabbitmq_url`, `redis_url` or `chromium_path` starts its own processes and runs in the first pass.
What a machine lacks is named at the end; with CI=true or REQUIRE_SERVICES=1 a lack is a failure.
A run may be shared out to several workers (`-n 3`): tests/parallel.py says how.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.utils import translation
from hypothesis import HealthCheck
from hypothesis import settings as property_settings
from pytest_django.plugin import blocking_manager_key

from accounts import clock
from okeysite import catalogues
from tests import traces
from tests.parallel import Shares, dear_first, is_worker, report_to_controller
from tests.services import POSTGRES_URL, RABBITMQ_URL, REDIS_URL, REQUIRED, SERVICES, chromium

FIXTURES = {
    "postgres_url": "postgres",
    "rabbitmq_url": "rabbitmq",
    "redis_url": "redis",
    "chromium_path": "browser",
}
OUTLIVED = "_no_request_outlives_its_test"
_other_pass: set[str] = set()
_now = clock.now

# No test asserts a time, properties included: a busy machine is no fault.
property_settings.register_profile(
    "untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
property_settings.load_profile("untimed")


def _on_postgres() -> bool:
    return bool(settings.DATABASES["default"]["ENGINE"].endswith("postgresql"))


def _needs(item: pytest.Item) -> set[str]:
    marked = {name for name in SERVICES if item.get_closest_marker(name)}
    return marked | {
        FIXTURES[name] for name in getattr(item, "fixturenames", ()) if name in FIXTURES
    }


def _uses_database(item: pytest.Item) -> bool:
    fixtures = getattr(item, "fixturenames", ())
    return bool(item.get_closest_marker("django_db")) or not {"db", "transactional_db"}.isdisjoint(
        fixtures
    )


def _commits(item: pytest.Item) -> bool:
    """Whether what a test writes is not undone by a rollback."""
    marks = item.iter_markers("django_db")
    return any(mark.kwargs.get("transaction") for mark in marks) or not {
        "live_server",
        "transactional_db",
    }.isdisjoint(getattr(item, "fixturenames", ()))


def pytest_configure(config: pytest.Config) -> None:
    """Compile the translations: the tests read pages in every language."""
    if not is_worker(config):
        catalogues.compile_all()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> Shares | None:
    """Share the tests out as tests/parallel.py says, unless `--dist` asks for another way."""
    return Shares(config, log) if config.getoption("dist") == "load" else None


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Tell which services were used: scripts/test.py over both passes, the summary over workers."""
    report_to_controller(session.config, SERVICES, _other_pass)
    path = os.environ.get("ISTAKA_SERVICES_USED")
    if path:
        names = [name for name, service in SERVICES.items() if service.used]
        if _on_postgres():
            names.append("postgres")
        with Path(path).open("a") as file:
            file.write("".join(f"{name}\n" for name in names))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave a test of the other pass to the other pass, and what needs no database to the first."""
    if is_worker(config):
        items.sort(key=lambda item: dear_first(item.nodeid))
    if os.environ.get("ISTAKA_DATABASE_ONLY"):
        without = [item for item in items if not _uses_database(item)]
        config.hook.pytest_deselected(items=without)
        items[:] = [item for item in items if _uses_database(item)]
    kept, left = [], []
    for item in items:
        own_database = item.get_closest_marker("postgres") and "postgres_url" not in getattr(
            item, "fixturenames", ()
        )
        if own_database and not _on_postgres() and not SERVICES["postgres"].lack:
            left.append(item)
        else:
            kept.append(item)
        names = getattr(item, "fixturenames", [])
        # Before anything of the test's own, so that it ends later; a function's tests share it.
        if "live_server" in names and OUTLIVED not in names:
            names.insert(names.index("_live_server_helper") + 1, OUTLIVED)
    if left:
        _other_pass.update(item.nodeid for item in left)
        config.hook.pytest_deselected(items=left)
        items[:] = kept


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """Take over what a worker tells of services."""
    told = getattr(node, "workeroutput", {}).get("istaka", {})
    for name, (used, missed) in told.get("services", {}).items():
        SERVICES[name].used.update(used)
        SERVICES[name].missed.update(missed)
    _other_pass.update(told.get("other_pass", ()))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what needs a service that is not there, or fail where all are required."""
    translation.deactivate()  # a page leaves its reader's language behind in the thread
    for name in sorted(_needs(item)):
        service = SERVICES[name]
        if not service.lack:
            service.used.add(item.nodeid)
            continue
        service.missed.add(item.nodeid)
        reason = f"{service.name} is not there: {service.lack}"
        if REQUIRED:
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    """See that a test leaves clock and database as it found them, once its fixtures have ended.

    With another clock whatever comes next on the worker would find nothing due, for ever.
    """
    try:
        yield
    finally:
        left: dict[str, int] = {}
        moved = clock.now is not _now
        clock.now = _now
        translation.deactivate()
        # After the last one the database is gone, too.
        if nextitem and _uses_database(item) and (_commits(item) or traces.connected()):
            with item.config.stash[blocking_manager_key].unblock():
                left = traces.left()
                traces.wipe(left)
    assert not left, f"rows in the database: {left}"
    assert not moved, "the application's clock is another one"


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Name a failure at once where a log is all that is seen of a run: it may be cut off."""
    if report.failed and os.environ.get("CI") and "PYTEST_XDIST_WORKER" not in os.environ:
        print(f"\nFAILED {report.nodeid}", file=sys.__stderr__, flush=True)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say which services were used, and name as not run what needed one that is missing."""
    write = terminalreporter.write_line
    vendor = "PostgreSQL" if _on_postgres() else "SQLite (embedded)"
    used = [
        f"{service.name} ({len(service.used)} tests)"
        for service in SERVICES.values()
        if service.used
    ]
    terminalreporter.section("services")
    write(f"database of this pass: {vendor}; used: {', '.join(used) or 'no other service'}")
    for service in SERVICES.values():
        if service.missed:
            write(f"NOT RUN, {service.name} is missing: {len(service.missed)} tests.")
            write(f"  start it: {service.start}")
    if _other_pass:
        write(f"left to the pass on PostgreSQL (`make test`): {len(_other_pass)} tests")


@pytest.fixture(scope="session", autouse=True)
def _no_question_is_hard() -> Iterator[None]:
    """What a test costs under a limit does not depend on the machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("accounts.metering.reckoned", float)
        yield


@pytest.fixture
def _no_request_outlives_its_test(request: pytest.FixtureRequest) -> Iterator[None]:
    """Empty the tables once the browser is closed and the live server is done with them."""
    request.getfixturevalue("transactional_db")
    server = request.getfixturevalue("live_server")
    yield
    traces.requests_end(server.url)


def _unused() -> None:
    """A fixture that pytest-django or Playwright would give to every test, and nobody here needs.

    It would be made for twenty thousand tests: for marks, test classes, sites and traces that
    these tests do not have.
    """


for _name in (
    "_django_clear_site_cache",
    "_django_isolate_apps",
    "_django_set_urlconf",
    "_django_setup_unittest",
    "_pw_trace_api_requests",
    "_template_string_if_invalid_marker",
):
    globals()[_name] = pytest.fixture(scope="session", name=_name)(_unused)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The database of this process, and a note of what it holds when it is new."""
    with django_db_blocker.unblock():
        traces.remember()
    with pytest.MonkeyPatch.context() as patch:
        if _on_postgres():
            patch.setattr(connection.ops, "sql_flush", traces.flush_of_full_tables)
        yield
    with django_db_blocker.unblock():
        left = traces.left()
    assert not left, f"rows in the database: {left}"


@pytest.fixture(scope="session")
def postgres_url() -> str:
    """A PostgreSQL server and a role that may create databases."""
    return POSTGRES_URL


@pytest.fixture(scope="session")
def rabbitmq_url() -> str:
    """A RabbitMQ server."""
    return RABBITMQ_URL


@pytest.fixture(scope="session")
def redis_url() -> str:
    """A Redis database that may be flushed."""
    return REDIS_URL


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """Debian's Chromium."""
    path = chromium()
    assert path is not None
    return path
