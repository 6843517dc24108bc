"""What the pictures show, a function for one or a few; each finds the window as the one before it left it.

See `screenshots.py`. Nothing is shown that did not happen.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from studio import Studio, let_settle, wait_until

RESEARCH = "How long is the warranty of the B-120 pump, and what does the contract say about seals?"
TOPIC = "Summarise the termination clauses of our contracts since 2022"
EVERYDAY = {  # picture → request
    "list": "List all deadlines in the seal supply contract.",
    "comparison": "Compare the warranty of the B-120 pump with that of the seals in the supply contract: "
    "period, and what is not covered.",
}
GERMAN_LIST = "Nenne alle Kostenpositionen im Servicebericht."
INVENTED = 69  # documents of every kind and language, those of the library benchmark


def empty(studio: Studio) -> None:
    studio.save("empty")


def first_run(studio: Studio) -> None:
    settings = studio.window.settings
    settings.show_first_steps()
    wait_until(lambda: bool(settings.state.models.rowCount()), "the models")
    studio.save("first-run", settings.first_steps)
    settings.first_steps.close()


def indexing(studio: Studio) -> None:
    state = studio.window.library_state
    studio.window.add_samples()
    wait_until(lambda: state.documents.rowCount() > 0 and bool(state.reading), "reading to begin")
    studio.save("indexing")
    wait_until(lambda: not state.reading, "the samples to be read")


def suggestions(studio: Studio) -> None:
    """What the samples answer, before anything was asked."""
    window = studio.window
    wait_until(lambda: len(window.suggestions.buttons) > 0, "the suggestions")
    studio.save("suggestions")


def guide(studio: Studio) -> None:
    """A click on a document, and what a language model adds where there is one."""
    _show_guide(studio, "seal-supply-contract.pdf")
    studio.save("guide")
    studio.window.library.list.clearSelection()


def _show_guide(studio: Studio, filename: str) -> None:
    window = studio.window
    documents, shown = window.library_state.documents.documents(), window.library.shown
    (wanted,) = [one.document_id for one in documents if one.filename == filename]
    (row,) = [row for row in range(shown.rowCount()) if shown.ids_in([(row, row)]) == [wanted]]
    window.library.list.selectRow(row)
    window.library.list.clicked.emit(window.library.list.currentIndex())
    guides = window.guide.controller
    wait_until(lambda: guides.guide is not None and not guides.more, "the guide")


def streaming(studio: Studio) -> None:
    """The first words of an answer, and the answer; without a language model there are no first words."""
    from core.types import Mode

    window, options = studio.window, studio.options
    window.composer.set_mode(Mode(options.mode))
    window.composer.edit.setPlainText(options.question)
    window.composer.send()
    wait_until(lambda: bool(window.conversation.turns), "the question to start")
    turn = window.conversation.turns[0]
    wait_until(lambda: len(_drafted(turn)) > 150 or not window.conversation.running, "the first words")
    if window.conversation.running:
        studio.save("streaming", at_once=True)
    wait_until(lambda: not window.conversation.running, "the answer")
    print(f"{turn.state.outcome}: {turn.state.answer.text if turn.state.answer else turn.state.message}")


def _drafted(turn) -> str:
    draft = turn.state.draft
    return "" if draft is None else draft.text


def trace(studio: Studio) -> None:
    studio.window.on_trace_requested(0)
    studio.save("agent-trace")


def citation(studio: Studio) -> None:
    window = studio.window
    targets = window.conversation.targets(0)
    if targets:
        window.view.citation_activated.emit(0, targets[0].number, -1)
        wait_until(lambda: not window.document.page.image.isNull(), "the cited page")
    studio.save("citation")


def dark(studio: Studio) -> None:
    studio.desktop.theme.set_appearance("dark")
    studio.save("dark")
    studio.desktop.theme.set_appearance("light")


def viewer(studio: Studio) -> None:
    """A manual with its pages, and a word that was looked for."""
    window = studio.window
    manual = next(
        one for one in window.library_state.documents.documents() if one.filename == "b-120-manual.pdf"
    )
    window.on_document_opened(manual.document_id)
    window.panes.setSizes([250, 340, 690])
    wait_until(lambda: not window.document.page.image.isNull(), "the manual")
    window.document.side.setChecked(True)
    window.document.contents.setCurrentIndex(1)
    window.document.find_bar.open_bar("commission")
    wait_until(lambda: bool(window.finder.matches), "the word to be found")
    window.document.find_bar.on_next()
    let_settle(1.5)
    studio.save("viewer")
    window.document.find_bar.close_bar()
    window.document.side.setChecked(False)
    window.panes.setSizes([250, 560, 470])


def settings(studio: Studio) -> None:
    desk = studio.window.settings
    desk.show()
    wait_until(lambda: bool(desk.state.models.rowCount()), "the models")
    studio.save("settings-models", desk.dialog)
    desk.dialog.names.setCurrentRow(1)
    studio.save("settings", desk.dialog)
    desk.dialog.close()


def everyday(studio: Studio) -> None:
    """A list with what was looked at, and a comparison as a table."""
    studio.open("en")
    for name, request in EVERYDAY.items():
        _ask_in_chat(studio, request)
        studio.save(name)


def _ask_in_chat(studio: Studio, request: str) -> None:
    from core.types import Mode

    window = studio.window
    window.conversation.clear()
    window.composer.set_mode(Mode.CHAT)
    window.composer.edit.setPlainText(request)
    window.composer.send()
    wait_until(lambda: bool(window.conversation.turns), "the question to start")
    wait_until(lambda: not window.conversation.running, "the answer")
    window.side.setCurrentWidget(window.sources)
    window.view.verticalScrollBar().setValue(0)


def research(studio: Studio) -> None:
    """Its questions, its list, what is found while it works, and the report. Without a language model."""
    from core.types import Mode

    window = studio.open("en")
    studio.copy_answers()
    window.conversation.clear()
    window.composer.set_mode(Mode.RESEARCH)
    window.composer.edit.setPlainText(RESEARCH)
    window.composer.send()
    panel = window.research.panel
    wait_until(panel.questions.isVisible, "the questions")
    studio.save("research-questions")
    panel.questions.end.click()
    wait_until(panel.todo.begin.isVisible, "the list")
    wait_until(lambda: not window.conversation.running, "the list")
    studio.save("research-list")
    before = panel.findings.list.count()
    panel.todo.begin.click()
    wait_until(lambda: panel.findings.list.count() > before or panel.report.isVisible(), "more findings")
    studio.save("research-findings", at_once=True)
    wait_until(panel.report.isVisible, "the report")
    wait_until(lambda: not window.conversation.running, "the report")
    let_settle()
    panel.verticalScrollBar().setValue(panel.report.y() - 12)
    studio.save("research-report")


def german(studio: Studio) -> None:
    window = studio.open("de")
    wait_until(lambda: bool(window.conversation.turns), "the conversation")
    window.on_trace_requested(len(window.conversation.turns) - 1)
    studio.save("german")
    _show_guide(studio, "invoice-2025-0417.pdf")
    studio.save("german-guide")
    _ask_in_chat(studio, GERMAN_LIST)
    studio.save("german-list")
    desk = window.settings
    desk.show()
    desk.dialog.names.setCurrentRow(1)
    studio.save("german-settings", desk.dialog)
    desk.dialog.close()


def many_documents(studio: Studio) -> None:
    """The samples and folders of invented documents, under the folders' names; then what was read of them."""
    from PySide6.QtCore import Qt

    from tests.benchmarks.library.documents import FOLDER, read_truths

    window = studio.window
    window.conversation.clear()
    window.settings.state.change("answers", {"extractive": "auto"})
    place = Path.home() / "Documents"
    for truth in read_truths()[: studio.options.documents]:
        folder = place / truth.bucket.capitalize()
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(FOLDER / truth.filename, folder)
    studio.read_all(sorted(str(folder) for folder in place.iterdir()))
    window.library.offer.yes.click()
    while window.library.offer.isVisible():
        window.library.offer.no.click()
    shown = window.library.shown
    for row in (3, 2, 0):  # so that several headings are to be seen
        shown.set_folded(shown.index(_headings(shown)[row]), True)
    shown.setData(shown.index(_headings(shown)[1] + 1), _checked(), Qt.ItemDataRole.CheckStateRole)
    window.side.setCurrentWidget(window.sources)
    studio.save("library-folders")
    window.library.on_all_wanted(False)
    _tables(studio)
    _library_answer(studio)


