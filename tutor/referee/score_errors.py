"""Beside which field of a finished round an error of the engine belongs, and what it says there."""

from __future__ import annotations

from django.utils.translation import gettext as _

from okey import RuleSet
from okey.errors import InputError
from tutor.referee.wording import input_error


def placed(error: InputError, rules: RuleSet, winner: int | None) -> tuple[str, str]:
    """The name of the field, and the sentence. The place of the error is as in the verb `score`."""
    place = error.at.partition(":")[0].strip()
    seat = place[len("boards[") :].partition("]")[0] if place.startswith("boards[") else ""
    stem = place.rpartition(".")[2] if seat else place
    text = input_error(error, rules)
    if stem in ("opening_points", "opening_pairs"):
        return f"worth{seat}", _("No opening can be worth this much here; or nothing was opened.")
    if stem == "hand":
        if error.code == "input.field":
            return f"left{seat}", _("Who finished has nothing left.")
        return f"left{seat}", text
    if stem == "opened":
        name = "by" if seat == str(winner) else f"opened{seat}"
        return name, _("Nobody opens so under these rules.")
    if place == "finish.by":
        return "by", _("Pairs alone do not empty the hand in one turn.")
    if place.startswith("left") and error.code == "count.hand":
        return place, _("No hand that is left here can be worth this much.")
    return {"match.seats": "seats", "match.teams": "teams"}.get(error.code, place), text
