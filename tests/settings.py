"""The site's settings for the tests: development over http, a database of this run alone."""

import os
import tempfile

os.environ.setdefault("DEVELOPMENT", "true")

from okeysite.settings import *  # noqa: F403
from okeysite.settings import DATABASES, LOGGING

ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_AUTOREFRESH = WHITENOISE_USE_FINDERS = True
LOGGING["root"]["level"] = "WARNING"

# Several runs may go on at once; a file, not memory, since threads and a live server share it.
_name = f"test_istaka_{os.getpid()}"
DATABASES["default"]["TEST"] = {
    "NAME": f"{tempfile.mkdtemp(prefix='istaka-test-')}/{_name}.sqlite3"
    if DATABASES["default"]["ENGINE"].endswith("sqlite3")
    else _name
}

# Fifty threads wait for one row, on a machine that is busy with other workers: that is no fault.
_options = DATABASES["default"].get("OPTIONS", {})
if "lock_timeout=" in str(_options.get("options", "")):
    _options["options"] = f"{_options['options']} -c lock_timeout=60s"
