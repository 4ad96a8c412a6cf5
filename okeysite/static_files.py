"""Static files, those of a newer release included."""

from __future__ import annotations

import contextlib
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import MissingFileError


class StaticFiles(WhiteNoiseMiddleware):
    """WhiteNoise, which also finds what was collected after it started.

    While a release goes from server to server, a page of the new one asks for its style and may
    reach the old one: the file lies in the folder that both share, but not in the list that was
    read at the start.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        path = request.path_info
        if not self.autorefresh and path not in self.files and self._is_new(path):
            with contextlib.suppress(MissingFileError):
                self.files[path] = self.get_static_file(str(self._place(path)), path)
        response: HttpResponse = super().__call__(request)
        return response

    def _is_new(self, url: str) -> bool:
        """Whether a file lies there whose name holds its hash, so that it never changes."""
        if not url.startswith(self.static_prefix) or "\0" in url:
            return False
        place = self._place(url)
        inside = place.is_relative_to(Path(settings.STATIC_ROOT).resolve())
        return inside and place.is_file() and self.immutable_file_test(str(place), url)

    def _place(self, url: str) -> Path:
        return Path(settings.STATIC_ROOT, url[len(self.static_prefix) :]).resolve()
