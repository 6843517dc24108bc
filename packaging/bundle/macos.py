"""The macOS package: a disk image with DocuChat.app, signed and notarised where the keys are. Made on macOS;
not run elsewhere.
"""

from __future__ import annotations

import platform
import subprocess
from pathlib import Path

from bootstrap.console import SetupError
from bootstrap.places import ROOT

SCRIPT = ROOT / "packaging" / "macos" / "make_dmg.sh"


def make_image(application: Path, out: Path, name: str, version: str) -> Path:
    """`out/<name>-<version>-macos-<architecture>.dmg` from the built `DocuChat.app`.

    Raises:
        SetupError: a tool of Apple's refuses; its words are in the text.
    """
    target = out / f"{name}-{version}-macos-{platform.machine()}.dmg"
    command = ["bash", str(SCRIPT), str(application), str(target)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SetupError(f"The disk image could not be made:\n{(done.stdout + done.stderr)[-3000:]}")
    return target
