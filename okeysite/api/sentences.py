"""A sentence for each code of malformed input."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext

from okey.errors import InputError

SENTENCES: dict[str, str | Promise] = {}


def sentence(error: InputError) -> str:
    """Say what is wrong with the input, in the reader's language."""
    return str(SENTENCES.get(error.code) or gettext("The input cannot be read."))
