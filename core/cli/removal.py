"""Taking documents out of the library: what goes along is said before and after. For `docuchat docs`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Collection, Iterable, Sequence

from core.cli.draft import printable_line
from core.cli.printing import print_json
from core.engine import Engine
from core.errors import UsageError
from core.published.output import document_output, full_path
from core.store.locations import inside
from core.types import Document, Location

_SHOWN = 10
_ARCHIVE = "zip"


def remove(engine: Engine, arguments: argparse.Namespace) -> None:
    """Documents go with all their places; of a name that is only a copy's, that one place."""
    copies = [copy for copy in map(engine.copy_named, arguments.remove) if copy is not None]
    others = [name for name in arguments.remove if engine.copy_named(name) is None]
    chosen = dict.fromkeys(engine.resolve_documents(others))
    copies = [copy for copy in copies if copy.document_id not in chosen]
    _take_out(engine, list(chosen), list(dict.fromkeys(copies)), arguments)


def remove_missing(engine: Engine, arguments: argparse.Namespace) -> None:
    """Documents whose files are gone."""
    missing = engine.folders.missing()
    if missing:
        _take_out(engine, missing, [], arguments)
    elif not arguments.json:
        print("No document has lost its file.")


def _take_out(
    engine: Engine, document_ids: Sequence[str], copies: Sequence[Location], arguments: argparse.Namespace
) -> None:
    """Say what goes, ask if there is somebody to ask, then remove.

    Raises:
        UsageError: nobody can be asked, and `--yes` was not given.
    """
    documents = {document.document_id: document for document in engine.documents()}
    places = {name: [p for p in engine.locations(name) if not p.member] for name in document_ids}
    gone = [documents[name] for name in document_ids]
    parts = parts_of(document_ids, engine.locations())
    what = _named(gone, len(parts), len(copies))
    if not arguments.yes and not sys.stdin.isatty():
        raise UsageError(
            f"This would remove {what} from the library, and nobody can be asked here.",
            "Add --yes to remove without a question.",
        )
    lines = [_with_places(document, places[document.document_id]) for document in gone]
    lines += [f"{documents[name].filename} (in {documents[name].path})" for name in parts]
    lines += [f"{copy.path} (a copy; {documents[copy.document_id].path} stays)" for copy in copies]
    _say_first(lines)
    if not arguments.yes and not _agreed(what):
        print("Nothing was removed.", file=sys.stderr)
        return
    went: dict[str, None] = {}
    for name in document_ids:
        went.update(dict.fromkeys(engine.remove_document(name)))
    if document_ids:
        engine.settle_removals()  # nothing else will do it before the next run
    for copy in copies:
        engine.drop_copy(copy)
    along = len(went.keys() - set(document_ids))
    kept = [folder.path.rstrip(os.sep) + os.sep for folder in engine.folders.all()]
    paths = [p.path for name in document_ids for p in places[name]] + [copy.path for copy in copies]
    told = [f"Removed {_named(gone, along, len(copies))}."]
    if any(path.startswith(folder) for path in paths for folder in kept):
        told.append("What lies in a kept folder stays out of the library until you add it by hand.")
    if quoting := engine.answers_quoting(list(went)):
        told.append(quoting_sentence(quoting))
    print(" ".join(told), file=sys.stderr)
    if arguments.json:
        for document in gone:
            print_json(document_output(document, places[document.document_id]).model_dump(mode="json"))


def parts_of(document_ids: Collection[str], locations: Iterable[Location]) -> list[str]:
    """Ids of the other documents that lie nowhere but inside these, and so go along."""
    by_document: dict[str, list[Location]] = {}
    for place in locations:
        by_document.setdefault(place.document_id, []).append(place)
    chosen = dict.fromkeys(document_ids)
    leaving: dict[str, list[str]] = {}  # path → what the members begin with that go
    for name in chosen:
        for place in by_document.get(name, ()):
            leaving.setdefault(place.path, []).append(inside(place.member))

    def goes(place: Location) -> bool:
        return bool(place.member) and any(place.member.startswith(p) for p in leaving.get(place.path, ()))

    return [
        name for name, places in by_document.items() if name not in chosen and all(goes(p) for p in places)
    ]


def quoting_sentence(count: int) -> str:
    """What is kept on purpose: `count` past answers quote what was removed."""
    answers = "1 past answer quotes it and keeps its quotes"
    if count > 1:
        answers = f"{count} past answers quote it and keep their quotes"
    return f"{answers} (docuchat runs list)."


def _agreed(what: str) -> bool:
    question = f"Remove {what} from the library? The files stay where they are. [y/N] "
    print(question, end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().casefold() in ("y", "yes")


def _named(gone: Sequence[Document], parts: int, copies: int) -> str:
    """`mail.eml and 2 attachments`, `2 documents, 3 files in them and 1 copy`."""
    said = []
    if gone:
        said.append(gone[0].filename if len(gone) == 1 else f"{len(gone)} documents")
    if parts:
        archive = any(document.format == _ARCHIVE for document in gone)
        inner = f"in {'it' if len(gone) == 1 else 'them'}"
        said.append(
            _count(parts, f"file {inner}", f"files {inner}")
            if archive
            else _count(parts, "attachment", "attachments")
        )
    if copies:
        said.append(_count(copies, "copy", "copies"))
    return " and ".join(filter(None, [", ".join(said[:-1]), said[-1]]))


def _count(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def _with_places(document: Document, places: Sequence[Location]) -> str:
    others = [place.path for place in places if place.path != document.path]
    if not others:
        return document.filename
    more = f" and {len(others) - 5} more places" if len(others) > 5 else ""
    return f"{full_path(document.path, document.member)} is also at {', '.join(others[:5])}{more}"


def _say_first(lines: Sequence[str]) -> None:
    """The first few, and how many more."""
    for line in lines[:_SHOWN]:
        print(f"  {printable_line(line)}", file=sys.stderr)
    if len(lines) > _SHOWN:
        print(f"  … and {len(lines) - _SHOWN} more", file=sys.stderr)
