"""The key that signs the sessions of the data set, and the environment of whatever reads them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

SECRET: Final = "signs the sessions of the data set and nothing that anybody else would see"
VAR: Final = Path(__file__).parents[2] / "var" / "load"


def environment(url: str) -> dict[str, str]:
    """Point the site's settings, of this process too, at the database `url`, as in production."""
    found = {
        "SECRET_KEY": SECRET,
        "ALLOWED_HOSTS": "127.0.0.1",
        "TRUSTED_PROXIES": "1",
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "benchmarks.web_settings",
        "VAR_DIR": str(VAR / "site"),
        "DEVELOPMENT": "false",
        "IMPRINT": "the load",
    }
    os.environ.update(found)
    return found
