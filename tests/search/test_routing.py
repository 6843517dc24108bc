"""Which documents, pages and words a question means; and that a wrong guess never hides the answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

from core.errors import UsageError
from core.search.concepts import Concepts, load_concepts
from core.search.ranking import RetrievalOptions
from core.search.registry import DocumentRegistry, Registry
from core.search.rerank import Candidate, beside, rerank, spread
from core.search.retriever import HybridRetriever
from core.search.understanding import Understood, understand
from core.store.facts import DocumentFacts, facts_text
from core.types import Chunk, Document, DocumentStatus, SearchHit
from tests.cases import score_rules
from tests.library_kit import Library, make_pdf, open_library, prose

FILES = {
    "GENERALMILLS_2021_10K.pdf": DocumentFacts(names=("General Mills, Inc.",)),
    "GENERALMILLS_2022_10K.pdf": DocumentFacts(names=("General Mills, Inc.",)),
    "JOHNSON_JOHNSON_2022_10K.pdf": DocumentFacts(names=("Johnson & Johnson", "JNJ")),
    "scan0003.pdf": DocumentFacts(
        names=("Lindenhof Verwaltungs GmbH",),
        years=(2019,),
        kind="contract",
        abbreviations={"BKV": "Betriebskostenvorauszahlung"},
    ),
    "B-120 manual.pdf": DocumentFacts(kind="manual"),
    "Nordwind_2023Q2_10Q.pdf": DocumentFacts(),
}


@pytest.fixture(scope="module")
def concepts() -> Concepts:
    return load_concepts()


def register(library: Library, files: Mapping[str, DocumentFacts]) -> list[str]:
    ids = [f"00000000-0000-5000-8000-{number:012}" for number in range(1, len(files) + 1)]
    for name, (filename, facts) in zip(ids, files.items(), strict=True):
        library.documents.add(
            Document(name, f"hash{name}", f"/d/{filename}", filename, "", 1, 1, DocumentStatus.INDEXED)
        )
        library.documents.set_cut(name, chunk_count=0, language="en", facts=facts_text(facts))
    return ids


@pytest.fixture(scope="module")
def registered(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    library = open_library(tmp_path_factory.mktemp("registry") / "home")
    register(library, FILES)
    yield library
    library.close()


def test_which_documents_and_pages_a_question_or_a_name_means(
    registered: Library, concepts: Concepts
) -> None:
    """Names are resolved exactly, then nearly, then by a part; a kind or a year alone means no document.

    Within the documents of a name it is not searched for; pages with a role are looked at for figures only.
    """
    registry = DocumentRegistry(registered.database, concepts).current()

    def asked(question: str) -> Understood:
        return understand(question, concepts, registry)

    def files(document_ids: Iterable[str]) -> list[str]:
        return sorted(registry.documents[name].filename for name in document_ids)

    rules = {
        "documents": lambda question: files(route.document_ids) if (route := asked(question).route) else [],
        "unnamed": lambda question: asked(question).unnamed,
        "resolved": lambda name: files(registry.resolve(name)),
        "groups": lambda question: [files(group) for group in asked(question).groups],
        "roles": lambda question: asked(question).roles,
    }
    score_rules("routes", rules)


def test_the_registry_follows_the_library(registered: Library, concepts: Concepts) -> None:
    registry = DocumentRegistry(registered.database, concepts)
    before = registry.current()
    assert registry.current() is before
    name = "00000000-0000-5000-8000-000000000005"

    def rename(filename: str) -> None:
        registered.database.execute(
            "UPDATE documents SET path = ?, filename = ? WHERE document_id = ?",
            (f"/d/{filename}", filename, name),
        )

    rename("Kestrel guide.pdf")
    try:
        now = registry.current()
        assert now is not before
        assert [match.document_ids for match in now.names_in("the Kestrel warranty")] == [frozenset({name})]
    finally:
        rename("B-120 manual.pdf")


def test_other_words_come_from_the_users_file_and_from_the_documents(
    registered: Library, concepts: Concepts, tmp_path: Path
) -> None:
    registry = DocumentRegistry(registered.database, concepts).current()
    asked = understand("What were COGS and SG&A?", concepts, registry)
    assert asked.expansions == (), "the embedder knows them"
    assert asked.roles == ("income_statement",)
    own = tmp_path / "concepts.toml"
    own.write_text('[[concepts]]\nterms = ["COGS", "what we paid for it"]\n', encoding="utf-8")
    of_user = load_concepts(own)
    assert understand("What were COGS and SG&A?", of_user, registry).expansions == ("what we paid for it",)
    assert "Betriebskostenvorauszahlung" in understand("Wie hoch ist die BKV?", concepts, registry).expansions
    back = understand("Wie hoch ist die Betriebskostenvorauszahlung?", concepts, registry)
    assert "BKV" in back.expansions
    assert understand("What does the pump weigh?", concepts, registry).expansions == ()


def test_an_abbreviation_stands_for_what_its_documents_mean(tmp_path: Path, concepts: Concepts) -> None:
    library = open_library(tmp_path / "home")
    explained = {
        "Falkenau": "annual recurring revenue",
        "Seewald": "adverse reaction report",
        "Ostermoor": "Annual Recurring Revenue",
        "Lindacker": None,
    }
    told = [DocumentFacts(abbreviations={"ARR": full} if full else {}) for full in explained.values()]
    seewald = register(
        library, {f"{name} plan.pdf": fact for name, fact in zip(explained, told, strict=True)}
    )[1]
    documents = DocumentRegistry(library.database, concepts)

    def words_for(question: str, *allowed: str) -> tuple[str, ...]:
        return understand(question, concepts, documents.current(), allowed or None).expansions

    assert words_for("What is the ARR?") == ("annual recurring revenue", "adverse reaction report")
    assert words_for("What is the ARR of Seewald?") == ("adverse reaction report",)
    assert words_for("What is the ARR of Lindacker?")[0] == "annual recurring revenue"  # it does not say
    assert words_for("What is the ARR?", seewald) == ("adverse reaction report",)
    assert words_for("an adverse reaction report", seewald) == ("ARR",)
    library.documents.set_cut(seewald, chunk_count=0, language="en", facts=facts_text(DocumentFacts()))
    assert words_for("What is the ARR?") == ("annual recurring revenue",)
    library.close()


def test_the_re_ranker_prefers_what_stands_exactly_and_spreads_over_pages(
    registered: Library, concepts: Concepts
) -> None:
    registry = DocumentRegistry(registered.database, concepts).current()
    asked = understand("pressure of valve AB-1234", concepts, registry)
    candidates = [
        Candidate("first", "The pressure of the valve is described below.", "", 0.0300),
        Candidate("same page", "The pressure of a valve may vary.", "", 0.0299),
        Candidate("contents", "Pressure of the valve AB-1234 17", "", 0.0290, is_listing=True),
        Candidate("exact", "Valve AB-1234: pressure 6 bar.", "", 0.0280),
    ]
    pages = {"first": ("d", 1), "same page": ("d", 1), "contents": ("d", 2), "exact": ("d", 9)}
    order = [name for name, _ in spread(rerank(asked, candidates), pages)]
    assert order[0] == "exact"
    assert order.index("same page") == 3
    assert sorted(order) == sorted(pages)


def test_the_best_of_each_document_that_is_compared_comes_first() -> None:
    ranked = [("a", 0.9), ("b", 0.8), ("c", 0.7), ("d", 0.1)]
    pages = {"a": ("one", 1), "b": ("one", 2), "c": ("three", 1), "d": ("two", 1)}
    assert [name for name, _ in spread(ranked, pages)] == ["a", "b", "c", "d"]
    several = spread(ranked, pages, [["two"], ["one"], ["none"]])
    assert [name for name, _ in several] == ["a", "d", "b", "c"]
    assert [score for _, score in several] == sorted((score for _, score in several), reverse=True)


def test_what_another_search_has_found_takes_no_place_of_its_page() -> None:
    pages = {"period": 4, "cover": 1, "exclusions": 4, "claims": 4, "index": 9}
    ranked = [("period", 1.0), ("exclusions", 0.8), ("cover", 0.6), ("claims", 0.5), ("index", 0.2)]
    places = {name: ("d", page) for name, page in pages.items()}
    hits = [
        SearchHit(Chunk(name, "d", 0, (), pages[name], pages[name], ""), "d.pdf", pages[name], 0.5, score, "")
        for name, score in spread(ranked, places, same_page=0.6)
    ]

    def order(known: set[str], same_page: float = 0.6) -> list[tuple[str, float]]:
        found = beside(hits, known, same_page)
        return [(hit.chunk.chunk_id, round(hit.fused_score, 3)) for hit in found]

    plain = [("period", 1.0), ("cover", 0.6), ("exclusions", 0.48), ("index", 0.2), ("claims", 0.18)]
    assert order(set()) == plain
    assert order({"index", "another"}) == plain
    assert order({"period"})[1:4] == [("exclusions", 0.8), ("cover", 0.6), ("claims", 0.3)]
    assert order({"period", "exclusions"})[1:4] == [("exclusions", 0.8), ("cover", 0.6), ("claims", 0.5)]
    assert order({"period"}, same_page=1.0) == plain  # nothing was spread


def test_the_right_year_lifts_a_passage_only_as_far_as_it_is_about_the_question() -> None:
    asked = understand("deposit of the tenant in 2023", load_concepts(), Registry(0))

    def first(*candidates: Candidate) -> str:
        return rerank(asked, candidates)[0][0]

    other = Candidate("other year", "The deposit of the tenant is 500.", "", 0.0300)
    right = Candidate("right year", "The deposit of the tenant is 700.", "", 0.0295, leaning=1.0)
    also = Candidate("other year", "The deposit of the tenant is 500.", "", 0.0300, leaning=1.0)
    beside = Candidate("beside", "Payable within thirty days.", "", 0.0295, leaning=1.0)
    assert first(other, right) == "right year"
    assert first(other, beside) == "other year"
    # Where all documents fit alike, that they fit tells nothing.
    assert rerank(asked, [also, right])[0][1] == pytest.approx(
        rerank(asked, [other, Candidate("right year", "The deposit of the tenant is 700.", "", 0.0295)])[0][1]
    )


def test_words_of_a_question_count_little_where_pages_hold_its_figure() -> None:
    row = Candidate("row", "Net sales 812.4 700.1", "Consolidated statement", 0.0300)
    talk = Candidate("talk", "What was the revenue of ships in 2021? Revenue is revenue.", "", 0.0290)

    def first(question: str) -> str:
        return rerank(understand(question, load_concepts(), Registry(0)), [row, talk])[0][0]

    assert first("What was the revenue of ships in 2021?") == "row"
    assert first("Why did the revenue of ships fall in 2021?") == "talk"


@pytest.fixture(scope="module")
def misleading(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("misleading")
    library = open_library(folder / "home")
    library.ingest(
        make_pdf(
            folder / "Nordwind_2021_10K.pdf",
            [f"Nordwind report. {prose('Nordwind', 20, seed)}" for seed in range(8)],
        ),
        make_pdf(
            folder / "letters.pdf",
            ["The Nordwind ferry sank in the harbour storm of 1911 near Husum. " + prose("sea", 12, 99)],
        ),
        make_pdf(folder / "other.pdf", [prose("pump", 20, seed) for seed in range(100, 104)]),
    )
    yield library
    library.close()


def test_a_wrong_guess_does_not_hide_the_answer(misleading: Library) -> None:
    retriever = HybridRetriever(misleading.database, misleading.index, misleading.embedder)
    result = retriever.search(
        "When did the Nordwind ferry sink in the harbour storm near Husum in 2021?", limit=5
    )
    assert "route" in result.milliseconds  # the guess was made: the report is called so
    assert {hit.filename for hit in result.hits} > {"letters.pdf"}
    without = retriever.with_options(RetrievalOptions(routing=False))
    assert without.search("Nordwind ferry harbour storm Husum", limit=1).hits[0].filename == "letters.pdf"


def test_a_file_of_the_user_adds_concepts_and_a_wrong_one_is_named(tmp_path: Path) -> None:
    own = tmp_path / "concepts.toml"
    own.write_text('[[concepts]]\nterms = ["berth fee", "Liegegebühr"]\n', encoding="utf-8")
    found = load_concepts(own).concepts_in("What is the Liegegebühr?")
    assert found[0].terms == ("berth fee", "Liegegebühr")
    assert load_concepts(own).roles.keys() == load_concepts().roles.keys()
    wrong = tmp_path / "wrong.toml"
    wrong.write_text("[[concepts]]\nparts = 3\n", encoding="utf-8")
    with pytest.raises(UsageError, match=r"wrong\.toml"):
        load_concepts(wrong)
