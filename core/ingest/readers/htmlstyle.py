"""Which elements of a web page are struck out or cannot be seen: by attributes and by the page's own styles.

Pure functions over parsed elements, in the parser process. Style sheets elsewhere are never loaded; of the
page's own all rules count that hold on a screen (`selectors` says for which elements), with CSS variables.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from colorsys import hls_to_rgb
from dataclasses import dataclass, field, replace
from typing import Any

from lxml import etree

from core.ingest.readers.selectors import (
    Selector,
    Siblings,
    Weight,
    lies_in,
    own_names,
    parse_selectors,
    surroundings,
)
from core.types import STRUCK_OUT

Colour = tuple[int, int, int]
WHITE: Colour = (255, 255, 255)
_TINY_PX = 2.0  # smaller cannot be read
_NEAR = 40  # sum over the channels: colours that look the same
_FAR_AWAY_PX = -900.0
_MOST_RULES = 5_000
STRUCK_TAGS = ("del", "s", "strike")
_DECORATIONS = ("text-decoration", "text-decoration-line")
_LENGTH = re.compile(r"(-?\d*\.?\d+)\s*(px|pt|em|rem|%|ex|ch|mm|cm|in|vw|vh|)")
_PX = {"px": 1.0, "": 1.0, "pt": 4 / 3, "mm": 3.78, "cm": 37.8, "in": 96.0, "ex": 8.0, "ch": 8.0, "rem": 16.0}
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_BRACE = re.compile(r"\"(?:[^\"\\\n]|\\.){0,300}+\"|'(?:[^'\\\n]|\\.){0,300}+'|[{}]")
_APPLIES = re.compile(r"@(?:layer|supports|media\s+(?:only\s+)?(?:all|screen)\s*$)", re.IGNORECASE)
_LONGEST_SHEET = 500_000  # characters
_LONGEST_VALUE = 200  # characters
_IMPORTANT = re.compile(r"!\s*important\b")
_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,([^()]*(?:\([^()]*\)[^()]*)*))?\)")
_MOST_VARIABLES = 20  # put into one value, one after the other
_MOST_GUESSES = 50
_MOST_GUESSED = 0.5  # of the page's text may be hidden by rules that are only guessed at
_RGB = re.compile(r"rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)\s*(?:[,/]\s*([\d.]+%?)\s*)?\)")
_HSL = re.compile(r"hsla?\(\s*([\d.]+)(?:deg)?[\s,]+([\d.]+)%[\s,]+([\d.]+)%\s*(?:[,/]\s*([\d.]+%?)\s*)?\)")
_COLOURS = {
    "white": WHITE,
    "snow": (255, 250, 250),
    "ivory": (255, 255, 240),
    "ghostwhite": (248, 248, 255),
    "whitesmoke": (245, 245, 245),
    "floralwhite": (255, 250, 240),
    "black": (0, 0, 0),
    "red": (255, 0, 0),
    "green": (0, 128, 0),
    "blue": (0, 0, 255),
    "navy": (0, 0, 128),
    "gray": (128, 128, 128),
    "grey": (128, 128, 128),
    "silver": (192, 192, 192),
    "yellow": (255, 255, 0),
}


@dataclass(frozen=True, slots=True)
class Look:
    """What is known of an element's appearance, with what it has from those around it.

    `gone` is the reason why nothing in it can be seen, whatever is inside; "" otherwise. A `background` of
    None is a picture, or one that cannot be told: then no colour of the text counts as hidden.
    """

    gone: str = ""
    invisible: bool = False
    font_px: float = 16.0
    transparent: bool = False
    colour: Colour = (0, 0, 0)
    background: Colour | None = WHITE
    struck: bool = False
    variables: Mapping[str, str] = field(default_factory=dict)

    @property
    def reason(self) -> str:
        """Why text here is set aside (see `core.types.HiddenText`), "" when it is not."""
        if self.gone:
            return self.gone
        if self.invisible:
            return "hidden_layer"
        if self.font_px < _TINY_PX:
            return "tiny"
        if self.transparent:
            return "transparent"
        if self.background is not None and _same(self.colour, self.background):
            return "white"
        return STRUCK_OUT if self.struck else ""


@dataclass(frozen=True, slots=True)
class _Rule:
    """What a selector of the page says; of two rules the one with the higher `order` wins."""

    selector: Selector
    order: tuple[Weight, int]
    normal: dict[str, str]
    important: dict[str, str]


class StyleSheet:
    """The rules of a page's own style sheets that can be told without a browser.

    `root`: the page, which says how much of it is hidden by rules that can only be guessed at: they count
    while most of the text stays. Without it they do not count.
    """

    def __init__(self, sheets: Iterable[str], root: Any = None) -> None:
        self._by_key: dict[str, list[_Rule]] = {}
        guesses: list[_Rule] = []
        siblings = Siblings()
        count = 0
        for sheet in sheets:
            for selectors, body in _rules(_COMMENT.sub("", sheet[:_LONGEST_SHEET])):
                normal, important = _parsed(body)
                if not (normal or important) or count >= _MOST_RULES:
                    continue
                for selector in parse_selectors(selectors, siblings)[: _MOST_RULES - count]:
                    count += 1
                    rule = _Rule(selector, (selector.weight, count), normal, important)
                    if not selector.is_guess:
                        self._add(rule)
                    elif len(guesses) < _MOST_GUESSES and _painted(Look(), normal | important).reason:
                        guesses.append(rule)
        if guesses and root is not None:
            left = _MOST_GUESSED * _text_length(root)
            for rule in guesses:
                length = _length_named(root, rule.selector)
                if length < left:
                    left -= length
                    self._add(rule)

    def _add(self, rule: _Rule) -> None:
        inner = rule.selector.compounds[0]
        self._by_key.setdefault(min(inner.names, default=inner.tag), []).append(rule)

    @property
    def rules(self) -> bool:
        """False when the page has none that count."""
        return bool(self._by_key)

    def declarations(self, tag: str, attributes: Mapping[str, str], element: Any = None) -> dict[str, str]:
        """What the sheets and the `style` attribute say of an element.

        Without `element` rules that ask for more than its own type, classes and id are passed over.
        """
        matching = sorted(self._matching(tag, attributes, element), key=lambda rule: rule.order)
        normal, important = _parsed(attributes.get("style", ""))
        found: dict[str, str] = {}
        for rule in matching:
            found |= rule.normal
        found |= normal
        for rule in matching:
            found |= rule.important
        return found | important

    def _matching(self, tag: str, attributes: Mapping[str, str], element: Any) -> Iterator[_Rule]:
        if not self._by_key:
            return
        own = own_names(attributes)
        around: list[tuple[str, frozenset[str], Any]] | None = None
        all_around: frozenset[str] = frozenset()
        for key in ("*", tag, *own):
            for rule in self._by_key.get(key, ()):
                inner, *outer = rule.selector.compounds
                if not inner.fits(tag, own, element):
                    continue
                if outer:
                    if around is None:
                        around = [] if element is None else surroundings(element)
                        all_around = frozenset().union(*(names for _, names, _ in around))
                    # Most rules name a class that is nowhere around, which is told at once.
                    if not rule.selector.outer <= all_around or not lies_in(around, outer):
                        continue
                yield rule


def _text_length(root: Any) -> int:
    return sum(
        len(text.strip())
        for element in root.iter("*")
        if element.tag not in ("script", "style")
        for text in (element.text, element.tail)
        if text
    )


def _length_named(root: Any, selector: Selector) -> int:
    """Characters of text in the elements that a selector names."""
    length = 0
    walk = etree.iterwalk(root, events=("start",), tag="*")
    for _, element in walk:
        if selector.names(element):
            length += _text_length(element) - len((element.tail or "").strip())
            walk.skip_subtree()
    return length


def _parsed(style: str) -> tuple[dict[str, str], dict[str, str]]:
    """Declarations, lower case, and apart from them those marked as important."""
    normal: dict[str, str] = {}
    important: dict[str, str] = {}
    for part in _COMMENT.sub("", style).lower().split(";") if style else ():
        name, colon, value = part.partition(":")
        if colon and len(value) < _LONGEST_VALUE:
            plain = _IMPORTANT.sub("", value)
            (normal if plain == value else important)[name.strip()] = plain.strip()
    return normal, important


def _resolved(style: dict[str, str], variables: Mapping[str, str]) -> dict[str, str]:
    """Declarations with the values of variables put in; those whose variable is not known are none."""
    found = {}
    for name, value in style.items():
        for _ in range(_MOST_VARIABLES):
            match = _VARIABLE.search(value)
            if match is None:
                found[name] = value.strip()
                break
            put_in = variables.get(match[1], match[2])
            if put_in is None or len(value) > _LONGEST_VALUE:
                break
            value = value[: match.start()] + put_in + value[match.end() :]
    return found


def look_of(
    tag: str, attributes: Mapping[str, str], around: Look, sheet: StyleSheet, element: Any = None
) -> Look:
    """An element's appearance within the one around it; `element` is the parsed one, where there is one."""
    style = sheet.declarations(tag, attributes, element)
    if "hidden" in attributes and "display" not in style:
        return replace(around, gone=around.gone or "hidden_layer")
    if tag == "font" and "color" in attributes:
        style.setdefault("color", attributes["color"].lower())
    if tag in STRUCK_TAGS and not around.struck:
        around = replace(around, struck=True)
    if "bgcolor" in attributes:
        style.setdefault("background-color", attributes["bgcolor"].lower())
    if tag == "body" and "text" in attributes:
        style.setdefault("color", attributes["text"].lower())
    return _painted(around, style) if style else around


