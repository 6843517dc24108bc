"""The program's icon in the sizes and files that systems want, drawn from one SVG by the packaged Qt."""

from __future__ import annotations

import base64
import json
import os
import struct
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from bootstrap.console import SetupError
from bootstrap.places import ROOT

DRAWING = ROOT / "resources" / "icons" / "docuchat.svg"
WINDOWS_SIZES = (16, 20, 24, 32, 40, 48, 64, 256)
# Apple's names of the sizes; those with PNG inside.
MACOS_KINDS = {b"icp4": 16, b"icp5": 32, b"ic07": 128, b"ic08": 256, b"ic09": 512, b"ic10": 1024}
_DRAW = """
import base64, json, sys
from PySide6.QtCore import QBuffer, QIODevice, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
app = QGuiApplication([])
drawing, pictures = QSvgRenderer(sys.argv[1]), {}
for size in map(int, sys.argv[2:]):
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    drawing.render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    pictures[size] = base64.b64encode(bytes(buffer.data())).decode()
print(json.dumps(pictures))
"""


def draw(sizes: Iterable[int]) -> dict[int, bytes]:
    """A PNG file for each size in pixels; in a process of its own, because Qt takes one application only.

    Raises:
        SetupError: Qt does not run here.
    """
    command = [sys.executable, "-c", _DRAW, str(DRAWING), *map(str, sizes)]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if done.returncode:
        raise SetupError(f"The icons could not be drawn:\n{done.stderr}")
    return {int(size): base64.b64decode(text) for size, text in json.loads(done.stdout).items()}


def write_ico(target: Path) -> None:
    """Windows' file of icons: a header, an entry for each size, the PNG files."""
    pictures = draw(WINDOWS_SIZES)
    at = 6 + 16 * len(pictures)
    entries, content = b"", b""
    for size, picture in pictures.items():
        side = size % 256  # 0 means 256
        entries += struct.pack("<BBBBHHII", side, side, 0, 0, 1, 32, len(picture), at + len(content))
        content += picture
    target.write_bytes(struct.pack("<HHH", 0, 1, len(pictures)) + entries + content)


def write_icns(target: Path) -> None:
    """Apple's file of icons: a header, then kind, length and PNG file of each."""
    pictures = draw(MACOS_KINDS.values())
    content = b"".join(
        kind + struct.pack(">I", 8 + len(pictures[size])) + pictures[size]
        for kind, size in MACOS_KINDS.items()
    )
    target.write_bytes(b"icns" + struct.pack(">I", 8 + len(content)) + content)
