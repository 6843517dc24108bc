"""One run of a scripted model over the memory library, and libraries that fail, wait or find the same."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

from core.agent.demands.constraints import PromptConstraints
from core.agent.executor import AgentExecutor
from core.agent.limits import Limits
from core.answer.asking.followup import Turn as Earlier
from core.answer.sources import Source
from core.cancel import CancelToken
from core.errors import StorageError
from core.events import Event, EventStamper
from core.llm.base import ChatModel, GenerationRequest
from core.runs.recorder import guarded
from core.types import Answer, SearchResult
from tests.agent.demand_reader import read_demands
from tests.agent.memory_library import SOURCES, MemoryRetriever
from tests.library_kit import answer_judge, request_kinds
from tests.scripted_model import ScriptedModel, Turn

# The model acts even where what was found answers the question.
ACTING = replace(Limits.standard(), adaptive=False)
PLAN = '["search_docs for the answer", "open_citation for the best result", "Compose the answer"]'
SIMPLE = "How long is the warranty of the B-120 pump?"
DOUBLE = "What are the weight of the B-120 and the price of its seal?"
NOTHING = {"statements": [], "insufficiencies": []}
IDS = {source.document.filename: (source.document.document_id, source.chunk.chunk_id) for source in SOURCES}


def search(query: str) -> dict[str, Any]:
    return {"type": "tool_call", "tool": "search_docs", "input": {"query": query}}


def opening(result: object) -> dict[str, Any]:
    return {"type": "tool_call", "tool": "open_citation", "input": {"result": result}}


def opening_ids(document_id: str, chunk_id: str) -> dict[str, Any]:
    return {
        "type": "tool_call",
        "tool": "open_citation",
        "input": {"docId": document_id, "chunkId": chunk_id},
    }


class Finding(MemoryRetriever):
    """Finds the same for every query."""

    def __init__(self, finds: Sequence[Source]) -> None:
        super().__init__(finds or SOURCES)  # a library that has something, though it finds nothing
        self._finds = list(finds)

    def found(self, query: str) -> list[Source]:
        return self._finds


class Meeting(MemoryRetriever):
    """Each search waits for all others: they never come back unless they run side by side."""

    def __init__(self, parties: int) -> None:
        super().__init__()
        self._barrier = threading.Barrier(parties)

    def found(self, query: str) -> list[Source]:
        self._barrier.wait(5)
        return super().found(query)


class Slow(MemoryRetriever):
    """Its searches take that long, whatever a token says."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._seconds = seconds

    def found(self, query: str) -> list[Source]:
        time.sleep(self._seconds)
        return super().found(query)


class Waiting(MemoryRetriever):
    """Searches for these end only when their token says so, and are counted until then."""

    def __init__(self, *queries: str) -> None:
        super().__init__()
        self._queries = queries
        self._lock = threading.Lock()
        self.began = threading.Event()
        self.at_work = 0

    def search(self, query: str, *, cancel: CancelToken | None = None, **options: Any) -> SearchResult:
        if query in self._queries:
            assert cancel is not None
            with self._lock:
                self.at_work += 1
            self.began.set()
            cancel.wait(60)
            with self._lock:
                self.at_work -= 1
        return super().search(query, cancel=cancel, **options)


class Deaf(MemoryRetriever):
    """Its searches go on whatever a token says, until the test releases them."""

    def __init__(self) -> None:
        super().__init__()
        self.release = threading.Event()
        self.gave_up = False

    def found(self, query: str) -> list[Source]:
        self.gave_up = not self.release.wait(60)
        return super().found(query)


class Broken(MemoryRetriever):
    """Fails for one query."""

    def found(self, query: str) -> list[Source]:
        if query == "litres":
            raise StorageError("The index cannot be read.", "Restart the program.")
        return super().found(query)


class Parting(ScriptedModel):
    """Says whenever it is asked what a question asks for, beside its script, `split`."""

    split: str = ""

    def _next_text(self, request: GenerationRequest) -> str:
        if request.kept and request.messages[-1].content.startswith("Request: "):
            self._turns.insert(len(self.history), self.split)
        return super()._next_text(request)


class Run:
    """One run of a scripted model over the memory library."""

    def __init__(
        self,
        turns: Sequence[Turn],
        question: str = DOUBLE,
        *,
        limits: Limits | None = None,
        plan: Turn | None = PLAN,
        retriever: MemoryRetriever | None = None,
        grammar: bool = True,
        stop_at: Callable[[Event], bool] = lambda _event: False,
        context_tokens: int = 8000,
        delay_s: float = 0.0,
        first: Sequence[Turn] = (),
        demands: PromptConstraints | None = None,
        ask_anyway: bool = False,
        earlier: Sequence[Earlier] = (),
        model: ChatModel | None = None,
        split: str = "",
    ) -> None:
        """`model`: another one than that of the script. `plan`: None where the parts are the plan."""
        self.model = Parting(
            [*first, *([plan] if plan is not None else []), *turns, NOTHING],
            supports_gbnf=grammar,
            repeat_last=True,
            context_tokens=context_tokens,
            delay_s=delay_s,
        )
        self.model.split = split
        self.retriever = retriever or MemoryRetriever()
        self.events: list[Event] = []
        stamp, cancel = EventStamper(), CancelToken()
        with ThreadPoolExecutor(4) as pool:
            executor = AgentExecutor(
                model or self.model,
                self.retriever,
                answer_judge(),
                limits or Limits.standard(),
                None,
                stamp,
                cancel,
                pool,
                read_demands=(lambda _text: demands) if demands else read_demands,
                ask_anyway=ask_anyway,
                talk_of=request_kinds().talk_of,
            )
            for event in guarded(lambda: executor.run(question, earlier), stamp):
                self.events.append(event)
                if stop_at(event):
                    cancel.set()

    def of(self, kind: str) -> list[Any]:
        return [event for event in self.events if event.kind == kind]

    @property
    def told(self) -> str:
        """All that the model was told before its last action."""
        system = self.model.history[0].messages[0]
        acting = [request for request in self.model.history if request.messages[0] == system]
        return "\n".join(message.content for message in acting[-1].messages)

    @property
    def story(self) -> list[object]:
        """Calls, returns and notices of the tool loop in their order."""
        told: list[object] = []
        for event in self.events:
            match event.kind:
                case "tool_called":
                    told.append(
                        (event.tool, *[value for key, value in event.tool_input.items() if key == "query"])
                    )
                case "tool_returned":
                    told.append("ok" if event.ok else event.summary)
                case "notice_given" if event.code != "injection_in_context":
                    told.append(event.code)
                case "step_failed":
                    told.append((event.kind, event.code))
                case "reprompted":
                    told.append(event.codes)
                case "step_started" if event.step == "compose":
                    break
        return told


def answer_of(events: Sequence[Event]) -> Answer:
    (ready,) = [event for event in events if event.kind == "answer_ready"]
    return ready.answer


def grammar_of(request: GenerationRequest) -> list[Any]:
    """What the request's grammar lets the model do: tools, with the results or queries to choose from."""
    assert request.grammar is not None
    schema = request.grammar.json_schema
    assert schema is not None
    found: list[Any] = []
    for choice in schema.get("oneOf", [schema]):
        properties = choice["properties"]
        if "tool" not in properties:
            found.append("final")
            continue
        (tool_input,) = properties["input"]["properties"].values()
        found.append((properties["tool"]["const"], tuple(tool_input.get("enum", ()))))
    return found