def _painted(around: Look, style: dict[str, str]) -> Look:
    """The appearance of something with these declarations within `around`."""
    variables = around.variables
    if own := {name: value for name, value in style.items() if name.startswith("--")}:
        style = {name: value for name, value in style.items() if name not in own}
        if any(variables.get(name) != value for name, value in own.items()):
            variables = {**variables, **own}
    if any("var(" in value for value in style.values()):
        style = _resolved(style, variables)
    size = style.get("font-size", "")
    if not size and (font := style.get("font")):
        match = re.search(r"(?<![\w.])(?:\d*\.?\d+(?:px|pt|em|rem|%)|0(?=[/\s]))", font)
        size = match[0] if match else ""
    visibility = style.get("visibility", "")
    colour, transparent = around.colour, around.transparent
    if "color" in style:
        parsed = parse_colour(style["color"])
        transparent = parsed == "transparent"
        if isinstance(parsed, tuple):
            colour = parsed
        elif not transparent:
            colour = (0, 0, 0) if style["color"] != "inherit" else colour
    return Look(
        around.gone or _gone(style),
        visibility in ("hidden", "collapse") if visibility else around.invisible,
        _font_px(size, around.font_px) if size else around.font_px,
        transparent,
        colour,
        _background(style, around.background),
        # No style within takes away a line that is drawn through all of it.
        around.struck or any("line-through" in style.get(name, "") for name in _DECORATIONS),
        variables,
    )


