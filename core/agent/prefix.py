"""Whether each prompt of a run extends the one before: only then does the model read each token once.

Compares what was really sent, message by message, whatever the transcript believes of itself. Pure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from core.events import PromptPrefix
from core.llm.base import Message
from core.llm.budget import FittedPrompt


class PrefixWatch:
    """Owns the prompt that was sent last, and what stood in any prompt of the run."""

    def __init__(self) -> None:
        self._last: FittedPrompt | None = None
        self._lines = Counter[str]()  # each as often as it stood in one prompt at most
        self._displaced = False

    def displace(self) -> None:
        """Another prompt is sent in between: the next one is read from its beginning."""
        self._displaced = self._displaced or self._last is not None
        self._last = None

    def look(self, prompt: FittedPrompt, *, evicted: bool) -> tuple[PromptPrefix, tuple[Message, ...]]:
        """How the prompt goes on from the last one, and what of it the model has seen before, or said.

        That is told line by line, wherever a line stood in an earlier prompt. `evicted`: evidence has left
        the prompt since; a change is then the one that may be.
        """
        seen = self._seen(prompt.messages)
        last, self._last = self._last, prompt
        displaced, self._displaced = self._displaced, False
        if last is None:
            return ("displaced" if displaced else "first"), seen
        same = 0
        for before, now in zip(last.messages, prompt.messages, strict=False):
            if before != now:
                break
            same += 1
        if same == len(last.messages) or _grows(last.messages[same:], prompt.messages[same:]):
            return "extended", seen
        return ("evicted" if evicted else "broken"), seen

    def _seen(self, messages: Sequence[Message]) -> tuple[Message, ...]:
        """What stood in earlier prompts; this one's lines count from now on."""
        before, here = self._lines.copy(), Counter[str]()
        seen: list[Message] = []
        for message in messages:
            if message.role == "assistant":
                seen.append(message)
                continue
            lines = message.content.split("\n")
            here.update(lines)
            known: list[str] = []
            for line in lines:
                if before[line] > 0:
                    before[line] -= 1
                    known.append(line)
            if any(known):
                seen.append(Message(message.role, "\n".join(known)))
        self._lines |= here
        return tuple(seen)


def _grows(before: Sequence[Message], now: Sequence[Message]) -> bool:
    """The last message has more text at its end: the model had nothing to say in between."""
    if len(before) != 1 or not now:
        return False
    return before[0].role == now[0].role and now[0].content.startswith(before[0].content)
