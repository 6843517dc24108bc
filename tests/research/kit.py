"""A library of a few documents that refer to each other, and researches over it by a scripted model.

Documents are in memory behind the retriever's protocol; runs and states are stored in a real library file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from core.answer.asking.question_language import question_language
from core.answer.sources import Source, make_source
from core.cancel import CancelToken
from core.events import Event, EventStamper
from core.judge.run_judge import RunJudge
from core.judge.similarity import TextSimilarity
from core.llm.base import GenerationRequest
from core.research.base import Parts, ReferenceFollower, StateStore
from core.research.library_references import LibraryFollower
from core.research.limits import ResearchLimits
from core.research.machine import ResearchMachine
from core.research.model_requests import Asker
from core.research.passages import SourceBook
from core.research.references.library_view import DocumentText, PageText
from core.research.state import ResearchState
from core.runs.recorder import RunRecorder
from core.search.concepts import joined
from core.search.name_index import keys_of
from core.search.registry import RegisteredDocument, Registry
from core.store.conversations import ConversationRepository
from core.store.database import Database
from core.store.facts import DocumentFacts
from core.store.research import ResearchRepository
from core.store.runs import RunRepository
from core.types import (
    Coverage,
    Document,
    Mode,
    SearchHit,
    SearchResult,
    Span,
    chunk_id_for,
)
from tests.agent.memory_library import MemoryRetriever
from tests.answer.helpers import source_of
from tests.e2e.conftest import check_invariants
from tests.library_kit import JUDGE_MODEL, answer_judge, request_kinds
from tests.scripted_model import ScriptedModel

TEXTS = {
    "manual.pdf": "The warranty of the B-120 pump is 36 months from delivery. The warranty of the pump "
    "excludes seals, see Annex B of the Seal Contract. The pump weighs 42 kg.",
    "seal contract.pdf": "Annex B: the seals of the B-120 are covered for 12 months only. Claims "
    "under the warranty of seals go to the service office, according to the Service Guide.",
    "service guide.pdf": "The service office for seals answers within 5 days. On the warranty of "
    "seals see the Archive Report.",
    "archive report.pdf": "The archive report says that the service office for seals was in Bonn.",
    "old manual.pdf": "The warranty of the B-120 pump is 24 months from delivery. See "
    "https://example.org/b120 for the warranty of the pump.",
    "menu.pdf": "The canteen serves soup on Monday and fish on Friday.",
}
SOURCES = {name: source_of(0, text, name) for name, text in TEXTS.items()}
IDS = {name: source.document.document_id for name, source in SOURCES.items()}


def chapters(filename: str, *texts: str) -> dict[str, Source]:
    """A document of several passages, one a text."""
    whole = source_of(0, "\n".join(texts), filename)
    found: dict[str, Source] = {}
    start = 0
    for text in texts:
        spans = (Span(start, start + len(text)),)
        start += len(text) + 1
        chunk = replace(
            whole.chunk,
            chunk_id=chunk_id_for(whole.document.content_hash, spans),
            index=len(found),
            spans=spans,
            text=text,
        )
        name = f"{filename} {len(found)}"
        found[name] = make_source(0, whole.document, chunk, 0.7, text[:80], page_of=lambda _d, _s: 1)
    return found


WARRANTY = "How long is the warranty of the B-120 pump?"


class Shelf(MemoryRetriever):
    """Ranks by the share of the query's words; that share stands for the cosine. Keeps to a selection.

    Args:
        texts: what a search can find.
        opened: what can be opened by its id; by default the same.
    """

    def __init__(
        self, texts: Mapping[str, Source] = SOURCES, opened: Mapping[str, Source] | None = None
    ) -> None:
        super().__init__((opened or texts).values())
        self._found = list(texts.values())

    def search(
        self,
        query: str,
        *,
        limit: int,
        document_ids: Sequence[str] | None = None,
        cancel: CancelToken | None = None,
        for_prompt: bool = False,
        phrasings: Sequence[str] = (),
    ) -> SearchResult:
        assert for_prompt, "a research only ever searches for a prompt"
        if cancel is not None:
            cancel.check()
        self.searched.append((query, None if document_ids is None else tuple(document_ids)))
        words = set(re.findall(r"\w+", " ".join([query, *phrasings]).casefold()))
        scored = []
        for source in self._found:
            if document_ids is not None and source.document.document_id not in document_ids:
                continue
            said = set(re.findall(r"\w+", source.chunk.text.casefold()))
            scored.append((len(words & said) / max(len(words), 1), source))
        scored.sort(key=lambda pair: -pair[0])
        hits = [
            SearchHit(source.chunk, source.document.filename, 1, round(score, 3), 0.1, source.chunk.text[:80])
            for score, source in scored[:limit]
            if score > 0
        ]
        return SearchResult(query, tuple(hits), {"embed": 1.0})

    def coverage(self, document_ids: Sequence[str] | None = None) -> Coverage:
        count = len(self._found) if document_ids is None else len(document_ids)
        return Coverage(count, count)


class Papers:
    """The same documents as the resolution of references sees them, named as their files are."""

    def __init__(self, texts: Mapping[str, Source] = SOURCES) -> None:
        self._sources = list(texts.values())
        documents = {source.document.document_id: source.document for source in self._sources}
        self._registry = Registry(1, {name: _registered(one) for name, one in documents.items()})

    def registry(self) -> Registry:
        return self._registry

    def text_of(self, document_id: str) -> DocumentText | None:
        passages = self._of(document_id)
        text = "\n".join(source.chunk.text for source in passages)
        if not passages:
            return None
        return DocumentText(document_id, passages[0].document.title, (PageText(1, "", 0, text),), ())

    def chunks_at(self, document_id: str, place: Span) -> tuple[str, ...]:
        return tuple(
            source.chunk.chunk_id
            for source in self._of(document_id)
            if source.chunk.spans[0].start < place.end and place.start < source.chunk.spans[0].end
        )

    def _of(self, document_id: str) -> list[Source]:
        return [source for source in self._sources if source.document.document_id == document_id]


def _registered(document: Document) -> RegisteredDocument:
    stem = document.filename.removesuffix(".pdf")
    said = frozenset((joined(document.filename), joined(stem)))
    return RegisteredDocument(
        document.document_id, document.filename, document.title, DocumentFacts(), "en", said, keys_of([stem])
    )


def answering(
    *,
    queries: Sequence[str] = (),
    aspects: Sequence[str] = (),
    questions: Sequence[str] = (),
    tasks: Sequence[str] = (),
    further: Sequence[str] = (),
    note: Mapping[str, Any] | None = None,
    decisions: Sequence[Mapping[str, Any]] = (),
    score: int = 10,
    section: str | Callable[[GenerationRequest], str] = "",
    edits: str = "",
    reply: str = "",
    split: Sequence[str] = (),
) -> Callable[[GenerationRequest], str | dict[str, Any]]:
    """A turn that answers whatever a research asks a model, told by the grammar of the request. `edits` and
    `reply` are what it reads in a reply to the list and to the questions, `split` in the question itself."""

    def turn(request: GenerationRequest) -> str | dict[str, Any]:
        schema = request.grammar.json_schema if request.grammar else None
        shape = request.grammar.gbnf or "" if request.grammar else ""
        if "keep only" in shape:
            return edits
        if "leave out" in shape:
            return reply
        if '"1. "' in shape:
            return "\n".join(f"{number}. {text}" for number, text in enumerate(split, 1))
        if schema is None:
            return section(request) if callable(section) else section
        names = list(schema["properties"])
        if names == ["tasks"]:
            later = "Tasks so far" in request.messages[-1].content
            return {"tasks": list(further if later else tasks)}
        if names == ["note", "enough", "search"]:
            return dict(note or {"note": "It is said.", "enough": True, "search": ""})
        return {
            "queries": {"queries": list(queries)},
            "aspects": {"aspects": list(aspects)},
            "questions": {"questions": list(questions)},
            "decisions": {"decisions": [dict(row) for row in decisions]},
            "score": {"score": score},
        }[names[0]]

    return turn


class AgreeableJudge:
    """Whatever it reads answers: for what happens to passages that are all relevant."""

    name = JUDGE_MODEL
    similarity = TextSimilarity()

    def answers(self, question: str, texts: Sequence[str]) -> list[float]:
        """See `AnswerJudge`."""
        return [20.0] * len(texts)

    def in_languages(self, question: str) -> Mapping[str, str]:
        """See `AnswerJudge`: nobody has."""
        return {}


@dataclass
class Research:
    """One conversation in research mode. `turns` None: there is no model."""

    database: Database
    turn: Callable[[GenerationRequest], str | dict[str, Any]] | Exception | None = None
    shelf: Shelf = field(default_factory=Shelf)
    papers: Papers = field(default_factory=Papers)
    limits: ResearchLimits = field(default_factory=ResearchLimits.standard)
    conversation_id: str = "c"
    run_id: str = ""
    odds: float = 1.0  # of yes, whatever the model is asked
    model: ScriptedModel | None = None
    follower: ReferenceFollower | None = None
    store: StateStore | None = None
    cancel: CancelToken = field(default_factory=CancelToken)
    judge: RunJudge = field(default_factory=answer_judge)

    def machine(self, stamp: EventStamper, state: ResearchState) -> ResearchMachine:
        document_ids, language = state.document_ids, state.language
        self.model = (
            None
            if self.turn is None
            else ScriptedModel([self.turn], repeat_last=True, odds=lambda _asked: self.odds)
        )
        asker = Asker(self.model, stamp, self.cancel)
        parts = Parts(
            retriever=self.shelf,
            judge=self.judge,
            follower=self.follower or LibraryFollower(self.papers, document_ids, language),
            sources=SourceBook(self.shelf, document_ids),
            asker=asker,
            kinds=request_kinds(),
            limits=self.limits,
            stamp=stamp,
            cancel=self.cancel,
        )
        return ResearchMachine(parts, self.store or ResearchRepository(self.database))

    def ask(self, question: str = WARRANTY, **wishes: Any) -> list[Event]:
        """A new research."""
        state = fresh(question, **wishes)
        return self._run(question, lambda stamp: self.machine(stamp, state).start(state))

    def reply(self, text: str) -> list[Event]:
        """The run that a reply to the last one starts."""
        state = self.state
        return self._run(text, lambda stamp: self.machine(stamp, state).go_on(state, text))

    def resume(self) -> list[Event]:
        """The last run is gone on with where it was."""
        state = self.state
        return self._run("/resume", lambda stamp: self.machine(stamp, state).go_on(state))

    @property
    def state(self) -> ResearchState:
        stored = ResearchRepository(self.database).load(self.run_id)
        assert stored is not None
        return ResearchState.model_validate_json(stored)

    def _run(self, text: str, events: Callable[[EventStamper], Iterator[Event]]) -> list[Event]:
        stamp = EventStamper()
        parent, self.run_id = self.run_id, stamp.run_id
        recorder = RunRecorder(RunRepository(self.database), ConversationRepository(self.database))
        seen = list(
            recorder.record(lambda: events(stamp), stamp, Mode.RESEARCH, text, self.conversation_id, parent)
        )
        check_invariants(seen)
        return seen


def fresh(question: str, **wishes: Any) -> ResearchState:
    return ResearchState(question=question, language=question_language(question), **wishes)


def of(events: Sequence[Event], kind: str) -> list[Any]:
    return [event for event in events if event.kind == kind]


def one(events: Sequence[Event], kind: str) -> Any:
    (event,) = of(events, kind)
    return event


def story(events: Sequence[Event]) -> list[object]:
    """A run without what depends on time and ids."""
    told: list[object] = []
    for event in events:
        match event.kind:
            case "draft_delta":
                continue
            case "step_started":
                told.append((event.step, event.note))
            case "tool_called":
                told.append(tuple(event.tool_input.values()))
            case "finding_kept":
                told.append((event.number, event.filename, event.task_id, event.depth, event.via_number))
            case "reference_judged":
                told.append((event.text, event.followed, event.reason))
            case "clarification_assessed":
                told.append((event.round, event.queries, event.coverage, event.gaps, event.ended_by))
            case "todo_listed":
                told.append(tuple((task.title, task.status) for task in event.tasks))
            case "quality_checked":
                told.append((event.total, event.decision))
            case "answer_ready":
                told.append(event.answer.text)
            case "research_reported":
                told.append(event.report)
            case "run_finished":
                told.append(event.outcome)
            case _:
                told.append(event.kind)
    return told


def told_by(events: Sequence[Event]) -> dict[str, Any]:
    """What a run told, kind by kind, without what depends on time and ids."""
    told: dict[str, Any] = {
        "outcome": one(events, "run_finished").outcome,
        "notices": [(event.code, event.message) for event in of(events, "notice_given")],
        "failed": [event.code for event in of(events, "step_failed")],
        "searched": [event.tool_input["query"] for event in of(events, "tool_called")],
        "kept": [(event.filename, event.depth) for event in of(events, "finding_kept")],
        "judged": [
            (event.text, event.followed, event.depth, event.reason)
            for event in of(events, "reference_judged")
        ],
        "gates": [(event.passed, event.codes) for event in of(events, "gate_checked")],
        "quality": [
            (event.decision, {score.name: score.score for score in event.scores}, event.issues)
            for event in of(events, "quality_checked")
        ],
        "model": [event.purpose for event in of(events, "model_called")],
        "asked": [(event.prompt, event.options) for event in of(events, "input_required")],
    }
    for event in of(events, "clarification_assessed"):
        told["clarified"] = {
            name: getattr(event, name) for name in ("queries", "gaps", "questions", "ended_by")
        }
    for event in of(events, "todo_listed"):
        told["tasks"] = [(task.title, task.origin, task.status) for task in event.tasks]
        told |= {"approved": event.approved, "takes_time": event.estimated_seconds > 0}
    for event in of(events, "answer_ready"):
        answer = event.answer
        told |= {"text": answer.text, "confidence": answer.confidence, "flags": answer.safety_flags}
        told["nearest"] = [(near.filename, near.section, near.quote) for near in answer.nearest]
        told["statuses"] = [statement.status for statement in answer.statements]
        told["missing"] = [
            [row.kind, row.missing, *([row.section] if row.section else [])] for row in answer.insufficiencies
        ]
        told["conflicts"] = [
            (row.first.filename, row.first.value, row.second.filename, row.second.value, row.decided)
            for row in answer.conflicts
        ]
    for event in of(events, "research_reported"):
        report = event.report
        told["open"] = [(row.text, row.filename, row.address, row.reason) for row in report.open_references]
        told["ways"] = [(row.number, row.filename, row.path, row.references) for row in report.sources]
        told["nodes"] = [(node.kind, node.label) for node in report.nodes]
        told["edges"] = [(edge.kind, edge.text) for edge in report.edges]
        told |= {"limits": report.limits, "open_questions": report.open_questions}
        told |= {"accepted": report.accepted, "retried": report.retried}
    return told


def left_in(state: ResearchState) -> dict[str, Any]:
    """What a run leaves in its state for the next."""
    return {
        "context": state.context,
        "waiting": state.waiting,
        "clarified_by": state.clarified_by,
        "queries": {task.title: task.queries or task.query for task in state.tasks},
    }
