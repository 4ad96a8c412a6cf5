"""An answer sent from a page."""

from __future__ import annotations

import uuid
from typing import Any

from django.test import Client

from puzzles.models import Puzzle

HTMX = {"HX-Request": "true"}
LANGUAGES = ("en", "de", "tr")


def send(client: Client, puzzle: Puzzle, **fields: Any) -> Any:
    data: dict[str, Any] = {
        "answer": "melds",
        "key": uuid.uuid4(),
        "context": "practice",
        "try_no": 1,
        **fields,
    }
    headers = data.pop("headers", {})
    return client.post(f"/puzzles/{puzzle.pk}/answer/", data, headers=headers)
