"""One word a concept: what a catalogue calls a thing, it calls so everywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)


def entries(language: str) -> Iterator[tuple[polib.POEntry, str]]:
    """Each entry with all of its texts."""
    for entry in polib.pofile(str(ROOT / "locale" / language / "LC_MESSAGES" / "django.po")):
        yield entry, " ".join([entry.msgstr, *entry.msgstr_plural.values()])


def test_a_turkish_answer_is_cevap_and_nothing_else() -> None:
    found = [text for _entry, text in entries("tr") if re.search("yanıt", text, re.IGNORECASE)]
    assert found == []
    content = [path for path in ROOT.rglob("content/tr/**/*.toml") if ".venv" not in path.parts]
    assert content
    for path in content:
        assert not re.search("yanıt", path.read_text(encoding="utf-8"), re.IGNORECASE), path


def in_classes() -> list[tuple[polib.POEntry, str]]:
    """What class pages and the gradebook say in German."""
    return [
        (entry, text)
        for entry, text in entries("de")
        if any("classrooms/" in path for path, _line in entry.occurrences)
    ]


def test_in_german_classes_what_is_set_is_aufgabe_and_what_is_in_it_raetsel() -> None:
    found = in_classes()
    assert len(found) > 300
    for entry, text in found:
        english = " ".join([entry.msgid, entry.msgid_plural])
        assert "Teilaufgabe" not in text
        if re.search("puzzle", english, re.IGNORECASE) and "assignment" not in english.lower():
            assert "Aufgabe" not in text.replace("Tagesaufgabe", ""), text
        if "assignment" in english.lower():
            assert "aufgabe" in text.lower(), text


@pytest.mark.parametrize("word", ["Aufgabe", "Rätsel"])
def test_the_glossary_names_both(word: str) -> None:
    assert word in (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
