"""The engine as a package: alone, typed, and with examples that run."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import okey

ROOT = Path(__file__).parents[2]
MODULES = sorted(
    name for _, name, _ in pkgutil.walk_packages(okey.__path__, "okey.") if "__main__" not in name
)


def test_the_engine_comes_without_django() -> None:
    everything = "; ".join(f"import {name}" for name in MODULES)
    script = f"""import sys; {everything}
foreign = {{name.partition(".")[0] for name in sys.modules}} - set(sys.stdlib_module_names)
print(*sorted(name for name in foreign if not name.startswith("_")))"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert set(done.stdout.split()) <= {"okey", "numpy"}


@pytest.mark.parametrize("name", ["okey", *MODULES])
def test_the_examples_in_the_docstrings_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("name", okey.__all__)
def test_every_public_name_is_there_and_documented(name: str) -> None:
    value = getattr(okey, name)
    assert value is not None
    if callable(value):
        assert value.__doc__


@pytest.mark.parametrize("path", sorted((ROOT / "okey").rglob("*.py")), ids=lambda path: path.name)
def test_no_file_of_the_engine_outgrows_a_reader(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= 420