def _headings(shown) -> list[int]:
    return [row for row in range(shown.rowCount()) if shown.is_heading(shown.index(row))]


def _tables(studio: Studio) -> None:
    desk, page = studio.window.tables, studio.window.tables.page
    studio.window.panes.setSizes([250, 560, 470])
    opened: list[bool] = []
    desk.tables.opened.connect(lambda *_: opened.append(True))
    desk.show_tables()
    wait_until(lambda: bool(opened), "the table")
    desk.tables.choose("invoices")
    desk.tables.set_line("total_amount > 100")
    facet = "2023"
    wait_until(lambda: page.facets.entry_item("invoice_date", facet) is not None, "the years")
    page.facets.entry_item("invoice_date", facet).setCheckState(0, _checked())
    wait_until(lambda: bool(desk.tables.chips) and not desk.tables.loading, "the rows")
    let_settle(1.5)
    model = desk.tables.model
    cell = model.index(min(2, model.rowCount() - 1), model.column_of("total_amount"))
    page.table.view.setCurrentIndex(cell)
    page.table.view.scrollTo(cell)
    desk.tables.show_place(model.document_id(cell.row()), "total_amount")
    wait_until(lambda: not studio.window.document.page.image.isNull(), "the page")
    let_settle(1.5)
    studio.save("library-table")
    desk.tables.clear_filter()
    page.as_chart.click()
    wait_until(lambda: desk.figures.chart_request is not None, "the chart")
    let_settle(2.0)
    studio.save("library-chart")
    page.as_table.click()
    _schema(studio)
    desk.leave()


