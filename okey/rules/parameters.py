"""The parameters of a rule set, in small blocks. A block that is None is not played at all.

What a document names and what is decided where the documents are silent are parameters alike; the
decisions (`HD-2` and so on) are listed with their alternatives in `okey.rules.decisions`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

# What is dealt, and to whom


@dataclass(frozen=True, slots=True)
class HandSize:
    """How many tiles are dealt to the starter and to each other player."""

    starter: int
    others: int


@dataclass(frozen=True, slots=True)
class Seating:
    """At how many seats the game is played, and whether two of four may be partners."""

    counts: tuple[int, ...] = (4,)
    teams: bool = False


@dataclass(frozen=True, slots=True)
class Dealing:
    """`false_indicator`: a false okey turned as the indicator is turned again, or is a risk."""

    false_indicator: Literal["redraw", "risk"] = "redraw"


# Melds


@dataclass(frozen=True, slots=True)
class Runs:
    """`wrap_end`: a 1 after the 13 may end a run; `full_circle`: also one that began with the 1.

    `wrap_over`: a run may go on past that 1, too.
    """

    wrap_end: bool = False
    full_circle: bool = True
    wrap_over: bool = False


@dataclass(frozen=True, slots=True)
class Groups:
    """`colour_twice`: a colour may stand twice in a group."""

    colour_twice: bool = False


@dataclass(frozen=True, slots=True)
class Okeys:
    """How okeys and false okeys are read in melds.

    `counts`: an okey laid in a run or a group counts the number of its place, nothing, or the
    number printed on it. `most_in_meld`: so many may lie in one run or group (None: any number).
    `place`: an undeclared okey is what the order laid says, or the highest face that fits.
    `false_okey`: a false okey bears the okey's face, is wild itself, or bears the indicator's face.
    """

    counts: Literal["place", "nothing", "printed"] = "place"
    most_in_meld: int | None = None
    place: Literal["laid", "highest"] = "laid"
    false_okey: Literal["okey's face", "wild", "indicator's face"] = "okey's face"


@dataclass(frozen=True, slots=True)
class Pairs:
    """What makes a pair beside two equal numbered tiles.

    An okey and any tile, two okeys, two false okeys; `same_number`: two tiles of one number.
    """

    okey_and_tile: bool = True
    two_okeys: bool = True
    two_false_okeys: bool = True
    same_number: bool = False


# The course of a round


@dataclass(frozen=True, slots=True)
class Opening:
    """Laying melds during the round: at least `points`, or at least `pairs` (None: no pairs).

    `rising`: each opening must beat the highest before it, in points or in pairs (katlamali).
    `first_turn`: the starter may open in the first turn. `with_lay_off`: tiles may be laid off,
    and further melds laid, in the turn of the opening. `mixed`: pairs may lie beside runs and
    groups, where either are enough alone. `pairs_exactly`: no more pairs than needed.
    `lay_off_counts`: what is laid off counts towards an opening that is judged together with it; in
    a round it is laid off later, and never does.
    """

    points: int = 101
    pairs: int | None = None
    rising: bool = False
    first_turn: bool = True
    with_lay_off: bool = True
    mixed: bool = False
    pairs_exactly: bool = False
    lay_off_counts: bool = False


@dataclass(frozen=True, slots=True)
class Showing:
    """Finishing by showing the whole hand: in runs and groups, or as so many `pairs`."""

    pairs: int | None = None


@dataclass(frozen=True, slots=True)
class Take:
    """Taking the left neighbour's last discard.

    `must_use`: the tile lies on the table at the end of the turn. `in_opening`: who has not opened
    yet lays it in a meld of the opening itself. `opened_may_take`: also who has opened may take.
    `refused_early`: a tile that no continuation of the turn can use is not even taken; otherwise
    only the discard is refused.
    """

    must_use: bool = True
    in_opening: bool = False
    opened_may_take: bool = True
    refused_early: bool = True


@dataclass(frozen=True, slots=True)
class Table:
    """What is laid after the opening.

    `run_cap`: so many tiles may be laid off onto one run in one turn (None: any number), both ends
    together or, with `cap_each_end`, at each end. `pair_openers_lay_off`: who opened with pairs
    lays off onto runs and groups; `pair_openers_lay_melds`: and lays new ones.
    `run_openers_lay_pairs`: who opened with runs and groups lays pairs.
    """

    run_cap: int | None = None
    cap_each_end: bool = False
    pair_openers_lay_off: bool = True
    pair_openers_lay_melds: bool = False
    run_openers_lay_pairs: bool = False


@dataclass(frozen=True, slots=True)
class Swap:
    """Exchanging a tile for the okey that stands for it on the table, whoever's meld it is in.

    `undetermined`: also in a group of three, for any missing colour. `in_pairs`: also in a pair.
    `false_okey`: a false okey may take the place of an okey that stands for its face.
    """

    undetermined: bool = False
    in_pairs: bool = False
    false_okey: bool = True


@dataclass(frozen=True, slots=True)
class Declaring:
    """Declaring so many `pairs` ends the round.

    `okey_left_doubles`: an okey left over is the closing discard, and counts as one.
    """

    pairs: int = 10
    okey_left_doubles: bool = True


@dataclass(frozen=True, slots=True)
class Ending:
    """What the next player may still do when the stock is empty.

    `indicator`: take the open indicator, if that finishes. `discard`: take the tile just thrown, if
    that finishes. Neither: the round is over with the discard.
    """

    indicator: bool = False
    discard: bool = False


@dataclass(frozen=True, slots=True)
class Penalties:
    """Flat penalties in points, 0 where there is none; written when they happen.

    `giver`: whoever threw the tile that another takes and, by `giver_when`, lays in an opening,
    opens or finishes with, or uses in any way. `giver_and_thrown`: who threw the okey pays both.
    `okey_thrown`: throwing an okey without ending the round; with `okey_thrown_needs_melds` only
    once melds lie on the table. `layable_discard`: throwing a tile that fits a run or a group on
    the table; `layable_when_unopened`: also by who has not opened; `layable_within_cap`: only
    while the cap of laying off leaves room; `layable_and_thrown`: an okey that fits pays both.
    `last_discard`: the penalties hold for the discard that ends the round, too.
    `okey_retrieved`: an okey taken back off the table is paid by `retrieved_payer`; one's own is
    free. `failed_opening`: an opening that is not legal costs so much, and the tiles go back; with
    0 it is refused. `multiplied`: the factors of the round apply to penalties.
    """

    giver: int = 0
    giver_when: Literal["opening", "opening or finish", "any use"] = "opening or finish"
    giver_and_thrown: bool = True
    okey_thrown: int = 0
    okey_thrown_needs_melds: bool = False
    layable_discard: int = 0
    layable_when_unopened: bool = True
    layable_within_cap: bool = False
    layable_and_thrown: bool = False
    last_discard: bool = False
    okey_retrieved: int = 0
    retrieved_payer: Literal["owner", "taker"] = "owner"
    failed_opening: int = 0
    multiplied: bool = False


# Scores


@dataclass(frozen=True, slots=True)
class Factors:
    """What multiplies the scores of a round; 1 where it changes nothing.

    `okey`: the last discard is an okey. `pairs`: the winner opened with, declared or showed pairs.
    `from_hand`: the winner opened and finished in one turn; `direct`: and nobody else had opened.
    `risk`: a false okey was turned first. `combine`: several are multiplied, or the highest counts.
    `most`: the product is cut there (None: nowhere). `remainder`: they multiply also what players
    who opened have left; otherwise only the winner's bonus and the unopened players' penalty.
    """

    okey: int = 2
    pairs: int = 2
    from_hand: int = 1
    direct: int = 1
    risk: int = 1
    combine: Literal["multiply", "highest"] = "multiply"
    most: int | None = None
    remainder: bool = True


@dataclass(frozen=True, slots=True)
class Siler:
    """A bonus for an opening with at least so many `points` or `pairs`."""

    points: int = 150
    pairs: int = 7
    bonus: int = -101


@dataclass(frozen=True, slots=True)
class Points:
    """Scores that are bad to have: the lowest total wins.

    `winner` and `unopened` are flat. Who opened writes the numbers left in the hand, times
    `pairs_remainder` after an opening with pairs. `okey_held` and `false_okey_held` are what such a
    tile counts there (None: the number of the okey's face); with `held_multiplied` factors apply.
    `unopened_okeys`: an okey held counts also on top of `unopened`. `null_round`, when nobody
    finishes: as usual but without a winner; what is in every hand; or as usual, and nothing at all
    if nobody opened. `partner_free`: the winner's partner writes nothing; `partner_keeps`: but
    keeps what was written during the round. `partner_counts`: a partner's opening, too, is one
    that came before a direct finish.
    """

    winner: int = -101
    unopened: int = 202
    factors: Factors = Factors()
    okey_held: int | None = None
    false_okey_held: int | None = None
    held_multiplied: bool = True
    pairs_remainder: int = 1
    unopened_okeys: bool = False
    null_round: Literal["as usual", "hands", "nothing unless opened"] = "as usual"
    siler: Siler | None = None
    partner_free: bool = True
    partner_keeps: bool = True
    partner_counts: bool = True


@dataclass(frozen=True, slots=True)
class Countdown:
    """Balances counted down: every other player loses `finish`, times what the finish was.

    `shown` is what each other balance loses when the indicator's twin is shown (0: it cannot be).
    `both_ways`: a hand that is runs and groups as well as pairs counts as pairs, or as melds.
    """

    finish: int = 2
    okey: int = 2
    pairs: int = 2
    shown: int = 1
    both_ways: Literal["pairs", "melds"] = "pairs"


# A match


@dataclass(frozen=True, slots=True)
class Chips:
    """How the chips of a match are shared.

    `rake` in percent of the pot, rounded down. Of the rest `first` parts go to place 1 and `second`
    to place 2; `only_opener_takes_all`: all of it to the only player who opened at least once.
    Ties split; a chip that cannot be split goes to the better place.
    """

    rake: int = 10
    first: int = 3
    second: int = 1
    only_opener_takes_all: bool = True


@dataclass(frozen=True, slots=True)
class Match:
    """How many rounds make a match, and how its totals run.

    `rounds` are the numbers that may be agreed on, `usual` the one played where nobody says; none
    (an empty tuple, 0) where the match ends when a balance reaches `over_at` or less. All start at
    `start`; the highest total wins in a countdown, the lowest otherwise.
    """

    rounds: tuple[int, ...] = tuple(range(7, 22))
    usual: int = 11
    start: int = 0
    over_at: int | None = None
    chips: Chips | None = None
