"""`docuchat docs`: what is in the library, what is wrong with it, and taking things out again."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from core.cli.draft import printable, printable_line
from core.cli.printing import print_json
from core.cli.progress import IngestPrinter
from core.cli.removal import remove, remove_missing
from core.engine import Engine
from core.engine.document_names import told_apart
from core.errors import DocumentError
from core.published.output import document_output, full_path
from core.runs.recorder import carry_out
from core.search.place_words import named_within, place_words
from core.system.paths import AppPaths
from core.types import Document, DocumentFlag, DocumentStatus, Location, SourceState
from core.types.reading_report import ReadingReport

_FLAG_WORDS = {
    DocumentFlag.OCR: "text recognised",
    DocumentFlag.SCAN_TEXT: "scan with text",
    DocumentFlag.BAD_TEXT: "unusable text layer",
    DocumentFlag.HIDDEN_TEXT: "hidden text set aside",
}
_SOURCE_WORDS = {
    SourceState.CHANGED: "The file has changed since it was read.",
    SourceState.MISSING: "The file is gone; its text stays until you remove the document.",
    SourceState.UNREACHABLE: "The drive or folder of the file cannot be seen.",
}
_EMPTY = "The library is empty. Add documents with `docuchat index PATH`."


def add_parser(commands: Any) -> None:
    docs = commands.add_parser(
        "docs",
        help="list the documents of the library, or take some out",
        epilog="A DOCUMENT is an id, a path or a file name. Removing asks first, or needs --yes "
        "without a terminal; files stay where they are.",
    )
    docs.add_argument("document", nargs="?", metavar="DOCUMENT", help="how it was read, and what was not")
    docs.add_argument("--json", action="store_true", help="one JSON object a line")
    action = docs.add_mutually_exclusive_group()
    action.add_argument(
        "--problems", action="store_true", help="only documents with something to know about, and what it is"
    )
    action.add_argument(
        "--hidden", metavar="DOCUMENT", help="show the text of it that is struck out or unseen"
    )
    action.add_argument(
        "--retry",
        nargs="*",
        metavar="DOCUMENT",
        help="read these once more; without a name all that failed",
    )
    action.add_argument(
        "--remove", nargs="+", metavar="DOCUMENT", help="remove documents, or one of several places of one"
    )
    action.add_argument(
        "--remove-missing", action="store_true", help="remove the documents whose files are gone"
    )
    docs.add_argument("--yes", action="store_true", help="remove without asking")
    docs.set_defaults(run=run_docs)


def run_docs(arguments: argparse.Namespace) -> int:
    with Engine.open(AppPaths.from_environment(arguments.home)) as engine:
        if arguments.document:
            return _report(engine, arguments.document, as_json=arguments.json)
        if arguments.hidden:
            return _hidden(engine, arguments.hidden, as_json=arguments.json)
        if arguments.retry is not None:
            return _retry(engine, arguments)
        if arguments.remove:
            remove(engine, arguments)
            return 0
        engine.folders.refresh_states()  # by size and time; nothing else notices what is not kept in step
        if arguments.remove_missing:
            remove_missing(engine, arguments)
            return 0
        if arguments.problems and not arguments.json:
            return _problems(engine)
        _list(engine, arguments)
    return 0


def _list(engine: Engine, arguments: argparse.Namespace) -> None:
    documents = engine.documents()
    if arguments.json:
        troubled = set(_told(engine, documents)) if arguments.problems else None
        places = _places(engine.locations())
        for document in documents:
            if troubled is None or document.document_id in troubled:
                output = document_output(document, places.get(document.document_id, ()))
                print_json(output.model_dump(mode="json"))
        return
    names = told_apart(documents)
    width = max([12, *(len(_status(document)) for document in documents)])
    for document in documents:
        print(printable_line(_row(document, width, names)))
    if not documents:
        print(_EMPTY)


def _status(document: Document) -> str:
    if document.status is not DocumentStatus.SEARCHABLE:
        return document.status.value
    percent = 100 * document.embedded_count // document.chunk_count if document.chunk_count else 0
    return f"{document.status.value} ({percent} % understood)"


def _row(document: Document, width: int, names: Mapping[str, str]) -> str:
    """One line of the list; `names` of all documents, also of the mail or archive that it may lie in."""
    notes = [document.failure] if document.failure else []
    notes += [_FLAG_WORDS[flag] for flag in sorted(document.flags)]
    if document.problems:
        notes.append("not read whole")
    if document.source_state is not SourceState.PRESENT:
        notes.append(f"file {document.source_state.value}")
    told = f"  {' · '.join(notes)}" if notes else ""
    name = named_within(names[document.document_id], names.get(document.container_id, ""))
    return f"{_status(document):{width}} {document.page_count:5} pages  {name}{told}"


def _problems(engine: Engine) -> int:
    """Every document with something to know about, with its sentences."""
    documents = engine.documents()
    told = _told(engine, documents)
    for document in documents:
        if sentences := told.get(document.document_id):
            print(printable_line(full_path(document.path, document.member)))
            for sentence in sentences:
                print(f"    {printable_line(sentence)}")
    if not told:
        print("Every document was read whole, and its file is where it was." if documents else _EMPTY)
    return 0


def _told(engine: Engine, documents: Sequence[Document]) -> dict[str, list[str]]:
    """document_id → sentences; documents without any are left out."""
    waiting = (DocumentStatus.QUEUED, DocumentStatus.PARSING)
    coverage = engine.coverage(named=len(documents))
    reasons = {row.document_id: row.reason for row in (*coverage.left_out, *coverage.partly)}
    told: dict[str, list[str]] = {}
    for document in documents:
        sentences = []
        if document.document_id in reasons and document.status not in waiting:
            sentences.append(reasons[document.document_id])
        if document.status is DocumentStatus.LOCKED:
            sentences.append(f"`docuchat unlock {document.document_id}` asks for it.")
        if DocumentFlag.HIDDEN_TEXT in document.flags:
            sentences.append(
                "Text that is struck out or that a reader cannot see was set aside: "
                f"`docuchat docs --hidden {document.document_id}` shows it."
            )
        if DocumentFlag.BAD_TEXT in document.flags:
            sentences.append("Its text layer was unusable on some pages.")
        if document.source_state is not SourceState.PRESENT:
            sentences.append(_SOURCE_WORDS[document.source_state])
        if sentences:
            told[document.document_id] = sentences
    return told


def _report(engine: Engine, name: str, *, as_json: bool) -> int:
    """How one document was read: pages, what was set aside and why, notes, files in it, what is missing."""
    report = _report_on(engine, name)
    document = report.document
    if as_json:
        output = document_output(document, engine.locations(document.document_id), report)
        print_json(output.model_dump(mode="json"))
        return 0
    print(printable_line(full_path(document.path, document.member)))
    flags = [_FLAG_WORDS[flag] for flag in sorted(document.flags)]
    print(f"    {', '.join([_status(document), _pages(document), *flags])}")
    if report.recognised:
        print(f"    text recognised: {', '.join(place_words(place) for place in report.recognised)}")
    aside = Counter(_reason_words(found.reason) for found in (*report.set_aside, *report.properties))
    for reason, count in sorted(aside.items()):
        print(f"    {reason}: {count}, set aside")
    for label, count in sorted(Counter(note.place.place for note in report.notes).items()):
        print(printable_line(f"    {label}: {count}, can be asked about"))
    documents = engine.documents()
    names = told_apart(documents)
    failed = [one for one in report.files if one.status is DocumentStatus.FAILED]
    if own := [names[one.document_id] for one in report.files if one not in failed]:
        print(printable_line(f"    files in it, documents of their own: {', '.join(own)}"))
    for one in failed:
        print(printable_line(f"    in it, and not read: {names[one.document_id]}. {one.failure}"))
    for sentence in _told(engine, documents).get(document.document_id, []):
        print(f"    {printable_line(sentence)}")
    if report.is_whole:
        print("    It was read whole.")
    return 0


def _report_on(engine: Engine, name: str) -> ReadingReport:
    (document_id,) = engine.resolve_documents([name])
    report = engine.reading_report(document_id)
    if report is None:
        raise DocumentError(f"{name} has just been removed from the library.")
    return report


def _reason_words(reason: str) -> str:
    """A layer is one of many things that can be hidden: a row, a sheet, a paragraph."""
    return reason.removesuffix("_layer").replace("_", " ")


def _pages(document: Document) -> str:
    return "1 page" if document.page_count == 1 else f"{document.page_count} pages"


def _hidden(engine: Engine, name: str, *, as_json: bool) -> int:
    report = _report_on(engine, name)
    found = (*report.properties, *report.set_aside)
    for hidden in found:
        if as_json:
            print_json({"page": hidden.place.page, "reason": hidden.reason, "text": hidden.text})
            continue
        where = place_words(hidden.place) if hidden.place.page else "document"
        text = " ".join(hidden.text.split())
        print(printable(f"{where}, {_reason_words(hidden.reason)}: {text}"))
    if not found and not as_json:
        print("Nothing hidden was found in it.")
    return 0


def _retry(engine: Engine, arguments: argparse.Namespace) -> int:
    """Exit code 3 when something could not be read this time either."""
    chosen = engine.resolve_documents(arguments.retry) if arguments.retry else None
    queued = engine.retry(chosen)
    if not queued:
        print("Nothing has failed." if chosen is None else "It is queued already.")
        return 0
    printer = IngestPrinter()
    carry_out(engine.ingest(arguments.cancel, renews=False), printer.show)
    return 0 if printer.all_taken else 3


def _places(locations: Sequence[Location]) -> dict[str, list[Location]]:
    places: dict[str, list[Location]] = {}
    for place in locations:
        places.setdefault(place.document_id, []).append(place)
    return places
