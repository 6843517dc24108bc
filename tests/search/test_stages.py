"""What each stage of a search is for: over small documents, right with the stage and wrong without it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from core.search.ranking import RetrievalOptions
from core.search.retriever import HybridRetriever
from core.types import SearchHit
from tests.library_kit import Library, make_pdf, open_library

Search = Callable[..., list[SearchHit]]
Pages = Sequence[str | Sequence[tuple[float, float, float, str]]]


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    opened = open_library(tmp_path / "home")
    yield opened
    opened.close()


def search_in(library: Library, folder: Path, files: Mapping[str, str | Pages]) -> Search:
    """Takes in texts (as .txt) and lists of pages (as .pdf); gives a search of them, stages as keywords."""
    paths = []
    for name, content in files.items():
        path = folder / name
        if isinstance(content, str):
            path.write_text(content, encoding="utf-8")
        else:
            make_pdf(path, content)
        paths.append(path)
    library.ingest(*paths)
    retriever = HybridRetriever(library.database, library.index, library.embedder)

    def search(
        question: str, *, limit: int = 5, phrasings: Sequence[str] = (), **options: bool | float
    ) -> list[SearchHit]:
        chosen = retriever.with_options(replace(RetrievalOptions(), **options))  # type: ignore[arg-type]
        return list(chosen.search(question, limit=limit, phrasings=phrasings).hits)

    return search


def files_of(hits: Sequence[SearchHit]) -> list[str]:
    return [hit.filename for hit in hits]


def test_a_document_is_found_by_a_name_that_is_spelled_nearly_so(library: Library, tmp_path: Path) -> None:
    others = {
        f"{name}.txt": f"The deposit that {name} has to pay: it is {place}00 euros. Who pays? {name}."
        for place, name in enumerate(("Falkenau", "Ostermoor", "Birkenhof", "Lindacker", "Seewald"), 1)
    }
    lease = "What is left with the landlord is a deposit of 900 euros, to be paid before the keys are given."
    search = search_in(library, tmp_path, {**others, "Nordwind.txt": lease})
    question = "Which deposit has Nordwnd to pay?"
    assert files_of(search(question))[0] == "Nordwind.txt"
    assert files_of(search(question, routing=False))[0] != "Nordwind.txt"


ROWS = (
    "Net sales 812.4 700.1",
    "Cost of goods sold (401.2) (366.0)",
    "Gross profit 411.2 334.1",
    "Administrative expenses (210.3) (190.7)",
    "Operating profit 200.9 143.4",
    "Interest expense (44.1) (40.2)",
    "Profit before tax 156.8 103.2",
    "Income tax (31.0) (22.7)",
    "Net income 125.8 80.5",
    "Basic earnings per share 12.4 11.0",
)
STATEMENT = [
    (72.0, 80.0, 16.0, "Consolidated income statement"),
    *((72.0, 120.0 + 20 * place, 10.0, row) for place, row in enumerate(ROWS)),
]


def test_a_figure_is_looked_for_where_such_figures_stand(library: Library, tmp_path: Path) -> None:
    talk = [
        f"{subject}: the revenue of Kestrel was what it was. What was the revenue of {subject}? " * 4
        for subject in ("Ships", "Trains", "Roads")
    ]
    report: Pages = [talk[0], talk[1], STATEMENT, talk[2]]
    search = search_in(library, tmp_path, {"Kestrel report 2021.pdf": report})
    question = "What was the revenue of Kestrel in 2021?"
    assert search(question)[0].page == 3
    assert search(question, roles=False)[0].page != 3
    assert search("How is the revenue of Kestrel recognized?")[0].page != 3


NO_FIGURES = {
    "Why did the net income of Kestrel fall?": (
        "The net income of Kestrel fell because the harbour was closed for repairs in the spring."
    ),
    "How does Kestrel recognise revenue?": (
        "Kestrel recognises revenue at the moment when a ship leaves the yard with its new owner."
    ),
    "Who audits the income statement of Kestrel?": (
        "The income statement of Kestrel is audited by Falkenau and Partners of Husum, as in the past."
    ),
    "Which policy applies to the interest expense of Kestrel?": (
        "The policy of Kestrel for interest expense is that nothing is borrowed from private lenders."
    ),
    "Explain what drove the operating profit of Kestrel in 2021.": (
        "The operating profit of Kestrel was driven by the sale of two tugs, which nobody had expected."
    ),
    "Where can I read about the income tax of Kestrel?": (
        "To read about the income tax of Kestrel, ask for the letter of the tax office, kept in the safe."
    ),
}


def test_a_statement_does_not_come_before_the_text_that_answers_why_who_or_how(
    library: Library, tmp_path: Path
) -> None:
    filler = "The yard lies at the river and has three docks of different size. " * 6
    texts = [f"{answer} {filler}" for answer in NO_FIGURES.values()]
    report: Pages = [STATEMENT, *texts]
    search = search_in(library, tmp_path, {"Kestrel report 2021.pdf": report, "other.pdf": [filler]})
    for page, question in enumerate(NO_FIGURES, 2):
        assert search(question)[0].page == page, question
    assert search("What was the net income of Kestrel in 2021?")[0].page == 1


def test_other_words_for_a_thing_find_it(library: Library, tmp_path: Path) -> None:
    others = {f"note {n}.txt": f"Kestrel has a new canteen, number {n}." for n in range(12)}
    plans = (
        "In the year that Kestrel calls its best, purchases of property, plant and equipment were 52 million."
    )
    search = search_in(library, tmp_path, {**others, "plans.txt": plans})
    question = "What was the CapEx of Kestrel?"
    assert "plans.txt" in files_of(search(question, limit=8, dense=False))
    assert "plans.txt" not in files_of(search(question, limit=8, dense=False, expansion=False))


def test_a_phrase_is_found_among_many_with_the_same_words(library: Library, tmp_path: Path) -> None:
    words = ["right", "of", "first", "refusal", "on", "shares"]
    notes: dict[str, str | Pages] = {}
    for number in range(70):
        mixed = random.Random(number).sample(words, len(words))
        notes[f"note {number}.txt"] = f"Note: {' '.join(mixed)} {' '.join(reversed(mixed))}."
    agreement = "Each partner has a right of first refusal on shares. " + "The partners meet in spring. " * 5
    search = search_in(library, tmp_path, {**notes, "agreement.txt": agreement})
    for question in ('Who has a "right of first refusal on shares"?', "right of first refusal on shares"):
        assert files_of(search(question))[0] == "agreement.txt"
        assert "agreement.txt" not in files_of(search(question, limit=8, exact=False))


def test_a_number_is_found_as_a_whole_however_it_is_written(library: Library, tmp_path: Path) -> None:
    invoices: dict[str, str | Pages] = {
        f"bill {number}.txt": f"Invoice RE-2023-{number} of 1 August 2023 over {number}4.000 euros for goods."
        for number in (11, 12, 10, 1, 13, 21)
    }
    search = search_in(
        library, tmp_path, {**invoices, "contract.txt": "The yearly fee is EUR 36.000 in all."}
    )
    assert files_of(search("RE-2023-1"))[0] == "bill 1.txt"
    assert files_of(search("invoice re 2023/1"))[0] == "bill 1.txt"
    assert files_of(search("36,000"))[0] == "contract.txt"


def test_a_date_is_found_however_it_is_written(library: Library, tmp_path: Path) -> None:
    days = ("08.05.2023", "09.05.2023", "18.05.2023", "08.06.2023")
    search = search_in(
        library,
        tmp_path,
        {f"Beleg {place}.txt": f"Rechnung vom {day} über Waren." for place, day in enumerate(days)},
    )
    for question in ("Rechnung vom 8. Mai 2023", "invoice of May 8, 2023", "2023-05-08"):
        assert files_of(search(question))[0] == "Beleg 0.txt"


def test_what_is_said_of_the_answer_finds_nothing(library: Library, tmp_path: Path) -> None:
    search = search_in(
        library,
        tmp_path,
        {
            "style.txt": "State the result in millions. Round the answer to one decimal place.",
            "lease.txt": "The rent of the hall, of the yard and of the small shed behind them is 3.2 in all.",
        },
    )
    question = "What is the rent? State the result in millions. Round the answer to one decimal place."
    assert files_of(search(question))[0] == "lease.txt"
    assert files_of(search(question, instructions=False))[0] == "style.txt"


def test_another_phrasing_finds_what_the_question_does_not(library: Library, tmp_path: Path) -> None:
    texts = {
        "canteen.txt": "The canteen opens at noon.",
        "rules.txt": "Termination needs ninety days of notice.",
    }
    search = search_in(library, tmp_path, texts)
    question = "How early may I leave?"
    assert search(question, dense=False) == []
    found = search(question, dense=False, phrasings=["termination notice", "ninety days for termination"])
    assert files_of(found) == ["rules.txt"]


def test_a_hit_leads_to_the_page_on_which_the_words_stand(library: Library, tmp_path: Path) -> None:
    long = "The house stands in a quiet street near the park and was built a century ago."
    search = search_in(library, tmp_path, {"house.pdf": [long, "Dogs are not allowed."]})
    (hit,) = search("Are dogs allowed?")
    assert (hit.chunk.first_page, hit.chunk.last_page, hit.page) == (1, 2, 2)
    assert hit.place is not None
    assert hit.place.page == 2
    assert search("When was it built, a century ago?")[0].page == 1


def test_a_file_with_a_common_word_for_its_name_is_not_meant_by_every_such_word(
    library: Library, tmp_path: Path
) -> None:
    files: dict[str, str | Pages] = {
        f"hall {number}.txt": f"Hall {number} has a pump. The pump of hall {number} weighs {number}0 kg."
        for number in range(1, 6)
    }
    files["pump.txt"] = "Everybody brings a cake to the summer party."
    files["sedlak.txt"] = "The flat is let for 700 euros. The notice period is three months."
    search_in(library, tmp_path, files)
    retriever = HybridRetriever(library.database, library.index, library.embedder)

    about_pumps = retriever.search("What does the pump of hall 3 weigh?", limit=1)
    assert about_pumps.hits[0].filename == "hall 3.txt"
    assert "route" not in about_pumps.milliseconds
    about_somebody = retriever.search("what does sedlak pay?", limit=1)
    assert about_somebody.hits[0].filename == "sedlak.txt"
    assert "route" in about_somebody.milliseconds


LEASES: dict[str, str | Pages] = {
    f"lease Acme {year}.txt": f"Lease of the hall to Acme. The deposit is {sum_}. Notice: {months} months."
    for year, sum_, months in ((2019, 8400, 3), (2021, 9300, 4), (2023, 10200, 6))
}
OTHERS: dict[str, str | Pages] = {
    f"memo {number}.txt": f"Minutes of meeting {number}: the deposit of bottles was returned."
    for number in range(4)
}


def test_all_documents_that_are_compared_come_first(library: Library, tmp_path: Path) -> None:
    search = search_in(library, tmp_path, {**LEASES, **OTHERS})
    asked = "Compare the deposit of Acme in 2019 and 2023"
    assert set(files_of(search(asked))[:2]) == {"lease Acme 2019.txt", "lease Acme 2023.txt"}
    span = "the deposit of Acme 2019-2023"
    assert set(files_of(search(span))[:3]) == set(LEASES)


class OneSided:
    """A cross-encoder that likes one document only."""

    def scores(self, query: str, passages: Sequence[str]) -> list[float]:
        return [float("8400" in passage or "bottles" in passage) for passage in passages]


def test_a_cross_encoder_does_not_undo_a_comparison(library: Library, tmp_path: Path) -> None:
    search_in(library, tmp_path, {**LEASES, **OTHERS})
    retriever = HybridRetriever(library.database, library.index, library.embedder, cross_encoder=OneSided())
    hits = retriever.search("Compare the deposit of Acme in 2019 and 2023", limit=5).hits
    assert set(files_of(hits)[:2]) == {"lease Acme 2019.txt", "lease Acme 2023.txt"}


def test_the_latest_of_several_documents_comes_first(library: Library, tmp_path: Path) -> None:
    search = search_in(library, tmp_path, {**LEASES, **OTHERS})
    question = "What deposit does Acme pay by the latest lease?"
    assert files_of(search(question))[0] == "lease Acme 2023.txt"
    assert files_of(search(question, routing=False))[0] != "lease Acme 2023.txt"


def test_a_year_or_a_kind_alone_hides_nothing(library: Library, tmp_path: Path) -> None:
    lift = "The lift costs 1,140 euros a year. The motor must cool down for 30 minutes."
    search = search_in(library, tmp_path, {**LEASES, **OTHERS, "lift service.txt": lift})
    for question in ("What does the lift cost in 2023?", "How many minutes must the motor cool down?"):
        assert files_of(search(question))[0] == "lift service.txt"
