"""A proxy as small as can be, in front of several web servers: what a real one does at a restart.

It asks each server's /readyz, sends requests to those that say yes, and tries another one where a
server takes no connection. A request that a server has taken is never sent again. As in
deploy/Caddyfile, no connection to a server is used twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import threading
from collections.abc import Sequence
from types import TracebackType
from typing import Self

ASK = 0.5  # seconds between two looks at /readyz
PATIENCE = 5.0  # seconds to look for a server that takes the request


class Proxy:
    """Use it as a context; `url` is where it listens."""

    def __init__(self, port: int, servers: Sequence[int]) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.seen_stopping = 0  # how often a server that still answered said that it is not ready
        self._port, self._servers = port, list(servers)
        self._ready = dict.fromkeys(servers, True)
        self._turn = itertools.count()
        self._tasks: set[asyncio.Task[None]] = set()
        self._started = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)
        self._stop: asyncio.Event | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._started.wait(10), "the proxy does not listen"
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._loop is not None
        assert self._stop is not None
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(10)

    async def _run(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._serve, "127.0.0.1", self._port)
        watch = [asyncio.create_task(self._watch(port)) for port in self._servers]
        self._started.set()
        await self._stop.wait()
        for task in watch:
            task.cancel()
        server.close()

    async def _watch(self, port: int) -> None:
        while True:
            try:
                head = await asyncio.wait_for(self._ask(port), 2)
                self._ready[port] = b" 200 " in head
                self.seen_stopping += b" 503 " in head
            except (OSError, TimeoutError):
                self._ready[port] = False
            await asyncio.sleep(ASK)

    async def _ask(self, port: int) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(b"GET /readyz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            return await reader.readline()
        finally:
            writer.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One request, one answer. The client says how long its body is, and comes but once."""
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)  # the loop itself holds tasks so weakly that they may be collected
        try:
            request = await self._read(reader)
            server = await self._connect()
            if server is None:
                writer.write(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")
            else:
                there, back = server
                back.write(request)
                while data := await there.read(65_536):
                    writer.write(data)
                back.close()
            await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            pass  # the client sees a connection that was cut, and counts it
        finally:
            self._tasks.discard(task)
            with contextlib.suppress(OSError):
                writer.close()

    async def _read(self, reader: asyncio.StreamReader) -> bytes:
        head = await reader.readuntil(b"\r\n\r\n")
        length = 0
        for line in head.lower().split(b"\r\n"):
            if line.startswith(b"content-length:"):
                length = int(line.partition(b":")[2])
        return head + (await reader.readexactly(length) if length else b"")

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        until = asyncio.get_running_loop().time() + PATIENCE
        while asyncio.get_running_loop().time() < until:
            # Those that are ready first; another one rather than none.
            turn = next(self._turn)
            order = [
                self._servers[(turn + n) % len(self._servers)] for n in range(len(self._servers))
            ]
            for port in sorted(order, key=lambda one: not self._ready[one]):
                with contextlib.suppress(OSError):
                    return await asyncio.open_connection("127.0.0.1", port)
            await asyncio.sleep(0.1)
        return None
