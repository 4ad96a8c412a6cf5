"""Compile, collect and check the translations; none of it needs gettext's tools."""

from __future__ import annotations

import re
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from okeysite import catalogues
from okeysite.messages import Message, collect, template_files
from okeysite.wording import stray_words

PLURALS = {"de": "nplurals=2; plural=(n != 1);", "tr": "nplurals=2; plural=(n > 1);"}
_PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|{\w+}")
Found = dict[tuple[str | None, str], Message]


class Command(BaseCommand):
    """`manage.py translations compile | collect | check`."""

    help = "Compile the catalogues, bring them up to the code, or check that they are complete."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("action", choices=["compile", "collect", "check"])

    def handle(self, *args: Any, **options: Any) -> None:
        match options["action"]:
            case "compile":
                self.stdout.write(f"compiled: {catalogues.compile_all()}")
            case "collect":
                for language in PLURALS:
                    self.stdout.write(_collect(language, collect()))
            case "check":
                self._check()

    def _check(self) -> None:
        found = collect()
        faults = [fault for language in PLURALS for fault in check_catalogue(language, found)]
        faults += [
            f"{word} stands outside a translate tag"
            for path in template_files()
            for word in stray_words(path)
        ]
        for fault in faults:
            self.stdout.write(fault)
        if faults:
            raise CommandError(f"{len(faults)} faults in the translations")
        self.stdout.write(f"{len(found)} messages, complete in {', '.join(PLURALS)}")


def check_catalogue(language: str, found: Found) -> list[str]:
    """What is missing, fuzzy, left over, the same as the English, or short of a placeholder."""
    path = _path(language)
    if not path.exists():
        return [f"{language}: no catalogue"]
    entries = {
        (entry.msgctxt, entry.msgid): entry for entry in polib.pofile(str(path)) if entry.msgid
    }
    same = _same_as_english(language)
    faults = []
    for key, message in found.items():
        entry = entries.get(key)
        where = f"{language}: {message.text!r} ({message.places[0]})"
        if entry is None or entry.obsolete:
            faults.append(f"{where}: missing")
        elif entry.fuzzy:
            faults.append(f"{where}: fuzzy")
        else:
            faults += [f"{where}: {fault}" for fault in _faults(message, entry, same)]
    faults += [
        f"{language}: {entry.msgid!r}: no longer used"
        for key, entry in entries.items()
        if key not in found and not entry.obsolete
    ]
    return faults


def _faults(message: Message, entry: polib.POEntry, same: set[str]) -> list[str]:
    if bool(message.plural) != bool(entry.msgid_plural):
        return ["plural on one side only"]
    texts = list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]
    if not all(texts):
        return ["missing"]
    faults = []
    if message.text not in same and any(text in (message.text, message.plural) for text in texts):
        faults.append("the same as the English (if it must be, list it in locale/same.txt)")
    wanted = set(_PLACEHOLDER.findall(message.plural or message.text))
    for text in texts[-1:]:
        if set(_PLACEHOLDER.findall(text)) != wanted:
            faults.append(f"placeholders differ in {text!r}")
    return faults


def _collect(language: str, found: Found) -> str:
    """Add what is new to a catalogue, mark what is no longer used, keep every translation."""
    path = _path(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    book = polib.pofile(str(path), wrapwidth=100) if path.exists() else polib.POFile(wrapwidth=100)
    book.metadata = {
        "Project-Id-Version": "Istaka",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": PLURALS[language],
    }
    known = {(entry.msgctxt, entry.msgid): entry for entry in book}
    new = 0
    for key, message in sorted(found.items(), key=lambda item: (item[0][1], item[0][0] or "")):
        entry = known.get(key)
        if entry is None:
            entry = polib.POEntry(msgctxt=message.context, msgid=message.text)
            book.append(entry)
            new += 1
        entry.obsolete = False
        if message.plural:
            entry.msgid_plural = message.plural
            entry.msgstr_plural = entry.msgstr_plural or {0: "", 1: ""}
        # files without lines: a line number would change with every edit
        entry.occurrences = sorted({(place.partition(":")[0], "") for place in message.places})
        entry.flags = ["python-format"] if "%(" in message.text else []
    unused = [entry for key, entry in known.items() if key not in found and not entry.obsolete]
    for entry in unused:
        book.remove(entry)
    book.sort(key=lambda entry: (entry.occurrences[:1], entry.msgid))
    book.save(str(path))
    return f"{language}: {new} new, {len(unused)} dropped, {len(book.untranslated_entries())} open"


def _path(language: str) -> Path:
    return Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / "django.po"


def _same_as_english(language: str) -> set[str]:
    """The texts that are right though they equal the English: `language: text`, one a line."""
    path = Path(settings.LOCALE_PATHS[0]) / "same.txt"
    if not path.exists():
        return set()
    pairs = [line.partition(": ") for line in path.read_text(encoding="utf-8").splitlines()]
    return {text for name, _, text in pairs if name in (language, "all")}
