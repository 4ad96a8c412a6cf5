"""Parts of pages that are drawn once: for each content and language, and no more than fit."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.template import Context, Template, TemplateSyntaxError
from django.utils import translation
from pytest_django import Settings

from accounts import remembering


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    remembering.cache_clear()
    yield
    remembering.cache_clear()


class Counted:
    """Says how often it was drawn."""

    def __init__(self) -> None:
        self.times = 0

    def __str__(self) -> str:
        self.times += 1
        return f"drawn {self.times}"


def drawn(text: str, **values: object) -> str:
    return Template("{% load remembered i18n %}" + text).render(Context(values))


def test_a_part_is_drawn_once_for_each_content() -> None:
    inside = Counted()
    part = '{% remembered "part" tile %}{{ inside }}{% endremembered %}'
    assert drawn(part, tile="R1", inside=inside) == "drawn 1"
    assert drawn(part, tile="R1", inside=inside) == "drawn 1"
    assert drawn(part, tile="R2", inside=inside) == "drawn 2"
    other = part.replace('"part"', '"other"')
    assert drawn(other, tile="R1", inside=inside) == "drawn 3"


def test_each_language_has_its_own() -> None:
    part = '{% remembered "part" %}{% translate "Rules" %}{% endremembered %}'
    with translation.override("de"):
        german = drawn(part)
    with translation.override("tr"):
        turkish = drawn(part)
    with translation.override("de"):
        assert drawn(part) == german == "Regeln" != turkish


def test_what_is_drawn_stays_escaped_once() -> None:
    part = "{% remembered 'part' %}{{ said }}{% endremembered %}"
    assert [drawn(part, said="<b>") for _ in range(2)] == ["&lt;b&gt;", "&lt;b&gt;"]


def test_a_value_that_may_change_is_no_key() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        drawn('{% remembered "part" many %}{% endremembered %}', many=[1, 2])
    with pytest.raises(TemplateSyntaxError):
        drawn("{% remembered %}{% endremembered %}")


def test_the_oldest_goes_when_there_is_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembering, "MOST", 100)
    inside = Counted()
    for number in (1, 2, 1, 3):
        remembering.remembered((number,), lambda: f"{inside}".ljust(40))
    assert inside.times == 3
    remembering.remembered((1,), lambda: f"{inside}".ljust(40))  # asked for meanwhile: kept
    assert inside.times == 3
    remembering.remembered((2,), lambda: f"{inside}".ljust(40))
    assert inside.times == 4
    assert len(remembering.remembered((4,), lambda: "x" * 101)) == 101  # too large: not kept


def test_development_remembers_nothing(settings: Settings) -> None:
    settings.DEBUG = True
    inside = Counted()
    part = '{% remembered "part" %}{{ inside }}{% endremembered %}'
    assert [drawn(part, inside=inside) for _ in range(2)] == ["drawn 1", "drawn 2"]
