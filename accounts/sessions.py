"""Sessions in the database that know whose they are, so that a person's can be ended and erased."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import SESSION_KEY as USER_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.db import connection
from django.utils import timezone

from accounts.players import SESSION_KEY as VISITOR_KEY

_LOAD = "SELECT session_data FROM accounts_session WHERE session_key = %s AND expire_date > %s"


class SessionStore(DatabaseStore):
    """Django's database store over our own model."""

    @classmethod
    def get_model_class(cls) -> Any:
        from accounts.models import Session

        return Session

    def load(self) -> dict[str, Any]:
        """What is kept under this key; nothing where it is not there or has expired.

        Asked at every request, so by hand: the library's query of all columns, and the row made of
        them, take several times as long. In the database each time: a session that was ended is
        ended at once, everywhere.
        """
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        with connection.cursor() as cursor:
            cursor.execute(_LOAD, [self.session_key, now])
            row = cursor.fetchone()
        if row is None:
            self._session_key = None
            return {}
        kept: dict[str, Any] = self.decode(row[0])
        return kept

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        row: Any = super().create_model_instance(data)
        row.user_id = data.get(USER_KEY)
        row.visitor = data.get(VISITOR_KEY)
        return row
