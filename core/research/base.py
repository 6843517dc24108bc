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
from core.judge.run_judge import RunJudge
from core.plans.request_kinds import RequestKinds
from core.research.limits import ResearchLimits
from core.research.model_requests import Asker
from core.research.passages import SourceBook
from core.search.base import Retriever


@dataclass(frozen=True, slots=True)
class FoundReference:
    """A reference as a passage writes it, and where it leads.

    `kind` is a short word ("section", "document", "legal_section", …), `external` for what lies outside the
    library. `key` is equal for references of one document to the same thing; `sentence` is the place of the
    sentence it stands in, from 0; `about` is the heading it leads to, where that is told. `reason` says how
    it is known where it leads, or why it leads nowhere (`leads` False) and `address` where that would be;
    `is_open`: the reader may want to look for it.

    It leads to a search for `query` (empty: for the task) in these documents, the likeliest first (none:
    everywhere), and to the passages of the first of them that are known to be meant, in order. `filename` is
    that of the first; `place` is equal for equal places, whatever words led there; `start` is the offset in
    that document at which the place begins, -1 where it is a page or not known. `is_known` False: only words
    to search with are known.
    """

    kind: str
    text: str
    key: str
    sentence: int = 0
    about: str = ""
    reason: str = ""
    leads: bool = True
    address: str = ""
    is_open: bool = True
    query: str = ""
    document_ids: tuple[str, ...] = ()
    filename: str = ""
    chunk_ids: tuple[str, ...] = ()
    place: str = ""
    start: int = -1
    is_known: bool = True

    @property
    def document_id(self) -> str:
        return self.document_ids[0] if self.document_ids else ""


class ReferenceFollower(Protocol):
    def references(self, source: Source) -> tuple[FoundReference, ...]:
        """Of a passage, in the order of the text, from the document's own words."""
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
    limits: ResearchLimits
    stamp: EventStamper
    cancel: CancelToken
    support: SupportJudge | None = None
    demands_of: Callable[[str], PromptConstraints] = lambda _text: NO_DEMANDS
