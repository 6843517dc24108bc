"""Sets of questions with known answers, and a library for each, read by the real engine once and kept.

A set's library lies under the folder of the benchmark. Like any library it is cut and embedded anew when
chunker or embedder have changed.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.cancel import CancelToken
from core.engine import Engine
from core.errors import UsageError
from core.events import Event, RunFinished
from core.settings import Settings
from core.system.paths import AppPaths
from tests.benchmarks.evaluation_data import is_held_out, json_lines, own_data
from tests.benchmarks.writing import write_documents

XQUAD_FILES = {"en": "paragraphs.jsonl", "de": "paragraphs.de.jsonl"}


@dataclass(frozen=True, slots=True)
class JudgedQuestion:
    """A question, the file that answers it, and the 1-based pages of it on which the answer stands.

    `relevant`: for sets judged by document, file stem → grade. `held_out`: of the half nothing was tuned on;
    by a hash of the id unless `unseen` says it. `named`: it names the organisation of its document.
    """

    question_id: str
    text: str
    filename: str = ""
    pages: tuple[int, ...] = ()
    relevant: tuple[tuple[str, int], ...] = ()
    unseen: bool | None = None
    named: bool = False

    @property
    def held_out(self) -> bool:
        return is_held_out(self.question_id) if self.unseen is None else self.unseen


@dataclass(frozen=True, slots=True)
class JudgedSet:
    """`documents` gives the files, writing them into the folder it is given when they are not files yet."""

    name: str
    questions: tuple[JudgedQuestion, ...]
    documents: Callable[[Path], list[Path]]


def financebench(folder: Path) -> JudgedSet:
    """Reports with one question each or several, judged by page."""
    source = folder / "financebench"
    unnamed = {row["question_id"] for row in json_lines(own_data() / "financebench" / "unnamed.jsonl")}
    questions = tuple(
        JudgedQuestion(
            row["question_id"],
            row["question"],
            filename=row["document"],
            pages=tuple(sorted({int(found["page"]) for found in row["evidence"]})),
            named=row["question_id"] not in unnamed,
        )
        for row in json_lines(source / "questions.jsonl")
    )
    return JudgedSet("financebench", questions, lambda _folder: sorted((source / "pdfs").glob("*.pdf")))


def papers() -> JudgedSet:
    """Leases, contracts, invoices, minutes, manuals and letters of an office that never existed, by page."""
    source = own_data() / "papers"
    questions = tuple(
        JudgedQuestion(
            row["question_id"],
            row["question"],
            filename=row["document"],
            pages=(int(row["page"]),),
            unseen=not row["seen"],
            named=row["named"],
        )
        for row in json_lines(source / "questions.jsonl")
    )
    return JudgedSet(
        "papers", questions, lambda target: write_documents(json_lines(source / "documents.jsonl"), target)
    )


def other_words() -> JudgedSet:
    """Invented papers, asked about in words that they do not use."""
    source = own_data() / "words"
    questions = tuple(
        JudgedQuestion(row["question_id"], row["question"], row["document"], unseen=not row["seen"])
        for row in json_lines(source / "questions.jsonl")
    )

    def write(target: Path) -> list[Path]:
        papers = [
            {"filename": row["filename"], "pages": [_markdown(row["blocks"])]}
            for row in json_lines(source / "documents.jsonl")
        ]
        return write_documents(papers, target)

    return JudgedSet("words", questions, write)


_MARKS = {"h1": "# ", "h2": "## ", "li": "- "}


def _markdown(blocks: Iterable[tuple[str, str]]) -> str:
    """Rows that follow each other are a table, the first of them its head."""
    lines: list[str] = []
    before = ""
    for kind, text in blocks:
        if kind != before or kind not in ("li", "row"):
            lines.append("")
        if kind == "row":
            lines.append(f"| {text} |")
            if before != "row":
                lines.append("|" + " --- |" * (text.count(" | ") + 1))
        else:
            lines.append(f"{_MARKS.get(kind, '')}{text}")
        before = kind
    return "\n".join(lines).strip()


def scifact(folder: Path) -> JudgedSet:
    """Abstracts of papers, judged by document."""
    source = folder / "scifact"
    questions = tuple(
        JudgedQuestion(row["query_id"], row["text"], relevant=tuple(sorted(row["relevant"].items())))
        for row in json_lines(source / "queries.jsonl")
    )

    def write(target: Path) -> list[Path]:
        return write_documents(
            (
                {
                    "filename": f"{row['document_id']}.html",
                    "pages": [_page(row["title"], " ".join(map(str.strip, row["sentences"])))],
                }
                for row in json_lines(source / "corpus.jsonl")
            ),
            target,
        )

    return JudgedSet("scifact", questions, write)


MIXED = "mixed"  # every other article in English, the others in German


def xquad(folder: Path, language: str, asked_in: str = "") -> JudgedSet:
    """Paragraphs of encyclopaedia articles, a document each; asked in their language or in another."""
    of_each = ("en", "de") if language == MIXED else (language,)
    written = [list(json_lines(folder / "xquad" / XQUAD_FILES[name])) for name in of_each]
    articles = list(dict.fromkeys(title_of(row) for row in written[0]))
    documents = []
    for place, rows in enumerate(zip(*written, strict=True)):
        title = title_of(rows[0])
        chosen = articles.index(title) % len(rows)
        page = _page(title_of(rows[chosen]), rows[chosen]["context"], of_each[chosen])
        documents.append({"filename": f"{place:03} {title}.html", "pages": [page]})
    questions = tuple(
        JudgedQuestion(xquad_id(place, number), asked["question"], str(documents[place]["filename"]), (1,))
        for place, row in enumerate(json_lines(folder / "xquad" / XQUAD_FILES[asked_in or language]))
        for number, asked in enumerate(row["questions"])
    )
    name = "xquad" if language == "en" else f"xquad-{language}"
    return JudgedSet(name, questions, lambda target: write_documents(documents, target))


def title_of(row: Mapping[str, Any]) -> str:
    """Of a paragraph of XQuAD; an article has several."""
    return str(row["title"]).replace("_", " ")


def xquad_id(place: int, number: int) -> str:
    """Of a question of the paragraph at `place`; all forms of a question are of the same half."""
    return f"xquad-{place:03}-{number:02}"


def open_library(
    judged: JudgedSet, paths: AppPaths, settings: Settings, work: Path, cancel: CancelToken
) -> Engine:
    """The engine on the set's library, which is made first when it is not there. The caller closes it."""
    place = work / judged.name
    engine = Engine.open(AppPaths(place / "data", paths.models, work / "cache", place / "logs"), settings)
    try:
        known = {document.filename for document in engine.documents()}
        files = judged.documents(work / f"{judged.name}-files")
        if missing := [path for path in files if path.is_dir() or path.name not in known]:
            _carry_out(engine.add_paths(missing, cancel))
        _carry_out(engine.ingest(cancel))
    except BaseException:
        engine.close()
        raise
    return engine


def _carry_out(events: Iterator[Event]) -> None:
    for event in events:
        if isinstance(event, RunFinished) and event.outcome == "failed":
            raise UsageError(event.message or "The library of the benchmark could not be made.", event.hint)


def _page(title: str, text: str, language: str = "en") -> str:
    name, text = html.escape(title), html.escape(text)
    return (
        f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8"><title>{name}</title></head>'
        f"<body>\n<h1>{name}</h1>\n<p>{text}</p>\n</body></html>"
    )
