"""What a player's moves of a round have cost: the mistakes that could be seen as such.

A mistake is told where what was better followed from what the player saw, and what it cost follows
from the round: a penalty that was written, the score of a finish that was there, what an opening or
a tile laid would have left; or, before the opening, the outs and the points that a discard gave up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from okey.bots.chance import chance
from okey.bots.paths import Moves, Path
from okey.bots.plans import certain, finishes
from okey.bots.strong import think
from okey.bots.view import seen_by
from okey.endings import Board
from okey.hand import Hand
from okey.melds import laid_tiles
from okey.moves import Add, Discard, Draw, Lay, Move, Open, Take
from okey.position_text import format_position
from okey.rules.parameters import Countdown
from okey.scoring import score
from okey.search.arrange import arrange_tiles
from okey.search.outs import advise
from okey.search.turn_best import best_lay, best_opening, way_to_use
from okey.table import Phase, Round, without
from okey.tiles import Tile

Kind = Literal[
    "penalty", "missed-finish", "missed-opening", "missed-laying", "fewer-outs", "fewer-points",
    "fewer-tiles",
]  # fmt: skip
KINDS: Final[tuple[Kind, ...]] = (
    "penalty", "missed-finish", "missed-opening", "missed-laying", "fewer-outs", "fewer-points",
    "fewer-tiles",
)  # fmt: skip
MOST: Final = 3
OUT: Final = 6.0  # an out is about as bad to lose as so many points of a score
POINT: Final = 0.5  # a point of the best arrangement is as bad to lose as so many
TILE: Final = 3.0  # and a tile of it, where a whole hand is shown


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move that cost something.

    `move` is its place among the moves of the round, from 0; `better` are the moves to make from
    there instead. `points` are those of the score that it cost, and for `fewer-points` those of
    the best arrangement; `outs` are those that the discard gave up. One of the two is not 0.
    `rule` is the id of the rule that it is about, `position` the moment as the player saw it, in
    the text of a record.
    """

    kind: Kind
    move: int
    made: Move
    better: Moves
    rule: str
    position: str
    points: int = 0
    outs: int = 0
    tiles: int = 0

    @property
    def weight(self) -> float:
        """How bad it is beside others."""
        points = self.points * (POINT if self.kind == "fewer-points" else 1)
        return points + self.outs * OUT + self.tiles * TILE


def mistakes(rounds: Sequence[Round], moves: Sequence[Move], seat: int) -> tuple[Mistake, ...]:
    """The three costliest mistakes of a seat, the worst first; at most one of each turn.

    `rounds` are the round before the first move and after each of them, as `okey.replay.Played` has
    them. Where the round is not over, or hands are not known at its end, what depends on its score
    is left out.

    What was better is found by the exact search. It is asked a few questions about each turn, and
    looks at no hand twice: some ten searches of what can be laid for a turn, and a few hundred at
    most where okeys on the table could be exchanged after an opening.
    """
    found = []
    for turn in _turns(rounds, moves, seat):
        own = list(_of_turn(turn, rounds[-1]))
        if own:
            found.append(max(own, key=_weight))
    found = _once(found)
    found.sort(key=lambda one: (-one.weight, one.move))
    return tuple(found[:MOST])


def _weight(mistake: Mistake) -> float:
    return mistake.weight


def _once(found: list[Mistake]) -> list[Mistake]:
    """An opening that was never made is missed once: where it would have been worth most."""
    missed = [one for one in found if one.kind == "missed-opening"]
    worst = max(missed, key=_weight, default=None)
    return [one for one in found if one.kind != "missed-opening" or one is worst]


@dataclass(frozen=True, slots=True)
class _Turn:
    """A turn of the player: the rounds before its moves, the moves, and the round after it."""

    seat: int
    first: int
    rounds: tuple[Round, ...]
    moves: Moves

    @property
    def after(self) -> Round:
        return self.rounds[-1]

    def seen(self, at: int) -> Round:
        """What the player saw before a move of the turn."""
        return seen_by(self.rounds[at], self.seat)

    @property
    def played(self) -> int:
        """The first move after drawing."""
        return next(
            (at for at, one in enumerate(self.rounds) if one.turn.phase is not Phase.DRAW),
            len(self.moves),
        )

    def mistake(
        self,
        kind: Kind,
        at: int,
        better: Moves,
        rule: str,
        *,
        points: int = 0,
        outs: int = 0,
        tiles: int = 0,
    ) -> Mistake:
        return Mistake(
            kind,
            self.first + at,
            self.moves[at],
            better,
            rule,
            format_position(self.seen(at)),
            points,
            outs,
            tiles,
        )


