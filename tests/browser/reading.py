"""Which fields of a query or a form the site reads, found out by listening while it answers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from unittest.mock import patch

from django.forms import BaseForm
from django.http import QueryDict

_READERS: Final = ("get", "getlist", "__getitem__", "__contains__")
_OWN: Final = {"csrfmiddlewaretoken"}


@contextmanager
def read_names() -> Iterator[set[str]]:
    """Names that are asked for meanwhile, in queries and forms; those that a form has, too."""
    names: set[str] = set()

    def listening(reader: str) -> Any:
        real = getattr(QueryDict, reader)

        def read(self: QueryDict, key: Any, *args: Any, **kwargs: Any) -> Any:
            names.add(str(key))
            return real(self, key, *args, **kwargs)

        return read

    clean = BaseForm.full_clean

    def full_clean(self: BaseForm) -> None:
        if self.is_bound:
            names.update(self.add_prefix(name) for name in self.fields)
        clean(self)

    with (
        patch.multiple(QueryDict, **{name: listening(name) for name in _READERS}, create=True),
        patch.object(BaseForm, "full_clean", full_clean),
    ):
        yield names
    names -= _OWN
