"""Cards as a PDF to cut apart, made by typst: eight on a page, readable in grey."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import typst
from django.utils.translation import gettext as _

from classrooms.entering import codes
from puzzles.printing.qr import qr_svg
from tutor.board.words import language

_TEMPLATE: Final = Path(__file__).with_name("sheet.typ")


@dataclass(frozen=True, slots=True)
class Card:
    """What stands on one card: whose it is, and the code."""

    name: str
    code: str


def sheet(classroom: str, cards: Sequence[Card], *, link: str) -> bytes:
    """The PDF of these cards, in the reader's language.

    `link` is the page where the codes are typed; a QR code holds it with the code behind the #.
    """
    data = {
        "title": _("Cards of %(classroom)s") % {"classroom": classroom},
        "classroom": classroom,
        "language": language(),
        "address": link.partition("://")[2].rstrip("/"),
        "cards": [
            {
                "name": card.name,
                "code": codes.grouped(card.code),
                "qr": qr_svg(f"{link}#{card.code}"),
            }
            for card in cards
        ],
        "words": {
            "how": _("Point a camera at the code, or go to this page and type what stands below:"),
            "valid": _("Valid until your teacher makes a new card. Show it to nobody."),
            "qr": _("Link to the page with the code"),
        },
    }
    made: bytes = typst.compile(
        str(_TEMPLATE), sys_inputs={"data": json.dumps(data)}, ignore_system_fonts=True
    )
    return made
