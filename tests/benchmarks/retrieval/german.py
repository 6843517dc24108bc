"""Are German words found, in whatever form they are asked for?

Questions of eight kinds over German documents (`tests/benchmarks/data/german`, and the English samples), each
with a passage that answers it. Every stage ranks the same chunks; a chunk is right when it holds at least a
half of the passage. Keyword stages rank exactly, in memory; the last one is what a user gets from the engine.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.cancel import CancelToken
from core.engine import Engine
from core.errors import DocumentError
from core.ingest.stages.storing import index_points
from core.ingest.structure.chunking import embedding_text
from core.search.embedder import embedder_of
from core.search.fusion import reciprocal_rank_fusion
from core.store.chunks import ChunkRepository
from core.store.pages import PageRepository
from core.system.paths import resources
from core.types import Chunk
from tests.benchmarks.evaluation_data import json_lines, own_data
from tests.benchmarks.intervals import share_with_interval
from tests.benchmarks.judged_sets import JudgedSet, open_library
from tests.benchmarks.reporting import Bench
from tests.benchmarks.retrieval.tuning import reciprocal
from tests.search.memory_index import MemoryIndex

DEPTH = 50
LONGEST = "debian-faq.pdf"  # 77 of about 110 pages; without it, the rest takes seconds
Ranks = dict[str, list[str]]  # question id → chunk ids, best first


@dataclass(frozen=True, slots=True)
class PassageQuestion:
    """A question and where its answer stands: `quote` on a 1-based `page`, white space folded."""

    question_id: str
    kind: str
    question: str
    document: str
    page: int
    quote: str


def evaluation_folder() -> Path:
    return own_data() / "german"


def load_questions() -> list[PassageQuestion]:
    return [PassageQuestion(**row) for row in json_lines(evaluation_folder() / "questions.jsonl")]


def document_paths() -> dict[str, Path]:
    """The German documents and the English ones, which some questions ask about, by file name."""
    german = [
        path for path in evaluation_folder().iterdir() if path.suffix in (".pdf", ".docx", ".html", ".txt")
    ]
    return {path.name: path for path in [*sorted(german), *sorted((resources() / "samples").glob("*.pdf"))]}


def find_quote(text: str, quote: str) -> tuple[int, int] | None:
    """Where `quote` stands in `text`, whatever the white space between its words; None when it does not."""
    found = re.search(r"\s+".join(re.escape(word) for word in quote.split()), text)
    return found.span() if found else None


def run_german(bench: Bench, *, embedder: str = "") -> None:
    """Measure; `quick` leaves out the longest document and its questions."""
    bench.embedder = embedder
    asked, files = load_questions(), document_paths()
    questions = [question for question in asked if not bench.quick or question.document != LONGEST]
    if bench.quick:
        del files[LONGEST]
        count = len(asked) - len(questions)
        bench.left_out.append(f"{LONGEST} and {count} questions about it (without --quick)")
    documents = JudgedSet("german", (), lambda _folder: list(files.values()))
    with open_library(documents, bench.paths, bench.settings, bench.folder, bench.cancel) as engine:
        right = right_chunks(engine, questions)
        stages = _stages(engine, questions, bench.cancel)
    for stage, ranks in stages.items():
        for kind in ("all", *dict.fromkeys(question.kind for question in questions)):
            found = [
                place_of_first(ranks[one.question_id], right[one.question_id])
                for one in questions
                if kind in ("all", one.kind)
            ]
            for at in (1, 5):
                hits = sum(0 < place <= at for place in found)
                share, low, high = share_with_interval(hits, len(found))
                bench.add(f"{stage}, {kind}: recall@{at}", share, "", "higher", digits=3)
                if kind == "all":
                    bench.notes.append(
                        f"{stage}: recall@{at} between {low:.2f} and {high:.2f} (95 %, Wilson)"
                    )
            bench.add(f"{stage}, {kind}: MRR", reciprocal(found), "", "higher", digits=3)
    bench.add("questions", len(questions), "questions", "higher", digits=0)


def right_chunks(engine: Engine, questions: Sequence[PassageQuestion]) -> dict[str, set[str]]:
    """Chunks that hold at least a half of each question's passage."""
    pages, chunks = PageRepository(engine.database), ChunkRepository(engine.database)
    ids = {document.filename: document.document_id for document in engine.documents()}
    of_document = {name: chunks.of_document(document_id) for name, document_id in ids.items()}
    right: dict[str, set[str]] = {}
    for question in questions:
        page = pages.get(ids.get(question.document, ""), question.page)
        place = find_quote(page.text, question.quote) if page else None
        if page is None or place is None:
            raise DocumentError(
                f"{question.document}, page {question.page}: “{question.quote}” does not stand there.",
                "The documents of the evaluation were changed; take them from the repository again.",
            )
        start, end = page.span.start + place[0], page.span.start + place[1]
        right[question.question_id] = {
            chunk.chunk_id
            for chunk in of_document[question.document]
            if 2 * _overlap(chunk, start, end) >= end - start
        }
    return right


def _stages(engine: Engine, questions: Sequence[PassageQuestion], cancel: CancelToken) -> dict[str, Ranks]:
    """Rankings of each stage by question."""
    stored, chunks = ChunkRepository(engine.database), list[Chunk]()
    plain, german = MemoryIndex(), MemoryIndex()
    languages: set[str] = set()
    for document in engine.documents():
        if document.status.can_be_searched:
            cut = stored.of_document(document.document_id)
            plain.upsert(index_points(cut, "en"))
            german.upsert(index_points(cut, document.language))
            languages.add(document.language)
            chunks += cut
    embedder = embedder_of(engine.models.require(engine.settings.models.embedding_model))
    vectors = embedder.embed([embedding_text(chunk.context, chunk.text) for chunk in chunks])

    def by_vectors(text: str) -> list[str]:
        cosines = vectors @ embedder.embed_query(text)
        return [chunks[place].chunk_id for place in np.argsort(-cosines, kind="stable")[:DEPTH]]

    def by_words(text: str) -> list[str]:
        return [hit.chunk_id for hit in german.search_keywords(text, DEPTH, None, sorted(languages))]

    def asked(rank: Callable[[str], list[str]]) -> Ranks:
        cancel.check()
        return {question.question_id: rank(question.question) for question in questions}

    words, dense = asked(by_words), asked(by_vectors)
    return {
        "keywords by English rules": asked(
            lambda text: [hit.chunk_id for hit in plain.search_keywords(text, DEPTH)]
        ),
        "keywords": words,
        "dense": dense,
        "fused": {
            key: [chunk_id for chunk_id, _ in reciprocal_rank_fusion([dense[key], words[key]])]
            for key in dense
        },
        "search": asked(lambda text: [hit.chunk.chunk_id for hit in engine.search(text, limit=10).hits]),
    }


def _overlap(chunk: Chunk, start: int, end: int) -> int:
    return sum(max(0, min(span.end, end) - max(span.start, start)) for span in chunk.spans)


def place_of_first(ranked: Sequence[str], right: set[str]) -> int:
    """1-based place of the first right chunk; 0 when there is none."""
    return next((place for place, chunk_id in enumerate(ranked, 1) if chunk_id in right), 0)
