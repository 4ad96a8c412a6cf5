"""Where to go after a POST."""

from __future__ import annotations

from django.http import HttpResponseRedirect


class SeeOther(HttpResponseRedirect):
    """After a POST: go there with a GET."""

    status_code = 303
