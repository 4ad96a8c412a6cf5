"""What is said about a verdict: the right rule, the right tiles, in the reader's language."""

from __future__ import annotations

import re

import pytest

from okey import (
    RULE_SETS,
    RULES,
    Hand,
    Meld,
    RuleSet,
    Verdict,
    derive,
    judge,
    parse_melds,
    read_indicator,
    rule_set,
)
from okey.rules.model import As, Example, Opening
from tests.engine.houses import PLAYED_BY
from tests.tutor.mistakes import random_submissions
from tutor.explain import (
    Explanation,
    explain,
    explain_better,
    explain_cannot,
    in_order_of_help,
    notes_about,
    plain,
)
from tutor.loading import LANGUAGES
from tutor.rulebook import applies, judged
from tutor.sentences import _PICKERS, Facts, pick
from tutor.texts import sentences

GUIDE = rule_set("101-guide")
CLUB = rule_set("101-club")
HAND = "R10 R11 R12 R13 R7 Y7 B7 K7 K11 K12 K13 K1 Y9 B9 K9 Y2"
LAID = "R10 R11 R12 R13 | R7 Y7 B7 K7 | K11 K12 K13 K1"


def told(
    laid: str,
    *,
    hand: str | None = None,
    rules: RuleSet = GUIDE,
    language: str = "en",
    indicator: str = "B10",
    as_: As = "opening",
) -> Explanation:
    shown = read_indicator(indicator)
    melds = parse_melds(laid, shown)
    held = Hand.parse(hand, shown) if hand else None
    verdict = judge(melds, rules=rules, indicator=shown, as_=as_, hand=held)
    return explain(
        verdict, melds=melds, hand=held, rules=rules, language=language, indicator=shown, as_=as_
    )


def marked(explanation: Explanation) -> str:
    """The sentence with its badges in brackets."""
    return "".join(
        f"{part.text}[{part.badge}]" if part.badge else part.text for part in explanation.parts
    )


# The sentence of the picture


@pytest.mark.parametrize(
    ("language", "headline", "title", "sentence", "step"),
    [
        (
            "de",
            "Noch nicht eröffnet: 74 von 101",
            "Die Reihe ist nicht rund",
            "Auf die 13[1] folgt keine 1[2]. Die 1 ist immer der niedrigste Stein einer Reihe.",
            "Nimm die schwarze 1 zurück.",
        ),
        (
            "tr",
            "Henüz açılmadı: 74 / 101",
            "Seri dönmez",
            "13’ten[1] sonra 1[2] gelmez. 1, her zaman serinin en küçük taşıdır.",
            "Siyah 1’i geri al.",
        ),
        (
            "en",
            "Not open yet: 74 of 101",
            "A run does not go round",
            "After 13[1] no 1[2] follows. The 1 is always the lowest tile of a run.",
            "Take the black 1 back.",
        ),
    ],
)
def test_a_wrapped_run_is_explained_and_repaired(
    language: str, headline: str, title: str, sentence: str, step: str
) -> None:
    explanation = told(LAID, hand=HAND, language=language)
    assert explanation.headline == headline
    assert explanation.title == title
    assert marked(explanation) == sentence
    assert [(ring.lane, ring.position, ring.badge) for ring in explanation.rings] == [
        (2, 2, 1),
        (2, 3, 2),
    ]
    assert explanation.badges(2, 4) == (None, None, 1, 2)
    assert explanation.badges(0, 4) is None
    assert explanation.rule == "run.no-wrap"
    assert explanation.rule_url == "/rules/101-guide/run.no-wrap/"
    change = explanation.change
    assert change is not None
    assert change.melds == "K11 K12 K13"
    assert (change.points, change.sum_text) == (36, "74 + 36 = 110")
    assert change.sentence == step
    assert change.layout == "R10 R11 R12 R13 | R7 Y7 B7 K7 | K11 K12 K13"


# Tone and choice


def test_a_right_answer_gets_a_nod_and_no_lecture() -> None:
    explanation = told("R10 R11 R12 R13 | R7 Y7 B7 K7 | Y9 B9 K9", hand=HAND)
    assert explanation.correct
    assert explanation.headline == "Opened with 101"
    assert explanation.parts == ()
    assert explanation.title == ""
    assert explanation.change is None
    assert explanation.more == ()


def test_the_text_belongs_to_the_answer_given() -> None:
    short = told("R10 R11 R12 R13 | R7 Y7 B7 K7", hand=HAND)
    round_run = told(LAID, hand=HAND)
    assert short.rule == "opening.points"
    assert short.text == "Together that makes 74. You open with 101: 27 short."
    assert round_run.text != short.text


def test_a_meld_that_does_not_hold_comes_before_the_sum_that_it_spoils() -> None:
    explanation = told(LAID, hand=HAND)
    assert [note.rule for note in explanation.more] == ["opening.points"]
    assert explanation.more[0].text.startswith("What holds is worth 74 together.")


