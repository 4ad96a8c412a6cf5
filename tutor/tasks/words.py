"""What an exercise says: the question, the hint, and the names of what can be chosen."""

from __future__ import annotations

from collections.abc import Mapping

from okey import RULES, InputError, RuleSet, Tile
from okey.moves import Action, Add, Discard, Lay, Open, Swap, Take, parse_move
from okey.rules.parameters import Countdown
from tutor.loading import content
from tutor.move_words import melds_words, move_sentence
from tutor.names import Number, SeatName, TileName, join, meld_number, tile_names
from tutor.tasks.base import Exercise, TaskKind
from tutor.tasks.registry import task
from tutor.texts import phrase, rule_text

COMMON = "options"  # the names that all tasks share


def question(exercise: Exercise, language: str, kind: TaskKind | None = None) -> str:
    """What is asked. `kind` is needed where the exercise's is not one of the tutor's tasks."""
    return said(exercise, exercise.ask, language, kind)


def hint(exercise: Exercise, language: str, kind: TaskKind | None = None) -> str:
    """To which tiles it comes."""
    return said(exercise, "hint", language, kind)


def option_label(
    exercise: Exercise, option: str, language: str, kind: TaskKind | None = None
) -> str:
    """The name of what can be chosen; notation of several tiles stays as it is."""
    texts = (kind or task(exercise.task)).texts(language)
    for section in (texts.get("options", {}), _common(language)):
        if option in section:
            return fill(section[option], values_of(exercise, language))
    if option in RULES:
        return rule_text(option, language, exercise.rules).title
    if option.lstrip("-").isdecimal():
        return format(Number(int(option), language), "")
    tile = _tile(option)
    if tile is not None:
        return str(TileName(tile, language))
    if option.startswith("@") and option[1:].isdecimal():
        return meld_number(int(option[1:]), language)
    step, _, rule = option.partition(" ")
    if step.isdecimal() and rule in RULES:
        return f"{step}. {rule_text(rule, language, exercise.rules).title}"
    if ";" in option:
        moves = [one.strip() for one in option.split(";")]
        return "; ".join(option_label(exercise, one, language, kind) for one in moves)
    try:
        move = parse_move(option, exercise.indicator)
    except InputError:
        return option
    return _own_move(move.action, exercise, language)


def _own_move(action: Action, exercise: Exercise, language: str) -> str:
    """A move as something to do, in the learner's words."""
    match action:
        case Add(tile, meld, None):
            text = phrase("own_move.add", language, tile=TileName(tile.tile, language), meld=meld)
        case Discard(tile):
            text = phrase("own_move.discard", language, tile=TileName(tile, language))
        case Swap(tile, meld):
            text = phrase("own_move.swap", language, tile=TileName(tile, language), meld=meld)
        case Take():
            text = phrase("own_move.take", language)
        case Open(melds):
            text = phrase("own_move.open", language, melds=melds_words(melds, language))
        case Lay(melds):
            named = [
                join([str(TileName(one.tile, language)) for one in meld.tiles], language)
                for meld in melds
            ]
            text = phrase("own_move.lay", language, melds="; ".join(named))
        case _:
            text = move_sentence(action, language, indicator=exercise.indicator)
    first = text[:1]
    upper = "İ" if language == "tr" and first == "i" else first.upper()
    return upper + text[1:]


def _tile(option: str) -> Tile | None:
    try:
        return Tile.parse(option)
    except InputError:
        return None


def rule_set_values(rules: RuleSet, language: str) -> dict[str, object]:
    """The numbers of a rule set that a text may name. What it does not have is left out.

    `threshold` points and `pairs_needed` pairs open, `starter` and `others` are the tiles dealt,
    `showing_pairs` end a game without opening, `declared_pairs` are declared, `start` is where a
    countdown begins, `unopened` is written by who never opened, `run_cap` tiles lie off on a run.
    What costs or brings points, and what multiplies them, stands in `scoring_values`.
    """
    found: dict[str, int | None] = {"starter": rules.hand.starter, "others": rules.hand.others}
    if rules.opening is not None:
        found |= {"threshold": rules.opening.points, "pairs_needed": rules.opening.pairs}
    if rules.showing is not None:
        found["showing_pairs"] = rules.showing.pairs
    if rules.declaring is not None:
        found["declared_pairs"] = rules.declaring.pairs
    if rules.table is not None:
        found["run_cap"] = rules.table.run_cap
    if isinstance(rules.scoring, Countdown):
        found["start"] = rules.match.start
    else:
        found["unopened"] = rules.scoring.unopened
        found["winner"] = rules.scoring.winner
    found |= scoring_values(rules)
    return {
        name: Number(value, language)
        for name, value in found.items()
        if isinstance(value, int) and not isinstance(value, bool)
    }


