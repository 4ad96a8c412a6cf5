"""Links as QR codes, for a phone that looks at a screen or at paper."""

from __future__ import annotations

from accounts.qr import qr_svg

__all__ = ["qr_svg"]
