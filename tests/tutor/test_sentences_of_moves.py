"""Every move that is refused is explained by a sentence, and every sentence by some move."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from okey import RULE_SETS, RULES, Meld, RuleSet, Tile, Violation, derive, read_indicator
from okey.ended import event_points
from okey.endings import Event
from okey.examples import moves_of
from okey.moves import Finish, Lay, Move, Open
from okey.positions import position_of
from okey.referee import Refusal, apply
from okey.rules.examples import Play
from okey.rules.model import Rule
from okey.rules.parameters import Ending, Opening, Swap, Table
from tests.engine.houses import PLAYED_BY
from tutor import move_sentences
from tutor.facts import Facts
from tutor.loading import LANGUAGES, content
from tutor.refusals import event_sentence, refusal_notes
from tutor.sentences import pick
from tutor.texts import sentences

CLUB, GUIDE = RULE_SETS["101-club"], RULE_SETS["101-guide"]
ALONE = PLAYED_BY["opening.alone"]
Told = tuple[RuleSet, Tile, tuple[Meld, ...], tuple[Violation, ...]]

OPENED = "R7 K2 K4"  # a hand of somebody who has opened
TABLE = "0: R10 R11 R12 | 1: Y4 Y5 Y6 | 2: R8 B8 K8 | 3: R9 B9 K9 Y9"
OPENING = "R10 R11 R12 R13 | R7 Y7 B7 K7 | Y9 B9 K9"
CLOSED = f"{OPENING.replace(' |', '')} Y7 B3 R1 R3 R5 Y1 K1 K3 K5 K12 R9"  # nothing laid yet
# All of it is pairs, and all of it can be laid with one more 10.
EITHER = "R10 R10 Y10 Y10 K10 K10 Y1 Y1 Y2 Y2 Y3 Y3 Y4 Y4 K1 K1 K2 K2 K3 K3 R5"

# Sentences to which no example of the catalogue leads.
FURTHER: list[tuple[RuleSet, Play]] = [
    (CLUB, Play("add K7 @9", OPENED.replace("R7", "K7"), table=TABLE)),
    (CLUB, Play("add R7 @3", OPENED, table=TABLE)),
    (CLUB, Play("add R7 @4", OPENED, table=TABLE)),
    (CLUB, Play("add Y7 @2 low", "Y7 K2 K4", table=TABLE)),
    (CLUB, Play("add Y3 @2 high", "Y3 K2 K4", table=TABLE)),
    (CLUB, Play("swap R7 @9", OPENED, table=TABLE)),
    (CLUB, Play("swap R7 @1", OPENED, table="0: R10 * * R13")),
    (derive(CLUB, "ends", table=Table(1, True)), Play("add Y7 @2; add Y8 @2", "Y7 Y8 K2", TABLE)),
    (ALONE, Play(f"open {OPENING}; add Y7 @1", CLOSED, "1: Y4 Y5 Y6")),
    (ALONE, Play(f"open {OPENING}; swap B3 @1", CLOSED, "1: B2 * B4")),
    (
        PLAYED_BY["opening.rising"],
        Play(
            "open R1 R1 | R3 R3 | R5 R5 | Y1 Y1 | Y3 Y3",
            "R1 R1 R3 R3 R5 R5 Y1 Y1 Y3 Y3 K1 K3 K5 K7 K9 K11 B1 B3 B5 B7 B9 R9",
            "1: Y5 Y5 | 1: Y7 Y7 | 1: Y9 Y9 | 1: Y11 Y11 | 1: Y13 Y13 | 1: R13 R13",
            "- pairs=6 - -",
        ),
    ),
    (derive(GUIDE, "swaps", swap=Swap()), Play("swap B3 @1", CLOSED, "1: B2 * B4")),
    (GUIDE, Play("take; declare pairs", EITHER, discard="B10", phase="draw")),
    (GUIDE, Play("take indicator; declare pairs", EITHER, stock=0, phase="draw")),
    (
        derive(GUIDE, "no last discard", ending=Ending(indicator=True)),
        Play("take", EITHER, discard="B10", stock=0, phase="draw"),
    ),
    (GUIDE, Play("take indicator; draw", "B8 B9 Y4", "0: R1 R2 R3", stock=0, phase="draw")),
    (GUIDE, Play("discard K2; 1: draw", "K2", "0: R1 R2 R3")),
]


def refused(play: Play, rules: RuleSet) -> Told | None:
    """The last move of a play as the referee refuses it; None where it is legal."""
    round_ = position_of(play, rules)
    *before, last = moves_of(play)
    for move in before:
        done = apply(round_, move)
        assert not isinstance(done, Refusal), (rules.key, str(move), done.violations)
        round_ = done.round
    done = apply(round_, last)
    if not isinstance(done, Refusal):
        return None
    return rules, read_indicator(play.indicator), melds_of(last), done.violations


def melds_of(move: Move) -> tuple[Meld, ...]:
    action = move.action
    return action.melds if isinstance(action, Open | Lay | Finish) else ()


def playing(rule: Rule, play: Play) -> Iterator[RuleSet]:
    """The rule sets whose example it is."""
    for rules in (*RULE_SETS.values(), *filter(None, [PLAYED_BY.get(rule.id)])):
        if rule.id in rules.rules and (
            not play.rules or rules.key in play.rules or rules.key not in RULE_SETS
        ):
            yield rules


def all_refused() -> list[Told]:
    found = []
    for rule in RULES.values():
        for example in rule.illegal:
            if isinstance(example, Play) and rule.move is not None:
                for rules in playing(rule, example):
                    told = refused(example, rules)
                    assert told is not None, (rule.id, rules.key)
                    found.append(told)
    for rules, play in FURTHER:
        told = refused(play, rules)
        assert told is not None, play
        found.append(told)
    return found


REFUSED = all_refused()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refused_move_is_explained(language: str) -> None:
    for rules, indicator, melds, violations in REFUSED:
        notes = refusal_notes(
            violations, rules=rules, indicator=indicator, language=language, melds=melds
        )
        assert len(notes) == len(violations)
        for note in notes:
            case = (language, rules.key, note.rule, note.text)
            assert note.text, case
            assert note.text[0] == note.text[0].upper(), case
            assert note.text.endswith("."), case
            assert not re.search(r"[{}]|\s[.,:]|  |None", note.text), case
            assert not re.search(r"\d \d+\.", note.text), case  # a tile, and the number of a meld
            assert note.rule_url == (f"/rules/{rules.key}/{note.rule}/" if own(rules) else "")


def own(rules: RuleSet) -> bool:
    return rules.key in RULE_SETS


def test_every_sentence_about_a_move_is_reached() -> None:
    used = set()
    for rules, indicator, melds, violations in REFUSED:
        for at, violation in enumerate(violations):
            beside = violations[:at] + violations[at + 1 :]
            facts = Facts(violation, None, melds, rules, indicator, "en", None, beside)
            used.add((violation.rule, pick(facts).variant))
    expected = {
        (rule.id, name)
        for rule in RULES.values()
        if rule.move is not None and rule.check is None
        for name in sentences(rule.id, "en")
    }
    expected.add(("finish.incomplete", "last"))
    assert sorted(expected - used) == []


# Words of a sentence


def said(rules: RuleSet, play: Play, language: str) -> str:
    """The first sentence about the last move of a play."""
    told = refused(play, rules)
    assert told is not None
    _, indicator, melds, violations = told
    notes = refusal_notes(
        violations, rules=rules, indicator=indicator, language=language, melds=melds
    )
    return notes[0].text


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        (
            "en",
            "The red 7 does not fit the group in meld 3. It takes the same number in a colour "
            "that is missing.",
        ),
        (
            "de",
            "Die rote 7 passt nicht an die Gruppe in Kombination 3. Sie nimmt dieselbe Zahl in "
            "einer fehlenden Farbe.",
        ),
        (
            "tr",
            "3. perdeki gruba kırmızı 7 uymuyor. Grup aynı sayıyı eksik bir renkte alır.",
        ),
    ],
)
def test_a_tile_that_does_not_fit_is_named_with_its_meld(language: str, sentence: str) -> None:
    assert said(CLUB, Play("add R7 @3", OPENED, table=TABLE), language) == sentence


def test_the_number_needed_is_that_of_the_rule_set() -> None:
    play = Play("lay R1 R3 R5", CLOSED, "1: Y4 Y5 Y6")
    house = derive(GUIDE, "eighty", opening=Opening(80))
    assert "worth 101 together" in said(GUIDE, play, "en")
    assert "worth 80 together" in said(house, play, "en")
    assert "101 together, or with 5 pairs" in said(CLUB, play, "en")


def test_what_stands_in_the_way_of_the_whole_move_is_told_before_its_melds() -> None:
    told = refused(Play("lay R1 R3 R5", CLOSED, "1: Y4 Y5 Y6"), GUIDE)
    assert told is not None
    _, indicator, melds, violations = told
    notes = refusal_notes(violations, rules=GUIDE, indicator=indicator, language="en", melds=melds)
    assert [note.rule for note in notes] == ["lay.not-opened", "run.gap", "run.gap"]
    assert [part.badge for part in notes[1].parts if part.badge] == [1, 2]


def test_violations_may_come_as_json_and_melds_be_left_out() -> None:
    told = refused(Play("lay R1 R3 R5", CLOSED, "1: Y4 Y5 Y6"), GUIDE)
    assert told is not None
    given = [
        {
            "rule": one.rule,
            "tiles": one.tiles,
            "params": dict(one.params),
            "meld": one.meld,
            "positions": list(one.positions),
        }
        for one in told[3]
    ]
    notes = refusal_notes(given, rules=GUIDE, indicator=told[1], language="de")
    assert notes[0].text.startswith("Du hast noch nicht eröffnet.")
    assert notes[1].text == "Die Zahlen einer Reihe folgen lückenlos aufeinander."


# What is written during a round


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_can_be_written_has_its_reason(language: str) -> None:
    played = (*RULE_SETS.values(), *PLAYED_BY.values())
    kinds = {"bonus.siler", *(kind for rules in played for kind in event_points(rules))}
    assert content(language, "phrases")["event"].keys() == kinds
    for kind in kinds:
        text = event_sentence(Event(kind, 1, 101), language, who="Aylin")
        assert text.startswith("Aylin: +101. ")
        assert text.endswith(".")


def test_points_are_written_with_their_sign() -> None:
    assert event_sentence({"rule": "bonus.siler", "points": -101}, "tr").startswith("−101. ")


def test_only_rules_about_moves_have_their_sentences_chosen_there() -> None:
    for rule_id in move_sentences.PICKERS:
        assert RULES[rule_id].move is not None, rule_id
