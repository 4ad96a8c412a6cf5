"""What the referee's addresses carry, read strictly; each error stands at its field."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from okey import (
    RULE_SETS,
    Hand,
    Meld,
    RuleSet,
    Tile,
    Verdict,
    format_melds,
    judge,
    parse_melds,
    read_indicator,
)
from okey.errors import InputError
from okey.hand import check_copies, read_tile
from okey.rules.model import As
from tutor.referee import wording
from tutor.referee.links import VERSION, read_notation

DEFAULT_RULES: Final = "101-guide"
LONGEST: Final = 1_000  # letters of a field
WAYS: Final[dict[As, Promise]] = {
    "opening": _("as an opening"),
    "melds": _("each on its own"),
    "finish": _("as a finish"),
}
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class HandQuestion:
    """What the first tab is asked. Without `hand` only the melds are judged, by `verdict`."""

    rules: RuleSet
    indicator: Tile
    hand: Hand | None
    seen: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    as_: As
    verdict: Verdict | None
    draws: bool

    def values(self) -> dict[str, str]:
        """The question as an address carries it, in normal spelling."""
        return {
            "indicator": str(self.indicator),
            "hand": str(self.hand) if self.hand else "",
            "seen": " ".join(map(str, self.seen)),
            "melds": format_melds(self.melds) if self.melds else "",
            "as": self.as_ if self.melds else "",
            "show": "draws" if self.draws else "",
        }


def tidy(text: str) -> str:
    """Tiles as one may type them: in small letters, with commas, on several lines.

    >>> tidy("r1, b11  f")
    'R1 B11 F'
    """
    return re.sub(r"[\s,;]+", " ", text).strip().upper()


def tidy_melds(text: str) -> str:
    """Melds as one may type them; a new line is a bar, empty melds are left out.

    >>> tidy_melds("r1 r2 r3\\n| Pair: k5 k5")
    'R1 R2 R3 | pair: K5 K5'
    """
    melds = []
    for one in re.split(r"[|\n\r]", text):
        kind, colon, tiles = one.rpartition(":")
        if tidy(tiles) or colon:
            melds.append(f"{kind.strip().lower()}: {tidy(tiles)}" if colon else tidy(tiles))
    return " | ".join(melds)


def text_area(rows: int, name: str, placeholder: str, *, hint: bool = False) -> forms.Textarea:
    """Several lines of notation. What describes the field is its hint and its error."""
    return forms.Textarea(attrs={"rows": rows, **_notation(name, placeholder, hint=hint)})


def text_line(name: str, placeholder: str) -> forms.TextInput:
    """A tile or two."""
    return forms.TextInput(attrs=_notation(name, placeholder))


def _notation(name: str, placeholder: str, *, hint: bool = False) -> dict[str, str]:
    return {
        "class": "notation",
        "autocomplete": "off",
        "autocapitalize": "characters",
        "spellcheck": "false",
        "placeholder": placeholder,
        "aria-describedby": f"id_{name}_helptext id_{name}_error" if hint else f"id_{name}_error",
    }


class RulesForm(forms.Form):
    """Under which rule set. Nothing asked for is the usual one; an unknown key is an error."""

    rules = forms.CharField(required=False, max_length=40)
    v = forms.CharField(required=False, max_length=20)

    FIELDS: tuple[str, ...] = ()

    def __init__(self, data: Mapping[str, str]) -> None:
        super().__init__(dict(data))

    @classmethod
    def asked(cls, query: Mapping[str, str]) -> dict[str, str]:
        """The last value of each field of this form. What is pasted as notation is taken apart."""
        names = (*cls.base_fields, *cls.FIELDS)
        data = {name: query[name] for name in names if name in query}
        for name in cls.FIELDS:
            pasted = read_notation(data.get(name, ""), ("rules", VERSION, *cls.FIELDS))
            if pasted:
                data = {key: value for key, value in data.items() if key != name} | pasted
                break
        return data

    def clean_rules(self) -> str:
        """The key of a rule set."""
        key: str = self.cleaned_data["rules"] or DEFAULT_RULES
        if key not in RULE_SETS:
            raise forms.ValidationError(
                wording.error_message("rules.unknown", key[:40], wording.language())
            )
        return key

    @property
    def rule_set(self) -> RuleSet:
        """The rule set asked for; the usual one beside an error."""
        return RULE_SETS[self.cleaned_data.get("rules") or DEFAULT_RULES]

    @property
    def shown(self) -> list[forms.BoundField]:
        """The fields beside which an error may stand."""
        return [field for field in self if field.name not in (VERSION, "show")]

    def read(self, name: str, parse: Callable[[], _T]) -> _T | None:
        """What a field holds, or None with an error at the field that is to blame."""
        try:
            return parse()
        except InputError as error:
            blamed = wording.field_of(error)
            field = blamed if blamed in self.fields else name
            self.add_error(field, wording.input_error(error, self.rule_set))
            return None


class HandForm(RulesForm):
    """A hand, tiles seen elsewhere, and melds that were laid."""

    indicator = forms.CharField(
        label=_("Indicator"),
        required=False,
        max_length=20,
        widget=text_line("indicator", "B10"),
    )
    hand = forms.CharField(
        label=_("Hand in notation"),
        required=False,
        max_length=LONGEST,
        widget=text_area(2, "hand", "R10 R11 * F Y7 B7 K7", hint=True),
        help_text=_(
            "Colour letter and number: R red, Y yellow, B blue, K black. "
            "F is the false okey, * the okey."
        ),
    )
    seen = forms.CharField(
        label=_("Tiles that lie elsewhere in sight"),
        required=False,
        max_length=LONGEST,
        widget=text_area(2, "seen", "R7 K12", hint=True),
        help_text=_("On the table or thrown: no longer to be drawn."),
    )
    melds = forms.CharField(
        label=_("Melds that were laid"),
        required=False,
        max_length=LONGEST,
        widget=text_area(3, "melds", "R10 R11 * | Y7 B7 K7", hint=True),
        help_text=_("In the order laid; a bar or a new line between melds."),
    )
    show = forms.CharField(required=False, max_length=10)

    FIELDS = ("indicator", "hand", "seen", "melds", "as")

    question: HandQuestion | None = None
    indicator_tile: Tile | None = None

    def __init__(self, data: Mapping[str, str]) -> None:
        super().__init__(data)
        self.fields["as"] = forms.ChoiceField(
            label=_("Judge them"),
            required=False,
            choices=[(way, WAYS[way]) for way in self._ways()],
        )
        self.full_clean()

    def _ways(self) -> tuple[As, ...]:
        """How melds may be judged, the likeliest way first: it is the one if none is named."""
        asked = RULE_SETS.get(self.data.get("rules") or DEFAULT_RULES)
        shown = asked is not None and asked.opening is None
        return ("finish", "melds", "opening") if shown else ("opening", "melds", "finish")

    @property
    def is_empty(self) -> bool:
        """Whether nothing is asked: no tiles are entered."""
        return not any(self.data.get(name, "").strip() for name in ("hand", "melds"))

    def clean(self) -> dict[str, Any]:
        """Read everything that can be read; each error stands at its field."""
        cleaned = self.cleaned_data
        text = cleaned.get("indicator", "")
        if text:
            self.indicator_tile = self.read("indicator", lambda: read_indicator(tidy(text)))
        if self.is_empty or {"indicator", "rules"} & set(self.errors):
            return cleaned
        indicator = self.indicator_tile
        if indicator is None:
            self.add_error("indicator", _("Which tile is the open indicator? It names the okey."))
            return cleaned
        hand = self.read("hand", lambda: self._hand(indicator)) if cleaned.get("hand") else None
        seen = self.read("seen", lambda: self._seen(indicator, hand)) if "seen" in cleaned else ()
        melds = self.read("melds", lambda: self._melds(indicator)) if "melds" in cleaned else ()
        as_: As = cleaned.get("as") or self._ways()[0]
        verdict = None
        if melds and not self.errors:
            verdict = self.read(
                "melds",
                lambda: judge(melds, rules=self.rule_set, indicator=indicator, as_=as_, hand=hand),
            )
        if not self.errors:
            draws = cleaned["show"] == "draws"
            self.question = HandQuestion(
                self.rule_set, indicator, hand, seen or (), melds or (), as_, verdict, draws
            )
        return cleaned

    def _hand(self, indicator: Tile) -> Hand:
        words = tidy(self.cleaned_data["hand"]).split()
        most = self.rule_set.hand.starter
        if len(words) > most:
            raise InputError("count.hand", f"hand: {len(words)}")
        return Hand.parse(words, indicator)

    def _seen(self, indicator: Tile, hand: Hand | None) -> tuple[Tile, ...]:
        probe = hand or Hand(indicator, ())
        words = tidy(self.cleaned_data["seen"]).split()
        tiles = tuple(read_tile(word, probe.okey, "seen") for word in words)
        check_copies([*tiles, *probe.tiles, indicator], "seen")
        return tiles

    def _melds(self, indicator: Tile) -> tuple[Meld, ...]:
        text = tidy_melds(self.cleaned_data["melds"])
        return parse_melds(text, indicator) if text else ()
