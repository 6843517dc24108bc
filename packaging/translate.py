"""Refreshes the German of the window: collects its texts into the `.ts` file, compiles that to a `.qm`.

    .venv/bin/python packaging/translate.py           collect, compile, list what has no German yet
    .venv/bin/python packaging/translate.py --check   change nothing; 1 when something is missing or stale

A new text stands in `resources/translations/docuchat_de.ts` as `unfinished`: write the German into its
`<translation>` (or open the file with `pyside6-linguist`) and run this again. What is gone is dropped.
"""

from __future__ import annotations

import argparse
import string
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from translation_sources import UntranslatableError, window_texts

from desktop.messages.core_failures import FRAGMENTS
from desktop.messages.core_lines import LINES
from desktop.messages.core_texts import TEXTS as OF_THE_ENGINE

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "translations"
TEXTS, COMPILED = FOLDER / "docuchat_de.ts", FOLDER / "docuchat_de.qm"

Key = tuple[str, str]  # context, English text


def read(path: Path) -> dict[Key, str]:
    """What has been translated; empty where there is no file yet."""
    if not path.exists():
        return {}
    found: dict[Key, str] = {}
    for context in ElementTree.parse(path).getroot().iter("context"):  # noqa: S314 - our own file
        for message in context.iter("message"):
            german = message.findtext("translation") or ""
            found[context.findtext("name") or "", message.findtext("source") or ""] = german
    return found


def wanted(root: Path = ROOT) -> dict[Key, str]:
    """Every text that can be shown, and the file that has it first."""
    texts = window_texts(root / "desktop")
    return texts | {
        ("Core", text): "desktop/messages/core_texts.py" for text in (*OF_THE_ENGINE, *LINES, *FRAGMENTS)
    }


def document(texts: Mapping[Key, str], german: Mapping[Key, str]) -> str:
    """The `.ts` file: contexts and texts in order, so that two changes seldom meet."""
    top = ElementTree.Element("TS", version="2.1", language="de_DE", sourcelanguage="en")
    context, name = top, None
    for key in sorted(texts):
        if key[0] != name:
            name = key[0]
            context = ElementTree.SubElement(top, "context")
            ElementTree.SubElement(context, "name").text = name
        message = ElementTree.SubElement(context, "message")
        ElementTree.SubElement(message, "location", filename=f"../../{texts[key]}")
        ElementTree.SubElement(message, "source").text = key[1]
        done = german.get(key, "")
        translation = ElementTree.SubElement(message, "translation", {} if done else {"type": "unfinished"})
        translation.text = done
    ElementTree.indent(top)
    told = ElementTree.tostring(top, encoding="unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{told}\n'


def placeholders(text: str) -> list[tuple[str, str]]:
    """Names and formats between braces, in order of the alphabet."""
    return sorted(
        (name, form or "") for _, name, form, _ in string.Formatter().parse(text) if name is not None
    )


def faults(texts: Mapping[Key, str], german: Mapping[Key, str]) -> list[str]:
    """A line for each text without German, or whose placeholders or keyboard letter got lost."""
    told = []
    for key in sorted(texts):
        context, english = key
        done = german.get(key, "")
        where = f"{texts[key]} [{context}] {english!r}"
        if not done:
            told.append(f"{where}: no German yet")
        elif placeholders(done) != placeholders(english):
            told.append(f"{where}: other placeholders than in {done!r}")
        elif _letters(english) != _letters(done):
            told.append(f"{where}: the letter behind & is missing or stands twice")
        elif english[:1].isspace() != done[:1].isspace() or english[-1:].isspace() != done[-1:].isspace():
            told.append(f"{where}: other spaces at its ends")
    return told


def _letters(text: str) -> int:
    return text.replace("&&", "").count("&")


def compiled(source: Path) -> bytes:
    """The `.qm` of a `.ts` file."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "made.qm"
        tool = Path(sys.executable).with_name("pyside6-lrelease")
        subprocess.run([tool, "-silent", source, "-qm", made], check=True)
        return made.read_bytes()


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="change nothing")
    options = parser.parse_args()
    try:
        texts, german = wanted(), read(TEXTS)
    except UntranslatableError as error:
        print(error)
        return 1
    told = faults(texts, german)
    made = document(texts, german)
    if options.check:
        if not TEXTS.exists() or TEXTS.read_text(encoding="utf-8") != made:
            told.append(f"{TEXTS.name} is out of date: run packaging/translate.py.")
        elif COMPILED.read_bytes() != compiled(TEXTS):
            told.append(f"{COMPILED.name} is out of date: run packaging/translate.py.")
    else:
        FOLDER.mkdir(exist_ok=True)
        TEXTS.write_text(made, encoding="utf-8")
        COMPILED.write_bytes(compiled(TEXTS))
    print(*told, f"{len(texts)} texts, {len(told)} of them to be looked at.", sep="\n")
    return 1 if told else 0


if __name__ == "__main__":
    raise SystemExit(main())
