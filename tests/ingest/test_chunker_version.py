"""A change of what chunks are must be told: libraries are cut anew only when `CHUNKER_VERSION` rises."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from core.ingest.parsing.cutting import page_names
from core.ingest.readers.pdf import PdfReader
from core.ingest.structure.chunking import CHUNKER_VERSION, Chunker
from core.ingest.structure.document_facts import find_facts, told_title
from core.ingest.structure.structure import find_structure
from core.search.concepts import load_concepts
from core.settings import ChunkingSettings
from core.system.paths import resources

# Version and digest of the sample documents' chunks: change both together, never the digest alone.
EXPECTED = (9, "3f3f63aca6ca3ac3")


def words_of(texts: list[str]) -> list[int]:
    return [len(text.split()) for text in texts]


def digest_of(files: list[Path]) -> str:
    digest = hashlib.sha256()
    for path in files:
        document = PdfReader().open(path)
        pages = list(document.pages())
        facts = find_facts(path.name, document.title, pages)
        title = told_title(document.title, facts)
        chunker = Chunker(words_of, ChunkingSettings(tokens=60, overlap_tokens=10))
        structure = find_structure(pages, document.outline)
        for chunk in chunker.chunks(path.name, title, pages, structure, page_names(facts, load_concepts())):
            digest.update(f"{chunk.spans}|{chunk.context}\n".encode())
        document.close()
    return digest.hexdigest()[:16]


@pytest.mark.slow
def test_other_chunks_have_another_version() -> None:
    files = sorted((resources() / "samples").glob("*.pdf"))
    assert (CHUNKER_VERSION, digest_of(files)) == EXPECTED, (
        "Chunks have changed: raise CHUNKER_VERSION, then write the new digest here."
    )
