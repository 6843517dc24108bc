"""A research beside its conversation: phases, questions, list, what was found, the report's quality and ways.
GUI thread.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from core.research.reply_words import agrees
from core.runs.trace import TraceState
from desktop.conversation.conversation import Turn
from desktop.research.research_findings import ResearchFindings
from desktop.research.research_questions import ResearchQuestions
from desktop.research.research_report import ResearchReportBox
from desktop.research.research_stepper import ResearchStepper
from desktop.research.research_todo import ResearchTodo
from desktop.research.research_words import END, RESUME, end_words, phase_words

_BROKEN_OFF = ("cancelled", "failed")


class ResearchPanel(QScrollArea):
    """`replied(str)`: what the user says to the research that waits, or `/resume`; `target_chosen(Target)`:
    the page of a passage; `source_chosen(int)`: a source of the report; `export_requested`; `stop_requested`.
    """

    replied = Signal(str)
    target_chosen = Signal(object)
    source_chosen = Signal(int)
    export_requested = Signal()
    stop_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.turn: Turn | None = None
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Research"))
        inner = QWidget(self)
        inner.setObjectName("research")
        self.stepper = ResearchStepper(inner)
        self.state_line = QLabel(inner)
        self.state_line.setProperty("look", "caption")
        self.state_line.setWordWrap(True)
        self.pause = QPushButton(self.tr("Pause"), inner)
        self.pause.setProperty("look", "small")
        self.pause.setToolTip(self.tr("What is done is kept; go on with it whenever you like"))
        self.pause.clicked.connect(self.stop_requested)
        self.resume = QPushButton(self.tr("Go on"), inner)
        self.resume.setProperty("look", "primary")
        self.resume.clicked.connect(self.on_resume)
        self.questions = ResearchQuestions(inner)
        self.questions.answered.connect(self.replied)
        self.questions.ended.connect(self.on_ended)
        self.todo = ResearchTodo(inner)
        self.todo.approved.connect(self.replied)
        self.report = ResearchReportBox(inner)
        self.report.chosen.connect(self.source_chosen)
        self.report.export_requested.connect(self.export_requested)
        self.findings = ResearchFindings(inner)
        self.findings.target_chosen.connect(self.target_chosen)
        column = QVBoxLayout(inner)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(14)
        column.addWidget(self.stepper)
        column.addWidget(self.state_line)
        column.addWidget(self.pause, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.resume, 0, Qt.AlignmentFlag.AlignLeft)
        for part in (self.questions, self.todo, self.report, self.findings):
            column.addWidget(part)
        column.addStretch()
        self.setWidget(inner)

    def show_turn(self, turn: Turn, whole: TraceState, *, may_reply: bool) -> None:
        """`whole`: its state with what earlier runs of this research left. `may_reply`: it is the last turn
        of the open conversation, and nothing runs.
        """
        self.turn = turn
        state = turn.state
        waits = may_reply and state.outcome == "needs_input"
        asks = waits and bool(state.questions) and not state.todo
        self.stepper.show_phase(state.phase, all_done=state.report is not None)
        broken_off = may_reply and state.outcome in _BROKEN_OFF
        self.state_line.setText(self._told(turn, waits=waits, broken_off=broken_off))
        self.pause.setVisible(turn.running)
        self.resume.setVisible(broken_off)
        self.questions.ask(state.questions if asks else ())
        editable = waits and bool(state.todo) and not state.todo_approved
        self.todo.show_tasks(whole.todo, whole.estimated_seconds, editable=editable)
        self.report.show_report(state.report)
        self.findings.show_findings(whole.kept)

    def in_full(self, text: str) -> str:
        """A reply as it is meant: "ok" agrees to the list as it stands here, with what was changed of it."""
        return self.todo.reply() if self.todo.waits and agrees(text) else text

    def _told(self, turn: Turn, *, waits: bool, broken_off: bool) -> str:
        state = turn.state
        if waits:
            told = self.tr("Waiting for you. It may take days: nothing is lost.")
        elif broken_off:
            phase = phase_words().get(state.phase, "")
            told = (
                self.tr("Stopped at “{phase}”. What was done is kept.").format(phase=phase)
                if phase
                else self.tr("Stopped before it began. What you asked or said is kept.")
            )
        elif state.report is not None:
            told = self.tr("The report stands in the conversation.")
        elif turn.running:
            told = self.tr("Working …")
        else:
            told = ""
        return " ".join(filter(None, [end_words(state.clarified_by), told]))

    @Slot()
    def on_ended(self) -> None:
        self.replied.emit(END)

    @Slot()
    def on_resume(self) -> None:
        self.replied.emit(RESUME)
