"""Following the references of a task's passages: the gate for each, and the guards that end it.

A reference is followed if the gate says so and no guard stands against it: depth, what was visited, the
task's token budget, and documents to which references keep leading. What is not followed and would have
mattered is listed as open.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.answer.asking.injection import unfenced_line
from core.answer.sources import Source, SourceSentence
from core.events import Event, ReferenceJudged
from core.judge.calibration import LEAST
from core.llm.grammars import object_schema
from core.research import prompts
from core.research.base import FoundReference, Parts
from core.research.clarification import opened
from core.research.findings import add_findings
from core.research.limits import ResearchLimits
from core.research.passages import MOST_SENTENCES, Judged, filtered, judged
from core.research.references.reference import ReferenceKind
from core.research.research_texts import say
from core.research.standalone_sentences import is_sentence
from core.research.state import Finding, Link, ResearchState, Task, Via
from core.search.called_search import called_search
from core.search.place_words import place_words
from core.text.facts import facts_of
from core.types import SearchHit
from core.types.research import OpenReference

_CHARACTERS_PER_TOKEN = 4
_SHARED_WORDS = 2  # with the task, for a sentence that speaks of it
_MOST_ASKED = 6  # references of one passage the model decides about
_DECISION_TOKENS = 40
_LONGEST_REASON = 60  # characters
_HITS = 3  # of the search that a reference leads to
_MOST_MEANT = 6  # passages that are read of a place
_LEAST = 1  # passage that a reference to a known place brings, however little of the task it has


@dataclass(frozen=True, slots=True)
class _Decided:
    reference: FoundReference
    reason: str
    follow: bool
    matters: bool = True  # what does not matter is no open reference either


@dataclass(frozen=True, slots=True)
class _At:
    """The reference's place: the passage it stands in, as finding and opened, and how deep that lies."""

    finding: Finding
    source: Source
    depth: int


def follow_references(
    state: ResearchState, task: Task, start: Sequence[Finding], parts: Parts
) -> Generator[Event, None, tuple[ResearchState, Task]]:
    """The state with what the references of these passages led to, level by level."""
    walk = _Walk(parts, parts.limits.scaled(state.pace))
    level = list(start)
    for depth in range(1, walk.limits.follow_depth + 2):
        before = {(found.chunk_id, found.task_id) for found in state.findings}
        for finding in level:
            parts.cancel.check()
            source = parts.sources.open(finding.number, finding.document_id, finding.chunk_id, finding.score)
            if source is None:
                continue
            at = _At(finding, source, depth)
            found = parts.follower.references(source)
            for decided in (yield from walk.gate(state, task, found, at)):
                state, task = yield from walk.carry_out(state, task, decided, at)
        level = [found for found in state.findings if (found.chunk_id, found.task_id) not in before]
        if not level:
            break
    return state, task