def test_two_tiles_beside_pairs_are_explained_as_a_pair_else_as_a_meld() -> None:
    hand = "R3 R3 B8 B8 K1 K1 K5 K5 R4 B4 Y1 Y9"
    assert told("R3 R3 | B8 B8 | K1 K1 | R4 B4", hand=hand, rules=CLUB).rule == "pair.identical"
    assert told("R4 B4", hand=hand, rules=CLUB).rule == "meld.too-short"


def test_a_false_okey_taken_for_a_wild_tile_is_named() -> None:
    assert marked(told("R11 F R13")) == (
        "The false okey[1] is not wild: it counts as a blue 11 and shares neither colour nor "
        "number with the red 13[2]."
    )
    assert "blaue 11" in told("run: K7 F K9", language="de").text


def test_a_tile_keeps_its_number_in_every_sentence() -> None:
    explanation = told("run: R5 *=R9 R7", as_="melds")
    numbers = {
        (part.lane, part.position): part.badge
        for parts in [explanation.parts, *(note.parts for note in explanation.more)]
        for part in parts
        if part.badge
    }
    assert len(set(numbers.values())) == len(numbers) == 3


def test_where_the_hand_cannot_open_the_nearest_legal_melds_are_shown() -> None:
    explanation = told("R10 R11 R12 R2", hand="R10 R11 R12 R2 Y1 Y5 K4")
    assert explanation.change is not None
    assert explanation.change.layout == "R10 R11 R12"
    assert explanation.change.total == 33


def test_a_change_of_face_alone_says_so() -> None:
    explanation = told(
        "*=R4 R5 R6 | K9 K10 K11 K12 K13 | R7 Y7 B7 K7",
        hand="* R5 R6 K9 K10 K11 K12 K13 R7 Y7 B7 K7 Y1",
        language="de",
    )
    assert explanation.change is not None
    assert explanation.change.lines == ("In Zeile 1 steht der Okey dann für die rote 7.",)


def test_moves_between_melds_name_both() -> None:
    explanation = told("R10 R11 R12 | R13 R7 Y7 B7 K7 | Y9 B9 K9", hand=HAND)
    assert explanation.change is not None
    assert explanation.change.lines == ("Move the red 13 from meld 2 to meld 1.",)


# "Cannot open"


@pytest.mark.parametrize(
    ("best", "pairs", "opens_by", "rules", "correct", "text"),
    [
        (98, 3, (), GUIDE, True, "98 is the most, 3 short."),
        (98, 3, (), CLUB, True, "98 is the most, 3 short. Pairs in the hand: 3. It would take 5."),
        (0, 1, (), GUIDE, True, "No run and no group lies in this hand."),
        (105, 1, ("melds",), GUIDE, False, "With these melds it comes to 105."),
        (40, 5, ("pairs",), CLUB, False, "With 5 pairs it opens."),
        (
            102,
            0,
            (),
            GUIDE,
            True,
            "102 would take the last tile, and that one has to stay to be discarded.",
        ),
    ],
)
def test_cannot_open_is_proved_either_way(
    best: int, pairs: int, opens_by: tuple[str, ...], rules: RuleSet, correct: bool, text: str
) -> None:
    explanation = explain_cannot(
        best_points=best, pairs=pairs, opens_by=opens_by, rules=rules, language="en"
    )
    assert explanation.correct is correct
    assert explanation.text == text


@pytest.mark.parametrize("language", LANGUAGES)
def test_more_was_possible_is_said_in_one_sentence(language: str) -> None:
    assert "118" in explain_better(118, language)


# Every sentence is reached and every violation has one


def _examples() -> list[tuple[str, str, str, Verdict, tuple[Meld, ...], RuleSet]]:
    found = []
    for rules in RULE_SETS.values():
        for rule_id in rules.rules:
            for example in RULES[rule_id].illegal:
                if isinstance(example, Example) and applies(example, rules):
                    melds, verdict = judged(example, rules)
                    found.append((rules.key, rule_id, example.indicator, verdict, melds, rules))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_illegal_example_of_the_catalogue_has_its_explanation(language: str) -> None:
    for key, rule_id, indicator, verdict, melds, rules in _examples():
        shown = read_indicator(indicator)
        notes = notes_about(
            rule_id, verdict, melds=melds, rules=rules, indicator=shown, language=language
        )
        assert notes, (key, rule_id)
        for note in notes:
            _assert_sentence(note.text, (language, key, rule_id))
            for part in note.parts:
                if part.badge is not None:
                    assert part.lane is not None
                    assert part.position is not None
                    assert part.position < len(melds[part.lane])


