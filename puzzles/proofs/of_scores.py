"""Proofs about the end of a round and of a match: every number summed anew."""

from __future__ import annotations

from dataclasses import dataclass, replace

from okey.endings import Board, Finish, Teams
from okey.rules.model import RuleSet
from okey.rules.rulesets import RULE_SETS
from okey.tiles import OKEY, Tile
from puzzles.proofs.shown import Ended, Shown, exactly, only, tiles_in
from puzzles.proofs.sums import SHOWN, penalties, scores


@dataclass(frozen=True, slots=True)
class Told:
    """A finished round, put together anew."""

    indicator: Tile
    boards: tuple[Board, ...]
    finish: Finish | None = None
    events: tuple[tuple[str, int], ...] = ()
    teams: Teams | None = None
    risk: bool = False


def numbers(text: str) -> tuple[int, ...]:
    """The numbers of an answer."""
    return tuple(map(int, text.split()))


def score_round(exercise: Shown, right: tuple[str, ...], rules: RuleSet) -> bool:
    """`score-round`: what is written for each seat."""
    return exercise.ended is not None and numbers(only(right)) == scores(exercise.ended, rules)


def score_compare(exercise: Shown, right: tuple[str, ...], rules: RuleSet) -> bool:
    """`score-compare`: the same round under the other rules, where something differs."""
    ended, other = exercise.ended, _named(exercise.ask)
    if ended is None or other is None or other.key == rules.key:
        return False
    own = scores(ended, rules)
    shown = tuple(int(exercise.values[f"s{seat}"]) for seat in range(len(own)))
    found = scores(seen_by(ended, other), other)
    return own == shown and found != own and numbers(only(right)) == found


def _named(ask: str) -> RuleSet | None:
    """The rule set after which a question is named, whatever else its name says."""
    name = ask.replace("_", "-")
    return next(
        (rules for key, rules in RULE_SETS.items() if name == key or name.startswith(f"{key}-")),
        None,
    )


def seen_by(ended: Ended, rules: RuleSet) -> Told:
    """The round without what these rules know nothing of."""
    boards, finish = list(ended.boards), ended.finish
    counted = {SHOWN} if rules.opening is None else set()
    if rules.opening is not None:
        counted = {rule for rule, points in penalties(rules).items() if points}
    if rules.opening is None:
        boards = [Board(None) for _ in boards]
    elif finish is not None and finish.by == "pairs":
        if rules.opening.pairs is None:
            # Pairs win there without an opening.
            boards[finish.seat] = Board(None)
            finish = replace(finish, same_turn=False, first_to_open=False)
        else:
            pairs = boards[finish.seat].opening_pairs
            boards[finish.seat] = Board("pairs", opening_pairs=pairs)
    return Told(
        ended.indicator,
        tuple(boards),
        finish,
        tuple(event for event in ended.events if event[0] in counted),
        ended.teams if rules.seating.teams else None,
        ended.risk and rules.dealing.false_indicator == "risk",
    )


# Finish now, or wait for the okey


def finish_or_wait(exercise: Shown, right: tuple[str, ...], rules: RuleSet) -> bool:
    """`finish-or-wait`: ten rounds of each, counted out."""
    good, bad = int(exercise.values["good"]), int(exercise.values["bad"])
    by = "pairs" if exercise.ask.endswith("pairs") else "melds"
    own_board = Board("pairs" if by == "pairs" else "melds")
    held = replace(own_board, hand=(OKEY,))
    (tile,) = tiles_in(exercise, str(exercise.values["tile"]))
    state = exercise.round
    if state is None or sorted(state.seats[0].hand or ()) != sorted((tile, OKEY)):
        return False

    def gain(own: Board, other: Board, finish: Finish) -> int:
        boards = (own, other, Board(None), Board(None))
        written = scores(Told(exercise.indicator, boards, finish), rules)
        return written[0] - (written[2] if exercise.ask.startswith("lead") else 0)

    opened = Board("melds")
    plain = gain(own_board, opened, Finish(0, by=own_board.opened or "melds"))
    with_okey = gain(own_board, opened, Finish(0, okey_last=True, by=own_board.opened or "melds"))
    lost = gain(held, opened, Finish(1))
    now, later = 10 * plain, good * with_okey + bad * lost
    return good + bad == 10 and exactly(right, {"finish": now < later, "wait": later < now})


# Which finish was it?


def reverse_score(exercise: Shown, right: tuple[str, ...], rules: RuleSet) -> bool:
    """`reverse-score`: every finish offered by which these scores can have come about."""
    shown = [int(exercise.values[f"s{seat}"]) for seat in range(4)]
    if sum(one < 0 for one in shown) != 1:
        return False
    possible = {
        key
        for key, finish in finishes(rules)
        if _told(finish, exercise.ask) and _comes_about(shown, finish, rules)
    }
    return exactly(right, {one: one in possible for one in exercise.options})


