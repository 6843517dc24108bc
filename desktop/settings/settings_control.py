"""The settings in use, the models there are, and what is being fetched. GUI thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from core import __version__
from core.events import DownloadProgressed, Event, NoticeGiven, RunFinished
from core.models.choosing import answering, takes_over
from core.settings import Settings
from desktop.messages.core_words import said
from desktop.messages.words import counted
from desktop.settings.language_models import Fetching, LanguageModels
from desktop.shared.numbers import decimal, file_size
from desktop.workers.crew import Crew

if TYPE_CHECKING:
    from core.llm.server_check import ServerReport
    from core.models.overview import ModelState
    from core.system.updates import UpdateState


class SettingsController(QObject):
    """`changed`: other settings hold. `fetch_ended(model_id, outcome, sentence)`: `outcome` as in
    `RunFinished`; after `add` the id of the model that was added last. `server_told(sentence, ok)` after
    `test_server`, `update_told` likewise after `check_updates`, `notice_given(sentence, ok)` after other
    orders. `gpu_told(usable)` once, after `ask_gpu`.
    """

    changed = Signal()
    listed = Signal()
    fetching_changed = Signal()
    fetch_ended = Signal(str, str, str)
    server_told = Signal(str, bool)
    notice_given = Signal(str, bool)
    update_told = Signal(str, bool)
    gpu_told = Signal(bool)
    _gpu_requested = Signal()
    _diagnostics_requested = Signal(str)
    _tell_requested = Signal()
    _updates_requested = Signal()
    _list_requested = Signal()
    _change_requested = Signal(str, dict)
    _fetch_requested = Signal(object, str, str)
    _add_requested = Signal(object, str)
    _verify_requested = Signal(object, str)
    _remove_requested = Signal(str)
    _test_requested = Signal(str, str)

    def __init__(self, crew: Crew, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._crew = crew
        self.settings = Settings()
        self.models = LanguageModels(self)
        self.fetching = ""
        self._unanswered = 0  # changes that the library has not kept yet
        self._told_on_the_way: list[str] = []
        self._added: list[str] | None = None  # ids, while files are looked through
        self._installed_now = ""
        self._server_models: tuple[str, ...] = ()
        self._tell_requested.connect(crew.settings.tell)
        self._gpu_asked = False
        self._gpu_requested.connect(crew.settings.tell_gpu)
        crew.settings.gpu_told.connect(self.gpu_told)
        self._list_requested.connect(crew.settings.list_models)
        self._change_requested.connect(crew.settings.change)
        self._remove_requested.connect(crew.settings.remove_model)
        self._test_requested.connect(crew.settings.test_server)
        self._fetch_requested.connect(crew.fetch.fetch)
        self._add_requested.connect(crew.fetch.add)
        self._verify_requested.connect(crew.fetch.verify)
        crew.settings.told_settings.connect(self.on_told)
        crew.settings.changed.connect(self.on_kept)
        crew.settings.models_listed.connect(self.on_models)
        crew.settings.failed.connect(self.on_failed)
        crew.settings.diagnostics_saved.connect(self.on_diagnostics_saved)
        self._diagnostics_requested.connect(crew.settings.save_diagnostics)
        crew.settings.server_answered.connect(self.on_server_answered)
        crew.settings.server_refused.connect(self.on_server_refused)
        crew.fetching.events_arrived.connect(self.on_events)
        self._updates_requested.connect(crew.settings.check_updates)
        crew.settings.update_told.connect(self.on_update_told)
        crew.settings.update_refused.connect(self.on_update_refused)
        crew.ready.connect(self._tell_requested)

    @property
    def server_models(self) -> tuple[str, ...]:
        """What the server that was tested last says it has."""
        return self._server_models

    def refresh(self) -> None:
        """Ask for the settings and the models; both come later."""
        self._tell_requested.emit()
        self._list_requested.emit()

    def ask_gpu(self) -> None:
        """Ask, once, whether layers of a model can lie on a graphics card."""
        if not self._gpu_asked:
            self._gpu_asked = True
            self._gpu_requested.emit()

    def change(self, section: str, values: dict[str, object]) -> None:
        """Other values of a section hold at once, for the next question; `changed` follows when they are
        kept, or when they could not be and the earlier ones hold again.

        Only what is changed is sent, so that nothing is overwritten that somebody else has changed.
        """
        settings = self.settings.with_values(section, values)
        if settings != self.settings:
            self.settings = settings
            self._unanswered += 1
            self._change_requested.emit(section, values)

    def fetch(self, model_id: str, source: str = "") -> None:
        """Fetch a model from `source` (a file or folder; empty: wherever it can be had)."""
        if not self.fetching:
            self._begin(model_id)
            self._fetch_requested.emit(self._crew.fetch.new_token(), model_id, source)

    def add(self, path: str) -> None:
        """Use a GGUF file, or all models of a folder, where they lie."""
        if not self.fetching:
            self._begin(path)
            self._added = []
            self._add_requested.emit(self._crew.fetch.new_token(), path)

    def verify(self, model_id: str) -> None:
        """Hash its files anew."""
        if not self.fetching:
            self._begin(model_id)
            self._verify_requested.emit(self._crew.fetch.new_token(), model_id)

    def remove(self, model_id: str) -> None:
        """Delete a model, or leave out one that is used in place; `listed` follows, a refusal is told."""
        if not self.fetching:
            self._remove_requested.emit(model_id)

    def stop(self) -> None:
        """What was fetched is kept; fetching again goes on from there."""
        self._crew.fetch.interrupt_one()

    def test_server(self, url: str, model: str) -> None:
        self._test_requested.emit(url, model)

    def check_updates(self) -> None:
        """Ask the address of the settings for the newest version: the one time that anybody does."""
        self._updates_requested.emit()

    def save_diagnostics(self, path: str) -> None:
        """`notice_given` tells how it went."""
        self._diagnostics_requested.emit(path)

    def _begin(self, model_id: str) -> None:
        self.fetching = model_id
        self._told_on_the_way = []
        self.models.show_fetching(Fetching(model_id, self.tr("Beginning …"), None))
        self.fetching_changed.emit()

    @Slot(object)
    def on_told(self, settings: Settings) -> None:
        if not self._unanswered:
            self._take(settings)

    @Slot(object)
    def on_kept(self, settings: Settings) -> None:
        self._unanswered -= 1
        self.on_told(settings)  # an earlier reply lacks the changes that are on their way

    def _take(self, settings: Settings) -> None:
        self.settings = settings
        chosen = settings.models
        self.models.choose("" if chosen.server_url else chosen.answer_model)
        self.changed.emit()

    @Slot(list)
    def on_models(self, states: list[ModelState]) -> None:
        self.models.replace_all(states)
        self._let_answer(states)
        self.listed.emit()

    def _let_answer(self, states: list[ModelState]) -> None:
        """A model that was just installed answers, where the one that is set is not there."""
        new, self._installed_now = self._installed_now, ""
        entry = next((state.entry for state in states if state.entry.model_id == new), None)
        there = {state.entry.model_id for state in states if state.installed}
        if entry is not None and new in there and takes_over(entry, self.settings.models, there):
            self.change("models", dict(answering(new)))
            self.models.choose(new)

    @Slot(list)
    def on_events(self, events: list[Event]) -> None:
        for event in events:
            if isinstance(event, DownloadProgressed) and self._added is not None:
                self._added.append(event.model_id)
            elif isinstance(event, DownloadProgressed):
                self.models.show_fetching(self._shown(event))
            elif isinstance(event, NoticeGiven):
                self._told_on_the_way.append(event.message)
            elif isinstance(event, RunFinished):
                self._end(event)

    def _shown(self, event: DownloadProgressed) -> Fetching:
        stage = event.stage.partition(":")[0]
        words = {
            "searching": self.tr("Looking for it in the folders of other programs"),
            "downloading": self.tr("Fetching"),
            "verifying": self.tr("Checking every byte"),
            "tuning": self.tr("Making it fast on this computer"),
        }.get(stage, stage)
        if not event.total_bytes:
            return Fetching(event.model_id, f"{words} …", None)
        fraction = min(event.done_bytes / event.total_bytes, 1.0)
        if stage == "tuning":
            return Fetching(event.model_id, f"{words} …", fraction)
        told = self.tr("{what}: {done} of {all}").format(
            what=words, done=file_size(event.done_bytes), all=file_size(event.total_bytes)
        )
        return Fetching(event.model_id, told, fraction)

    def _end(self, event: RunFinished) -> None:
        model_id, self.fetching = self.fetching, ""
        added, self._added = self._added, None
        self.models.show_fetching(None)
        if added:
            model_id, sentence = added[-1], self._added_words(len(added))
        elif event.outcome == "failed":
            sentence = " ".join(
                part for part in (*self._told_on_the_way, said(event.message), said(event.hint)) if part
            )
        elif event.outcome == "cancelled" and added is not None:
            sentence = self.tr("Stopped.")
        elif event.outcome == "cancelled":
            sentence = self.tr("Stopped. What was fetched is kept; fetching again goes on from there.")
        else:
            sentence = ""
        if event.outcome == "done":
            self._installed_now = model_id
        self._list_requested.emit()
        self.fetching_changed.emit()
        self.fetch_ended.emit(model_id, event.outcome, sentence)

    def _added_words(self, count: int) -> str:
        return counted(
            count,
            self.tr("1 model is in the list and stays where it lies."),
            self.tr("{n} models are in the list and stay where they lie."),
        )

    @Slot(object)
    def on_server_answered(self, report: ServerReport) -> None:
        self._server_models = report.models
        told = self.tr("{model} answered after {seconds} s.").format(
            model=report.model, seconds=decimal(report.seconds)
        )
        self.server_told.emit(told, True)

    @Slot(str, str)
    def on_server_refused(self, message: str, hint: str) -> None:
        self.server_told.emit(f"{message} {hint}".strip(), False)

    @Slot(object)
    def on_update_told(self, found: UpdateState) -> None:
        if found.is_newer:
            told = self.tr(
                "Version {newest} is there; this is {mine}. Install it as you installed this one; "
                "your data stays."
            )
        else:
            told = self.tr("This is the newest version, {mine}.")
        self.update_told.emit(told.format(newest=found.newest, mine=__version__), True)

    @Slot(str, str)
    def on_update_refused(self, message: str, hint: str) -> None:
        self.update_told.emit(f"{message} {hint}".strip(), False)

    @Slot(str, str)
    def on_failed(self, message: str, hint: str) -> None:
        self.notice_given.emit(f"{message} {hint}".strip(), False)

    @Slot(str)
    def on_diagnostics_saved(self, path: str) -> None:
        self.notice_given.emit(self.tr("Saved as {path}").format(path=path), True)
