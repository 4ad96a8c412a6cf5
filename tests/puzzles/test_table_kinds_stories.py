"""Kinds that tell turns: who pays, and the mistake. Penalties are those of the ledger."""

from __future__ import annotations

import pytest

from okey.errors import InputError
from okey.referee import Applied, apply
from okey.rules.rulesets import RULE_SETS
from puzzles.kinds.mistakes import mistakes
from puzzles.kinds.registry import KINDS
from puzzles.kinds.spot_mistake import NONE, mistake
from puzzles.kinds.stories import steps, story_of, story_text
from tests.puzzles.asking import is_right, outcome, right, tags
from tests.puzzles.at_the_table import told
from tests.puzzles.kinds import some
from tutor.tasks.base import Exercise

GUIDE, CLASSIC, CLUB, SILER = "101-guide", "classic", "101-club", "101-siler"
CLUBS = (CLUB, SILER)
ALL = (GUIDE, *CLUBS)
every_set = pytest.mark.parametrize("rules", ALL)

OPENING = "R10 R11 R12 R13 | R7 Y7 B7 K7 | Y9 B9 K9"  # 46 + 28 + 27 = 101
TABLE = "0: R4 R5 R6 | 0: Y3 B3 K3 | 1: K9 K10 K11"


def pays(rules: str, story: str, table: str = "", **more: object) -> Exercise:
    return told("who-pays", rules, story, table, **more)


def paid(rules: str, story: str, table: str = "", **more: object) -> str:
    return right(pays(rules, story, table, **more))[0]


# Who pays


def test_in_the_guide_whoever_threw_the_tile_of_an_opening_pays() -> None:
    # G-27
    story = f"0: draw; 0: discard K9; 1: take; 1: open {OPENING}; 1: discard B1"
    assert paid(GUIDE, story) == "101 0 0 0"
    assert "giver" in tags(pays(GUIDE, story))
    for rules in CLUBS:
        assert paid(rules, story) == "0 0 0 0"
        assert {"nobody-pays", "laid-off-only"} <= tags(pays(rules, story))


def test_a_tile_that_is_only_laid_off_makes_nobody_a_giver() -> None:
    # HD-6; in the club throwing it costs, since it fits (P-28).
    story = "0: draw; 0: discard K12; 1: take; 1: add K12 @3; 1: discard B1"
    assert paid(GUIDE, story, TABLE) == "0 0 0 0"
    assert "laid-off-only" in tags(pays(GUIDE, story, TABLE))
    for rules in CLUBS:
        assert paid(rules, story, TABLE) == "101 0 0 0"
        assert "layable" in tags(pays(rules, story, TABLE))


def test_a_finish_with_the_taken_tile_makes_a_giver_too() -> None:
    story = "0: draw; 0: discard K12; 1: take; 1: add K12 @3; 1: discard B1"
    exercise = pays(GUIDE, story, TABLE, hands=[15, 1, 21, 21])
    assert right(exercise) == ("101 0 0 0",)
    assert {"giver", "finish"} <= tags(exercise)


def test_the_okey_costs_wherever_it_is_thrown_in_the_guide_and_with_melds_in_the_club() -> None:
    # G-28, P-29, HD-8, X11; the false okey costs nothing.
    bare = "0: draw; 0: discard *; 1: draw; 1: discard F"
    assert paid(GUIDE, bare) == "101 0 0 0"
    assert {"okey-thrown", "false-okey"} <= tags(pays(GUIDE, bare))
    for rules in CLUBS:
        assert paid(rules, bare) == "0 0 0 0"
        assert paid(rules, "2: draw; 2: discard *", TABLE) == "0 0 101 0"  # once, though it fits
        assert "two-penalties" not in tags(pays(rules, "2: draw; 2: discard *", TABLE))


