"""The lock files: every package with what it needs in turn, each file of each release by its hash.

uv resolves for every platform and every Python from 3.11 on at once, and lists the hashes of all
files of a release; so one lock serves a phone's ARM server, a Mac and the test machine alike.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# lock -> what it is made of, and the lock whose versions it follows
LOCKS = {
    "requirements.lock": ("requirements.txt", None),
    "requirements-dev.lock": ("requirements-dev.txt", "requirements.lock"),
    "benchmarks/requirements.lock": ("benchmarks/requirements.txt", "requirements-dev.lock"),
    "scripts/supplies/requirements.lock": (
        "scripts/supplies/requirements.txt",
        "requirements-dev.lock",
    ),
}
SITE = "requirements.lock"
UPDATE = "python scripts/supply.py update"

OWN = ("pip", "setuptools")  # come with Python's own venv, in its version
OLDEST = "3.11"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
# Where everything comes as a wheel, so that no compiler is needed. musl: playwright, which only the
# tests need, has none; a Mac with an Intel processor builds argon2's bindings itself.
PLATFORMS = {
    "requirements-dev.lock": (
        "x86_64-unknown-linux-gnu",
        "aarch64-unknown-linux-gnu",
        "aarch64-apple-darwin",
    ),
    "requirements.lock": ("x86_64-unknown-linux-musl", "aarch64-unknown-linux-musl"),
}

_PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[\w,-]+\])?==([^\s;\\]+)(?: ; ([^\\]+))?", re.MULTILINE)
_HASH = re.compile(r"--hash=(sha256:[0-9a-f]{64})")
_ASKED = re.compile(r"^    #(?: via |   )-r ", re.MULTILINE)
_VIA = re.compile(r"^    #(?: via |   )([A-Za-z0-9][A-Za-z0-9._-]*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Locked:
    """One package of a lock.

    `marker` says on which machines, `asked_for` whether a requirements file names it, and
    `wanted_by` which packages need it.
    """

    name: str
    version: str
    marker: str
    hashes: frozenset[str]
    asked_for: bool
    wanted_by: tuple[str, ...]


def plain(name: str) -> str:
    """A package's name as indexes compare it: `Django_X` is `django-x`."""
    return re.sub(r"[-_.]+", "-", name).lower()


def read(lock: str) -> dict[str, Locked]:
    """The packages of a lock by their plain names."""
    text = (ROOT / lock).read_text(encoding="utf-8")
    found = list(_PIN.finditer(text))
    ends = [*(match.start() for match in found[1:]), len(text)]
    packages = {}
    for match, end in zip(found, ends, strict=True):
        part = text[match.start() : end]
        name = plain(match[1])
        packages[name] = Locked(
            name,
            match[2],
            (match[3] or "").strip(),
            frozenset(_HASH.findall(part)),
            bool(_ASKED.search(part)),
            tuple(sorted(map(plain, _VIA.findall(part)))),
        )
    return packages


def everything() -> dict[str, Locked]:
    """The packages of all locks."""
    return {name: package for lock in LOCKS for name, package in read(lock).items()}


def pins(requirements: str) -> dict[str, str]:
    """The versions that are asked for by hand, by plain names; those of included files too."""
    text = (ROOT / requirements).read_text(encoding="utf-8")
    included = re.findall(r"^-r (\S+)$", text, re.MULTILINE)
    found = {plain(match[1]): match[2] for match in _PIN.finditer(text)}
    for name in included:
        found |= pins(str(Path(requirements).parent / name))
    return found


def faults() -> list[str]:
    """What is wrong with the locks as files: a pin or hash they lack, a quarrel, a left-over."""
    wrong = []
    versions: dict[str, str] = {}
    for lock, (requirements, _) in LOCKS.items():
        packages = read(lock)
        for name, version in pins(requirements).items():
            if name not in packages or packages[name].version != version:
                wrong.append(f"{lock} has not {name}=={version} of {requirements}: {UPDATE}")
        for name, package in packages.items():
            if not package.hashes:
                wrong.append(f"{lock}: {name} has no hash")
            if not package.asked_for and not package.wanted_by:
                wrong.append(f"{lock}: nothing needs {name}")
            if versions.setdefault(name, package.version) != package.version:
                wrong.append(f"{lock}: {name} {package.version}, elsewhere {versions[name]}")
    return wrong


def not_as_installed() -> list[str]:
    """Where a package is installed in another version than the locked one."""
    return [
        f"{name} {version} is installed, {package.version} is locked"
        for name, version, package in _installed()
        if package is not None and package.version != version
    ]


def strays() -> list[str]:
    """What somebody installed here by hand: packages of no lock."""
    return sorted(name for name, _, package in _installed() if package is None)


def missing() -> list[str]:
    """What a machine like this one should have of the development lock, and has not."""
    from packaging.markers import Marker

    have = {plain(found.name) for found in metadata.distributions()}
    return [
        f"{name} {package.version} is not installed: make dev"
        for name, package in read("requirements-dev.lock").items()
        if name not in have and (not package.marker or Marker(package.marker).evaluate())
    ]


def make(*, newest: bool) -> None:
    """Write every lock; `newest` lets what nobody asks for by hand move up, too."""
    for lock, (requirements, follows) in LOCKS.items():
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "lock"
            if (ROOT / lock).exists() and not newest:
                shutil.copy(ROOT / lock, out)  # uv keeps the versions that it finds there
            _uv(
                *("pip", "compile", "--universal", "--python-version", OLDEST),
                *("--generate-hashes", "--no-header", "--quiet", "--output-file", str(out)),
                *(("--constraint", follows) if follows else ()),
                requirements,
            )
            (ROOT / lock).write_text(_HEAD.format(requirements=requirements) + out.read_text())


def installable() -> tuple[int, list[str]]:
    """How many meetings of lock, platform and Python were tried, and where a wheel is missing.

    Raises ConnectionError where the package index is not reached.
    """
    tried, wrong = 0, []
    for lock, platforms in PLATFORMS.items():
        for platform in platforms:
            for python in PYTHONS:
                with tempfile.TemporaryDirectory() as folder:
                    said = _uv(
                        *("pip", "install", "--dry-run", "--target", folder, "--require-hashes"),
                        *("--only-binary", ":all:", "--python-platform", platform),
                        *("--python-version", python, "--requirement", lock),
                        fails=True,
                    )
                tried += 1
                if said:
                    wrong.append(f"{lock} on {platform}, Python {python}: {said}")
    return tried, wrong


def _installed() -> list[tuple[str, str, Locked | None]]:
    locked = everything()
    return [
        (name, found.version, locked.get(name))
        for found in metadata.distributions()
        for name in [plain(found.name)]
        if name not in OWN
    ]


_HEAD = """\
# Made from {requirements} by `python scripts/supply.py update`: do not edit.
# Every package with all that it needs, and the hash of each file of each release, for any platform.
"""


def _uv(*arguments: str, fails: bool = False) -> str:
    """Call uv; return what it complained about where it may fail, else nothing."""
    command = [str(Path(sys.executable).parent / "uv"), *arguments]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    if done.returncode == 0:
        return ""
    said = " ".join(done.stderr.split())
    if "Failed to fetch" in said or "error sending request" in said or "dns error" in said:
        raise ConnectionError("the package index is not reached")
    if not fails:
        sys.exit(done.stderr)
    return said[-300:]
