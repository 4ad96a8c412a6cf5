"""Each kind of English on a page is found, and no sentence stands where nobody looks."""

from __future__ import annotations

import datetime as dt
import re
from pathlib import Path

import pytest
from django.conf import settings as site
from django.utils.formats import date_format
from django.utils.translation import override

from tests.site.spoken import faults, texts

pytestmark = pytest.mark.django_db


# The script says only what the page gives it


def test_no_sentence_stands_in_a_script() -> None:
    for path in sorted(Path(site.BASE_DIR, "static", "js").rglob("*.js")):
        code = re.sub(r"/\*.*?\*/|(?m:(?<!:)//.*$)", "", path.read_text(), flags=re.DOTALL)
        for _quote, text in re.findall(r"([\"'`])((?:(?!\1)[^\\\n])*)\1", code):
            assert not re.match(r"[A-Z][a-z]+ [a-z]+", text), f"{path.name}: {text}"


# The check itself


@pytest.mark.parametrize(
    ("html", "language", "faulty"),
    [
        ("<p>Log in</p>", "de", True),
        ("<p>Anmelden</p>", "de", False),
        ('<button aria-label="Undo"></button>', "tr", True),
        ('<button lang="en">English</button><code>the</code>', "tr", False),
        ("<p>Nobody said that this was English.</p>", "de", True),
        ("<p>Hand of 3. Mai</p>", "de", True),
        ('<div data-texts data-moved="{tile} moved"></div>', "de", True),
        ("<p>Bitte versuchen Sie es noch einmal.</p>", "de", True),
        ("<p>Sie entsteht gerade.</p>", "de", False),
        ("<p>Geçerli bir değer girin.</p>", "tr", True),
        ("<p>Şifreniz yanlış.</p>", "tr", True),
        ("<p>Yalnız bir değer gir.</p>", "tr", False),
    ],
)
def test_the_check_finds_each_kind_of_fault(html: str, language: str, faulty: bool) -> None:
    from django.http import HttpResponse

    answer = HttpResponse(html, headers={"Content-Language": language})
    assert bool(faults(texts(answer), language)) == faulty


@pytest.mark.parametrize(
    ("language", "long", "day", "short"),
    [
        ("de", "5. Dezember 2026", "5. Dezember", "05.12.2026"),
        ("tr", "5 Aralık 2026", "5 Aralık", "05.12.2026"),
        ("en", "5 December 2026", "5 December", "5 Dec 2026"),
    ],
)
def test_a_date_is_written_as_in_the_language(
    language: str, long: str, day: str, short: str
) -> None:
    date = dt.date(2026, 12, 5)
    with override(language):
        forms = ("DATE_FORMAT", "MONTH_DAY_FORMAT", "SHORT_DATE_FORMAT")
        assert [date_format(date, form) for form in forms] == [long, day, short]