def test_who_throws_an_okey_with_which_the_next_one_opens_pays_twice_in_the_guide() -> None:
    # HD-9b
    opening = OPENING.replace("R12", "*=R12")
    story = f"0: draw; 0: discard *; 1: take; 1: open {opening}; 1: discard B1"
    assert paid(GUIDE, story) == "202 0 0 0"
    assert {"giver", "okey-thrown", "two-penalties"} <= tags(pays(GUIDE, story))


@pytest.mark.parametrize("rules", CLUBS)
def test_what_fits_is_judged_by_the_table_of_that_moment(rules: str) -> None:
    # Red 8 does not fit before red 7 lies there, and fits after it (P-28).
    before = "2: draw; 2: discard R8; 3: draw; 3: discard B1"
    assert paid(rules, before, TABLE) == "0 0 0 0"
    after = "0: draw; 0: add R7 @1; 0: discard R8; 1: draw; 1: discard R3"
    assert paid(rules, after, TABLE) == "101 101 0 0"
    assert {"two-penalties", "layable"} <= tags(pays(rules, after, TABLE))


@pytest.mark.parametrize("rules", CLUBS)
def test_the_last_discard_costs_nothing(rules: str) -> None:
    story = "1: draw; 1: add K12 @3; 1: discard K13"
    assert paid(rules, story, TABLE) == "0 101 0 0"
    last = pays(rules, story, TABLE, hands=[15, 1, 21, 21])
    assert right(last) == ("0 0 0 0",)
    assert {"finish", "nobody-pays"} <= tags(last)


def test_in_the_siler_the_owner_pays_for_an_okey_that_another_takes() -> None:
    # S-30: A pays, and nobody for one's own.
    table = "0: R4 * R6 | 0: Y3 B3 K3 | 1: K9 K10 K11"
    taken = "1: draw; 1: swap R5 @1; 1: discard B1"
    assert paid(SILER, taken, table) == "101 0 0 0"
    assert "retrieved" in tags(pays(SILER, taken, table))
    assert paid(CLUB, taken, table) == "0 0 0 0"
    own = "0: draw; 0: swap R5 @1; 0: discard B1"
    assert paid(SILER, own, table) == "0 0 0 0"
    assert "own-okey" in tags(pays(SILER, own, table))
    assert "own-okey" not in tags(pays(SILER, taken, table))


def test_a_bonus_is_no_penalty() -> None:
    opening = "R10 R11 R12 R13 | Y10 Y11 Y12 Y13 | K10 K11 K12 K13 | R9 B9 Y9"  # more than 150
    assert paid(SILER, f"0: draw; 0: open {opening}; 0: discard B1") == "0 0 0 0"


@every_set
def test_a_wrong_answer_names_a_rule_that_was_missed(rules: str) -> None:
    exercise = pays(rules, "2: draw; 2: discard *; 3: draw; 3: discard B2", TABLE)
    found = outcome(exercise, "0 0 0 0")
    assert not found.correct
    assert found.rules == ("penalty.okey-thrown",)
    assert is_right(exercise, "0, 0, 101, 0")
    for nonsense in ("", "101", "0 0 0", "x y z w"):
        with pytest.raises(InputError):
            outcome(exercise, nonsense)


@every_set
def test_stories_are_legal_step_by_step_and_paid_as_the_referee_writes(rules: str) -> None:
    for one in some("who-pays", rules, count=20):
        now = one.exercise.round
        assert now is not None
        due = [0, 0, 0, 0]
        for move in story_of(one.exercise):
            done = apply(now, move)
            assert isinstance(done, Applied)
            for event in done.events:
                due[event.seat] += event.points * event.rule.startswith("penalty.")
            now = done.round
        assert one.right == (" ".join(map(str, due)),)


def test_a_story_with_a_step_that_is_refused_has_no_answer() -> None:
    assert right(pays(CLUB, "0: draw; 0: draw; 0: discard B1")) == ()


# The mistake


def spots(rules: str, story: str, table: str = "", *options: str, **more: object) -> Exercise:
    return told("spot-mistake", rules, story, table, options=(*options, NONE), **more)


