"""A stored answer is checked anew against a real library: what stands, what was changed, what is gone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.answer.answer_table import table_text
from core.answer.assemble import build_answer
from core.answer.figures.copied_cells import cell_statement, copied_statement
from core.answer.sources import Source, make_source
from core.answer.statements import DraftStatement
from core.events import (
    AnswerReady,
    Event,
    EventStamper,
    GateChecked,
    QuestionRewritten,
    RunFinished,
    RunStarted,
)
from core.published.output import answer_output
from core.runs.recheck import QuoteState, RunCheck, RunChecker, cited_documents
from core.runs.shown_text import text_faults
from core.store.pages import PageRepository
from core.types import Answer, AnswerTable, CitedPlace, Insufficiency, Mode, Span, Statement, StatementStatus
from tests.library_kit import Library, make_pdf, open_library, prose
from tests.published import check_shape

QUESTION = "How long is the warranty of the B-120?"
WARRANTY = "The warranty of the B-120 is 36 months from delivery."
CLAIMS = "Claims must be filed within 30 days in writing."
PLANTS = "The north plant made 30 pumps. The south plant made 50 pumps."
PAGES = [f"{PLANTS} {prose('C-7', 4, seed=1)}", f"{WARRANTY} {CLAIMS} {prose('C-9', 3, seed=2)}"]


@pytest.fixture(scope="module")
def settled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """The paper is in it; no test changes it."""
    home = tmp_path_factory.mktemp("settled")
    opened = open_library(home)
    opened.ingest(make_pdf(home / "paper.pdf", PAGES))
    yield opened
    opened.close()


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    opened = open_library(tmp_path / "home")
    yield opened
    opened.close()


@pytest.fixture
def paper(library: Library, tmp_path: Path) -> Path:
    path = make_pdf(tmp_path / "paper.pdf", PAGES)
    library.ingest(path)
    return path


def sources_of(library: Library) -> list[Source]:
    (document,) = library.documents.all()
    pages = PageRepository(library.database)

    def page_of(document_id: str, span: Span) -> int:
        return pages.page_of(document_id, span.start) or 0

    chunks = library.chunks.of_document(document.document_id)
    return [
        make_source(number, document, chunk, 0.8, chunk.text[:40], page_of)
        for number, chunk in enumerate(chunks, start=1)
    ]


def answer_from(library: Library, *drafts: str, question: str = QUESTION, holds: str = WARRANTY) -> Answer:
    """Each draft cites the source that `holds` this sentence; one in quotation marks is a copy."""
    sources = sources_of(library)
    (source,) = [source for source in sources if holds in " ".join(source.chunk.text.split())]
    labels = {sentence.text: sentence.label for sentence in source.sentences}
    statements = [
        DraftStatement(
            text,
            (source.number,),
            tuple(label for sentence, label in labels.items() if sentence in text),
            quoted=text.startswith("“"),
        )
        for text in drafts
    ]
    return build_answer(statements, sources, question, locate=lambda _document, _spans: CitedPlace(2))


@pytest.mark.parametrize("suffix", ["pdf", "txt"])
@pytest.mark.parametrize(
    "lines",
    [
        ("The new admini-", "stration of the port begins in May."),
        ("He is a well-", "known man. She is well-known, too."),
    ],
)
def test_a_quote_of_a_cut_word_stands_as_it_is_read_and_as_it_was_read(
    library: Library, tmp_path: Path, suffix: str, lines: tuple[str, str]
) -> None:
    path = tmp_path / f"port.{suffix}"
    if suffix == "pdf":
        make_pdf(path, [[(72, 100 + 14 * place, 10, line) for place, line in enumerate(lines)]])
    else:
        path.write_text("\n".join(lines), "utf-8")
    library.ingest(path)
    read = sources_of(library)[0].sentences[0].text
    answer = answer_from(library, f"“{read}”", holds=lines[0][:8])
    assert states(check(library, answer)) == [(QuoteState.EXACT, 1)]
    before = "-".join(line.rstrip("-") for line in lines).partition(".")[0] + "."
    citations = tuple(replace(one, quote=before) for one in answer.citations)
    assert states(check(library, replace(answer, citations=citations))) == [(QuoteState.EXACT, 1)]


def run_with(answer: Answer | None, *before: Event) -> list[Event]:
    stamp = EventStamper()
    events: list[Event] = [stamp(RunStarted, mode=Mode.AGENT, question=QUESTION), *before]
    if answer is not None:
        events += [stamp(GateChecked, attempt=1, passed=True), stamp(AnswerReady, answer=answer)]
    return [*events, stamp(RunFinished, outcome="answered" if answer else "cancelled")]


def check(library: Library, answer: Answer | None) -> RunCheck:
    return RunChecker(library.database).check(run_with(answer))


def states(checked: RunCheck) -> list[tuple[QuoteState, int | None]]:
    return [(quote.state, quote.found_on) for quote in checked.citations]


def forged(
    answer: Answer, *, spans: tuple[Span, ...] | None = None, quote: str = "", text: str = ""
) -> Answer:
    """The answer with other words or places in its first citation and statement."""
    citation, statement = answer.citations[0], answer.statements[0]
    places = {} if spans is None else {"spans": spans}
    words = {"quote": quote} if quote else {}
    evidence = tuple(replace(one, **places, **words) for one in statement.evidence)
    said = replace(statement, text=text or quote or statement.text, evidence=evidence)
    return replace(answer, citations=(replace(citation, **places, **words),), statements=(said,))


def differs(library: Library, answer: Answer, now: StatementStatus = StatementStatus.UNSUPPORTED) -> RunCheck:
    checked = check(library, answer)
    assert (checked.result, checked.statements[0].now) == ("differs", now)
    return checked


def test_an_answer_holds_as_long_as_its_document_stays(settled: Library) -> None:
    answer = answer_from(
        settled, WARRANTY, WARRANTY.removeprefix("The ").capitalize(), f"“{WARRANTY} {CLAIMS}”"
    )
    checked = check(settled, answer)
    assert checked.result == "holds"
    assert states(checked) == [(QuoteState.EXACT, 2)]
    assert checked.citations[0].where == "page 2"
    expected = [StatementStatus.QUOTED, StatementStatus.SUPPORTED, StatementStatus.QUOTED]
    assert [(one.then, one.now) for one in checked.statements] == [(one, one) for one in expected]
    assert {quote.quote for one in checked.statements for quote in one.quotes} == {WARRANTY, CLAIMS}


def test_an_invented_quote_is_found_out(settled: Library) -> None:
    answer = answer_from(settled, WARRANTY)
    checked = differs(settled, forged(answer, quote=answer.citations[0].quote.replace("36", "63")))
    assert states(checked) == [(QuoteState.MISSING, None)]
    (judged,) = checked.statements
    assert (judged.then, judged.holds) == (StatementStatus.QUOTED, False)


def test_a_verdict_that_was_better_than_its_quotes_is_found_out(settled: Library) -> None:
    text = "The warranty of the B-120 is 48 months from delivery."
    checked = differs(settled, forged(answer_from(settled, WARRANTY), text=text))
    assert states(checked) == [(QuoteState.EXACT, 2)]


def test_a_quote_is_found_again_where_the_text_was_cut_otherwise(settled: Library) -> None:
    answer = answer_from(settled, WARRANTY)
    elsewhere = tuple(Span(span.start + 5, span.end + 5) for span in answer.citations[0].spans)
    checked = check(settled, forged(answer, spans=elsewhere))
    assert states(checked) == [(QuoteState.MOVED, 2)]
    assert checked.result == "holds"


def test_a_quote_over_a_page_end_is_found_again(library: Library, tmp_path: Path) -> None:
    begins = "The reserve fund for the roof of the northern building shall be raised to"
    ends = "fifty-two thousand euro in May."
    pages = [[(72, 700, 10, begins)], [(72, 90, 10, ends), (72, 110, 10, "The meeting was closed at ten.")]]
    library.ingest(make_pdf(tmp_path / "minutes.pdf", pages))
    answer = answer_from(library, f"“{begins} {ends}”", holds=begins)
    (cited,) = answer.citations
    whole = replace(answer, citations=(replace(cited, page=1, last_page=2),))
    assert states(check(library, whole)) == [(QuoteState.EXACT, 1)]
    spans = tuple(Span(span.start + 5, span.end + 5) for span in cited.spans)
    moved = replace(whole, citations=(replace(whole.citations[0], spans=spans),))
    assert states(check(library, moved)) == [(QuoteState.MOVED, 1)]


@pytest.mark.parametrize(
    ("pages", "found_on"), [([WARRANTY, prose("C-7", 3)], 1), ([prose("C-7", 3, seed=5)], None)]
)
def test_a_file_that_was_changed_is_told(
    library: Library, paper: Path, pages: list[str], found_on: int | None
) -> None:
    answer = answer_from(library, WARRANTY)
    make_pdf(paper, pages)
    library.ingest(paper)
    checked = check(library, answer)
    assert states(checked) == [(QuoteState.CHANGED, found_on)]
    # The quote itself still carries the statement; only nobody can look at its page any more.
    assert checked.statements[0].now is StatementStatus.QUOTED
    assert checked.result == "source_gone"


def test_a_removed_document_is_told(library: Library, paper: Path) -> None:
    answer = answer_from(library, WARRANTY)
    (document,) = library.documents.all()
    assert cited_documents(run_with(answer)) == {document.document_id}
    library.pipeline.remove(document.document_id)
    checked = check(library, answer)
    assert states(checked) == [(QuoteState.REMOVED, None)]
    assert checked.citations[0].source_state is None
    assert checked.citations[0].filename == paper.name
    assert checked.result == "source_gone"


def test_a_statement_that_cites_nothing_stays_unsupported(settled: Library) -> None:
    statement = Statement("Pumps are green.", StatementStatus.UNSUPPORTED)
    checked = check(settled, Answer("Pumps are green.", (statement,)))
    assert (checked.result, checked.statements[0].now) == ("holds", StatementStatus.UNSUPPORTED)


@pytest.mark.parametrize("answer", [None, Answer("I don't know based on the provided documents.")])
def test_without_an_answer_there_is_nothing_to_check(settled: Library, answer: Answer | None) -> None:
    assert check(settled, answer).result == "nothing_to_check"


def test_a_follow_up_is_judged_by_the_question_it_stood_for(settled: Library) -> None:
    """A figure of the question makes a statement weak; without the question it would be invented."""
    asked = "Is the warranty of the B-120 really 48 months from delivery?"
    answer = answer_from(settled, "The warranty of the B-120 is 48 months from delivery.", question=asked)
    assert answer.statements[0].status is StatementStatus.WEAK
    stamp = EventStamper()
    rewritten = stamp(QuestionRewritten, standalone=asked, source="rule")
    checker = RunChecker(settled.database)
    assert checker.check(run_with(answer, rewritten)).result == "holds"
    assert checker.check(run_with(answer)).result == "differs"


def test_a_calculation_is_recomputed(settled: Library) -> None:
    """Its figure stands nowhere: as an ordinary statement it would be made up."""
    said = "The plants made 30 pumps and 50 pumps, 80 pumps in total."
    answer = answer_from(settled, said, question="How many pumps?", holds=PLANTS)
    checked = check(settled, answer)
    assert (checked.result, checked.statements[0].now) == ("holds", StatementStatus.SUPPORTED)
    output = answer_output(run_with(answer)).model_dump(mode="json")
    check_shape(output, "answer")
    assert output["statements"][0]["calculation"]["shown"] == "30 + 50 = 80"
    checked = differs(settled, forged(answer, text=said.replace("80", "90")))
    assert "30 + 50 = 80" in checked.statements[0].reason


def test_a_figure_read_off_a_table_is_read_again(library: Library, tmp_path: Path) -> None:
    table = "Fiscal years (in millions) 2023 2022\nNet sales $ 4,102 $ 3,909\nCost of sales $ 3,300 $ 3,115"
    library.ingest(make_pdf(tmp_path / "table.pdf", [table]))
    (source,) = sources_of(library)
    row = next(one for one in source.sentences if one.text.startswith("Net sales"))
    question = "What were the net sales in 2022?"
    statements = [cell_statement(row, source, question), copied_statement(row, source, marks=True)]
    answer = build_answer(statements, [source], question, locate=lambda _document, _spans: CitedPlace(1))
    assert [one.text for one in answer.statements] == [
        "Net sales 2022: $ 3,909 million",
        "“Fiscal years (in millions) 2023 2022” · “Net sales $ 4,102 $ 3,909”",
    ]
    checked = check(library, answer)
    assert [one.now for one in checked.statements] == [StatementStatus.SUPPORTED, StatementStatus.QUOTED]
    assert checked.result == "holds"
    differs(library, forged(answer, text="Net sales 2022: $ 4,102 million"))


@pytest.mark.parametrize(
    "text",
    ["99 months and covers everything. [2]", f"{WARRANTY} [3]", f"{WARRANTY} [2] See also [9].", WARRANTY],
)
def test_a_text_that_is_not_that_of_its_statements_is_found_out(settled: Library, text: str) -> None:
    checked = check(settled, replace(answer_from(settled, WARRANTY), text=text))
    assert checked.faults
    assert checked.result == "differs"


def test_a_text_whose_statements_were_taken_out_is_found_out(settled: Library) -> None:
    answer = answer_from(settled, WARRANTY)
    assert check(settled, replace(answer, statements=())).result == "differs"
    assert check(settled, replace(answer, statements=(), citations=())).result == "differs"


def test_a_citation_of_another_page_is_found_out(settled: Library) -> None:
    answer = answer_from(settled, WARRANTY)
    (citation,) = answer.citations
    checked = check(settled, replace(answer, citations=(replace(citation, page=77),)))
    assert states(checked) == [(QuoteState.MISSING, 2)]
    assert checked.result == "differs"


def test_a_table_holds_cell_by_cell(settled: Library) -> None:
    plain = answer_from(settled, WARRANTY, CLAIMS)
    table = AnswerTable(("warranty", "claims"), ("paper", "letter"))
    places = zip(plain.statements, table.rows, strict=True)
    cells = tuple(replace(one, row=row, column="paper") for one, row in places)
    answer = replace(plain, statements=cells, text=table_text(table, cells, "en"), table=table)
    events = [
        event.model_copy(update={"mode": Mode.CHAT}) if isinstance(event, RunStarted) else event
        for event in run_with(answer)
    ]
    checker = RunChecker(settled.database)
    assert checker.check(events).result == "holds"
    told_of_another = (replace(cells[0], column="letter"), cells[1])
    assert check(settled, replace(answer, statements=told_of_another)).result == "differs"


def test_brackets_of_documents_and_questions_are_no_citations() -> None:
    quoted = Statement("“See [12] for claims.”", StatementStatus.UNSUPPORTED)
    missing = Insufficiency("", "What does [8] say?")
    answer = Answer(
        f"{quoted.text}\n\nMissing: {missing.missing} Asked: why [7]?", (quoted,), insufficiencies=(missing,)
    )
    assert text_faults(answer, "why [7]?") == ()
    assert text_faults(answer, "why?") != ()
