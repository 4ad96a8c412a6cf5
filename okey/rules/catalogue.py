"""The catalogue: every rule that a verdict can name, in the order of the rulebook.

A new rule is its check, one entry here, and its texts. Nothing registers itself: what does not
stand in `_ENTRIES` is not played. The examples are tests and illustrations at once.
"""

from __future__ import annotations

from typing import Final

from okey.rules import finish, melds, opening, runs, turn
from okey.rules.model import Chapter, Document, Example, Rule, RuleSet, Source

GUIDE: Final = Document("101-guide", "Okey 101 - Vollständiger Leitfaden")
CLASSIC: Final = Document("classic", "Okey Regeln: So spielst du das türkische Steinspiel")
CLUB: Final = Document(
    "101-club", "101 Okey, Ablauf von der Startverteilung bis zur Rundenabrechnung"
)
SILER: Final = Document("101-siler", "101 Punktesystem")

_GUIDE_START = Source(GUIDE, "Section 01: Spielvorbereitung")
_GUIDE_PLAY = Source(GUIDE, "Section 02: Der Spielablauf (Schritt für Schritt)")
_GUIDE_MELDS = Source(GUIDE, "Section 03: Gültige Formationen (Serien & Sets)")
_GUIDE_FINISH = Source(GUIDE, "Section 05: Das Spiel beenden (Gewinnen)")
_CLASSIC_OKEY = Source(CLASSIC, "Der Anzeiger und der Okey")
_CLASSIC_TURN = Source(CLASSIC, "Ein Zug: einen nehmen, einen abwerfen")
_CLASSIC_MELDS = Source(CLASSIC, "Reihen, Gruppen und Paare")
_CLASSIC_FINISH = Source(CLASSIC, "Die Runde beenden")
_CLASSIC_QUESTIONS = Source(CLASSIC, "Häufige Fragen")
_CLUB_START = Source(CLUB, "Ausgangslage")
_CLUB_OPENING = Source(CLUB, "Öffnen")
_CLUB_WRAP = Source(CLUB, "Kein Wrap in 101")
_CLUB_LAY_OFF = Source(CLUB, "Anlegen")


def _decision(number: str) -> Source:
    return Source(None, f"HD-{number}")


def _opens(rules: RuleSet) -> bool:
    return rules.opening is not None


def _opens_with_pairs(rules: RuleSet) -> bool:
    return rules.opening is not None and rules.opening.pairs is not None


def _opens_without_pairs(rules: RuleSet) -> bool:
    return rules.opening is not None and rules.opening.pairs is None


def _wraps(rules: RuleSet) -> bool:
    return rules.runs.wrap_end


def _shows(rules: RuleSet) -> bool:
    return rules.showing is not None


# 46 + 28 + 27 = 101, and the longest hand around it that can be laid in one turn.
_101 = "R10 R11 R12 R13 | R7 Y7 B7 K7 | Y9 B9 K9"
_22 = "R10 R11 R12 R13 R7 Y7 B7 K7 Y9 B9 K9 R1 R2 R3 R4 K1 K2 K3 K4 B4 B5 B6"
_PAIRS = "R3 R3 | B8 B8 | K1 K1 | K5 K5"
_WITH_PAIRS = ("101-club", "101-siler")


def _laid(*texts: str) -> tuple[Example, ...]:
    return tuple(map(Example, texts))


def _opening(*texts: str) -> tuple[Example, ...]:
    return tuple(Example(text, "opening") for text in texts)


def _whole(melds: str, hand: str) -> Example:
    """An opening out of a hand, where an opening exists."""
    return Example(melds, "opening", hand=hand)


