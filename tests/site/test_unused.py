"""Nothing lies about that no page uses: templates, scripts, icons, classes and values of styles."""

from __future__ import annotations

import re
from pathlib import Path

from django.conf import settings

ROOT = Path(settings.BASE_DIR)
ROOMS = ("accounts", "jobs", "tutor", "puzzles", "classrooms", "okeysite")
TEMPLATES = {
    str(path.relative_to(ROOT / "templates")): path.read_text(encoding="utf-8")
    for path in (ROOT / "templates").rglob("*")
    if path.is_file()
}
PAGES = "\n".join(TEMPLATES.values())
CODE = "\n".join(
    path.read_text(encoding="utf-8") for room in ROOMS for path in (ROOT / room).rglob("*.py")
)
SCRIPTS = {
    str(path.relative_to(ROOT / "static")): path.read_text(encoding="utf-8")
    for path in (ROOT / "static" / "js").rglob("*.js")
}
STYLES = "\n".join(
    re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    for path in (ROOT / "static").rglob("*.css")
)
DRAWINGS = "\n".join(
    path.read_text(encoding="utf-8") for path in (ROOT / "static" / "svg").glob("*.svg")
)
EVERYTHING = "\n".join([PAGES, CODE, *SCRIPTS.values()])

# Looked up by a library under a name of its own.
OF_LIBRARIES = ("account/", "mfa/", "rest_framework/")
# Set by a library: htmx, SortableJS, Django's forms, pygal and Swagger UI.
CLASSES_OF_LIBRARIES = re.compile(
    r"htmx-|sortable-|errorlist|helptext|swagger-|nofill|serie-|tooltip|background|guide|major|text-overlay"
)


def test_every_template_is_rendered_or_included() -> None:
    # f"_{tab}.html" and the like: what stands for the braces must be a word of the code
    built = re.findall(r"f\"([\w/]*)\{[^\"{}]*\}(\w*\.(?:html|txt))\"", CODE)
    assert built

    def is_named(name: str) -> bool:
        last = name.rpartition("/")[2]
        if name in EVERYTHING or f'"{last}"' in CODE:
            return True
        return any(
            f'"{word[1]}"' in CODE or f'{word[1]}="' in PAGES
            for start, end in built
            for word in re.finditer(f"(?:^|/){re.escape(start)}(\\w+){re.escape(end)}$", name)
        )

    unused = [name for name in TEMPLATES if not is_named(name)]
    assert [name for name in unused if not name.startswith(OF_LIBRARIES)] == []


def test_every_script_is_loaded() -> None:
    unused = [
        name
        for name in SCRIPTS
        if name not in PAGES + CODE
        and not any(Path(name).name in text for other, text in SCRIPTS.items() if other != name)
    ]
    assert unused == []


def test_every_icon_is_drawn_somewhere() -> None:
    icons = re.findall(
        r'<symbol id="([\w-]+)"', (ROOT / "static" / "svg" / "icons.svg").read_text("utf-8")
    )
    assert icons
    assert [icon for icon in icons if not re.search(rf"\b{icon}\b", EVERYTHING)] == []


def test_every_class_that_is_styled_is_set() -> None:
    words = set(re.findall(r"[\w-]+", EVERYTHING))
    selectors = re.findall(r"([^{};]+)\{", STYLES)
    styled = {name for one in selectors for name in re.findall(r"\.(-?[A-Za-z_][\w-]*)", one)}
    assert len(styled) > 400
    # `is-{{ colour }}` and the like: the fixed beginning is found, and then the rest of it
    built = set(re.findall(r"\b([a-z]+-)(?:\{|\$\{|%|\"\s*\+|')", EVERYTHING))
    unset = [
        name
        for name in sorted(styled - words)
        if not CLASSES_OF_LIBRARIES.match(name)
        and not any(name.startswith(start) and name.removeprefix(start) in words for start in built)
    ]
    assert unset == []


def test_every_value_of_the_styles_is_used() -> None:
    values = set(re.findall(r"(--[\w-]+)\s*:", STYLES))
    used = set(re.findall(r"var\((--[\w-]+)", "\n".join([STYLES, EVERYTHING, DRAWINGS])))
    assert len(values) > 50
    assert values <= used
