"""What the look for unsafe code and secrets lets stand: a finding with a reason, and no other."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.conf import settings

sys.path.insert(0, str(Path(settings.BASE_DIR) / "scripts"))

from audit import NO_SECRETS, UNSAFE, secrets_of, unsafe_of


def bandit(test: str, where: str) -> dict[str, Any]:
    return {"test_id": test, "filename": f"./{where}", "line_number": 7, "issue_text": "Look."}


EVERY_REASON = [bandit(*one) for one in UNSAFE]
A_FILE = {
    r"tests/.*|benchmarks/.*": "tests/a.py",
    r"\.ci/run": ".ci/run",
    r"docs/.*|deploy/.*\.example": "docs/a.md",
}


def every_secret() -> dict[str, list[dict[str, Any]]]:
    """One finding for each reason."""
    return {
        A_FILE.get(files, files.replace("\\", "")): [
            {"type": kinds.replace(".*", "") or "Any", "line_number": 3}
        ]
        for files, kinds in NO_SECRETS
    }


def test_what_has_a_reason_stands() -> None:
    assert unsafe_of(EVERY_REASON) == ([], len(UNSAFE), [])
    assert secrets_of(every_secret()) == ([], len(NO_SECRETS), [])


def test_what_has_none_is_told() -> None:
    found = unsafe_of([*EVERY_REASON, bandit("B102", "accounts/views.py")]).found
    assert found == ["accounts/views.py:7 B102 Look."]
    more = {**every_secret(), "accounts/views.py": [{"type": "Base64 key", "line_number": 3}]}
    assert secrets_of(more).found == ["accounts/views.py:3 Base64 key"]


def test_a_reason_that_stands_for_nothing_is_told() -> None:
    assert unsafe_of(EVERY_REASON[1:]).left == [" ".join(next(iter(UNSAFE)))]
    assert len(secrets_of({}).left) == len(NO_SECRETS)
