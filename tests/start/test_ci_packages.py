""".ci/run: a package that cannot be installed leaves nothing behind that keeps services down."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

SCRIPT = (Path(__file__).resolve().parents[2] / ".ci" / "run").read_text()


@pytest.mark.parametrize(("apt", "code"), [("true", 0), ("false", 1)])
def test_the_ban_on_starting_services_goes_whether_apt_succeeds_or_fails(
    tmp_path: Path, apt: str, code: int
) -> None:
    found = re.search(r'^if \[ "\$\{#missing\[@\]\}" -gt 0 \]; then$.*?^fi$', SCRIPT, re.M | re.S)
    assert found, "the part that installs packages is not where it was"
    policy = tmp_path / "policy-rc.d"
    part = found[0].replace("/usr/sbin/policy-rc.d", str(policy))
    assert str(policy) in part
    before = 'set -euo pipefail; say() { :; }; missing=(one); apt-get() { test -x "$policy" && '
    done = subprocess.run(["bash", "-c", f"{before}{apt}; }}\n{part}"], check=False)
    assert done.returncode == code
    assert not policy.exists()
