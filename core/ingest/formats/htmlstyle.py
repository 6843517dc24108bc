"""Which elements of a web page a reader cannot see: by attributes and by the page's own styles.

Pure functions over parsed elements, in the parser process. Style sheets elsewhere are never loaded; of the
page's own, rules whose selector names elements, classes and ids count, also below others ("nav > .menu a").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from colorsys import hls_to_rgb
from dataclasses import dataclass, replace
from typing import Any

Colour = tuple[int, int, int]
WHITE: Colour = (255, 255, 255)
_TINY_PX = 2.0  # smaller cannot be read
_NEAR = 40  # sum over the channels: colours that look the same
_FAR_AWAY_PX = -900.0
_MOST_RULES = 5_000
_LENGTH = re.compile(r"(-?\d*\.?\d+)\s*(px|pt|em|rem|%|ex|ch|mm|cm|in|vw|vh|)")
_PX = {"px": 1.0, "": 1.0, "pt": 4 / 3, "mm": 3.78, "cm": 37.8, "in": 96.0, "ex": 8.0, "ch": 8.0, "rem": 16.0}
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_BRACE = re.compile(r"[{}]")
_APPLIES = re.compile(r"@(?:layer|supports|media\s+(?:only\s+)?(?:all|screen)\s*$)", re.IGNORECASE)
_LONGEST_SHEET = 500_000  # characters
_COMPOUND = re.compile(r"([a-z][\w-]*|\*)?((?:[.#][\w-]+)*)", re.IGNORECASE)
_NAMES = re.compile(r"[.#][\w-]+")
_MOST_COMPOUNDS = 8
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

    @property
    def reason(self) -> str:
        """Why text here cannot be seen (see `core.types.HiddenText`), "" when it can."""
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
        return ""


@dataclass(frozen=True, slots=True)
class _Compound:
    """What one element has to be; `is_parent`: the element matched before it lies directly in it."""

    tag: str
    names: frozenset[str]
    is_parent: bool = False

    def fits(self, tag: str, own: frozenset[str]) -> bool:
        return self.tag in ("*", tag) and self.names <= own


class StyleSheet:
    """The rules of a page's own style sheets that can be told without a browser."""

    def __init__(self, sheets: Iterable[str]) -> None:
        self._by_key: dict[str, list[tuple[list[_Compound], frozenset[str], dict[str, str]]]] = {}
        count = 0
        for sheet in sheets:
            for selectors, body in _rules(_COMMENT.sub("", sheet[:_LONGEST_SHEET])):
                declarations = parse_style(body)
                if not declarations:
                    continue
                for selector in selectors.split(","):
                    compounds = _compounds(selector)
                    if not compounds or count >= _MOST_RULES:
                        continue
                    count += 1
                    key = min(compounds[0].names, default=compounds[0].tag)
                    outer = frozenset(name for compound in compounds[1:] for name in compound.names)
                    self._by_key.setdefault(key, []).append((compounds, outer, declarations))

    @property
    def rules(self) -> bool:
        """False when the page has none that count."""
        return bool(self._by_key)

    def declarations(self, tag: str, attributes: Mapping[str, str], element: Any = None) -> dict[str, str]:
        """What the sheets and the `style` attribute say of an element; a later rule wins.

        Without `element` rules about elements that lie in others are passed over.
        """
        found: dict[str, str] = {}
        if self._by_key:
            own = _own_names(attributes)
            around: list[tuple[str, frozenset[str]]] | None = None
            all_around: frozenset[str] = frozenset()
            for key in ("*", tag, *sorted(own)):
                for compounds, outer, declarations in self._by_key.get(key, ()):
                    if not compounds[0].fits(tag, own):
                        continue
                    if len(compounds) > 1:
                        if around is None:
                            above = () if element is None else element.iterancestors()
                            around = [(one.tag, _own_names(one.attrib)) for one in above]
                            all_around = frozenset().union(*(names for _, names in around))
                        # Most rules name a class that is nowhere around, which is told at once.
                        if not outer <= all_around or not _lies_in(around, compounds[1:]):
                            continue
                    found |= declarations
        if style := attributes.get("style"):
            found |= parse_style(style)
        return found


def _own_names(attributes: Mapping[str, str]) -> frozenset[str]:
    own = {f".{name}" for name in attributes.get("class", "").split()}
    if identity := attributes.get("id", "").strip():
        own.add(f"#{identity}")
    return frozenset(own)


def _compounds(selector: str) -> list[_Compound]:
    """The parts of a selector from the element outwards; none when it says what cannot be told here."""
    found: list[_Compound] = []
    is_parent = False
    for part in reversed(selector.replace(">", " > ").split()):
        if part == ">":
            is_parent = True
            continue
        match = _COMPOUND.fullmatch(part)
        if match is None or len(found) == _MOST_COMPOUNDS:
            return []
        found.append(_Compound((match[1] or "*").lower(), frozenset(_NAMES.findall(match[2])), is_parent))
        is_parent = False
    return found


def _lies_in(around: Iterable[tuple[str, frozenset[str]]], outer: Iterable[_Compound]) -> bool:
    """True when the elements around one, inner ones first, fit; of several that fit the nearest counts."""
    left = iter(around)
    for compound in outer:
        for tag, own in left:
            if compound.fits(tag, own):
                break
            if compound.is_parent:
                return False
        else:
            return False
    return True


def parse_style(style: str) -> dict[str, str]:
    """Declarations of a `style` attribute, lower case."""
    found = {}
    for part in _COMMENT.sub("", style).lower().split(";"):
        name, colon, value = part.partition(":")
        if colon and len(value) < 200:
            found[name.strip()] = value.replace("!important", "").strip()
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
    if "bgcolor" in attributes:
        style.setdefault("background-color", attributes["bgcolor"].lower())
    if tag == "body" and "text" in attributes:
        style.setdefault("color", attributes["text"].lower())
    if not style:
        return around
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
