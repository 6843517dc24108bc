"""The conversation with the model: append-only, but evidence can leave when it no longer fits."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from core.cancel import CancelToken
from core.llm.base import ChatModel, Message, Role
from core.llm.budget import EvidenceBlock, FittedPrompt, fit_evidence

LEFT_OUT = "(Citation [{label}] no longer fits and was left out.)"


@dataclass(frozen=True, slots=True)
class _Entry:
    role: Role
    content: str
    evidence_label: str = ""
    evidence: str = ""


class Transcript:
    """Turns of one run. Consecutive user texts are joined, so that roles alternate as templates demand."""

    def __init__(self, system: str, max_evidence: int) -> None:
        self._entries = [_Entry("system", system)]
        self._max_evidence = max_evidence
        self._last_dropped: frozenset[str] = frozenset()

    def user(self, content: str) -> None:
        self._entries.append(_Entry("user", content))

    def assistant(self, content: str) -> None:
        self._entries.append(_Entry("assistant", content))

    def evidence(self, label: str, text: str) -> None:
        """A user turn that holds citation `label`; the oldest leave first."""
        self._entries.append(_Entry("user", "", label, text))

    def fit(self, model: ChatModel, max_tokens: int, cancel: CancelToken) -> tuple[FittedPrompt, bool]:
        """The prompt that fits, and whether evidence left it since the last call (its prefix then changed).

        Raises:
            core.errors.ModelError: even without any evidence it does not fit.
        """
        held = [entry for entry in self._entries if entry.evidence_label]
        window = held[max(len(held) - self._max_evidence, 0) :]
        blocks = [EvidenceBlock(entry.evidence_label, entry.evidence) for entry in window]
        fitted = fit_evidence(model, self._render, blocks, max_tokens, cancel)
        outside = [entry.evidence_label for entry in held if entry not in window]
        dropped = frozenset([*outside, *fitted.dropped_labels])
        changed = dropped != self._last_dropped
        self._last_dropped = dropped
        return FittedPrompt(fitted.messages, tuple(sorted(dropped)), fitted.prompt_tokens), changed

    @property
    def left_out(self) -> Collection[str]:
        """Labels of the citations that are not in the prompt at present."""
        return self._last_dropped

    def _render(self, blocks: Sequence[EvidenceBlock]) -> tuple[Message, ...]:
        kept = {block.label for block in blocks}
        messages: list[Message] = []
        for entry in self._entries:
            content = entry.content
            if entry.evidence_label:
                label = entry.evidence_label
                content = entry.evidence if label in kept else LEFT_OUT.format(label=label)
            if messages and messages[-1].role == entry.role == "user":
                messages[-1] = Message("user", f"{messages[-1].content}\n\n{content}")
            else:
                messages.append(Message(entry.role, content))
        return tuple(messages)