_ENTRIES: Final = (
    # The okey and the false okey: how tiles are read
    Rule(
        "okey.face",
        Chapter.OKEY,
        None,
        (_GUIDE_START, _CLASSIC_OKEY, _CLUB_START),
        (Example("R8 Y8 B11"), Example("Y5 Y6 R1", indicator="R13")),
        (Example("R8 Y8 B10"), Example("Y5 Y6 R13", indicator="R13")),
    ),
    Rule(
        "okey.false",
        Chapter.OKEY,
        None,
        (_GUIDE_START, _CLASSIC_OKEY, _CLUB_START),
        _laid("B9 B10 F", "R11 Y11 F"),
        _laid("R11 F R13", "R8 Y8 F"),
    ),
    Rule(
        "okey.value",
        Chapter.OKEY,
        None,
        (_decision("2"),),
        _opening("R10 R11 * R13 | R7 Y7 B7 K7 | Y9 B9 K9"),
        _opening("R1 * R3 | K10 K11 K12 K13 | R12 Y12 B12 K12"),
        _opens,
    ),
    Rule(
        "okey.order",
        Chapter.OKEY,
        None,
        (_decision("4"), _decision("4b")),
        _opening("R5 R6 * | K9 K10 K11 K12 K13 | R7 Y7 B7 K7"),
        _opening("* R5 R6 | K9 K10 K11 K12 K13 | R7 Y7 B7 K7"),
        _opens,
    ),
    # Melds
    Rule(
        "meld.too-short",
        Chapter.MELDS,
        melds.too_short,
        (_GUIDE_MELDS, _CLASSIC_MELDS),
        _laid("R7 R8 R9", "R8 B8 K8"),
        _laid("run: R7 R8", "group: R8 K8", "R8 K8", "R7"),
    ),
    Rule(
        "meld.neither",
        Chapter.MELDS,
        melds.neither,
        (_GUIDE_MELDS, _CLASSIC_MELDS),
        _laid("Y9 Y10 Y11", "Y9 B9 K9"),
        _laid("Y9 B9 K2", "R3 B5 K9 *"),
    ),
    Rule(
        "meld.okey-face",
        Chapter.MELDS,
        melds.okey_face,
        (_decision("4"),),
        _laid("R5 *=R6 R7", "R8 B8 K8 *=Y8", "R5 *=R5"),
        _laid("R5 *=R9 R7", "R8 B8 K8 *=R8", "R5 *=R6"),
    ),
    Rule(
        "meld.all-okeys",
        Chapter.MELDS,
        melds.all_okeys,
        (_decision("3"), _decision("3b")),
        _laid("run: R8 * *", "group: R8 * *"),
        _laid("run: * *", "group: * *"),
    ),
    Rule(
        "run.colour",
        Chapter.MELDS,
        melds.run_colour,
        (_GUIDE_MELDS, _CLASSIC_MELDS),
        _laid("R7 R8 R9"),
        _laid("run: R7 B8 R9", "run: K7 F K9"),
    ),
    Rule(
        "run.gap",
        Chapter.MELDS,
        runs.run_gap,
        (_GUIDE_MELDS, _CLASSIC_MELDS),
        _laid("R4 R5 R6", "R3 * R5"),
        _laid("R3 R5 R9", "R5 R6 R6", "R3 * R6"),
    ),
    Rule(
        "run.no-wrap",
        Chapter.MELDS,
        runs.run_no_wrap,
        (_GUIDE_MELDS, _CLUB_WRAP),
        _laid("K1 K2 K3", "K11 K12 K13", "R12 R13 *"),
        _laid("K12 K13 K1", "R13 R1 R2", "Y11 Y12 Y13 Y1"),
        lambda rules: not rules.runs.wrap_end,
    ),
    Rule(
        "run.wrap-end",
        Chapter.MELDS,
        runs.run_wrap_end,
        (_CLASSIC_MELDS, _decision("34")),
        _laid("K12 K13 K1", "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R1"),
        _laid("K13 K1 K2", "R12 R13 R1 R2", "K13 * K2"),
        _wraps,
    ),
    Rule(
        "group.number",
        Chapter.MELDS,
        melds.group_number,
        (_GUIDE_MELDS, _CLASSIC_MELDS),
        _laid("R9 B9 K9"),
        _laid("group: R9 B9 K10"),
    ),
    Rule(
        "group.colour-twice",
        Chapter.MELDS,
        melds.group_colour_twice,
        (_GUIDE_MELDS, _CLASSIC_MELDS),
        _laid("R8 K8 B8", "R11 Y11 F"),
        _laid("R8 R8 B8", "R11 F F", "R5 R5 *"),
    ),
    Rule(
        "group.too-long",
        Chapter.MELDS,
        melds.group_too_long,
        (_GUIDE_MELDS, _CLASSIC_MELDS, _CLUB_LAY_OFF),
        _laid("R8 Y8 B8 K8", "R8 Y8 B8 *"),
        _laid("R8 Y8 B8 K8 *"),
    ),
    Rule(
        "pair.identical",
        Chapter.MELDS,
        melds.pair_identical,
        (_GUIDE_FINISH, _CLASSIC_MELDS, _CLUB_OPENING, _decision("18")),
        _laid("R5 R5", "R5 *", "F F", "* *"),
        _laid("R5 B5", "pair: K7 K8"),
    ),
    # Openings
    Rule(
        "lay.unavailable",
        Chapter.OPENING,
        opening.lay_unavailable,
        (_CLASSIC_QUESTIONS,),
        _laid("R4 R5 R6"),
        _opening(_101),
        _shows,
    ),
    Rule(
        "opening.points",
        Chapter.OPENING,
        opening.opening_points,
        (_GUIDE_PLAY, _CLUB_OPENING),
        _opening(_101, "R7 R8 R9 | R10 B10 K10 | Y10 Y11 Y12 | R6 B6 K6"),
        _opening("R10 R11 R12 R13 | Y9 B9 K9 | B8 B9 B10"),
        _opens,
    ),
    Rule(
        "opening.pairs",
        Chapter.OPENING,
        opening.opening_pairs,
        (_CLUB_OPENING,),
        _opening(f"{_PAIRS} | Y2 Y2", f"{_PAIRS} | Y2 * | F F"),
        _opening(_PAIRS, f"{_PAIRS} | R4 B4"),
        _opens_with_pairs,
    ),
    Rule(
        "opening.pairs-unavailable",
        Chapter.OPENING,
        opening.opening_pairs_unavailable,
        (_GUIDE_FINISH,),
        _opening(_101),
        _opening(f"{_PAIRS} | Y2 Y2", f"{_101} | R3 R3"),
        _opens_without_pairs,
    ),
    Rule(
        "opening.mixed",
        Chapter.OPENING,
        opening.opening_mixed,
        (_GUIDE_PLAY, _CLUB_OPENING),
        (*_opening(_101), Example(f"{_PAIRS} | Y2 Y2", "opening", rules=_WITH_PAIRS)),
        _opening(f"{_PAIRS} | R10 R11 R12", f"{_101} | R3 R3"),
        _opens,
    ),
    Rule(
        "opening.keep-discard",
        Chapter.OPENING,
        opening.opening_keep_discard,
        (_GUIDE_PLAY, _CLUB_OPENING),
        (_whole(f"{_101} | R1 R2 R3 R4 | K1 K2 K3 | B4 B5 B6", _22),),
        (_whole(f"{_101} | R1 R2 R3 R4 | K1 K2 K3 K4 | B4 B5 B6", _22),),
        _opens,
    ),
    # The turn
    Rule(
        "turn.not-in-hand",
        Chapter.TURN,
        turn.not_in_hand,
        (_GUIDE_PLAY, _CLASSIC_TURN, _CLUB_OPENING),
        (Example("R7 Y7 B7", hand="R7 Y7 B7 R8 R9 K1"),),
        (
            Example("R7 Y7 B7 | R7 R8 R9", hand="R7 Y7 B7 R8 R9 K1"),
            Example("R7 Y7 *", hand="R7 Y7 F R8 R9 K1"),
        ),
    ),
    # The finish
    Rule(
        "finish.incomplete",
        Chapter.FINISH,
        finish.finish_incomplete,
        (_GUIDE_FINISH, _CLASSIC_FINISH, _CLUB_OPENING),
        (
            Example(
                f"{_101} | R1 R2 R3 R4 | K1 K2 K3 | B4 B5 B6",
                "finish",
                hand=_22,
                rules=("101-guide", "101-club", "101-siler"),
            ),
            Example(
                "R4 R5 R6 | B9 R9 K9 | Y1 Y2 Y3 | K10 K11 K12 K13 K1",
                "finish",
                "Y6",
                rules=("classic",),
            ),
            Example(
                "R1 R1 | R5 R5 | B3 B3 | B9 B9 | K4 K4 | Y7 Y7 | Y13 *",
                "finish",
                rules=("classic",),
            ),
        ),
        (
            Example(
                f"{_101} | R1 R2 R3 R4 | K1 K2 K3",
                "finish",
                hand=_22,
                rules=("101-guide", "101-club", "101-siler"),
            ),
            Example(
                "R4 R5 R6 | B9 R9 K9 | Y1 Y2 Y3 | K10 K11 K12 K13",
                "finish",
                "Y6",
                rules=("classic",),
            ),
            Example(
                "R4 R5 R6 | B9 R9 K9 | Y1 Y2 Y3 | K10 K11 K12 | R7 R7",
                "finish",
                "Y6",
                rules=("classic",),
            ),
        ),
    ),
)

RULES: Final[dict[str, Rule]] = {rule.id: rule for rule in _ENTRIES}


def rules_in_force(rules: RuleSet) -> tuple[str, ...]:
    """The ids of the rules that these parameters bring into force, in the rulebook's order."""
    return tuple(rule.id for rule in _ENTRIES if rule.in_force(rules))
