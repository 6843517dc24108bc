"""Pages as pictures, drawn in a child process of their own: a hostile file costs one picture, not the window.

Any thread may call; calls queue up (one lane).
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from core.cancel import CancelToken
from core.errors import WorkerError
from core.ingest.readers.base import OutlineEntry
from core.procs.worker import WorkerProcess
from core.types import Box

MAX_OUTLINE = 20_000
RENDER_TIMEOUT_S = 30.0
RENDER_MEMORY_BYTES = 1536 * 1024**2

Matrix = tuple[float, float, float, float, float, float]


class FileState(NamedTuple):
    """What tells one version of a file from another without reading it."""

    path: Path
    mtime_ns: int
    size_bytes: int

    def still_holds(self) -> bool:
        """False when the file is gone or was written since."""
        try:
            status = self.path.stat()
        except OSError:
            return False
        return (status.st_mtime_ns, status.st_size) == (self.mtime_ns, self.size_bytes)


class RenderedPage(NamedTuple):
    """`rgb` has 3 × width × height bytes. `matrix` (a b c d e f) maps points of the unrotated page to pixels:
    x' = a·x + c·y + e, y' = b·x + d·y + f; the zoom may be lower than asked for when the page is huge.

    `changed`: the file holds other bytes than those the library was made from, so stored boxes do not fit it.
    """

    width: int
    height: int
    rgb: bytes
    matrix: Matrix
    file: FileState
    changed: bool = False

    def to_pixels(self, box: Box) -> Box:
        """A stored box (see `core.types`) on this picture."""
        return map_box(self.matrix, box)


def map_box(matrix: Matrix, box: Box) -> Box:
    """The rectangle around the four mapped corners."""
    a, b, c, d, e, f = matrix
    xs = [a * x + c * y + e for x in (box.x0, box.x1) for y in (box.y0, box.y1)]
    ys = [b * x + d * y + f for x in (box.x0, box.x1) for y in (box.y0, box.y1)]
    return Box(min(xs), min(ys), max(xs), max(ys))


class PageRenderer:
    """Owns the renderer process; it starts with the first page."""

    def __init__(self, worker: WorkerProcess | None = None) -> None:
        self._worker = worker or WorkerProcess(
            "core.ingest.pictures.render_worker:main",
            name="page renderer",
            memory_limit_bytes=RENDER_MEMORY_BYTES,
        )

    def render(
        self,
        path: Path,
        page_number: int,
        zoom: float,
        cancel: CancelToken,
        password: str = "",
        *,
        format_name: str = "pdf",
        member: str = "",
        sha256: str = "",
        size_bytes: int = 0,
        turn: int = 0,
    ) -> RenderedPage:
        """Draw one page (1-based) of a format that has pictures; `zoom` 1.0 is 72 pixels per inch.

        `member` names the file inside the one at `path` that is drawn; `password` opens the outermost file.
        `sha256` and `size_bytes` are those of the version that was read; without them nothing counts as
        changed. `turn`: degrees clockwise (0, 90, 180, 270), beside the page's own rotation.

        Raises:
            DocumentError: the file is gone, locked or damaged, has no such page, or none that can be drawn.
            WorkerError: the renderer died, took too long or too much memory; the next call starts it anew.
            core.cancel.Cancelled: Stop was asked for.
        """
        order = {
            "path": str(path),
            "page": page_number,
            "zoom": zoom,
            "format": format_name,
            "member": member,
            "password": password,
            "sha256": sha256,
            "size_bytes": size_bytes,
            "turn": turn,
        }
        for reply in self._worker.call("render", order, timeout_s=RENDER_TIMEOUT_S, cancel=cancel):
            if reply.kind == "done":
                width, height = int(reply.payload["width"]), int(reply.payload["height"])
                a, b, c, d, e, f = (float(value) for value in reply.payload["matrix"])
                if len(reply.blob) != 3 * width * height:
                    break
                file = FileState(path, int(reply.payload["mtime_ns"]), int(reply.payload["size_bytes"]))
                changed = bool(reply.payload["changed"])
                return RenderedPage(width, height, reply.blob, (a, b, c, d, e, f), file, changed)
        raise WorkerError(
            f"The page renderer sent no usable picture of page {page_number} of {path.name}.", "Try again."
        )

    def outline(
        self,
        path: Path,
        cancel: CancelToken,
        password: str = "",
        *,
        format_name: str = "pdf",
        member: str = "",
    ) -> list[OutlineEntry]:
        """The file's table of contents, at most `MAX_OUTLINE` entries; empty when it has none.

        Raises: as `render`.
        """
        order = {
            "path": str(path),
            "format": format_name,
            "member": member,
            "password": password,
        }
        for reply in self._worker.call("outline", order, timeout_s=RENDER_TIMEOUT_S, cancel=cancel):
            if reply.kind == "done":
                return [
                    OutlineEntry(int(level), str(title), int(page))
                    for level, title, page in reply.payload["entries"][:MAX_OUTLINE]
                ]
        return []

    def warm(self, cancel: CancelToken) -> None:
        """Start the process if it does not run.

        Raises: as `render`.
        """
        for _reply in self._worker.call("warm", {}, timeout_s=RENDER_TIMEOUT_S, cancel=cancel):
            pass

    def close(self) -> None:
        """End the process."""
        self._worker.close()
