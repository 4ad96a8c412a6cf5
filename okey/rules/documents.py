"""The documents that the rule sets come from, and the sections that rules cite."""

from __future__ import annotations

from typing import Final

from okey.rules.model import Document, Source

GUIDE: Final = Document("101-guide", "Okey 101 - Vollständiger Leitfaden")
CLASSIC: Final = Document("classic", "Okey Regeln: So spielst du das türkische Steinspiel")
CLUB: Final = Document(
    "101-club", "101 Okey, Ablauf von der Startverteilung bis zur Rundenabrechnung"
)
SILER: Final = Document("101-siler", "101 Punktesystem")

GUIDE_START: Final = Source(GUIDE, "Section 01: Spielvorbereitung")
GUIDE_PLAY: Final = Source(GUIDE, "Section 02: Der Spielablauf (Schritt für Schritt)")
GUIDE_MELDS: Final = Source(GUIDE, "Section 03: Gültige Formationen (Serien & Sets)")
GUIDE_FINISH: Final = Source(GUIDE, "Section 05: Das Spiel beenden (Gewinnen)")
CLASSIC_OKEY: Final = Source(CLASSIC, "Der Anzeiger und der Okey")
CLASSIC_TURN: Final = Source(CLASSIC, "Ein Zug: einen nehmen, einen abwerfen")
CLASSIC_MELDS: Final = Source(CLASSIC, "Reihen, Gruppen und Paare")
CLASSIC_FINISH: Final = Source(CLASSIC, "Die Runde beenden")
CLASSIC_QUESTIONS: Final = Source(CLASSIC, "Häufige Fragen")
CLUB_START: Final = Source(CLUB, "Ausgangslage")
CLUB_OPENING: Final = Source(CLUB, "Öffnen")
CLUB_WRAP: Final = Source(CLUB, "Kein Wrap in 101")
CLUB_LAY_OFF: Final = Source(CLUB, "Anlegen")
GUIDE_SPECIAL: Final = Source(GUIDE, "Section 04: Sonderregeln & Spezialzüge")
GUIDE_SCORES: Final = Source(GUIDE, "Section 06: Wertung & Punktesystem")
CLASSIC_TILES: Final = Source(CLASSIC, "Die Steine")
CLASSIC_DEAL: Final = Source(CLASSIC, "Das Austeilen")
CLASSIC_SCORES: Final = Source(CLASSIC, "Punkte zählen")
CLASSIC_SHOW: Final = Source(CLASSIC, "Den Anzeiger zeigen")
CLUB_CHIPS: Final = Source(CLUB, "Chips")
CLUB_TOTALS: Final = Source(CLUB, "Punkte zählen hoch")
CLUB_SWAP: Final = Source(CLUB, "Okey tauschen")
CLUB_TAKE: Final = Source(CLUB, "Der Abwurf des Nachbarn")
CLUB_PENALTY: Final = Source(CLUB, "Die 101er-Strafe")
CLUB_NO_CALLS: Final = Source(CLUB, "Keine Anmeldung")
CLUB_SCORES: Final = Source(CLUB, "Rundenwertung")
SILER_BASICS: Final = Source(SILER, "So funktioniert es")
SILER_BONUS: Final = Source(SILER, "Bonuspunkte")
SILER_FINISH: Final = Source(SILER, "Wenn jemand beendet")
SILER_DIRECT: Final = Source(SILER, "Direktabschluss")
SILER_NULL: Final = Source(SILER, "Nullrunde")
SILER_DUO: Final = Source(SILER, "Wertung im Duo")


def decision(number: str) -> Source:
    """A decision where the documents are silent, as a source: `decision("18")` is HD-18."""
    return Source(None, f"HD-{number}")
