"""A model's sentence as plain words: no link, no image, no HTML. Pure functions.

An answer is checked by its words, and shown by front ends that may make links of Markdown or HTML. What a
statement links to is nothing that a document says, so it goes; what stands in backticks is code and stays.
"""

from __future__ import annotations

import re

from core.answer.active_markup import is_alive

_CODE = re.compile(r"(```.*?```|`[^`\n]*`)", re.DOTALL)
_LABEL = r"\[([^\[\]\n]*)\]"
_NESTING = r"\[((?:[^\[\]\n]|\[[^\[\]\n]*\])*)\]"
# An image or link with its address, or with the name of one that is given elsewhere: its label is left.
_ADDRESS = r"\(\s*(?:<[^<>\n]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)(?:\s+(?:\"[^\"\n]*\"|'[^'\n]*'))?\s*\)"
_LINK = re.compile(rf"!?{_LABEL}{_ADDRESS}")
_OUTER_LINK = re.compile(rf"!?{_NESTING}{_ADDRESS}")
_IMAGE = re.compile(rf"!{_LABEL}(?:\[[^\[\]\n]*\])?")
_REFERENCE = re.compile(r"\[([^\[\]\n]*[^\[\]\n\d\s,;][^\[\]\n]*)\]\[[^\[\]\n]*\]")
_DEFINITION = re.compile(r"^\s{0,3}\[[^\[\]\n]+\]:\s*\S+.*$", re.MULTILINE)
_AUTOLINK = re.compile(r"<((?:[a-z][a-z0-9+.-]*:|[^\s<>@]+@)[^\s<>]*)>", re.IGNORECASE)
_HTML = re.compile(
    r"<(?:!--.{0,500}?--|[!?][^<>]*|/?[a-z][a-z0-9-]*(?:\s[^<>]*)?/?)>", re.IGNORECASE | re.DOTALL
)
# "<img src=x" without its end swallows what follows in some readers.
_OPEN_TAG = re.compile(r"<(?=/?[a-z][a-z0-9-]*(?:\s+[a-z-]+\s*=|/|$))", re.IGNORECASE)
_MARKER = re.compile(r"[\d\s,;]+")


def plain_words(text: str) -> str:
    """`text` without links, images and HTML; labels and addresses in angle brackets stay as words.

    A label that is a citation marker stays one: `[2](http://…)` becomes `[2]`.
    """
    pieces = _CODE.split(text)
    plain = "".join(piece if place % 2 else _without_markup(piece) for place, piece in enumerate(pieces))
    # "\\`![](…)`" and the like only look like code.
    return _without_markup(text.replace("`", "")) if "`" in plain and is_alive(plain) else plain


def _without_markup(text: str) -> str:
    text = _DEFINITION.sub("", text)
    for _round in range(_NESTED):
        before = text
        text = _LINK.sub(_label, text)
        text = _IMAGE.sub(r"\1", text)
        text = _REFERENCE.sub(r"\1", text)
        text = _HTML.sub("", _AUTOLINK.sub(r"\1", text))
        if text == before and (text := _OUTER_LINK.sub(_label, text)) == before:
            break
    return _OPEN_TAG.sub("", text)


_NESTED = 4  # an image in a link, a tag made by taking another out


def _label(match: re.Match[str]) -> str:
    label = match.group(1)
    return f"[{label}]" if _MARKER.fullmatch(label) else label
