"""What habits cost or bring, by simulated rounds: the figures that the lessons on strategy quote.

    python -m benchmarks.strategy --rounds 1000 --write

Seat 0 plays one habit, the others play as the bot of middle strength. Every deal is played once
with each habit, so that good hands help none of them: what counts is the difference to the plain
game on the same deal. The table shows means with their intervals of 95 %. `--write` stores the
figures beside the lessons, with the command and the number of rounds; `--rules` names rule sets,
and those of others stay as they are.
"""

from __future__ import annotations

import argparse
import math
import sys
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path as File
from typing import Final

from okey.bots.middle import by_count, middle_moves
from okey.bots.paths import Moves, Path, use_taken
from okey.bots.view import seen_by
from okey.deal import deal_round
from okey.hand import Hand
from okey.moves import DeclarePairs, Discard, Draw, Finish, Move, Open, Pass
from okey.referee import Applied, apply
from okey.rules.model import RuleSet
from okey.rules.rulesets import RULE_SETS
from okey.search import outs
from okey.search.turn_best import best_lay, best_opening
from okey.table import Phase, Round, without
from okey.tiles import OKEY, Tile

SEED: Final = "strategy"
COMMAND: Final = "python -m benchmarks.strategy --rounds ROUNDS --rules KEY --write"
FIGURES: Final = File(__file__).parents[1] / "tutor/lessons/content/strategy/figures.toml"
MORE: Final = 10  # points that a patient player waits for
FEW, MANY = 4, 10  # tiles that would open: at most, at least
WITHIN: Final = 3  # own turns
Player = Callable[[Round], Moves]


# How seat 0 plays


def _careful(round_: Round) -> tuple[Tile, ...]:
    """The hand from the tile to throw first, those that cost a penalty last."""

    def paid(tile: Tile) -> int:
        done = apply(round_, Move(Discard(tile)))
        seat = round_.turn.seat
        events = done.events if isinstance(done, Applied) else ()
        return sum(event.points for event in events if event.seat == seat)

    return tuple(sorted(by_count(round_), key=paid))  # stable


def _by_pairs(round_: Round) -> tuple[Tile, ...]:
    """The hand from the tile that is there once; two of a kind and the okey stay."""
    hand = round_.hand or ()

    def key(tile: Tile) -> tuple[int, int, int]:
        seen = sum(tile == other for seat in round_.seats for other in seat.discards)
        return (99 if tile == OKEY else hand.count(tile), -seen, tile.index)

    return tuple(sorted(dict.fromkeys(hand), key=key))


def _waits(path: Path) -> Path:
    """Open with ten points more than needed, or by pairs."""
    moves = best_opening(path.round)
    opening, turn = path.round.rules.opening, path.round.turn
    for move in moves[:1]:
        if isinstance(move.action, Open) and opening is not None and not turn.owes:
            done = apply(path.round, move)
            if isinstance(done, Applied):
                points = done.round.player.opening_points
                if points is not None and points < opening.points + MORE:
                    return path
    return path.then(moves) or path


def _without_okey(round_: Round) -> Round:
    """The round as if the seat on turn held no okey."""
    hand = tuple(tile for tile in round_.hand or () if tile != OKEY)
    seat = replace(round_.player, hand=hand)
    seats = (*round_.seats[: round_.turn.seat], seat, *round_.seats[round_.turn.seat + 1 :])
    return replace(round_, seats=seats)


