"""Where faults take place: one site after the other, with servers that are started when needed."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.faults.run import Fault
from tests.faults.servers import Postgres, Rabbit, Redis
from tests.faults.site import Setup, Site


class Houses:
    """Keeps the site of the last fault for the next one of the same set-up; a context."""

    def __enter__(self) -> Self:
        self._servers, self._site = ExitStack(), ExitStack()
        self._running: Site | None = None
        self._postgres: Postgres | None = None
        self._rabbit: Rabbit | None = None
        self._redis: Redis | None = None
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._site.close()
        self._servers.close()

    @contextmanager
    def site(self, fault: Fault, setup: Setup) -> Iterator[Site]:
        """A site for this fault: one of its own where it asks for that."""
        if fault.house is not None:
            with fault.house(setup) as own:
                yield own
            return
        try:
            yield self.of(setup)
        except BaseException:  # whatever is left of it is no place for the next fault
            self._site.close()
            self._running = None
            raise

    def of(self, setup: Setup) -> Site:
        """The site of a set-up."""
        if self._running is None or self._running.setup != setup:
            self._site.close()
            self._running = None
            site = Site(setup, rabbit=self.rabbit(setup), postgres=self.postgres(setup))
            site.redis = self.redis(setup)
            self._running = self._site.enter_context(site)
        return self._running

    def rabbit(self, setup: Setup) -> Rabbit | None:
        """A RabbitMQ that may be killed, for the set-up that has one."""
        if setup.broker == "own" and self._rabbit is None:
            self._rabbit = Rabbit(self._folder("rabbit"))
            self._servers.callback(self._rabbit.remove)
            self._rabbit.start()
        return self._rabbit if setup.broker == "own" else None

    def postgres(self, setup: Setup) -> Postgres | None:
        """A PostgreSQL that may be killed, for the set-ups that have one."""
        if setup.database == "postgres" and self._postgres is None:
            self._postgres = Postgres(self._folder("postgres"))
            self._servers.callback(self._postgres.remove)
            self._postgres.start()
        return self._postgres if setup.database == "postgres" else None

    def redis(self, setup: Setup) -> Redis | None:
        """A Redis that may be killed, for the set-up that has one."""
        if setup.broker == "own" and self._redis is None:
            self._redis = Redis(self._folder("redis"))
            self._servers.callback(self._redis.kill)
            self._redis.start()
        return self._redis if setup.broker == "own" else None

    def _folder(self, name: str) -> Path:
        folder = tempfile.TemporaryDirectory(prefix=f"istaka-{name}-", ignore_cleanup_errors=True)
        return Path(self._servers.enter_context(folder))
