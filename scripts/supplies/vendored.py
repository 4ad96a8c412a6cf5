"""Files of others in static/: unchanged, each listed, each with its licence beside it."""

from __future__ import annotations

import hashlib
from pathlib import Path

from . import licences, locks

STATIC = locks.ROOT / "static"
SUMS = STATIC / "vendor" / "SHA384SUMS"


def files() -> dict[str, str]:
    """The SHA-384 of every file of others, by its path below static/."""
    paths = [*STATIC.glob("fonts/*.woff2"), *STATIC.glob("vendor/**/*.js")]
    paths += STATIC.glob("vendor/**/*.css")
    return {
        str(path.relative_to(STATIC)): hashlib.sha384(path.read_bytes()).hexdigest()
        for path in sorted(paths)
    }


def listed() -> dict[str, str]:
    """What SHA384SUMS says."""
    lines = SUMS.read_text(encoding="utf-8").splitlines()
    return {name: digest for digest, name in (line.split() for line in lines)}


def faults() -> list[str]:
    """A file that is changed, not listed, gone, of nobody, or without its licence."""
    have, said = files(), listed()
    wrong = [f"static/{name} is not the file of SHA384SUMS" for name in _differing(have, said)]
    owned: set[str] = set()
    for one in licences.stated()["vendored"]:
        owned |= {str(path.relative_to(STATIC)) for path in STATIC.glob(one["files"])}
        if not (STATIC / one["licence"]).is_file():
            wrong.append(f"{one['name']} has no licence at static/{one['licence']}")
    wrong += [
        f"static/{name} belongs to nothing in {licences.STATED.name}"
        for name in sorted(set(have) - owned)
    ]
    return wrong


def sums() -> str:
    """SHA384SUMS of what lies there now, in the form that `sha384sum --check` reads."""
    return "".join(f"{digest}  {name}\n" for name, digest in files().items())


def of(pattern: str) -> dict[str, str]:
    """The files that a pattern of licences.toml names, with their SHA-384."""
    names = {str(path.relative_to(STATIC)) for path in STATIC.glob(pattern)}
    return {name: digest for name, digest in files().items() if name in names}


def write(path: Path = SUMS) -> None:
    """Write the checksums anew: for who has just renewed a file."""
    path.write_text(sums(), encoding="utf-8")


def _differing(have: dict[str, str], said: dict[str, str]) -> list[str]:
    return sorted(name for name in {*have, *said} if have.get(name) != said.get(name))
