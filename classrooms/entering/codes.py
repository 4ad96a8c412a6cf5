"""Codes that people read from paper and type: making, reading, and the digest that is kept.

The alphabet is Crockford's base 32: digits and capitals without I, L, O and U. What is typed is
read forgivingly: small letters, O for 0, I and L for 1, hyphens and spaces anywhere.
"""

from __future__ import annotations

import secrets
import unicodedata
from typing import Final

from django.conf import settings
from django.utils.crypto import salted_hmac

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CARD: Final = 12  # symbols: 60 bits, so that a fast digest is enough
JOIN: Final = 8  # 40 bits, behind limits and a teacher's approval
HANDOVER: Final = 12
GROUP: Final = 4
LONGEST_TYPED: Final = 60

_READ: Final = str.maketrans("OIL", "011")


def make(symbols: int) -> str:
    """A new code of so many symbols, without hyphens."""
    return "".join(secrets.choice(ALPHABET) for _ in range(symbols))


def grouped(code: str) -> str:
    """The code as it is shown: in groups of four."""
    return "-".join(code[at : at + GROUP] for at in range(0, len(code), GROUP))


def read(typed: str, symbols: int) -> str:
    """What was typed as a code of so many symbols; empty where it cannot be one."""
    if len(typed) > LONGEST_TYPED:
        return ""
    text = unicodedata.normalize("NFKC", typed).replace("ı", "i")
    dashes = {"Pd", "Zs", "Cc", "Cf"}  # any hyphen or space, as a phone may write it
    plain = "".join(one for one in text if unicodedata.category(one) not in dashes)
    code = plain.upper().replace("İ", "I").translate(_READ)
    return code if len(code) == symbols and set(code) <= set(ALPHABET) else ""


def digest(kind: str, code: str) -> str:
    """The digest under which a code of this kind is kept: keyed, so that the table alone opens
    nothing, and fast, since a code is as random as a key."""
    return _digest(kind, code, settings.SECRET_KEY)


def digests(kind: str, code: str) -> list[str]:
    """The digest under the present key and under each former one that still counts."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return [_digest(kind, code, key) for key in keys]


def _digest(kind: str, code: str, key: str) -> str:
    return salted_hmac(
        f"classrooms.entering.{kind}", code, secret=key, algorithm="sha256"
    ).hexdigest()
