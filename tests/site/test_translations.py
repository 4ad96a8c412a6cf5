"""The check of the translations finds each kind of fault, and nothing where there is none."""

from __future__ import annotations

from pathlib import Path

import polib
import pytest
from pytest_django import Settings

from okeysite import catalogues
from okeysite.management.commands import translations
from okeysite.messages import Message, collect
from okeysite.wording import stray_words

FOUND: translations.Found = {
    (None, "Undo"): Message("Undo", places=["a.html"]),
    (None, "%(n)s tile"): Message("%(n)s tile", "%(n)s tiles", places=["a.html"]),
}


@pytest.fixture
def german(tmp_path: Path, settings: Settings) -> polib.POFile:
    """A complete German catalogue, which a test may spoil."""
    settings.LOCALE_PATHS = [tmp_path]
    translations._collect("de", FOUND)
    book = polib.pofile(str(tmp_path / "de" / "LC_MESSAGES" / "django.po"))
    book.find("Undo").msgstr = "Zurück"
    book.find("%(n)s tile").msgstr_plural = {0: "%(n)s Stein", 1: "%(n)s Steine"}
    book.save()
    return book


def check() -> list[str]:
    return translations.check_catalogue("de", FOUND)


def test_a_complete_catalogue_has_no_fault(german: polib.POFile) -> None:
    assert check() == []


def test_what_is_missing_is_named_with_its_place(german: polib.POFile) -> None:
    german.find("Undo").msgstr = ""
    german.save()
    assert check() == ["de: 'Undo' (a.html): missing"]


def test_a_missing_plural_is_found(german: polib.POFile) -> None:
    german.find("%(n)s tile").msgstr_plural = {0: "%(n)s Stein", 1: ""}
    german.save()
    assert "missing" in check()[0]


def test_what_is_fuzzy_is_found(german: polib.POFile) -> None:
    german.find("Undo").flags.append("fuzzy")
    german.save()
    assert check() == ["de: 'Undo' (a.html): fuzzy"]


def test_what_equals_the_english_is_found_unless_it_is_listed(
    german: polib.POFile, tmp_path: Path
) -> None:
    german.find("Undo").msgstr = "Undo"
    german.save()
    assert "the same as the English" in check()[0]
    (tmp_path / "same.txt").write_text("tr: Undo\n")
    assert check()
    (tmp_path / "same.txt").write_text("de: Undo\n")
    assert check() == []


def test_a_lost_placeholder_is_found(german: polib.POFile) -> None:
    german.find("%(n)s tile").msgstr_plural = {0: "ein Stein", 1: "Steine"}
    german.save()
    assert "placeholders differ" in check()[0]


def test_what_nobody_asks_for_any_more_is_found(german: polib.POFile) -> None:
    german.append(polib.POEntry(msgid="Redo", msgstr="Vor"))
    german.save()
    assert check() == ["de: 'Redo': no longer used"]


def test_collecting_keeps_translations_and_drops_what_is_unused(
    german: polib.POFile, tmp_path: Path
) -> None:
    new: translations.Found = {
        (None, "Undo"): FOUND[None, "Undo"],
        (None, "Clear"): Message("Clear", places=["b.py"]),
    }
    assert translations._collect("de", new) == "de: 1 new, 1 dropped, 1 open"
    book = polib.pofile(str(tmp_path / "de" / "LC_MESSAGES" / "django.po"))
    assert book.find("Undo").msgstr == "Zurück"


def test_a_catalogue_is_compiled_once_and_again_after_a_change(german: polib.POFile) -> None:
    assert (catalogues.compile_all(), catalogues.compile_all()) == (1, 0)


def test_messages_are_found_in_code_and_in_every_kind_of_tag() -> None:
    found = {text for _context, text in collect()}
    assert "Too many tries. Wait a few minutes, then try again." in found  # code
    assert "Log in" in found  # translate
    assert "Logged in as %(name)s." in found  # blocktranslate
    assert "Account and settings" in found  # inside an attribute


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("<p>{% translate 'Undo' %}</p>", []),
        ("<p>Undo</p>", ["Undo"]),
        ('<a title="Undo" href="/undo/">·</a>', ["Undo"]),
        ('<a aria-label="{% translate "Undo" %}"></a>', []),
        ("{% blocktranslate %}Undo {{ n }}{% endblocktranslate %}", []),
        ("{% comment %}Undo{% endcomment %}{# Undo #}<!-- Undo -->", []),
        ("<code>R1 R2</code><kbd>Ctrl</kbd> Istaka", []),
        ('<p lang="tr">seri <b>per</b></p> grup', ["grup"]),
        ("{% block body_class %}page{% endblock %}", []),
        ('<script src="x"></script><p>a</p>', []),
        ('<html lang="{{ code }}"><p>Undo</p>', ["Undo"]),
    ],
)
def test_a_word_outside_the_tags_is_found(tmp_path: Path, source: str, words: list[str]) -> None:
    path = tmp_path / "page.html"
    path.write_text(source)
    assert [word.rpartition(" ")[2] for word in stray_words(path)] == words
