"""Makes the pictures of the documentation: the real window, the real engine, real questions on the samples.

    .venv/bin/python packaging/screenshots.py [--model ID] [--mode agent] [--only NAME …] [--out FOLDER]

Works without a display; takes some ten minutes, most of them for the answer of the language model
(`--copied`: sentences copied from the documents, in a second) and for reading invented documents
(`--documents 0`: without their pictures). Nothing is shown that did not happen; `scenes.py` has what is.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scenes import INVENTED, SCENES, many_documents  # noqa: E402
from studio import Studio  # noqa: E402

QUESTION = "How long is the warranty period of the B-120 pump, and what is not covered by it?"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--model", default="", help="answer model; default: the one of the settings")
    parser.add_argument("--mode", choices=("chat", "agent"), default="agent")
    parser.add_argument("--copied", action="store_true", help="answer without a language model, in chat")
    parser.add_argument("--documents", type=int, default=INVENTED, help="invented documents, 0 for none")
    parser.add_argument("--question", default=QUESTION)
    parser.add_argument("--size", default="1280x800", help="WIDTHxHEIGHT of the window")
    parser.add_argument("--scale", default="1", help="pixels for each point, 2 for dense screens")
    parser.add_argument("--only", nargs="*", default=[], help="keep these pictures only")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "screenshots")
    return parser.parse_args()


def take_pictures(options: argparse.Namespace, home: Path) -> None:
    from PySide6.QtWidgets import QApplication

    from core.settings import ModelSettings, Settings
    from core.system.paths import AppPaths

    chosen = Settings(models=ModelSettings(answer_model=options.model)) if options.model else Settings()
    if options.copied:
        options.mode = "chat"
        chosen = chosen.with_values("answers", {"extractive": "always"})
    paths = AppPaths(home / "data", AppPaths.from_environment().models, home / "cache", home / "logs")
    chosen.save(paths.settings)
    os.environ["HOME"] = str(home)  # paths of documents are shown from there on
    app = QApplication(sys.argv[:1])
    app.setStyle("Fusion")
    studio = Studio(options, paths, app)
    try:
        studio.open("en")
        for scene in SCENES:
            if scene is not many_documents or options.documents:
                scene(studio)
    finally:
        if studio.desktop is not None:
            studio.desktop.close()


def main() -> int:
    options = arguments()
    from desktop.start.display import has_display

    if not has_display():
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ["QT_SCALE_FACTOR"] = options.scale
    options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="docuchat-screenshots-") as home:
        take_pictures(options, Path(home))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
