"""The site's settings under load: as in production, with bare pages, and a clock that may be off.

`LOAD_DUE` names what the worker sees to by itself (nothing, unless it says so); `LOAD_CLOCK` is by
how many seconds the site's clock is ahead.
"""

import datetime as _dt
import os as _os

from okeysite.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.bare_urls"
ISTAKA_ENSURE_DUE = _os.environ.get("LOAD_DUE", "").split()

_ahead = float(_os.environ.get("LOAD_CLOCK", "0"))
if _ahead:
    from accounts import clock as _clock

    _now = _clock.now
    _clock.now = lambda: _now() + _dt.timedelta(seconds=_ahead)

ISTAKA_JOB_HANDLERS = {**ISTAKA_JOB_HANDLERS, "grade.nothing": "benchmarks.load.nothing.handle"}  # noqa: F405
