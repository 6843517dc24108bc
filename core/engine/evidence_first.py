"""What most likely answers, for the modes that plan before they search: shown before any model has a word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.answer.asking.eligibility import check_question
from core.answer.asking.question_language import question_language
from core.answer.asking.small_talk import TalkOf
from core.answer.judged_sentences import evidence_events, judge_sentences
from core.answer.sources import Source, make_source
from core.cancel import CancelToken
from core.events import Event, EventStamper
from core.judge.base import AnswerJudge
from core.search.base import Retriever


def evidence_first(
    question: str,
    document_ids: Sequence[str] | None,
    retriever: Retriever,
    judge: AnswerJudge,
    top_k: int,
    talk_of: TalkOf,
    stamp: EventStamper,
    cancel: CancelToken,
) -> Iterator[Event]:
    """One search with the question as it stands, at most `top_k` passages, judged; none for a question that
    goes no further: small talk, an order to the program, one that only leans on the question before it.

    Raises:
        core.errors.KnownError: index or library cannot be read.
        Cancelled: Stop was asked for.
    """
    coverage = retriever.coverage(document_ids)
    if not check_question(question, coverage, talk_of, selection=document_ids is not None).needs_retrieval:
        return
    found = retriever.search(question, limit=top_k, document_ids=document_ids, cancel=cancel, for_prompt=True)
    sources: list[Source] = []
    for hit in found.hits:
        opened = retriever.open_chunk(
            hit.chunk.document_id, hit.chunk.chunk_id, document_ids, for_prompt=True
        )
        if opened is not None:  # else deleted since the search
            number = len(sources) + 1
            sources.append(make_source(number, *opened, hit.score, hit.snippet, page_of=retriever.page_of))
    cancel.check()
    judged = judge_sentences(question, question_language(question), sources, judge)
    yield from evidence_events([judged], retriever.locate, stamp)
