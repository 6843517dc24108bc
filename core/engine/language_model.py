"""The language model of the settings: on a server, or in a process of this computer."""

from __future__ import annotations

from core.errors import UsageError
from core.llm.base import ChatModel
from core.llm.llama import LlamaModel
from core.models.fit import choose_context, free_memory, memory_needed
from core.models.store import ModelStore
from core.paths import AppPaths
from core.settings import Settings


def configured_model(paths: AppPaths, settings: Settings, models: ModelStore) -> ChatModel:
    """A model that loads nothing before its first call.

    Raises:
        ModelError: not installed, damaged, or too large for this machine.
        UsageError: a server is configured without a model name.
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
        return OpenAIModel(chosen.server_url, chosen.server_model, context_tokens=context)
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
    )
