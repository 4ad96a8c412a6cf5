"""The web server's own messages, in the form of all others."""

from __future__ import annotations

from gunicorn.config import Config
from gunicorn.glogging import Logger

from okeysite.logs import Json


class JsonLog(Logger):
    """gunicorn's logger; its messages are few, and its access log stays off."""

    def setup(self, cfg: Config) -> None:
        """Set it up as gunicorn does, then write as the site does."""
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(Json())
