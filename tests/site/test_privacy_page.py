"""The page on privacy says all that the registry keeps, in every language, with the times set."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.registry import entries
from okeysite.privacy_page import areas, is_about_people
from okeysite.privacy_words import KEPT

pytestmark = pytest.mark.django_db


def test_every_model_that_leads_to_a_person_has_its_words_and_no_other() -> None:
    personal = {entry.model for entry in entries() if is_about_people(entry)}
    assert set(KEPT) == personal


@pytest.mark.parametrize("language", ["de", "tr", "en"])
def test_the_page_says_each_of_them(client: Client, language: str) -> None:
    page = client.get("/privacy/", headers={"Accept-Language": language}).content.decode()
    shown = [area for area in areas() if area.key != "lti"]
    assert len(shown) >= 5
    if language == "en":
        for area in shown:
            for line in (*area.lines, *area.stays):
                assert line in page
    else:
        assert "All that is kept" not in page


def test_it_says_how_long_a_class_is_kept_and_who_runs_the_site(
    client: Client, settings: Settings
) -> None:
    settings.ISTAKA_KEEP_ARCHIVED_DAYS, settings.ISTAKA_KEEP_REMOVED_DAYS = 123, 0
    settings.IMPRINT = "Okey club of the school, Example Street 1"
    page = client.get("/privacy/", headers={"Accept-Language": "en"}).content.decode()
    assert "after 123 days" in page
    assert "taken out goes" not in page
    assert settings.IMPRINT in page


def test_it_speaks_of_learning_platforms_where_launches_are_on(
    client: Client, settings: Settings
) -> None:
    said = "the number under which the platform knows you"
    assert said not in client.get("/privacy/").content.decode()
    settings.ISTAKA_LTI = True
    page = client.get("/privacy/", headers={"Accept-Language": "en"}).content.decode()
    assert said in page
