"""QR codes, drawn here: nothing of what they hold leaves the site."""

from __future__ import annotations

import io

import segno


def qr_svg(text: str) -> str:
    """The code as an SVG of black modules on white; a sixth of it may be unreadable."""
    out = io.BytesIO()
    segno.make(text, error="m").save(
        out, kind="svg", border=2, light="#fff", xmldecl=False, omitsize=True
    )
    return out.getvalue().decode("utf-8")
