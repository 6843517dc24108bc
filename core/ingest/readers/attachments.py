"""Files inside files: their names as users see them, and the document that hands them out.

Runs in the parser, renderer and recogniser processes. A name is what `OpenDocument.extract` takes and what
users are shown; it is never used as a path. Names are joined with `MEMBER_SEPARATOR` for files that lie
deeper, so none contains it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.errors import DocumentError
from core.ingest.readers.base import Attachment, OutlineEntry, ReadPage
from core.ingest.readers.flow import FlowDocument
from core.types import HiddenText

MEMBER_SEPARATOR = "!/"
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
_LONGEST_NAME = 120  # characters; prompts have it as the file's name
_LONGEST_ENDING = 12


def attachment_names(claimed: Sequence[str]) -> list[str]:
    """A name for each claimed one, in order: folders kept with "/", unique, printable, the same every time.

    Direction marks are dropped: "invoice\u202efdp.exe" must not be shown as "invoiceexe.pdf".
    """
    taken: set[str] = set()
    names = []
    for raw in claimed:
        plain = _UNPRINTABLE.sub("", raw.replace("\\", "/")).replace(MEMBER_SEPARATOR, "/")
        parts = [part for part in plain.split("/") if part not in ("", ".", "..")]
        name = _shortened("/".join(parts) or "unnamed")
        if name in taken:
            stem, dot, ending = name.rpartition(".")
            if not dot or "/" in ending:
                stem, dot, ending = name, "", ""
            count = 2
            while f"{stem} ({count}){dot}{ending}" in taken:
                count += 1
            name = f"{stem} ({count}){dot}{ending}"
        taken.add(name)
        names.append(name)
    return names


def _shortened(name: str) -> str:
    if len(name) <= _LONGEST_NAME:
        return name
    ending = Path(name).suffix[:_LONGEST_ENDING]
    return name[: _LONGEST_NAME - len(ending) - 1].rstrip("/") + "…" + ending


@dataclass(frozen=True, slots=True)
class Enclosed:
    """One file inside a file: how it is called there, its size, and what writes it to a path.

    `write` may raise `DocumentError`.
    """

    claimed_name: str
    size_bytes: int
    write: Callable[[Path], object]


class EnclosedFiles:
    """The files in the file `filename`, by the names under which they are handed out."""

    def __init__(self, enclosed: Sequence[Enclosed], filename: str) -> None:
        names = attachment_names([part.claimed_name for part in enclosed])
        self._enclosed = dict(zip(names, enclosed, strict=True))
        self._filename = filename

    @property
    def attachments(self) -> list[Attachment]:
        return [Attachment(name, part.size_bytes) for name, part in self._enclosed.items()]

    def extract(self, name: str, target: Path) -> None:
        """Write one to `target`.

        Raises:
            DocumentError: there is none of that name, or it is damaged or too large.
        """
        if name not in self._enclosed:
            raise DocumentError(
                f"There is no file {name} in {self._filename} any more.",
                f"{self._filename} was changed; add it again.",
            )
        self._enclosed[name].write(target)


class ContainerDocument(FlowDocument):
    """Pages of the container's own text, and the files in it."""

    def __init__(
        self,
        pages: Sequence[ReadPage],
        enclosed: Sequence[Enclosed],
        *,
        filename: str,
        title: str = "",
        outline: Sequence[OutlineEntry] = (),
        hidden: Sequence[HiddenText] = (),
        on_close: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(pages, title=title, outline=outline, hidden=hidden)
        self._files = EnclosedFiles(enclosed, filename)
        self._on_close = on_close

    @property
    def attachments(self) -> list[Attachment]:
        return self._files.attachments

    def extract(self, name: str, target: Path) -> None:
        self._files.extract(name, target)

    def close(self) -> None:
        super().close()
        self._files = EnclosedFiles([], "")
        if self._on_close is not None:
            self._on_close()
