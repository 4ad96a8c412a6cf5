"""The verdict strip says how far it is to an opening, and names the lane that is in the way."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from okey.hand import Hand
from tutor.board.tables import judge_lanes

HAND = Hand.parse("R10 R11 R12 R13 R7 Y7 B7 K7 K11 K12 K13 K1 R3 B9 Y12 B4 Y5 Y2 Y9 K3 F *", "B10")
SAID = {
    "": "Lay your melds",
    "R10 R11 R12 R13": "55 points to go",
    "R10": "101 points to go. Meld 1 lacks 2 tiles.",
    "R10 R11 R12 R13 | R7 Y7 B7 K7 | K12 K13": "27 points to go. Meld 3 lacks one tile.",
    "R10 R11 | K12": "101 points to go. Melds 1 and 2 are not finished.",
    "R10 R11 R12 R13 | R7 Y7 B7 K7 | K11 K12 K13 K1": "27 points to go. Meld 3 is not a run.",
    "R7 R3 B7 | Y5 B9 K3 | R10 R11": "101 points to go. Melds 1 and 2 do not hold yet.",
    "R10 R11 R12 R13 | R7 Y7 B7 K7 | K11 K12 K13": "That opens",
    "R10 R11 R12 R13 | R7 Y7 B7 K7 | K11 K12 K13 | Y9 B9": (
        "That is enough. Meld 4 lacks one tile."
    ),
}


@pytest.mark.parametrize("melds", SAID, ids=lambda melds: melds or "nothing laid")
def test_the_strip_counts_and_names_the_lane_in_the_way(melds: str) -> None:
    with override("en"):
        assert judge_lanes(melds, HAND, "101-guide").sentence == SAID[melds]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "Noch 27 Punkte. In Zeile 3 fehlt ein Stein."),
        ("tr", "27 puan eksik. 3. pere bir taş gerek."),
    ],
)
def test_the_strip_speaks_the_readers_language(language: str, said: str) -> None:
    with override(language):
        table = judge_lanes("R10 R11 R12 R13 | R7 Y7 B7 K7 | K12 K13", HAND, "101-guide")
        assert table.sentence == said


@pytest.mark.parametrize("language", ["en", "de", "tr"])
@pytest.mark.parametrize("melds", SAID, ids=lambda melds: melds or "nothing laid")
def test_every_sentence_is_complete_in_every_language(language: str, melds: str) -> None:
    with override(language):
        sentence = judge_lanes(melds, HAND, "101-guide").sentence
    assert sentence
    assert "{" not in sentence
