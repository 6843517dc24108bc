"""The desks of the main window, each of which knows what the user wants of one thing. GUI thread."""

from __future__ import annotations

from dataclasses import dataclass

from desktop.conversation.run_desk import RunDesk
from desktop.history.history_desk import HistoryDesk
from desktop.library.library_desk import LibraryDesk
from desktop.research.research_desk import ResearchDesk
from desktop.settings.settings_desk import SettingsDesk
from desktop.tables.tables_desk import TablesDesk
from desktop.viewer.viewer_desk import ViewerDesk
from desktop.workspaces.workspace_desk import WorkspaceDesk


@dataclass(frozen=True, slots=True)
class Desks:
    """All of them, for what serves the whole window: its menus, its memory."""

    library: LibraryDesk
    rooms: WorkspaceDesk
    runs: RunDesk
    research: ResearchDesk
    talks: HistoryDesk
    tables: TablesDesk
    settings: SettingsDesk
    reading: ViewerDesk
