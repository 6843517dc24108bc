"""How a question is answered: which mode runs, over which parts, and what writes a chat answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime
from functools import cache, partial

from core.agent.demands.analysis import analyze_constraints
from core.agent.demands.constraints import NO_DEMANDS, PromptConstraints, merge
from core.agent.executor import AgentExecutor
from core.agent.limits import Limits
from core.answer.asking.eligibility import contains_injection
from core.answer.asking.followup import Turn
from core.cancel import CancelToken
from core.chat.changing import change_asked
from core.chat.pipeline import ChatPipeline
from core.chat.request import ChatQuestion, WithoutModel
from core.corpus.asking.stated_conditions import stated_condition
from core.corpus.base import FieldLibrary
from core.corpus.executor import LibraryExecutor
from core.corpus.library_routing import is_german, library_question
from core.corpus.planner import QuestionPlanner
from core.corpus.tools import LibraryTools
from core.corpus.topics import TopicReader
from core.engine.evidence_first import evidence_first
from core.engine.origins import hits_with_origins, with_origins
from core.engine.question import Question
from core.errors import ModelError
from core.events import Event, EventStamper
from core.judge.base import AnswerJudge
from core.llm.base import ChatModel
from core.llm.llama import LlamaModel
from core.models.fit import can_write
from core.models.store import ModelStore
from core.plans.plan_answers import PLANS
from core.plans.request_kinds import RequestKinds
from core.search.retriever import HybridRetriever
from core.settings import Settings
from core.types import Mode, SearchResult
from core.types.requests import FollowUp, RequestKind

# A figure is mostly one that stands somewhere, and looked up.
_READ_BY_PLAN = {*PLANS, RequestKind.YES_NO} - {RequestKind.FIGURE}


def answered(
    question: Question,
    earlier: tuple[Turn, ...],
    retriever: HybridRetriever,
    fields: FieldLibrary,
    searches: ThreadPoolExecutor,
    open_model: Callable[[], ChatModel],
    models: ModelStore,
    judge: AnswerJudge,
    kinds: RequestKinds,
    settings: Settings,
    stamp: EventStamper,
    cancel: CancelToken,
) -> Iterator[Event]:
    """The events of a question in its mode.

    Args:
        fields: the library's fields within the question's selection.
        earlier: the turns of its conversation before it.
        searches: threads for searches of the agent that run side by side.
        open_model: makes the language model at its first use.
    """
    answers, how = settings.answers, question.how or FollowUp.ABOUT
    if question.style:
        answers = answers.model_copy(update={"style": question.style})
    asked = ChatQuestion(
        question.text,
        question.document_ids,
        earlier,
        question.ask_anyway,
        question.kind,
        how,
        bool(question.of_run),
    )

    talk_of = partial(kinds.talk_of, goes_on=bool(earlier))

    @cache  # the way is chosen by them, and then the run keeps to them
    def demands_of(text: str) -> PromptConstraints:
        return merge(question.demands, analyze_constraints(text, kinds))

    def read_at_once(
        asked: ChatQuestion, writer: ChatModel | None, without: WithoutModel | None
    ) -> Iterator[Event]:
        chat = ChatPipeline(
            retriever,
            judge,
            answers,
            stamp,
            cancel,
            model=writer,
            without=without,
            kinds=kinds,
            embedder=retriever.embedder,
            conditions=partial(stated_condition, today=datetime.now().astimezone().date()),
            rule_of=lambda text: demands_of(text).conflict_resolution_rule,
            talk_of=talk_of,
        )
        return chat.run(asked)

    if question.mode is Mode.CHAT:
        writer, without = chosen_writer(open_model, settings, models, extractive=bool(question.extractive))
        return with_origins(read_at_once(asked, writer, without), retriever.origins)

    def open_writer() -> ChatModel | None:
        return chosen_writer(open_model, settings, models, extractive=bool(question.extractive))[0]

    def read_texts(document_ids: Sequence[str] | None) -> Iterator[Event]:
        writer, without = chosen_writer(open_model, settings, models, extractive=bool(question.extractive))
        if writer is None or is_read_by_plan(asked, kinds, demands_of(asked.text)):
            ids = None if document_ids is None else tuple(document_ids)
            yield from read_at_once(replace(asked, document_ids=ids), writer, without)
            return
        yield from evidence_first(
            question.text, document_ids, retriever, judge, answers.top_k, talk_of, stamp, cancel
        )
        agent = AgentExecutor(
            writer,
            retriever,
            judge,
            Limits.of(answers),
            document_ids,
            stamp,
            cancel,
            searches,
            demands_of,
            kinds.may_be_several,
            question.ask_anyway,
            talk_of,
        )
        yield from agent.run(question.text, earlier, how)

    def library_first() -> Iterator[Event]:
        today = datetime.now().astimezone().date()
        if contains_injection(question.text):  # no model reads it before that is judged
            yield from read_texts(question.document_ids)
            return
        if kinds.library is None:
            decomposed = library_question(question.text, fields, today)
        else:
            planner = QuestionPlanner(open_writer, fields, kinds.library, stamp, cancel)
            decomposed = yield from planner.read(question.text, today)
        if decomposed is None:
            yield from read_texts(question.document_ids)
            return
        german = is_german(question.text)
        tools = library_tools(fields, retriever, cancel)
        topics = TopicReader(tools, retriever, judge, stamp, german=german, concepts=retriever.concepts)
        exact = LibraryExecutor(
            fields,
            decomposed,
            stamp,
            read_texts,
            cancel,
            question=question.text,
            german=german,
            topics=topics,
            reads=lambda text: library_question(text, fields, today),
        )
        yield from exact.run()

    return with_origins(library_first(), retriever.origins)


def is_read_by_plan(asked: ChatQuestion, kinds: RequestKinds, demanded: PromptConstraints) -> bool:
    """Whether agent mode answers as chat does: what wants a document read (a summary, a list, a comparison),
    or the last answer changed.

    The loop of tools, which opens single passages, is for what is looked up, and for what demands searches,
    quotations or sections.
    """
    if change_asked(asked.text, asked, kinds) is not None:
        return True
    if demanded != NO_DEMANDS:
        return False
    kind = asked.kind or kinds.kind_of(asked.text).kind
    return kind in _READ_BY_PLAN


def library_tools(fields: FieldLibrary, retriever: HybridRetriever, cancel: CancelToken) -> LibraryTools:
    """The tool set "library" over the fields and the texts of a selection."""
    by_words = retriever.with_options(replace(retriever.options, dense=False))
    by_meaning = retriever.with_options(replace(retriever.options, keywords=False, exact=False))
    return LibraryTools(fields, by_words, by_meaning, cancel)


def searched(
    retriever: HybridRetriever, query: str, limit: int, document_ids: Sequence[str] | None
) -> SearchResult:
    """A search whose hits a user sees, with what they were read from."""
    found = retriever.search(query, limit=limit, document_ids=document_ids)
    return hits_with_origins(found, retriever.origins)


def chosen_writer(
    open_model: Callable[[], ChatModel], settings: Settings, models: ModelStore, *, extractive: bool
) -> tuple[ChatModel | None, WithoutModel | None]:
    """The model that writes chat answers; None where sentences are copied, and why that was not asked.

    `extractive`: the question itself asks for copied sentences.
    """
    when = settings.answers.extractive
    if when == "never" and not extractive:
        return open_model(), None
    if when == "always" or extractive:
        return None, None
    try:
        model = open_model()
    except ModelError as error:
        return None, WithoutModel("no_language_model", str(error))
    chosen = settings.models
    entry = None if chosen.server_url else models.catalogue.entry(chosen.answer_model)
    if entry is not None and isinstance(model, LlamaModel) and not can_write(entry):
        return None, WithoutModel("small_language_model", entry.name)
    return model, None