def _gone(style: Mapping[str, str]) -> str:
    if style.get("mso-hide") == "all":
        return "hidden_layer"
    if style.get("display") == "none" or style.get("content-visibility") == "hidden":
        return "hidden_layer"
    opacity = _LENGTH.fullmatch(style.get("opacity", ""))
    if opacity and float(opacity[1]) < (5 if opacity[2] == "%" else 0.05):
        return "transparent"
    for name in ("left", "top", "right", "bottom", "text-indent", "margin-left", "margin-top"):
        placed = name.startswith(("text", "margin")) or style.get("position") in ("absolute", "fixed")
        if placed and name in style and (_pixels(style[name]) or 0.0) < _FAR_AWAY_PX:
            return "off_page"
    clips = style.get("overflow", style.get("overflow-y", style.get("overflow-x"))) in ("hidden", "clip")
    for name in ("width", "height", "max-width", "max-height"):
        if clips and name in style:
            size = _pixels(style[name])
            if size is not None and size < _TINY_PX:
                return "hidden_layer"
    if re.fullmatch(r"rect\(\s*[01](?:px)?(?:[\s,]+[01](?:px)?){3}\s*\)", style.get("clip", "")):
        return "hidden_layer"
    if re.match(r"inset\(\s*(?:50|100)%|(?:circle|ellipse)\(\s*0", style.get("clip-path", "")):
        return "hidden_layer"
    if re.search(r"opacity\(\s*0(?:\.0\d*)?%?\s*\)", style.get("filter", "")):
        return "transparent"
    if re.search(r"scale[xy]?\(\s*0(?:\.0\d*)?\s*[,)]", style.get("transform", "")):
        return "tiny"
    if re.fullmatch(r"0(?:\.0\d*)?%?(?:\s.*)?", style.get("scale", "")):
        return "tiny"
    return ""


