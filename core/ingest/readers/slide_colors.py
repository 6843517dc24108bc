"""Which text of a slide cannot be seen because of its colour or size, or is struck out. Parser process only.

White text is usual on dark slides. It counts as hidden only where everything under it is known and white: the
shape itself, the slide's background, and no picture or filled shape that reaches under it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from core.ingest.readers.office import is_white
from core.ingest.readers.office_xml import child, local_name, value_of
from core.types import STRUCK_OUT

_TINY = 100  # hundredths of a point
_FAINT = 5_000  # of 100,000: less opacity than this leaves nothing to see
_OPAQUE = 98_000
_RECTANGLES = ("rect", "roundRect", "snip1Rect", "round1Rect", "round2SameRect", "flowChartProcess")
_FILLS = ("solidFill", "gradFill", "blipFill", "pattFill", "grpFill")


def hidden_reason(run_properties: Any | None, stands_on_white: Callable[[], bool]) -> str:
    """Why a run is set aside (`tiny`, `transparent`, `invisible`, `white`, `struck_out`); empty when it is
    not."""
    if run_properties is None:
        return ""
    return _unseen_reason(run_properties, stands_on_white) or struck_reason(run_properties)


def struck_reason(run_properties: Any | None) -> str:
    """`struck_out` for a run of DrawingML with a line through it."""
    line = value_of(run_properties, "strike") or "noStrike"
    return "" if line == "noStrike" else STRUCK_OUT


def _unseen_reason(run_properties: Any, stands_on_white: Callable[[], bool]) -> str:
    size = run_properties.get("sz", "")
    if size.isdecimal() and int(size) <= _TINY:
        return "tiny"
    outline = child(run_properties, "ln")
    has_outline = outline is not None and child(outline, "noFill") is None
    if child(run_properties, "noFill") is not None and not has_outline:
        return "invisible"
    color = child(run_properties, "solidFill")
    if color is None or not len(color):
        return ""
    alpha = value_of(child(color[0], "alpha"))
    if alpha.isdecimal() and int(alpha) <= _FAINT:
        return "transparent"
    if not _is_white_color(color[0]) or child(run_properties, "highlight") is not None:
        return ""
    return "white" if stands_on_white() else ""


def white_counts(slide: Any, shape: Any, shapes: Sequence[Any]) -> bool:
    """True when text in this shape is known to stand on white."""
    if getattr(shape, "has_table", False) and shape.has_table:
        return False  # table styles colour cells
    if not _is_clear_or_white(child(shape._element, "spPr")) or child(shape._element, "style") is not None:
        return False
    for other in shapes:
        if other.shape_id == shape.shape_id:
            continue
        is_picture = local_name(other._element) in ("pic", "graphicFrame")
        covers = is_picture or child(other._element, "style") is not None
        if (covers or not _is_clear_or_white(child(other._element, "spPr"))) and _touch(shape, other):
            return False
    if shape.is_placeholder and not _plain_placeholder(slide, shape):
        return False
    return _has_white_background(slide)


def is_opaque(shape: Any) -> bool:
    """True for an upright rectangle, or nearly one, of one colour that nothing shines through."""
    properties = child(shape._element, "spPr")
    if local_name(shape._element) != "sp" or properties is None:
        return False
    hidden = shape._element._nvXxPr.cNvPr.get("hidden") in ("1", "true")
    transform = child(properties, "xfrm")
    turned = transform is not None and value_of(transform, "rot") not in ("", "0")
    kind = value_of(child(properties, "prstGeom"), "prst")
    if not kind and shape.is_placeholder and child(properties, "custGeom") is None:
        kind = "rect"  # from the layout
    if hidden or turned or kind not in _RECTANGLES:
        return False
    if any(child(properties, name) is not None for name in ("noFill", *_FILLS)):
        fill = child(properties, "solidFill")
        return fill is not None and len(fill) > 0 and _is_solid(fill[0])
    # What is drawn with a shape tool takes one of the theme's three fills.
    reference = child(shape._element, "style", "fillRef")
    return reference is not None and reference.get("idx") in ("1", "2", "3")


def moving_shapes(slide: Any) -> set[str]:
    """The ids of shapes that an animation shows, moves or takes away."""
    timing = child(slide._element, "timing")
    return set() if timing is None else {str(target.get("spid")) for target in timing.iter("{*}spTgt")}


def _is_solid(color: Any) -> bool:
    alpha = value_of(child(color, "alpha"))
    return not alpha or (alpha.isdecimal() and int(alpha) >= _OPAQUE)


def _is_clear_or_white(properties: Any | None) -> bool:
    if properties is None:
        return True
    for name in _FILLS:
        fill = child(properties, name)
        if fill is not None:
            return name == "solidFill" and len(fill) > 0 and _is_white_color(fill[0])
    return True


def _plain_placeholder(slide: Any, shape: Any) -> bool:
    """A placeholder takes its fill from the layout, and that from the master."""
    index = shape.placeholder_format.idx
    kinds = {shape.placeholder_format.type}
    for level in (slide.slide_layout, slide.slide_layout.slide_master):
        for other in level.placeholders:
            same = other.placeholder_format.idx == index or other.placeholder_format.type in kinds
            if same and not _is_clear_or_white(child(other._element, "spPr")):
                return False
    return True


def _has_white_background(slide: Any) -> bool:
    layout = slide.slide_layout
    master = layout.slide_master
    for level in (slide, layout, master):
        for other in level.shapes if level is not slide else ():
            decorates = local_name(other._element) == "pic"
            decorates |= not _is_clear_or_white(child(other._element, "spPr"))
            if decorates and not other.is_placeholder:
                return False
    for level in (slide, layout, master):
        background = child(level._element, "cSld", "bg")
        if background is None:
            continue
        properties = child(background, "bgPr")
        if properties is not None:
            fill = child(properties, "solidFill")
            return fill is not None and len(fill) > 0 and _is_white_color(fill[0])
        reference = child(background, "bgRef")
        # The theme's fills from 1001 on are its backgrounds; the first is plain.
        return (
            reference is not None
            and reference.get("idx") in ("0", "1001")
            and len(reference) > 0
            and _is_white_color(reference[0])
            and _light_comes_first(master)
        )
    return _light_comes_first(master)


def _light_comes_first(master: Any) -> bool:
    """True when the master's background colour is the theme's light one: white, but for few themes."""
    return bool(value_of(child(master._element, "clrMap"), "bg1") == "lt1")


def _is_white_color(color: Any) -> bool:
    name = local_name(color)
    if len(color) and any(local_name(change) in ("lumMod", "shade", "tint", "lumOff") for change in color):
        return False
    if name == "srgbClr":
        return is_white(value_of(color))
    if name == "schemeClr":
        return value_of(color) in ("bg1", "lt1")
    return (name == "prstClr" and value_of(color) == "white") or (
        name == "sysClr" and is_white(value_of(color, "lastClr"))
    )


def _touch(shape: Any, other: Any) -> bool:
    boxes = [(one.left or 0, one.top or 0, one.width or 0, one.height or 0) for one in (shape, other)]
    (left, top, width, height), (other_left, other_top, other_width, other_height) = boxes
    return bool(
        left < other_left + other_width
        and other_left < left + width
        and top < other_top + other_height
        and other_top < top + height
    )
