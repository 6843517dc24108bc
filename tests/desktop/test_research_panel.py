"""The panel of a research: what it sends, what it says of a run that was cut off, what it lists once."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QGraphicsPathItem

from core.events import EventStamper, FindingKept
from core.research.user_replies import MAX_REPLY_CHARACTERS
from core.runs.trace import TraceState
from core.types import Mode
from core.types.research import GraphEdge, GraphNode, OpenReference, ReportSource, ResearchReport, TodoItem
from desktop.conversation.conversation import Turn
from desktop.research.research_chain import state_with_earlier
from desktop.research.research_graph import ResearchGraph
from desktop.research.research_panel import ResearchPanel
from desktop.research.research_report import ResearchReportBox

_NOTHING = ("sections", "tasks", "quality", "issues", "sources", "nodes", "edges")
EMPTY = ResearchReport(
    title="Seals",
    language="en",
    clarified_by="skipped",
    quality_total=0,
    accepted=False,
    retried=False,
    **dict.fromkeys(_NOTHING, ()),
)
LONG_QUESTION = "Little was found about “" + 12 * "what it says " + "”. In which words could it stand?"


@pytest.fixture
def panel(qtbot) -> ResearchPanel:
    made = ResearchPanel()
    qtbot.addWidget(made)
    made.show()
    return made


def test_three_full_answers_fit_into_a_reply(panel: ResearchPanel, qtbot) -> None:
    form = panel.questions
    form.ask([f"{number} {LONG_QUESTION}" for number in range(3)])
    for field in form.fields:
        field.setText(400 * "x")
    with qtbot.waitSignal(form.answered) as sent:
        form.send.click()
    (said,) = sent.args
    assert said.splitlines()[0] == f"0 {LONG_QUESTION} – {300 * 'x'}"
    assert len(said) <= MAX_REPLY_CHARACTERS


def test_a_run_that_was_cut_off_at_once_can_be_gone_on_with(panel: ResearchPanel, qtbot) -> None:
    state = TraceState(outcome="cancelled")
    panel.show_turn(Turn(0, "Only the pump of 2024", Mode.RESEARCH, state), state, may_reply=True)
    assert panel.resume.isVisible()
    assert "What you asked or said is kept" in panel.state_line.text()
    with qtbot.waitSignal(panel.replied) as sent:
        panel.resume.click()
    assert sent.args == ["/resume"]


def test_each_open_reference_is_listed_once_with_its_address(qtbot) -> None:
    box = ResearchReportBox()
    qtbot.addWidget(box)
    report = replace(
        EMPTY,
        open_references=(
            OpenReference("price list", "external", "d", "a.pdf", 4, "it leads out", "https://example.org"),
            OpenReference(
                "https://example.org/b", "external", "d", "a.pdf", 5, "it leads out", "https://example.org/b"
            ),
        ),
        limits=("A guard ended it.",),
    )
    box.show_report(report)
    assert box.open.text().splitlines() == [
        "A guard ended it.",
        "a.pdf, 4: “price list” (https://example.org) – it leads out",
        "a.pdf, 5: “https://example.org/b” – it leads out",
    ]


def test_the_graph_begins_at_its_left_and_no_line_crosses_a_passage(qtbot) -> None:
    graph = ResearchGraph()
    qtbot.addWidget(graph)
    graph.resize(300, 200)
    graph.show()
    names = ("manual", "invoice", "contract")
    nodes = [GraphNode(name, "document", f"{name}.pdf", name) for name in names]
    nodes += [GraphNode(f"c{at}", "passage", "", name, at, at) for at, name in enumerate(names, 1)]
    edges = tuple(GraphEdge(f"c{at}", f"c{at + 1}", "reference", "section 9") for at in (1, 2))
    sources = tuple(
        ReportSource(at, name, f"{name}.pdf", f"c{at}", at, (), tuple(range(1, at + 1)))
        for at, name in enumerate(names, 1)
    )
    graph.show_report(replace(EMPTY, nodes=tuple(nodes), edges=edges, sources=sources))
    bar = graph.horizontalScrollBar()
    assert bar.maximum() > bar.minimum()
    assert bar.value() == bar.minimum()
    items = graph.scene().items()
    lines = [one.zValue() for one in items if isinstance(one, QGraphicsPathItem)]
    passages = [one.zValue() for one in items if one.data(0) is not None]
    assert len(lines) == 4
    assert len(passages) == 3
    assert max(lines) < min(passages)


TASK = TodoItem(1, "Warranty", "warranty")


def found(number: int) -> FindingKept:
    place = {"document_id": "d", "chunk_id": f"c{number}", "filename": "a.pdf", "page": 1}
    return EventStamper()(FindingKept, number=number, task_id=1, snippet="…", relevance=0.9, **place)


def turn(number: int, question: str, outcome: str, *kept: FindingKept, todo: bool = False) -> Turn:
    state = TraceState(outcome=outcome, kept=kept, todo=(TASK,) if todo else ())
    return Turn(number, question, Mode.RESEARCH, state)


def test_findings_and_list_stay_over_a_pause() -> None:
    one, two = found(1), found(2)
    turns = [
        turn(0, "Which warranty?", "needs_input", one, todo=True),
        turn(1, "ok", "cancelled"),
        turn(2, "/resume", "", two),
    ]
    whole = state_with_earlier(turns, turns[2])
    assert whole.kept == (one, two)
    assert whole.todo == (TASK,)
    assert whole.todo_approved
    assert state_with_earlier(turns, turns[0]) == turns[0].state


def test_another_question_begins_anew() -> None:
    turns = [turn(0, "Which warranty?", "cancelled", found(1), todo=True), turn(1, "Which price?", "")]
    assert state_with_earlier(turns, turns[1]) == turns[1].state
    answered = [turn(0, "Which warranty?", "answered", found(1)), turn(1, "/resume", "")]
    assert state_with_earlier(answered, answered[1]).kept == ()
