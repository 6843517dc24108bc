"""What research mode needs from others (references, kept states), and what its phases work with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from core.agent.demands.constraints import NO_DEMANDS, PromptConstraints
from core.answer.sources import Source
from core.cancel import CancelToken
from core.events import EventStamper
from core.judge.base import SupportJudge
from core.judge.calibration import least_certainty
from core.judge.run_judge import RunJudge
from core.plans.request_kinds import RequestKinds
from core.research.limits import ResearchLimits
from core.research.model_requests import Asker
from core.research.passages import SourceBook
from core.search.base import Retriever
from core.settings import AnswerSettings

DOCUMENT = "document"
EXTERNAL = "external"


@dataclass(frozen=True, slots=True)
class FoundReference:
    """A reference as a passage writes it.

    `kind` is a short word ("section", "document", "legal_section", …), `external` for what lies outside the
    library under `address`. `key` says what it points at, equal for equal targets of one document; `sentence`
    is the place of the sentence it stands in, from 0; `about` is the heading it leads to, where that is told.
    """

    kind: str
    text: str
    key: str
    sentence: int = 0
    document: str = ""
    address: str = ""
    about: str = ""


@dataclass(frozen=True, slots=True)
class Target:
    """Where a reference leads: a search for `query` (empty: for the task) in these documents, the likeliest
    first (none: everywhere), and the passages of the first of them that are known to be meant, in order.

    `filename` is that of the first; `reason` says how all this was told, for the trace; `key` is equal for
    equal places, whatever words led there; `start` is the offset in that document at which the place begins,
    -1 where it is a page or not known. `is_known` False: only words to search with are known.
    """

    query: str
    document_ids: tuple[str, ...] = ()
    filename: str = ""
    chunk_ids: tuple[str, ...] = ()
    reason: str = ""
    key: str = ""
    start: int = -1
    is_known: bool = True

    @property
    def document_id(self) -> str:
        return self.document_ids[0] if self.document_ids else ""


@dataclass(frozen=True, slots=True)
class NoTarget:
    """It leads nowhere in the library; `reason` and `address` as far as they are known.

    `is_open`: something is meant, and the reader may want to look for it.
    """

    reason: str = ""
    address: str = ""
    is_open: bool = True


class ReferenceFollower(Protocol):
    """Finds the references of a passage and what they mean."""

    def references(self, source: Source) -> tuple[FoundReference, ...]:
        """In the order of the text, from the document's own words."""
        ...

    def target(self, reference: FoundReference, source: Source) -> Target | NoTarget:
        """What the reference of this passage leads to."""
        ...


class StateStore(Protocol):
    def save(self, run_id: str, phase: str, state: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Parts:
    """What the phases work with in one run. `asker` keeps count of the model's calls."""

    retriever: Retriever
    judge: RunJudge
    follower: ReferenceFollower
    sources: SourceBook
    asker: Asker
    kinds: RequestKinds
    answers: AnswerSettings
    limits: ResearchLimits
    stamp: EventStamper
    cancel: CancelToken
    support: SupportJudge | None = None
    demands_of: Callable[[str], PromptConstraints] = lambda _text: NO_DEMANDS

    def least(self, language: str) -> float:
        """From which relevance on a passage of a research in this language is relevant."""
        return least_certainty(self.judge.name, language)
