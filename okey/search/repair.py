"""The search behind `nearest`: the cheapest choice of disjoint melds, lane by lane.

What a change costs. Every tile that lay in a lane and does not stay there is one move, wherever it
goes; every tile used beyond those that lay on the table came from the rack and is one move. So

    moves = sum over lanes (laid - kept)  +  sum over faces max(0, used - laid)

and the tiles of one face are interchangeable. The search deepens the number of moves one by one and
is exact: a branch is cut only where an upper bound shows that it cannot reach what is needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from okey.search.possible import UNSETTLED, Possible
from okey.tiles import NUMBERS, OKEY

NO_WAY = -(10**6)


@dataclass(frozen=True, slots=True)
class Lane:
    """What lies in a lane. `faces` are those that its okeys count as now, where that is known.

    `stays` is the meld as it was laid, where that is legal: leaving it alone costs nothing.
    """

    tiles: tuple[int, ...]
    faces: tuple[int, ...] = ()
    stays: Possible | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """A meld (None: emptied) for each lane, then new melds; `refaced` okeys changed their face."""

    lanes: tuple[Possible | None, ...]
    new: tuple[Possible, ...]
    moves: int
    refaced: int
    points: int


@dataclass(frozen=True, slots=True)
class _Item:
    """A meld as bit masks over the kinds of tile in the hand: at least one, at least two of it."""

    meld: Possible
    one: int
    two: int
    size: int
    worth: int


@dataclass(frozen=True, slots=True)
class _Option:
    item: _Item | None
    loss: int
    cost: int  # at least: loss and tiles that can only come from the rack
    refaced: int
    worth: int
    freed: int  # worth of the tiles that leave the lane


@dataclass(frozen=True, slots=True)
class _State:
    """What is left: tiles of which there is one, or two; the same of those laid; moves; room."""

    one: int
    two: int
    laid_one: int
    laid_two: int
    moves: int
    room: int

    def fits(self, item: _Item) -> bool:
        """Whether its tiles are still there."""
        return not (item.one & ~self.one or item.two & ~self.two) and item.size <= self.room

    def from_rack(self, item: _Item) -> int:
        """How many of its tiles come from the rack."""
        return (item.one & ~self.laid_one).bit_count() + (item.two & ~self.laid_two).bit_count()

    def cost(self, option: _Option) -> int:
        """The moves of an option."""
        return option.loss + (self.from_rack(option.item) if option.item is not None else 0)

    def after(self, item: _Item | None, cost: int) -> _State:
        """What is left when the item lies. Laid tiles are used before those of the rack."""
        if item is None:
            return replace(self, moves=self.moves - cost)
        return _State(
            self.one & ~(item.one & ~self.two) & ~item.two,
            self.two & ~item.one,
            self.laid_one & ~(item.one & ~self.laid_two) & ~item.two,
            self.laid_two & ~item.one,
            self.moves - cost,
            self.room - item.size,
        )


@dataclass
class _Best:
    key: tuple[int, int] | None = None
    options: dict[int, _Option] = field(default_factory=dict)
    new: tuple[_Item, ...] = field(default=())


class Repair:
    """One question: these lanes, this hand, these possible melds.

    `worth` gives a meld's and a tile's share towards `need` (points, or twice the pairs); `most`
    is how many tiles may be laid.
    """

    def __init__(
        self,
        lanes: Sequence[Lane],
        counts: Counter[int],
        possible: Sequence[Possible],
        *,
        need: int,
        most: int,
        pairs: bool = False,
    ) -> None:
        self.need, self.most, self.pairs = need, most, pairs
        self.kinds = {tile: 1 << i for i, tile in enumerate(sorted(counts))}
        self.lanes = lanes
        laid = Counter(tile for lane in lanes for tile in lane.tiles)
        laid = Counter({tile: min(n, counts[tile]) for tile, n in laid.items()})
        self.all = self._masks(counts)
        self.laid = self._masks(laid)
        items = [self._item(meld) for meld in possible]
        self._set_values(items, counts, laid)
        self.new = self._new_items(items)
        self.options = [self._options(lane, items) for lane in lanes]

    # --- what the search knows beforehand ---

    def _masks(self, tiles: Counter[int]) -> tuple[int, int]:
        one = sum(bit for tile, bit in self.kinds.items() if tiles[tile] >= 1)
        two = sum(bit for tile, bit in self.kinds.items() if tiles[tile] >= 2)
        return one, two

    def _item(self, meld: Possible) -> _Item:
        one, two = self._masks(Counter(meld.tiles))
        worth = len(meld.slots) if self.pairs else meld.points
        return _Item(meld, one, two, len(meld.slots), worth)

    def _set_values(self, items: Sequence[_Item], counts: Counter[int], laid: Counter[int]) -> None:
        """Bound what each tile can be worth; an okey the highest face it can stand for."""
        value: dict[int, int] = {}
        for item in items:
            for tile, face in item.meld.slots:
                worth = 1 if self.pairs else item.meld.worth(tile, face)
                value[tile] = max(value.get(tile, 0), worth)
        self.value = value
        by_value = sorted(value, key=lambda tile: (-value[tile], tile))
        self.by_value = [(self.kinds[tile], value[tile]) for tile in by_value]
        rack = [value[tile] for tile in by_value for _ in range(counts[tile] - laid[tile])]
        self.rack_top = [sum(rack[:n]) for n in range(self.most + 2)]

    def _new_items(self, items: Sequence[_Item]) -> list[_Item]:
        """For a new meld only the best reading of the same tiles matters."""
        best: dict[tuple[int, int], _Item] = {}
        for item in items:
            held = best.get((item.one, item.two))
            if held is None or item.worth > held.worth:
                best[item.one, item.two] = item
        return sorted(best.values(), key=lambda item: (-item.worth / item.size, -item.worth))

    def _options(self, lane: Lane, items: Sequence[_Item]) -> list[_Option]:
        one, two = self._masks(Counter(lane.tiles))
        total = sum(self.value.get(tile, 0) for tile in lane.tiles)
        best: dict[tuple[int, int, int], _Option] = {}
        for item in items:
            kept = (item.one & one).bit_count() + (item.two & two).bit_count()
            if not kept:
                continue  # the same as a new meld beside an emptied lane
            loss = len(lane.tiles) - kept
            extra = (item.one & ~self.laid[0]).bit_count() + (item.two & ~self.laid[1]).bit_count()
            freed = total - self._worth_of(item.one & one, item.two & two)
            refaced = _refaced(lane, item.meld)
            option = _Option(item, loss, loss + extra, refaced, item.worth, freed)
            key = (item.one, item.two, refaced)
            if key not in best or option.worth > best[key].worth:
                best[key] = option
        if lane.stays is not None:
            item = self._item(lane.stays)
            best[item.one, item.two, 0] = _Option(item, 0, 0, 0, item.worth, 0)
        options = [o for o in best.values() if not self._beaten(o, best)]
        options.append(_Option(None, len(lane.tiles), len(lane.tiles), 0, 0, total))
        return sorted(options, key=lambda o: (o.cost, o.refaced, -o.worth))

    @staticmethod
    def _beaten(option: _Option, best: dict[tuple[int, int, int], _Option]) -> bool:
        """Whether the same tiles are worth as much with fewer changed faces."""
        item = option.item
        assert item is not None
        fewer = (best.get((item.one, item.two, n)) for n in range(option.refaced))
        return any(other is not None and other.worth >= option.worth for other in fewer)

    def _worth_of(self, one: int, two: int) -> int:
        return sum(value * ((one & bit != 0) + (two & bit != 0)) for bit, value in self.by_value)

    # --- the search ---

    def within(self, moves: int) -> Choice | None:
        """The best choice of at most this many moves, or None. Ask for 0, 1, 2, ... in turn."""
        self.best = _Best()
        self.chosen: dict[int, _Option] = {}
        state = _State(*self.all, *self.laid, moves, self.most)
        self._lane(list(enumerate(self.options)), state, 0, 0, 0)
        if self.best.key is None:
            return None
        lanes: list[Possible | None] = [None] * len(self.lanes)
        for index, option in self.best.options.items():
            lanes[index] = None if option.item is None else option.item.meld
        new = tuple(item.meld for item in self.best.new)
        points = sum(meld.points for meld in (*lanes, *new) if meld is not None)
        return Choice(tuple(lanes), new, moves, self.best.key[0], points)

    def _hopeless(self, refaced: int, most_worth: int) -> bool:
        if most_worth < self.need:
            return True
        key = self.best.key
        return key is not None and (refaced, -most_worth) >= key

    def _lane(
        self,
        left: list[tuple[int, list[_Option]]],
        state: _State,
        refaced: int,
        worth: int,
        freed: int,
    ) -> None:
        """Choose for the lane that leaves the least choice.

        `freed` bounds what the tiles that left their lanes can still be worth elsewhere.
        """
        if not left:
            self._fresh(self.new, state, refaced, worth, ())
            return
        # What is still possible in each lane, with what it costs now.
        open_: list[tuple[int, int, list[tuple[int, _Option]]]] = []
        slack = state.moves
        for index, options in left:
            costs = [(state.cost(o), o) for o in options if o.item is None or state.fits(o.item)]
            if not costs:
                return
            least = min(cost for cost, _ in costs)
            slack -= least
            if slack < 0:
                return
            open_.append((index, least, costs))
        narrowed = []
        for index, least, costs in open_:
            most = least + slack
            narrowed.append((index, least, [one for one in costs if one[0] <= most]))
        if self._hopeless(refaced, worth + freed + self._gain(narrowed, slack)):
            return
        narrowed.sort(key=lambda lane: len(lane[2]))
        index, _, choices = narrowed[0]
        rest = [(other, [o for _, o in costs]) for other, _, costs in narrowed[1:]]
        choices.sort(key=lambda one: (one[0], one[1].refaced, -one[1].worth))
        for cost, option in choices:
            self.chosen[index] = option
            self._lane(
                rest,
                state.after(option.item, cost),
                refaced + option.refaced,
                worth + option.worth,
                freed + option.freed,
            )
        del self.chosen[index]

    def _gain(self, lanes: list[tuple[int, int, list[tuple[int, _Option]]]], slack: int) -> int:
        """The most that the lanes and the rack can add, if `slack` moves may be spent freely."""
        gain = self.rack_top[: slack + 1]
        gain += [gain[-1]] * (slack + 1 - len(gain))
        for _, least, costs in lanes:
            best = [NO_WAY] * (slack + 1)
            for cost, option in costs:
                value = option.worth + option.freed
                if value > best[cost - least]:
                    best[cost - least] = value
            gain = [max(best[c] + gain[d - c] for c in range(d + 1)) for d in range(slack + 1)]
        return max(gain)

    def _fresh(
        self,
        items: list[_Item],
        state: _State,
        refaced: int,
        worth: int,
        new: tuple[_Item, ...],
    ) -> None:
        """Lay new melds: tiles out of lanes are paid for already, those of the rack cost one."""
        if not self._hopeless(refaced, worth):
            self.best = _Best((refaced, -worth), dict(self.chosen), new)
        items = [
            item for item in items if state.fits(item) and state.from_rack(item) <= state.moves
        ]
        if self._hopeless(refaced, worth + self._reach(items, state)):
            return
        for index, item in enumerate(items):
            self._fresh(
                items[index:],
                state.after(item, state.from_rack(item)),
                refaced,
                worth + item.worth,
                (*new, item),
            )

    def _reach(self, items: list[_Item], state: _State) -> int:
        """Bound what these melds can add: freed tiles, and the best ones of the rack."""
        usable = 0
        for item in items:
            usable |= item.one
        one, two = usable & state.one, usable & state.two
        total, moves, room = 0, state.moves, state.room
        for bit, value in self.by_value:
            held = (one & bit != 0) + (two & bit != 0)
            if not held or not room:
                continue
            laid = (state.laid_one & bit != 0) + (state.laid_two & bit != 0)
            free = min(held, laid, room)
            paid = min(held - free, moves, room - free)
            moves -= paid
            room -= free + paid
            total += value * (free + paid)
        return total


def _refaced(lane: Lane, meld: Possible) -> int:
    """How many okeys that stay in the lane would count as something else than now."""
    now = list(lane.faces)
    then = [
        (face, meld.number if face == UNSETTLED else face % NUMBERS + 1)
        for tile, face in meld.slots
        if tile == OKEY.index
    ]
    stay = min(len(now), len(then))
    same = 0
    for face, number in then:
        for known in now:
            unsettled = known < 0 or face == UNSETTLED
            if known == face or (unsettled and number == (-known if known < 0 else known % 13 + 1)):
                now.remove(known)
                same += 1
                break
    return max(0, stay - same)