class _Walk:
    """Gate and guards of one task, within `limits` as the model's speed leaves them."""

    def __init__(self, parts: Parts, limits: ResearchLimits) -> None:
        self._parts = parts
        self.limits = limits

    # --- the gate ------------------------------------------------------------------------------

    def gate(
        self, state: ResearchState, task: Task, found: Sequence[FoundReference], at: _At
    ) -> Generator[Event, None, list[_Decided]]:
        """A decision for each reference: computed, and the model's for those that would be followed."""
        wanted = facts_of(f"{task.title} {task.query}").words
        distinct: dict[str, FoundReference] = {}
        for one in found:
            if one.key not in distinct or one.sentence in at.finding.sentences:
                distinct[one.key] = one
        rows = [self._computed(one, at, wanted, state.language) for one in distinct.values()]
        asked = [row for row in rows if row.follow][:_MOST_ASKED]
        verdicts = (yield from self._asked(state, task, asked, at.source)) if asked else {}
        return [verdicts.get(row.reference.key, row) for row in rows]

    def _computed(
        self, reference: FoundReference, at: _At, wanted: frozenset[str], language: str
    ) -> _Decided:
        said = f"{_sentence_of(reference, at.source).text} {reference.about}"
        matters = reference.sentence in at.finding.sentences
        speaks = len(facts_of(said).words & wanted) >= min(_SHARED_WORDS, len(wanted))
        if not matters and not speaks:
            return _Decided(reference, say("skip_beside", language), False, matters=False)
        if reference.kind == ReferenceKind.EXTERNAL:
            return _Decided(reference, say("skip_external", language), False)
        if at.depth > self.limits.follow_depth:
            return _Decided(reference, say("skip_depth", language, limit=self.limits.follow_depth), False)
        return _Decided(reference, say("follow_relevant" if matters else "follow_words", language), True)

    def _asked(
        self, state: ResearchState, task: Task, rows: Sequence[_Decided], source: Source
    ) -> Generator[Event, None, dict[str, _Decided]]:
        """What the model advises against; the rest stays as it was computed."""
        shown = "\n".join(
            prompts.REFERENCE.format(
                number=number,
                text=unfenced_line(row.reference.text),
                sentence=unfenced_line(_sentence_of(row.reference, source).text),
            )
            for number, row in enumerate(rows, start=1)
        )
        content = yield from self._parts.asker.ask(
            "references",
            prompts.FOLLOW.format(task=task.title, references=shown),
            _decisions(len(rows)),
            _DECISION_TOKENS * len(rows) + 20,
            state.language,
        )
        given = content.get("decisions") if content else None
        refused: dict[str, _Decided] = {}
        for entry in given if isinstance(given, list) else ():
            if not isinstance(entry, dict) or entry.get("reference") not in range(1, len(rows) + 1):
                continue
            if entry.get("follow") is False:
                reference = rows[int(entry["reference"]) - 1].reference
                reason = " ".join(str(entry.get("reason", "")).split())
                if len(reason) >= _LONGEST_REASON - 1:  # cut off by the schema
                    reason = f"{reason.rpartition(' ')[0]} …"
                told = say("skip_model", state.language, reason=reason)
                refused[reference.key] = _Decided(reference, told, False)
        return refused

    # --- guards, and where it leads ------------------------------------------------------------

    def carry_out(
        self, state: ResearchState, task: Task, decided: _Decided, at: _At
    ) -> Generator[Event, None, tuple[ResearchState, Task]]:
        reference, reason = decided.reference, decided.reason
        leads, guard, is_open = decided.follow and reference.leads, "", decided.matters
        if leads:
            reason = f"{reason}; {reference.reason}" if reference.reason else reason
            guard = self._guard(state, task, reference)
            limits = {"budget": self.limits.reference_tokens, "same_document": self.limits.same_document}
            if guard:
                reason = say(f"skip_{guard}", state.language, limit=limits.get(guard, 0))
        elif decided.follow:
            reason = reference.reason
            is_open = is_open and reference.is_open
        followed = leads and not guard
        yield self._parts.stamp(
            ReferenceJudged,
            number=at.finding.number,
            text=reference.text,
            reference_kind=reference.kind,
            depth=at.depth,
            followed=followed,
            reason=reason,
            document_id=at.source.document.document_id,
            target_id=reference.document_id if leads else "",
            target_name=reference.filename if leads else "",
        )
        if followed:
            state, task, led_somewhere = yield from self._followed(state, task, reference, at)
            if is_open and not led_somewhere:
                state = self._listed(state, reference, at.source, say("led_nowhere", state.language))
            return state, task
        if guard in ("budget", "same_document"):
            task = task.but(stopped=tuple(dict.fromkeys((*task.stopped, reason))))
        if is_open and guard != "visited":
            state = self._listed(state, reference, at.source, reason)
        return state, task

    def _listed(
        self, state: ResearchState, reference: FoundReference, source: Source, reason: str
    ) -> ResearchState:
        """The state with the reference among those that are open, once a document."""
        document = source.document
        if any(
            (one.text, one.document_id) == (reference.text, document.document_id)
            for one in state.open_references
        ):
            return state
        spans = _sentence_of(reference, source).spans
        row = OpenReference(
            reference.text,
            reference.kind,
            document.document_id,
            document.filename,
            source.page,
            reason,
            reference.address,
            place_words(self._parts.retriever.locate(document.document_id, spans)),
        )
        return state.but(open_references=(*state.open_references, row))

    def _guard(self, state: ResearchState, task: Task, reference: FoundReference) -> str:
        """The guard that stands against following; empty where none does."""
        if _place(task, reference) in state.visited:
            return "visited"
        if task.reference_tokens >= self.limits.reference_tokens:
            return "budget"
        led = sum(place.startswith(_document_of(task, reference)) for place in state.visited)
        if reference.document_id and led >= self.limits.same_document:
            return "same_document"
        return ""

    def _followed(
        self, state: ResearchState, task: Task, reference: FoundReference, at: _At
    ) -> Generator[Event, None, tuple[ResearchState, Task, bool]]:
        """Also whether anything was kept of what was searched, or a known place was read."""
        parts = self._parts
        place = _place(task, reference)
        state = state.but(visited=(*state.visited, place))
        result = yield from called_search(
            parts.retriever,
            reference.query or task.query,
            _HITS,
            reference.document_ids or state.document_ids,
            parts.stamp,
            parts.cancel,
            phrasings=(task.query,),
            within=reference.filename,
        )
        sources = self._meant(reference, result.hits) or opened(result.hits, parts)
        if not reference.is_known:
            sources = [one for one in sources if not _names_it(one, at.source, reference)]
        known = {found.chunk_id for found in state.findings_of(task.task_id)}
        sources, read = self._within_budget(task, sources, known)
        task = task.but(reference_tokens=task.reference_tokens + read)
        # What the reference is about tells which passages and sentences are meant, not how relevant they are.
        meant = f"{task.query} {_sentence_of(reference, at.source).text} {reference.about}"
        by_task = judged(task.query, state.language, sources, parts.judge)
        by_meaning = judged(meant, state.language, sources, parts.judge)
        relevant = {row.source.number: row.relevance for row in by_task}
        judged_rows = [_opening_first(row, reference) for row in by_meaning]
        rows = [
            replace(row, relevance=relevant[row.source.number])
            for row, _opens in sorted(judged_rows, key=lambda pair: not pair[1])
        ]
        kept = filtered(rows, LEAST, _LEAST if reference.is_known else 0)
        via = Via(
            number=at.finding.number,
            text=reference.text,
            kind=reference.kind,
            searched=not reference.is_known,
        )
        state = yield from add_findings(state, kept, parts, task.task_id, at.depth, via)
        state = _linked(state, via, [row.source for row, _refilled in kept])
        return state, task, bool(kept) or reference.is_known

    def _within_budget(
        self, task: Task, sources: Sequence[Source], known: Collection[str]
    ) -> tuple[list[Source], int]:
        """Up to the passage that reaches the budget, and the tokens of those that are new."""
        left: list[Source] = []
        read = 0
        for source in sources:
            if source.chunk.chunk_id not in known:
                if task.reference_tokens + read >= self.limits.reference_tokens:
                    continue
                read += len(source.chunk.text) // _CHARACTERS_PER_TOKEN
            left.append(source)
        return left, read

    def _meant(self, reference: FoundReference, hits: Sequence[SearchHit]) -> list[Source]:
        """The passages that are known to be meant, with the scores of the search; of a long part those that
        the search found, and its first."""
        scores = {hit.chunk.chunk_id: hit.score for hit in hits}
        chosen = sorted(reference.chunk_ids, key=lambda chunk_id: chunk_id not in scores)[:_MOST_MEANT]
        sources: list[Source] = []
        for chunk_id in sorted(chosen, key=reference.chunk_ids.index):
            source = self._parts.sources.open(
                len(sources) + 1, reference.document_id, chunk_id, scores.get(chunk_id, 0.0)
            )
            if source is not None:
                sources.append(source)
        return sources


