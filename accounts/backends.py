"""How a password is checked at log-in: once for each account that a name may mean."""

from __future__ import annotations

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest


class Backend(AuthenticationBackend):
    """The library's, which looks an e-mail up twice: as what may be a name, and as an address.

    A second hash of the same password takes twice the time, by which a stranger would learn that
    the address has an account.
    """

    def authenticate(
        self, request: HttpRequest | None, **credentials: Any
    ) -> AbstractBaseUser | None:
        """The user with these credentials, or None after as much work as for one who is there."""
        self._refused: set[Any] = set()
        found: AbstractBaseUser | None = super().authenticate(request, **credentials)
        return found

    def _check_password(
        self, user: AbstractBaseUser | None, password: str
    ) -> AbstractBaseUser | None:
        if user is None or user.pk in self._refused:
            return None
        found: AbstractBaseUser | None = super()._check_password(user, password)
        if found is None:
            self._refused.add(user.pk)
        return found
