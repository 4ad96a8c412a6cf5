"""The translations in locale/: compiled without gettext's tools, so that a clone needs none."""

from __future__ import annotations

from pathlib import Path

import polib
from django.conf import settings


def catalogues() -> list[tuple[str, Path]]:
    """Language and path of every catalogue of the project."""
    return [
        (language, folder / language / "LC_MESSAGES" / "django.po")
        for folder in map(Path, settings.LOCALE_PATHS)
        for language, _name in settings.LANGUAGES
        if (folder / language / "LC_MESSAGES" / "django.po").exists()
    ]


def compile_all() -> int:
    """Compile every catalogue that is newer than its compiled form; return how many."""
    done = 0
    for _language, source in catalogues():
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime_ns >= source.stat().st_mtime_ns:
            continue
        partial = target.with_suffix(".mo.partial")
        polib.pofile(str(source)).save_as_mofile(str(partial))
        partial.replace(target)  # a process that reads meanwhile sees the old or the new one
        done += 1
    return done
