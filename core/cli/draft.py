"""The unchecked draft at the end of a terminal's output: it grows, stays below new lines, and is taken back.

Needs a terminal that understands ANSI sequences; where there is none, drafts are not shown while they stream.
"""

from __future__ import annotations

import os
import shutil
import textwrap
import unicodedata
from typing import TextIO

BAR = "┆ "
BEING_CHECKED = "Draft, being checked:"
NOT_CHECKED = "Draft, not checked:"
_DIM, _PLAIN, _CLEAR_BELOW = "\x1b[2m", "\x1b[0m", "\x1b[J"


def can_take_back(stream: TextIO) -> bool:
    """True for a terminal on which what was written can be written over."""
    return stream.isatty() and os.environ.get("TERM", "dumb") != "dumb"


class TerminalDraft:
    """What is on the screen of the draft. Between calls the cursor stands behind its last character."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._text = ""
        self._drawn: list[str] = []

    def show(self, text: str) -> None:
        """Draw the draft, or what has changed of it."""
        self._text = text
        lines = draft_lines(BEING_CHECKED, text, _columns())
        same = 0
        while same < min(len(lines), len(self._drawn)) and lines[same] == self._drawn[same]:
            same += 1
        if self._drawn and same < len(self._drawn):
            self._back_to(same)
        elif self._drawn and same < len(lines):
            self._stream.write("\n")
        self._stream.write("\n".join(f"{_DIM}{line}{_PLAIN}" for line in lines[same:]))
        self._stream.flush()
        self._drawn = lines

    def take_back(self) -> None:
        """Nothing is left of it on the screen, and the cursor stands where it began."""
        if self._drawn:
            self._back_to(0)
            self._drawn = []
            self._stream.flush()

    def write_above(self, line: str) -> None:
        """Print a line as if the draft were not there; the draft follows it."""
        shown = bool(self._drawn)
        self.take_back()
        print(line, file=self._stream, flush=True)
        if shown:
            self.show(self._text)

    def _back_to(self, place: int) -> None:
        """To the beginning of a drawn line, with nothing behind it; what was scrolled away stays."""
        up = min(len(self._drawn) - 1 - place, shutil.get_terminal_size().lines - 1)
        self._stream.write("\r" + (f"\x1b[{up}A" if up > 0 else "") + _CLEAR_BELOW)


def draft_lines(heading: str, text: str, width: int) -> list[str]:
    """The draft between a heading and a bar: it must not look like an answer, whatever the colours."""
    room = max(width - len(BAR), 20)
    if any(unicodedata.east_asian_width(character) in "WF" for character in text):
        room //= 2  # such letters take two columns
    wrapped = [piece for line in printable(text).splitlines() for piece in textwrap.wrap(line, room) or [""]]
    return [f"{BAR}{line}" for line in (heading, *wrapped)]


def printable(text: str) -> str:
    """Text of models and documents without what a terminal would take for an order."""
    return "".join(
        character if character in "\n\t" or unicodedata.category(character) != "Cc" else "�"
        for character in text
    )


def printable_line(text: str) -> str:
    """The same for what must stay one line; names of files may have line breaks in them."""
    return printable(text.replace("\n", "�").replace("\t", " "))


def _columns() -> int:
    """One is left free: a full last column makes some terminals begin a new line."""
    return min(shutil.get_terminal_size().columns - 1, 100)
