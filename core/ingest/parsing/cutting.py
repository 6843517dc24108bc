"""The order `cut` of the parser process: from the texts and lines of all pages to chunks. Child process only.

It never needs the file, so that a document can be cut again from the library: after its pages were checked,
after text was recognised, and by a newer chunker.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from core.ingest.parsing.parsed import cut_pages_from, outline_from, pack_chunks
from core.ingest.structure.chunking import Chunker
from core.ingest.structure.document_facts import find_facts, told_title
from core.ingest.structure.document_language import detect_language
from core.ingest.structure.line_ends import line_end_hyphens
from core.ingest.structure.structure import find_structure
from core.ingest.structure.token_count import TokenizerCounter
from core.procs.channel import Channel, Request
from core.search.concepts import Concepts, load_concepts
from core.settings import ChunkingSettings
from core.store.facts import DocumentFacts, pack_facts

_BATCH_CHUNKS = 500
_ANY_TEXT = "Which language a text is written in is told by a model that takes a moment to load."


class Cutter:
    """Cuts documents."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel

    def cut(self, request: Request) -> None:
        """Answer one order `cut` (see `core.ingest.parsing.document_worker`)."""
        order = request.payload
        counter = token_counter(order["tokenizer"])
        pages = cut_pages_from(order["pages"], request.blob)
        self._channel.check()
        structure = find_structure(pages, outline_from(order["outline"]))
        self._channel.check()
        sizes = ChunkingSettings(tokens=order["tokens"], overlap_tokens=order["overlap_tokens"])
        concepts = load_concepts(Path(order["concepts"]) if order["concepts"] else None)
        hyphens = line_end_hyphens(pages, structure, counter)
        facts = find_facts(order["filename"], order["title"], pages, concepts)
        self._channel.check()
        title = told_title(order["title"], facts)
        chunks = Chunker(counter, sizes).chunks(
            order["content_hash"], title, pages, structure, page_names(facts, concepts)
        )
        for start in range(0, len(chunks), _BATCH_CHUNKS):
            self._channel.reply("chunks", pack_chunks(chunks[start : start + _BATCH_CHUNKS]))
        language = detect_language("\n".join(page.text for page in pages))
        self._channel.done({"language": language, "facts": pack_facts(facts), "hyphens": hyphens})

    def warm(self, order: dict[str, Any]) -> None:
        """Load tokenizer and language model before they are needed."""
        token_counter(order["tokenizer"])
        detect_language(_ANY_TEXT)


@cache
def token_counter(folder: str) -> TokenizerCounter:
    """Loaded once a process: half a second of processor time."""
    return TokenizerCounter(Path(folder))


def page_names(facts: DocumentFacts, concepts: Concepts) -> dict[int, str]:
    """What the pages that have a role are called, by their number."""
    roles = concepts.roles
    names: dict[int, str] = {}
    for key, pages in facts.roles.items():
        if key in roles:
            for page in pages:
                known = names.get(page.number)
                names[page.number] = f"{known}, {roles[key].name}" if known else roles[key].name
    return names
