"""What opens at the first use of the library: index, embedder, and what reads and searches with them."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from core.engine.buckets import schemas_of
from core.errors import KnownError
from core.ingest.ocr.recogniser import TextRecognizer
from core.ingest.queue.consistency import Repairs, repair
from core.ingest.queue.pipeline import IngestPipeline
from core.ingest.readers import READER_VERSION
from core.ingest.readers.passwords import PasswordBook
from core.ingest.structure.chunking import chunker_fingerprint
from core.judge.answer_judges import CrossEncoderJudge
from core.judge.base import AnswerJudge
from core.judge.similarity import TextSimilarity
from core.judge.word_judge import WordJudge
from core.models.choosing import embedding_model
from core.models.store import ModelStore
from core.plans.request_kinds import RequestKinds
from core.search.base import ChunkIndex
from core.search.concepts import Concepts
from core.search.crossencoder import FastembedCrossEncoder
from core.search.edge import EdgeIndex
from core.search.embedder import embedder_of
from core.search.graph import GraphBuilder
from core.search.index_names import collection_name, index_name_of
from core.search.ranking import RetrievalOptions
from core.search.registry import DocumentRegistry
from core.search.retriever import HybridRetriever
from core.settings import Settings
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.identity import library_id
from core.system.paths import AppPaths

log = logging.getLogger(__name__)

SEARCHES_AT_ONCE = 4


@dataclass(frozen=True, slots=True)
class OpenedLibrary:
    """What opens together at the first use: index, embedder and what works with them.

    `repairs`: what was mended in the index. `searches`: threads for searches that run side by side; each
    keeps its connection to the library.
    """

    retriever: HybridRetriever
    pipeline: IngestPipeline
    index: ChunkIndex
    index_name: str
    dimensions: int
    searches: ThreadPoolExecutor
    repairs: Repairs
    judge: AnswerJudge
    kinds: RequestKinds


def open_library(
    closing: ExitStack,
    *,
    paths: AppPaths,
    settings: Settings,
    database: Database,
    models: ModelStore,
    registry: DocumentRegistry,
    concepts: Concepts,
    concepts_file: Path,
    passwords: PasswordBook,
    answering: Callable[[], bool],
) -> OpenedLibrary:
    """Open index and embedder, mend what a crash left behind, and hook them up.

    All or nothing: what fails half-way is closed again, so that the next call can try anew. What opened is
    closed with `closing`. While `answering` tells that a question runs, reading gives way.

    Raises:
        core.errors.KnownError: models, index or library cannot be used.
    """
    embeds = embedding_model(settings.models, lambda model_id: models.installed(model_id) is not None)
    installed = models.require(embeds)
    with ExitStack() as opened:
        embedder = embedder_of(installed)
        opened.callback(embedder.close)
        chunker = chunker_fingerprint(settings.chunking, installed.folder, concepts_file)
        name = index_name_of(database, embedder.fingerprint, embedder.dimensions)
        index = open_index(database, paths, settings.qdrant_url, name, embedder.dimensions)
        opened.callback(index.close)
        arranger = GraphBuilder(index) if isinstance(index, EdgeIndex) else None
        if arranger is not None:
            opened.callback(arranger.stop)
        recogniser = TextRecognizer() if settings.library.ocr == "auto" else None
        repairs = repair(database, index, name, chunker, recognises=recogniser is not None)
        pipeline = IngestPipeline(
            database,
            index,
            embedder,
            index_name=name,
            chunker=chunker,
            chunking=settings.chunking,
            tokenizer_folder=installed.folder,
            concepts=concepts_file,
            answering=answering,
            recogniser=recogniser,
            passwords=passwords,
            arranger=arranger,
            schemas=partial(schemas_of, database),
        )
        opened.callback(pipeline.close)
        pipeline.settle_removals(at_start=True)
        retriever = HybridRetriever(
            database,
            index,
            embedder,
            options=RetrievalOptions(embedder_languages=installed.entry.languages),
            registry=registry,
            concepts=concepts,
            cross_encoder=_cross_encoder(settings.models.rerank_model, models, "searching"),
        )
        searches = ThreadPoolExecutor(SEARCHES_AT_ONCE, thread_name_prefix="search")
        opened.callback(searches.shutdown)
        registry.current()  # a large one takes seconds, which no question should wait for
        judge = _judge(settings, models, TextSimilarity(embedder))
        kinds = RequestKinds(embedder, paths.cache)
        library = OpenedLibrary(
            retriever, pipeline, index, name, embedder.dimensions, searches, repairs, judge, kinds
        )
        closing.push(opened.pop_all())
    return library


def outdated_documents(
    database: Database, settings: Settings, models: ModelStore, concepts_file: Path
) -> list[str]:
    """Documents that earlier readers read, or another chunker cut; nothing is opened for it.

    Raises:
        core.errors.KnownError: models or library cannot be used.
    """
    embeds = embedding_model(settings.models, lambda model_id: models.installed(model_id) is not None)
    chunker = chunker_fingerprint(settings.chunking, models.require(embeds).folder, concepts_file)
    return DocumentRepository(database).outdated(chunker, READER_VERSION)


def open_index(database: Database, paths: AppPaths, url: str, name: str, dimensions: int) -> ChunkIndex:
    """The index on the server at `url`; the embedded one without."""
    if not url:
        return EdgeIndex.open_or_rebuild(paths.index_root / name, dimensions)
    # grpc and protobuf cost half a second that nobody without a server should pay.
    from core.search.server import connect

    collection = collection_name(library_id(database), name)
    return connect(url, collection, dimensions)


def _cross_encoder(name: str, models: ModelStore, use: str) -> FastembedCrossEncoder | None:
    """A re-ranker of the settings; what it is for goes on without one that is not installed."""
    if not name:
        return None
    try:
        installed = models.require(name)
    except KnownError as error:
        log.warning("%s without the re-ranking model: %s", use, error)
        return None
    return FastembedCrossEncoder(installed.folder, installed.main_file)


def _judge(settings: Settings, models: ModelStore, near: TextSimilarity) -> AnswerJudge:
    """That of the settings; where it is not installed, words are compared."""
    name = settings.models.judge_model
    encoder = _cross_encoder(name, models, "judging passages")
    return CrossEncoderJudge(encoder, name, near) if encoder is not None else WordJudge(near)