def _schema(studio: Studio) -> None:
    """A field with a unit that there is not."""
    desk = studio.window.tables
    desk.edit_schemas()
    dialog = desk._dialog
    wait_until(lambda: dialog.draft is not None and dialog.fields.names.count() > 3, "the schema")
    names = [field["name"] for field in dialog.draft.fields]
    dialog.fields.names.setCurrentRow(names.index("tax_rate"))
    dialog.on_field_edited("unit", "zorks")
    place = names.index("tax_rate")
    dialog.field_form.show_field(dialog.draft.fields[place], dialog.draft.field_title(place))
    dialog.check()
    studio.save("library-schema", dialog)
    dialog.on_discard()
    dialog.close()


def _library_answer(studio: Studio) -> None:
    from core.types import Mode

    window = studio.window
    window.panes.setSizes([250, 640, 390])
    window.composer.set_mode(Mode.AGENT)
    window.composer.edit.setPlainText(TOPIC)
    window.composer.send()
    wait_until(lambda: bool(window.conversation.turns), "the question to start")
    wait_until(lambda: not window.conversation.running, "the answer")
    window.side.setCurrentWidget(window.sources)
    window.view.verticalScrollBar().setValue(0)
    studio.save("library-answer")


def _checked():
    from PySide6.QtCore import Qt

    return Qt.CheckState.Checked


# In this order: each finds what the one before it left.
SCENES = (
    *(empty, first_run, indexing, suggestions, guide, streaming, trace, citation, dark, viewer, settings),
    *(german, everyday, research, many_documents),
)
