"""Which sentence explains a violation, and with which values.

A small function a rule: it looks at the tiles that the verdict names and answers with the name of
a sentence and its values. The sentences stand in `content/*/rules.toml`; their badges (`{b1}`)
are the violation's positions in the order that this module gives them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from okey import FALSE_OKEY, OKEY, Tile
from tutor import move_sentences
from tutor.facts import Facts, Picked, laid_tiles
from tutor.names import Names, Number, TileName, colour_name, face_of, tile_names

__all__ = ["Facts", "Picked", "pick"]


def pick(facts: Facts) -> Picked:
    """Choose the sentence for a violation.

    A rule that is not listed has one sentence, `default`, without values.
    """
    return _PICKERS.get(facts.violation.rule, _plain)(facts)


def _plain(facts: Facts) -> Picked:
    return Picked("default", {}, facts.violation.positions)


def _too_short(facts: Facts) -> Picked:
    if facts.violation.params.get("needed") == 2:
        return Picked("pair", {}, facts.violation.positions)
    variant = "one" if len(facts.meld) == 1 else "two"
    return Picked(variant, {}, facts.violation.positions)


def _okey_face(facts: Facts) -> Picked:
    declared = [face_of(word) for word in str(facts.violation.params["declared"]).split()]
    fits = [face_of(word) for word in str(facts.violation.params["fits"]).split()]
    positions = facts.violation.positions
    if len(positions) == 1:
        values: dict[str, object] = {
            "face": TileName(declared[0], facts.language),
            "fits": TileName(fits[0], facts.language),
        }
        return Picked("one", values, positions)
    values = {
        "faces": tile_names(declared, facts.language),
        "fits": tile_names(fits, facts.language),
    }
    return Picked("more", values, positions)


def _two_tiles(facts: Facts) -> Picked:
    """Two tiles that do not go together; a false okey among them is named first."""
    positions = facts.violation.positions
    false = next((at for at in positions if facts.tile(at) == FALSE_OKEY), None)
    if false is not None and len(positions) == 2:
        other = next(at for at in positions if at != false)
        values: dict[str, object] = {
            "face": TileName(facts.okey, facts.language),
            "other": facts.name(other),
        }
        return Picked("false_okey", values, (false, other))
    first, second = positions
    return Picked("default", {"first": facts.name(first), "second": facts.name(second)}, positions)


def _gap(facts: Facts) -> Picked:
    positions = facts.violation.positions
    low, high = sorted(positions, key=lambda at: (facts.number(at), at))
    if facts.number(low) == facts.number(high):
        return Picked("twice", {"number": facts.count(facts.number(low))}, positions)
    picked = _two_tiles(facts)
    if picked.variant == "false_okey":
        return picked
    values: dict[str, object] = {
        "low": facts.count(facts.number(low)),
        "high": facts.count(facts.number(high)),
    }
    if any(laid.tile == OKEY and laid.stands_for is None for laid in facts.meld.tiles):
        return Picked("okey", values, (low, high))
    words = str(facts.violation.params["missing"]).split()
    missing = tuple(Number(int(word), facts.language) for word in words)
    return Picked("gap", {**values, "missing": Names(missing, facts.language)}, (low, high))


def _no_wrap(facts: Facts) -> Picked:
    """The verdict names the 13 and what follows it; the badges stand in that order."""
    thirteen, one = sorted(facts.violation.positions, key=lambda at: -(facts.number(at) or 1))
    if facts.number(thirteen) == 13 and facts.number(one) == 1:
        return Picked("default", {}, (thirteen, one))
    return Picked("okey", {}, facts.violation.positions)


def _wrap_end(facts: Facts) -> Picked:
    numbers = {at: facts.number(at) for at in facts.violation.positions}
    after = next((at for at, number in numbers.items() if number == 2), None)
    if after is None:
        return Picked("plain", {}, facts.violation.positions)
    return Picked("default", {"next": facts.count(2)}, facts.violation.positions)


def _colour_twice(facts: Facts) -> Picked:
    letter = str(facts.violation.params["colour"])
    values: dict[str, object] = {"colour": colour_name(letter, facts.language)}
    positions = facts.violation.positions
    if any(facts.tile(at) == FALSE_OKEY for at in positions):
        values["face"] = TileName(facts.okey, facts.language)
        return Picked("false_okey", values, positions)
    return Picked("default", values, positions)


def _too_long(facts: Facts) -> Picked:
    return Picked("default", {"count": facts.count(len(facts.meld))}, ())


def _identical(facts: Facts) -> Picked:
    positions = facts.violation.positions
    if len(facts.meld) != 2:
        return Picked("count", {"count": facts.count(len(facts.meld))}, ())
    faces = [facts.face(at) for at in positions]
    colours = {face.colour for face in faces if isinstance(face, Tile)}
    numbers = {face.number if isinstance(face, Tile) else face for face in faces}
    variant = "number" if len(colours) == 1 else "colour" if len(numbers) == 1 else "both"
    return Picked(variant, {}, positions)


def _points(facts: Facts) -> Picked:
    values: dict[str, object] = {"need": facts.param("needed")}
    if not facts.violation.params["points"]:
        return Picked("nothing", values, ())
    values |= {"points": facts.param("points"), "short": facts.param("missing")}
    return Picked("default" if facts.all_hold else "illegal", values, ())


def _pairs(facts: Facts) -> Picked:
    values: dict[str, object] = {"count": facts.param("pairs"), "need": facts.param("needed")}
    if "missing" not in facts.violation.params:
        return Picked("more", values, ())
    return Picked("default", values | {"short": facts.param("missing")}, ())


def _pairs_unavailable(facts: Facts) -> Picked:
    assert facts.rules.opening is not None
    return Picked("default", {"need": facts.count(facts.rules.opening.points)}, ())


def _not_in_hand(facts: Facts) -> Picked:
    tiles = laid_tiles(facts.violation.tiles)
    return Picked("default", {"tiles": tile_names(tiles, facts.language)}, ())


def _incomplete(facts: Facts) -> Picked:
    if facts.rules.showing is not None:
        values: dict[str, object] = {
            "count": facts.param("tiles"),
            "need": facts.param("needed"),
        }
        return Picked("laid", values, ())
    tiles = laid_tiles(facts.violation.tiles)
    if not tiles:
        return Picked("none", {}, ())
    variant = "last" if facts.violation.params.get("last") else "left"
    return Picked(variant, {"tiles": tile_names(tiles, facts.language)}, ())


def _okeys(facts: Facts) -> Picked:
    values: dict[str, object] = {"count": facts.param("okeys"), "need": facts.param("most")}
    return Picked("default", values, facts.violation.positions)


def _pair_number(facts: Facts) -> Picked:
    if len(facts.meld) != 2:
        return Picked("count", {"count": facts.count(len(facts.meld))}, ())
    return Picked("default", {}, facts.violation.positions)


# Only rules with several sentences, or with values in them.
_PICKERS: Final[dict[str, Callable[[Facts], Picked]]] = {
    "meld.too-short": _too_short,
    "meld.neither": _two_tiles,
    "meld.okey-face": _okey_face,
    "run.colour": _two_tiles,
    "run.gap": _gap,
    "run.no-wrap": _no_wrap,
    "run.wrap-end": _wrap_end,
    "group.number": _two_tiles,
    "group.colour-twice": _colour_twice,
    "group.too-long": _too_long,
    "pair.identical": _identical,
    "opening.points": _points,
    "opening.pairs": _pairs,
    "opening.pairs-unavailable": _pairs_unavailable,
    "turn.not-in-hand": _not_in_hand,
    "finish.incomplete": _incomplete,
    "meld.okeys": _okeys,
    "pair.number": _pair_number,
    **move_sentences.PICKERS,
}
