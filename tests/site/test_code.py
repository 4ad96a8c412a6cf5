"""What may not stand in the code, and why."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
ROOMS = ("accounts", "jobs", "tutor", "puzzles", "classrooms", "okeysite")
CODE = sorted(
    path for room in ROOMS for path in (ROOT / room).rglob("*.py") if "migrations" not in path.parts
)
TEMPLATES = sorted(path for path in (ROOT / "templates").rglob("*") if path.is_file())
SCRIPTS = sorted((ROOT / "static" / "js").rglob("*.js"))
STYLES = sorted((ROOT / "static" / "css").rglob("*.css"))

# pattern -> why it is banned, and the files that may use it
IN_CODE = {
    r"\bdelay_on_commit\b": ("a dead broker turns a saved row into a 500", set()),
    r"\bmark_safe\b": (
        "text of people is escaped, always",
        {"tutor/plots.py"},  # shapes that a library draws from numbers and dates
    ),
    r"""fields\s*=\s*["']__all__["']""": ("a new column would leave the server unasked", set()),
    r"\btimezone\.now\b": (
        "one clock: accounts.clock",
        {
            "accounts/clock.py",
            "accounts/sessions.py",  # the library writes a session's end by the machine's
            "jobs/timekeeping.py",  # asks how far off the machine's is
        },
    ),
    r"\bcsrf_exempt\b": (
        "every write by a session is protected",
        {"classrooms/lti/views.py"},  # a platform's form; a state bound to the browser protects it
    ),
    r"\bdatetime\.(now|utcnow|today)\(|\bdate\.today\(": ("one clock: accounts.clock", set()),
    r"\bpickle\b": ("no pickle anywhere", set()),
    r"\brequest\.GET\b.*\.filter\(": ("query parameters go through a form", set()),
    r"\bprint\(": ("the log, or a command's stdout", set()),
    r"^\s+from (okey|accounts|jobs|tutor|puzzles|classrooms|okeysite)\b": (
        "an import inside a function hides that rooms or modules depend on one another in a ring",
        {
            "accounts/models.py",  # a session's model and its store name each other
            "accounts/sessions.py",
            "jobs/kinds.py",  # for types alone
            "jobs/querysets.py",
            "classrooms/assignments/querysets.py",  # for types alone, as those below
            "classrooms/assignments/timing.py",
            "classrooms/people/querysets.py",
            "puzzles/querysets.py",
            "puzzles/collections/querysets.py",
            "puzzles/ratings/querysets.py",
            "puzzles/reports/querysets.py",
            "puzzles/runs/querysets.py",
            "puzzles/telling.py",
            "okeysite/celery.py",  # needs the apps to be loaded
            "okeysite/gunicorn_conf.py",  # the main process must not hold old code over a reload
        },
    ),
}
IN_TEMPLATES = {
    r"\|\s*safe\b": "text of people is escaped, always",
    r"\|\s*safeseq\b": "text of people is escaped, always",
    r"\son[a-z]+\s*=": "the policy forbids handlers in the markup",
    r"\shx-on": "needs eval, which the policy forbids",
    r"\sstyle\s*=": "the policy forbids styles in the markup",
    r"<style\b": "the policy forbids styles in the markup",
    r"<script(?![^>]*\bsrc=)[^>]*>": "the policy forbids scripts in the markup",
    r"https?://(?!www\.w3\.org/)": "no request leaves the site",
    r"javascript:": "the policy forbids it",
}


@pytest.mark.parametrize("pattern", IN_CODE)
def test_the_code_does_without(pattern: str) -> None:
    reason, allowed = IN_CODE[pattern]
    _none(CODE, pattern, reason, allowed)


@pytest.mark.parametrize("pattern", IN_TEMPLATES)
def test_the_templates_do_without(pattern: str) -> None:
    html = [path for path in TEMPLATES if path.suffix == ".html"]
    _none(html, pattern, IN_TEMPLATES[pattern], set())


def test_escaping_is_switched_off_in_plain_text_alone() -> None:
    html = [path for path in TEMPLATES if path.suffix == ".html"]
    _none(html, r"autoescape\s+off", "text of people is escaped, always", set())


def test_scripts_and_styles_ask_no_other_site_and_evaluate_nothing() -> None:
    _none(SCRIPTS, r"\beval\(|new Function|innerHTML\s*=|insertAdjacentHTML", "markup", set())
    _none([*SCRIPTS, *STYLES], r"https?://(?!www\.w3\.org/)", "no request leaves the site", set())


def test_the_engine_brings_no_framework_along() -> None:
    check = (
        "import sys, okey, okey.judge; "
        "print([m for m in sys.modules if m.partition('.')[0] in "
        "('django', 'celery', 'rest_framework', 'accounts', 'jobs', 'tutor', 'puzzles', "
        "'classrooms')])"
    )
    found = subprocess.run(
        [sys.executable, "-c", check], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == "[]"


def test_a_file_stays_of_a_size_that_can_be_read() -> None:
    others = ("okey", "tests", "benchmarks", "scripts")
    beside = [path for folder in others for path in (ROOT / folder).rglob("*.py")]
    written = [*CODE, *beside, *TEMPLATES, *SCRIPTS, *STYLES]
    sizes = {str(path.relative_to(ROOT)): len(path.read_text().splitlines()) for path in written}
    assert {name: lines for name, lines in sizes.items() if lines > 420} == {}


def _none(paths: list[Path], pattern: str, reason: str, allowed: set[str]) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}"
        for path in paths
        if str(path.relative_to(ROOT)) not in allowed
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(pattern, line)
    ]
    assert found == [], reason
