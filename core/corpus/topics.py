"""What each of several documents says about a topic, the loop of specification 003, sections 3 and 4,
without a model: search by words, then by meaning where documents have no sentence about it; the best
sentence of each stays, judged as a copied answer is, and a document that says nothing about it is told as
such."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field, replace

from core.answer.assemble import build_answer
from core.answer.judged_sentences import JudgedSentence, judge_sentences
from core.answer.sources import Source, SourceSentence, make_source
from core.answer.statements import DraftStatement
from core.corpus import result_tables as display
from core.corpus.library_texts import sentence
from core.corpus.tools import LibraryTools
from core.events import Event, EventStamper, StepStarted, ToolCalled, ToolName, ToolReturned
from core.judge.base import AnswerJudge
from core.search.base import Retriever
from core.search.concepts import Concepts, words
from core.search.hit_summaries import hit_summaries
from core.text.facts import facts_of
from core.text.stems import has_word
from core.types import Answer, Confidence, Insufficiency, SearchHit, SearchResult

MOST_PASSAGES = 100  # of one search
MOST_ROWS = 50
ABOUT_IT = 0.5  # share of the topic's words in a sentence that is about it
_MOST_NAMES = 8  # of documents that say nothing about it
_PASSAGES = 3  # of one document that are opened
_SHOWN = 20  # passages of a search in the trace
_MOST_NAMES_OF_IT = 6  # other names of a topic that are looked for


@dataclass(slots=True)
class Evidence:
    """Document → its best sentence about the topic. `called`: the other names of it that were found."""

    sources: list[Source] = field(default_factory=list)
    best: dict[str, JudgedSentence] = field(default_factory=dict)
    called: list[str] = field(default_factory=list)
    opened: set[str] = field(default_factory=set)


class TopicReader:
    """Reads for one question. `retriever` opens passages and says where they stand; `concepts` knows what
    else a topic is called, in English and German."""

    def __init__(
        self,
        tools: LibraryTools,
        retriever: Retriever,
        judge: AnswerJudge,
        stamp: EventStamper,
        *,
        german: bool,
        concepts: Concepts | None = None,
    ) -> None:
        self._tools = tools
        self._retriever = retriever
        self._judge = judge
        self._stamp = stamp
        self._german = german
        self._concepts = concepts
        self._calls = 0

    def read(self, topic: str, document_ids: Sequence[str]) -> Generator[Event, None, Evidence]:
        """Search among these documents until each has a sentence about the topic, or both ways were tried."""
        evidence = Evidence()
        other = other_names(topic, self._concepts) if self._concepts is not None else []
        ways = [(query, False) for query in (topic, " ".join(other)) if query] + [(topic, True)]
        for place, (query, by_meaning) in enumerate(ways):
            wanted = [name for name in document_ids if name not in evidence.best]
            found = yield from self._search(query, wanted, by_meaning=by_meaning)
            self._take((topic, *other), found, evidence)
            count = len(evidence.best)
            is_last = count == len(document_ids) or place == len(ways) - 1
            status = ("enough" if count else "clarify") if is_last else "more"
            told = f"{count} of {len(document_ids)} documents say something about it"
            yield self._stamp(StepStarted, step="review", note=f"{status}: {told}")
            if is_last:
                break
        return evidence

    def answer(self, topic: str, evidence: Evidence, opening: str, silent: Sequence[str]) -> Answer:
        """A table with a quotation a document, the likeliest first. `silent`: names of those without any."""
        order = sorted(evidence.best.values(), key=lambda found: -found.certainty)[:MOST_ROWS]
        sources = {source.number: source for source in evidence.sources}
        used = [_numbered(sources[found.sentence.citation], at) for at, found in enumerate(order, 1)]
        drafts = [
            DraftStatement(
                found.sentence.text,
                (source.number,),
                (_label(source.number, found.sentence.label),),
                quoted=True,
            )
            for found, source in zip(order, used, strict=True)
        ]
        quoted = build_answer(drafts, used, topic, locate=self._retriever.locate)
        lines = [
            f"{display.cell(source.document.filename)} | {display.cell(draft.text)} [{source.number}]"
            for draft, source in zip(drafts, used, strict=True)
        ]
        if evidence.called:
            called = ", ".join(f"“{display.cell(name)}”" for name in evidence.called)
            opening = f"{opening} {sentence('called', german=self._german, names=called)}"
        head = [sentence("file", german=self._german), sentence("passage", german=self._german)]
        missing = []
        if silent:
            names = ", ".join(silent[:_MOST_NAMES]) + (", …" if len(silent) > _MOST_NAMES else "")
            told = sentence("silent", german=self._german, count=len(silent), topic=topic, names=names)
            missing.append(Insufficiency("", told, (topic,)))
        return Answer(
            text="\n\n".join([opening, display.table(head, lines)]),
            statements=quoted.statements,
            citations=quoted.citations,
            insufficiencies=tuple(missing),
            confidence=Confidence.MEDIUM,
        )

    def _search(
        self, topic: str, document_ids: Sequence[str], *, by_meaning: bool
    ) -> Generator[Event, None, Sequence[SearchHit]]:
        self._calls += 1
        tool: ToolName = "search_semantic" if by_meaning else "search_text"
        call_id = f"topic-{self._calls}"
        given = {"query": topic, "documents": str(len(document_ids))}
        yield self._stamp(ToolCalled, call_id=call_id, tool=tool, tool_input=given)
        try:
            found = self._tools.within(topic, document_ids, meaning=by_meaning, top_k=MOST_PASSAGES)
        except Exception:  # Stop included: every call has its return
            yield self._stamp(ToolReturned, call_id=call_id, ok=False, summary="The search did not finish.")
            raise
        told = f"Found {len(found)} passages"
        hits = hit_summaries(SearchResult(topic, tuple(found[:_SHOWN]), {}))
        yield self._stamp(ToolReturned, call_id=call_id, ok=True, summary=told, hits=hits)
        return found

    def _take(self, names: Sequence[str], found: Sequence[SearchHit], evidence: Evidence) -> None:
        """Open the best passages of each document and keep its best sentence about the topic, in the words
        of the question if there is one, else by another of its names."""
        taken: dict[str, int] = {}
        for hit in found:
            document_id = hit.chunk.document_id
            if taken.get(document_id, 0) >= _PASSAGES or hit.chunk.chunk_id in evidence.opened:
                continue
            opened = self._retriever.open_chunk(document_id, hit.chunk.chunk_id, for_prompt=True)
            if opened is None:  # deleted since the search
                continue
            taken[document_id] = taken.get(document_id, 0) + 1
            evidence.opened.add(hit.chunk.chunk_id)
            number = len(evidence.sources) + 1
            evidence.sources.append(
                make_source(number, *opened, hit.score, hit.snippet, page_of=self._retriever.page_of)
            )
        evidence.best, evidence.called = {}, []
        for name in names:
            missing = [one for one in evidence.sources if one.document.document_id not in evidence.best]
            added = _best(name, "de" if self._german else "en", missing, self._judge)
            evidence.best |= added
            if added and name != names[0]:
                evidence.called.append(name)


def other_names(topic: str, concepts: Concepts) -> list[str]:
    """What else it is called, one concept in it exchanged: "termination" is "Kündigung" in a German
    contract."""
    topic_words = words(topic)
    found: list[str] = []
    for match in concepts.concept_terms.find(topic_words):
        own = "".join(topic_words[match.first : match.last])
        for term in concepts.concepts[int(match.key)].terms:
            if "".join(words(term)) != own:
                rest = topic.split()
                if len(rest) != len(topic_words):  # hyphens: words cannot be told apart by spaces
                    rest = topic_words
                found.append(" ".join([*rest[: match.first], term, *rest[match.last :]]))
    return found[:_MOST_NAMES_OF_IT]


def _best(
    topic: str, language: str, sources: Sequence[Source], judge: AnswerJudge
) -> dict[str, JudgedSentence]:
    """Of each document by itself: many contracts have the same sentence."""
    asked = facts_of(topic)
    words = asked.words | asked.identifiers
    by_document: dict[str, list[Source]] = {}
    for source in sources:
        about = tuple(one for one in source.sentences if _is_about(words, one))
        by_document.setdefault(source.document.document_id, []).append(replace(source, sentences=about))
    found = {one: judge_sentences(topic, language, own, judge, 1) for one, own in by_document.items()}
    return {document_id: best.sentences[0] for document_id, best in found.items() if best.sentences}


def _is_about(words: frozenset[str], sentence: SourceSentence) -> bool:
    """The sentence itself says it: what the title or the file name say is no statement about it."""
    facts = facts_of(sentence.text)
    said = facts.words | facts.identifiers
    return sum(has_word(said, word) for word in words) >= max(1.0, ABOUT_IT * len(words))


def _numbered(source: Source, number: int) -> Source:
    sentences = tuple(
        replace(one, citation=number, label=_label(number, one.label)) for one in source.sentences
    )
    return replace(source, number=number, sentences=sentences)


def _label(number: int, label: str) -> str:
    """The label of the same sentence where its source has another number."""
    return f"{number}.{label.partition('.')[2]}"
