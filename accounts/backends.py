"""How a password is checked at log-in: against one account, whatever a name may mean."""

from __future__ import annotations

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.internal.userkit import filter_users_by_email, get_user_by_username
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest


class Backend(AuthenticationBackend):
    """The library's, which tries every account that a name may mean, one hash after the other.

    Each takes time, by which a stranger would learn how many accounts there are. Here a log-in
    hashes once: the password of the one account that is meant, or as much work for nobody.
    """

    def _authenticate(
        self, request: HttpRequest | None, **credentials: Any
    ) -> AbstractBaseUser | None:
        name = credentials.get("email") or credentials.get("username")
        meant = _meant(name) if name else None
        found: AbstractBaseUser | None = self._check_password(meant, credentials["password"])
        return found


def _meant(name: str) -> AbstractBaseUser | None:
    """Who is called so; else who confirmed this address; else who gave it first, unconfirmed.

    A user name is one account's alone and always opens it, so that nobody is kept out by another
    who confirms the same words; `usernames.py` takes no addresses for names.
    """
    called: AbstractBaseUser | None = get_user_by_username(name)
    with_address = filter_users_by_email(name, prefer_verified=True, for_login=True)
    first = min(with_address, key=lambda one: one.pk, default=None)
    return called or first
