"""The window in German and English: chosen in the settings, everywhere, and nothing of it cut off."""

from __future__ import annotations

import datetime
import time
from collections.abc import Iterator

import pytest
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox, QMenu, QWidget

from core.events import AnswerReady, EventStamper, NoticeGiven, RunFinished
from core.runs.trace import TraceState, fold_all
from core.system.paths import AppPaths
from core.types import Answer, CitedPlace, Mode, NearestPassage, Origin, SourceState
from desktop.conversation.citations import Target
from desktop.conversation.conversation import Turn
from desktop.conversation.first_steps import FirstSteps
from desktop.conversation.source_rows import SourcesModel
from desktop.conversation.turn_html import footer_html
from desktop.library.document_words import version_word
from desktop.library.folders_dialog import FoldersDialog
from desktop.main_window import MainWindow
from desktop.messages.core_words import said
from desktop.messages.words import counted
from desktop.shared import dialogs, numbers
from desktop.shared.item_roles import Role
from desktop.shared.languages import speak, spoken
from desktop.start.window_memory import WindowMemory
from tests.desktop.cut_off import cut_texts, letters_given_twice
from tests.desktop.tables_kit import LibraryEngine, TablesKit
from tests.library_kit import Library


@pytest.fixture
def english_again(qapp: QApplication) -> Iterator[None]:
    yield
    speak(qapp, "en")


@pytest.fixture(params=["en", "de"])
def language(request: pytest.FixtureRequest, english_again: None) -> str:
    """Kept as the settings keep it, before the window starts."""
    WindowMemory(AppPaths.from_environment().data).keep_language(request.param)
    return request.param


@pytest.mark.parametrize(("spoken_here", "shown"), [("en", "“Two {years}.”"), ("de", "„Two {years}.“")])
def test_words_of_a_document_stand_between_the_marks_of_the_language(
    spoken_here: str, shown: str, qapp: QApplication, english_again: None
) -> None:
    speak(qapp, spoken_here)
    sources = SourcesModel()
    sources.show([Target(1, "id", "terms.pdf", CitedPlace(1), (), "Two\n{years}.")])
    assert sources.index(0).data(Role.BODY) == shown
    passage = NearestPassage("id", "h", "terms.pdf", "c", 0, 1, (), "Two {years}.", 0.4)
    state = TraceState("r", outcome="no_answer", answer=Answer("None.", nearest=(passage,)))
    turn = Turn(0, "How long?", Mode.CHAT, state)
    assert shown in footer_html(turn)


def test_what_was_looked_at_for_an_answer_stands_below_it(qapp: QApplication) -> None:
    stamp = EventStamper()
    notices = [
        stamp(NoticeGiven, code="looked_at", message="Looked at all 39 sentences.", with_answer=True),
        stamp(NoticeGiven, code="already_open", message="That passage is open."),
    ]
    ended = [stamp(AnswerReady, answer=Answer("One.")), stamp(RunFinished, outcome="answered")]
    state = fold_all([*notices, *ended])
    shown = footer_html(Turn(0, "List all deadlines.", Mode.CHAT, state))
    assert "Looked at all 39 sentences." in shown
    assert "That passage is open." not in shown


def settle() -> None:
    for _ in range(4):
        QApplication.processEvents()


def looked_at(*windows: QWidget) -> list[str]:
    """What is cut off once the layouts have come to rest."""
    for _ in range(5):
        settle()
        cut = [told for window in windows for told in cut_texts(window)]
        if not cut:
            break
    return cut


@pytest.mark.slow
def test_nothing_is_cut_off_in_either_language(language: str, library: Library, open_window, qtbot) -> None:
    window: MainWindow = open_window(lambda: LibraryEngine(library))
    window.resize(1024, 700)
    window.show()
    cut = looked_at(window)
    assert window.menuBar().actions()[0].text() == ("&Bibliothek" if language == "de" else "&Library")
    window.left.setCurrentIndex(1)
    for side in range(window.side.count()):
        window.side.setCurrentIndex(side)
        cut += looked_at(window)
    window.left.setCurrentIndex(0)
    window.library.list.selectAll()
    window.document.open_find()
    window.document.side.setChecked(True)
    cut += looked_at(window)

    kit = TablesKit(window, library, qtbot)
    kit.open()
    cut += looked_at(window)
    window.tables.page.as_chart.click()
    cut += looked_at(window)
    assert window.width() == 1024

    window.tables.edit_schemas()
    window.desk.show_folders()
    for dialog in window.findChildren(FoldersDialog):
        dialog.show()
    cut += looked_at(*(one for one in window.findChildren(QDialog) if one.isVisible()))
    assert not cut, "\n".join(cut)

    assert letters_given_twice(window.menuBar()) == []
    for menu in window.menuBar().findChildren(QMenu):
        assert menu.sizeHint().width() < 700
    for dialog in window.findChildren(QDialog):
        dialog.close()
    settle()