def _turns(rounds: Sequence[Round], moves: Sequence[Move], seat: int) -> Iterator[_Turn]:
    first = 0
    for at in range(len(moves)):
        ends = at + 1 == len(moves) or rounds[at + 1].turn.seat != rounds[first].turn.seat
        if rounds[at + 1].over or ends:
            if rounds[first].turn.seat == seat and rounds[first].hand is not None:
                own = tuple(rounds[first : at + 2])
                yield _Turn(seat, first, own, tuple(moves[first : at + 1]))
            first = at + 1


def _of_turn(turn: _Turn, last: Round) -> Iterator[Mistake]:
    yield from _penalties(turn)
    finish = _missed_finish(turn, last)
    if finish is not None:
        yield finish
        return
    for missed in (_missed_opening(turn, last), _missed_laying(turn, last), _discard(turn)):
        if missed is not None:
            yield missed


# Penalties


def _penalties(turn: _Turn) -> Iterator[Mistake]:
    """What was written for the player's own moves and could have been avoided."""
    for at, move in enumerate(turn.moves):
        before, after = turn.rounds[at], turn.rounds[at + 1]
        events = [
            event
            for event in after.events[len(before.events) :]
            if event.seat == turn.seat and event.points > 0 and event.rule.startswith("penalty.")
        ]
        if not events or isinstance(move.action, Take):
            continue
        cost = sum(event.points for event in events)
        for begun in (at, turn.played):
            seen = turn.seen(begun)
            better = think(seen, chance("mistakes", seen)).moves
            path = Path((), seen).then(better)
            if path is None or not better:
                continue
            saved = cost - max(0, certain(seen, path))
            if saved > 0:
                yield turn.mistake("penalty", begun, better, events[0].rule, points=saved)
                break


# What was there and was not done


def _missed_finish(turn: _Turn, last: Round) -> Mistake | None:
    """A finish that the turn had, and what the player's score would have been with it."""
    if turn.after.finish is not None:
        return None
    at = turn.played
    if at >= len(turn.moves):
        return None
    path = next(finishes(Path((), turn.seen(at))), None)
    if path is None:
        path, at = _by_taking(turn), 0
    if path is None:
        return None
    lost = _difference(turn, at, path.moves, last)
    if lost is None or lost <= 0:
        return None
    rule = "score.countdown" if isinstance(last.rules.scoring, Countdown) else "score.winner"
    return turn.mistake("missed-finish", at, path.moves, rule, points=lost)


def _by_taking(turn: _Turn) -> Path | None:
    """A finish with the discard that was not taken."""
    if turn.rounds[0].turn.phase is not Phase.DRAW or not isinstance(turn.moves[0].action, Draw):
        return None
    taken = Path((), turn.seen(0)).do(Take())
    return None if taken is None else next(finishes(taken), None)


def _difference(turn: _Turn, at: int, better: Moves, last: Round) -> int | None:
    """How much worse the player's score became than by moves that end the round."""
    ended = Path((), turn.rounds[at]).then(better)
    if ended is None or ended.round.result is None or last.result is None:
        return None
    sign = -1 if isinstance(last.rules.scoring, Countdown) else 1
    return sign * (last.result.scores[turn.seat] - ended.round.result.scores[turn.seat])


def _missed_opening(turn: _Turn, last: Round) -> Mistake | None:
    """An opening that the turn had, of a player who never opened."""
    player = last.seats[turn.seat]
    opening = last.rules.opening
    if opening is None or last.result is None or player.opened is not None or not player.hand:
        return None
    at, path = turn.played, None
    if at < len(turn.moves):
        begun = Path((), turn.seen(at))
        path = begun.then(best_opening(begun.round))
    if path is None or path.round.seats[turn.seat].opened is None:
        at, path = 0, _opened_by_taking(turn)
    if path is None:
        return None
    further = path.then(best_lay(path.round))
    path = further or path
    own = path.round.seats[turn.seat]
    left = _with_a_discard_less(own.hand or ())
    board = Board(own.opened, left, own.opening_points, own.opening_pairs)
    lost = _more_than_with(last, turn.seat, board)
    rule = "opening.points" if own.opened == "melds" else "opening.pairs"
    if lost <= 0:
        return None
    return turn.mistake("missed-opening", at, path.moves, rule, points=lost)


def _opened_by_taking(turn: _Turn) -> Path | None:
    seen = turn.seen(0)
    if seen.turn.phase is not Phase.DRAW or not isinstance(turn.moves[0].action, Draw):
        return None
    taken = Path((), seen).do(Take())
    way = None if taken is None or seen.thrown is None else way_to_use(seen, seen.thrown)
    path = None if taken is None or way is None else taken.then(way)
    return path if path is not None and path.round.seats[turn.seat].opened is not None else None


