"""The window: three panes and the wiring between widgets and controllers. It computes nothing. GUI thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QMainWindow,
    QStackedWidget,
    QWidget,
)

from core.system.about import documentation
from core.system.paths import AppPaths, resources
from core.types import Mode
from desktop.actions import Actions, WindowSlots
from desktop.conversation.citations import Target
from desktop.conversation.conversation import Turn
from desktop.conversation.run_desk import RunDesk
from desktop.desks import Desks
from desktop.guide.guide_desk import GuideDesk
from desktop.history.history_desk import HistoryDesk
from desktop.library.dropped import is_from_elsewhere, local_files, take_copy
from desktop.library.library_desk import LibraryDesk
from desktop.research.research_desk import ResearchDesk
from desktop.session import Session
from desktop.settings.backup_rows import when
from desktop.settings.settings_desk import SettingsDesk
from desktop.shared import dialogs
from desktop.shared.about_box import AboutDialog
from desktop.shared.opening import open_with_system
from desktop.start.window_memory import WindowMemory
from desktop.tables.tables_desk import TablesDesk
from desktop.viewer.message_page import MessagePage
from desktop.viewer.viewer_desk import ViewerDesk
from desktop.window_parts import Controllers, Panes
from desktop.workers.crew import Crew
from desktop.workers.engine_host import DAMAGED
from desktop.workers.upkeep import PutBack, Repair
from desktop.workspaces.workspace_desk import WorkspaceDesk

if TYPE_CHECKING:
    from core.store.backups import Backup

_KEPT_EVERY_MS = 3000  # so much of a half-written question a crash may cost


class MainWindow(QMainWindow):
    """`crew` belongs to the application, which closes it after the window."""

    def __init__(self, crew: Crew, paths: AppPaths) -> None:
        super().__init__()
        self._crew = crew
        self._paths = paths
        self._shown_turn: Turn | None = None
        self._evidence_of: Turn | None = None
        self._stood_at = ("", 0)  # document and page in the viewer, unless the reader has gone on since
        self._memory = WindowMemory(paths.data)
        self.setWindowTitle("DocuChat")
        self.setMinimumSize(900, 560)
        self.resize(1280, 800)
        self.setAcceptDrops(True)
        self.samples = sorted((resources() / "samples").glob("*.pdf"))
        controllers, panes = self._build()
        desks = self._make_desks(controllers, panes)
        self._wire()
        self.actions_ = Actions(self, controllers, panes, desks, self._slots())
        self.actions_.set_running(False)
        for field in self.findChildren(QLineEdit):
            field.setAcceptDrops(False)  # it would take the path of a file that is dropped on it as text
        self._session = Session(paths.data, controllers, panes, desks, self)
        self._session.restore()
        self._keeping = QTimer(self, interval=_KEPT_EVERY_MS)
        self._keeping.timeout.connect(self.on_keeping)
        self._keeping.start()

    def _build(self) -> tuple[Controllers, Panes]:
        controllers = Controllers.of(self._crew, self)
        self.conversation, self.history = controllers.conversation, controllers.history
        self.library_state, self.workspaces = controllers.library, controllers.workspaces
        self.viewer, self.finder = controllers.viewer, controllers.finder
        self.folders = controllers.folders
        self.pages = QStackedWidget()
        self.setCentralWidget(self.pages)
        panes = Panes.of(controllers, self.pages, offer_samples=bool(self.samples))
        self.panes, self.left, self.middle, self.side = panes.split, panes.left, panes.middle, panes.side
        self.library, self.past = panes.library, panes.past
        self.view, self.strip = panes.view, panes.strip
        self.queue, self.composer = panes.queue, panes.composer
        self.sources, self.trace, self.document = panes.sources, panes.trace, panes.document
        self.guide, self.suggestions = panes.guide, panes.suggestions
        self.tint = panes.tint
        self.message = MessagePage()
        self.pages.addWidget(self.message)
        return controllers, panes

    def _make_desks(self, controllers: Controllers, panes: Panes) -> Desks:
        """Each is given the parts that it works with."""
        crew, talk = self._crew, self.conversation
        self.desk = LibraryDesk(controllers, self.library, self)
        self.rooms = WorkspaceDesk(controllers, panes, self.desk.take, self)
        self.runs = RunDesk(crew, talk, self.trace, self.show_trace_again, self)
        self.research = ResearchDesk(crew, talk, self.side, self.strip, self.open_target, self)
        self.talks = HistoryDesk(
            crew, controllers, panes, self.show_conversation, self.research.wants_user, self
        )
        self.tables = TablesDesk(crew, controllers, panes, self.on_document_opened, self.open_target, self)
        self.rooms.serve(self.tables.page.scope)
        samples = self.add_samples if self.samples else None
        self.settings = SettingsDesk(
            crew, self._paths, talk, self.library_state, self.desk.show_folders, samples, self
        )
        self.guiding = GuideDesk(controllers, panes, self.open_target, self.tables.leave, self)
        self.reading = ViewerDesk(crew, controllers, panes, self.tables.leave, self.desk.ask_password, self)
        return Desks(
            library=self.desk,
            rooms=self.rooms,
            runs=self.runs,
            research=self.research,
            talks=self.talks,
            tables=self.tables,
            settings=self.settings,
            reading=self.reading,
        )

    def _slots(self) -> WindowSlots:
        return WindowSlots(
            next_pane=self.next_pane,
            next_citation=self.next_citation,
            previous_citation=self.previous_citation,
            show_keys=self.show_keys,
            open_documentation=self.open_documentation,
            open_log_folder=self.open_log_folder,
            show_about=self.show_about,
        )

    def _wire(self) -> None:
        self._crew.ready.connect(self.on_ready)
        self._crew.unavailable.connect(self.on_unavailable)
        self._crew.host.copies_found.connect(self.on_copies_found)
        self.message.retry_requested.connect(self.on_retry)
        self.message.quit_requested.connect(self.close)
        self.message.repair_requested.connect(self.on_repair_requested)
        self.message.put_back_requested.connect(self.on_put_back_requested)

        self.library.samples_requested.connect(self.add_samples)
        self.library.document_opened.connect(self.on_document_opened)
        self.rooms.library_wanted.connect(self.on_library_wanted)
        self.library_state.listed.connect(self.on_listed)
        self.view.source_state_of = self.library_state.source_state_of

        self.composer.asked.connect(self.on_asked)
        self.composer.stop_requested.connect(self.conversation.stop)
        self.strip.trace_requested.connect(self.on_trace_of_run)
        self.view.citation_activated.connect(self.on_citation_activated)
        self.view.nearest_activated.connect(self.on_nearest_activated)
        self.view.trace_requested.connect(self.on_trace_requested)
        self.view.anyway_requested.connect(self.on_anyway_requested)
        self.view.form_chosen.connect(self.conversation.ask_in_form)
        self.view.option_chosen.connect(self.research.choose_option)
        self.view.condition_dropped.connect(self.conversation.ask_without)
        self.view.condition_activated.connect(self.on_condition_activated)
        self.sources.target_chosen.connect(self.open_target)
        self.document.citation_step.connect(self.step_citation)

        self.conversation.turn_started.connect(self.on_turn_started)
        self.conversation.draft_changed.connect(self.view.show_draft)
        self.conversation.trace_changed.connect(self.on_progress)
        self.conversation.ticked.connect(self.on_progress)
        self.conversation.turn_finished.connect(self.on_turn_finished)
        self.conversation.running_changed.connect(self.on_running_changed)
        self.conversation.conversation_cleared.connect(self.on_cleared)

    # --- opening and closing --------------------------------------------------------------------

    @Slot()
    def on_ready(self) -> None:
        self.pages.setCurrentWidget(self.panes)
        self.composer.set_available(True, self.tr("Ask about your documents …"))
        self.composer.setFocus()

    @Slot(str, str, str)
    def on_unavailable(self, key: str, message: str, hint: str) -> None:
        if key == DAMAGED:
            self.message.show_damage(message)
            self._crew.find_copies(self._paths.backups)
        else:
            self.message.show_failure(key, message, hint)
        self.pages.setCurrentWidget(self.message)

    @Slot(list)
    def on_copies_found(self, copies: list[Backup]) -> None:
        if copies:
            self.message.offer_copy(when(copies[0].made_at))

    @Slot()
    def on_retry(self) -> None:
        self.pages.setCurrentWidget(self.panes)
        self._crew.start()

    @Slot()
    def on_repair_requested(self) -> None:
        self.settings.on_order_given(Repair())

    @Slot()
    def on_put_back_requested(self) -> None:
        self.settings.on_order_given(PutBack(None))

    def tell(self, sentence: str) -> None:
        """How an order ended for which the library was closed; also where it cannot be opened now."""
        self.library.notice.add(sentence)
        self.message.note.setText(sentence)

    @Slot(str)
    def tell_in_front(self, sentence: str) -> None:
        """The same, where it is seen at once."""
        self.left.setCurrentWidget(self.library)
        self.tell(sentence)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.composer.setFocus()

    @Slot()
    def on_keeping(self) -> None:
        self._session.keep_unfinished()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.tables.leave()  # the widths of the panes are kept as they are beside a conversation
        self._session.save()
        self.conversation.end()
        self.settings.close()
        super().closeEvent(event)

    # --- library --------------------------------------------------------------------------------

    @Slot()
    def add_samples(self) -> None:
        self.library_state.add([str(path) for path in self.samples], self.workspaces.chosen)

    @Slot()
    def on_listed(self) -> None:
        """The cited files may stand otherwise now."""
        model = self.sources.model
        model.set_states({name: self.library_state.source_state_of(name) for name in model.document_ids})

    @Slot()
    def on_library_wanted(self) -> None:
        self.tables.leave()
        self.left.setCurrentWidget(self.library)

    @Slot(str)
    def on_document_opened(self, document_id: str) -> None:
        document = self.library_state.documents.document(document_id)
        if document is not None:
            self._show_document_tab()
            self.viewer.open_document(document_id, document.filename, document.page_count)

    def _show_document_tab(self) -> None:
        """Before a page is asked for, so that it is drawn once, at the width it will have."""
        self.side.setCurrentWidget(self.document)
        self.document.page.tell_room()

    # --- asking ---------------------------------------------------------------------------------

    @Slot(str, object)
    def on_asked(self, text: str, mode: Mode) -> None:
        if self.conversation.ask(self.research.in_full(text, mode), mode, self.workspaces.scope):
            self.composer.edit.clear()

    @Slot(int)
    def on_anyway_requested(self, turn: int) -> None:
        """A refused question again, of the same documents."""
        self.conversation.ask_anyway(turn)

    @Slot(int, int)
    def on_condition_activated(self, turn_number: int, index: int) -> None:
        """The question again, with the words of one of its conditions marked to be written over."""
        turn = self.conversation.turns[turn_number]
        self.composer.propose(turn.question, turn.mode, turn.state.conditions[index])

    @Slot(object)
    def on_turn_started(self, turn: Turn) -> None:
        self._memory.keep_conversation(self.conversation.conversation_id)
        self._stood_at = (self.viewer.document_id, self.viewer.number)
        self.view.start_turn(turn)
        self._show_turn(turn)
        self.research.show_turn(turn, come_forward=True)
        self.on_progress(turn)

    @Slot(object)
    def on_progress(self, turn: Turn) -> None:
        self.strip.show_turn(turn, stopping=self.conversation.stopping)
        if turn is self._shown_turn:
            self.trace.show_turn(turn)
            self.research.show_turn(turn)
            self._show_evidence(turn)

    @Slot(object)
    def on_turn_finished(self, turn: Turn) -> None:
        self.strip.hide()
        self.view.finish_turn(turn)
        if turn is self._shown_turn:
            self._show_turn(turn)
            self._show_first_citation(turn)

    @Slot(bool)
    def on_running_changed(self, running: bool) -> None:
        self.composer.set_running(running)
        self.actions_.set_running(running)

    @Slot()
    def on_cleared(self) -> None:
        self._shown_turn = None
        self.strip.hide()
        self.view.clear_turns()
        self.guiding.on_talk_changed()
        self.trace.clear()
        self.sources.show_targets([])
        self.composer.setFocus()

    def show_conversation(self) -> None:
        """The turns of the conversation that has been opened, the last one with its trace and sources."""
        self.on_cleared()
        turns = self.conversation.turns
        self.view.open_turns(turns)
        if turns:
            self._show_turn(turns[-1])
            self.research.show_turn(turns[-1], come_forward=self.research.wants_user(turns[-1]))
            if turns[-1].running:
                self.on_progress(turns[-1])

    def show_trace_again(self) -> None:
        """The whole trace of the shown turn, after a replay of it."""
        if self._shown_turn is not None:
            self.trace.show_turn(self._shown_turn)

    def _show_turn(self, turn: Turn) -> None:
        if turn is not self._shown_turn:
            self.runs.replay.stop()
        self._shown_turn = turn
        self.trace.show_turn(turn)
        self.research.show_turn(turn)
        self.sources.show_targets(self.conversation.targets(turn.number))
        self.on_listed()

    def _show_evidence(self, turn: Turn) -> None:
        """The passages that most likely answer, as soon as they are known, with the page of the best."""
        if turn.state.answer is not None or not turn.state.evidence or turn is self._evidence_of:
            return
        self._evidence_of = turn
        targets = self.conversation.targets(turn.number)
        self.sources.show_targets(targets)
        if turn.mode is not Mode.RESEARCH:  # whose panel stays in view
            self.open_target(targets[0])
            self._stood_at = (self.viewer.document_id, self.viewer.number)

    def _show_first_citation(self, turn: Turn) -> None:
        """The place that the answer cites, or that comes nearest where it cites none, instead of what was
        likely before, or stood there; what the reader has opened meanwhile stays."""
        targets = self.conversation.targets(turn.number)
        first = targets[0] if targets else self.conversation.nearest(turn.number, 0)
        in_view = self.side.currentWidget() is self.document and turn.mode is not Mode.RESEARCH
        if first is not None and in_view and self._stood_at == (self.viewer.document_id, self.viewer.number):
            self.open_target(first)

    # --- citations and trace --------------------------------------------------------------------

    @Slot(int, int, int)
    def on_citation_activated(self, turn: int, number: int, statement: int) -> None:
        target = self.conversation.target(turn, number, statement if statement >= 0 else None)
        if target is not None:
            self._show_turn(self.conversation.turns[turn])
            self.open_target(target)

    @Slot(int, int)
    def on_nearest_activated(self, turn: int, index: int) -> None:
        target = self.conversation.nearest(turn, index)
        if target is not None:
            self.open_target(target)

    @Slot(object)
    def open_target(self, target: Target) -> None:
        document = self.library_state.documents.document(target.document_id)
        self._show_document_tab()
        self.viewer.open_target(target, document.page_count if document else target.page)
        self.sources.select(target.number)

    @Slot(int)
    def step_citation(self, step: int) -> None:
        targets = self.conversation.targets(self._shown_turn.number) if self._shown_turn else []
        if not targets:
            return
        numbers = [target.number for target in targets]
        now = self.viewer.target.number if self.viewer.target else 0
        at = numbers.index(now) + step if now in numbers else 0
        self.open_target(targets[at % len(targets)])

    @Slot()
    def next_citation(self) -> None:
        self.step_citation(1)

    @Slot()
    def previous_citation(self) -> None:
        self.step_citation(-1)

    @Slot(int)
    def on_trace_requested(self, turn: int) -> None:
        self._show_turn(self.conversation.turns[turn])
        self.side.setCurrentWidget(self.trace)

    @Slot()
    def on_trace_of_run(self) -> None:
        self.side.setCurrentWidget(self.trace)

    # --- the rest -------------------------------------------------------------------------------

    @Slot()
    def next_pane(self) -> None:
        beside = self.past.list if self.left.currentWidget() is self.past else self.library.list
        order: list[QWidget] = [beside, self.view, self.composer.edit, self.side.currentWidget()]
        if self.tables.shown:
            page = self.tables.page
            order = [page.filter.edit, page.table.view, self.side.currentWidget()]
        focused = QApplication.focusWidget()
        at = next(
            (i for i, w in enumerate(order) if focused and (w is focused or w.isAncestorOf(focused))), -1
        )
        wanted = order[(at + 1) % len(order)]
        for candidate in (wanted, getattr(wanted, "list", None), getattr(wanted, "page", None)):
            if isinstance(candidate, QWidget) and candidate.focusPolicy() != Qt.FocusPolicy.NoFocus:
                candidate.setFocus(Qt.FocusReason.TabFocusReason)
                return

    @Slot()
    def show_keys(self) -> None:
        dialogs.show_keys(self)

    @Slot()
    def show_about(self) -> None:
        AboutDialog(self).exec()

    @Slot()
    def open_documentation(self) -> None:
        """In the system's browser; the pages lie on this computer and load nothing from elsewhere."""
        page = documentation()
        if page is None:
            self.library.notice.add(self.tr("The pages of the documentation are not on this computer."))
        elif not open_with_system(page):
            told = self.tr("No program of this computer could open {path}.")
            self.library.notice.add(told.format(path=page))

    @Slot()
    def open_log_folder(self) -> None:
        open_with_system(self._paths.logs)

    # --- drag and drop, anywhere on the window --------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if local_files(event.mimeData()):
            event.acceptProposedAction()
            self.tint.setGeometry(self.rect())
            self.tint.raise_()
            self.tint.show()
        elif is_from_elsewhere(event.mimeData()):
            take_copy(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.tint.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        self.tint.hide()
        mime = event.mimeData()
        take_copy(event)
        if is_from_elsewhere(mime):
            self.library.notice.add(
                self.tr(
                    "Only files and folders of this computer can be added. Save what you dragged as a file "
                    "first, and drop that."
                )
            )
        if files := local_files(mime):
            self.desk.take(files)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.tint.setGeometry(self.rect())
