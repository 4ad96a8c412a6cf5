"""What the site keeps about a person: one entry a model, checked by a test over all models.

Each room lists its entries in `<room>/privacy.py`; settings.ISTAKA_PRIVACY names the lists.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import models
from django.utils.module_loading import import_string

from accounts.models import Player

ACTIONS = frozenset({"export", "erase", "anonymise", "none"})
Merge = Callable[[Player, Player], None]


@dataclass(frozen=True)
class Entry:
    """How one model is treated when a person exports, erases or merges what is theirs.

    `owner` is the lookup from the model to the player ("player", "set__owner"; "pk" for the player
    itself), None where no row belongs to a person. `action` is one of export, erase, anonymise,
    none, or a tuple of them. `fields` are exported (all concrete ones when empty), less `hidden`.
    `anonymise` gets the person's rows. `merge(visitor, account)` moves rows where a plain change of
    the owner would break a constraint; without it the owner field is updated. `moments` are the
    fields that say when the person was here. `withheld` names a function from the player to the ids
    of rows of which `told_later` (the whole row where it is empty) is not exported yet.
    """

    model: str
    owner: str | None
    action: str | tuple[str, ...]
    reason: str
    merge: Merge | str | None = None
    fields: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    anonymise: Callable[[models.QuerySet[Any]], None] | None = field(default=None, repr=False)
    moments: tuple[str, ...] = ()
    withheld: str = ""
    told_later: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        unknown = self.actions - ACTIONS
        if unknown or not self.actions or ("none" in self.actions and len(self.actions) > 1):
            raise ValueError(f"{self.model}: no such privacy action: {self.action!r}")
        if self.owner is None and self.actions != {"none"}:
            raise ValueError(f"{self.model}: {self.action!r} needs the way to the owner")
        if self.moments and self.owner is None:
            raise ValueError(f"{self.model}: {self.moments!r} need the way to the owner")
        if "anonymise" in self.actions and self.anonymise is None:
            raise ValueError(f"{self.model}: anonymise needs a function that does it")

    @property
    def actions(self) -> frozenset[str]:
        """The actions as a set."""
        return frozenset([self.action] if isinstance(self.action, str) else self.action)

    @property
    def model_class(self) -> type[models.Model]:
        """The model."""
        return apps.get_model(self.model)

    def rows_of(self, player: Player) -> models.QuerySet[Any]:
        """The rows of this model that belong to `player`."""
        if self.owner is None:
            return self.model_class._default_manager.none()
        value = player.pk if self.owner == "pk" else player
        return self.model_class._base_manager.filter(**{self.owner: value})

    def withheld_from(self, player: Player) -> set[Any]:
        """The keys of the player's rows of which something is not to be told yet."""
        ids = import_string(self.withheld)(player) if self.withheld else None
        return set() if ids is None else {next(iter(row.values())) for row in ids}


def entries() -> list[Entry]:
    """Every entry of every room, in the order of the settings. Raises ValueError for a double."""
    found: dict[str, Entry] = {}
    for path in settings.ISTAKA_PRIVACY:
        for entry in import_string(path):
            if entry.model in found:
                raise ValueError(f"{entry.model} has two privacy entries")
            found[entry.model] = entry
    return list(found.values())
