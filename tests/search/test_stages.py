"""What each stage of a search is for: over small documents, right with the stage and wrong without it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.search.ranking import RetrievalOptions
from core.search.retriever import HybridRetriever
from core.types import SearchHit
from tests.cases import Case, cases
from tests.library_kit import Library, make_pdf, open_library

STAGES = cases("stages")


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    opened = open_library(tmp_path / "home")
    yield opened
    opened.close()


def searching(library: Library, folder: Path, files: Mapping[str, Any], **parts: Any) -> HybridRetriever:
    """Takes in texts (as .txt) and lists of pages (as .pdf)."""
    paths = [folder / name for name in files]
    for path, content in zip(paths, files.values(), strict=True):
        if isinstance(content, str):
            path.write_text(content, encoding="utf-8")
        else:
            make_pdf(path, content)
    library.ingest(*paths)
    return HybridRetriever(library.database, library.index, library.embedder, **parts)


# What a case may expect of the hits.
CHECKS: dict[str, Callable[[Sequence[SearchHit], Any], bool]] = {
    "first": lambda hits, name: hits[0].filename == name,
    "not_first": lambda hits, name: hits[0].filename != name,
    "among": lambda hits, name: name in files_of(hits),
    "not_among": lambda hits, name: name not in files_of(hits),
    "come_first": lambda hits, names: sorted(files_of(hits)[: len(names)]) == names,
    "files": lambda hits, names: files_of(hits) == names,
    "page": lambda hits, page: hits[0].page == page,
    "not_page": lambda hits, page: hits[0].page != page,
}


def files_of(hits: Sequence[SearchHit]) -> list[str]:
    return [hit.filename for hit in hits]


@pytest.mark.parametrize("case", STAGES, ids=lambda case: case.id)
def test_a_stage_of_the_search(case: Case, library: Library, tmp_path: Path) -> None:
    retriever = searching(library, tmp_path, case.given["files"])
    for asked in case.expected:
        options = dict(asked.get("given", {}))
        limit, phrasings = options.pop("limit", 5), options.pop("phrasings", ())
        chosen = retriever.with_options(replace(RetrievalOptions(), **options))
        hits = chosen.search(asked["question"], limit=limit, phrasings=phrasings).hits
        for name in asked.keys() - {"question", "given"}:
            assert CHECKS[name](hits, asked[name]), (asked, files_of(hits))


def test_a_hit_leads_to_the_page_on_which_the_words_stand(library: Library, tmp_path: Path) -> None:
    long = "The house stands in a quiet street near the park and was built a century ago."
    retriever = searching(library, tmp_path, {"house.pdf": [long, "Dogs are not allowed."]})
    (hit,) = retriever.search("Are dogs allowed?", limit=5).hits
    assert (hit.chunk.first_page, hit.chunk.last_page, hit.page) == (1, 2, 2)
    assert hit.place.page == 2
    assert retriever.search("When was it built, a century ago?", limit=5).hits[0].page == 1


def test_a_file_with_a_common_word_for_its_name_is_not_meant_by_every_such_word(
    library: Library, tmp_path: Path
) -> None:
    files = {
        f"hall {number}.txt": f"Hall {number} has a pump. The pump of hall {number} weighs {number}0 kg."
        for number in range(1, 6)
    }
    files["pump.txt"] = "Everybody brings a cake to the summer party."
    files["sedlak.txt"] = "The flat is let for 700 euros. The notice period is three months."
    retriever = searching(library, tmp_path, files)
    about_pumps = retriever.search("What does the pump of hall 3 weigh?", limit=1)
    assert (files_of(about_pumps.hits), "route" in about_pumps.milliseconds) == (["hall 3.txt"], False)
    about_somebody = retriever.search("what does sedlak pay?", limit=1)
    assert (files_of(about_somebody.hits), "route" in about_somebody.milliseconds) == (["sedlak.txt"], True)


class OneSided:
    """A cross-encoder that likes one document only."""

    def scores(self, query: str, passages: Sequence[str]) -> list[float]:
        return [float("8400" in passage or "bottles" in passage) for passage in passages]


def test_a_cross_encoder_does_not_undo_a_comparison(library: Library, tmp_path: Path) -> None:
    (compared,) = [case for case in STAGES if case.id == "all documents that are compared come first"]
    retriever = searching(library, tmp_path, compared.given["files"], cross_encoder=OneSided())
    hits = retriever.search("Compare the deposit of Acme in 2019 and 2023", limit=5).hits
    assert set(files_of(hits)[:2]) == {"lease Acme 2019.txt", "lease Acme 2023.txt"}
