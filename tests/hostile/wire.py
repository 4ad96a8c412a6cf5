"""HTTP by hand over a socket: whatever bytes are to be sent, and what came back, and when."""

from __future__ import annotations

import contextlib
import re
import socket
import time
from dataclasses import dataclass, field
from urllib.parse import urlsplit

PATIENCE = 20.0  # seconds without a byte; longer than any answer may take
MOST = 4_000_000  # bytes of an answer


@dataclass
class Answer:
    """What the server said: 0 where it closed the connection without a word."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    seconds: float = 0.0
    more: bytes = b""  # what came after the first answer, on the same connection
    error: str = ""  # where the connection ended otherwise than by being closed

    @property
    def text(self) -> str:
        """The body."""
        return self.body.decode("utf-8", "replace")

    def statuses(self) -> list[int]:
        """The code of this answer and of any that followed on the connection."""
        later = re.findall(rb"HTTP/1\.[01] (\d{3}) ", self.more)
        return [self.status, *map(int, later)]


class Wire:
    """One client. Keeps its connection for requests that are well formed."""

    def __init__(self, url: str) -> None:
        split = urlsplit(url)
        assert split.hostname is not None
        assert split.port is not None
        self.address = (split.hostname, split.port)
        self.host = f"{split.hostname}:{split.port}"
        self._kept: socket.socket | None = None

    def ask(
        self,
        method: str,
        path: str,
        headers: dict[str, str] | None = None,
        body: bytes = b"",
        content_type: str = "",
    ) -> Answer:
        """A request as a browser would send it, on the connection that is kept."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.host}"]
        lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
        if content_type:
            lines.append(f"Content-Type: {content_type}")
        if body or method in ("POST", "PUT", "PATCH"):
            lines.append(f"Content-Length: {len(body)}")
        raw = "\r\n".join(lines).encode("latin-1", "replace") + b"\r\n\r\n" + body
        begun = time.perf_counter()
        answer = Answer(0)
        for _ in range(2):  # the server may have closed what was kept
            kept, self._kept = self._kept, None
            used = kept is not None
            try:
                line = kept or socket.create_connection(self.address, PATIENCE)
                line.sendall(raw)
                answer, open_ = _read(line, method)
            except OSError as error:
                answer, open_ = Answer(0, error=type(error).__name__), False
            if open_:
                self._kept = line
            elif kept is not None or answer.status:
                with contextlib.suppress(OSError, UnboundLocalError):
                    line.close()
            if answer.status or not used:
                break
        answer.seconds = time.perf_counter() - begun
        return answer

    def send(self, raw: bytes) -> Answer:
        """Bytes as they are, on a connection of their own, and all that comes back."""
        begun = time.perf_counter()
        try:
            with socket.create_connection(self.address, PATIENCE) as line:
                try:
                    line.sendall(raw)
                    line.shutdown(socket.SHUT_WR)
                except OSError:
                    pass  # closed before all was sent, which is an answer too
                answer, _ = _read(line, raw[:4].decode("latin-1").strip())
                with contextlib.suppress(OSError):
                    while len(answer.more) < MOST and (piece := line.recv(65_536)):
                        answer.more += piece
        except OSError as error:
            answer = Answer(0, error=type(error).__name__)
        answer.seconds = time.perf_counter() - begun
        return answer

    def close(self) -> None:
        """Let go of the connection."""
        if self._kept is not None:
            self._kept.close()
            self._kept = None


def _read(line: socket.socket, method: str) -> tuple[Answer, bool]:
    """The first answer on a connection, and whether the connection may be used again."""
    data = b""
    while b"\r\n\r\n" not in data:
        try:
            piece = line.recv(65_536)
        except TimeoutError:
            return Answer(0, error="TimeoutError"), False
        except OSError:
            piece = b""  # a reset: whoever refuses bytes unread resets the connection
        if not piece:
            return Answer(0, more=data), False
        data += piece
    head, _, rest = data.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    found = re.match(r"HTTP/1\.[01] (\d{3})", first)
    answer = Answer(int(found[1]) if found else 0)
    for one in lines:
        name, _, value = one.partition(":")
        answer.headers[name.strip().lower()] = value.strip()
    bare = method == "HEAD" or answer.status in (204, 304) or 100 <= answer.status < 200
    chunked = "chunked" in answer.headers.get("transfer-encoding", "")
    length = None if chunked else answer.headers.get("content-length")
    end = 0 if bare else int(length) if length is not None else None
    while end is None or len(rest) < end:
        if end is None and chunked and rest.endswith(b"0\r\n\r\n"):
            break
        try:
            piece = line.recv(65_536)
        except OSError as error:
            answer.error = type(error).__name__
            return answer, False
        if not piece:
            break
        rest += piece
    answer.body = _unchunk(rest) if chunked and not bare else rest[:end]
    if end is not None and not chunked:
        answer.more = rest[end:]
    keeps = answer.headers.get("connection", "").lower() != "close"
    return answer, keeps and (end is not None or chunked)


def _unchunk(raw: bytes) -> bytes:
    body = b""
    while raw:
        size, _, raw = raw.partition(b"\r\n")
        try:
            length = int(size.partition(b";")[0] or b"0", 16)
        except ValueError:
            break
        if not length:
            break
        body, raw = body + raw[:length], raw[length + 2 :]
    return body
