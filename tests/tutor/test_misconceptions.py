"""Wrong beliefs: which of them explains an answer, when it is named, what is asked next."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from okey import RULE_SETS, InputError, RuleSet
from okey.mistaken import MISTAKEN, mistakes
from tutor.loading import LANGUAGES, content
from tutor.misconceptions import (
    NONE,
    answered,
    answers_under,
    belief_text,
    choosing,
    diagnose,
    fitting,
    is_right,
    keys,
    next_exercise,
    suspicion_of,
)
from tutor.misconceptions.simulated import TOPICS, School, topic_of
from tutor.misconceptions.suspicion import Answered
from tutor.tasks.registry import TASKS, task

CLUB, CLASSIC = RULE_SETS["101-club"], RULE_SETS["classic"]
WRONG = [(rules, one.key) for rules in RULE_SETS.values() for one, _ in mistakes(rules)]
IDS = [f"{rules.key}-{key}" for rules, key in WRONG]


def wrong(*fits: str, rules: RuleSet = CLUB, chance: float = 0.05) -> Answered:
    return Answered(rules, False, fits, chance)


def right(*, without: str = "", rules: RuleSet = CLUB) -> Answered:
    """A right answer, which all beliefs but those named give, too."""
    gone = without.split()
    return Answered(rules, True, tuple(key for key in keys(rules) if key not in gone), 0.05)


# Which belief explains an answer


@pytest.mark.parametrize(("rules", "key"), WRONG, ids=IDS)
def test_the_next_exercise_shows_the_belief_and_its_answer_is_explained_by_it(
    rules: RuleSet, key: str
) -> None:
    exercise = next_exercise(key, rules, "next")
    assert exercise is not None
    own = next(one for one in answers_under(exercise, key) if not is_right(exercise, one))
    assert key in diagnose(exercise, own)
    assert key in fitting(exercise, own)
    true = answers_under(exercise)[0]
    assert diagnose(exercise, true) == ()
    assert key not in fitting(exercise, true)
    assert next_exercise(key, rules, "next") == exercise


def test_most_beliefs_have_an_exercise_that_shows_nothing_else() -> None:
    alone = 0
    for rules, key in WRONG:
        exercise = next_exercise(key, rules, "alone")
        assert exercise is not None
        own = next(one for one in answers_under(exercise, key) if not is_right(exercise, one))
        alone += diagnose(exercise, own) == (key,)
    assert alone >= len(WRONG) - 4


def test_the_next_exercise_asks_other_beliefs_only_where_that_may_matter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = [0]
    answers = choosing.answers_under

    def counted(*given: Any, **named: Any) -> tuple[str, ...]:
        asked[0] += 1
        return answers(*given, **named)

    monkeypatch.setattr(choosing, "answers_under", counted)
    most, together = 0, 0
    for rules, key in WRONG:
        asked[0] = 0
        choosing.next_exercise(key, rules, "counted")
        most, together = max(most, asked[0]), together + asked[0]
    # To ask every belief about every exercise would be 60 times 18 for the worst of them.
    assert most <= 4 * choosing.TRIES
    assert together <= 40 * len(WRONG)
    before = asked[0]
    assert choosing.next_exercise(key, rules, "counted") is not None
    assert asked[0] == before, "the same exercise is kept"


def test_there_is_no_exercise_for_what_is_no_mistake() -> None:
    assert next_exercise("wrap", CLASSIC, "next") is None
    assert next_exercise("wrap", CLUB, "next", tasks={}) is None


def test_the_same_answer_is_right_for_one_rule_set_and_a_belief_in_another() -> None:
    kind = task("is-meld")
    for number in range(200):
        exercise = kind.generate(CLUB, f"wrap-{number}", {"ideas": ["wrap"]})
        if is_right(exercise, "no"):
            assert "wrap" in diagnose(exercise, "yes")
            break
    else:
        raise AssertionError("no such exercise")


def test_who_takes_the_open_tile_for_the_okey_answers_with_the_tile_that_lies_there() -> None:
    exercise = task("okey-of-indicator").generate(CLUB, "seed", {})
    assert answers_under(exercise, "face-up-okey") == (str(exercise.indicator),)
    assert diagnose(exercise, str(exercise.indicator)) == ("face-up-okey",)


@pytest.mark.parametrize("kind", TASKS.values(), ids=TASKS)
def test_any_answer_to_any_task_can_be_asked_about(kind: object) -> None:
    found = TASKS[kind.key]  # type: ignore[attr-defined]
    for rules in RULE_SETS.values():
        if found.applies(rules):
            for seed in ("one", "two"):
                exercise = found.generate(rules, seed, {})
                own = found.right(exercise, rules)[0]
                assert diagnose(exercise, own) == ()
                assert set(fitting(exercise, own)) <= set(keys(rules))


def test_what_cannot_be_read_is_no_answer() -> None:
    exercise = task("what-counts").generate(CLUB, "seed", {})
    with pytest.raises(InputError):
        diagnose(exercise, "many")


# When it is named


def test_one_wrong_answer_names_nothing_and_is_asked_about() -> None:
    suspicion = suspicion_of([wrong("wrap")])
    assert suspicion.named is None
    assert suspicion.suspect == "wrap"


def test_two_wrong_answers_that_one_belief_explains_name_it() -> None:
    assert suspicion_of([wrong("wrap"), wrong("wrap", "wrap-over")]).named == "wrap"


def test_while_two_beliefs_explain_all_answers_neither_is_named() -> None:
    both = [wrong("wrap", "wrap-over")] * 3
    assert suspicion_of(both).named is None
    assert suspicion_of([*both, wrong("wrap")]).named == "wrap"


def test_right_answers_speak_against_a_belief_that_does_not_give_them() -> None:
    two = [wrong("wrap", chance=0.33)] * 2
    assert suspicion_of(two).named == "wrap"
    assert suspicion_of([*two, *[right(without="wrap")] * 2]).named is None
    assert suspicion_of([*two, *[right()] * 3]).named == "wrap"


def test_wrong_answers_that_no_belief_explains_are_slips() -> None:
    suspicion = suspicion_of([wrong()] * 6)
    assert suspicion.named is None
    assert suspicion.suspect is None


def test_the_order_of_answers_does_not_matter() -> None:
    answers = [wrong("wrap"), right(without="wrap"), wrong("wrap"), wrong("colour-twice"), right()]
    one, other = suspicion_of(answers), suspicion_of(answers[::-1])
    assert one.shown == other.shown
    assert one.likely == pytest.approx(other.likely)
    assert sum(one.likely.values()) == pytest.approx(1)


def test_where_something_is_no_mistake_an_answer_says_nothing_about_it() -> None:
    there = [wrong("colour-twice", rules=CLASSIC), right(rules=CLASSIC)]
    likely = suspicion_of(there).likely
    assert likely["wrap"] / likely[NONE] == pytest.approx(
        suspicion_of([]).likely["wrap"] / suspicion_of([]).likely[NONE]
    )


def test_a_kept_answer_is_evidence_again_and_what_is_unknown_is_passed_over() -> None:
    kept = answered(CLUB, "what-counts", False, ["wrap", "no longer known"])
    assert kept.fits == ("wrap",)
    assert kept.chance < answered(CLUB, "is-meld", False, ["wrap"]).chance
    assert suspicion_of([kept, answered(CLUB, "gone", False, ["wrap"])]).named == "wrap"


# Learners


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_every_belief_has_a_topic(rules: RuleSet) -> None:
    assert {topic_of(key, rules) for key in keys(rules)} <= set(TOPICS)


@pytest.mark.parametrize("topic", ["melds", "pairs", "score"])
def test_learners_with_a_wrong_belief_are_found_out_and_others_left_alone(topic: str) -> None:
    runs = found = accused = 0
    for rules in (CLASSIC, CLUB):
        school = School(rules, topic, "test", size=24)
        for key in school.beliefs:
            for number in range(4):
                runs += 1
                found += school.session(key, Random(f"{key} {number}")).named == key
        accused += sum(
            school.session(NONE, Random(f"none {number}")).named is not None
            for number in range(15 if school.beliefs else 0)
        )
    assert found >= 0.85 * runs
    assert accused <= 1


# Texts


@pytest.mark.parametrize(("key", "rules"), [("wrap", CLASSIC), ("held-okey-101", CLUB)])
def test_what_is_no_mistake_has_no_text(key: str, rules: RuleSet) -> None:
    with pytest.raises(LookupError):
        belief_text(key, rules, "en")
    with pytest.raises(LookupError):
        belief_text("never heard of", rules, "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_belief_has_its_texts_and_no_text_is_idle(language: str) -> None:
    assert content(language, "misconceptions").keys() == MISTAKEN.keys()
    for key, entry in content(language, "misconceptions").items():
        assert {"title", "sentence"} <= entry.keys() <= {"title", "sentence", *RULE_SETS}, key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("rules", "key"), WRONG, ids=IDS)
def test_a_belief_is_said_carefully_and_names_the_rule(
    rules: RuleSet, key: str, language: str
) -> None:
    text = belief_text(key, rules, language)
    assert "{" not in text.title + text.sentence
    assert text.title
    assert text.sentence.endswith(".")
    careful = {
        "en": ("would be", "here"),
        "de": ("wäre", "hier"),
        "tr": ("bu doğru olurdu", "burada"),
    }
    assert all(word in text.sentence for word in careful[language]), text.sentence
    assert text.rule in rules.rules
    assert text.rule_title
    assert f"/rules/{rules.key}/{text.rule}/" in text.rule_url
    for digit in ("101", "5"):  # numbers come from the rule set
        assert (
            digit not in content(language, "misconceptions")[key]["title"] or key == "held-okey-101"
        )
