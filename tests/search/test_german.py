"""German end to end: a document's language reaches its keywords, a question's words reach the document."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.search.ranking import RetrievalOptions
from core.search.retriever import HybridRetriever
from tests.library_kit import Library, make_pdf, open_library

LEASE = (
    "Der Vertrag kann von beiden Parteien mit einer Frist von drei Monaten zum Ende eines Quartals gekündigt "
    "werden. Die Häuser werden durch den Vermieter versichert. Die Schlüssel sind bei Auszug zurückzugeben. "
) + "Weitere Vereinbarungen zwischen den Parteien bestehen nicht und bedürfen der Schriftform. " * 8
PUMP = "The warranty of the pump is 36 months. The housing must be kept closed while it runs. " * 8


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("german")
    library = open_library(folder / "home")
    library.ingest(make_pdf(folder / "lease.pdf", [LEASE]), make_pdf(folder / "pump.pdf", [PUMP]))
    yield library
    library.close()


def test_each_document_has_the_rules_of_its_language(opened: Library) -> None:
    languages = {document.filename: document.language for document in opened.documents.all()}
    assert languages == {"lease.pdf": "de", "pump.pdf": "en"}


@pytest.mark.parametrize("question", ["Haus", "Verträgen", "Schluessel", "Kann der Vertraege kuendigen?"])
def test_other_forms_of_a_word_find_it_by_keyword(opened: Library, question: str) -> None:
    retriever = HybridRetriever(opened.database, opened.index, opened.embedder)
    hits = retriever.search(question, limit=3).hits
    found = [hit.filename for hit in hits if hit.keyword_rank is not None]
    assert found == ["lease.pdf"]


def test_english_questions_are_stemmed_as_before(opened: Library) -> None:
    retriever = HybridRetriever(opened.database, opened.index, opened.embedder)
    best = retriever.search("warranties of pumps", limit=1).hits[0]
    assert (best.filename, best.keyword_rank) == ("pump.pdf", 1)


@pytest.mark.parametrize(
    ("question", "languages", "weight"),
    [
        ("Wie ist das mit dem Motor und der Pumpe?", ("en",), 0.1),
        ("Wie ist das mit dem Motor und der Pumpe?", ("en", "de"), 1.0),
        ("What about the owner of the flat?", ("en",), 1.0),
    ],
)
def test_vectors_count_for_little_in_a_language_the_embedder_does_not_know(
    opened: Library, question: str, languages: tuple[str, ...], weight: float
) -> None:
    options = RetrievalOptions(
        rerank=False, routing=False, roles=False, expansion=False, embedder_languages=languages
    )
    retriever = HybridRetriever(opened.database, opened.index, opened.embedder, options=options)
    hits = retriever.search(question, limit=10).hits
    only_dense = [hit for hit in hits if hit.keyword_rank is None and hit.dense_rank is not None]
    assert only_dense
    for hit in only_dense:
        assert hit.fused_score == pytest.approx(weight / (60 + (hit.dense_rank or 0)))
