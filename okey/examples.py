"""Examples of rules, asked of the part of the engine that they speak to.

The examples of the catalogue are its tests and the illustrations of the rulebook at once.
"""

from __future__ import annotations

from okey.errors import InputError
from okey.hand import Hand, check_copies, read_indicator, read_tile
from okey.judge import judge
from okey.moves import Draw, Move, parse_move
from okey.notation import parse_melds
from okey.positions import position_of
from okey.referee import Refusal, apply, legal
from okey.rules.examples import AnyExample, Example, Play, Standing, Start, Tally
from okey.rules.model import Rule, RuleSet
from okey.table import check_table
from okey.tally import standing_holds, tally_holds
from okey.tiles import FALSE_OKEY, Tile, okey_face


def holds(rule: Rule, example: AnyExample, rules: RuleSet) -> bool:
    """Whether an example keeps a rule.

    Melds are judged, moves made, a deal is checked, a round and a match are scored. Raise
    `InputError` where an example cannot be read, `ValueError` where not its last move is refused.
    """
    match example:
        case Tally():
            return tally_holds(rule, example, rules)
        case Standing():
            return standing_holds(rule, example, rules)
        case _:
            return not broken(rule, example, rules)


def broken(rule: Rule, example: AnyExample, rules: RuleSet) -> frozenset[str]:
    """The ids of the rules that melds, moves or a deal break, and of `rule`'s penalty if written.

    A rule that forbids nothing is broken where the example breaks any other.
    """
    match example:
        case Example():
            return _judged(example, rules)
        case Play():
            return _played(rule, example, rules)
        case Start():
            return started(example, rules)
        case _:
            return frozenset() if holds(rule, example, rules) else frozenset({rule.id})


def _judged(example: Example, rules: RuleSet) -> frozenset[str]:
    indicator = read_indicator(example.indicator)
    verdict = judge(
        parse_melds(example.melds, indicator),
        rules=rules,
        indicator=indicator,
        as_=example.as_,
        hand=None if example.hand is None else Hand.parse(example.hand, indicator),
    )
    return frozenset(violation.rule for violation in verdict.violations)


def moves_of(play: Play) -> tuple[Move, ...]:
    """The moves of an example. Raise `InputError` where one cannot be read."""
    indicator = read_indicator(play.indicator)
    return tuple(parse_move(text, indicator) for text in play.moves.split(";"))


def _played(rule: Rule, play: Play, rules: RuleSet) -> frozenset[str]:
    """What the last move breaks, and the penalty of this rule if it writes it."""
    round_ = position_of(play, rules)
    *before, last = moves_of(play)
    for move in before:
        done = apply(round_, move)
        if isinstance(done, Refusal):
            raise ValueError(f"{rule.id}: {move} is refused")
        round_ = done.round
    if isinstance(last.action, Draw):  # what is drawn in an example nobody knows
        return frozenset(violation.rule for violation in legal(round_, last))
    done = apply(round_, last)
    if isinstance(done, Refusal):
        return frozenset(violation.rule for violation in done.violations)
    return frozenset(event.rule for event in done.events if event.rule == rule.id)


def started(deal: Start, rules: RuleSet) -> frozenset[str]:
    """The rules of the deal that a deal breaks."""
    sizes = [hand if isinstance(hand, int) else len(hand.split()) for hand in deal.hands]
    found = set()
    wanted = [rules.hand.starter] + [rules.hand.others] * (len(sizes) - 1)
    try:
        check_table(rules, len(sizes), 0, False, None)
    except InputError:
        found.add("deal.hands")
    if sizes != wanted:
        found.add("deal.hands")
    *false, indicator = map(Tile.parse, deal.turned or ("F",))
    turned_again = "deal.risk" if rules.dealing.false_indicator == "risk" else "deal.redraw"
    if not deal.turned or any(tile != FALSE_OKEY for tile in false):
        found.add("deal.indicator")
    elif not indicator.is_face:
        found.add(turned_again)
    if not indicator.is_face:
        return frozenset(found)
    okey = okey_face(indicator)
    held = [
        read_tile(word, okey, "hand")
        for hand in deal.hands
        if isinstance(hand, str)
        for word in hand.split()
    ]
    risk = false[:1] if turned_again == "deal.risk" else []
    try:
        check_copies([*held, indicator, *risk], "deal")
    except InputError:
        found.add("deal.tiles" if held.count(indicator) < 2 else "deal.indicator")
    return frozenset(found)