def _with_a_discard_less(hand: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """The hand without its highest tile, which ends the turn; an okey stays."""
    plain = [tile for tile in hand if tile.is_face]
    return without(hand, (max(plain, key=lambda tile: tile.number),)) if plain else hand[:-1]


def _more_than_with(last: Round, seat: int, board: Board) -> int:
    """How many points more the seat writes than with this board, all else being the same."""
    boards = [
        Board(own.opened, own.hand or (), own.opening_points, own.opening_pairs)
        for own in last.seats
    ]
    boards[seat] = board
    result = score(
        last.rules,
        indicator=last.indicator,
        boards=boards,
        finish=last.finish,
        events=last.events,
        teams=last.teams,
        risk=last.risk,
    )
    assert last.result is not None
    return last.result.scores[seat] - result.scores[seat]


def _missed_laying(turn: _Turn, last: Round) -> Mistake | None:
    """Tiles that could have been laid, and that were counted in the end."""
    at = _before_discard(turn)
    if at is None or last.result is None or isinstance(last.rules.scoring, Countdown):
        return None
    seen, final = turn.seen(at), last.seats[turn.seat]
    if seen.player.opened is None or (last.finish is not None and last.finish.seat == turn.seat):
        return None
    moves = best_lay(seen)
    path = Path((), seen).then(moves) if moves else None
    if path is None:
        return None
    laid = Counter(tile for move in moves for tile in _laid(move))
    kept = tuple((laid & Counter(final.hand or ())).elements())
    if not kept:
        return None
    left = without(final.hand or (), kept)
    board = Board(final.opened, left, final.opening_points, final.opening_pairs)
    lost = _more_than_with(last, turn.seat, board)
    if lost <= 0:
        return None
    return turn.mistake("missed-laying", at, moves, "score.remainder", points=lost)


def _laid(move: Move) -> Sequence[Tile]:
    action = move.action
    if isinstance(action, Add):
        return (action.tile.tile,)
    return laid_tiles(action.melds) if isinstance(action, Open | Lay) else ()


# The tile thrown before the opening


def _before_discard(turn: _Turn) -> int | None:
    at = len(turn.moves) - 1
    return at if isinstance(turn.moves[at].action, Discard) else None


def _discard(turn: _Turn) -> Mistake | None:
    """A discard that gave up outs or points, beside the best one that costs no penalty."""
    at = _before_discard(turn)
    if at is None:
        return None
    round_, action = turn.rounds[at], turn.moves[at].action
    hand, rules = round_.hand or (), round_.rules
    unopened = round_.player.opened is None and len(hand) == rules.hand.starter
    if not unopened or not isinstance(action, Discard) or not turn.after.stock:
        return None
    seen = turn.seen(at)
    elsewhere = without(tuple(seen.visible()), (*hand, seen.indicator))
    kept = advise(Hand(seen.indicator, hand), rules, elsewhere).discards
    own = next(one for one in kept if one.discard == action.tile)
    best = next((one for one in kept if _safe(seen, one.discard)), None)
    if best is None:
        return None
    better = (Move(Discard(best.discard)),)
    rule = "finish.incomplete" if rules.opening is None else "opening.points"
    if best.outs > own.outs:
        return turn.mistake("fewer-outs", at, better, rule, outs=best.outs - own.outs)
    if best.outs or own.outs:
        return None
    if rules.opening is None:
        return _fewer_tiles(turn, at, seen, [one.discard for one in kept])
    lost = (best.best_points or 0) - (own.best_points or 0)
    return turn.mistake("fewer-points", at, better, rule, points=lost) if lost > 0 else None


def _fewer_tiles(turn: _Turn, at: int, seen: Round, tiles: Sequence[Tile]) -> Mistake | None:
    """A discard that broke what lies together, though no discard keeps an out."""
    hand, action = seen.hand or (), turn.moves[at].action
    assert isinstance(action, Discard)
    worth = {
        tile: arrange_tiles(Hand(seen.indicator, without(hand, (tile,))), seen.rules).tiles
        for tile in tiles
    }
    best = max(tiles, key=lambda tile: (worth[tile], -tile.index))
    lost = worth[best] - worth[action.tile]
    if lost <= 0:
        return None
    better = (Move(Discard(best)),)
    return turn.mistake("fewer-tiles", at, better, "finish.incomplete", tiles=lost)


def _safe(seen: Round, tile: Tile) -> bool:
    """Whether throwing a tile is legal and costs nothing."""
    end = Path((), seen).do(Discard(tile))
    return end is not None and certain(seen, end) <= 0
