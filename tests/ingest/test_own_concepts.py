"""A user's own `concepts.toml` shapes what is read, and a library is cut anew when it changes."""

from __future__ import annotations

from pathlib import Path

from core.ingest.structure.chunking import chunker_fingerprint
from core.settings import ChunkingSettings
from core.store.facts import facts_of
from tests.library_kit import make_pdf, open_library

OWN = """
[roles.cargo_manifest]
name = "cargo manifest"
headings = ["cargo manifest"]
[roles.cargo_manifest.rows]
en = [["container"], ["gross weight"], ["seal number"]]

[kinds]
manifest = ["cargo manifest"]
"""
PAGE = """Cargo manifest
Container 12 14
Gross weight 24,100 22,900
Seal number 88 91
Container 13 15
Gross weight 24,100 21,900
Seal number 81 92"""


def test_roles_and_kinds_of_the_user_are_found_on_pages(tmp_path: Path) -> None:
    paper = make_pdf(tmp_path / "scan0001.pdf", [PAGE])
    for name, own in (("plain", ""), ("own", OWN)):
        home = tmp_path / name
        home.mkdir()
        if own:
            (home / "concepts.toml").write_text(own, encoding="utf-8")
        library = open_library(home)
        library.ingest(paper)
        row = library.database.query_one("SELECT facts FROM documents")
        contexts = [row["context"] for row in library.database.query("SELECT context FROM chunks")]
        library.close()
        assert row is not None
        facts = facts_of(row["facts"])
        assert (facts.kind, list(facts.roles)) == (("manifest", ["cargo_manifest"]) if own else ("", []))
        assert any("cargo manifest" in context for context in contexts) == bool(own)


def test_other_roles_make_another_index(tmp_path: Path) -> None:
    library = open_library(tmp_path)
    library.close()
    own, tokenizer = tmp_path / "own.toml", tmp_path / "tokenizer"
    own.write_text(OWN, encoding="utf-8")
    words = tmp_path / "words.toml"
    words.write_text('[[concepts]]\nterms = ["ETA", "time of arrival"]\n', encoding="utf-8")
    plain = chunker_fingerprint(ChunkingSettings(), tokenizer)
    assert chunker_fingerprint(ChunkingSettings(), tokenizer, own) != plain
    assert chunker_fingerprint(ChunkingSettings(), tokenizer, words) == plain
    assert chunker_fingerprint(ChunkingSettings(), tokenizer, tmp_path / "missing.toml") == plain