def _plays(
    *,
    throws: Callable[[Round], tuple[Tile, ...]] = by_count,
    opens: Callable[[Path], Path] | None = None,
    hoards: bool = False,
    pairs: bool = False,
) -> Player:
    """A player like the middle one, in one habit different; the plain one takes no discard."""

    def moves(seen: Round) -> Moves:
        if seen.turn.phase is Phase.DRAW:
            begun = Path((), seen)
            for action in (DeclarePairs(), Draw(), Pass()):
                path = begun.do(action)
                if path is not None:
                    return path.moves
            return middle_moves(seen)
        path = Path((), seen)
        declared = path.do(DeclarePairs())
        if declared is not None:
            return declared.moves
        for best in (best_opening, best_lay):
            if best is best_opening and pairs and not _opens_by_pairs(path.round):
                continue
            if best is best_opening and opens is not None:
                path = opens(path)
                continue
            known = _without_okey(path.round) if hoards and not path.round.turn.owes else path.round
            path = path.then(best(known)) or path
        if path.round.turn.owes:
            path = use_taken(path) or path
        for tile in throws(path.round):
            if hoards and tile == OKEY and len(path.round.hand or ()) > 1:
                continue
            done = path.do(Discard(tile))
            if done is not None:
                return done.moves
        return middle_moves(seen)

    return moves


def _opens_by_pairs(round_: Round) -> bool:
    moves = best_opening(round_)
    action = moves[0].action if moves else None
    return isinstance(action, Open) and len(action.melds[0]) == 2


def _shows(throws: Callable[[Round], tuple[Tile, ...]]) -> Player:
    """A player where a whole hand is shown: draws, finishes when it can, and throws so."""

    def moves(seen: Round) -> Moves:
        if seen.turn.phase is Phase.DRAW:
            drawn = Path((), seen).do(Draw())
            return middle_moves(seen) if drawn is None else drawn.moves
        usual = middle_moves(seen)
        if any(isinstance(move.action, Finish) for move in usual):
            return usual
        return (Move(Discard(throws(seen)[0])),)

    return moves


HABITS: Final[dict[str, Player]] = {
    "plain": _plays(),
    "wait": _plays(opens=_waits),
    "hoard": _plays(hoards=True),
    "careful": _plays(throws=_careful),
    "pairs": _plays(throws=_by_pairs, pairs=True),
}


SHOWING: Final[dict[str, Player]] = {"plain": _shows(by_count), "pairs": _shows(_by_pairs)}


def habits_in(rules: RuleSet) -> tuple[str, ...]:
    """The habits that make a difference under a rule set; the plain game first."""
    if rules.opening is None:
        return tuple(SHOWING)
    careful = ("careful",) if rules.penalties.layable_discard else ()
    pairs = ("pairs",) if rules.opening.pairs or rules.declaring else ()
    return ("plain", "wait", "hoard", *careful, *pairs)


# Rounds


@dataclass(slots=True)
class Seen:
    """What is counted of one habit: seat 0's points, and how the rounds went."""

    points: list[int] = field(default_factory=list)
    opened: int = 0
    won: int = 0
    nobody: int = 0
    turns: int = 0
    few: list[bool] = field(default_factory=list)
    many: list[bool] = field(default_factory=list)


def play(rules: RuleSet, number: int, player: Player, seen: Seen, *, counts_outs: bool) -> None:
    """Play one deal to its end and count it."""
    round_ = deal_round(rules, SEED, number, 4, number % 4)
    waiting: list[tuple[int, int]] = []  # seat 0's turns, and the outs it had then
    opened_at: int | None = None
    while not round_.over:
        seat = round_.turn.seat
        view = seen_by(round_, seat)
        own = round_.seats[0]
        if counts_outs and seat == 0 and round_.turn.phase is Phase.DRAW and own.opened is None:
            waiting.append((own.turns, _outs(view)))
        moves = player(view) if seat == 0 else middle_moves(view)
        for move in moves:
            done = apply(round_, move)
            if not isinstance(done, Applied):
                raise ValueError(f"{move} is not legal: {done.violations}")
            round_ = done.round
        if opened_at is None and round_.seats[0].opened is not None:
            opened_at = round_.seats[0].turns
    assert round_.result is not None
    seen.points.append(round_.result.scores[0])
    seen.opened += round_.seats[0].opened is not None
    seen.won += round_.finish is not None and round_.finish.seat == 0
    seen.nobody += round_.finish is None
    seen.turns += round_.seats[0].turns
    last = round_.seats[0].turns
    for turn, count in waiting:
        soon = opened_at is not None and opened_at <= turn + WITHIN
        if not soon and last < turn + WITHIN:
            continue  # the round ended before it could be seen
        if 0 < count <= FEW:
            seen.few.append(soon)
        elif count >= MANY:
            seen.many.append(soon)


