"""The document that describes the API."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.test import Client


@cache
def described() -> dict[str, Any]:
    """The document of the API. It says the same to everybody, and takes a while to write."""
    document: dict[str, Any] = Client().get("/api/v1/schema/?format=json").json()
    return document
