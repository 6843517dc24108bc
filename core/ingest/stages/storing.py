"""Storing what was read: pages and chunks into SQLite in one transaction, then the index, then the flag.

Runs on the ingest thread. Until a new version is complete nothing of the old one is touched, so a library
always holds a whole version of a document or none. Every transaction first makes sure that the row is still
the one the work began with: it may have been removed, and even added again, meanwhile.

Between the transaction that stores chunks and the one that says that the index holds them, a document's
`chunker` is empty: a program that is killed there cuts the document again at its next start, from SQLite.
"""

from __future__ import annotations

import hashlib
import json
import time
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from core.cancel import CancelToken
from core.errors import KnownError
from core.ingest.parsing.parsed import outline_from, pack_outline
from core.ingest.parsing.version import CutText, Version
from core.ingest.pdf.textquality import LETTERS_LOST
from core.ingest.readers import READER_VERSION
from core.ingest.readers.base import OutlineEntry
from core.ingest.structure.chunking import embedding_text
from core.search.base import ChunkIndex, IndexPoint, Vectors
from core.store.chunks import ChunkRecord, ChunkRepository
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.facts import facts_text
from core.store.fields.repository import SortingRepository
from core.store.guides import GuideRepository
from core.store.hidden import HiddenTextRepository
from core.store.locations import LocationRepository
from core.store.pages import PageRecord, PageRepository
from core.store.queue import IngestQueue, Stage
from core.store.recognised import RecognisedRepository
from core.store.removals import RemovalRepository
from core.store.summaries import SummaryRepository
from core.text.hyphenation import parts_of_cut_word
from core.types import Chunk, Document, DocumentStatus, SourceState

POINTS_AT_ONCE = 400
_FLUSH_SECONDS = 10.0
_HASH_BYTES = 16


class Superseded(Exception):
    """The document was removed while we worked on it; it may have been added again."""


def index_points(
    chunks: Sequence[Chunk], language: str, vectors: dict[str, Vectors] | None = None
) -> list[IndexPoint]:
    """Chunks as the index wants them; `vectors` by chunk id, as far as they are known."""
    known = vectors or {}
    return [
        IndexPoint(
            chunk_id=chunk.chunk_id,
            document_id=chunk.document_id,
            keyword_text=f"{chunk.context}\n{text}",
            page=chunk.first_page,
            vector=known.get(chunk.chunk_id),
            language=language,
        )
        for chunk, text in zip(chunks, _with_whole_words(chunks), strict=True)
    ]


def _with_whole_words(chunks: Sequence[Chunk]) -> list[str]:
    """Their texts; a word that the end of a chunk cuts stands in that and in the next one."""
    texts = [chunk.text for chunk in chunks]
    for place, (one, other) in enumerate(pairwise(chunks)):
        if parts := parts_of_cut_word(one.text, other.text):
            texts[place] += f"\n{parts[1]}"
            texts[place + 1] = f"{parts[0]}\n{texts[place + 1]}"
    return texts


def text_hash(context: str, text: str) -> bytes:
    """What tells whether two chunks are the same to the encoders."""
    return hashlib.sha256(embedding_text(context, text).encode()).digest()[:_HASH_BYTES]


def with_hashes(chunks: Iterable[ChunkRecord], pages: Sequence[PageRecord]) -> list[ChunkRecord]:
    """The chunks with their `text_hash`, cut from the pages as they will be stored."""
    starts = [page.span.start for page in pages]
    hashed = []
    for chunk in chunks:
        texts = []
        for span in chunk.spans:
            page = pages[max(0, bisect_right(starts, span.start) - 1)]
            texts.append(page.text[span.start - page.span.start : span.end - page.span.start])
        hashed.append(replace(chunk, text_hash=text_hash(chunk.context, "\n".join(texts))))
    return hashed