def _outs(view: Round) -> int:
    hand = Hand(view.indicator, view.hand or ())
    visible = list(view.visible())
    visible.remove(view.indicator)
    elsewhere = without(visible, hand.tiles)
    return outs(hand, view.rules, elsewhere).total


# Figures


def mean(values: Sequence[float]) -> tuple[float, float]:
    """The mean and half of its interval of 95 %."""
    count = len(values)
    middle = sum(values) / count
    spread = math.sqrt(sum((value - middle) ** 2 for value in values) / max(1, count - 1))
    return middle, 1.96 * spread / math.sqrt(count)


def share(hits: Sequence[bool]) -> int:
    """A share in percent."""
    return round(100 * sum(hits) / len(hits)) if hits else 0


def measure(rules: RuleSet, rounds: int, log: Callable[[str], None]) -> dict[str, int]:
    """Play so many deals under a rule set with every habit; print the table."""
    found: dict[str, Seen] = {name: Seen() for name in habits_in(rules)}
    habits = HABITS if rules.opening is not None else SHOWING
    for name, seen in found.items():
        counts = name == "plain" and rules.opening is not None
        for number in range(rounds):
            play(rules, number, habits[name], seen, counts_outs=counts and number < rounds // 2)
    plain = found["plain"]
    figures = {
        "rounds": rounds,
        "turns": round(plain.turns / rounds),
        "nobody": round(100 * plain.nobody / rounds),
        "opened": round(100 * plain.opened / rounds),
        "won": round(100 * plain.won / rounds),
        "more": MORE,
    }
    log(
        f"{rules.key}: {rounds} rounds, {figures['turns']} turns, {figures['nobody']} % null rounds"
    )
    log("habit     mean      difference to plain   opened  won")
    for name, seen in found.items():
        middle, _ = mean(seen.points)
        pairs = zip(seen.points, plain.points, strict=True)
        difference, margin = mean([one - other for one, other in pairs])
        said = "" if name == "plain" else f"{difference:+7.1f} ± {margin:4.1f}"
        log(
            f"{name:9} {middle:7.1f}   {said:20} {100 * seen.opened / rounds:5.1f} % "
            f"{100 * seen.won / rounds:5.1f} %"
        )
        if name != "plain":
            figures |= {
                f"{name}_{'saves' if difference < 0 else 'costs'}": abs(round(difference)),
                f"{name}_margin": max(1, round(margin)),
                f"{name}_opened": round(100 * seen.opened / rounds),
                f"{name}_won": round(100 * seen.won / rounds),
            }
    if plain.few and plain.many:
        figures |= {
            "few": FEW, "many": MANY, "within": WITHIN,
            "few_open": share(plain.few), "many_open": share(plain.many),
        }  # fmt: skip
        log(
            f"opened within {WITHIN} turns: {figures['few_open']} % of {len(plain.few)} hands with "
            f"at most {FEW} outs, {figures['many_open']} % of {len(plain.many)} with {MANY} or more"
        )
    return figures


def written(figures: Mapping[str, Mapping[str, int]]) -> str:
    """The figures as the lessons read them."""
    lines = [f"# Made by `{COMMAND}`, a rule set after the other."]
    for key, values in figures.items():
        lines += ["", f"[{key}]", *(f"{name} = {value}" for name, value in values.items())]
    return "\n".join([*lines, ""])


def main(arguments: Iterable[str] | None = None) -> int:
    """Measure, print, and store if asked to."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--rules", nargs="*", default=list(RULE_SETS))
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args(list(arguments) if arguments is not None else None)
    figures = {key: measure(RULE_SETS[key], given.rounds, _say) for key in given.rules}
    if given.write:
        known = tomllib.loads(FIGURES.read_text("utf-8")) if FIGURES.exists() else {}
        FIGURES.write_text(written(known | figures), "utf-8")
    return 0


def _say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
