"""The conversation with the model: append-only, but evidence can leave when it no longer fits."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from core.cancel import CancelToken
from core.errors import ModelError
from core.llm.base import ChatModel, Message, Role
from core.llm.budget import EvidenceBlock, FittedPrompt, fit_evidence

LEFT_OUT = "({label} no longer fits and was left out.)"


@dataclass(frozen=True, slots=True)
class _Entry:
    role: Role
    content: str
    label: str = ""  # of what may leave
    is_citation: bool = False


class Transcript:
    """Turns of one run. Consecutive user texts are joined, so that roles alternate as templates demand.

    Of the opened citations the last `window` stay. When the context is too small, listed results leave first
    and then citations, the oldest of each before the newer ones. What has left stays away: each change of the
    prompt's beginning costs the evaluation of all that follows.
    """

    def __init__(self, system: str, window: int) -> None:
        self._entries = [_Entry("system", system)]
        self._window = window
        self._left: tuple[str, ...] = ()

    def user(self, content: str) -> None:
        self._entries.append(_Entry("user", content))

    def assistant(self, content: str) -> None:
        self._entries.append(_Entry("assistant", content))

    def listing(self, query: str, text: str) -> None:
        """A user turn that lists what `query` found."""
        self._entries.append(_Entry("user", text, f"Results for “{query}”"))

    def citation(self, number: int, text: str) -> None:
        """A user turn that shows the opened citation of this number."""
        self._entries.append(_Entry("user", text, f"[{number}]", is_citation=True))

    def fit(
        self, model: ChatModel, max_tokens: int, cancel: CancelToken, to_come: int = 0
    ) -> tuple[FittedPrompt, bool]:
        """The prompt that fits, and whether something left it since the last call (its prefix then changed).

        `to_come`: tokens that this run will probably add. They only count when something has to leave anyway:
        then room is made for them as well, if the newest block can stay, so that it happens once.

        Raises:
            core.errors.ModelError: even without anything that may leave it does not fit.
        """
        listings = [entry for entry in self._entries if entry.label and not entry.is_citation]
        citations = [entry for entry in self._entries if entry.is_citation]
        outside = [entry.label for entry in citations[: max(len(citations) - self._window, 0)]]
        gone = {*self._left, *outside}
        kept = [
            EvidenceBlock(entry.label, entry.content)
            for entry in (*listings, *citations)
            if entry.label not in gone
        ]
        fitted = fit_evidence(model, self._render, kept, max_tokens, cancel)
        if fitted.dropped_labels and to_come:
            with suppress(ModelError):
                roomy = fit_evidence(model, self._render, kept, max_tokens + to_come, cancel)
                fitted = roomy if len(roomy.dropped_labels) < len(kept) else fitted
        gone |= set(fitted.dropped_labels)
        left = tuple(entry.label for entry in self._entries if entry.label in gone)
        changed, self._left = left != self._left, left
        return FittedPrompt(fitted.messages, left, fitted.prompt_tokens), changed

    def _render(self, blocks: Sequence[EvidenceBlock]) -> tuple[Message, ...]:
        kept = {block.label for block in blocks}
        messages: list[Message] = []
        for entry in self._entries:
            content = entry.content
            if entry.label and entry.label not in kept:
                content = LEFT_OUT.format(label=entry.label)
            if messages and messages[-1].role == entry.role == "user":
                messages[-1] = Message("user", f"{messages[-1].content}\n\n{content}")
            else:
                messages.append(Message(entry.role, content))
        return tuple(messages)
