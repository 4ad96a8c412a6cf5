"""Pages ask no other host, and draw what they name. (Files of others: test_supply.py.)"""

from __future__ import annotations

import re
from pathlib import Path

STATIC = Path(__file__).resolve().parents[2] / "static"


def test_own_styles_and_scripts_name_no_other_host() -> None:
    own = (*STATIC.glob("css/*.css"), *STATIC.glob("js/**/*.js"))
    assert own
    for path in own:
        assert not re.search(r"https?://|//cdn|@import", path.read_text()), path


def test_every_symbol_that_a_template_uses_is_drawn() -> None:
    icons = (STATIC / "svg" / "icons.svg").read_text()
    templates = (STATIC.parent / "templates").rglob("*.html")
    used = {
        name
        for template in templates
        for name in re.findall(r'includes/icon\.html" with name="([\w-]+)"', template.read_text())
    }
    assert used
    assert used <= set(re.findall(r'<symbol id="([\w-]+)"', icons))
