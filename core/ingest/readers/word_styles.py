"""What Word's styles and lists make of a paragraph: heading level, hidden or white text, the number in front.

Works on the XML of one document, in the parser process. Effective values are looked up as Word does it: the
run itself, its character style, the paragraph's style with all it is based on, the defaults.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from core.ingest.readers.list_numbers import word_number
from core.ingest.readers.office import is_white
from core.ingest.readers.office_xml import child, children, value_of
from core.types import STRUCK_OUT

_HEADING = re.compile(
    r"(?:heading|überschrift|titre|título|titulo|encabezado|titolo|kop|rubrik|overskrift|otsikko|nagłówek|nadpis|"
    r"заголовок|címsor|başlık|επικεφαλίδα|見出し|标题|標題|제목)\s*([1-9])",
    re.IGNORECASE,
)
_TITLE_STYLES = (
    "title",
    "titel",
    "titre",
    "título",
    "titolo",
    "otsikko",
    "tytuł",
    "название",
    "标题",
    "表題",
)
_BODY_LEVEL = 9  # the outline level that means text
_TINY = 2  # half-points
_DEEPEST = 50  # styles based on each other
UNKNOWN = "?"  # a colour, but not which
_NEAR = 24  # sum over the channels
_DIGITS = re.compile(r"[0-9a-fA-F]{6}")
_MARKERS = {
    "white": "FFFFFF",
    "black": "000000",
    "yellow": "FFFF00",
    "green": "00FF00",
    "cyan": "00FFFF",
    "magenta": "FF00FF",
    "blue": "0000FF",
    "red": "FF0000",
}
_OFF = ("0", "false", "off", "none")


@dataclass(frozen=True, slots=True)
class _Look:
    """What a set of run properties says; None where it says nothing."""

    vanish: bool | None = None
    color: str | None = None
    size: int | None = None
    shade: str | None = None  # what is laid under the text, see `shade_of`
    strike: bool | None = None

    def over(self, other: _Look) -> _Look:
        return _Look(
            other.vanish if self.vanish is None else self.vanish,
            other.color if self.color is None else self.color,
            other.size if self.size is None else self.size,
            other.shade if self.shade is None else self.shade,
            other.strike if self.strike is None else self.strike,
        )


class Styles:
    """The styles of one document; `root` is the element of `styles.xml`, or None."""

    def __init__(self, root: Any | None) -> None:
        self._styles: dict[str, Any] = {}
        self._looks: dict[str, _Look] = {}
        self._default_paragraph = ""
        self._base = _Look()
        if root is None:
            return
        defaults = child(root, "docDefaults", "rPrDefault", "rPr")
        self._base = _look(defaults)
        for style in children(root, "style"):
            style_id = value_of(style, "styleId")
            self._styles[style_id] = style
            if value_of(style, "type") == "paragraph" and value_of(style, "default") in ("1", "true"):
                self._default_paragraph = style_id

    def heading_level(self, paragraph: Any) -> int:
        """Level from 1; 0 for text. The title of a document counts as level 1."""
        properties = child(paragraph, "pPr")
        direct = _outline_level(properties)
        if direct is not None:
            return direct + 1 if direct < _BODY_LEVEL else 0
        for style in self._chain(self._style_id(properties)):
            name = value_of(child(style, "name"))
            match = _HEADING.match(name)
            if match:
                return int(match[1])
            if name.casefold() in _TITLE_STYLES:
                return 1
            level = _outline_level(child(style, "pPr"))
            if level is not None:
                return level + 1 if level < _BODY_LEVEL else 0
        return 0

    def is_title(self, paragraph: Any) -> bool:
        """True for the paragraph style that is made for the document's title."""
        style = self._styles.get(self._style_id(child(paragraph, "pPr")))
        return style is not None and value_of(child(style, "name")).casefold() in _TITLE_STYLES

    def hidden_reason(
        self, run_properties: Any | None, paragraph_properties: Any | None, behind: str = ""
    ) -> str:
        """Why a run is set aside (`hidden_layer`, `tiny`, `white`, `struck_out`); empty when it is not.

        `behind`: the colour under the paragraph, as `shade_of` gives it.
        """
        look = _look(run_properties)
        character = value_of(child(run_properties, "rStyle")) if run_properties is not None else ""
        look = look.over(self._style_look(character)).over(
            self._style_look(self._style_id(paragraph_properties))
        )
        look = look.over(self._base)
        if look.vanish:
            return "hidden_layer"
        if look.size is not None and look.size <= _TINY:
            return "tiny"
        struck = STRUCK_OUT if look.strike else ""
        if look.color is None:
            return struck
        laid = [paragraph_properties]
        laid += [child(style, "pPr") for style in self._chain(self._style_id(paragraph_properties))]
        shade = look.shade or next((colour for one in laid if (colour := shade_of(one))), behind)
        if shade == UNKNOWN:
            return struck
        # "Automatic" is whichever of black and white can be read.
        return "white" if (_alike(look.color, shade) if shade else is_white(look.color)) else struck

    def numbering(self, paragraph: Any) -> tuple[str, int] | None:
        """The list a paragraph belongs to and its level from 0; None for no list."""
        properties = child(paragraph, "pPr")
        sources = [properties, *(child(style, "pPr") for style in self._chain(self._style_id(properties)))]
        list_id, level = "", ""
        for source in sources:
            found = child(source, "numPr") if source is not None else None
            if found is None:
                continue
            list_id = list_id or value_of(child(found, "numId"))
            level = level or value_of(child(found, "ilvl"))
            if list_id:
                break
        return (list_id, int(level) if level.isdecimal() else 0) if list_id not in ("", "0") else None

    def lays_colour(self, style_id: str) -> bool:
        """True when a table style lays any colour under cells: white text may then be plain to see."""
        return any(
            has_shade(part)
            for style in self._chain(style_id)
            for part in style.iter()
            if child(part, "shd") is not None
        )

    def _style_id(self, properties: Any | None) -> str:
        named = value_of(child(properties, "pStyle")) if properties is not None else ""
        return named or self._default_paragraph

    def _chain(self, style_id: str) -> Iterator[Any]:
        for _ in range(_DEEPEST):
            style = self._styles.get(style_id)
            if style is None:
                return
            yield style
            style_id = value_of(child(style, "basedOn"))

    def _style_look(self, style_id: str) -> _Look:
        if style_id not in self._looks:
            look = _Look()
            for style in self._chain(style_id):
                look = look.over(_look(child(style, "rPr")))
            self._looks[style_id] = look
        return self._looks[style_id]


