"""The language model of the settings: on a server, or in a process of this computer."""

from __future__ import annotations

import threading

from core.agent.limits import Limits
from core.errors import UsageError
from core.llm.base import ChatModel
from core.llm.llama import LlamaModel
from core.models.fit import choose_context, free_memory, memory_needed
from core.models.store import ModelStore
from core.settings import ModelSettings, Settings
from core.system.paths import AppPaths


class LanguageModel:
    """The one model of an engine, made anew when the settings name another. Any thread.

    Args:
        given: takes the place of the configured model, whatever the settings say (the demo, tests).
    """

    def __init__(self, paths: AppPaths, models: ModelStore, given: ChatModel | None = None) -> None:
        self._paths = paths
        self._models = models
        self._given = given
        self._made: ChatModel | None = None
        self._made_of: tuple[ModelSettings, float] | None = None
        self._lock = threading.Lock()

    def of(self, settings: Settings) -> ChatModel:
        """The model of these settings; that of earlier ones is closed first.

        Raises:
            ModelError, UsageError: as `configured_model`; then there is no model until the next call.
        """
        if self._given is not None:
            return self._given
        with self._lock:
            made_of = settings.models, longest_call(settings)
            if self._made is None or self._made_of != made_of:
                self._drop()
                self._made = configured_model(self._paths, settings, self._models)
                self._made_of = made_of
            return self._made

    def close(self) -> None:
        """End its process, if one runs."""
        if self._given is not None:
            self._given.close()
        with self._lock:
            self._drop()

    def _drop(self) -> None:
        made, self._made, self._made_of = self._made, None, None
        if made is not None:
            made.close()


def longest_call(settings: Settings) -> float:
    """Seconds that one call of the model may take in any mode: the larger of its two time limits.

    Raises:
        UsageError: a variable of the environment is not a number of seconds above 0.
    """
    limits = Limits.of(settings.answers)
    return max(limits.plan_timeout_s, limits.chat_timeout_s)


def configured_model(paths: AppPaths, settings: Settings, models: ModelStore) -> ChatModel:
    """A model that loads nothing before its first call.

    Raises:
        ModelError: not installed, damaged, or too large for this machine.
        UsageError: a server is configured without a model name, or with a time limit that is none.
    """
    chosen = settings.models
    if chosen.server_url:
        if not chosen.server_model:
            raise UsageError(
                f"The server {chosen.server_url} is set, but not which of its models to use.",
                f"Set models.server_model in {paths.settings}.",
            )
        # Imported only here: an HTTP client takes a tenth of the start of a program without a network.
        from core.llm.openai_client import OpenAIModel

        context = chosen.context_tokens or 8192
        return OpenAIModel(
            chosen.server_url,
            chosen.server_model,
            context_tokens=context,
            timeout_s=longest_call(settings),  # a slow server may be silent until then: it reads the prompt
        )
    installed = models.require(chosen.answer_model)
    context = choose_context(installed.entry, free_memory(), chosen.context_tokens)
    return LlamaModel(
        installed.main_file,
        model_name=installed.entry.model_id,
        context_tokens=context,
        gpu_layers=chosen.gpu_layers,
        threads=chosen.threads,
        # Half as much again as it should need: beyond that something is wrong.
        memory_limit_bytes=memory_needed(installed.entry, context) * 3 // 2,
        kept_in=paths.cache / "prompts",
    )
