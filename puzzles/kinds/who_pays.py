"""Who pays? A few turns are told, and each of the four may have written penalties in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from okey.endings import Event
from okey.melds import LAID
from okey.moves import Add, Discard, Draw, Open, Swap, Take
from okey.rules.model import RuleSet
from okey.tiles import FALSE_OKEY, OKEY, Tile
from puzzles.kinds import scenes
from puzzles.kinds.base import Theme
from puzzles.kinds.saying import Saying
from puzzles.kinds.stories import (
    SEATS,
    Step,
    Telling,
    ending,
    hidden,
    shared_features,
    steps,
    story_of,
    story_text,
)
from tutor.tasks import tables
from tutor.tasks.base import EqualTask, Exercise, Form, Outcome, random_of, read_numbers
from tutor.tasks.pieces import Bag, meld_of

PENALTY: Final = "penalty."
_GIVER: Final = "penalty.giver"
_LAYABLE: Final = "penalty.layable-discard"
_THROWN: Final = "penalty.okey-thrown"
_RETRIEVED: Final = "penalty.okey-retrieved"


class WhoPays(EqualTask, Saying):
    """A table, and one to four turns in words."""

    key = "who-pays"
    version = 1
    form = Form.NUMBERS
    trains = (_GIVER, _LAYABLE, _THROWN, _RETRIEVED)
    themes = scenes.themes_of(
        Theme("giver", tells=True), Theme("layable", tells=True), Theme("okey-thrown", tells=True),
        Theme("retrieved", tells=True), Theme("two-penalties", tells=True),
        Theme("nobody-pays", tells=True), Theme("finish"), Theme("laid-off-only", tells=True),
        Theme("own-okey", tells=True), Theme("false-okey"),
    )  # fmt: skip

    def generate(  # type: ignore[override]  # None: this one falls through
        self, rules: RuleSet, seed: str, options: Mapping[str, Any]
    ) -> Exercise | None:
        """Tell some turns in which something may cost points."""
        rng = random_of(self.key, rules, seed)
        bag = Bag(rng)
        try:
            told = _told(bag, rules)
        except _NoStoryError:
            return None
        if told is None:
            return None
        return Exercise(
            self.key, rules, seed, bag.indicator, round=told.begun,
            values={"story": story_text(told.moves)},
        )  # fmt: skip

    def right(self, exercise: Exercise, rules: RuleSet) -> tuple[str, ...]:
        """What the referee writes, seat by seat; nothing where a step is refused."""
        played = _played(exercise, rules)
        if any(step.violations for step in played):
            return ()
        return (" ".join(map(str, paid(played))),)

    def check(self, exercise: Exercise, answer: str, rules: RuleSet) -> Outcome:
        """The same numbers; the rule of the first penalty that was missed or made up."""
        said = read_numbers(exercise, answer)
        played = _played(exercise, rules)
        due = paid(played)
        wrong = next((at for at, one in enumerate(said) if one != due[at]), None)
        events = _penalties(played)
        missed = [event.rule for event in events if event.seat == wrong]
        named = tuple(dict.fromkeys((*missed, *(event.rule for event in events))))
        return Outcome(
            wrong is None, self.right(exercise, rules), rules=named or self.about(exercise),
            values=_values(due, events),
        )  # fmt: skip

    def proof_key(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> str:
        """Who pays for what."""
        count = len(_penalties(_played(exercise, rules)))
        return {0: "proof_none", 1: "proof_one", 2: "proof_two"}.get(count, "proof_more")

    def features(
        self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet
    ) -> dict[str, int]:
        """How long the story is, and how much lies there."""
        return shared_features(exercise)

    def effort(self, features: Mapping[str, int]) -> float:
        """Steps to follow, each before another table."""
        told = scenes.scaled(features["steps"], 2, 14)
        melds = scenes.scaled(features["melds"], 0, 10)
        return 0.1 + 0.4 * told + 0.25 * melds + 0.1 * min(2, features["okeys"])

    def tags(self, exercise: Exercise, right: tuple[str, ...], rules: RuleSet) -> Iterable[str]:
        """See `themes`."""
        played = _played(exercise, rules)
        events = [event.rule for step in played for event in step.events if _counts(event.rule)]
        actions = [step.move.action for step in played]
        swaps = [step for step in played if isinstance(step.move.action, Swap)]
        tests = {
            "giver": _GIVER in events,
            "layable": _LAYABLE in events,
            "okey-thrown": _THROWN in events,
            "retrieved": _RETRIEVED in events,
            "two-penalties": len(events) > 1,
            "nobody-pays": not events,
            "finish": _finishes(exercise, rules),
            "laid-off-only": any(isinstance(one, Take) for one in actions) and _GIVER not in events,
            "own-okey": any(_owner(step) == step.move.seat for step in swaps),
            "false-okey": Discard(FALSE_OKEY) in actions,
        }
        return [key for key, holds in tests.items() if holds]


def paid(played: tuple[Step, ...]) -> tuple[int, ...]:
    """The penalty points of each seat."""
    due = [0] * SEATS
    for step in played:
        for event in step.events:
            if _counts(event.rule):
                due[event.seat] += event.points
    return tuple(due)


def _penalties(played: tuple[Step, ...]) -> list[Event]:
    return [event for step in played for event in step.events if _counts(event.rule)]


def _values(due: tuple[int, ...], events: list[Event]) -> dict[str, str | int]:
    """Who pays how much and for what, for a sentence."""
    values: dict[str, str | int] = {f"p{seat}": points for seat, points in enumerate(due)}
    for number, event in enumerate(events[:2]):
        more = "2" if number else ""
        values |= {f"seat{more}": f"seat:{event.seat}", f"points{more}": event.points}
        values[f"rule{more}"] = f"rule:{event.rule}"
    return values


def _counts(rule: str) -> bool:
    return rule.startswith(PENALTY)


def _played(exercise: Exercise, rules: RuleSet) -> tuple[Step, ...]:
    return tuple(steps(tables.round_of(exercise, rules), story_of(exercise)))


def _finishes(exercise: Exercise, rules: RuleSet) -> bool:
    last = _played(exercise, rules)[-1]
    return isinstance(last.move.action, Discard) and last.before.player.size == 1


def _owner(step: Step) -> int | None:
    action = step.move.action
    return step.before.table[action.meld - 1].owner if isinstance(action, Swap) else None


# Telling


def _told(bag: Bag, rules: RuleSet) -> Telling | None:
    """Two to four turns, beginning with any seat; None where a move does not come off."""
    rng = bag.rng
    okeys = rules.swap is not None and rng.random() < 0.5
    opened = rng.sample(range(SEATS), 2 if okeys else rng.choice((0, 1, 2, 2)))
    table = scenes.openings(bag, opened)
    if table is None or (okeys and not scenes.with_okey(bag, table, opened[0], four=0.15)):
        return None
    # An okey is got off the table by another seat, or by the one that laid it.
    first = rng.choice(opened[::-1] if rng.random() < 0.7 else opened[:1]) if okeys else None
    first = rng.randrange(SEATS) if first is None else first
    turns = rng.choice((2, 2, 3, 4))
    begun = hidden(rules, bag, table, turn=first)
    seats = [(first + step) % SEATS for step in range(turns)]
    last = seats[-1]
    if last in opened and rng.random() < 0.3:
        begun = ending(begun, last)
    told = Telling(bag, begun)
    for number in range(turns):
        if not _turn(told, last=number == turns - 1):
            return None
        if told.over:
            break
    return told if any(isinstance(move.action, Discard) for move in told.moves) else None


def _turn(told: Telling, *, last: bool) -> bool:
    """One turn: a tile taken or drawn, something laid or not, and a discard."""
    rng, rules = told.rng, told.begun.rules
    small = told.round.player.size == 1
    thrown = told.round.thrown
    if thrown is not None and rng.random() < 0.75 and _takes(told, thrown, small=small):
        pass
    else:
        if not told.tell(Draw()):
            return False
        if small:
            tile = told.fitting()
            if tile is None or not _lay_off(told, tile):
                return False
        elif told.opened == "melds" and rng.random() < 0.65:
            _swap_or_add(told)
        elif told.opened is None and rng.random() < 0.25 and not _opens(told, None):
            return False
    tile = _discard(told, rules, small=small and last)
    return tile is not None and told.tell(Discard(tile))


def _takes(told: Telling, thrown: Tile, *, small: bool) -> bool:
    """Take what was thrown, if it can be shown at once what for."""
    if told.opened is None:
        return _opens(told, thrown)
    if thrown == OKEY or not tables.fits(told.round, thrown) or not told.tell(Take()):
        return False
    if not _lay_off(told, thrown):
        raise _NoStoryError
    return True


class _NoStoryError(Exception):
    """A take that leads nowhere: the story is dropped."""


def _lay_off(told: Telling, tile: Tile) -> bool:
    """Lay a tile off onto the first meld that takes it."""
    return any(
        told.tell(Add(LAID[tile.index], number)) for number in range(1, len(told.round.table) + 1)
    )


def _swap_or_add(told: Telling) -> None:
    """Get an okey off the table, or lay a tile off, where one can."""
    for number, meld in enumerate(told.round.table, 1):
        for one in meld.tiles:
            stands = one.stands_for
            if not isinstance(stands, Tile):
                continue
            tile = told.bag.bearing(stands)
            if told.bag.has((tile,)) and told.tell(Swap(tile, number)):
                told.bag.take((tile,))
                return
    tile_ = told.fitting()
    if tile_ is not None:
        _lay_off(told, tile_)


def _opens(told: Telling, thrown: Tile | None) -> bool:
    """Open, with the tile that was thrown in one of the melds."""
    bag, rng, opening = told.bag, told.rng, told.round.rules.opening
    assert opening is not None
    for _ in range(12):
        melds = scenes.worth(rng, 3, opening.points, 135)
        if melds is None:
            continue
        if thrown is not None:
            holder = _with(thrown, told.round.okey)
            melds = [rng.choice(holder), *melds[1:]] if holder else []
        tiles = [bag.bearing(tile) for meld in melds for tile in meld]
        needed = list(tiles)
        if thrown is not None:
            if thrown not in needed:
                continue
            needed.remove(thrown)
        if not melds or not bag.has(needed):
            continue
        if sum(tile.number for meld in melds for tile in meld) < opening.points:
            continue
        laid = tuple(meld_of([bag.bearing(tile) for tile in meld]) for meld in melds)
        if thrown is not None and not told.tell(Take()):
            return False
        if not told.tell(Open(laid)):
            if thrown is not None:
                raise _NoStoryError
            return False
        bag.take(needed)
        return True
    return False


def _with(tile: Tile, okey: Tile) -> list[scenes.Faces]:
    """Melds in which a tile can lie."""
    own = okey if tile == FALSE_OKEY else tile
    return scenes.melds_with(own) if tile != OKEY else []


def _discard(told: Telling, rules: RuleSet, *, small: bool) -> Tile | None:
    """What is thrown: a tile that fits or not, an okey or a false okey."""
    rng = told.rng
    kind = rng.choice(("idle", "idle", "fits", "fits", "okey", "false", "any"))
    if kind == "okey":
        return told.special(OKEY)
    if kind == "false":
        return told.special(FALSE_OKEY)
    if kind == "fits" and told.round.table:
        return told.fitting()
    if kind == "any" or not told.round.table:
        return told.bag.any()
    return told.idle()


__all__ = ["WhoPays", "paid"]
