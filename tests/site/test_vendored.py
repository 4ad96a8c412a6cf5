"""Files of others are here unchanged and with their licence; pages ask no other host."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

STATIC = Path(__file__).resolve().parents[2] / "static"
FOREIGN = (*STATIC.glob("fonts/*.woff2"), *STATIC.glob("vendor/**/*.js"))


def test_every_vendored_file_has_its_checksum_and_no_other_is_listed() -> None:
    lines = (STATIC / "vendor" / "SHA384SUMS").read_text().splitlines()
    listed = {name: digest for digest, name in (line.split() for line in lines)}
    found = {
        str(path.relative_to(STATIC)): hashlib.sha384(path.read_bytes()).hexdigest()
        for path in FOREIGN
    }
    assert listed == found


def test_every_vendored_file_has_a_licence_beside_it() -> None:
    for path in FOREIGN:
        name = path.stem.split("-latin")[0]
        beside = {path.parent / "LICENSE", path.parent / f"{name}-LICENSE.txt"}
        assert any(licence.exists() for licence in beside), path


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
