"""Sessions in the database that know whose they are, so that a person's can be ended and erased."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import SESSION_KEY as USER_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore

from accounts.players import SESSION_KEY as VISITOR_KEY


class SessionStore(DatabaseStore):
    """Django's database store over our own model."""

    @classmethod
    def get_model_class(cls) -> Any:
        from accounts.models import Session

        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        row: Any = super().create_model_instance(data)
        row.user_id = data.get(USER_KEY)
        row.visitor = data.get(VISITOR_KEY)
        return row
