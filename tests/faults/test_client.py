"""The client of the faults: an answer that was cut off is no answer, and is asked for again."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest

from tests.faults.client import Client

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n"
BODY = b'{"id": "5b5bd9f5-5a0b-4e39-8f2f-5e2c3a2c9d77"}'
WHOLE = HEAD + b"Content-Length: %d\r\n\r\n" % len(BODY) + BODY
CUT = {
    "nothing at all": b"",
    "half a status line": b"HTTP/1.1 2",
    "half the headers": HEAD,
    "headers alone": WHOLE[: -len(BODY)],
    "half the body": WHOLE[:-5],
    "half the body, of no known length": HEAD + b"\r\n" + BODY[:-5],
}


@pytest.fixture
def cut(request: pytest.FixtureRequest) -> Iterator[str]:
    """A server that dies in the middle of its first two answers; its address."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            for answer in (request.param, request.param, WHOLE, WHOLE):
                try:
                    connection, _ = listening.accept()
                except OSError:
                    return
                with connection:
                    connection.recv(65_536)
                    connection.sendall(answer)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        listening.shutdown(socket.SHUT_RDWR)
    thread.join(10)


@pytest.mark.parametrize("cut", CUT.values(), ids=CUT, indirect=True)
def test_an_answer_that_breaks_off_is_asked_for_again(cut: str) -> None:
    client = Client(cut, "a seed")
    assert client.post("/faults/jobs/", {})["id"].startswith("5b5bd9f5")
    assert (client.unanswered, client.server_errors, client.refused) == (2, 0, 0)


@pytest.mark.parametrize("cut", [CUT["half the body"], CUT["nothing at all"]], indirect=True)
def test_a_page_that_breaks_off_is_no_page(cut: str) -> None:
    client = Client(cut, "a seed")
    assert client.read("/") is None
    assert client.unanswered == 1
