"""Which elements of a web page are struck out or cannot be seen: by attributes and by the page's own styles.

Pure functions over parsed elements, in the parser process. Style sheets elsewhere are never loaded; of the
page's own all rules count that hold on a screen, read by tinycss2 and matched by cssselect2, with CSS
variables.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

import tinycss2
from cssselect2 import ElementWrapper, Matcher, SelectorError, compile_selector_list
from tinycss2.color4 import parse_color

from core.text.textspan import word_list
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
_SCREENS = ("", "all", "screen", "only all", "only screen")
_LONGEST_SHEETS = 1_000_000  # characters of all together
_LONGEST_VALUE = 200  # characters
_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,([^()]*(?:\([^()]*\)[^()]*)*))?\)")
_MOST_VARIABLES = 20  # put into one value, one after the other
_FAINT = 0.05  # what is less opaque cannot be seen
# What makes a page of some kilobytes take minutes is passed over.
_MOST_JOINTS, _LONGEST_SELECTOR, _DEEPEST = 5, 2_000, 4  # combinators; characters; rules inside rules
_MOST_AROUND, _MOST_BESIDE = 60, 500  # the nearest elements that a selector is compared with
_JOINT = re.compile(r"[\s>+~]+(?![^(\[]*[)\]])")
_TELLING = word_list(
    "display visibility content-visibility opacity color background background-color background-image font",
    "font-size text-decoration text-decoration-line mso-hide position left top right bottom text-indent",
    "margin-left margin-top width height max-width max-height overflow overflow-x overflow-y clip clip-path",
    "filter transform scale list-style list-style-type",
)


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


Declared = tuple[dict[str, str], dict[str, str]]  # and those marked as important


class _Element(ElementWrapper):  # type: ignore[misc]
    """An element with as much around it as a selector is compared with: deep and long pages end soon."""

    @cached_property
    def ancestors(self) -> tuple[_Element, ...]:
        return self._nearest("parent", _MOST_AROUND)

    @cached_property
    def previous_siblings(self) -> tuple[_Element, ...]:
        return self._nearest("previous", _MOST_BESIDE)

    def _nearest(self, name: str, most: int) -> tuple[_Element, ...]:
        found: list[_Element] = []
        one = getattr(self, name)
        while one is not None and len(found) < most:
            found.append(one)
            one = getattr(one, name)
        return tuple(found)


class StyleSheet:
    """The rules of a page's own style sheets that can be told without a browser; `root`: the page."""

    def __init__(self, sheets: Iterable[str], root: Any = None) -> None:
        self._of: dict[Any, list[Declared]] = {}
        matcher, count, left = Matcher(), 0, _LONGEST_SHEETS
        for sheet in sheets:
            rules = tinycss2.parse_stylesheet(sheet[:left])
            left = max(0, left - len(sheet))
            for selectors, declared in _rules(rules, ""):
                for selector in _compiled(selectors)[: _MOST_RULES - count]:
                    count += 1
                    matcher.add_selector(selector, declared)
        if count and root is not None:
            for element in _Element.from_html_root(root).iter_subtree():
                if found := _matching(matcher, element):
                    self._of[element.etree_element] = found

    @property
    def rules(self) -> bool:
        """False when no rule of the page names an element of it."""
        return bool(self._of)

    def declarations(self, attributes: Mapping[str, str], element: Any = None) -> dict[str, str]:
        """What the sheets and the `style` attribute say of an element."""
        matching = self._of.get(element, ())
        normal, important = _declared(attributes.get("style", ""))
        found: dict[str, str] = {}
        for own, _ in matching:
            found |= own
        found |= normal
        for _, own in matching:
            found |= own
        return found | important


def _matching(matcher: Any, element: _Element) -> list[Declared]:
    """The weightiest last."""
    try:
        return [declared for *_, declared in matcher.match(element)]
    except RecursionError:  # ":lang()" in a page of thousands of elements in each other
        return []


def _compiled(selectors: str) -> list[Any]:
    if len(selectors) > _LONGEST_SELECTOR or any(
        len(_JOINT.findall(part.strip())) > _MOST_JOINTS for part in selectors.split(",")
    ):
        return []
    try:
        found: list[Any] = compile_selector_list(selectors)
    except (SelectorError, NotImplementedError, SyntaxError, RecursionError):
        return []  # as a browser passes over what it does not know
    return [one for one in found if not one.never_matches and one.pseudo_element is None]


def _rules(nodes: Iterable[Any], around: str, depth: int = 0) -> Iterator[tuple[str, Declared]]:
    """Selectors and declarations of the rules that hold on a screen of any size, also of rules in rules.

    What only print or a small screen hides (other @media) is not hidden.
    """
    for node in nodes if depth <= _DEEPEST else ():
        if node.type == "at-rule" and node.content is not None:
            prelude = tinycss2.serialize(node.prelude).strip().lower()
            screen = node.lower_at_keyword == "media" and prelude in _SCREENS
            if screen or node.lower_at_keyword in ("layer", "supports"):
                yield from _rules(tinycss2.parse_blocks_contents(node.content), around, depth + 1)
        elif node.type == "qualified-rule":
            selectors = tinycss2.serialize(node.prelude).strip()
            if around:
                outer = f":is({around})"
                selectors = selectors.replace("&", outer) if "&" in selectors else f"{outer} {selectors}"
            inner = tinycss2.parse_blocks_contents(node.content)
            declared = _sorted(inner)
            if any(name in _TELLING or name.startswith("--") for own in declared for name in own):
                yield selectors, declared
            yield from _rules(inner, selectors, depth + 1)


@lru_cache(4096)
def _declared(style: str) -> Declared:
    return _sorted(tinycss2.parse_blocks_contents(style)) if style else ({}, {})


def _sorted(nodes: Iterable[Any]) -> Declared:
    """Declarations, lower case, and apart from them those marked as important."""
    normal: dict[str, str] = {}
    important: dict[str, str] = {}
    for node in nodes:
        if node.type == "declaration":
            value = tinycss2.serialize(node.value).strip().lower()
            if len(value) < _LONGEST_VALUE:
                (important if node.important else normal)[node.lower_name] = value
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
    style = sheet.declarations(attributes, element)
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
        parts = [tinycss2.serialize([one]) for one in tinycss2.parse_component_value_list(short)]
        value = next((part for part in parts if isinstance(parse_colour(part), tuple)), "")
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
    value = value.strip()
    if re.fullmatch(r"[0-9a-fA-F]{6}", value):  # in an attribute
        value = f"#{value}"
    found = parse_color(value)
    if found is None or found == "currentcolor":
        return ""
    if found.alpha < _FAINT:
        return "transparent"
    red, green, blue = (round(255 * min(max(one, 0.0), 1.0)) for one in found.to("srgb").coordinates)
    return red, green, blue


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
