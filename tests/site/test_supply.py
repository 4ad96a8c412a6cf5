"""What others supply: locked by hash, licensed, listed; a stranger among it is noticed."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
sys.path.insert(0, str(ROOT / "scripts"))

import environment  # noqa: E402
from supplies import bill, licences, locks, vendored  # noqa: E402


@pytest.fixture
def newcomer(monkeypatch: pytest.MonkeyPatch) -> locks.Locked:
    """A package that has come into the site's lock unlooked at."""
    stranger = locks.Locked("stranger", "1.0", "", frozenset({"sha256:0"}), True, ())
    real = locks.read

    def read(lock: str) -> dict[str, locks.Locked]:
        return real(lock) | ({"stranger": stranger} if lock == locks.SITE else {})

    monkeypatch.setattr(locks, "read", read)
    return stranger


def test_the_locks_hold_every_pin_and_every_package_has_a_hash() -> None:
    assert locks.faults() == []
    assert len(locks.read(locks.SITE)) > 50


def test_a_pin_that_is_not_locked_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locks, "pins", lambda name: {"django": "0.1", "stranger": "1.0"})
    faults = "\n".join(locks.faults())
    assert "requirements.lock has not django==0.1" in faults
    assert "requirements-dev.lock has not stranger==1.0" in faults


def test_a_package_without_hash_or_use_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    site = locks.read(locks.SITE)
    bare = replace(site["vine"], hashes=frozenset(), wanted_by=(), version="0")
    monkeypatch.setattr(
        locks, "read", lambda lock: {"vine": bare} if lock == locks.SITE else {**site}
    )
    monkeypatch.setattr(locks, "pins", lambda name: {})
    faults = "\n".join(locks.faults())
    assert "requirements.lock: vine has no hash" in faults
    assert "requirements.lock: nothing needs vine" in faults
    assert re.search(r"requirements-dev\.lock: vine [\d.]+, elsewhere 0", faults)


@pytest.mark.parametrize("kind", environment.LOCKS)
def test_only_what_matches_its_hash_is_installed(
    kind: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    called: list[list[str]] = []
    monkeypatch.setattr(environment, "VENV", tmp_path)
    monkeypatch.setattr(environment, "PYTHON", Path(sys.executable))
    monkeypatch.setattr(environment, "_run", lambda command, trouble: called.append(command))
    environment.prepare(kind)
    environment.prepare(kind)  # nothing new: the stamp says so
    assert len(called) == 1
    assert called[0][-3:] == ["--require-hashes", "-r", str(ROOT / environment.LOCKS[kind])]
    assert set(environment.LOCKS.values()) == set(locks.LOCKS)


def test_an_image_is_built_from_the_lock() -> None:
    recipe = (ROOT / "deploy" / "Containerfile").read_text()
    assert "--require-hashes -r requirements.lock" in recipe
    assert "requirements.txt" not in recipe


def test_no_lock_and_no_bill_names_a_place_of_this_machine() -> None:
    for name in (*locks.LOCKS, "docs/sbom.json", "docs/licences.md"):
        assert not re.search(r"://|file:|/work|/tmp|/opt", (ROOT / name).read_text()), name


def test_everything_has_a_licence_that_may_be() -> None:
    assert licences.faults() == []
    assert licences.TABLE.read_text(encoding="utf-8") == licences.table()


def test_a_new_package_without_a_licence_is_noticed(newcomer: locks.Locked) -> None:
    assert licences.faults() == ["stranger 1.0: no licence is known, see licences.toml"]


@pytest.mark.parametrize("expression", ["AGPL-3.0-only", "MIT AND GPL-3.0-only", "LicenseRef-X"])
def test_a_licence_that_may_not_be_is_noticed(
    newcomer: locks.Locked, expression: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(licences.stated()["packages"], "stranger", expression)
    assert licences.faults() == [f"stranger 1.0 (shipped): {expression} is not allowed"]


def test_a_tool_may_be_under_what_the_site_may_not() -> None:
    assert licences.may_be("GPL-3.0-or-later", "tools")
    assert not licences.may_be("GPL-3.0-or-later", "shipped")
    assert licences.may_be("GPL-3.0-only OR MIT", "shipped")
    assert not licences.may_be("AGPL-3.0-only", "tools")


def test_what_pages_load_from_a_package_is_of_the_version_that_is_stated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, *others = licences.stated()["inside"]
    monkeypatch.setitem(licences.stated(), "inside", [first | {"version": "0.0.0"}, *others])
    assert licences.faults() == ["htmx in django-htmx is no longer 0.0.0"]


def test_files_of_others_are_unchanged_and_have_their_licence_beside_them() -> None:
    assert vendored.faults() == []
    assert len(vendored.files()) >= 5


def test_a_changed_a_strange_and_a_lost_file_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    files = vendored.files()
    script = "vendor/sortablejs/Sortable.min.js"
    font = next(name for name in files if name.endswith(".woff2"))
    changed = files | {script: "0", "vendor/odd.js": "1"}
    del changed[font]
    monkeypatch.setattr(vendored, "files", lambda: changed)
    assert vendored.faults() == [
        f"static/{font} is not the file of SHA384SUMS",
        "static/vendor/odd.js is not the file of SHA384SUMS",
        f"static/{script} is not the file of SHA384SUMS",
        "static/vendor/odd.js belongs to nothing in licences.toml",
    ]


def test_a_licence_that_is_gone_is_noticed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    one = licences.stated()["vendored"][0] | {"licence": "vendor/none"}
    rest = licences.stated()["vendored"][1:]
    monkeypatch.setitem(licences.stated(), "vendored", [one, *rest])
    assert vendored.faults() == ["SortableJS has no licence at static/vendor/none"]


def test_the_bill_of_materials_lists_what_the_site_is_made_of() -> None:
    assert bill.faults() == []
    found = json.loads(bill.PATH.read_text(encoding="utf-8"))
    names = {component["name"] for component in found["components"]}
    assert names >= {*locks.read(locks.SITE), "SortableJS", "Fraunces", "htmx", "Swagger UI"}
    known = {component["bom-ref"] for component in found["components"]}
    root, *others = found["dependencies"]
    reached, rest = set(), [*root["dependsOn"]]
    needs = {row["ref"]: row["dependsOn"] for row in others}
    while rest:
        reference = rest.pop()
        if reference not in reached:
            reached.add(reference)
            rest += needs[reference]
    assert reached == {reference for reference in known if reference.startswith("pkg:pypi/")}


def test_a_bill_that_is_out_of_date_is_noticed(newcomer: locks.Locked) -> None:
    assert bill.faults() == ["docs/sbom.json is out of date: python scripts/supply.py update"]