def found(exercise: Exercise) -> tuple[int, tuple[str, ...]] | None:
    assert exercise.round is not None
    return mistake(tuple(steps(exercise.round, story_of(exercise))))


LEAD = "0: draw; 0: discard B1; "


@pytest.mark.parametrize(
    ("sets", "story", "table", "step", "rule"),
    [
        ((*ALL, CLASSIC), "1: draw; 1: draw; 1: discard B2", "", 4, "turn.draw-once"),  # G-10
        ((*ALL, CLASSIC), "1: draw; 1: take; 1: discard B2", "", 4, "turn.draw-once"),
        ((*ALL, CLASSIC), "1: discard B2", "", 3, "turn.draw-first"),
        ((*ALL, CLASSIC), "1: draw; 2: discard B2", "", 4, "turn.order"),
        ((*ALL, CLASSIC), "1: draw; 1: discard B2; 2: take B1", "", 5, "take.last-only"),  # G-13
        (ALL, "1: take; 1: discard B2", "", 4, "take.must-use"),  # G-25, P-26
        # G-02: 46 + 27 + 27 = 100
        (ALL, "1: draw; 1: open R10 R11 R12 R13 | Y9 B9 K9 | B8 B9 B10", "", 4, "opening.points"),
        (ALL, "1: draw; 1: open R12 R13 R1 | R7 Y7 B7 K7 | Y9 B9 K9", "", 4, "run.no-wrap"),  # G-22
        (ALL, "1: draw; 1: open R7 B7 R7 | R10 R11 R12 R13", "", 4, "group.colour-twice"),  # G-24
        (ALL, "1: draw; 1: open R10 F R12 R13 | R7 Y7 B7 K7", "", 4, "meld.neither"),  # G-08
        (ALL, "2: draw", TABLE, 3, "turn.order"),
        (ALL, "1: draw; 1: add R8 @1; 1: discard B2", TABLE, 4, "layoff.no-fit"),  # G-15
        (CLUBS, "1: draw; 1: add R7 @1; 1: add R8 @1; 1: add R9 @1", TABLE, 6, "layoff.run-cap"),
        (CLUBS, "1: draw; 1: open R3 R3 | B8 B8 | K1 K1 | K5 K5", "", 4, "opening.pairs"),  # P-12
        (CLUBS, "1: draw; 1: discard R7", TABLE, 4, "penalty.layable-discard"),  # P-28
        ((*ALL,), "1: draw; 1: discard *", TABLE, 4, "penalty.okey-thrown"),  # G-28, P-29
        # Classic: K-20, K-22, K-23, K-34
        ((CLASSIC,), "1: draw; 1: lay R4 R5 R6", "", 4, "lay.unavailable"),
        (
            (CLASSIC,),
            "1: draw; 1: finish B2 K13 K1 K2 | R4 R5 R6 R7 | B9 R9 K9 | Y1 Y2 Y3 Y4",
            "", 4, "run.wrap-end",
        ),
        (
            (CLASSIC,),
            "1: draw; 1: finish B2 R9 R9 B9 | R4 R5 R6 R7 | K9 K10 K11 | Y1 Y2 Y3 Y4",
            "", 4, "group.colour-twice",
        ),
        (
            (CLASSIC,),
            "1: draw; 1: finish B2 R1 R1 | R5 R5 | B3 B3 | B9 B9 | K4 K4 | Y7 Y7 | Y12 B12",
            "", 4, "pair.identical",
        ),
    ],
)  # fmt: skip
def test_typical_mistakes_are_found_with_their_rule(
    sets: tuple[str, ...], story: str, table: str, step: int, rule: str
) -> None:
    for rules in sets:
        exercise = spots(rules, LEAD + story, table, f"{step} {rule}", f"1 {rule}", "2 turn.order")
        place = found(exercise)
        assert place is not None, rules
        assert place[0] == step
        assert rule in place[1], (rules, place)
        assert right(exercise) == (f"{step} {rule}",)
        for wrong in (f"1 {rule}", "2 turn.order", NONE):
            said = outcome(exercise, wrong)
            assert not said.correct
            assert rule in said.rules