def test_the_empty_window_and_its_settings_are_not_cut_off_either(language: str, open_window) -> None:
    window: MainWindow = open_window()
    window.resize(1024, 700)
    cut = looked_at(window)
    window.settings.show()
    assert window.settings.dialog is not None
    for page in range(window.settings.dialog.pages.count()):
        window.settings.dialog.names.setCurrentRow(page)
        cut += looked_at(window.settings.dialog)
    first = FirstSteps(window.settings.state, offer_samples=True, parent=window)
    first.show()
    cut += looked_at(first)
    assert not cut, "\n".join(cut)
    first.close()
    window.settings.close()


def test_german_reaches_qts_own_words(open_window, english_again: None) -> None:
    WindowMemory(AppPaths.from_environment().data).keep_language("de")
    open_window()
    assert QKeySequence("Ctrl+O").toString(QKeySequence.SequenceFormat.NativeText) == "Strg+O"
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    assert box.button(QDialogButtonBox.StandardButton.Cancel).text().replace("&", "") == "Abbrechen"
    assert "Strg+Umschalt+O" in dialogs.keys_text()


@pytest.mark.slow
def test_the_choice_of_the_settings_holds_at_the_next_start(open_window, english_again: None, qtbot) -> None:
    window: MainWindow = open_window()
    window.settings.show()
    assert window.settings.dialog is not None
    choice = window.settings.dialog.machine.language
    row = choice.findData("de")
    choice.setCurrentIndex(row)
    choice.activated.emit(row)
    assert window.settings.dialog.windowTitle() == "Settings"
    window.settings.close()
    assert WindowMemory(AppPaths.from_environment().data).language == "de"
    again: MainWindow = open_window()
    again.settings.show()
    assert again.settings.dialog is not None
    assert again.settings.dialog.windowTitle() == "Einstellungen"
    again.settings.close()


def test_a_spoilt_choice_is_the_systems_language() -> None:
    memory = WindowMemory(AppPaths.from_environment().data)
    memory.keep_language("klingon")  # type: ignore[arg-type]
    assert memory.language == "system"
    assert spoken("system") == "en"
    assert spoken("de") == "de"


def test_figures_and_days_follow_the_language(qapp: QApplication, english_again: None) -> None:
    day = datetime.date(2024, 3, 31)
    speak(qapp, "de")
    assert numbers.grouped(12_345) == "12.345"
    assert numbers.decimal(1234.56) == "1234,6"
    assert numbers.file_size(1_100_000_000) == "1,1 GB"
    assert numbers.file_size(0) == "0 Bytes"
    assert (numbers.day(day), numbers.day_as_shown("2024-03-31")) == ("31.03.2024", "31.03.2024")
    assert numbers.day_as_shown("2024-03") == "2024-03"
    assert counted(1234, "one", "{n:,} rows") == "1.234 rows"
    speak(qapp, "en")
    assert (numbers.grouped(12_345), numbers.decimal(4.1)) == ("12,345", "4.1")
    assert numbers.day(day) == "2024-03-31"


def test_the_engine_speaks_german_too(qapp: QApplication, english_again: None) -> None:
    speak(qapp, "en")
    english = "a.pdf has no pages. Open it in a PDF viewer to check it."
    assert said(english) == english
    speak(qapp, "de")
    german = "a.pdf hat keine Seiten. Öffnen Sie es zur Prüfung in einem PDF-Programm."
    assert said(english) == german
    assert said("Mr. X said so. Try again.") == "Mr. X said so. Versuchen Sie es noch einmal."
    assert said("The file has 30 MB; at most 20 MB are read.") == (
        "Die Datei hat 30 MB; höchstens 20 MB werden gelesen."
    )


@pytest.mark.parametrize(
    ("spoken_here", "told"),
    [("en", "text as read on 21 Nov 2026"), ("de", "Text, wie am 21.11.2026 gelesen")],
)
def test_the_day_a_text_was_read_is_written_as_the_language_does(
    spoken_here: str, told: str, qapp: QApplication, english_again: None
) -> None:
    speak(qapp, spoken_here)
    origin = Origin(read_at=time.mktime((2026, 11, 21, 12, 0, 0, 0, 0, -1)))
    assert version_word(origin, SourceState.CHANGED) == told
