"""What the documents promise: every row has a test or command that exists, and its last result."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.promises import (
    BEGIN,
    END,
    PAGES,
    ROOT,
    Promise,
    PromiseError,
    Result,
    from_reports,
    names,
    promises,
    read_results,
    rendered,
    table,
)

EVERY = promises()
REPORT = """<testsuites><testsuite>
<testcase classname="tests.site.test_x" name="test_all[one]" file="tests/site/test_x.py"/>
<testcase classname="tests.site.test_x" name="test_all[two]" file="tests/site/test_x.py">
  <failure/></testcase>
<testcase classname="tests.site.test_x.TestIt" name="test_it" file="tests/site/test_x.py"/>
<testcase classname="tests.site.test_x" name="test_away" file="tests/site/test_x.py">
  <skipped/></testcase>
</testsuite></testsuites>"""


def row(*shown: str, **told: bool | str) -> Promise:
    return Promise("security", "People", "nobody gets in", shown, **told)  # type: ignore[arg-type]


def defined(path: Path) -> set[str]:
    """Names of tests and classes of tests, those in classes with the class before them."""
    found = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            found |= {node.name}
            found |= {f"{node.name}::{one.name}" for one in node.body if hasattr(one, "name")}
        elif isinstance(node, ast.FunctionDef):
            found.add(node.name)
    return found


@pytest.mark.parametrize("one", EVERY, ids=lambda one: one.says[:60])
def test_what_shows_a_promise_exists(one: Promise) -> None:
    for name in one.shown:
        if one.is_command:
            words = name.split()
            module = words[2].replace(".", "/") if words[1] == "-m" else words[1]
            module = "tests" if module == "pytest" else module
            places = [ROOT / module, ROOT / f"{module}.py", ROOT / module / "__main__.py"]
            assert any(place.exists() for place in places), name
            continue
        path, _, inner = name.partition("::")
        assert (ROOT / path).exists(), name
        assert not inner or inner.partition("[")[0] in defined(ROOT / path), name


def test_every_page_has_the_table_of_its_promises() -> None:
    results = read_results()
    for page in PAGES:
        rows = [one for one in EVERY if one.page == page]
        text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
        assert rows, page
        assert text == rendered(text, rows, results), "python -m tests.promises render"


def test_no_result_is_left_of_what_is_promised_no_more() -> None:
    assert read_results().keys() <= {one.key for one in EVERY}


def test_a_table_says_what_was_kept_what_was_missed_and_what_was_not_run() -> None:
    rows = [
        row("tests/a.py::test_a"),
        row("python -m b", is_command=True),
        row(why_not="no container engine"),
        row("tests/c.py"),
    ]
    results = {
        "tests/a.py::test_a": Result(True, "3 passed", "abc1234", "2026-11-30"),
        "python -m b": Result(False, "7 | 8", "abc1234", "2026-11-30"),
    }
    lines = table(rows, results).splitlines()[3:]
    assert lines[0].endswith("| `tests/a.py::test_a` | 3 passed | abc1234, 2026-11-30 |")
    assert lines[1].endswith("| **missed:** 7 \\| 8 | abc1234, 2026-11-30 |")
    assert lines[2].endswith("| **not run:** no container engine | |")
    assert lines[3].endswith("| not run yet | |")


def test_rendering_twice_changes_nothing() -> None:
    page = f"# Page\n\n{BEGIN}\n"
    once = rendered(page, [row("tests/a.py")], {})
    assert once == rendered(once, [row("tests/a.py")], {})
    assert once.count(BEGIN) == once.count(END) == 1


def test_a_report_counts_and_what_was_skipped_everywhere_is_no_result(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(REPORT)
    file = "tests/site/test_x.py"
    whole, one, away, both = (
        row(file),
        row(f"{file}::TestIt::test_it"),
        row(f"{file}::test_away"),
        row(f"{file}::test_all", f"{file}::test_gone"),
    )
    found = from_reports([report], [whole, one, away, both], "abc1234")
    assert {key: (result.kept, result.text) for key, result in found.items()} == {
        whole.key: (False, "1 of 3 failed"),
        one.key: (True, "1 passed"),
    }


def test_a_test_is_not_taken_for_one_whose_name_begins_alike() -> None:
    assert names("tests/a.py::test_a", "tests/a.py::test_a")
    assert names("tests/a", "tests/a/test_b.py::test_c")
    assert not names("tests/a.py::test_a", "tests/a.py::test_all")


@pytest.mark.parametrize(
    ("told", "wrong"),
    [
        ('page = "security"', "part, says is missing"),
        ('page = "x"\npart = "p"\nsays = "s"\ntest = "t"', "no page 'x'"),
        ('page = "security"\npart = "p"\nsays = "s"', "either test or command"),
        ('page = "security"\npart = "p"\nsays = "s"\ncommand = "rm x"', "begins with python"),
        ('page = "security"\npart = "p"\nsays = "s"\ntest = "t"\nby = 1', "unknown field by"),
    ],
)
def test_a_promise_that_says_too_little_is_named(tmp_path: Path, told: str, wrong: str) -> None:
    (tmp_path / "some.toml").write_text(f"[[promise]]\n{told}\n")
    with pytest.raises(PromiseError, match=wrong):
        promises(tmp_path)
