"""Static files whose names hold their hash: our modules too, and what they import."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.storage import CompressedManifestStaticFilesStorage

_, _IMPORTS = HashedFilesMixin._js_module_import_aggregation_patterns  # type: ignore[attr-defined]


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Rewrites the imports of our modules too: without it an old one could load a new one.

    Scripts of others are left alone: some have what looks like an import in a comment. A page names
    some forty files, and the manifest is read once, so an address is put together once a process.
    """

    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = ("js/*.js", _IMPORTS)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._urls: dict[str, str] = {}

    def url(self, name: str, force: bool = False) -> str:
        """The address of a file. Raise `ValueError` for one that was not collected."""
        if settings.DEBUG:
            return str(super().url(name, force))
        found = self._urls.get(name)
        if found is None:
            found = self._urls[name] = str(super().url(name, force))
        return found

    def post_process(self, *args: Any, **kwargs: Any) -> Iterator[Any]:
        """Collect, whereupon the addresses are others."""
        yield from super().post_process(*args, **kwargs)
        self._urls.clear()