def scoring_values(rules: RuleSet) -> dict[str, int | None]:
    """What a rule set writes; None or left out where it has no such thing.

    Penalties: `layable`, `thrown`, `given`, `retrieved`. `okey_held` and `false_held` are what such
    a tile left in a hand counts. `siler_points`, `siler_pairs` and the bonus `siler`. Factors:
    `times_okey`, `times_pairs`, `times_from_hand`, `times_direct`, `times_risk`, `times_pair_hand`
    for what a pair opener has left. `finish`, `shown` and `loss_okey` are those of a countdown.
    """
    scoring, penalties = rules.scoring, rules.penalties
    if isinstance(scoring, Countdown):
        return {
            "finish": scoring.finish,
            "shown": scoring.shown,
            "times_okey": scoring.okey,
            "times_pairs": scoring.pairs,
            "loss_okey": scoring.finish * scoring.okey,
        }
    factors, siler = scoring.factors, scoring.siler
    return {
        "layable": penalties.layable_discard or None,
        "thrown": penalties.okey_thrown or None,
        "given": penalties.giver or None,
        "retrieved": penalties.okey_retrieved or None,
        "okey_held": scoring.okey_held,
        "false_held": scoring.false_okey_held,
        "siler_points": None if siler is None else siler.points,
        "siler_pairs": None if siler is None else siler.pairs,
        "siler": None if siler is None else siler.bonus,
        "times_okey": factors.okey,
        "times_pairs": factors.pairs,
        "times_from_hand": factors.from_hand,
        "times_direct": factors.direct,
        "times_risk": factors.risk,
        "times_pair_hand": scoring.pairs_remainder,
    }


def values_of(exercise: Exercise, language: str) -> dict[str, object]:
    """All values of an exercise's texts: the rule set's, the indicator, the okey, and its own."""
    return {
        **rule_set_values(exercise.rules, language),
        "indicator": TileName(exercise.indicator, language),
        "okey": TileName(exercise.okey, language),
        **sentence_values(exercise.values, language),
    }


def sentence_values(values: Mapping[str, str | int], language: str) -> dict[str, object]:
    """Values for a sentence: an int as a number, a text as tiles, a seat, a rule or moves."""
    return {name: _value(value, language) for name, value in values.items()}


def fill(template: str, values: Mapping[str, object]) -> str:
    """A text with its values. Raise `KeyError` for a placeholder that nothing fills."""
    return template.format_map(values)


def _value(value: str | int, language: str) -> object:
    if isinstance(value, int):
        return Number(value, language)
    kind, colon, rest = value.partition(":")
    if colon and kind == "seat":
        return SeatName(int(rest), language)
    if colon and kind == "rule":
        return rule_text(rest, language).title
    if colon and kind == "moves":
        return rest
    tiles = [Tile.parse(word) for word in value.split()]
    return TileName(tiles[0], language) if len(tiles) == 1 else tile_names(tiles, language)


def said(
    exercise: Exercise,
    key: str,
    language: str,
    kind: TaskKind | None = None,
    values: Mapping[str, str | int] | None = None,
) -> str:
    """One of the kind's sentences about an exercise; `values` are further ones, of an outcome.

    Raise `KeyError` where the kind has no such sentence.
    """
    texts = (kind or task(exercise.task)).texts(language)
    own = f"{key}-{exercise.rules.key}"
    template: str = texts[own] if own in texts else texts[key]
    known = values_of(exercise, language)
    return fill(template, known | sentence_values(values or {}, language))


def _common(language: str) -> dict[str, str]:
    found: dict[str, str] = content(language, "tasks")[COMMON]
    return found
