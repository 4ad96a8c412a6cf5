"""The documents are true: what they name exists, and what they show is what one gets."""

from __future__ import annotations

import ast
import json
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import get_commands
from django.test import Client

from okey import RULES
from tutor.texts import glossary

ROOT = Path(settings.BASE_DIR)
README = ROOT / "README.md"
DOCS = [README, ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
REQUIREMENTS = [
    *sorted(ROOT.glob("requirements*.txt")),
    ROOT / "benchmarks" / "requirements.txt",
    ROOT / "scripts" / "supplies" / "requirements.txt",
]
ROOMS = (
    "okey",
    "accounts",
    "jobs",
    "tutor",
    "puzzles",
    "classrooms",
    "okeysite",
    "tests",
    "scripts",
)
TOPS = (*ROOMS, "docs", "static", "templates", "locale", "benchmarks", ".ci")

documents = pytest.mark.parametrize("path", DOCS, ids=lambda path: str(path.relative_to(ROOT)))


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def code_spans(path: Path) -> list[str]:
    """What stands between backticks, outside blocks."""
    return re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text(path), flags=re.DOTALL))


def anchors(path: Path) -> set[str]:
    """The places in a document that a link may name."""
    headings = re.findall(r"^#+ (.+)$", text(path), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@documents
def test_links_between_documents_lead_somewhere(path: Path) -> None:
    targets = re.findall(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"", text(path))
    for target in (link or source for link, source in targets):
        if target.startswith("http"):
            assert target.startswith("http://127.0.0.1"), f"{target}: no document leaves the house"
            continue
        name, _, anchor = target.partition("#")
        aim = (path.parent / name).resolve() if name else path
        assert aim.exists(), target
        assert not anchor or anchor in anchors(aim), target


@documents
def test_files_and_folders_that_are_named_exist(path: Path) -> None:
    for span in code_spans(path):
        name = span.partition("::")[0]
        if re.fullmatch(r"[\w./*-]+", name) and name.partition("/")[0] in TOPS and "/" in name:
            assert list(ROOT.glob(name)), f"`{span}`"


@documents
def test_commands_that_are_named_exist(path: Path) -> None:
    commands = set(re.findall(r"manage\.py (\w+)", text(path)))
    assert commands <= get_commands().keys()
    targets = set(re.findall(r"^([a-z]+):", text(ROOT / "Makefile"), re.MULTILINE))
    spans = [*code_spans(path), *re.findall(r"^    (.*)$", text(path), re.MULTILINE)]
    for span in spans:
        for target in re.findall(r"(?:^|\s)make ([a-z]+)", span):
            assert target in targets, f"`{span}`"


def test_every_target_of_the_makefile_is_explained() -> None:
    makefile = text(ROOT / "Makefile")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE)) - {"help"}
    helped = set(re.findall(r'echo "make (\w+)', makefile))
    readme = set(re.findall(r"`make (\w+)`", text(README)))
    assert helped <= readme
    assert targets - helped - readme <= {"lint"}  # a part of check


