"""A language model that does everything wrong, at random but repeatably, and a library that may fail.

For the property that every run ends: `HostileModel` speaks `ChatModel`, `FailingRetriever` the retriever's
protocol over a few chunks in memory, so that thousands of runs take minutes.
"""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from core.answer.sources import Source
from core.cancel import CancelToken
from core.errors import ModelError, StorageError
from core.llm.base import GenerationDone, GenerationRequest, Message, TextDelta
from core.types import Chunk, Document, SearchResult, Span
from tests.agent.hostile_texts import JUNK, WORDS, Instance, a_call, a_giant
from tests.agent.memory_library import SOURCES, MemoryRetriever


class UnexpectedError(Exception):
    """What nobody foresaw: no error of ours, no error of the user."""


ERRORS = (StorageError, UnexpectedError, MemoryError, OSError)


def an_error(number: int) -> Exception:
    return ERRORS[number % len(ERRORS)]("It is broken.")


class FailingRetriever(MemoryRetriever):
    """Finds nothing, the same for ever, waits until its time is over, or fails, as `choose` decides once.

    Documents vanish at any time, and single searches and openings fail in any mood. Its generator is its own:
    searches of a batch run side by side, and must not disturb what the model says.
    """

    def __init__(self, choose: random.Random) -> None:
        super().__init__()
        self._choose = random.Random(choose.random())
        self._lock = threading.Lock()
        self.mood = choose.choices(("well", "empty", "same", "failing", "late"), (81, 8, 5, 2, 4))[0]

    def search(self, query: str, *, cancel: CancelToken | None = None, **options: Any) -> SearchResult:
        with self._lock:
            chance = self._choose.random()
        if self.mood == "late" and cancel is not None and chance < 0.5:
            cancel.wait(5)  # the run's time limit is far below
        if chance > 0.995:
            raise an_error(int(chance * 1e9))
        return super().search(query, cancel=cancel, **options)

    def found(self, query: str) -> list[Source]:
        match self.mood:
            case "failing":
                raise an_error(len(query))
            case "empty":
                return []
            case "same":
                return SOURCES[:2]
        return super().found(query)

    def open_chunk(
        self,
        document_id: str,
        chunk_id: str,
        document_ids: Sequence[str] | None = None,
        *,
        for_prompt: bool = False,
        beside: Sequence[Span] | None = None,
    ) -> tuple[Document, Chunk] | None:
        with self._lock:
            chance = self._choose.random()
        if chance < 0.03:
            return None  # removed since the search
        if chance > 0.995:
            raise an_error(int(chance * 1e9))
        return super().open_chunk(document_id, chunk_id, document_ids, for_prompt=for_prompt, beside=beside)