def has_shade(properties: Any | None) -> bool:
    """True when a colour other than white is laid under the text."""
    return bool(shade_of(properties))


def shade_of(properties: Any | None) -> str:
    """The colour other than white that is laid under the text, as six digits; "?" when it cannot be told."""
    shade = child(properties, "shd") if properties is not None else None
    if shade is None:
        return ""
    fill = value_of(shade, "fill").lower()
    pattern = value_of(shade).lower()
    if value_of(shade, "themeFill") or pattern not in ("", "clear", "nil", "solid"):
        return UNKNOWN
    if pattern == "solid":  # nothing is seen of the fill, only the pattern's colour
        fill = value_of(shade, "color").lower()
        if fill in ("", "auto"):
            return "000000"
    if fill in ("", "auto") or is_white(fill):
        return ""
    return fill if _DIGITS.fullmatch(fill) else UNKNOWN


def _alike(first: str, second: str) -> bool:
    """True for two colours of six digits that the eye cannot tell apart."""
    if not (_DIGITS.fullmatch(first) and _DIGITS.fullmatch(second)):
        return False
    pairs = zip(bytes.fromhex(first), bytes.fromhex(second), strict=True)
    return sum(abs(one - other) for one, other in pairs) < _NEAR


def _look(properties: Any | None) -> _Look:
    if properties is None:
        return _Look()
    strikes = [line for name in ("strike", "dstrike") if (line := child(properties, name)) is not None]
    color = child(properties, "color")
    size = value_of(child(properties, "sz"))
    marked = value_of(child(properties, "highlight")).lower()
    # A marker lies over the shade, and a white one over any colour.
    shade = shade_of(properties) if marked in ("", "none") else _MARKERS.get(marked, UNKNOWN)
    return _Look(
        _is_on(child(properties, "vanish")),
        None if color is None else _color(color),
        int(size) if size.isdecimal() else None,
        shade or None,
        any(_is_on(line) for line in strikes) if strikes else None,
    )


