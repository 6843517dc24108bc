"""The conversation with the model: append-only, but evidence can leave when it no longer fits."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from core.cancel import CancelToken
from core.errors import ModelError
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
    """Turns of one run. Consecutive user texts are joined, so that roles alternate as templates demand.

    Of the evidence the last `max_evidence` stay, fewer when the context is too small. What has left stays
    away: each change of the prompt's beginning costs the evaluation of all that follows.
    """

    def __init__(self, system: str, max_evidence: int) -> None:
        self._entries = [_Entry("system", system)]
        self._max_evidence = max_evidence
        self._left: tuple[str, ...] = ()

    def user(self, content: str) -> None:
        self._entries.append(_Entry("user", content))

    def assistant(self, content: str) -> None:
        self._entries.append(_Entry("assistant", content))

    def evidence(self, label: str, text: str) -> None:
        """A user turn that holds citation `label`; the oldest leave first."""
        self._entries.append(_Entry("user", "", label, text))

    def fit(
        self, model: ChatModel, max_tokens: int, cancel: CancelToken, to_come: int = 0
    ) -> tuple[FittedPrompt, bool]:
        """The prompt that fits, and whether evidence left it since the last call (its prefix then changed).

        `to_come`: tokens that this run will probably add. They only count when something has to leave anyway:
        then room is made for them as well, so that it happens once.

        Raises:
            core.errors.ModelError: even without any evidence it does not fit.
        """
        held = [entry for entry in self._entries if entry.evidence_label]
        outside = [entry.evidence_label for entry in held[: max(len(held) - self._max_evidence, 0)]]
        kept = [
            EvidenceBlock(entry.evidence_label, entry.evidence)
            for entry in held
            if entry.evidence_label not in (*outside, *self._left)
        ]
        fitted = fit_evidence(model, self._render, kept, max_tokens, cancel)
        if fitted.dropped_labels and to_come:
            fitted = self._with_room(model, kept, max_tokens, to_come, cancel, fitted)
        gone = {*outside, *self._left, *fitted.dropped_labels}
        left = tuple(entry.evidence_label for entry in held if entry.evidence_label in gone)
        changed, self._left = left != self._left, left
        return FittedPrompt(fitted.messages, left, fitted.prompt_tokens), changed

    @property
    def left_out(self) -> Collection[str]:
        """Labels of the citations that are not in the prompt any more."""
        return self._left

    def _with_room(
        self,
        model: ChatModel,
        kept: Sequence[EvidenceBlock],
        max_tokens: int,
        to_come: int,
        cancel: CancelToken,
        fitted: FittedPrompt,
    ) -> FittedPrompt:
        """The prompt with room for what is to come, if the newest evidence can stay in it."""
        try:
            roomy = fit_evidence(model, self._render, kept, max_tokens + to_come, cancel)
        except ModelError:
            return fitted
        return roomy if len(roomy.dropped_labels) < len(kept) else fitted

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
