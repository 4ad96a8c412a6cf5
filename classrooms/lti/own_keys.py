"""This site's keys: made, published, rotated, and what is signed with them.

A private key is kept in the database, encrypted under SECRET_KEY: a copy of the database alone
signs nothing.
"""

from __future__ import annotations

import base64
import datetime as dt
import hashlib
import json
import secrets
from collections.abc import Mapping
from typing import Any, Final

import jwt
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from django.conf import settings
from django.db import transaction
from django.db.models import Q
from jwt.algorithms import RSAAlgorithm

from accounts import clock
from classrooms.lti.models import LtiKey

BITS: Final = 2048
AHEAD: Final = dt.timedelta(days=1)  # a key is published before it signs, and after it signed


class NoKey(Exception):  # noqa: N818 - states a fact
    """There is no key to sign with: `manage.py lti_keys` makes one."""


def make(*, ahead: dt.timedelta = dt.timedelta(0)) -> LtiKey:
    """A new pair, published at once, that signs after `ahead`."""
    private = rsa.generate_private_key(public_exponent=65_537, key_size=BITS)
    pem = private.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    kid = secrets.token_urlsafe(12)
    public = json.loads(RSAAlgorithm.to_jwk(private.public_key()))
    return LtiKey.objects.create(
        kid=kid,
        private=_box().encrypt(pem).decode(),
        public={**public, "kid": kid, "use": "sig", "alg": "RS256"},
        signs_from=clock.now() + ahead,
    )


@transaction.atomic
def rotate(*, ahead: dt.timedelta = AHEAD) -> LtiKey:
    """A new pair in the place of those there are, which stay published until it has taken over."""
    made = make(ahead=ahead)
    earlier = LtiKey.objects.filter(ends_at__isnull=True).exclude(pk=made.pk)
    earlier.update(ends_at=made.signs_from + AHEAD)
    return made


def published() -> dict[str, Any]:
    """The public keys that a platform may meet, as a JSON Web Key Set."""
    now = clock.now()
    keys = LtiKey.objects.filter(Q(ends_at__isnull=True) | Q(ends_at__gt=now))
    return {"keys": [one.public for one in keys.order_by("signs_from", "kid")]}


def sign(claims: Mapping[str, Any]) -> str:
    """A signed message with these claims. Raise `NoKey` where none can be signed."""
    key = LtiKey.objects.filter(signs_from__lte=clock.now()).order_by("-signs_from").first()
    if key is None:
        raise NoKey
    try:
        pem = _box().decrypt(key.private.encode())
    except InvalidToken:  # SECRET_KEY was changed and the earlier one is not in the fallbacks
        raise NoKey from None
    private = serialization.load_pem_private_key(pem, password=None)
    assert isinstance(private, rsa.RSAPrivateKey)
    return jwt.encode(dict(claims), private, algorithm="RS256", headers={"kid": key.kid})


def _box() -> MultiFernet:
    earlier = settings.SECRET_KEY_FALLBACKS
    return MultiFernet([Fernet(_derived(one)) for one in (settings.SECRET_KEY, *earlier)])


def _derived(secret: str) -> bytes:
    return base64.urlsafe_b64encode(hashlib.sha256(b"istaka.lti.keys:" + secret.encode()).digest())