def test_rules_that_one_set_has_and_another_has_not() -> None:
    discard = LEAD + "1: draw; 1: discard R7"  # X10
    assert found(spots(GUIDE, discard, TABLE)) is None
    bare = LEAD + "1: draw; 1: discard *"  # X11
    assert found(spots(GUIDE, bare)) == (4, ("penalty.okey-thrown",))
    assert found(spots(CLUB, bare)) is None
    take = LEAD + "1: take; 1: discard B2"  # X12
    assert found(spots(CLASSIC, take)) is None
    show = "0: draw; 0: discard B1; 1: show indicator"  # X17: the deal is three turns ago
    assert found(spots(CLASSIC, show)) == (3, ("show.first-turn",))
    assert found(spots(CLUB, show)) == (3, ("show.unavailable",))
    third = LEAD + "1: draw; 1: add R7 @1; 1: add R8 @1; 1: add R9 @1; 1: discard B2"
    assert found(spots(GUIDE, third, TABLE)) is None  # no cap there
    taken = LEAD.replace("B1", "R3") + f"1: take; 1: open {OPENING}; 1: discard B2"
    table = "0: R4 R5 R6 | 0: Y3 B3 K3"
    assert found(spots(GUIDE, taken, table)) == (4, ("take.in-opening",))  # G-26
    place = found(spots(CLUB, taken.replace("R3", "B1"), table))
    assert place == (5, ("take.must-use",))


@pytest.mark.parametrize("rules", CLUBS)
def test_mistakes_with_pairs_and_okeys(rules: str) -> None:
    pairs = "1: R3 R3 | 1: B8 B8 | 1: K1 K1 | 1: K5 K5 | 1: Y2 Y2 | 0: R8 B8 * | 0: R10 R11 R12"
    table = pairs.replace("B8 B8", "B7 B7")
    for story, rule in (
        ("1: draw; 1: lay Y9 Y10 Y11", "lay.pairs-only"),  # P-13
        ("1: draw; 1: swap K8 @6", "swap.undetermined"),  # P-25
        ("1: draw; 1: add Y3 @1", "layoff.pairs-closed"),  # P-21
    ):
        assert found(spots(rules, LEAD + story, table)) == (4, (rule,))
    assert found(spots(rules, LEAD + "1: draw; 1: lay K4 K4", TABLE)) == (4, ("lay.no-pairs",))
    run = TABLE.replace("R4 R5 R6", "R4 *=R5 R6")
    assert found(spots(rules, LEAD + "1: draw; 1: swap R7 @1", run)) == (4, ("swap.wrong-tile",))
    mixed = "1: draw; 1: open R3 R3 | B7 B7 | R10 R11 R12 R13"
    place = found(spots(rules, LEAD + mixed))
    assert place is not None
    assert "opening.mixed" in place[1]


@pytest.mark.parametrize("rules", ALL)
def test_who_has_not_opened_lays_nothing_off_and_nothing_down(rules: str) -> None:
    table = "0: R4 R5 R6 | 0: Y3 B3 K3"
    for story, rule in (
        ("1: draw; 1: add R7 @1", "layoff.not-opened"),
        ("1: draw; 1: lay Y9 Y10 Y11", "lay.not-opened"),
    ):
        place = found(spots(rules, LEAD + story, table))
        assert place is not None
        assert place[0] == 4
        assert rule in place[1]


