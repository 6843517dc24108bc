"""Contracts in a real library, with what searches their texts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from core.cancel import CancelToken
from core.corpus.tools import LibraryTools
from core.engine.field_library import StoredFieldLibrary
from core.engine.modes import library_tools
from core.search.retriever import HybridRetriever
from tests.library_kit import Library, make_pdf, open_library

# (file, the other party, the day it was signed, its clauses)
CONTRACTS = (
    (
        "north",
        "Acme GmbH",
        "3 May 2021",
        "Either party may terminate this agreement with ninety days of notice.",
    ),
    (
        "south",
        "Acme GmbH",
        "9 July 2023",
        "This agreement may be terminated by written notice of thirty days at the end of a quarter.",
    ),
    (
        "east",
        "Borealis AG",
        "2 February 2023",
        "Disputes are settled by arbitration in Geneva under the Swiss rules.",
    ),
    (
        "west",
        "Cedar Ltd",
        "5 March 2024",
        "The goods are delivered to the warehouse in Leeds on the first Monday of a month.",
    ),
)


@dataclass(frozen=True, slots=True)
class Contracts:
    """The library, its retriever, and its tools for a selection."""

    library: Library
    retriever: HybridRetriever

    def tools(self, cancel: CancelToken | None = None, selection: list[str] | None = None) -> LibraryTools:
        fields = StoredFieldLibrary(self.library.database, selection)
        return library_tools(fields, self.retriever, cancel or CancelToken())

    def document_id(self, name: str) -> str:
        [row] = self.library.database.query(
            "SELECT document_id FROM documents WHERE filename = ?", (f"{name}.pdf",)
        )
        return str(row["document_id"])


@pytest.fixture(scope="package")
def contracts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Contracts]:
    folder = tmp_path_factory.mktemp("contracts")
    opened = open_library(folder / "home", files=True)
    paths = []
    for name, party, signed, clause in CONTRACTS:
        lines = [
            (50.0, 60.0, 16.0, "Framework Agreement"),
            (50.0, 90.0, 10.0, "between Denton Pumps Ltd, Leeds"),
            (50.0, 105.0, 10.0, f"and {party}, Berlin"),
            (50.0, 135.0, 10.0, f"Signed on: {signed}"),
            (50.0, 180.0, 10.0, "Section 1. The supplier delivers pumps and seals to the customer."),
            (50.0, 210.0, 10.0, f"Section 2. {clause}"),
            (50.0, 240.0, 10.0, "Section 3. Changes of this contract must be made in writing."),
        ]
        paths.append(make_pdf(folder / f"{name}.pdf", [lines]))
    opened.ingest(*paths)
    yield Contracts(opened, HybridRetriever(opened.database, opened.index, opened.embedder))
    opened.close()
