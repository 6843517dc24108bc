"""The stage `summarise`: the telling sentences of each long document and of each of its sections, embedded.

No language model: sentences are chosen by the words in which a section differs from the rest of its document.
A question that wants something explained is compared with these summaries first, and then with the passages
of the nearest sections (`core.search.section_segments`). Runs on the ingest thread when nothing else is to be
done; what is missing is found by asking the library, so a pause or a kill costs nothing.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from core.cancel import CancelToken
from core.errors import Cancelled, KnownError
from core.events import Event
from core.ingest.queue.background_gate import Gate, Paused
from core.ingest.stages.storing import DocumentStore
from core.search.base import Embedder
from core.store.database import Database
from core.store.summaries import SectionSummary, SummaryRepository
from core.text.hyphenation import one_line
from core.text.telling import counted, is_of_length, telling_scores
from core.text.textspan import split_sentences
from core.types import Chunk

log = logging.getLogger(__name__)

_VERSION = 2  # raise it when summaries come out otherwise
_HEADINGS = 2  # of the path that make a section: "Part I", "Item 1"
_LEAST_CHUNKS, _MOST_CHUNKS = 3, 16  # of a section
_SENTENCES, _LONGEST = 3, 900  # of a summary, and characters
_LOOKED = 20
_NO_HEADINGS = 6


def summarised(title: str, chunks: Sequence[Chunk]) -> list[SectionSummary]:
    """The document, then its sections; chunks in their order. Pure."""
    if not chunks:
        return []
    everywhere = counted(chunk.text for chunk in chunks)
    parts = [_summary(own, everywhere, len(chunks), title) for own in _sections(chunks)]
    heads = list(dict.fromkeys(part.title.rpartition(" · ")[2] for part in parts))
    first = _best_sentences(chunks[:_MOST_CHUNKS], everywhere, len(chunks))
    whole = " ".join([*first, *heads])[:_LONGEST]
    return [SectionSummary(title, whole, chunks[0].index, chunks[-1].index), *parts]


class SummaryStep:
    """Summarises one document per `step`."""

    def __init__(
        self, database: Database, store: DocumentStore, embedder: Embedder, gate: Gate, index_name: str
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._gate = gate
        self._summaries = SummaryRepository(database)
        self._made_with = f"{_VERSION}.{index_name}"
        self._waiting: list[str] = []

    def next(self) -> str | None:
        """A document that waits for its summaries."""
        if not self._waiting:
            self._waiting = self._summaries.waiting(self._made_with, _LOOKED)
        return self._waiting.pop(0) if self._waiting else None

    def step(self, document_id: str, cancel: CancelToken) -> Iterator[Event]:
        """Summarise one document. One that cannot be is kept without summaries, and not tried again.

        Raises:
            core.errors.KnownError: the embedder failed, or the library cannot be written.
            core.cancel.Cancelled, Paused: nothing is kept.
        """
        document = self._store.documents.get(document_id)
        if document is None:
            return
        found: list[SectionSummary] = []
        try:
            chunks = self._store.chunks.of_document(document_id)
            for one in summarised(document.title or document.filename, chunks):
                found.append(self._embedded(one, cancel))
        except (KnownError, Cancelled, Paused):
            raise
        except Exception:
            log.exception("%s could not be summarised", document.path)
            found = []
        self._summaries.keep(document_id, self._made_with, document.chunk_count, found)
        yield from ()

    def _embedded(self, one: SectionSummary, cancel: CancelToken) -> SectionSummary:
        self._gate.give_way(cancel)
        vector = np.asarray(self._embedder.embed([f"{one.title}\n{one.summary}"])[0], dtype=np.float16)
        return SectionSummary(one.title, one.summary, one.first_chunk, one.last_chunk, vector.tobytes())


def _sections(chunks: Sequence[Chunk]) -> list[list[Chunk]]:
    """Runs of chunks under one heading; short ones belong to what stands before them."""
    runs: list[tuple[str, list[Chunk]]] = []
    for chunk in chunks:
        path = _path(chunk)
        if runs and runs[-1][0] == path and len(runs[-1][1]) < _MOST_CHUNKS:
            runs[-1][1].append(chunk)
        else:
            runs.append((path, [chunk]))
    sections: list[list[Chunk]] = []
    for _, run in runs:
        if sections and len(run) < _LEAST_CHUNKS and len(sections[-1]) < _MOST_CHUNKS:
            sections[-1] += run
        else:
            sections.append(list(run))
    return sections


def _path(chunk: Chunk) -> str:
    """Title and outer headings, as they stand before the chunk."""
    return " · ".join(chunk.context.split("\n")[: 1 + _HEADINGS])


def _summary(section: Sequence[Chunk], everywhere: Counter[str], count: int, title: str) -> SectionSummary:
    heads = [line for chunk in section for line in chunk.context.split("\n")[1:] if line.strip()]
    told = [*dict.fromkeys(heads)][:_NO_HEADINGS]
    sentences = _best_sentences(section, everywhere, count)
    text = " ".join([*told, *sentences])[:_LONGEST]
    return SectionSummary(_path(section[0]) or title, text, section[0].index, section[-1].index)


def _best_sentences(section: Sequence[Chunk], everywhere: Counter[str], count: int) -> list[str]:
    """Those with the most of the words in which the section differs from its document, in their order."""
    texts = [chunk.text for chunk in section]
    found = {one_line(text[span.start : span.end]): None for text in texts for span in split_sentences(text)}
    sentences = list(found)
    scores = telling_scores(sentences, texts, everywhere, count)
    fit = [place for place, sentence in enumerate(sentences) if is_of_length(sentence)]
    best = sorted(fit, key=lambda place: -scores[place])[:_SENTENCES]
    return [sentences[place] for place in sorted(best)]