def _names_it(found: Source, source: Source, reference: FoundReference) -> bool:
    """What names it is none of what it means: this passage, or where a document is meant, this whole one."""
    if reference.kind == ReferenceKind.DOCUMENT:
        return found.document.document_id == source.document.document_id
    return found.chunk.chunk_id == source.chunk.chunk_id


def _opening_first(row: Judged, reference: FoundReference) -> tuple[Judged, bool]:
    """With the sentence that the place opens with as the first that matters; whether it is in this passage.

    It is what the place says, in words that the task need not have: "The work falls due every 24 months."
    """
    sentences = row.source.sentences
    opens = (
        reference.start >= 0
        and row.source.document.document_id == reference.document_id
        and any(sentence.span.start <= reference.start < sentence.span.end for sentence in sentences)
    )
    behind = (
        place
        for place, sentence in enumerate(sentences)
        if sentence.span.end > reference.start
        and is_sentence(sentence.text)
        and sentence.text not in reference.about
    )
    first = next(behind, None) if opens else None
    if first is None:
        return row, opens
    others = tuple(one for one in row.sentences if one != first)
    return replace(row, sentences=(first, *others)[:MOST_SENTENCES]), True


def _linked(state: ResearchState, via: Via, sources: Sequence[Source]) -> ResearchState:
    """The state with what refers to what, also where a search had found both."""
    ends = [found for source in sources if (found := state.passage(source.chunk.chunk_id)) is not None]
    links = [Link(source=via.number, target=end.number, text=via.text, searched=via.searched) for end in ends]
    fresh = [link for link in links if link not in state.links and link.source != link.target]
    return state.but(links=(*state.links, *fresh))


def _sentence_of(reference: FoundReference, source: Source) -> SourceSentence:
    return source.sentences[min(reference.sentence, len(source.sentences) - 1)]


def _place(task: Task, reference: FoundReference) -> str:
    """What was visited: a task, a document and what is meant in it."""
    return f"{_document_of(task, reference)}{reference.place or reference.key}"


def _document_of(task: Task, reference: FoundReference) -> str:
    """How all places of this document begin that the task visited."""
    return f"{task.task_id}|{reference.document_id}|"


def _decisions(count: int) -> dict[str, Any]:
    row = object_schema(
        {
            "reference": {"type": "integer", "minimum": 1, "maximum": count},
            "follow": {"type": "boolean"},
            "reason": {"type": "string", "maxLength": _LONGEST_REASON},
        }
    )
    return object_schema({"decisions": {"type": "array", "items": row, "minItems": 1, "maxItems": count}})
