"""A language model that does everything wrong, at random but repeatably, and a library that may fail.

For the property that every run ends: `HostileModel` speaks `ChatModel`, `FailingRetriever` the retriever's
protocol over a few chunks in memory, so that thousands of runs take a minute.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from core.answer.sources import Source
from core.cancel import CancelToken
from core.errors import ModelError, StorageError
from core.llm.base import GenerationDone, GenerationRequest, Message, TextDelta
from core.types import Chunk, Document, Span
from tests.agent.memory_library import SOURCES, MemoryRetriever

QUESTIONS = (
    "How long is the warranty of the B-120 pump?",
    "What does the B-120 weigh, and what does its seal cost?",
    "Use separate searches for warranty, weight and seal price, and open at least two citations.",
    "Search at least four times and open at least three citations: when does the contract end?",
    "Quote the exact sentence about the warranty. If it is missing say 'Insufficient documentation'.",
)
_WORDS = (
    *("warranty", "pump", "B-120", "weight", "seal", "costs", "the", "of"),
    *("delivery", "months", "motor", "contract", "42", "kg", "ends"),
)
_JUNK = (
    "",
    "I would rather talk about the weather.",
    "{" * 300,
    '{"type":' * 40,
    "[[[[[[[[",
    "```json\n```",
    "null",
    '{"type": "final"',
    '{"type": 7, "tool": ["search_docs"]}',
    '{"tool": "delete_docs", "input": {"path": "/"}}',
    '{"tool": "search_docs", "input": {"query": {"a": 1}}}',
    '{"tool": "search_docs", "input": {"query": "\\ud83d \\u0000"}}',
    '{"tool": "open_citation", "input": {"result": 99999999999999999999}}',
    '{"tool": "open_citation", "input": {"result": -1}}',
    '{"tool": "open_citation", "input": {"docId": "' + "f" * 5000 + '", "chunkId": ""}}',
    "FINAL",
    "TOOL_CALL {}",
    "{'type': 'final', 'answer': 'It weighs 42 kg [1][7].', 'citations': [1, 7],",
    '{"statements": 3, "insufficiencies": {"a": null}}',
    '{"statements": [{"evidence": "1.1", "text": null}, 5], "insufficiencies": [[]]}',
    '{"a": 1' + "0" * 6000 + "}",
)


class UnexpectedError(Exception):
    """What nobody foresaw: no error of ours, no error of the user."""


class FailingRetriever(MemoryRetriever):
    """Finds nothing, the same for ever, or fails, as `choose` decides once; documents vanish at any time."""

    def __init__(self, choose: random.Random) -> None:
        super().__init__()
        self._choose = choose
        self._mood = choose.choices(("well", "empty", "same", "failing"), (85, 8, 5, 2))[0]

    def found(self, query: str) -> list[Source]:
        match self._mood:
            case "failing":
                error = StorageError("The index cannot be read.")
                raise self._choose.choice([error, UnexpectedError("broken")])
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
        if self._choose.random() < 0.03:
            return None  # removed since the search
        return super().open_chunk(document_id, chunk_id, document_ids, for_prompt=for_prompt, beside=beside)


class HostileModel:
    """Says what `choose` picks; with a grammar only what the grammar permits, or the beginning of it."""

    def __init__(self, choose: random.Random, cancel: CancelToken, *, obeys_grammar: bool) -> None:
        self._choose = choose
        self._cancel = cancel
        self._obeys = obeys_grammar
        self._habit = choose.choice(("mixed", "mixed", "mixed", "same", "junk", "final", "eager"))
        self._last = ""
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

    def generate(
        self, request: GenerationRequest, cancel: CancelToken
    ) -> Iterator[TextDelta | GenerationDone]:
        self.calls += 1
        chance = self._choose.random()
        if chance < 0.004:
            raise ModelError("The language model stopped.", "Try a smaller one.")
        if chance < 0.006:
            raise UnexpectedError("the host is gone")
        text = self._text(request)
        self._last = text
        limit = request.max_tokens * 4
        cut = self._choose.random() < 0.08
        said = text[: self._choose.randint(0, len(text))] if cut else text[:limit]
        half = len(said) // 2
        for piece in (said[:half], said[half:]):
            if self._choose.random() < 0.004:
                self._cancel.set()
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
            return self._plan()
        return self._unbound(schema)

    def _plan(self) -> str:
        """Any plan that the grammar of plans permits."""
        choose = self._choose
        searches = [
            "search_docs for " + " and ".join(f"'{query}'" for query in choose.choices(_WORDS, k=count))
            for count in choose.choices((1, 2), k=choose.randint(1, 3))
        ]
        return json.dumps([*searches, *choose.choices((["open_citation for it"], []))[0], "Compose it"])

    def _fits(self, schema: dict[str, Any]) -> bool:
        """Would a model that repeats itself be let by this grammar? Only a search is always the same."""
        return '"search_docs"' in self._last and '"search_docs"' in json.dumps(schema)

    def _unbound(self, schema: dict[str, Any] | None) -> str:
        choose = self._choose
        if self._habit == "same" and self._last:
            return self._last
        if self._habit == "junk":
            return choose.choice(_JUNK)
        if self._habit == "final":
            return choose.choice(
                ('FINAL {"answer": "It is 36 months [1].", "citations": [1]}', '{"type":"final"}')
            )
        makers: list[Callable[[], str]] = [
            lambda: choose.choice(_JUNK),
            lambda: json.dumps(Instance(choose).of(schema)) if schema else "",
            lambda: "Sure! Here it is:\n```json\n" + json.dumps(_call(choose)) + "\n``` Anything else?",
            lambda: "TOOL_CALL " + json.dumps(_call(choose)),
            lambda: str(_call(choose)),  # a Python literal
            lambda: json.dumps(_call(choose))[: choose.randint(5, 60)],
            lambda: '{"type":"final"}',
            lambda: "The pump " * choose.choice((1, 20_000)) + f"[{choose.randint(0, 9)}]",
        ]
        weights = [1, 6, 2, 2, 2, 1, 1, 1] if self._habit == "mixed" else [0, 1, 3, 3, 3, 0, 0, 0]
        return choose.choices(makers, weights)[0]()


def _call(choose: random.Random) -> dict[str, Any]:
    """A tool call: a search, a listed result, real, truncated or invented ids."""
    if choose.random() < 0.4:
        query = " ".join(choose.choices(_WORDS, k=choose.randint(1, 4)))
        return {"type": "tool_call", "tool": "search_docs", "input": {"query": query}}
    if choose.random() < 0.5:
        return {"tool": "open_citation", "input": {"result": choose.choice((1, 2, 3, 4, 5, "2", 17))}}
    source = choose.choice(SOURCES)
    ids = [source.document.document_id, source.chunk.chunk_id]
    damage = choose.random()
    if damage < 0.3:
        ids = [identifier[: choose.choice((4, 8, 30))] + choose.choice(("", "…")) for identifier in ids]
    elif damage < 0.5:
        ids[1] = "c5bd8bfc-1234-5678-abcd-1234567890ab"
    elif damage < 0.6:
        ids = [identifier.upper() for identifier in ids]
    return {"tool": "open_citation", "input": {"docId": ids[0], "chunkId": ids[1]}}


class Instance:
    """A random value of a JSON schema, as far as our grammars use them."""

    def __init__(self, choose: random.Random) -> None:
        self._choose = choose

    def of(self, schema: dict[str, Any]) -> Any:
        choose = self._choose
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return choose.choice(schema["enum"])
        for word in ("oneOf", "anyOf"):
            if word in schema:
                return self.of(choose.choice(schema[word]))
        match schema.get("type"):
            case "object":
                required = schema.get("required", ())
                return {
                    name: self.of(inner)
                    for name, inner in schema.get("properties", {}).items()
                    if name in required or choose.random() < 0.5
                }
            case "array":
                low = schema.get("minItems", 0)
                count = min(choose.randint(low, low + 2), schema.get("maxItems", low + 2))
                return [self.of(schema["items"]) for _ in range(max(count, low))]
            case "string":
                texts = (
                    " ".join(choose.choices(_WORDS, k=choose.randint(1, 6))),
                    choose.choice(SOURCES).sentences[0].text,
                    'search_docs for "seal price" and "warranty"',
                    "x" * 2000,
                )
                text = choose.choices(texts, (10, 10, 10, 1))[0]
                return text[: schema.get("maxLength", 500)].ljust(schema.get("minLength", 0), "x")
            case "boolean":
                return choose.random() < 0.5
            case "integer":
                return choose.randint(0, 5)
        raise AssertionError(f"a grammar of a new kind: {schema}")
