"""Under which licence each package and each file of others stands, and whether that may be."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression

from . import locks

STATED = Path(__file__).with_name("licences.toml")
TABLE = locks.ROOT / "docs" / "licences.md"
UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Licensed:
    """A thing of others: `use` is "shipped" (site, pages) or "tools" (tests, checks)."""

    name: str
    version: str
    expression: str
    use: str
    where: str


@cache
def stated() -> dict[str, Any]:
    """What is said by hand in licences.toml."""
    return tomllib.loads(STATED.read_text(encoding="utf-8"))


@cache
def recorded() -> dict[tuple[str, str], str]:
    """What the table says, by name and version: for packages that are not installed here."""
    if not TABLE.exists():
        return {}
    rows = re.findall(r"^\| (\S+) \| (\S+) \| (.+?) \|", TABLE.read_text("utf-8"), re.MULTILINE)
    return {(name, version): expression for name, version, expression in rows}


def of_package(package: locks.Locked) -> str:
    """The SPDX expression: what is stated, else what the package itself says, else UNKNOWN."""
    name = package.name
    if name in stated()["packages"]:
        return str(stated()["packages"][name])
    try:
        said = metadata.metadata(name).json
    except metadata.PackageNotFoundError:
        return recorded().get((name, package.version), UNKNOWN)
    for field in ("license_expression", "license"):
        try:
            return canonicalize_license_expression(str(said.get(field, "")))
        except InvalidLicenseExpression:
            continue
    return UNKNOWN


def everything() -> list[Licensed]:
    """All that others made: packages of the site, files in static/, what pages load, tools."""
    site = locks.read(locks.SITE)
    shipped = [
        Licensed(name, package.version, of_package(package), "shipped", "package")
        for name, package in sorted(site.items())
    ]
    served = [
        Licensed(one["name"], one["version"], one["expression"], "shipped", where)
        for kind in ("vendored", "inside")
        for one in stated()[kind]
        for where in [f"`static/{one['licence']}`" if kind == "vendored" else one["package"]]
    ]
    tools = [
        Licensed(name, package.version, of_package(package), "tools", "package")
        for name, package in sorted(locks.everything().items())
        if name not in site
    ]
    return [*shipped, *served, *tools]


def may_be(expression: str, use: str) -> bool:
    """Whether one way to read the expression names allowed licences alone.

    Expressions are of `AND` and `OR` without brackets; AND binds closer.
    """
    allowed = set(stated()["allowed"]["shipped"])
    if use == "tools":
        allowed |= set(stated()["allowed"]["tools"])
    return any(
        all(licence.strip() in allowed for licence in way.split(" AND "))
        for way in expression.split(" OR ")
    )


def faults() -> list[str]:
    """What has no licence, one that is not allowed, no text of it, or is stated for nothing."""
    wrong = []
    for one in everything():
        if one.expression == UNKNOWN:
            wrong.append(f"{one.name} {one.version}: no licence is known, see {STATED.name}")
        elif not may_be(one.expression, one.use):
            wrong.append(f"{one.name} {one.version} ({one.use}): {one.expression} is not allowed")
    wrong += [
        f"{name} comes without the text of its licence"
        for name in locks.read(locks.SITE)
        if _without_text(name)
    ]
    left_over = set(stated()["packages"]) - set(locks.everything())
    wrong += [f"{name} is stated in {STATED.name} and in no lock" for name in sorted(left_over)]
    for one in stated()["inside"]:
        try:
            held = metadata.distribution(one["package"]).locate_file(one["file"])
        except metadata.PackageNotFoundError:
            continue
        if one["version"] not in Path(str(held)).read_text(encoding="utf-8"):
            wrong.append(f"{one['name']} in {one['package']} is no longer {one['version']}")
    return wrong


def table() -> str:
    """docs/licences.md as it should be."""
    parts = [_HEAD]
    for title, use in (("What the site is made of and serves", "shipped"), ("Tools", "tools")):
        parts.append(
            f"\n## {title}\n\n| what | version | licence | comes as |\n|---|---|---|---|\n"
        )
        parts += [
            f"| {one.name} | {one.version} | {one.expression} | {one.where} |\n"
            for one in everything()
            if one.use == use
        ]
    return "".join(parts)


def _without_text(name: str) -> bool:
    """Whether the package is installed and brings no text of its licence along."""
    try:
        files = metadata.files(name) or []
    except metadata.PackageNotFoundError:
        return False
    return not any(word in file.name.upper() for file in files for word in ("LICEN", "COPYING"))


_HEAD = """\
# Licences of what others made

Made by `python scripts/supply.py update`; a test compares it. Packages bring the text of their
licence along when they are installed (a test looks), files in `static/` have it beside them. Names
are SPDX; which are allowed, and what was read by hand from a package's text, stands in
`scripts/supplies/licences.toml`. Reasons for each package that we ask for:
[dependencies.md](dependencies.md). The numerals of `static/svg/tiles.svg` are outlines of Fraunces;
sheets in PDF carry parts of Libertinus Serif and DejaVu Sans Mono, which typst brings along.
"""
_ROWS = "\n| what | version | licence | comes as |\n|---|---|---|---|\n"
