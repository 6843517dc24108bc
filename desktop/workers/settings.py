"""Settings and models: one lane answers at once, the other fetches models for as long as that takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import Signal, Slot

from core.cancel import CancelToken
from core.events import Event
from desktop.conversation.event_relay import EventRelay
from desktop.workers.base import Worker, failure_of, told


class SettingsWorker(Worker):
    """`told_settings(Settings)` after `tell`, `changed(Settings)` after each `change`;
    `models_listed(list[ModelState])`; `gpu_told(bool)`: whether layers can lie on a graphics card;
    `server_answered(ServerReport)` or `server_refused(message, hint)` after `test_server`;
    `diagnostics_saved(path)`; `failed(message, hint)`. `power_told(pauses, on_battery)` after `tell_power`;
    `update_told(UpdateState)` or `update_refused(message, hint)` after `check_updates`.
    """

    told_settings = Signal(object)
    changed = Signal(object)
    models_listed = Signal(list)
    gpu_told = Signal(bool)
    server_answered = Signal(object)
    server_refused = Signal(str, str)
    diagnostics_saved = Signal(str)
    power_told = Signal(bool, bool)
    update_told = Signal(object)
    update_refused = Signal(str, str)
    failed = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self._cancel = CancelToken()

    @Slot()
    def tell(self) -> None:
        try:
            settings = self.engine.settings
        except Exception as error:  # noqa: BLE001 - told to the user
            self._tell(error)
        else:
            self.told_settings.emit(settings)

    @Slot(str, dict)
    def change(self, section: str, values: dict[str, object]) -> None:
        try:
            self.engine.change_settings(self.engine.settings.with_values(section, values))
        except Exception as error:  # noqa: BLE001 - told to the user
            self._tell(error)
        self.changed.emit(self.engine.settings)  # as they are now, also where they could not be kept

    @Slot()
    def tell_power(self) -> None:
        """Whether reading is to pause on battery, and if so, whether this computer runs on it."""
        from core.system.power import on_battery

        pauses = self.engine.settings.library.pause_on_battery
        self.power_told.emit(pauses, pauses and on_battery())

    @Slot()
    def check_updates(self) -> None:
        from core.system.updates import check_for_update

        try:
            found = check_for_update(self.engine.settings.window.updates_url)
        except Exception as error:  # noqa: BLE001 - told to the user
            _code, message, hint = failure_of(error)
            self.update_refused.emit(message, hint)
        else:
            self.update_told.emit(found)

    @Slot()
    def list_models(self) -> None:
        from core.models.overview import overview  # first imported here, on this thread

        try:
            states = overview(self.engine.models)
        except Exception as error:  # noqa: BLE001 - told to the user
            self._tell(error)
        else:
            self.models_listed.emit(states)

    @Slot(str)
    def remove_model(self, model_id: str) -> None:
        try:
            self.engine.models.remove(model_id, self.engine.settings.models.chosen)
        except Exception as error:  # noqa: BLE001 - told to the user
            self._tell(error)
        self.list_models()

    @Slot()
    def tell_gpu(self) -> None:
        from core.llm.gpu import can_offload

        try:
            offload = can_offload(self._cancel)
        except Exception as error:  # noqa: BLE001 - told to the user
            self._tell(error)
        else:
            self.gpu_told.emit(offload)

    @Slot(str)
    def save_diagnostics(self, path: str) -> None:
        try:
            self.engine.save_diagnostics(Path(path))
        except Exception as error:  # noqa: BLE001 - told to the user
            self._tell(error)
        else:
            self.diagnostics_saved.emit(path)

    @Slot(str, str)
    def test_server(self, url: str, model: str) -> None:
        from core.llm.server_check import check_server  # an HTTP client, only when somebody asks for it

        try:
            report = check_server(url, model, self._cancel)
        except Exception as error:  # noqa: BLE001 - told to the user
            _code, message, hint = failure_of(error)
            self.server_refused.emit(message, hint)
        else:
            self.server_answered.emit(report)

    def interrupt(self) -> None:
        self._cancel.set()

    def _tell(self, error: Exception) -> None:
        _code, message, hint = failure_of(error)
        self.failed.emit(message, hint)


class FetchWorker(Worker):
    """Fetches or checks one model after the other; events go into `relay`, each ending with `RunFinished`."""

    def __init__(self, relay: EventRelay) -> None:
        super().__init__()
        self._relay = relay
        self._token = CancelToken()
        self._closing = False

    def new_token(self) -> CancelToken:
        """GUI thread: the token of the next order."""
        self._token = CancelToken()
        return self._token

    @Slot(object, str, str)
    def fetch(self, token: CancelToken, model_id: str, source: str) -> None:
        """`source`: a file or folder; empty: other programs' folders, then the catalogue's places."""
        self._work(token, lambda: self.engine.models.get(model_id, token, source or None))

    @Slot(object, str)
    def add(self, token: CancelToken, path: str) -> None:
        """A GGUF file, or all of a folder, where they lie."""
        self._work(token, lambda: self.engine.models.add(Path(path), token))

    @Slot(object, str)
    def verify(self, token: CancelToken, model_id: str) -> None:
        self._work(token, lambda: self.engine.models.verify(model_id, token))

    def _work(self, token: CancelToken, stream: Callable[[], Iterator[Event]]) -> None:
        if self._closing:
            return
        for event in told(stream, token):
            self._relay.push(event)

    def interrupt_one(self) -> None:
        """GUI thread: what is going on is given up."""
        self._token.set()

    def interrupt(self) -> None:
        self._closing = True
        self._token.set()
