"""Records of a day and of all time: a player's own, and those of whoever wants to be seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import Max, Q

from accounts import clock
from accounts.models import Player
from puzzles.errors import Refused
from puzzles.runs.models import PublicName, Run

SHOWN: Final = 10  # of a list


class NameTaken(Refused):
    """Somebody else stands in the lists under this name."""

    code = "name.taken"


@dataclass(frozen=True, slots=True)
class Best:
    """A player's own records; None where there is none yet."""

    today: int | None
    ever: int | None


@dataclass(frozen=True, slots=True)
class Record:
    """A line of a list. Equal scores have equal places."""

    place: int
    name: str
    score: int


def own(player: Player | None, *, mode: str, rules: str) -> Best:
    """The best scores of a player."""
    runs = Run.objects.visible_to(player).filter(mode=mode, rules=rules)
    found = runs.aggregate(ever=Max("score"), today=Max("score", filter=Q(day=clock.today())))
    return Best(found["today"], found["ever"])


def public(*, mode: str, rules: str, today: bool) -> list[Record]:
    """The best of those who agreed to be named, each once."""
    runs = Run.objects.filter(
        mode=mode, rules=rules, score__gt=0, player__public_name__isnull=False
    )
    if today:
        runs = runs.filter(day=clock.today())
    best = runs.values("player__public_name__name").annotate(best=Max("score"))
    rows = best.order_by("-best", "player__public_name__name").values_list(
        "player__public_name__name", "best"
    )[:SHOWN]
    records: list[Record] = []
    for number, (name, score) in enumerate(rows, start=1):
        same = records and records[-1].score == score
        records.append(Record(records[-1].place if same else number, name, score))
    return records


def name_of(player: Player | None) -> str:
    """The name under which a player stands in the lists; empty for none."""
    if player is None:
        return ""
    found = PublicName.objects.filter(player=player).values_list("name", flat=True).first()
    return found or ""


def show_as(player: Player, name: str) -> None:
    """Show a player's records under a name from now on. Raise `NameTaken`."""
    taken = PublicName.objects.filter(name__iexact=name).exclude(player=player)
    if taken.exists():
        raise NameTaken
    try:
        with transaction.atomic():
            PublicName.objects.update_or_create(
                player=player, defaults={"name": name, "agreed_at": clock.now()}
            )
    except IntegrityError:
        raise NameTaken from None


def hide(player: Player) -> None:
    """Show nothing of a player in the lists any more."""
    PublicName.objects.filter(player=player).delete()
