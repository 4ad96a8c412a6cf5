"""Calls of the API as one player."""

from __future__ import annotations

import uuid
from typing import Any

from django.test import Client

from accounts import tokens
from accounts.models import Player
from puzzles.models import Puzzle


class Api:
    """A client with a player's token."""

    def __init__(self, player: Player | None) -> None:
        self.client = Client()
        self.headers = {}
        if player is not None:
            _row, plain = tokens.issue(player, "test")
            self.headers = {"Authorization": f"Bearer {plain}"}

    def get(self, path: str, **query: Any) -> Any:
        return self.client.get(f"/api/v1/{path}", query, headers=self.headers)

    def post(self, path: str, body: Any) -> Any:
        return self.client.post(
            f"/api/v1/{path}", body, content_type="application/json", headers=self.headers
        )

    def answer(self, puzzle: Puzzle, answer: Any, **more: Any) -> Any:
        body = {"answer": answer, "key": str(uuid.uuid4()), **more}
        return self.post(f"puzzles/{puzzle.pk}/attempts/", body)


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]
