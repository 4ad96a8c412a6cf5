"""The proofs share no code with what they prove: their imports are read."""

from __future__ import annotations

import ast
from pathlib import Path

import puzzles.proofs

ROOM = Path(puzzles.proofs.__file__).parent
# Tiles, notation, the state of a round and rule sets as values; and numpy.
ALLOWED = {
    "okey.endings",
    "okey.errors",
    "okey.hand",
    "okey.melds",
    "okey.moves",
    "okey.notation",
    "okey.rules.model",
    "okey.rules.parameters",
    "okey.rules.rulesets",
    "okey.table",
    "okey.tiles",
    "numpy",
}
# What of those modules decides something that is asked, beyond reading and writing.
UNUSED = {"without", "start", "Verdict", "MeldVerdict", "okey_as"}


def imported(path: Path) -> set[tuple[str, str]]:
    """The modules that a file imports, with the names taken from them."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {(alias.name, "") for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, path
            found |= {(node.module or "", alias.name) for alias in node.names}
    return found


def test_proofs_import_plain_values_alone() -> None:
    rooms = ("okey", "tutor", "puzzles", "jobs", "accounts", "okeysite", "django", "numpy")
    for path in sorted(ROOM.rglob("*.py")):
        for module, name in imported(path):
            if module.partition(".")[0] not in rooms or module.startswith("puzzles.proofs"):
                continue
            assert module in ALLOWED, f"{path.name}: {module}"
            assert name not in UNUSED, f"{path.name}: {module}.{name}"


def test_nothing_is_imported_by_name_at_run_time() -> None:
    for path in sorted(ROOM.rglob("*.py")):
        text = path.read_text()
        assert "import_module" not in text, path
        assert "__import__" not in text, path
