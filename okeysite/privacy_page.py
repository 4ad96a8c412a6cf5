"""What /privacy/ says of each model: read from the registry, so that it stays true."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise

from accounts.registry import Entry, entries
from okeysite.privacy_words import AREAS, KEPT


@dataclass(frozen=True, slots=True)
class Area:
    """What belongs together, as a reader sees it. What `stays` outlasts the person, nameless."""

    key: str
    title: str | Promise
    lines: tuple[str, ...]
    stays: tuple[str, ...]


def areas() -> list[Area]:
    """Everything that leads to a person, by area; models with the same words share a line."""
    goes: dict[str, dict[str, None]] = {}
    stays: dict[str, dict[str, None]] = {}
    for entry in entries():
        if is_about_people(entry):
            side = goes if entry.actions & _GONE else stays
            side.setdefault(_area(entry), {})[str(KEPT[entry.model])] = None
    return [
        Area(
            key,
            title,
            tuple(goes.get(key, {})),
            tuple(line for line in stays.get(key, {}) if line not in goes.get(key, {})),
        )
        for key, title in AREAS.items()
        if key in goes or key in stays
    ]


def is_about_people(entry: Entry) -> bool:
    """Whether rows of this model lead to a person."""
    return entry.owner is not None and entry.model not in _UNUSED


_GONE = frozenset({"erase", "anonymise"})
_UNUSED = frozenset({"account.EmailConfirmation"})  # the table stays empty


def _area(entry: Entry) -> str:
    room = entry.model.split(".")[0]
    if room == "classrooms" and entry.model.split(".")[1].startswith("Lti"):
        return "lti"
    return {"account": "accounts", "admin": "accounts"}.get(room, room)
