"""Building blocks for tests that need a library: real PDFs, a small tokenizer, a deterministic embedder."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

import numpy as np

from core.cancel import CancelToken
from core.engine.buckets import schemas_of
from core.events import AnswerReady, Event, EventStamper
from core.ingest.queue.pipeline import IngestPipeline
from core.ingest.stages.recognising import Recogniser
from core.ingest.structure.chunking import chunker_fingerprint
from core.judge.answer_judges import CrossEncoderJudge
from core.judge.run_judge import RunJudge
from core.judge.similarity import TextSimilarity
from core.models.catalogue import load_catalogue
from core.models.store import ModelStore
from core.plans.request_kinds import RequestKinds
from core.search.base import ChunkIndex, Vectors
from core.search.crossencoder import FastembedCrossEncoder
from core.search.edge import EdgeIndex
from core.search.embedder import FastembedEmbedder, embedder_of
from core.search.graph import GraphBuilder
from core.search.index_names import index_name_of
from core.settings import ChunkingSettings, Settings
from core.store.chunks import ChunkRepository
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.runs import RunRepository
from core.types import Answer, Citation, Mode

DIMENSIONS = 64
JUDGE_MODEL = "ms-marco-minilm-l-12-v2"


@cache
def real_embedder() -> FastembedEmbedder:
    """The default one: set up by the test command."""
    from tests.conftest import MODELS_FOLDER

    models = ModelStore(MODELS_FOLDER, load_catalogue())
    return embedder_of(models.require(Settings().models.embedding_model))


@cache
def request_kinds() -> RequestKinds:
    """What tells requests and follow-ups apart, with the real embedder."""
    return RequestKinds(real_embedder())


@cache
def answer_judge() -> RunJudge:
    """The real judge of answers, as a user has it: set up by the test command. It reads each text once."""
    from tests.conftest import MODELS_FOLDER

    installed = ModelStore(MODELS_FOLDER, load_catalogue()).require(JUDGE_MODEL)
    encoder = FastembedCrossEncoder(installed.folder, installed.main_file)
    return RunJudge(CrossEncoderJudge(encoder, JUDGE_MODEL, TextSimilarity(real_embedder())))


class HashingEmbedder:
    """Bag of words hashed into 64 dimensions: words in common mean a high cosine. No model file needed."""

    def __init__(self) -> None:
        self.calls: list[int] = []

    @property
    def fingerprint(self) -> str:
        return "hashing-1"

    @property
    def dimensions(self) -> int:
        return DIMENSIONS

    @property
    def unrelated(self) -> float:
        return 0.0

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.calls.append(len(texts))
        rows = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in re.findall(r"\w+", text.lower()):
                row[hashlib.sha256(word.encode()).digest()[0] % DIMENSIONS] += 1.0
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        lengths[lengths == 0] = 1.0
        rows /= lengths
        return rows

    def embed_query(self, text: str) -> Vectors:
        vector: Vectors = self.embed([text])[0]
        return vector

    def count_tokens(self, text: str) -> int:
        return len(text.split())


def copy_library(source: Path, target: Path) -> None:
    """Copy a closed library; what its index only sets aside, over a hundred megabytes, is not written out."""
    shutil.copytree(source, target, copy_function=_copy_with_holes)


def _copy_with_holes(source: str, target: str) -> None:
    with open(target, "wb", buffering=0) as write:
        for at, data in written_parts(Path(source)):
            write.seek(at)
            write.write(data)
        write.truncate(os.stat(source).st_size)
    shutil.copystat(source, target)


def written_parts(path: Path) -> Iterator[tuple[int, bytes]]:
    """Each part of a file with its offset, without the holes."""
    with path.open("rb", buffering=0) as file:
        if not hasattr(os, "SEEK_DATA"):
            yield 0, file.readall()
            return
        end = os.fstat(file.fileno()).st_size
        at = 0
        while at < end:
            try:
                at = os.lseek(file.fileno(), at, os.SEEK_DATA)
            except OSError:  # nothing but a hole is left
                return
            hole = os.lseek(file.fileno(), at, os.SEEK_HOLE)
            file.seek(at)
            yield at, file.read(hole - at)
            at = hole


def write_tokenizer(folder: Path) -> Path:
    """A real tokenizer.json that counts words and punctuation, as the parser process loads it."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

    folder.mkdir(parents=True, exist_ok=True)
    tokenizer = Tokenizer(models.WordLevel({"[UNK]": 0}, unk_token="[UNK]"))  # noqa: S106 - not a password
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.enable_truncation(128)  # as published files do; the counter must not be cut off by it
    tokenizer.save(str(folder / "tokenizer.json"))
    return folder


