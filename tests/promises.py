"""What is promised, the test or command that shows it, and what came of it the last time.

    python -m tests.promises render                     # the tables in docs/
    python -m tests.promises run [--long] [TEXT ...]    # run what holds TEXT, or everything
    python -m tests.promises collect FILE.xml ...       # take results of tests from JUnit files

The promises stand in docs/promises/*.toml, one `[[promise]]` each: `page` and `part` say where its
row stands, `says` what is promised, and `test` (node ids of pytest) or `command` (a `python ...`
whose last line are its figures and whose exit code tells whether it was kept) what shows it.
`long = true` leaves it out of a run without --long, `not_run` says why it cannot be run. The last
result of each stands with its commit in docs/promises/results.json.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import tomllib
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = ROOT / "docs" / "promises"
RESULTS: Final = FOLDER / "results.json"
PAGES: Final = ("reliability", "security", "performance", "operations")
FIELDS: Final = {"page", "part", "says", "test", "command", "long", "not_run"}
BEGIN: Final = "<!-- promises -->"
END: Final = "<!-- end of promises -->"
MOST: Final = 240  # characters of a command's last line


class PromiseError(Exception):
    """A promise that cannot be read, with the file and what is wrong."""


@dataclass(frozen=True)
class Promise:
    """One row. `shown` holds node ids of tests or one command; `why_not` why it is not run."""

    page: str
    part: str
    says: str
    shown: tuple[str, ...]
    is_command: bool = False
    long: bool = False
    why_not: str = ""

    @property
    def key(self) -> str:
        """Under what its result is kept: what is run, since several rows may share it."""
        return " ".join(self.shown)


@dataclass(frozen=True)
class Result:
    """What came of it, at which commit, on which day."""

    kept: bool
    text: str
    commit: str
    day: str


def promises(folder: Path = FOLDER) -> list[Promise]:
    """All promises in the order of the files. Raise `PromiseError` for one that says too little."""
    return [
        _promise(path.name, told)
        for path in sorted(folder.glob("*.toml"))
        for told in tomllib.loads(path.read_text(encoding="utf-8")).get("promise", [])
    ]


def _promise(name: str, told: dict[str, Any]) -> Promise:
    where = f"{name}, {told.get('says', told)!r}"
    if unknown := told.keys() - FIELDS:
        raise PromiseError(f"{where}: unknown field {', '.join(sorted(unknown))}")
    if missing := {"page", "part", "says"} - told.keys():
        raise PromiseError(f"{where}: {', '.join(sorted(missing))} is missing")
    if told["page"] not in PAGES:
        raise PromiseError(f"{where}: no page {told['page']!r}, only {', '.join(PAGES)}")
    test, command = told.get("test", []), told.get("command", "")
    if bool(test) == bool(command) and not told.get("not_run"):
        raise PromiseError(f"{where}: give either test or command, or say with not_run why neither")
    if command and not command.startswith("python "):
        raise PromiseError(f"{where}: a command begins with python")
    shown = (command,) if command else tuple([test] if isinstance(test, str) else test)
    return Promise(
        told["page"],
        told["part"],
        told["says"],
        shown,
        is_command=bool(command),
        long=told.get("long", False),
        why_not=told.get("not_run", ""),
    )


def read_results(path: Path = RESULTS) -> dict[str, Result]:
    """The last result of what was ever run."""
    if not path.exists():
        return {}
    return {key: Result(**told) for key, told in json.loads(path.read_text()).items()}


def keep(found: dict[str, Result], path: Path = RESULTS) -> None:
    """Write results over the earlier ones of the same tests and commands."""
    told = {key: vars(one) for key, one in {**read_results(path), **found}.items()}
    text = json.dumps(told, indent=1, ensure_ascii=False, sort_keys=True)
    path.write_text(f"{text}\n", encoding="utf-8")


# --- the tables ----------------------------------------------------------------------------------


def table(rows: Iterable[Promise], results: dict[str, Result]) -> str:
    """The rows of one page under the names of their parts."""
    parts: dict[str, list[Promise]] = {}
    for one in rows:
        parts.setdefault(one.part, []).append(one)
    lines = ["| promise | test or command | last result | commit |", "|---|---|---|---|"]
    for part, several in parts.items():
        lines.append(f"| **{part}** | | | |")
        lines += [_row(one, results.get(one.key)) for one in several]
    return "\n".join(lines)


def _row(one: Promise, result: Result | None) -> str:
    shown = "<br>".join(f"`{name}`" for name in one.shown).replace("|", "\\|")
    if one.why_not:
        return f"| {one.says} | {shown} | **not run:** {one.why_not} | |"
    if result is None:
        return f"| {one.says} | {shown} | not run yet | |"
    text = result.text.replace("|", "\\|")
    return (
        f"| {one.says} | {shown} | {'' if result.kept else '**missed:** '}{text}"
        f" | {result.commit}, {result.day} |"
    )


def rendered(text: str, rows: Iterable[Promise], results: dict[str, Result]) -> str:
    """A page with the table between its two marks; the second mark is set where it lacks."""
    head, mark, rest = text.partition(BEGIN)
    if not mark:
        raise PromiseError(f"no line {BEGIN}")
    tail = rest.partition(END)[2] if END in rest else rest
    return f"{head}{BEGIN}\n\n{table(rows, results)}\n\n{END}{tail or chr(10)}"


def render() -> None:
    """Write the tables into the four pages."""
    every, results = promises(), read_results()
    for page in PAGES:
        path = ROOT / "docs" / f"{page}.md"
        rows = [one for one in every if one.page == page]
        path.write_text(rendered(path.read_text(encoding="utf-8"), rows, results), encoding="utf-8")


# --- running -------------------------------------------------------------------------------------


def run(wanted: list[Promise]) -> bool:
    """Run the tests together and each command alone; keep every result. Return whether all held."""
    commit, good = _commit(), True
    tests = [one for one in wanted if not one.is_command and not one.why_not]
    if tests:
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "tests.xml"
            names = sorted({name for one in tests for name in one.shown})
            options = ["-q", "-o", "junit_family=xunit1", f"--junit-xml={report}"]
            _python(["-m", "pytest", *options, *names])
            found = from_reports([report], tests, commit)
        keep(found)
        good = all(result.kept for result in found.values()) and len(found) > 0
    for command in dict.fromkeys(one.key for one in wanted if one.is_command and not one.why_not):
        print(f"{command}", flush=True)
        done = _python(shlex.split(command)[1:], capture=True)
        last = ([line for line in done.stdout.splitlines() if line.strip()] or ["no output"])[-1]
        result = Result(done.returncode == 0, last.strip()[:MOST], commit, _today())
        print(f"    {'' if result.kept else 'MISSED: '}{result.text}", flush=True)
        keep({command: result})
        good &= result.kept
    return good


def from_reports(
    reports: Iterable[Path], wanted: Iterable[Promise], commit: str
) -> dict[str, Result]:
    """What JUnit files say of the promises' tests. What they do not name is left out."""
    cases = [case for path in reports for case in _cases(path)]
    found = {}
    for one in wanted:
        if one.is_command or one.why_not:
            continue
        counted = Counter(
            outcome for node, outcome in cases for name in one.shown if names(name, node)
        )
        ran = counted["passed"] + counted["failed"]
        unseen = [name for name in one.shown if not any(names(name, node) for node, _ in cases)]
        if unseen or not ran:
            continue  # a test that was left out, or skipped everywhere, says nothing
        text = f"{counted['passed']} passed"
        if counted["failed"]:
            text = f"{counted['failed']} of {ran} failed"
        found[one.key] = Result(not counted["failed"], text, commit, _today())
    return found


