"""What a reading plan is given, and what it gives back. Values, and what several plans do with them."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from core.answer.sources import Source, numbered
from core.answer.statements import DraftStatement
from core.answer.verification.statement import QUOTES_JOINED
from core.cancel import CancelToken
from core.events import Event, EventStamper
from core.judge.base import AnswerJudge, SupportJudge
from core.llm.base import ChatModel
from core.llm.calls import UsageMeter
from core.plans.document_outline import Line
from core.plans.request_kinds import RequestKinds
from core.search.base import Embedder, Retriever
from core.settings import AnswerSettings
from core.types import AnswerTable, Confidence
from core.types.requests import RequestKind

Notices = tuple[tuple[str, dict[str, object]], ...]  # keys of replies, and what fills them

_GAP = 3  # characters between sentences that follow each other
_ENDS = tuple('.!?…:;,”"’)。！？')


@dataclass(frozen=True, slots=True)
class PlanRequest:
    """`text`: the request made to stand by itself. `language`: ISO 639-1, to answer in. `document_ids`: those
    it is about; None: the whole library. `is_translated`: what is copied from documents in other languages is
    wanted in this one, too. `said`: the request in other languages, searched for as well."""

    text: str
    kind: RequestKind
    language: str
    document_ids: tuple[str, ...] | None = None
    is_translated: bool = False
    said: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlanTools:
    """What reads, judges and writes. `model`: None where only judges work; `support` judges its
    statements."""

    retriever: Retriever
    judge: AnswerJudge
    model: ChatModel | None
    support: SupportJudge | None
    kinds: RequestKinds
    embedder: Embedder
    settings: AnswerSettings
    meter: UsageMeter
    stamp: EventStamper
    cancel: CancelToken


@dataclass(frozen=True, slots=True)
class PlanResult:
    """What a plan found.

    `drafts` name the sentences of `sources` that carry them. `missing`: what the documents do not say.
    `table`: what the rows and columns of the drafts are called. `surest`: the answer is no surer than that.
    `is_final`: where there are no drafts, nothing else answers either.
    """

    drafts: tuple[DraftStatement, ...] = ()
    sources: tuple[Source, ...] = ()
    notices: Notices = ()
    missing: tuple[str, ...] = ()
    table: AnswerTable | None = None
    surest: Confidence = Confidence.HIGH
    is_final: bool = False


class Plan(Protocol):
    """Answers one kind of request.

    Raises:
        core.errors.KnownError: the library cannot be read.
        core.errors.ModelError: from the model.
        core.errors.Cancelled: Stop was asked for.
    """

    def __call__(self, request: PlanRequest, tools: PlanTools) -> Generator[Event, None, PlanResult]: ...


def renumbered(groups: Iterable[Iterable[Line]]) -> list[list[Line]]:
    """Groups of lines with their sources numbered from 1 in the order in which they come, each line with its
    sentence in the source as it is now."""
    numbers: dict[str, Source] = {}

    def again(line: Line) -> Line:
        source = numbers.get(line.source.chunk.chunk_id)
        if source is None:
            source = numbers[line.source.chunk.chunk_id] = numbered(line.source, len(numbers) + 1)
        return Line(source, source.sentences[line.source.sentences.index(line.sentence)])

    return [[again(line) for line in group] for group in groups]


def sources_of(groups: Iterable[Iterable[Line]]) -> tuple[Source, ...]:
    """Their sources, each once, in order."""
    return tuple({line.source.number: line.source for group in groups for line in group}.values())


def copied(lines: Sequence[Line], *, bullet: bool = True, section: str = "") -> DraftStatement:
    """The sentences as they stand in the document: as one where they follow each other, else joined."""
    sentences = [line.sentence for line in lines]
    text = joined(lines, [line.text for line in lines])
    citations = tuple(dict.fromkeys(sentence.citation for sentence in sentences))
    labels = tuple(sentence.label for sentence in sentences)
    return DraftStatement(text, citations, labels, bullet=bullet, quoted=True, section=section)


def joined(lines: Sequence[Line], texts: Sequence[str]) -> str:
    """What stands for each of the lines, in one: sentences that follow each other as one text."""
    whole = texts[0]
    for (before, one), text in zip(pairwise(line.sentence for line in lines), texts[1:], strict=True):
        follows = one.citation == before.citation and one.span.start - before.span.end <= _GAP
        is_whole = whole.rstrip().endswith(_ENDS)
        whole += (" " if follows and is_whole else QUOTES_JOINED) + text
    return whole