def make_pdf(path: Path, pages: Sequence[str | Sequence[tuple[float, float, float, str]]]) -> Path:
    """A PDF; each page is a text (wrapped into a column) or a list of (x, y, size, text) to place."""
    import pymupdf

    document = pymupdf.open()
    for content in pages:
        page = document.new_page(width=612, height=792)
        if isinstance(content, str):
            page.insert_textbox(pymupdf.Rect(72, 72, 540, 740), content, fontsize=10)
        else:
            drawing = page.new_shape()
            for x, y, size, text in content:
                drawing.insert_text((x, y), text, fontsize=size)
            drawing.commit()
    document.save(path)
    document.close()
    return path


SENTENCES = (
    "The warranty of the {name} is {n} months from delivery.",
    "Claims must be filed within {n} days in writing.",
    "The pump delivers {n} litres per minute at full speed.",
    "Spare parts are kept in stock for {n} years after the last delivery.",
    "Operators of the {name} must wear gloves when the housing is open.",
)


def prose(name: str, sentences: int, seed: int = 0) -> str:
    """Numbered, distinct sentences about a product."""
    return " ".join(
        SENTENCES[place % len(SENTENCES)].format(name=name, n=seed * 1000 + place + 2)
        for place in range(sentences)
    )


@dataclass
class Library:
    """An open library with its parts."""

    database: Database
    index: ChunkIndex
    embedder: HashingEmbedder
    pipeline: IngestPipeline
    index_name: str
    chunker: str
    documents: DocumentRepository
    chunks: ChunkRepository

    def close(self) -> None:
        self.pipeline.close()
        self.index.close()
        self.database.close()

    def ingest(self, *paths: Path) -> list[Event]:
        events = list(self.pipeline.add_paths(paths, CancelToken()))
        return events + list(self.pipeline.run(CancelToken()))

    def picture(self) -> dict[str, object]:
        """All that must not depend on how often the program was killed."""
        documents = sorted(self.documents.all(), key=lambda document: document.document_id)
        chunk_ids = [name for d in documents for name in self.chunks.ids(d.document_id)]
        return {
            "documents": [replace(document, added_at=0.0) for document in documents],
            "pages": self._rows("pages", "document_id, number"),
            "chunks": sorted(
                (chunk.chunk_id, chunk.spans, chunk.text, chunk.context)
                for document in documents
                for chunk in self.chunks.of_document(document.document_id)
            ),
            "embedded": self._rows("chunks", "chunk_id"),
            "hidden": self._rows("hidden_text", "document_id, page, place"),
            "recognised": self._rows("recognised_pages", "document_id, number"),
            "locations": [row[1:] for row in self._rows("locations", "document_id, path, member")],
            "queue": [row[:2] for row in self._rows("ingest_queue", "document_id")],
            "points": dict(sorted(self.index.points_per_document().items())),
            "vectors": {
                name: vector.round(4).tolist()
                for name, vector in sorted(self.index.vectors(chunk_ids).items())
            },
        }

    def _rows(self, table: str, order: str) -> list[tuple[object, ...]]:
        return [tuple(row) for row in self.database.query(f"SELECT * FROM {table} ORDER BY {order}")]  # noqa: S608


def open_library(
    home: Path,
    *,
    tokens: int = 60,
    recogniser: Recogniser | None = None,
    answering: Callable[[], bool] = lambda: False,
    graph_from: int = 0,
    files: bool = False,
) -> Library:
    """Open or create a library under `home` on real SQLite and a real Edge shard.

    `files`: documents are put into the buckets that the program comes with.
    """
    chunking = ChunkingSettings(tokens=tokens, overlap_tokens=10)
    tokenizer = home / "tokenizer"
    if not (tokenizer / "tokenizer.json").exists():
        write_tokenizer(tokenizer)
    concepts = home / "concepts.toml"
    chunker = chunker_fingerprint(chunking, tokenizer, concepts)
    embedder = HashingEmbedder()
    database = Database(home / "library.sqlite3")
    index_name = index_name_of(database, embedder.fingerprint, DIMENSIONS)
    index = EdgeIndex.open_or_rebuild(home / "index" / index_name, DIMENSIONS)
    pipeline = IngestPipeline(
        database,
        index,
        embedder,
        index_name=index_name,
        chunker=chunker,
        chunking=chunking,
        tokenizer_folder=tokenizer,
        concepts=concepts,
        recogniser=recogniser,
        answering=answering,
        arranger=GraphBuilder(index, graph_from=graph_from) if graph_from else None,
        schemas=partial(schemas_of, database) if files else None,
    )
    documents = DocumentRepository(database)
    return Library(
        database, index, embedder, pipeline, index_name, chunker, documents, ChunkRepository(database)
    )


def store_answer(database: Database, document_id: str) -> str:
    """A finished run whose answer quotes this document; its id."""
    stamp = EventStamper()
    citation = Citation(1, document_id, "h", "a.pdf", "c", 0, 1, (), "It is bronze.", "It is bronze.", 0.5)
    runs = RunRepository(database)
    runs.start(stamp.run_id, "", Mode.CHAT, "What is it?")
    runs.append([stamp(AnswerReady, answer=Answer("It is bronze.", citations=(citation,)))])
    runs.finish(stamp.run_id, "answered")
    return stamp.run_id
