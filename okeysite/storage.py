"""Static files whose names hold their hash: our modules too, and what they import."""

from __future__ import annotations

from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.storage import CompressedManifestStaticFilesStorage

_, _IMPORTS = HashedFilesMixin._js_module_import_aggregation_patterns  # type: ignore[attr-defined]


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Rewrites the imports of our modules too: without it an old one could load a new one.

    Scripts of others are left alone: some have what looks like an import in a comment.
    """

    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = ("js/*.js", _IMPORTS)