@pytest.mark.parametrize("rules", [*ALL, CLASSIC])
def test_a_story_without_a_mistake_has_none_and_what_comes_after_one_does_not_count(
    rules: str,
) -> None:
    clean = spots(rules, LEAD + "1: draw; 1: discard B2", "", "4 turn.draw-first")
    assert right(clean) == (NONE,)
    assert tags(clean) == {"no-mistake"}
    assert not is_right(clean, "4 turn.draw-first")
    later = spots(
        rules, LEAD + "1: draw; 1: draw; 1: draw; 3: discard B2", "", "4 turn.draw-once",
        "5 turn.draw-once", "6 turn.order",
    )  # fmt: skip
    assert right(later) == ("4 turn.draw-once",)
    with pytest.raises(InputError):
        outcome(clean, "9 turn.order")


def test_themes_of_mistakes() -> None:
    def themed(rules: str, story: str, table: str, *options: str) -> set[str]:
        return tags(spots(rules, LEAD + story, table, *options))

    assert themed(CLUB, "1: draw; 1: draw", "", "4 turn.draw-once") == {"drawing"}
    assert themed(CLUB, "1: draw; 1: discard R7", TABLE, "4 penalty.layable-discard") == {
        "penalised"
    }
    assert themed(CLUB, "1: draw; 1: add R8 @1", TABLE, "4 layoff.no-fit") == {"laying-off"}
    four = "1: draw; 1: open R3 R3 | B8 B8 | K1 K1 | K5 K5"
    assert themed(CLUB, four, "", "4 opening.pairs") == {"opening", "pairs"}
    short = "1: draw; 1: open R10 R11 R12 R13 | Y9 B9 K9 | B8 B9 B10"
    assert themed(CLUB, short, "", "4 opening.points") == {"opening"}
    run = TABLE.replace("R4 R5 R6", "R4 *=R5 R6")
    assert themed(CLUB, "1: draw; 1: swap R7 @1", run, "4 swap.wrong-tile") == {"swapping"}
    wrap = "1: draw; 1: finish B2 K13 K1 K2 | R4 R5 R6 R7 | B9 R9 K9 | Y1 Y2 Y3 Y4"
    assert themed(CLASSIC, wrap, "", "4 run.wrap-end") == {"melds"}
    assert themed(CLASSIC, wrap, "", "4 finish.incomplete") == {"finishing"}


@pytest.mark.parametrize("rules", [*ALL, CLASSIC])
def test_told_mistakes_hold_one_and_offer_its_rule(rules: str) -> None:
    kind = KINDS["spot-mistake"]
    kinds = set()
    for one in some("spot-mistake", rules, count=40):
        place = found(one.exercise)
        if place is None:
            assert one.right == (NONE,)
            continue
        kinds.add(place[1][0])
        assert set(one.right) <= {f"{place[0]} {rule}" for rule in place[1]}
        for option in one.exercise.options:
            said = kind.check(one.exercise, option, one.exercise.rules)
            assert said.correct is (option in one.right)
    assert len(kinds) >= 6
    assert {NONE} in [set(one.right) for one in some("spot-mistake", rules, count=40)]


@pytest.mark.parametrize(("rules", "offered"), [("101-club", 8), (CLASSIC, 6)])
def test_no_mistake_is_right_about_as_often_as_any_other_option(rules: str, offered: int) -> None:
    right = [one.right for one in some("spot-mistake", rules, count=150)]
    assert 0.4 / offered <= right.count((NONE,)) / len(right) <= 1.9 / offered


def test_every_rule_set_has_mistakes_of_its_own() -> None:
    counts = {key: len(mistakes(rules)) for key, rules in RULE_SETS.items()}
    assert counts[CLASSIC] >= 11
    assert min(counts.values()) >= 11
    assert "opens-without" in mistakes(RULE_SETS[GUIDE])
    assert "third" not in mistakes(RULE_SETS[GUIDE])


def test_a_story_is_read_as_it_was_written() -> None:
    exercise = pays(CLUB, "0: draw; 0: discard B1")
    moves = story_of(exercise)
    assert story_text(list(moves)) == "moves:0: draw; 0: discard B1"
