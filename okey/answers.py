"""What each verb answers, JSON objects in and out, for the command line and the API."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from okey.errors import InputError
from okey.hand import Hand, check_copies, read_indicator, read_tile
from okey.judge import WAYS, judge
from okey.notation import format_melds, parse_melds
from okey.replay import play_answer, replay_answer
from okey.rules.model import RuleSet, Verdict
from okey.rules.rulesets import rule_set
from okey.search import OpeningSolution, advise, outs, solve
from okey.tally import score_answer
from okey.tiles import Tile

Json = dict[str, Any]
Line = Mapping[str, Any]


def answer(verb: str, line: Line, default_rules: str | None = None) -> Json:
    """Answer one line of a verb of `VERBS`. The line's own `rules` beat the default.

    >>> answer("solve", {"indicator": "B10", "hand": "R5 R6 *"}, "101-guide")["best_points"]
    18

    Raise `InputError` where the line is malformed.
    """
    return VERBS[verb](line, _rules(line, default_rules))


def answer_or_error(verb: str, line: object, default_rules: str | None = None) -> Json:
    """Answer one line with its `id`, or with the `error`'s `code` and place where malformed."""
    if not isinstance(line, dict):
        return {"id": None, "error": {"code": "input.json", "at": type(line).__name__}}
    try:
        return {"id": line.get("id"), **answer(verb, line, default_rules)}
    except InputError as error:
        return {"id": line.get("id"), "error": {"code": error.code, "at": error.at}}


# Verbs


def _solve(line: Line, rules: RuleSet) -> Json:
    solution = solve(_hand(line, range(1, rules.hand.starter + 1)), rules)
    if isinstance(solution, OpeningSolution):
        return {
            "best_points": solution.best_points,
            "best_melds": format_melds(solution.best_melds, kinds=False),
            "most_tiles": solution.most_tiles,
            "most_tiles_melds": format_melds(solution.most_tiles_melds, kinds=False),
            "pairs": solution.pairs,
            "can_open": solution.can_open,
            "opens_by": list(solution.opens_by),
            "can_finish": solution.can_finish,
        }
    melds = solution.melds
    return {
        "complete": solution.complete,
        "by": solution.by,
        "melds": None if melds is None else format_melds(melds, kinds=False),
        "throw": None if solution.throw is None else str(solution.throw),
    }


def _judge(line: Line, rules: RuleSet) -> Json:
    as_ = "melds" if line.get("as") is None else line["as"]
    if as_ not in WAYS:
        raise InputError("input.field", f"as: {as_[:40]}" if isinstance(as_, str) else "as")
    indicator = _indicator(line)
    melds = parse_melds(_meld_texts(line), indicator)
    hand = None
    if line.get("hand") is not None:
        hand = _hand(line, range(1, rules.hand.starter + 1))
    verdict = judge(melds, rules=rules, indicator=indicator, as_=as_, hand=hand)
    return verdict_json(verdict)


def _outs(line: Line, rules: RuleSet) -> Json:
    hand = _hand(line, range(rules.hand.others, rules.hand.others + 1))
    found = outs(hand, rules, _seen(line, hand))
    return {
        "outs": [{"tile": str(out.tile), "copies": out.copies} for out in found.outs],
        "total": found.total,
    }


def _advise(line: Line, rules: RuleSet) -> Json:
    hand = _hand(line, range(rules.hand.starter, rules.hand.starter + 1))
    advice = advise(hand, rules, _seen(line, hand))
    return {
        "open_now": advice.open_now,
        "discards": [
            {
                "discard": str(option.discard),
                "outs": option.outs,
                "best_points": option.best_points,
            }
            for option in advice.discards
        ],
    }


VERBS: Final[dict[str, Callable[[Line, RuleSet], Json]]] = {
    "solve": _solve,
    "judge": _judge,
    "outs": _outs,
    "advise": _advise,
    "score": score_answer,
    "replay": replay_answer,
    "play": play_answer,
}


def verdict_json(verdict: Verdict) -> Json:
    """A verdict as the verb `judge` answers it, in values that JSON knows."""
    return {
        "legal": verdict.legal,
        "points": verdict.points,
        "melds": [
            {
                "kind": meld.kind,
                "points": meld.points,
                "tiles": meld.tiles,
                "legal": meld.legal,
                "faces": None if meld.faces is None else list(meld.faces),
            }
            for meld in verdict.melds
        ],
        "violations": [
            {
                "rule": violation.rule,
                "tiles": violation.tiles,
                "params": dict(violation.params),
                "meld": violation.meld,
                "positions": list(violation.positions),
            }
            for violation in verdict.violations
        ],
    }


# Fields


def _rules(line: Line, default: str | None) -> RuleSet:
    key = line.get("rules")
    if key is None:
        key = default
    if not isinstance(key, str):
        raise InputError("input.field", "rules")
    return rule_set(key)


def _indicator(line: Line) -> Tile:
    text = line.get("indicator")
    if not isinstance(text, str):
        raise InputError("input.field", "indicator")
    return read_indicator(text)


def _text_or_list(line: Line, name: str) -> str | list[str]:
    value = line.get(name)
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(text, str) for text in value):
        return value
    raise InputError("input.field", name)


def _meld_texts(line: Line) -> str | list[str]:
    """Melds as one text, or as a list in which each meld is a text or a list of tiles."""
    value = line.get("melds")
    if isinstance(value, list):
        value = [
            " ".join(_text_or_list({"melds": meld}, "melds")) if isinstance(meld, list) else meld
            for meld in value
        ]
    return _text_or_list({"melds": value}, "melds")


def _hand(line: Line, sizes: range) -> Hand:
    """A hand of one of these sizes. The size is checked before the tiles are read."""
    indicator = _indicator(line)
    value = _text_or_list(line, "hand")
    tiles = value.split() if isinstance(value, str) else value
    if len(tiles) not in sizes:
        raise InputError("count.hand", f"hand: {len(tiles)}")
    return Hand.parse(tiles, indicator)


def _seen(line: Line, hand: Hand) -> tuple[Tile, ...]:
    """Tiles visible elsewhere. With the hand and the indicator there are two of each at most."""
    if line.get("seen") is None:
        return ()
    value = _text_or_list(line, "seen")
    words = value.split() if isinstance(value, str) else value
    seen = tuple(read_tile(word, hand.okey, "seen") for word in words)
    check_copies([*seen, *hand.tiles, hand.indicator], "seen")
    return seen