def _is_on(switch: Any | None) -> bool | None:
    """None for a switch that is not there."""
    return None if switch is None else value_of(switch).lower() not in _OFF


def _color(color: Any) -> str:
    """Word paints the theme's colour, whatever stands beside it; its first background is white paper."""
    is_paper = value_of(color, "themeColor") in ("background1", "light1")
    is_changed = value_of(color, "themeTint") or value_of(color, "themeShade")
    return "FFFFFF" if is_paper and not is_changed else value_of(color)


def _outline_level(properties: Any | None) -> int | None:
    text = value_of(child(properties, "outlineLvl")) if properties is not None else ""
    return int(text) if text.isdecimal() else None


class Numbering:
    """Counts the numbered paragraphs of one document, in order; `root` is that of `numbering.xml`."""

    def __init__(self, root: Any | None) -> None:
        self._levels: dict[tuple[str, int], Any] = {}
        self._abstract: dict[str, str] = {}
        self._starts: dict[tuple[str, int], int] = {}
        self._counts: dict[str, list[int | None]] = {}
        self._started: set[str] = set()
        if root is None:
            return
        for abstract in children(root, "abstractNum"):
            for level in children(abstract, "lvl"):
                self._levels[value_of(abstract, "abstractNumId"), _number(value_of(level, "ilvl"))] = level
        for entry in children(root, "num"):
            list_id = value_of(entry, "numId")
            self._abstract[list_id] = value_of(child(entry, "abstractNumId"))
            for override in children(entry, "lvlOverride"):
                start = value_of(child(override, "startOverride"))
                if start.isdecimal():
                    self._starts[list_id, _number(value_of(override, "ilvl"))] = int(start)

    def label(self, list_id: str, level: int) -> str:
        """What Word prints in front of the list's next paragraph: "3.", "2.1", "•"; empty for nothing."""
        abstract = self._abstract.get(list_id)
        definition = self._levels.get((abstract or "", level))
        if abstract is None or definition is None or not 0 <= level < 9:
            return ""
        counts = self._counts.setdefault(abstract, [None] * 9)
        if list_id not in self._started:
            self._started.add(list_id)
            for (owner, place), start in self._starts.items():
                if owner == list_id and 0 <= place < 9:
                    counts[place] = start - 1
        before = counts[level]
        counts[level] = self._start(abstract, level) if before is None else before + 1
        counts[level + 1 :] = [None] * (8 - level)
        kind = value_of(child(definition, "numFmt"))
        if kind == "bullet":
            return "•"
        if kind == "none":
            return ""
        return re.sub(
            r"%([1-9])",
            lambda match: self._part(abstract, counts, int(match[1]) - 1),
            value_of(child(definition, "lvlText")),
        )

    def _part(self, abstract: str, counts: list[int | None], level: int) -> str:
        count = counts[level]
        definition = self._levels.get((abstract, level))
        kind = value_of(child(definition, "numFmt")) if definition is not None else "decimal"
        return word_number(self._start(abstract, level) if count is None else count, kind)

    def _start(self, abstract: str, level: int) -> int:
        definition = self._levels.get((abstract, level))
        start = value_of(child(definition, "start")) if definition is not None else ""
        return int(start) if start.isdecimal() else 1


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else 0