class DocumentStore:
    """Repositories and index behind one way to write a document.

    Args:
        index_name, chunker: what the vectors and the chunks are recorded under in SQLite.
        recognises: whether pages without text wait for text recognition or are left as they are.
    """

    def __init__(
        self, database: Database, index: ChunkIndex, *, index_name: str, chunker: str, recognises: bool
    ) -> None:
        self.database = database
        self.index = index
        self.index_name = index_name
        self.chunker = chunker
        self.recognises = recognises
        self.documents = DocumentRepository(database)
        self.pages = PageRepository(database)
        self.chunks = ChunkRepository(database, self.pages)
        self.hidden = HiddenTextRepository(database)
        self.recognised = RecognisedRepository(database)
        self.summaries = SummaryRepository(database)
        self.guides = GuideRepository(database)
        self.sortings = SortingRepository(database)
        self.queue = IngestQueue(database)
        self.removals = RemovalRepository(database)
        self.locations = LocationRepository(database)
        self._flushed = time.monotonic()
        self._unflushed = False

    # --- writing -------------------------------------------------------------------------------

    def store_version(self, document: Document, version: Version, cut: CutText, cancel: CancelToken) -> None:
        """A version that was just read from the file. The document ends SEARCHABLE.

        Earlier contents of its file go.
        """
        document_id = document.document_id
        with self.database.transaction():
            self.check_current(document)
            self.store_findings(document_id, version)
            self.recognised.delete(document_id)
            self._replace_text(document_id, version.pages, cut)
        self.fill_index(document_id, cut.language, {}, cancel)
        with self.database.transaction():
            self.check_current(document)
            replaced = self._replace_earlier(document_id, just_read=True)
            self.set_searchable(document_id)
        for outdated in replaced:
            self.index.delete_document(outdated)

    def store_cut(
        self, document: Document, pages: Sequence[PageRecord], cut: CutText, cancel: CancelToken
    ) -> None:
        """A document cut anew from its stored pages after a kill; ends SEARCHABLE."""
        document_id = document.document_id
        with self.database.transaction():
            self.check_current(document)
            self._replace_text(document_id, pages, cut)
        self.fill_index(document_id, cut.language, {}, cancel)
        with self.database.transaction():
            self.check_current(document)
            # Killed between the two transactions of `store_version`, its earlier contents are still there.
            replaced = self._replace_earlier(document_id, just_read=False)
            self.set_searchable(document_id)
        for outdated in replaced:
            self.index.delete_document(outdated)

    def update_text(
        self,
        document: Document,
        pages: Sequence[PageRecord],
        cut: CutText,
        store_findings: Callable[[], None],
    ) -> None:
        """A searchable document whose pages have changed a little. It can be searched all the while; vectors
        of chunks that stay the same are kept. `store_findings` is called inside the transaction."""
        document_id = document.document_id
        kept = self._vectors_by_text(document_id)
        obsolete = set(self.chunks.ids(document_id)) - {chunk.chunk_id for chunk in cut.chunks}
        try:
            with self.database.transaction():
                self.check_current(document)
                self._replace_text(document_id, pages, cut)
                store_findings()
            embedded = self._upsert(document_id, cut.language, kept, None)
            self.index.delete_chunks(sorted(obsolete))
            with self.database.transaction():
                self.check_current(document)
                self.documents.set_chunker(document_id, self.chunker)
                self.chunks.mark_embedded(document_id, embedded, self.index_name)
        except Superseded:
            # Removed while its points were written. Added again, it has none before it is read.
            self.index.delete_document(document_id)
            raise
        except KnownError:
            # The index may hold half of it: it is cut again from the pages before anything else.
            with self.database.transaction():
                if self.documents.is_current(document):
                    self.documents.set_status(document_id, DocumentStatus.QUEUED)
                    self.queue.put(document_id, "parse")
            raise
        self._unflushed = True

    def store_findings(self, document_id: str, version: Version) -> None:
        """What today's readers found out beside the text. Part of the caller's transaction."""
        self.documents.set_read(
            document_id,
            title=version.title,
            page_count=len(version.pages),
            flags=version.flags,
            problems=version.problems,
            outline=json.dumps(pack_outline(version.outline)) if version.outline else "",
            reader=READER_VERSION,
        )
        self.hidden.replace(document_id, version.hidden)

    def set_searchable(self, document_id: str) -> None:
        """The index holds its keyword points: it can be found, and goes on to its next stage. Part of the
        caller's transaction."""
        self.documents.set_chunker(document_id, self.chunker)
        self.chunks.recount(document_id, self.index_name)
        self.documents.set_status(document_id, DocumentStatus.SEARCHABLE)
        self.queue.put(document_id, self.next_stage(document_id))

    def fill_index(
        self,
        document_id: str,
        language: str,
        vectors: dict[bytes, Vectors],
        cancel: CancelToken | None,
    ) -> None:
        """Exactly the points of the stored chunks, whatever the index held of the document."""
        self.index.delete_document(document_id)
        self._upsert(document_id, language, vectors, cancel)
        self._unflushed = True

    def flush_now_and_then(self, *, now: bool = False) -> None:
        """What an update returned from survives a kill; a flush is for power cuts, after which the index is
        compared with SQLite anyway. It takes 70 ms, too long to be done for each of many small documents."""
        if self._unflushed and (now or time.monotonic() - self._flushed > _FLUSH_SECONDS):
            self.index.flush()
            self._flushed = time.monotonic()
            self._unflushed = False

    def wrote_vectors(self) -> None:
        """The index has something to flush."""
        self._unflushed = True

    # --- asking --------------------------------------------------------------------------------

    def holds(self, document: Document, pages: Sequence[PageRecord], cut: CutText) -> bool:
        """Whether pages and chunks are stored as they are here, and the index has them by this chunker."""
        document_id = document.document_id
        chunks = {chunk.chunk_id: chunk.text_hash for chunk in with_hashes(cut.chunks, pages)}
        return (
            self.documents.made_with(document_id)[0] == self.chunker
            and document.language == cut.language
            and self.documents.facts(document_id) == cut.facts
            and self.pages.records(document_id) == list(pages)
            and self.chunks.ids(document_id) == list(chunks)
            and self.chunks.text_hashes(list(chunks)) == chunks
        )

    def next_stage(self, document_id: str, *, checked: bool = False) -> Stage:
        """What is left to do for a searchable document; with `checked` not the check for hidden text."""
        if not checked and self.to_check(document_id):
            return "check"
        if self.recognises and self.pages.awaiting_ocr(document_id):
            return "ocr"
        return "embed"

    def to_check(self, document_id: str) -> list[int]:
        """Pages to look at for hidden text: not those of which it is known why that cannot be done."""
        unchecked = self.pages.unchecked(document_id)
        document = self.documents.get(document_id) if unchecked else None
        if document is None:
            return []
        hopeless = {
            number
            for problem in document.problems
            if problem.reason != LETTERS_LOST
            for number in problem.pages
        }
        return [number for number in unchecked if number not in hopeless]

    def outline(self, document_id: str) -> list[OutlineEntry]:
        """The document's bookmarks as they were read."""
        return outline_from(json.loads(self.documents.outline(document_id) or "[]"))

    def check_current(self, document: Document) -> None:
        """Raises Superseded when the document was removed meanwhile."""
        if not self.documents.is_current(document):
            raise Superseded

    # --- inside --------------------------------------------------------------------------------

    def _replace_earlier(self, document_id: str, *, just_read: bool) -> list[str]:
        """Earlier contents of the files that hold this document now leave them; ids of those that are gone.

        A file may have changed once more meanwhile: what is newer than this document stays.
        """
        gone: list[str] = []
        for place in self.locations.of_document(document_id):
            newest = place.state is SourceState.PRESENT
            if place.member or not (newest or just_read):
                continue
            here = self.locations.at_path(place.path)
            earlier = [other.document_id for other in here if other.state is not SourceState.PRESENT]
            only = None if newest and just_read else earlier
            gone += self.removals.replace_others(place.path, document_id, only)
        return gone

    def _replace_text(self, document_id: str, pages: Sequence[PageRecord], cut: CutText) -> None:
        self.summaries.delete(document_id)
        self.guides.delete(document_id)
        self.sortings.read_again(document_id)
        self.chunks.delete(document_id)
        self.pages.delete(document_id)
        self.pages.add_many(document_id, pages)
        self.chunks.add_many(document_id, with_hashes(cut.chunks, pages))
        self.documents.set_cut(
            document_id, chunk_count=len(cut.chunks), language=cut.language, facts=facts_text(cut.facts)
        )

    def _upsert(
        self,
        document_id: str,
        language: str,
        vectors: dict[bytes, Vectors],
        cancel: CancelToken | None,
    ) -> list[str]:
        """Ids of the chunks that got a vector."""
        embedded: list[str] = []
        first = 0
        while chunks := self.chunks.of_document(document_id, first, POINTS_AT_ONCE):
            if cancel is not None:
                cancel.check()
            known: dict[str, Vectors] = {}
            if vectors:
                hashes = self.chunks.text_hashes([chunk.chunk_id for chunk in chunks])
                known = {name: vectors[found] for name, found in hashes.items() if found in vectors}
                embedded += known
            self.index.upsert(index_points(chunks, language, known))
            first += len(chunks)
        return embedded

    def _vectors_by_text(self, document_id: str) -> dict[bytes, Vectors]:
        texts = self.chunks.embedded_texts(document_id, self.index_name)
        vectors = self.index.vectors(list(texts.values()))
        return {found: vectors[name] for found, name in texts.items() if name in vectors}
