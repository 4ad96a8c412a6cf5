"""The strongest player: searches what each turn can be, and says why it plays what it plays."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from okey.bots.middle import MOST_TAKES
from okey.bots.paths import Path, use_taken
from okey.bots.plans import certain, finishes
from okey.bots.prospects import Prospects, total
from okey.bots.reasons import Advice, Reason
from okey.bots.throwing import Option, Throwing
from okey.hand import Hand
from okey.moves import (
    DeclarePairs,
    Discard,
    Draw,
    Finish,
    Pass,
    ShowIndicator,
    Take,
    TakeIndicator,
)
from okey.rules.model import Param
from okey.rules.parameters import Countdown
from okey.search.arrange import arrange_tiles
from okey.search.outs import outs
from okey.search.pairs import count_pairs
from okey.search.solve import best_points
from okey.search.turn_state import stand_of
from okey.table import Phase, Round, without
from okey.tiles import OKEY, Tile

FEEDS: Final = 10.0  # from so much on feeding is the reason given
GAIN: Final = 0.02  # by so much a tile taken must come nearer


def think(seen: Round, chance: random.Random) -> Advice:
    """The best moves of the seat on turn, as far as this player can tell, and why.

    There are no moves where the turn cannot be ended any more.
    """
    begun, reasons = Path((), seen), list[Reason]()
    shown = begun.do(ShowIndicator())
    if shown is not None:
        begun = shown
        reasons.append(_shows(seen))
    drawing = seen.turn.phase is Phase.DRAW
    found = _before(begun, chance) if drawing else _turn(begun, seen, chance)
    if found is None:
        return Advice((), ())
    return Advice(found.moves, (*found.reasons, *reasons))


def _shows(seen: Round) -> Reason:
    scoring = seen.rules.scoring
    points = scoring.shown if isinstance(scoring, Countdown) else 0
    return Reason("shows-indicator", {"tile": str(seen.indicator), "points": points})


# Drawing or taking


def _before(begun: Path, chance: random.Random) -> Advice | None:
    seen = begun.round
    declared = begun.do(DeclarePairs())
    if declared is not None:
        return Advice(declared.moves, (_declares(seen),))
    path = begun.do(TakeIndicator())
    used = None if path is None else use_taken(path)
    if used is not None:
        return Advice(used.moves, (Reason("takes-to-finish", {"tile": str(seen.indicator)}),))
    taken, why = _takes(begun, chance)
    if taken is not None:
        return taken
    draw = begun.do(Draw())
    if draw is not None:
        return Advice(draw.moves, (why,))
    passed = begun.do(Pass())
    return None if passed is None else Advice(passed.moves, (Reason("passes"),))


def _declares(seen: Round) -> Reason:
    declaring = seen.rules.declaring
    return Reason("declares-pairs", {"pairs": declaring.pairs if declaring else 0})


def _takes(begun: Path, chance: random.Random) -> tuple[Advice | None, Reason]:
    """The turn with the discard taken, if that is worth it; otherwise why it is not."""
    seen = begun.round
    tile, path = seen.thrown, begun.do(Take())
    if tile is None or seen.player.turns > MOST_TAKES:
        return None, Reason("draws")
    said: dict[str, Param] = {"tile": str(tile)}
    if path is None:
        return None, Reason("draws-unusable", said)
    if not seen.rules.take.must_use and not any(finishes(path)):
        better = _improved(path, seen, tile, chance)
        if better is None:
            return None, Reason("draws-no-gain", said)
        why = Reason("takes-to-improve", {**said, **better})
    else:
        why = Reason("takes-to-lay" if seen.player.opened else "takes-to-open", said)
    found = _turn(path, seen, chance)
    done = None if found is None else Path((), seen).then(found.moves)
    if found is None or done is None:
        return None, Reason("draws-unusable", said)
    penalty = certain(seen, done)
    if not done.round.over and _waits_with(begun, done.round):
        throwing, hand = Throwing(begun, seen, chance), seen.hand or ()
        if throwing.worth_of_melds(hand) > 0:
            return None, _waits_for_melds(throwing, hand, done.round)
    if done.round.over:
        why = Reason("takes-to-finish", said)
    elif penalty > 0:
        return None, Reason("draws-penalty", {**said, "points": penalty})
    return Advice(found.moves, (why, *found.reasons)), why


def _waits_with(begun: Path, after: Round) -> bool:
    """Whether a turn opens by pairs that would be enough without the tile that it takes."""
    seen = begun.round
    opening, own = seen.rules.opening, after.seats[seen.turn.seat]
    if seen.player.opened is not None or own.opened != "pairs" or opening is None:
        return False
    need = stand_of(seen).pairs
    return (
        need is not None and count_pairs(Hand(seen.indicator, seen.hand or ()), seen.rules) >= need
    )


def _improved(
    path: Path, seen: Round, tile: Tile, chance: random.Random
) -> dict[str, Param] | None:
    """What a tile that may be kept brings, in percent; None where a draw is as good."""
    prospects = Prospects(path.round, chance)
    hand = seen.hand or ()
    then, now = prospects.hope(hand, (tile,)), prospects.hope(hand)
    if then.near - now.near + then.chance - now.chance < GAIN:
        return None
    return {"chance": round(100 * then.chance), "before": round(100 * now.chance)}


# The rest of the turn


def _turn(path: Path, before: Round, chance: random.Random) -> Advice | None:
    for done in finishes(path):
        return Advice(done.moves, (_finish_reason(path, done),))
    throwing = Throwing(path, before, chance)
    best = throwing.best
    if best is None:
        return None
    return Advice(best.path.moves, tuple(_reasons(throwing, best)))


def _finish_reason(path: Path, done: Path) -> Reason:
    action = done.moves[-1].action
    if isinstance(action, DeclarePairs):
        return _declares(path.round)
    if isinstance(action, Finish):
        return Reason("shows-hand", {"tile": str(action.tile)})
    assert isinstance(action, Discard)
    if action.tile == OKEY:
        scoring = path.round.rules.scoring
        factor = scoring.okey if isinstance(scoring, Countdown) else scoring.factors.okey
        return Reason("finishes-okey", {"tile": str(action.tile), "factor": factor})
    return Reason("finishes", {"tile": str(action.tile)})


def _reasons(throwing: Throwing, best: Option) -> Iterator[Reason]:
    """What is laid, and then why this tile is thrown."""
    begun, end = throwing.round, best.path.round
    own, now = begun.seats[throwing.seat], end.seats[throwing.seat]
    if own.opened is None and now.opened == "pairs":
        yield Reason("opens-pairs", {"pairs": now.opening_pairs or 0})
    elif own.opened is None and now.opened is not None:
        yield Reason("opens-now", {"points": now.opening_points or 0})
    elif own.size - 1 > now.size:
        yield Reason("lays", {"count": own.size - 1 - now.size, "left": now.size})
    elif now.opened is None:
        opened = [option for option in throwing.options if option.opened]
        least = min(opened, key=_weighed, default=None)
        if least is not None and least.penalty == best.penalty:
            after = least.path.round
            if after.seats[throwing.seat].opened == "pairs":
                yield _waits_for_melds(throwing, now.hand or (), after)
                yield _thrown(throwing, best, outs_count=False)
                return
            outs_ = throwing.finishing_outs(best.tile)
            yield Reason("waits", {"outs": outs_, "factor": throwing.factor})
    yield _thrown(throwing, best)


def _weighed(option: Option) -> tuple[int, float]:
    return option.penalty, option.cost


def _waits_for_melds(throwing: Throwing, hand: tuple[Tile, ...], after: Round) -> Reason:
    """Why a hand does not open by pairs as it is `after` a turn in which it does."""
    pairs = after.seats[throwing.seat].opening_pairs or 0
    chance = round(100 * throwing.prospects.soon_by_melds(hand))
    return Reason("waits-melds", {"pairs": pairs, "chance": chance})


def _thrown(throwing: Throwing, best: Option, *, outs_count: bool = True) -> Reason:
    tile = str(best.tile)
    if best.penalty > 0:
        return Reason("penalty-unavoidable", {"tile": tile, "points": best.penalty})
    same = [option for option in throwing.options if option.opened == best.opened]
    cheapest = min(same, key=lambda option: option.cost)
    if cheapest.penalty > best.penalty and cheapest.tile != best.tile:
        return Reason(
            "safe-discard",
            {
                "tile": tile,
                "other": str(cheapest.tile),
                "points": cheapest.penalty - best.penalty,
            },
        )
    safe = [option for option in same if option.penalty == best.penalty]
    hungry = min(safe, key=lambda option: option.base)
    if hungry.feeds - best.feeds >= FEEDS and hungry.tile != best.tile:
        return Reason("feeds-least", {"tile": tile, "other": str(hungry.tile)})
    return _useless(throwing, best, outs_count=outs_count)


def _useless(throwing: Throwing, best: Option, *, outs_count: bool) -> Reason:
    tile, rules, seen = str(best.tile), throwing.round.rules, throwing.round
    hand = best.path.round.seats[throwing.seat].hand or ()
    if best.opened:
        return Reason("fewest-points", {"tile": tile, "points": total(hand, seen.okey)})
    if outs_count and len(hand) == rules.hand.others:
        own = Hand(seen.indicator, hand)
        visible = without(tuple(seen.visible()), (*(seen.hand or ()), seen.indicator))
        found = outs(own, rules, (*visible, best.tile)).total
        if found:
            return Reason("draw-more-outs", {"tile": tile, "outs": found})
    if rules.opening is None:
        count = arrange_tiles(Hand(seen.indicator, hand), rules).tiles
        return Reason("least-useful-tiles", {"tile": tile, "count": count})
    points = best_points(Hand(seen.indicator, hand), rules)
    return Reason("least-useful", {"tile": tile, "points": points})
