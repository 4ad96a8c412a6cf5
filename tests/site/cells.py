"""How many cells the matrix of addresses has: `python -m tests.site.cells`."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import yaml

METHODS: Final = 7  # GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS
ROLES: Final = 5  # nobody, a visitor, an account, the staff, a token
IN_A_CLASS: Final = (
    3 + 8
)  # pupil, teacher, co-teacher; eight for whom it is not there, three of the above


def main() -> None:
    """Count and print."""
    text = Path(__file__).with_name("urls.yaml").read_text(encoding="utf-8")
    lines: list[dict[str, Any]] = yaml.safe_load(text)
    inside = [line for line in lines if "in_class" in line]
    named = [line for line in lines if "object" in line]
    methods = sum(name in line for line in named for name in ("GET", "POST", "PUT", "PATCH"))
    matrix = len(lines) * ROLES * METHODS
    classes = len(inside) * IN_A_CLASS * METHODS
    # each of somebody else's is asked for beside one at random, of which there is none
    objects = 2 * methods * ROLES + len(inside) * 8 * METHODS
    print(
        f"{len(lines)} addresses, {METHODS} methods, {ROLES + IN_A_CLASS - 3} roles:"
        f" {matrix + classes} cells, and {objects} of objects that are somebody else's or nobody's"
    )


if __name__ == "__main__":
    main()
