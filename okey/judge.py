"""One judge for every arrangement: what a player lays, what a search finds, what a book shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, Final, get_args

from okey.errors import InputError
from okey.hand import Hand, check_copies, without
from okey.melds import Meld, MeldKind, laid_tiles
from okey.reading import read
from okey.rules.catalogue import RULES
from okey.rules.melds import IllegalMeld
from okey.rules.model import As, Chapter, MeldVerdict, RuleSet, Verdict, Violation
from okey.rules.opening import Submission
from okey.tiles import Tile, okey_face
from okey.values import quick

Check = Callable[[Any, RuleSet], Iterable[Violation]]
WAYS: Final[tuple[As, ...]] = get_args(As)

_new_submission, _new_verdict = quick(Submission), quick(Verdict)
_new_meld_verdict = quick(MeldVerdict)

# What is asked of the submission as a whole.
_CHAPTERS: Final[dict[str, frozenset[Chapter]]] = {
    "melds": frozenset({Chapter.TURN}),
    "opening": frozenset({Chapter.OPENING, Chapter.TURN}),
    "finish": frozenset({Chapter.OPENING, Chapter.TURN, Chapter.FINISH}),
}


def judge(
    melds: Sequence[Meld],
    *,
    rules: RuleSet,
    indicator: Tile,
    as_: As = "melds",
    hand: Hand | None = None,
    beside: int = 0,
) -> Verdict:
    """Judge melds as they are laid: each on its own, as an opening, or as a finish.

    The order of the tiles in a meld says what an okey without a declared face stands for; no
    tile is moved to another meld. All rules that are broken are named. `points` counts the legal
    runs and groups. With a `hand` the melds must be made of its tiles, and an opening must leave
    one. A finish lays out all but one tile of `hand`, or shows the hand (classic). `beside` is what
    tiles are worth that are laid off together with an opening; it counts where a rule set says so.

    >>> from okey import parse_melds, read_indicator, rule_set
    >>> b10 = read_indicator("B10")
    >>> melds = parse_melds("R10 R11 * R13 | R7 Y7 B7 K7 | Y9 B9 K9", b10)
    >>> judge(melds, rules=rule_set("101-club"), indicator=b10, as_="opening").points
    101

    Raise `InputError`: `count.face` for more than two of a face laid (the indicator counts),
    `notation.meld` for no meld, `notation.tile` for a number alone outside a group,
    `input.field` where a 101 finish lacks the hand.
    """
    if not melds or not all(meld.tiles for meld in melds):
        raise InputError("notation.meld", "melds: ")
    if as_ == "finish" and hand is None and rules.showing is None:
        raise InputError("input.field", "hand")
    check_copies([*laid_tiles(melds), indicator], "melds")
    held = None if hand is None else hand.tiles
    okey = okey_face(indicator)
    return judge_laid(melds, rules=rules, okey=okey, as_=as_, hand=held, beside=beside)


def judge_laid(
    melds: Sequence[Meld],
    *,
    rules: RuleSet,
    okey: Tile,
    as_: As = "melds",
    hand: Sequence[Tile] | None = None,
    left: tuple[Tile, ...] | None = None,
    beside: int = 0,
) -> Verdict:
    """Judge melds as `judge` does, in the middle of a round, where all tiles were counted before.

    `okey` is the face of the okey. `left` is what the melds leave of the hand, where that is known
    already. Raise `InputError` (`notation.tile`) for a number alone outside
    a group.
    """
    violations: list[Violation] = []
    verdicts, points = [], 0
    for index, meld in enumerate(melds):
        verdict = _judge_meld(index, meld, rules, okey, violations)
        verdicts.append(verdict)
        points += verdict.points
    if as_ == "opening" and rules.opening is not None and rules.opening.lay_off_counts:
        points += beside

    missing = None
    if hand is not None:
        left = without(hand, laid_tiles(melds)) if left is None else left
        missing = _missing(hand, melds, left)
    judged = tuple(verdicts)
    submission = _new_submission(as_, tuple(melds), judged, points, missing, left)
    for check in _checks(rules.rules, as_):
        violations.extend(check(submission, rules))
    return _new_verdict(not violations, points, judged, tuple(violations))


@cache
def _checks(in_force: tuple[str, ...], as_: As) -> tuple[Check, ...]:
    """The checks that a submission is asked, in the rulebook's order."""
    asked = (RULES[rule_id] for rule_id in in_force)
    chapters = _CHAPTERS[as_]
    return tuple(
        rule.check for rule in asked if rule.chapter in chapters and rule.check is not None
    )


def _missing(hand: Sequence[Tile], melds: Sequence[Meld], left: Sequence[Tile]) -> tuple[Tile, ...]:
    """The tiles laid that the hand does not hold."""
    if len(left) + sum([len(meld.tiles) for meld in melds]) == len(hand):
        return ()
    held = Counter([tile.index for tile in hand])
    missing = []
    for tile in laid_tiles(melds):
        if held[tile.index]:
            held[tile.index] -= 1
        else:
            missing.append(tile)
    return tuple(missing)


def _judge_meld(
    index: int, meld: Meld, rules: RuleSet, okey: Tile, violations: list[Violation]
) -> MeldVerdict:
    """Judge one meld, and add what is wrong with it to `violations`."""
    reading = read(meld, rules, okey)
    if reading is not None:
        return _new_meld_verdict(meld, reading.kind, reading.points, reading)
    facts = IllegalMeld.of(index, meld, okey, rules)
    if facts.kind is not MeldKind.GROUP:
        for face, tile in zip(facts.faces, meld.tiles, strict=True):
            if isinstance(face, int):  # a number alone has a meaning in a group only
                raise InputError("notation.tile", f"melds: {tile}")
    for rule_id in rules.rules:
        rule = RULES[rule_id]
        if rule.chapter is Chapter.MELDS and rule.check is not None:
            violations.extend(rule.check(facts, rules))
    return MeldVerdict(meld, facts.kind, 0, None)