def _background(style: Mapping[str, str], around: Colour | None) -> Colour | None:
    value = style.get("background-color") or ""
    short = style.get("background", "")
    if style.get("background-image", "none") not in ("none", "") or "url(" in short or "gradient(" in short:
        return None
    if not value and short:
        match = _RGB.search(short) or re.search(r"#[0-9a-f]{3,8}\b", short)
        value = match[0] if match else next((word for word in short.split() if word in _COLOURS), "")
        if not value:
            return around if short in ("none", "transparent", "inherit", "initial", "0", "unset") else None
    if not value:
        return around
    parsed = parse_colour(value)
    if isinstance(parsed, tuple):
        return parsed
    return around if value in ("transparent", "inherit", "initial", "none", "unset") else None


def parse_colour(value: str) -> Colour | str:
    """A CSS colour; "transparent", or "" for one that is not known here."""
    value = value.strip().lower()
    if value in _COLOURS:
        return _COLOURS[value]
    if value == "transparent":
        return "transparent"
    digits = value.lstrip("#")
    if re.fullmatch(r"[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8}", digits):
        if len(digits) < 6:
            digits = "".join(ch * 2 for ch in digits)
        if len(digits) == 8 and int(digits[6:], 16) < 13:
            return "transparent"
        return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)
    match = _RGB.fullmatch(value) or _HSL.fullmatch(value)
    if match:
        if match[4] and float(match[4].rstrip("%")) / (100 if match[4].endswith("%") else 1) < 0.05:
            return "transparent"
        if value.startswith("hsl"):
            hue, saturation, lightness = float(match[1]) / 360, float(match[2]) / 100, float(match[3]) / 100
            red, green, blue = hls_to_rgb(hue, min(lightness, 1.0), min(saturation, 1.0))
            return round(255 * red), round(255 * green), round(255 * blue)
        return int(match[1]), int(match[2]), int(match[3])
    return ""


def _same(first: Colour, second: Colour) -> bool:
    return sum(abs(one - other) for one, other in zip(first, second, strict=True)) < _NEAR


def _pixels(value: str) -> float | None:
    match = _LENGTH.match(value)
    if match is None:
        return None
    if match[2] in ("%", "vw", "vh"):
        return float(match[1]) * 10 if float(match[1]) < 0 else None if float(match[1]) else 0.0
    return float(match[1]) * (16.0 if match[2] == "em" else _PX[match[2]])


def _font_px(value: str, around: float) -> float:
    match = _LENGTH.match(value)
    if match is None:
        return max(around, 16.0) if value not in ("inherit", "smaller", "larger") else around
    number = float(match[1])
    if match[2] in ("em", "%"):
        return around * number / (100 if match[2] == "%" else 1)
    if match[2] in ("vw", "vh"):
        return number * 10
    return number * _PX[match[2]]


def _rules(sheet: str) -> Iterator[tuple[str, str]]:
    """Selectors and declarations of the rules that hold on a screen of any size.

    What only print or a small screen hides (other @media) is not hidden.
    """
    position = 0
    skipped = 0  # depth inside of an at-rule that does not count
    opened = -1
    selectors = ""
    for brace in _BRACE.finditer(sheet):
        if brace[0] not in "{}":
            continue  # a string
        before = sheet[position : brace.start()]
        position = brace.end()
        if brace[0] == "{":
            prelude = before.rpartition(";")[2].strip()
            if skipped:
                skipped += 1
            elif prelude.startswith("@"):
                skipped = 0 if _APPLIES.match(prelude) else 1
                opened = -1
            else:
                selectors, opened = prelude, position
        elif skipped:
            skipped -= 1
        elif opened >= 0:
            yield selectors, before
            opened = -1
