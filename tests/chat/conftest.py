"""A small library in two languages, and runs of chat mode over it: the model's turns in, events out."""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

import pytest

from core.cancel import CancelToken
from core.chat.pipeline import ChatPipeline
from core.chat.request import ChatQuestion, WithoutModel
from core.corpus.asking.stated_conditions import stated_condition
from core.events import DraftDelta, Event, EventStamper
from core.llm.base import ChatModel
from core.plans.request_kinds import RequestKinds
from core.runs.earlier_turns import EarlierTurns
from core.runs.recorder import RunRecorder
from core.search.retriever import HybridRetriever
from core.settings import AnswerSettings
from core.store.conversations import ConversationRepository
from core.store.runs import RunRepository
from core.types import Answer, Mode
from core.types.requests import FollowUp, RequestKind
from tests.e2e.conftest import check_invariants
from tests.library_kit import Library, answer_judge, make_pdf, open_library, request_kinds
from tests.scripted_model import ScriptedModel, Turn

PUMP = (
    "Aldermoor warrants the B-120 pump for 24 months from the date of delivery. "
    "The B-120 pump weighs 42 kg and moves 120 litres of water a minute. "
    "Operators wear gloves when the housing is open. The pump is cleaned with clear water every week. "
    "Karst Works in Bonn has made the pump since 2011. "
)
SALES = (
    "Net sales were 3,909 million dollars in 2022. Net sales were 4,102 million dollars in 2023. "
    "Cost of sales rose to 3,115 million dollars in 2022. The company employs 812 people in Denver. "
)
LEASE = (
    "Die Kündigungsfrist des Mietvertrags beträgt neun Monate zum Jahresende. "
    "Die Miete für die Lagerhalle beträgt 4.200 Euro im Monat. "
    "Der Mieter zahlt eine Kaution von drei Monatsmieten. "
    "Die Halle hat eine Fläche von 1.240 Quadratmetern und wurde im Jahr 1998 gebaut. "
)


@dataclass
class Chat:
    """One conversation with a library. `model` is that of the last question."""

    library: Library
    conversation_id: str = field(default_factory=lambda: str(uuid.uuid4()))
    model: ScriptedModel | None = None

    def ask(
        self,
        question: str,
        turns: Sequence[Turn] | None = (),
        *,
        settings: AnswerSettings | None = None,
        documents: Sequence[str] | None = None,
        ask_anyway: bool = False,
        without: WithoutModel | None = None,
        embedder: object = None,
        context_tokens: int = 4096,
        kind: RequestKind | None = None,
        odds: Callable[[str], float] = lambda _asked: 0.0,
        cancel: CancelToken | None = None,
        how: FollowUp | None = None,
        clicked: bool = False,
        model_name: str = "scripted",
        kinds: RequestKinds | None = None,
    ) -> list[Event]:
        """All events of one run, after a look at what always holds. `turns` None: there is no model."""
        runs, conversations = (
            RunRepository(self.library.database),
            ConversationRepository(self.library.database),
        )
        retriever = HybridRetriever(
            self.library.database,
            self.library.index,
            embedder or self.library.embedder,  # type: ignore[arg-type]
        )
        self.model = (
            None
            if turns is None
            else ScriptedModel(turns, context_tokens=context_tokens, odds=odds, model_name=model_name)
        )
        stamp = EventStamper()

        def answer() -> Iterator[Event]:
            model: ChatModel | None = self.model
            earlier = EarlierTurns(runs, conversations).before(self.conversation_id, stamp.run_id)
            pipeline = ChatPipeline(
                retriever,
                answer_judge(),
                settings or AnswerSettings(),
                stamp,
                cancel or CancelToken(),
                model=model,
                without=without,
                kinds=kinds or RequestKinds(None),
                embedder=self.library.embedder,
                conditions=partial(stated_condition, today=datetime.date(2026, 11, 1)),
                talk_of=request_kinds().talk_of,
            )
            ids = None if documents is None else tuple(documents)
            goes_on = how or (request_kinds().follow_up_of(question) if earlier else FollowUp.ABOUT)
            return pipeline.run(ChatQuestion(question, ids, earlier, ask_anyway, kind, goes_on, clicked))

        recorder = RunRecorder(runs, conversations)
        events = list(recorder.record(answer, stamp, Mode.CHAT, question, self.conversation_id))
        check_invariants(events)
        if self.model is not None:
            assert self.model.remaining == 0
        return events


@pytest.fixture(scope="session")
def small_library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("chat")
    library = open_library(folder / "home")
    library.ingest(
        make_pdf(folder / "pump.pdf", [PUMP]),
        make_pdf(folder / "sales.pdf", [SALES]),
        make_pdf(folder / "lease.pdf", [LEASE]),
    )
    yield library
    library.close()


@pytest.fixture(scope="session")
def empty_library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    library = open_library(tmp_path_factory.mktemp("empty") / "home")
    yield library
    library.close()


@pytest.fixture
def chat(small_library: Library) -> Chat:
    return Chat(small_library)


def answer_of(events: Sequence[Event]) -> Answer:
    (answer,) = [event.answer for event in events if event.kind == "answer_ready"]
    return answer


def script(events: Sequence[Event]) -> list[object]:
    """The run without what depends on time, ids or scores."""
    return [_brief(event) for event in events if not isinstance(event, DraftDelta)]


def _brief(event: Event) -> object:
    match event.kind:
        case "step_started":
            return event.step
        case "question_rewritten":
            return (event.kind, event.source, event.standalone)
        case "tool_called":
            return (event.kind, event.tool_input["query"])
        case "tool_returned":
            return (event.kind, event.ok)
        case "model_called":
            return (event.kind, event.purpose)
        case "gate_checked":
            return (event.kind, event.attempt, event.passed, event.codes)
        case "notice_given" | "step_failed":
            return (event.kind, event.code)
        case "run_finished":
            return (event.kind, event.outcome)
        case _:
            return event.kind