def _assert_sentence(text: str, case: object) -> None:
    assert text, case
    assert text[0] == text[0].upper(), (case, text)
    assert text.endswith("."), (case, text)
    assert "{" not in text, (case, text)
    assert "  " not in text, (case, text)
    assert not re.search(r"\s[.,:]", text), (case, text)


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda rules: rules.key)
@pytest.mark.parametrize("language", LANGUAGES)
def test_any_submission_is_explained(rules: RuleSet, language: str) -> None:
    wrong = 0
    for melds, indicator in random_submissions(40, seed=f"{rules.key} {language}"):
        as_: As = "opening" if rules.opening is not None else "melds"
        verdict = judge(melds, rules=rules, indicator=indicator, as_=as_)
        explanation = explain(
            verdict,
            melds=melds,
            hand=None,
            rules=rules,
            language=language,
            indicator=indicator,
            as_=as_,
        )
        assert explanation.correct is verdict.legal
        if not verdict.legal:
            wrong += 1
            _assert_sentence(explanation.text, melds)
            assert 1 + len(explanation.more) == len(verdict.violations)
    assert wrong > 5


def test_every_sentence_is_used_by_some_submission() -> None:
    """A sentence that nothing leads to would be a text that nobody ever checked."""
    used: set[tuple[str, str]] = set()
    submissions = [(melds, read_indicator(i), rules) for _, _, i, _, melds, rules in _examples()]
    for rules in (GUIDE, CLUB, rule_set("classic")):
        submissions += [
            (melds, indicator, rules) for melds, indicator in random_submissions(400, seed="all")
        ]
    b10 = read_indicator("B10")
    for text in (
        "pair: R3",
        "pair: R3 R3 *",
        "R5 *=R9 *=R10",
        "K12 K13 *=K1",
        "run: R12 R13 * R2",
        "run: * R13 R1",
        "pair: R3 B4",
        "group: R11 F F",
        "pair: R7 R8",
        "group: F R12 Y12",
        "run: K10 K11 K12 K13 * * K3",
    ):
        submissions += [(parse_melds(text, b10), b10, rules) for rules in RULE_SETS.values()]
    for melds, indicator, rules in submissions:
        asked: tuple[As, ...] = ("melds", "opening")
        for as_ in asked if rules.showing is None else ("melds", "opening", "finish"):
            verdict = judge(melds, rules=rules, indicator=indicator, as_=as_)
            used |= _variants(verdict, melds, rules, "B11")
    hand = Hand.parse("R10 R11 R12 R13 R7 Y7 B7 K7 Y9 B9 K9", "B10")
    whole = parse_melds("R10 R11 R12 R13 | R7 Y7 B7 K7 | Y9 B9 K9", b10)
    for melds in (whole, whole[:2], parse_melds("R1 R2 R3", b10)):
        verdict = judge(melds, rules=GUIDE, indicator=b10, as_="finish", hand=hand)
        used |= _variants(verdict, melds, GUIDE, "B11")
    for rule_id, house in PLAYED_BY.items():
        for example in RULES[rule_id].illegal:
            if isinstance(example, Example):
                melds, verdict = judged(example, house)
                used |= _variants(verdict, melds, house, "B11")
    three = parse_melds("pair: R3 Y3 B3", b10)
    used |= _variants(
        judge(three, rules=PLAYED_BY["pair.number"], indicator=b10, as_="melds"),
        three,
        PLAYED_BY["pair.number"],
        "B11",
    )
    exact = derive(rule_set("101-club"), "exact", opening=Opening(101, 1, pairs_exactly=True))
    two = parse_melds("R3 R3 | R4 R4", b10)
    used |= _variants(judge(two, rules=exact, indicator=b10, as_="opening"), two, exact, "B11")
    expected = {
        (rule.id, name)
        for rule in RULES.values()
        if rule.check is not None
        for name in sentences(rule.id, "en")
    }
    # The last turn of a round is no submission; see test_sentences_of_moves.py.
    assert expected - used == {("finish.incomplete", "last")}


def _variants(
    verdict: Verdict, melds: tuple[Meld, ...], rules: RuleSet, okey: str
) -> set[tuple[str, str]]:
    return {
        (
            violation.rule,
            pick(Facts(violation, verdict, melds, rules, read_indicator(okey), "en")).variant,
        )
        for violation in in_order_of_help(verdict, melds, rules)
    }


def test_every_rule_that_can_be_broken_has_sentences_and_no_other_has() -> None:
    for rule in RULES.values():
        found = sentences(rule.id, "en")
        can_be_broken = rule.check is not None or rule.move is not None
        assert bool(found) is can_be_broken, rule.id
        if can_be_broken and rule.id not in _PICKERS:
            assert set(found) == {"default"}, rule.id


def test_plain_text_has_no_badges() -> None:
    explanation = told(LAID, hand=HAND)
    assert plain(explanation.parts) == (
        "After 13 no 1 follows. The 1 is always the lowest tile of a run."
    )
