"""No door says who is behind it: the answers about somebody and about nobody are the same text.

What takes long, a password's hash and a mail, is done as often for both. How long the whole takes
is compared by `python -m benchmarks.enumeration`.
"""

from __future__ import annotations

from typing import Any
from unittest import mock

import pytest
from django.core import mail
from pytest_django import Settings

from accounts.hashers import Argon2
from benchmarks.enumeration_cases import Ask, cases, said


@pytest.mark.django_db
def test_every_door_says_the_same_of_somebody_and_of_nobody(settings: Settings) -> None:
    settings.ISTAKA_LIMITS = dict.fromkeys(settings.ISTAKA_LIMITS, (1_000_000, 3_600))
    doors = cases()
    assert {case.name for case in doors} >= {"reset", "sign-up", "join", "card", "handover"}
    for case in doors:
        there, nobody = said(case.known(0)), said(case.unknown(0))
        assert there == nobody, case.name
        assert there[2] or there[0] == 302, case.name


def work(ask: Ask) -> tuple[int, int]:
    """How often a request hashes, and how many mails it sends."""
    hashed = list[str]()

    def counted(name: str) -> Any:
        real = getattr(Argon2, name)

        def count(self: Argon2, *args: Any, **kwargs: Any) -> Any:
            hashed.append(name)
            return real(self, *args, **kwargs)

        return count

    before = len(mail.outbox)
    with mock.patch.multiple(Argon2, verify=counted("verify"), encode=counted("encode")):
        ask(1)
    return len(hashed), len(mail.outbox) - before


@pytest.mark.django_db
def test_every_door_does_the_same_work_for_somebody_and_for_nobody(settings: Settings) -> None:
    settings.ISTAKA_LIMITS = dict.fromkeys(settings.ISTAKA_LIMITS, (1_000_000, 3_600))
    done = {case.name: (work(case.known), work(case.unknown)) for case in cases()}
    assert {name: pair for name, pair in done.items() if pair[0] != pair[1]} == {}
    assert done["log-in by e-mail"][0] == (1, 0)
    assert done["reset"][0] == (0, 1)


@pytest.mark.django_db
def test_another_text_or_another_way_would_be_seen(settings: Settings) -> None:
    case = cases()[0]
    one = said(case.known(0))
    answer = case.unknown(0)
    answer.content = answer.content.replace(b"</main>", b"<p>nobody</p></main>")
    assert said(answer) != one
