"""A library with a contract, a recipe and a law, and a way to run a reading plan over it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from core.cancel import CancelToken
from core.events import Event, EventStamper
from core.judge.base import AnswerJudge
from core.llm.calls import UsageMeter
from core.plans.base import PlanRequest, PlanResult, PlanTools
from core.plans.document_outline import Outline, outline_of
from core.plans.plan_answers import PLANS, planned_answer
from core.plans.request_kinds import RequestKinds
from core.search.retriever import HybridRetriever
from core.settings import AnswerSettings
from core.types import Answer
from core.types.requests import RequestKind
from tests.library_kit import Library, answer_judge, open_library
from tests.scripted_model import ScriptedModel, Turn

CONTRACT = """Supply Agreement

1. Delivery. The supplier delivers the pumps within 20 days after the order. They go to the plant in Bremen.

2. Warranty.

2.1. Period. The warranty period of each pump is 24 months from delivery. It does not cover wearing parts.

2.2. Claims. The buyer reports a defect in writing within 14 days after finding it. The supplier repairs or
replaces the pump within 30 days.

3. Liability. The liability of the supplier is limited to the price of the order. This limit does not apply to
intent or gross negligence.

4. Restrictions. The buyer:

(a) will not resell the pumps in other countries,

(b) will not open the housing, and

(c) will not remove the serial number.
"""
RECIPE = """Bread

Simple bread for every day.

Dough

1. Mix 500 g of flour with 7 g of yeast.
2. Add 330 ml of warm water and knead for ten minutes.
3. Let the dough rest for one hour. Cover it with a cloth.

Baking

1. Heat the oven to 230 degrees.
2. Bake the bread for 35 minutes.
3. Let it cool on a rack.
"""
LEASE = """Lease

1. Delivery. The landlord hands over the flat on 1 May.

2. Defects. The tenant reports a defect in writing within 3 days. The landlord repairs it within 10 days.
"""


class Plans:
    """Runs plans over one library. `model` is that of the last run."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.retriever = HybridRetriever(library.database, library.index, library.embedder)
        self.ids = {one.filename: one.document_id for one in library.documents.all()}
        self.events: list[Event] = []
        self.notices: dict[str, dict[str, object]] = {}

    def outline(self, filename: str) -> Outline:
        found = outline_of(self.retriever, self.ids[filename])
        assert found is not None
        return found

    def run(
        self,
        kind: RequestKind,
        text: str,
        *documents: str,
        turns: Sequence[Turn] | None = None,
        language: str = "en",
        odds: Callable[[str], float] = lambda _asked: 0.0,
        choice: Callable[[str], str] = lambda _asked: "",
        model_name: str = "scripted",
        judge: AnswerJudge | None = None,
    ) -> Answer:
        model = (
            None if turns is None else ScriptedModel(turns, model_name=model_name, odds=odds, choice=choice)
        )
        tools = PlanTools(
            self.retriever,
            judge or answer_judge(),
            model,
            None,
            RequestKinds(None),
            self.library.embedder,
            AnswerSettings(),
            UsageMeter(""),
            EventStamper(),
            CancelToken(),
        )
        ids = tuple(self.ids[name] for name in documents) or None
        request = PlanRequest(text, kind, language, ids)
        self.events = []
        plan = PLANS[kind](request, tools)
        try:
            while True:
                self.events.append(next(plan))
        except StopIteration as done:
            result: PlanResult = done.value
        self.notices = dict(result.notices)
        if model is not None:
            assert model.remaining == 0
        return planned_answer(request, result, tools)


@pytest.fixture(scope="session")
def planned_library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("plans")
    library = open_library(folder / "home")
    for name, text in (("contract.txt", CONTRACT), ("bread.txt", RECIPE), ("lease.txt", LEASE)):
        (folder / name).write_text(text, encoding="utf-8")
        library.ingest(Path(folder / name))
    yield library
    library.close()


@pytest.fixture
def plans(planned_library: Library) -> Plans:
    return Plans(planned_library)


def texts(answer: Answer) -> list[str]:
    return [statement.text for statement in answer.statements]


@pytest.fixture
def reading(tmp_path: Path) -> Iterator[Callable[[str, str], Plans]]:
    """Plans over a library with one document, of this name and text."""
    library = open_library(tmp_path / "home")

    def read(name: str, text: str) -> Plans:
        (tmp_path / name).write_text(text, encoding="utf-8")
        library.ingest(tmp_path / name)
        return Plans(library)

    yield read
    library.close()
