"""The engine's verbs and its rules in the API.

The shapes are those of `python -m okey`: one object, or a list of at most a hundred. A single
object that cannot be read is answered with 400; in a list the `error` stands in its place.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, Final

from django.http import Http404
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import limits, metering
from accounts.at_once import AtOnce
from accounts.measuring import timed
from accounts.players import caller, player_of
from okey import RULE_SETS, RULES
from okey.answers import answer_or_error
from tutor import looked_up, schema, schema_rounds
from tutor.compare.data import compare_data
from tutor.rule_data import rule_data, rule_set_data, rule_set_detail
from tutor.texts import error_message, known_language

MOST: Final = 100  # elements of a list
LIMIT: Final = "engine"
LISTS: Final = AtOnce(1)  # a hundred of the worst hands take the engine a second
HARD: Final = 0.005  # seconds of one question
REST: Final = 4  # times as long as it took
MOVES_A_QUESTION: Final = 8
SOLVERS: Final = ("solve", "outs", "advise")

Json = dict[str, Any]


@extend_schema(**schema.SOLVE)
@api_view(["POST"])
def solve(request: Request) -> Response:
    """Solve hands: the most points, the most tiles, the pairs, and what the hand can do."""
    return _answer("solve", request)


@extend_schema(**schema.JUDGE)
@api_view(["POST"])
def judge(request: Request) -> Response:
    """Judge melds as they are laid: each on its own, as an opening or as a finish.

    An illegal submission is a verdict with its violations, and a 200.
    """
    return _answer("judge", request)


@extend_schema(**schema.OUTS)
@api_view(["POST"])
def outs(request: Request) -> Response:
    """List the tiles that let a hand open (in classic: complete it), with unseen copies."""
    return _answer("outs", request)


@extend_schema(**schema.ADVISE)
@api_view(["POST"])
def advise(request: Request) -> Response:
    """Rank the discards of a hand by the outs that are left."""
    return _answer("advise", request)


@extend_schema(**schema_rounds.SCORE)
@api_view(["POST"])
def score(request: Request) -> Response:
    """Score finished rounds: what each seat writes, in lines that add up."""
    return _answer("score", request)


@extend_schema(**schema_rounds.REPLAY)
@api_view(["POST"])
def replay(request: Request) -> Response:
    """Replay rounds from the deal on: the state after the moves, penalties and the score.

    A move that the rules do not allow stops the replay; it is named, and the answer is a 200.
    """
    return _answer("replay", request)


@extend_schema(**schema_rounds.PLAY)
@api_view(["POST"])
def play(request: Request) -> Response:
    """Play moves in positions: may it be done, what does it cost, and how it stands then."""
    return _answer("play", request)


@extend_schema(**schema.RULE_SETS)
@api_view(["GET"])
def rule_sets(request: Request) -> Response:
    """List the rule sets with their parameters, in the language asked for."""
    return Response([rule_set_data(rules, _language()) for rules in RULE_SETS.values()])


@extend_schema(**schema.RULE_SET)
@api_view(["GET"])
def rule_set(request: Request, key: str) -> Response:
    """One rule set: its parameters, and the rules in force with title and sentence."""
    if key not in RULE_SETS:
        raise Http404
    return Response(rule_set_detail(RULE_SETS[key], _language()))


@extend_schema(**schema.RULE)
@api_view(["GET"])
def rule(request: Request, rule_id: str) -> Response:
    """One rule: texts, sources, and examples with the verdict of each rule set that plays it."""
    if rule_id not in RULES:
        raise Http404
    return Response(rule_data(RULES[rule_id], _language()))


@extend_schema(**schema.COMPARE)
@api_view(["GET"])
def compare(request: Request) -> Response:
    """Compare two rule sets: other values, each with an example, and the rules of one alone."""
    keys = [request.query_params.get(name) for name in ("a", "b")]
    for name, key in zip(("a", "b"), keys, strict=True):
        if key not in RULE_SETS:
            code = "input.field" if key is None else "rules.unknown"
            at = name if key is None else f"{name}: {key[:40]}"
            message = error_message(code, at, _language())
            return _refused({"code": code, "at": at, "message": message})
    ours, theirs = map(str, keys)
    return Response(compare_data(ours, theirs, _language()))


def _answer(verb: str, request: Request) -> Response:
    found = _answered(verb, request)
    if verb in SOLVERS:  # after the limit: what was not answered was not looked up
        looked_up.note(player_of(request), verb, looked_up.hands_of(request.data))
    return found


def _answered(verb: str, request: Request) -> Response:
    body = request.data
    if isinstance(body, list):
        if len(body) > MOST:
            message = error_message("list.length", str(len(body)), _language(), most=MOST)
            return _refused({"code": "list.length", "at": str(len(body)), "message": message})
        elements = sum(map(_weight, body))
        with LISTS.of(caller(request)):
            _count(request, elements)
            with metering.metered(LIMIT, caller(request), elements):
                return Response(list(_each(verb, body)))
    elements = _weight(body)
    _count(request, elements)
    with metering.metered(LIMIT, caller(request), elements):
        found = _one(verb, body)
    return _refused(found["error"]) if "error" in found else Response(found)


def _each(verb: str, lines: list[Any]) -> Iterator[Json]:
    """Answer a list, giving way after each hard question: others ask for a page meanwhile."""
    for line in lines:
        begun = metering.reckoned()
        yield _one(verb, line)
        took = metering.reckoned() - begun
        if took > HARD:
            time.sleep(REST * took)


def _weight(line: object) -> int:
    """How many questions an element is: some moves of a round cost as much as a hand."""
    moves = line.get("moves") if isinstance(line, dict) else None
    if isinstance(moves, str):
        moves = moves.split(";")
    return 1 + (len(moves) // MOVES_A_QUESTION if isinstance(moves, list) else 0)


def _count(request: Request, elements: int) -> None:
    """Count what the engine is asked: a list of a hundred hands is a hundred hands."""
    verdict = limits.hit_named(LIMIT, caller(request), elements)
    if not verdict.allowed:
        raise Throttled(wait=verdict.retry_after)


def _one(verb: str, line: object) -> Json:
    with timed("engine", verb=verb):
        found = answer_or_error(verb, line)
    error = found.get("error")
    if error is not None:
        error["message"] = error_message(error["code"], error["at"], _language())
    return found


def _refused(error: Json) -> Response:
    return Response({"error": error}, status=400)


def _language() -> str:
    return known_language(get_language())
