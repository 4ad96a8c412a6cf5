"""`{% remembered "name" value … %} … {% endremembered %}`: a part of a page that is drawn once.

What stands inside follows from the name, the values and the language; it holds nothing of a person:
no name, no key, no CSRF token. The values can be hashed, as text, numbers and frozen values can.
"""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.template.context import Context
from django.utils.safestring import SafeString

from accounts import remembering

register = template.Library()


class RememberedNode(template.Node):
    """A part that is drawn once for each name, values and language."""

    def __init__(self, nodelist: NodeList, values: Sequence[FilterExpression]) -> None:
        self.nodelist = nodelist
        self.values = values

    def render(self, context: Context) -> SafeString:
        key = tuple(one.resolve(context) for one in self.values)
        return remembering.remembered(key, lambda: self.nodelist.render(context))


@register.tag
def remembered(parser: Parser, token: Token) -> RememberedNode:
    """Read the tag."""
    words = token.split_contents()[1:]
    if not words:
        raise template.TemplateSyntaxError("remembered needs a name")
    nodelist = parser.parse(("endremembered",))
    parser.delete_first_token()
    return RememberedNode(nodelist, [parser.compile_filter(word) for word in words])
