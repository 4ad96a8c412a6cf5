"""The operator's own texts: short ones in a variable, longer ones as files by language."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings as site_settings
from django.core.checks import run_checks
from django.test import Client
from pytest_django import Settings

from okeysite import legal

pytestmark = pytest.mark.django_db


@pytest.fixture
def texts(settings: Settings, tmp_path: Path) -> Path:
    settings.IMPRINT, settings.TEXTS_DIR = "Short", str(tmp_path)
    return tmp_path


def page(client: Client, address: str, language: str) -> str:
    return client.get(address, headers={"accept-language": language}).content.decode()


def test_a_file_of_the_language_wins_then_one_for_all_then_the_variable(
    client: Client, texts: Path
) -> None:
    assert "<p>Short</p>" in page(client, "/imprint/", "tr")
    (texts / "imprint.txt").write_text("The club\nExample Street 1\n\nPhone 1")
    (texts / "imprint.de.txt").write_text("Der Verein für Okey", encoding="utf-8")
    assert "<p>The club<br>Example Street 1</p>" in page(client, "/imprint/", "tr")
    assert "Der Verein für Okey" in page(client, "/imprint/", "de")
    assert "Short" not in page(client, "/privacy/", "de")


def test_own_words_about_privacy_stand_on_its_page(client: Client, texts: Path) -> None:
    (texts / "privacy.de.txt").write_text("Auftragsverarbeitung: Rechenzentrum X")
    assert "Rechenzentrum X" in page(client, "/privacy/", "de")
    assert "Rechenzentrum X" not in page(client, "/privacy/", "en")


def test_what_stands_in_a_file_is_text_and_not_markup(client: Client, texts: Path) -> None:
    (texts / "imprint.txt").write_bytes(b"<script>alert(1)</script> \xff & Co")
    shown = page(client, "/imprint/", "en")
    assert "&lt;script&gt;" in shown
    assert "alert(1)</script>" not in shown


def test_a_folder_that_is_not_there_stops_nothing(client: Client, settings: Settings) -> None:
    settings.IMPRINT, settings.TEXTS_DIR = "Short", "/nowhere/at/all"
    assert "Short" in page(client, "/imprint/", "en")


def test_a_deployment_is_warned_where_readers_find_no_imprint(
    texts: Path, settings: Settings
) -> None:
    def warned() -> list[str]:
        found = run_checks(include_deployment_checks=True)
        return [one.msg for one in found if one.id == "okeysite.W001"]

    assert warned() == []
    settings.IMPRINT = ""
    assert all(code in warned()[0] for code, _name in site_settings.LANGUAGES)
    (texts / "imprint.de.txt").write_text("Der Verein")
    assert legal.missing() == [code for code, _name in site_settings.LANGUAGES if code != "de"]
    (texts / "imprint.txt").write_text("The club")
    assert warned() == []