class HostileModel:
    """Says what `choose` picks; with a grammar only what the grammar permits, or the beginning of it."""

    def __init__(self, choose: random.Random, cancel: CancelToken, *, obeys_grammar: bool) -> None:
        self._choose = choose
        self._cancel = cancel
        self._obeys = obeys_grammar
        self._habit = choose.choice(("mixed", "mixed", "mixed", "same", "junk", "final", "eager"))
        self._last = ""
        self.slow = False  # each call reaches its time limit in the middle
        self.calls = 0

    model_name = "hostile"

    @property
    def context_tokens(self) -> int:
        return 1200

    @property
    def supports_gbnf(self) -> bool:
        return self._obeys

    def count_tokens(self, messages: Sequence[Message], cancel: CancelToken | None = None) -> int:
        return sum(len(message.content) // 8 + 4 for message in messages)

    def choose(
        self,
        messages: Sequence[Message],
        options: Sequence[Sequence[str]],
        cancel: CancelToken,
        *,
        kept: int = 0,
    ) -> tuple[float, ...]:
        cancel.check()
        if self._choose.random() < 0.1:
            raise ModelError("The model cannot say.")
        return tuple(self._choose.uniform(-4.0, 4.0) for _ in options)

    def generate(
        self, request: GenerationRequest, cancel: CancelToken
    ) -> Iterator[TextDelta | GenerationDone]:
        self.calls += 1
        chance = self._choose.random()
        if chance < 0.004:
            raise ModelError("The language model stopped.", "Try a smaller one.")
        if chance < 0.006:
            raise an_error(int(chance * 1e9))
        text = self._text(request)
        self._last = text
        heeds_limits = self._obeys or self._choose.random() < 0.9
        limit = request.max_tokens * 4 if heeds_limits else 200_000
        cut = self._choose.random() < 0.08
        said = text[: self._choose.randint(0, len(text))] if cut else text[:limit]
        half = len(said) // 2
        for piece in (said[:half], said[half:]):
            if self._choose.random() < 0.004:
                self._cancel.set()
            if self.slow:
                cancel.wait(0.02)
            if cancel.is_set:
                break
            yield TextDelta(piece)
        if 0.006 <= chance < 0.008:
            raise ModelError("The language model stopped in the middle.")
        finish = "cancelled" if cancel.is_set else "length" if cut or len(text) > limit else "stop"
        yield GenerationDone(said, finish, 10, 5, len(said) // 4, 0.001)  # type: ignore[arg-type]

    def close(self) -> None:
        pass

    def _text(self, request: GenerationRequest) -> str:
        schema = request.grammar.json_schema if request.grammar else None
        if self._obeys and schema is not None:
            text = json.dumps(Instance(self._choose).of(schema), ensure_ascii=False, separators=(",", ":"))
            return self._last if self._habit == "same" and self._fits(schema) else text
        if self._obeys and request.grammar is not None:
            gbnf = request.grammar.gbnf or ""
            return self._plan() if "search_docs" in gbnf else self._answer(request)
        return self._unbound(schema)

    def _plan(self) -> str:
        """Any plan that the grammar of plans permits."""
        choose = self._choose
        searches = [
            "search_docs for " + " and ".join(f"'{query}'" for query in choose.choices(WORDS, k=count))
            for count in choose.choices((1, 2), k=choose.randint(1, 3))
        ]
        return json.dumps([*searches, *choose.choices((["open_citation for it"], []))[0], "Compose it"])

    def _answer(self, request: GenerationRequest) -> str:
        """Words that follow each other in the sentences that it is given, or a yes or no."""
        choose = self._choose
        words = request.messages[-1].content.partition("\n\nQuestion:")[0].split() or ["Yes"]
        start = choose.randrange(len(words))
        return choose.choice(("Yes", "No")) if choose.random() < 0.1 else " ".join(words[start : start + 4])

    def _fits(self, schema: dict[str, Any]) -> bool:
        """Would a model that repeats itself be let by this grammar? Only a search is always the same."""
        return '"search_docs"' in self._last and '"search_docs"' in json.dumps(schema)

    def _unbound(self, schema: dict[str, Any] | None) -> str:
        choose = self._choose
        if self._habit == "same" and self._last:
            return self._last
        if self._habit == "junk":
            return choose.choice(JUNK)
        if self._habit == "final":
            return choose.choice(
                ('FINAL {"answer": "It is 36 months [1].", "citations": [1]}', '{"type":"final"}')
            )
        makers: list[Callable[[], str]] = [
            lambda: choose.choice(JUNK),
            lambda: json.dumps(Instance(choose).of(schema)) if schema else "",
            lambda: "Sure! Here it is:\n```json\n" + json.dumps(a_call(choose)) + "\n``` Anything else?",
            lambda: "TOOL_CALL " + json.dumps(a_call(choose)),
            lambda: str(a_call(choose)),  # a Python literal
            lambda: json.dumps(a_call(choose))[: choose.randint(5, 60)],
            lambda: '{"type":"final"}',
            lambda: "The pump " * choose.choice((1, 20_000)) + f"[{choose.randint(0, 9)}]",
            lambda: a_giant(choose),
        ]
        weights = [1, 6, 2, 2, 2, 1, 1, 1, 1] if self._habit == "mixed" else [0, 1, 3, 3, 3, 0, 0, 0, 0]
        return choose.choices(makers, weights)[0]()
