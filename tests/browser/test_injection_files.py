"""What people write is text in the files that are printed, too: none fails, none reads it as
markup.
"""

from __future__ import annotations

import io
import re

import pytest
from pypdf import PdfReader

from classrooms.entering.sheet import Card, sheet
from tests.browser.payloads import PAYLOADS, fitting
from tests.browser.planting import plant
from tests.browser.stage import build

PRINTED = [
    "puzzles/sets/<uuid:set_id>/sheet.pdf",
    "puzzles/sets/<uuid:set_id>/key.pdf",
    "classes/<uuid:class_id>/gradebook/pupils/<uuid:member_id>/report/",
    "classes/<uuid:class_id>/assignments/<uuid:assignment_id>/paper/sheet/",
    "classes/<uuid:class_id>/assignments/<uuid:assignment_id>/paper/key/",
]


def letters(text: str) -> str:
    """What of a text a page is sure to show: lines are broken anywhere, and quotes made round."""
    return re.sub(r"[^A-Za-z0-9]", "", text)


def test_cards_with_every_text_as_a_name_show_it_as_it_is() -> None:
    names = [text for text in fitting(80) if text.isprintable()]
    for part in (names[:40], names[40:]):
        cards = [Card(name, "ABCDABCDABCD") for name in part]
        pdf = PdfReader(io.BytesIO(sheet(part[0], cards, link="https://okey.example/enter/")))
        shown = letters("".join(page.extract_text() for page in pdf.pages))
        assert [name for name in part if letters(name) not in shown] == []


@pytest.mark.django_db
def test_every_pdf_is_made_whatever_the_names_are() -> None:
    from tests.site import addresses

    stage = build()
    lines = {line.route: line for line in addresses.listed()}
    texts = [at for at, one in enumerate(PAYLOADS) if one.place in ("typst", "template", "format")]
    for shift in [0, *texts]:
        plant(shift)
        for route in PRINTED:
            line = lines[route]
            client = stage.client("teacher" if line.in_class else "account")
            ask = client.get if "GET" in line.methods else client.post
            answer = ask(stage.path(line), line.data or {})
            assert answer.status_code == 200, (route, answer.status_code)
            body = b"".join(answer) if answer.streaming else answer.content
            assert body.startswith(b"%PDF"), route
