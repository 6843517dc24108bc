"""The parts of the main window that its desks work with; they know neither it nor the desks. GUI thread."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtWidgets import QSplitter, QStackedWidget, QTabWidget, QVBoxLayout, QWidget

from desktop.conversation.composer import Composer
from desktop.conversation.conversation import ConversationController
from desktop.conversation.conversation_view import ConversationView
from desktop.conversation.queue_bar import QueueBar
from desktop.conversation.run_strip import RunStrip
from desktop.conversation.sources_panel import SourcesPanel
from desktop.conversation.trace_panel import TracePanel
from desktop.guide.guide_control import GuideController
from desktop.guide.guide_view import GuideView
from desktop.guide.suggestions import Suggestions
from desktop.history.history_control import HistoryController
from desktop.history.history_panel import HistoryPanel
from desktop.library.drop_target import DropTint
from desktop.library.folder_control import FoldersController
from desktop.library.library_control import LibraryController
from desktop.library.library_panel import LibraryPanel
from desktop.viewer.document_viewer import DocumentViewer
from desktop.viewer.finding import FindController
from desktop.viewer.viewer_control import ViewerController
from desktop.workers.crew import Crew
from desktop.workspaces.workspace_control import WorkspacesController


def _tr(text: str) -> str:
    return QCoreApplication.translate("MainWindow", text)


@dataclass(frozen=True, slots=True)
class Controllers:
    """What the window knows: one controller for each thing that is shown."""

    conversation: ConversationController
    history: HistoryController
    library: LibraryController
    workspaces: WorkspacesController
    folders: FoldersController
    viewer: ViewerController
    finder: FindController
    guides: GuideController

    @classmethod
    def of(cls, crew: Crew, parent: QObject) -> Controllers:
        """New ones, which do their work through `crew` and belong to `parent`."""
        conversation = ConversationController(crew, parent)
        history = HistoryController(crew, conversation, parent)
        library = LibraryController(crew, parent)
        workspaces = WorkspacesController(crew, library, parent)
        folders = FoldersController(crew, parent)
        viewer = ViewerController(crew, library.documents, parent)
        finder = FindController(viewer, crew.viewing, parent)
        guides = GuideController(crew, parent)
        return cls(conversation, history, library, workspaces, folders, viewer, finder, guides)


@dataclass(frozen=True, slots=True)
class Panes:
    """What the window shows: three panes side by side in `split`, each with what lies in it."""

    split: QSplitter
    left: QTabWidget
    library: LibraryPanel
    past: HistoryPanel
    middle: QStackedWidget
    view: ConversationView
    strip: RunStrip
    queue: QueueBar
    composer: Composer
    side: QTabWidget
    sources: SourcesPanel
    trace: TracePanel
    document: DocumentViewer
    guide: GuideView
    suggestions: Suggestions
    tint: DropTint

    @classmethod
    def of(cls, controllers: Controllers, pages: QStackedWidget, *, offer_samples: bool) -> Panes:
        """New ones, laid out in `split`, a page of `pages`; the tint lies over all of its window.

        Made from the outside in: a widget that moves into another has the whole of itself styled anew.
        """
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setHandleWidth(1)
        pages.addWidget(split)
        left, middle, side = QTabWidget(split), QStackedWidget(split), QTabWidget(split)
        library = LibraryPanel(controllers.library, controllers.workspaces, offer_samples=offer_samples)
        past = HistoryPanel(controllers.history)
        left.setObjectName("side")
        left.setDocumentMode(True)
        left.tabBar().setDrawBase(False)
        left.tabBar().setAccessibleName(_tr("Library or conversations"))
        left.addTab(library, _tr("Library"))
        left.addTab(past, _tr("Conversations"))
        view = ConversationView()
        queue = QueueBar()
        trace = TracePanel()
        sources = SourcesPanel()
        document = DocumentViewer(controllers.viewer, controllers.finder)
        guide = GuideView(controllers.guides)
        suggestions = Suggestions()
        strip = RunStrip()
        composer = Composer()
        composer.set_available(False, _tr("Opening your library …"))

        talk = QWidget()
        talk.setObjectName("conversation")  # before it has a place: its style is chosen there, by this name
        talk.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        middle.addWidget(talk)
        column = QVBoxLayout(talk)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(view, 1)
        column.addWidget(strip)
        foot = QVBoxLayout()
        foot.setContentsMargins(12, 0, 12, 12)
        foot.setSpacing(4)
        foot.addWidget(suggestions)
        foot.addWidget(queue)
        foot.addWidget(composer)
        column.addLayout(foot)

        side.setObjectName("side")
        side.setDocumentMode(True)
        side.tabBar().setDrawBase(False)
        side.tabBar().setAccessibleName(_tr("Sources, trace, document or guide"))
        side.addTab(sources, _tr("Sources"))
        side.addTab(trace, _tr("Trace"))
        side.addTab(document, _tr("Document"))
        side.addTab(guide, _tr("Guide"))

        # Beside the composer whose buttons have no room, nothing else matters.
        least_middle = max(340, talk.minimumSizeHint().width())
        for pane, least in ((left, 190), (middle, least_middle), (side, 280)):
            pane.setMinimumWidth(least)
        split.setChildrenCollapsible(False)
        split.setStretchFactor(0, 0)
        split.setStretchFactor(1, 3)
        split.setStretchFactor(2, 2)
        split.setSizes([250, 560, 470])
        return cls(
            split=split,
            left=left,
            library=library,
            past=past,
            middle=middle,
            view=view,
            strip=strip,
            queue=queue,
            composer=composer,
            side=side,
            sources=sources,
            trace=trace,
            document=document,
            guide=guide,
            suggestions=suggestions,
            tint=DropTint(pages.window()),
        )
