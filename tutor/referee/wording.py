"""What the referee's pages say beside the rules' own texts, in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from okey.errors import InputError
from okey.rules.model import RuleSet
from tutor.names import rule_set_name
from tutor.texts import error_message, known_language


def language() -> str:
    """The reader's language: de, tr or en."""
    return known_language(get_language())


def rule_sets(keys: Sequence[str]) -> list[tuple[str, str]]:
    """Keys with their display names, for a choice."""
    return [(key, rule_set_name(key, language())) for key in keys]


def field_of(error: InputError) -> str:
    """The field that an error of the engine speaks of."""
    return error.at.partition(":")[0].partition("[")[0].strip()


def input_error(error: InputError, rules: RuleSet) -> str:
    """Say what cannot be read. The field beside which it stands is not named again."""
    piece = error.at.partition(": ")[2] or error.at
    if error.code == "count.hand" and piece.isdigit():
        values = {"most": rules.hand.starter, "count": int(piece)}
        return _("A hand holds 1 to %(most)s tiles here; these are %(count)s.") % values
    if error.code == "input.field" and error.at == "hand":
        return _("A finish is judged with the hand: enter the tiles that are held.")
    return error_message(error.code, piece, language())