def _cases(path: Path) -> Iterator[tuple[str, str]]:
    """Node ids without parameters, and what came of them."""
    for case in ET.parse(path).iter("testcase"):
        file = case.get("file") or ""
        inside = (case.get("classname") or "").split(Path(file).stem, 1)[-1].strip(".")
        name = (case.get("name") or "").partition("[")[0]
        node = "::".join(part for part in (file, *inside.split("."), name) if part)
        bad = case.find("failure") is not None or case.find("error") is not None
        skipped = case.find("skipped") is not None
        yield node, "failed" if bad else "skipped" if skipped else "passed"


def names(name: str, node: str) -> bool:
    """Whether a promised name (a file, a class or a test) takes in a test's node id."""
    plain = name.partition("[")[0]
    return node == plain or node.startswith((f"{plain}::", f"{plain.rstrip('/')}/"))


def _python(arguments: list[str], *, capture: bool = False) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={"DEVELOPMENT": "true", **os.environ},
        check=False,
        text=True,
        stdout=subprocess.PIPE if capture else None,
    )


def _commit() -> str:
    """The commit, with a plus where the code differs from it."""
    told = [
        subprocess.run(
            ["git", *words],
            cwd=ROOT,
            check=False,
            text=True,
            capture_output=True,
        )
        for words in (
            ["rev-parse", "--short=7", "HEAD"],
            ["status", "--porcelain", "--", ".", ":!docs"],
        )
    ]
    return (told[0].stdout.strip() or "unknown") + ("+" if told[1].stdout.strip() else "")


def _today() -> str:
    return dt.datetime.now(dt.UTC).date().isoformat()


def main() -> int:
    """Do what is asked for; 1 where a promise was not kept."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    does = parser.add_subparsers(dest="does", required=True)
    does.add_parser("render")
    running = does.add_parser("run")
    running.add_argument("--long", action="store_true", help="what takes minutes, too")
    running.add_argument("--commands", action="store_true", help="no tests")
    running.add_argument("texts", nargs="*", metavar="TEXT")
    collecting = does.add_parser("collect")
    collecting.add_argument("reports", nargs="+", type=Path)
    collecting.add_argument("--commit", help="at which the reports were made, if not this one")
    told = parser.parse_args()
    good = True
    if told.does == "run":
        wanted = [
            one
            for one in promises()
            if (told.long or not one.long)
            and (one.is_command or not told.commands)
            and (not told.texts or any(re.search(text, f"{one}") for text in told.texts))
        ]
        good = run(wanted)
    elif told.does == "collect":
        found = from_reports(told.reports, promises(), told.commit or _commit())
        keep(found)
        good = all(result.kept for result in found.values())
    render()
    return int(not good)


if __name__ == "__main__":
    sys.exit(main())