def finishes(rules: RuleSet) -> list[tuple[str, Finish]]:
    """Every finish, with the name of those that these rules count alike."""
    named = []
    for by in ("melds", "pairs"):
        for okey in (False, True):
            for same, first in ((False, False), (True, False), (True, True)):
                finish = Finish(0, okey, by, same, first)
                named.append((name_of(finish, rules), finish))
    return named


def name_of(finish: Finish, rules: RuleSet) -> str:
    """What these rules call a finish, as far as they count it on its own."""
    factors = getattr(rules.scoring, "factors", None)
    assert factors is not None
    pairs = "declared" if rules.declaring is not None else "pairs"
    words = [pairs] if finish.by == "pairs" else []
    if finish.same_turn and factors.from_hand != 1:
        words.append("from_hand")
    if finish.same_turn and finish.first_to_open and factors.direct != 1:
        words.append("direct")
    return "_".join([*(words or ["normal"]), *(["okey"] if finish.okey_last else [])])


def _told(finish: Finish, ask: str) -> bool:
    """Whether a finish agrees with what is said about it."""
    return {
        "any": True,
        "melds": finish.by == "melds",
        "pairs": finish.by == "pairs",
        "earlier": finish.by == "melds" and not finish.same_turn,
        "same": finish.by == "melds" and finish.same_turn,
    }[ask]


def _comes_about(shown: list[int], finish: Finish, rules: RuleSet) -> bool:
    """Whether some boards of the others give these scores with this finish."""
    scoring = rules.scoring
    factors = getattr(scoring, "factors", None)
    assert factors is not None
    if finish.by == "pairs" and rules.declaring is not None and finish.same_turn:
        return False  # declared without an opening
    if finish.by == "pairs" and finish.same_turn and finish.first_to_open:
        return False  # pairs alone never empty a hand
    times = 1
    for factor, counts in (
        (factors.okey, finish.okey_last),
        (factors.pairs, finish.by == "pairs"),
        (factors.from_hand, finish.same_turn),
        (factors.direct, finish.same_turn and finish.first_to_open),
    ):
        times *= factor if counts else 1
    if factors.most is not None:
        times = min(times, factors.most)
    winner = next(one for one in shown if one < 0)
    if winner != getattr(scoring, "winner", 0) * times:
        return False
    unopened = getattr(scoring, "unopened", 0) * times
    others = [one for one in shown if one >= 0]
    opened = [_is_left(one, times, rules) for one in others]
    if not all(one == unopened or left for one, left in zip(others, opened, strict=True)):
        return False
    if not finish.same_turn:
        return True
    if finish.first_to_open:
        return all(one == unopened for one in others)
    return any(opened)


_MOST_LEFT = 8 * 13 + 8 * 12 + 5 * 11  # of 21 tiles


def _is_left(score: int, times: int, rules: RuleSet) -> bool:
    """Whether an opened seat can have so many points left."""
    scoring = rules.scoring
    factors = getattr(scoring, "factors", None)
    assert factors is not None
    factor = times if factors.remainder else 1
    if score % factor:
        return False
    value = score // factor
    held = getattr(scoring, "okey_held", None) or 0
    twice = getattr(scoring, "pairs_remainder", 1)
    ways = [1] if rules.opening is None or rules.opening.pairs is None else [1, twice]
    for okeys in range(3 if held else 1):
        plain = value - okeys * held
        if any(plain % way == 0 and 0 <= plain // way <= _MOST_LEFT for way in ways) and (
            plain > 0 or okeys
        ):
            return True
    return False


# Chips


def chips(exercise: Shown, right: tuple[str, ...], rules: RuleSet) -> bool:
    """`chips`: the pot less the rake, parted by the places; or all of it to the only opener."""
    own = rules.match.chips
    if own is None:
        return False
    pot = int(exercise.values["pot"])
    rest = pot - pot * own.rake // 100
    totals = [int(exercise.values[f"t{seat}"]) for seat in range(4)]
    if exercise.ask == "only":
        shares = [0] * 4
        shares[int(str(exercise.values["seat"]).rpartition(":")[2])] = rest
    else:
        shares = parted(rest, totals, own.first, own.second)
    return numbers(only(right)) == tuple(shares)


def parted(rest: int, totals: list[int], first: int, second: int) -> list[int]:
    """What each seat gets; the lowest total is place 1, and who ties shares what the places get.

    A chip that cannot be split goes to place 1, and there to the seats in their order.
    """
    small = rest * second // (first + second)
    prizes = [rest - small, small, 0, 0]
    shares = [0] * len(totals)
    place = 0
    for total in sorted(set(totals)):
        seats = [seat for seat, one in enumerate(totals) if one == total]
        for seat in seats:
            shares[seat] = sum(prizes[place : place + len(seats)]) // len(seats)
        place += len(seats)
    winners = [seat for seat, one in enumerate(totals) if one == min(totals)]
    for odd in range(rest - sum(shares)):
        shares[winners[odd % len(winners)]] += 1
    return shares
