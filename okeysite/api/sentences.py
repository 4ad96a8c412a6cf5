"""A sentence for each code of malformed input."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import get_language

from okey.errors import InputError
from tutor.texts import error_message

SENTENCES: dict[str, str | Promise] = {}


def sentence(error: InputError) -> str:
    """Say what is wrong with the input, in the reader's language."""
    own = SENTENCES.get(error.code)
    return str(own) if own else error_message(error.code, error.at, get_language() or "en")
