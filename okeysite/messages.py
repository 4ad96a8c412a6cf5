"""The texts that the code wants translated, found without gettext's tools.

Python files are read as syntax trees, templates are parsed by Django itself, so that what is found
is exactly what is asked for at run time.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings
from django.template import Engine, Template
from django.template.base import FilterExpression, Node, NodeList, Variable
from django.templatetags.i18n import BlockTranslateNode, TranslateNode

ROOMS = ("accounts", "jobs", "tutor", "puzzles", "classrooms", "okeysite")
_SINGULAR = {"gettext", "gettext_lazy", "gettext_noop", "_"}
_PLURAL = {"ngettext", "ngettext_lazy"}
_CONTEXT = {"pgettext", "pgettext_lazy"}
_MARKED = re.compile(r"""_\((["'])(.*?)\1\)""")


@dataclass
class Message:
    """One text: its context (None without), its plural ("" without), and where it stands."""

    text: str
    plural: str = ""
    context: str | None = None
    places: list[str] = field(default_factory=list)

    @property
    def key(self) -> tuple[str | None, str]:
        """What tells two messages apart."""
        return self.context, self.text


def collect() -> dict[tuple[str | None, str], Message]:
    """Every message of code and templates by context and text."""
    found: dict[tuple[str | None, str], Message] = {}
    for message in (*_of_code(), *_of_templates()):
        known = found.setdefault(message.key, message)
        known.plural = known.plural or message.plural
        if known is not message:
            known.places += message.places
    return found


def template_files() -> list[Path]:
    """Every template of the project."""
    folders = [Path(folder) for engine in settings.TEMPLATES for folder in engine["DIRS"]]
    folders += [Path(settings.BASE_DIR) / room / "templates" for room in ROOMS]
    return sorted(path for folder in folders for path in folder.rglob("*") if path.is_file())


def _of_code() -> Iterator[Message]:
    for room in ROOMS:
        for path in sorted((Path(settings.BASE_DIR) / room).rglob("*.py")):
            if "migrations" not in path.parts:
                yield from _of_module(path)


def _of_module(path: Path) -> Iterator[Message]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        texts = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
        place = [f"{path.relative_to(settings.BASE_DIR)}:{node.lineno}"]
        if name in _SINGULAR and texts and isinstance(texts[0], str):
            yield Message(texts[0], places=place)
        elif name in _PLURAL and len(texts) >= 2:
            yield Message(str(texts[0]), plural=str(texts[1]), places=place)
        elif name in _CONTEXT and len(texts) >= 2:
            yield Message(str(texts[1]), context=str(texts[0]), places=place)


def _of_templates() -> Iterator[Message]:
    engine = Engine.get_default()
    for path in template_files():
        template = Template(path.read_text(encoding="utf-8"), engine=engine)
        place = [str(path.relative_to(settings.BASE_DIR))]
        for node in _nodes(template.nodelist):
            yield from _of_node(node, place)


def _nodes(nodes: NodeList) -> Iterator[Node]:
    for node in nodes:
        yield node
        for name in (*node.child_nodelists, "nodelist"):
            inner = getattr(node, name, None)
            if isinstance(inner, NodeList):
                yield from _nodes(inner)
        for _condition, inner in getattr(node, "conditions_nodelists", ()):
            yield from _nodes(inner)


def _of_node(node: Node, place: list[str]) -> Iterator[Message]:
    if isinstance(node, BlockTranslateNode):
        text, _names = node.render_token_list(node.singular)
        plural = node.render_token_list(node.plural)[0] if node.plural else ""
        context = node.message_context.var if node.message_context else None
        yield Message(text, plural, _literal(context), list(place))
        return
    if isinstance(node, TranslateNode):
        constant = _literal(node.filter_expression.var)
        if constant is not None:
            context = node.message_context.var if node.message_context else None
            yield Message(constant, context=_literal(context), places=list(place))
        return
    for value in vars(node).values():  # _("…") as an argument of any other tag
        if isinstance(value, FilterExpression):
            yield from _of_expression(value, place)
        elif isinstance(value, dict):
            for inner in value.values():
                if isinstance(inner, FilterExpression):
                    yield from _of_expression(inner, place)


def _of_expression(expression: FilterExpression, place: list[str]) -> Iterator[Message]:
    for _quote, text in _MARKED.findall(expression.token):
        yield Message(text, places=list(place))


def _literal(value: object) -> str | None:
    """The text of a constant in a template, None for what is computed."""
    if isinstance(value, Variable):
        value = value.literal
    return str(value) if isinstance(value, str) else None
