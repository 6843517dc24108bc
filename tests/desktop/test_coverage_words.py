"""What could not be searched stands under the answer; what a citation comes from is said."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtWidgets import QApplication, QToolTip

from core.types import Coverage, LeftOut, NearestPassage, Origin, PageKind, SourceState, Span, StatementStatus
from desktop.conversation.turn_html import _nearest_html
from desktop.messages.words import coverage_line, coverage_sentence
from desktop.shared.item_roles import Role
from tests.desktop.scripted import ScriptedEngine, agent_run, answer_of, citation_of, make_pdf, statement_of


def left(name: str, reason: str) -> LeftOut:
    return LeftOut(name, name, reason)


@pytest.mark.parametrize(
    ("coverage", "sentence"),
    [
        (None, ""),
        (Coverage(12, 12), ""),
        (
            Coverage(2, 1, (left("a.pdf", "It needs a password."),)),
            "Searched 1 of 2 documents. Left out: a.pdf (It needs a password).",
        ),
        (
            Coverage(430, 412, tuple(left(f"{n}.pdf", "It could not be read.") for n in range(5))),
            "Searched 412 of 430 documents. Left out: 0.pdf (It could not be read); "
            "1.pdf (It could not be read); 2.pdf (It could not be read); 15 more.",
        ),
        (
            Coverage(1, 1, partly=(left("b.pdf", "Page 3: It is damaged."),), partly_total=1),
            "Searched 1 of 1 document. Not searched whole: b.pdf (Page 3: It is damaged).",
        ),
        (
            Coverage(12, 12, by_keyword=10),
            "Searched 12 of 12 documents. "
            "10 documents were searched by their words only; they are still being understood.",
        ),
    ],
)
def test_coverage_in_plain_words(coverage: Coverage | None, sentence: str) -> None:
    assert coverage_sentence(coverage) == sentence
    assert bool(coverage_line(coverage)) == bool(sentence)


def test_the_line_under_an_answer_names_what_was_searched_by_keyword_only() -> None:
    assert coverage_line(Coverage(12, 12, by_keyword=10)) == (
        "Searched 12 of 12 documents, 10 by keyword only so far"
    )
    assert coverage_line(Coverage(1, 1, partly_total=1, by_keyword=1)) == (
        "Searched 1 of 1 document, in part, by keyword only so far"
    )


def test_a_nearest_passage_says_what_it_was_read_from() -> None:
    read_at = time.mktime((2026, 11, 21, 12, 0, 0, 0, 0, -1))
    origin = Origin("mail.eml", SourceState.MISSING, read_at)
    place = {"page_kind": PageKind.SECTION, "place": "line 1", "origin": origin}
    passage = NearestPassage("d", "h", "a.txt", "c", 0, 1, (Span(0, 4),), "Text.", 0.5, **place)
    said = _nearest_html([passage], 0)
    assert "a.txt in mail.eml, line 1&nbsp;›</a> (file missing; text as read on 21 Nov 2026)</p>" in said


def test_nearest_passages_of_a_report_name_their_sections() -> None:
    first = NearestPassage("d", "h", "a.txt", "c", 0, 1, (), "Text.", 0.5, section="Who <paints>?")
    said = _nearest_html([first, replace(first, section="Prices")], 0)
    assert "Who &lt;paints&gt;? – nearest passages, for you to judge:" in said
    assert said.index("Prices – nearest") > said.index("near:0/0")


@pytest.mark.qt_log_ignore("does not support raise", extend=True)  # of tool tips, offscreen
def test_below_the_answer_and_its_sources(open_window, engine: ScriptedEngine, tmp_path: Path, qtbot) -> None:
    cited = engine.put(make_pdf(tmp_path / "terms.pdf", ["The warranty is 36 months."]))
    citation = citation_of(cited, engine.pages[cited.document_id][0], "36 months")
    read_at = time.mktime((2026, 11, 21, 12, 0, 0, 0, 0, -1))
    citation = replace(citation, origin=Origin("mail.eml", read_at=read_at))
    statement = statement_of("It is 36 months.", StatementStatus.QUOTED, citation)
    coverage = Coverage(2, 1, (left("pay.pdf", "It needs a password."),))
    engine.script = agent_run(replace(answer_of([statement], [citation]), coverage=coverage), ["It is"])
    window = open_window()
    window.composer.edit.setPlainText("How long?")
    window.composer.send()
    engine.go_on()
    engine.go_on()
    qtbot.waitUntil(lambda: bool(window.conversation.turns) and not window.conversation.running)
    said = window.view.toPlainText()
    assert "Searched 1 of 2 documents · Details" in said
    assert "pay.pdf" not in said  # one line; the names are in what its link shows
    link = QUrl("coverage:0")
    assert window.view.tip_of(link) == "Searched 1 of 2 documents. Left out: pay.pdf (It needs a password)."
    window.view.anchorClicked.emit(link)
    qtbot.waitUntil(lambda: "pay.pdf" in QToolTip.text())
    [tip] = [one for one in QApplication.topLevelWidgets() if one.metaObject().className() == "QTipLabel"]
    assert tip.wordWrap()  # Qt takes it for rich text: broken into lines, and `R&D.pdf` is its name
    QToolTip.hideText()

    source = window.sources.model.index(0)
    assert source.data(Role.META) == "p. 1"
    assert source.data(Role.TITLE) == "terms.pdf in mail.eml"
    assert "terms.pdf in mail.eml, page 1" in window.view.tip_of(QUrl("cite:0/1"))
    engine.library[cited.document_id] = replace(cited, source_state=SourceState.CHANGED)
    window.library_state.refresh()
    qtbot.waitUntil(lambda: source.data(Role.META) == "file changed · text as read on 21 Nov 2026 · p. 1")
    assert "Text as read on 21 Nov 2026." in window.view.tip_of(QUrl("cite:0/1"))
    assert "Open terms.pdf in mail.eml" in source.data(Qt.ItemDataRole.ToolTipRole)
    assert "has changed since it was read" in source.data(Qt.ItemDataRole.ToolTipRole)
    window.library_state.remove([cited.document_id])
    qtbot.waitUntil(lambda: source.data(Role.META) == "removed · p. 1")
    assert "No longer in your library" in source.data(Qt.ItemDataRole.AccessibleTextRole)
    assert source.data(Role.TONE) == "weak"
