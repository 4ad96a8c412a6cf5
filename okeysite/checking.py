"""What `manage.py check --deploy` says about this site's own settings."""

from __future__ import annotations

from typing import Any

from django.core.checks import CheckMessage, Warning

from okeysite import legal


def operator_is_named(**_: Any) -> list[CheckMessage]:
    """Warn where some readers find no imprint: in most countries there must be one."""
    missing = legal.missing()
    if not missing:
        return []
    return [
        Warning(
            f"The imprint is empty for readers of: {', '.join(missing)}.",
            hint="Set IMPRINT, or put imprint.txt into the folder that TEXTS_DIR names.",
            id="okeysite.W001",
        )
    ]