@pytest.mark.parametrize("file", REQUIREMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_requirement_is_pinned_and_has_its_reason(file: Path) -> None:
    reasons = text(ROOT / "docs" / "dependencies.md")
    for line in text(file).splitlines():
        if not line or line.startswith(("#", "-r ")):
            continue
        found = re.fullmatch(r"([\w.-]+)(?:\[[\w,-]+\])?==([\w.]+)", line)
        assert found is not None, f"not pinned: {line}"
        name, version = re.escape(found[1]), re.escape(found[2])
        assert re.search(rf"\b{name}(?: \| | ){version}(?: \||\W)", reasons), line


def test_no_reason_is_left_over() -> None:
    names = {
        line.partition("=")[0].partition("[")[0]
        for file in REQUIREMENTS
        for line in text(file).split()
    }
    rows = re.findall(r"^\| ([\w.-]+) \| [\d.]+ \|", text(ROOT / "docs" / "dependencies.md"), re.M)
    assert len(rows) > 25
    assert set(rows) <= names | {"SortableJS", "Fraunces"}


def test_every_vendored_asset_is_named_with_its_version() -> None:
    reasons = text(ROOT / "docs" / "dependencies.md")
    stated = tomllib.loads(text(ROOT / "scripts" / "supplies" / "licences.toml"))["vendored"]
    assert len(stated) >= 3
    for one in stated:
        assert f"| {one['name']} | {one['version']} |" in reasons


def test_every_variable_of_the_environment_is_explained() -> None:
    operations = text(ROOT / "docs" / "operations.md")
    variables: set[str] = set()
    for name in ("settings.py", "gunicorn_conf.py"):
        for node in ast.walk(ast.parse(text(ROOT / "okeysite" / name))):
            if isinstance(node, ast.Call) and node.args:
                called, first = ast.unparse(node.func), node.args[0]
                reads = re.fullmatch(r"env(\.\w+)?|os\.environ\.get", called)
                if reads and isinstance(first, ast.Constant):
                    variables.add(str(first.value))
    assert {"SECRET_KEY", "DATABASE_URL", "WEB_PROCESSES"} <= variables
    assert {name for name in variables if f"`{name}`" not in operations} == set()


def test_the_readme_shows_what_the_command_line_answers() -> None:
    block = re.search(r"```console\n(.*?)```", text(README), re.DOTALL)
    assert block is not None
    shown = re.findall(r"^\$ (.+)\n((?:[^$].*\n)+)", block[1], re.MULTILINE)
    assert len(shown) == 2
    for command, answer in shown:
        line, _, call = command.partition(" | ")
        echo, given = shlex.split(line)
        python, *arguments = shlex.split(call)
        assert (echo, python) == ("echo", ".venv/bin/python")
        got = subprocess.run(
            [sys.executable, *arguments], input=given, capture_output=True, text=True, cwd=ROOT
        )
        assert json.loads(got.stdout) == json.loads(answer)
        assert list(json.loads(got.stdout)) == list(json.loads(answer))


@pytest.mark.django_db
def test_the_call_in_the_readme_gets_a_verdict(client: Client) -> None:
    call = re.search(r"curl http://127\.0\.0\.1:8000(\S+) .*?-d '([^']+)'", text(README), re.DOTALL)
    assert call is not None
    answer = client.post(call[1], call[2], content_type="application/json")
    assert answer.status_code == 200
    assert answer.json()["violations"][0]["rule"] == "run.no-wrap"


def test_the_tests_that_are_named_exist() -> None:
    page = text(ROOT / "docs" / "security.md")
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", page)
    assert len(named) > 60
    for file, test in named:
        assert f"def {test}(" in text(ROOT / file), f"{file}::{test}"


def test_every_section_of_the_standard_has_its_test() -> None:
    page = text(ROOT / "docs" / "security.md").partition("## Against OWASP ASVS")[2]
    rows = re.findall(r"^\| (\d[^|]*) \| ([^|]*) \| ([^|]*) \|$", page, re.MULTILINE)
    assert len(rows) >= 15
    for section, _how, test in rows:
        assert "::test_" in test, section


def test_every_decision_that_a_rule_cites_is_listed() -> None:
    listed = set(re.findall(r"^\| (HD-\w+) \|", text(ROOT / "docs/decisions/rules.md"), re.M))
    cited = {
        source.section
        for rule in RULES.values()
        for source in rule.source
        if source.document is None
    }
    assert cited <= listed


@pytest.mark.parametrize(("column", "language"), [(1, "en"), (2, "de"), (3, "tr")])
def test_the_glossary_has_the_words_of_the_pages(column: int, language: str) -> None:
    rows = [row.split("|") for row in text(ROOT / "docs/glossary.md").splitlines() if "|" in row]
    words = {row[1].strip(): row[column].partition("(")[0].strip() for row in rows if len(row) == 6}
    for key in ("indicator", "okey", "false_okey", "meld", "run", "group", "pair", "rack"):
        assert words[key.replace("_", " ")] == glossary(language)[key].term


def test_every_document_is_reached_from_an_index() -> None:
    for folder in (ROOT / "docs", ROOT / "docs" / "decisions"):
        index = text(folder / "README.md")
        for path in folder.glob("*.md"):
            assert path.name == "README.md" or f"]({path.name})" in index, path.name


def test_pictures_are_small() -> None:
    for path in (ROOT / "docs" / "pictures").iterdir():
        assert path.stat().st_size < 250_000, path.name
