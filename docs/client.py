"""A client of the API in the standard library alone: today's puzzle, the next one, and a set.

python docs/client.py http://127.0.0.1:8000
"""

from __future__ import annotations

import json
import sys
import time
import uuid
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

RULES = "101-guide"


class Client:
    """Calls of one site. A visitor's token is an identity: keep it, and go on where you were."""

    def __init__(self, site: str, token: str = "") -> None:
        self.api = f"{site.rstrip('/')}/api/v1/"
        self.token = token or self.call("visitor/", {})["token"]

    def call(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """GET, or POST where there is a body. A refusal is told in words, with its code."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "Accept-Language": "en"}
        if getattr(self, "token", ""):
            headers["Authorization"] = f"Bearer {self.token}"
        request = Request(self.api + path, data, headers)  # noqa: S310 - the address is the user's
        try:
            with urlopen(request, timeout=30) as response:  # noqa: S310
                return json.load(response)
        except HTTPError as error:
            raise SystemExit(f"{path}: {error.code} {error.read().decode()}") from None

    def answer(self, puzzle: dict[str, Any], answer: dict[str, Any]) -> Any:
        """Answer once: with its key a call that got lost may be sent again, and counts once."""
        body = {"answer": answer, "key": str(uuid.uuid4())}
        return self.call(f"puzzles/{puzzle['id']}/attempts/", body)


def main(site: str) -> None:
    """Play a little."""
    client = Client(site)
    daily = client.call(f"puzzles/daily/?rules={RULES}")
    print(f"{daily['date']}: {daily['question']} {' '.join(daily['position']['hand'])}")
    result = client.answer(daily, {"cannot": True})
    print("right" if result["correct"] else "wrong", "-", result["solution"]["certificate"])

    puzzle = client.call(f"puzzles/next/?rules={RULES}&kind=can-open")
    print(f"next: {puzzle['kind_name']}, at stake {puzzle['stake']}")
    print("rating:", client.answer(puzzle, {"cannot": True})["rating"])

    order = {"rules": RULES, "kinds": ["meld-value"], "count": 10, "key": str(uuid.uuid4())}
    made = client.call("sets/", order)
    while made["state"] in ("queued", "running"):
        time.sleep(1)
        made = client.call(f"sets/{made['id']}/")
    print(f"set: {made['state']}, {made['done']} of {made['total']}, first: "
          f"{made['puzzles'][0]['question']}")  # fmt: skip


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000")
