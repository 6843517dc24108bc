"""A reply without what a reasoning model thinks aloud before it. Pure.

`<think>…</think>` and its like are no part of the reply. Left out are whole blocks, one that was cut off
without its end, and what stands before an end whose beginning the chat template has written. A tag that is
quoted, or that a sentence names, is a word like any other.
"""

from __future__ import annotations

import re

_NAMES = "think|thinking|thought|reasoning"
_TAG = re.compile(rf"(?<![`\"'“„‘])(?:<(/?)(?:{_NAMES})>|\[(/?)THINK\])", re.IGNORECASE)
_LINE_BEGINS = re.compile(r"(?:^|\n)[^\S\n]*\Z")
_REPLY_BEGINS = re.compile(r"[^\S\n]*(?:\n|\{|\Z)")
_OPENINGS = (*(f"<{name}>" for name in _NAMES.split("|")), "[think]")
_CLOSING = re.compile(rf"</(?:{_NAMES})>|\[/THINK\]", re.IGNORECASE)
_OPENING = re.compile(rf"<(?:{_NAMES})>|\[THINK\]", re.IGNORECASE)
_LONGEST_TAG = 12


def without_thinking(text: str) -> str:
    """The reply alone; empty when all of it is thinking that was cut off."""
    kept: list[str] = []
    rest = 0  # where what is not decided yet begins
    begun: re.Match[str] | None = None
    depth, closed_at = 0, 0
    for tag in _TAG.finditer(text):
        closes = bool(tag.group(1) or tag.group(2))
        if not closes:
            if depth == 0:
                kept.append(text[rest : tag.start()])
                begun, closed_at = tag, 0
            depth += 1
        elif depth:
            depth -= 1
            rest = closed_at = tag.end()
        elif _ends_thinking(text, tag):
            kept, rest = [], tag.end()
    if depth and begun is not None and not closed_at:
        alone = _LINE_BEGINS.search(text, 0, begun.start()) is not None
        rest = len(text) if alone else begun.start()
    pieces = "".join((*kept, text[rest:]))
    return pieces.strip() if pieces != text else text


def _ends_thinking(text: str, tag: re.Match[str]) -> bool:
    """An end without its beginning, on a line of its own or right before a reply; not one inside of JSON."""
    if text.lstrip().startswith(("{", "[")):
        return False
    own_line = _LINE_BEGINS.search(text, 0, tag.start()) is not None
    return own_line or _REPLY_BEGINS.match(text, tag.end()) is not None


class ThinkingFilter:
    """The pieces of a reply as they stream, without the thinking; for drafts."""

    def __init__(self) -> None:
        self._held = ""
        self._thinks = False

    def feed(self, piece: str) -> str:
        """What can be shown by now; what may be the beginning of a tag waits for the next piece."""
        self._held += piece
        shown: list[str] = []
        while tag := (_CLOSING if self._thinks else _OPENING).search(self._held):
            if not self._thinks:
                shown.append(self._held[: tag.start()])
            self._held = self._held[tag.end() :]
            self._thinks = not self._thinks
        if self._thinks:
            self._held = self._held[-_LONGEST_TAG:]
            return "".join(shown)
        waits = max(self._held.rfind("<"), self._held.rfind("["))
        tail = self._held[waits:].lower() if waits >= 0 else ""
        cut = waits if tail and any(tag.startswith(tail) for tag in _OPENINGS) else len(self._held)
        shown.append(self._held[:cut])
        self._held = self._held[cut:]
        return "".join(shown)
