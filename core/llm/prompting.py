"""From messages to token ids: the model's chat template, text that cannot command, exact prefixes.

Child process only. Two things a plain `tokenize(render(messages))` gets wrong:

- A document that contains the text of a control token (`<|im_end|>`) would end the turn and begin another.
  Content is tokenized as plain text whenever it contains such a text.
- The ids a model sampled are often not those its text tokenizes to; the cached prefix would end there. Ids
  of completions made here are remembered and put back where the same text follows the same prompt.
"""

from __future__ import annotations

import hashlib
import re
import struct
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, NamedTuple

from core.errors import ModelError
from core.llm.base import Message
from core.llm.loading import template_refused

_REMEMBERED_COMPLETIONS = 256
# Private-use characters: what stands between them is the number of a message.
_MARK = "\ue0c7{}\ue0c8"
_MARK_PATTERN = re.compile("\ue0c7([0-9]+)\ue0c8")
# For a base model whose file names no template.
_CHATML = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n"
    "{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


class _Key(NamedTuple):
    """A completion is known by the prompt before it and by its text."""

    prompt: bytes
    text: str


class PromptEncoder:
    """Owns template, vocabulary facts and the memory of completions of one loaded model."""

    def __init__(self, llm: Any, llama_cpp: Any) -> None:
        from llama_cpp.llama_chat_format import Jinja2ChatFormatter

        self._llm = llm
        vocab = llm._model.vocab
        self._bos = llm.token_bos()
        self._add_bos = bool(llama_cpp.llama_vocab_get_add_bos(vocab)) and self._bos >= 0
        tokens = range(llm.n_vocab())
        controls = {token for token in tokens if llama_cpp.llama_vocab_is_control(vocab, token)}
        ends = {token for token in tokens if llama_cpp.llama_vocab_is_eog(vocab, token)}
        texts = {llm._model.token_get_text(token) for token in controls} - {""}
        self._control_text = re.compile("|".join(map(re.escape, texts)) or r"(?!)")
        self._formatter = Jinja2ChatFormatter(
            template=llm.metadata.get("tokenizer.chat_template") or _CHATML,
            bos_token=llm._model.token_get_text(self._bos) if self._bos >= 0 else "",
            eos_token=llm._model.token_get_text(llm.token_eos()) if llm.token_eos() >= 0 else "",
        )
        self._completions: OrderedDict[_Key, list[int]] = OrderedDict()
        self.stop_tokens = self._find_stop_tokens(controls, ends)

    def encode(self, messages: Sequence[Message]) -> list[int]:
        """Token ids of the prompt, the opening of the assistant's turn included.

        Raises:
            ModelError: `model_template`, when the model's template refuses the messages.
        """
        usable, rendered = self._render(messages)
        ids: list[int] = []
        pending = ""
        for position, part in enumerate(_MARK_PATTERN.split(rendered)):
            if position % 2 == 0:
                pending += part
                continue
            message = usable[int(part)]
            if message.role == "assistant":
                before = self._extended(ids, pending)
                known = self._completions.get(_Key(_digest(before), message.content))
                if known is not None:
                    ids, pending = before + known, ""
                    continue
            if self._control_text.search(message.content):
                ids = self._extended(ids, pending) + self._tokenize(message.content, special=False)
                pending = ""
            else:
                pending += message.content
        return self._extended(ids, pending)

    def remember(self, prompt: Sequence[int], text: str, completion: Sequence[int]) -> None:
        """Keep the sampled ids of an answer, for when it comes back as a message."""
        if not text:
            return
        self._completions[_Key(_digest(prompt), text)] = list(completion)
        while len(self._completions) > _REMEMBERED_COMPLETIONS:
            self._completions.popitem(last=False)

    def _extended(self, ids: list[int], text: str) -> list[int]:
        """`ids` and those of template text after them; the very first is BOS if the model wants it."""
        more = self._tokenize(text, special=True) if text else []
        if not ids and self._add_bos and more[:1] != [self._bos]:
            more.insert(0, self._bos)
        return ids + more

    def _tokenize(self, text: str, *, special: bool) -> list[int]:
        data = text.encode("utf-8", errors="replace")
        return list(self._llm.tokenize(data, add_bos=False, special=special))

    def _render(self, messages: Sequence[Message]) -> tuple[list[Message], str]:
        """The messages as the template takes them, and its text with marks in place of their contents."""
        failure: Exception | None = None
        for usable in (list(messages), _alternating(messages)):
            marked = [
                {"role": message.role, "content": _MARK.format(number)}
                for number, message in enumerate(usable)
            ]
            try:
                rendered = self._formatter(messages=marked).prompt
            except Exception as error:  # noqa: BLE001 - a template is a program from the model file
                failure = error
                continue
            if _MARK_PATTERN.findall(rendered) == [str(number) for number in range(len(usable))]:
                return usable, rendered
            failure = ValueError("the template drops, repeats or reorders messages")
        raise template_refused(failure or ValueError("there is nothing to say"))

    def _find_stop_tokens(self, controls: set[int], ends: set[int]) -> frozenset[int]:
        """What llama.cpp knows to end a generation, and the token the template closes a turn with."""
        stops = ends | {token for token in (self._llm.token_eos(),) if token >= 0}
        try:
            _, rendered = self._render([Message("user", "x"), Message("assistant", "x")])
        except ModelError:
            return frozenset(stops)
        after = self._tokenize(_MARK_PATTERN.split(rendered)[4].lstrip(), special=True)
        if after and after[0] in controls:
            stops.add(after[0])
        return frozenset(stops)


def _alternating(messages: Sequence[Message]) -> list[Message]:
    """For templates without a system role or with strict turns: system text leads the first user turn."""
    merged: list[Message] = []
    for message in messages:
        role = "user" if message.role == "system" else message.role
        if merged and merged[-1].role == role:
            merged[-1] = Message(role, f"{merged[-1].content}\n\n{message.content}")
        else:
            merged.append(Message(role, message.content))
    return merged


def _digest(tokens: Sequence[int]) -> bytes:
    return hashlib.blake2b(struct.pack(f"<{len(tokens)}i", *tokens), digest_size=16).digest()
