"""What the site is made of by others: looked over, or brought up to date. `make supply` checks.

python scripts/supply.py check             locks, what is installed, licences, files of others, the
                                           bill of materials, wheels on every platform, known faults
python scripts/supply.py update            makes locks, docs/licences.md, docs/sbom.json anew, with
                                           the pins of requirements*.txt; then checks
python scripts/supply.py update --newest   lets what nobody pins by hand move to its latest release

What cannot be reached is printed as NOT RUN, never as good.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import environment
from supplies import audit, bill, licences, locks, vendored


def main(arguments: list[str]) -> int:
    """Do what the arguments say; return 0 where nothing is wrong."""
    if arguments[:1] not in (["check"], ["update"]) or set(arguments[1:]) - {"--newest"}:
        print(__doc__)
        return 2
    _install()
    if arguments[0] == "update":
        locks.make(newest="--newest" in arguments)
        _install()
        vendored.write()
        licences.TABLE.write_text(licences.table(), encoding="utf-8")
        bill.PATH.write_text(bill.render(), encoding="utf-8")
    return _check()


def _install() -> None:
    """Everything of every lock: what is installed can be asked for its licence."""
    for kind in ("dev", "bench", "supply"):
        environment.prepare(kind)


def _check() -> int:
    wrong: list[str] = []
    not_run = 0
    for name, look in _LOOKS.items():
        ran, figures, faults = look()
        state = "FAILED" if faults else "ok    " if ran else "NOT RUN"
        print(f"{state} {name}: {figures}", flush=True)
        for fault in faults:
            print(f"         {fault}")
        wrong += faults
        not_run += not ran
    packages, hashes = _sizes()
    print(
        f"supply: {packages} packages with {hashes} hashes, {len(vendored.files())} files of "
        f"others; {len(_LOOKS) - not_run} of {len(_LOOKS)} looks ran, {len(wrong)} faults"
    )
    return bool(wrong)


Look = tuple[bool, str, list[str]]


def _locks() -> Look:
    packages, hashes = _sizes()
    return True, f"{packages} packages, {hashes} hashes in {len(locks.LOCKS)} files", locks.faults()


def _installed() -> Look:
    strays = locks.strays()
    figures = f"of no lock: {', '.join(strays)}" if strays else "nothing of no lock"
    return True, figures, [*locks.not_as_installed(), *locks.missing()]


def _licences() -> Look:
    faults = licences.faults()
    if licences.TABLE.read_text(encoding="utf-8") != licences.table():
        faults.append(f"docs/licences.md is out of date: {locks.UPDATE}")
    return True, f"{len(licences.everything())} things of others", faults


def _vendored() -> Look:
    return True, f"{len(vendored.files())} files unchanged", vendored.faults()


def _bill() -> Look:
    misformed = bill.misformed()
    return True, "CycloneDX 1.6", [*bill.faults(), *([misformed] if misformed else [])]


def _platforms() -> Look:
    try:
        tried, faults = locks.installable()
    except ConnectionError as error:
        return False, str(error), []
    return True, f"{tried} meetings of lock, platform and Python have wheels of all", faults


def _audit() -> Look:
    looked_up, known, faults = audit.ask(locks.SITE)
    return looked_up == known, f"{looked_up} of {known} packages of the site looked up", faults


def _sizes() -> tuple[int, int]:
    packages = locks.everything().values()
    return len(packages), sum(len(package.hashes) for package in packages)


_LOOKS: dict[str, Callable[[], Look]] = {
    "locks": _locks,
    "installed": _installed,
    "licences": _licences,
    "files of others": _vendored,
    "bill of materials": _bill,
    "platforms": _platforms,
    "known faults": _audit,
}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
