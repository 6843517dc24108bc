"""What must hold in every run of the agent: limits, citations, quotes, demands.

Looked up in the run's events and in the stored pages, not in what the agent's own gate says of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.agent.constraints import PromptConstraints
from core.agent.limits import Limits
from core.bench.grading.grades import admits, is_verbatim, same_words, section_texts, verified_texts
from core.events import (
    AnswerReady,
    Event,
    HitSummary,
    ModelCalled,
    Reprompted,
    RunFinished,
    ToolCalled,
    ToolReturned,
)
from core.types import Answer, Usage

PageText = Callable[[str, int], str]  # document id, 1-based page → its text, empty when there is no such page

_QUOTED = re.compile(r"“([^“”]+)”|\"([^\"]+)\"|«([^«»“”\[]+)»")
_LEAST_WORDS = 4  # of what counts as a quotation; less is a term or a heading
_GAP = re.compile(r"\s*(?:…|\.\.\.|\[…\])\s*")
_WHICH_COUNTS = re.compile(
    r"\b(?:new(?:er|est)|lat(?:er|est)|(?:most )?recent|current|old(?:er|est)?|previous|earlier|supersed\w*"
    r"|replac\w*|restat\w*|updat\w*|(?:19|20)\d\d)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class RunFacts:
    """One run as its events tell it.

    `opened` maps ids of opened chunks to their text; `prefixes` are of the prompts, in order.
    """

    finished: RunFinished | None
    answer: Answer
    usage: Usage
    searches: int
    tool_calls: int
    steps: int
    reprompts: int
    hits: tuple[HitSummary, ...]
    opened: dict[str, str]
    prefixes: tuple[str, ...] = ()

    @property
    def outcome(self) -> str:
        return self.finished.outcome if self.finished else ""

    @property
    def citations_from_snippets(self) -> int:
        """Citations marked as such: nothing was opened, and only the results' snippets were read."""
        return sum(citation.from_snippet for citation in self.answer.citations)

    @property
    def seconds(self) -> float:
        return self.finished.t_ms / 1000 if self.finished else 0.0


def run_facts(events: Sequence[Event]) -> RunFacts:
    """Fold the events of one run."""
    finished = events[-1] if events and isinstance(events[-1], RunFinished) else None
    answer, usage = Answer(""), Usage()
    calls: dict[str, ToolCalled] = {}
    searches = tool_calls = steps = reprompts = 0
    hits: list[HitSummary] = []
    opened: dict[str, str] = {}
    prefixes: list[str] = []
    for event in events:
        match event:
            case AnswerReady():
                answer, usage = event.answer, event.usage
            case ToolCalled():
                calls[event.call_id] = event
                tool_calls += event.tool in ("search_docs", "open_citation")  # not a look into the fields
            case ToolReturned() if event.ok and event.call_id in calls:
                call = calls[event.call_id]
                if call.tool == "search_docs":
                    searches += 1
                    hits += event.hits
                else:
                    opened[call.tool_input.get("chunk_id", "")] = event.text
            case ModelCalled():
                steps += event.purpose == "action"
                prefixes.append(event.prefix)
            case Reprompted():
                reprompts += 1
            case _:
                pass
    return RunFacts(
        finished=finished,
        answer=answer,
        usage=usage,
        searches=searches,
        tool_calls=tool_calls,
        steps=steps,
        reprompts=reprompts,
        hits=tuple(hits),
        opened=opened,
        prefixes=tuple(prefixes),
    )


def over_limits(facts: RunFacts, limits: Limits) -> tuple[str, ...]:
    """What went beyond `limits`; also a run that did not come to an end, or ended with an error."""
    over = [
        f"{count} {what} of {most}"
        for what, count, most in (
            ("tool calls", facts.tool_calls, limits.max_tool_calls),
            ("steps", facts.steps, limits.max_iterations),
            ("reprompts", facts.reprompts, limits.max_reprompts),
        )
        if count > most
    ]
    if facts.outcome in ("", "failed", "cancelled"):
        over.append(f"ended as {facts.outcome or 'nothing'}")
    return tuple(over)


def opened_citations(facts: RunFacts) -> tuple[int, int]:
    """How many citations point at passages the run opened, of how many; marked snippets do not count."""
    citations = [citation for citation in facts.answer.citations if not citation.from_snippet]
    return sum(citation.chunk_id in facts.opened for citation in citations), len(citations)


def found_citations(facts: RunFacts) -> tuple[int, int]:
    """The same for a run that searches once and opens nothing: citations among what the search found."""
    found = {hit.chunk_id for hit in facts.hits}
    citations = facts.answer.citations
    return sum(citation.chunk_id in found for citation in citations), len(citations)


def not_verbatim(facts: RunFacts, question: str, page_text: PageText) -> tuple[int, tuple[str, ...]]:
    """How many quotes the answer shows, and those that do not stand in what they are quoted from.

    Evidence and citations are looked up on their own page; words between quotation marks in the text on the
    pages of everything that was found, unless they repeat the question.
    """
    count, wrong = 0, []
    quotes = [
        (evidence.document_id, evidence.page, evidence.quote)
        for statement in facts.answer.statements
        for evidence in statement.evidence
    ]
    quotes += [(row.document_id, row.page, row.quote) for row in facts.answer.citations if row.quote]
    for document_id, page, quote in dict.fromkeys(quotes):
        count += 1
        text = page_text(document_id, page)
        if not all(is_verbatim(piece, text) for piece in _GAP.split(quote) if piece.strip()):
            wrong.append(quote)
    for quote in quotations(facts.answer.text):
        if is_verbatim(quote, question):
            continue
        count += 1
        if not _stands_in_sources(quote, facts, page_text):
            wrong.append(quote)
    return count, tuple(wrong)


def quotations(text: str) -> list[str]:
    """What stands between quotation marks, if it is long enough to be a quotation."""
    found = (next(group for group in match.groups() if group) for match in _QUOTED.finditer(text))
    return [quote.strip() for quote in found if len(quote.split()) >= _LEAST_WORDS]


def _stands_in_sources(quote: str, facts: RunFacts, page_text: PageText) -> bool:
    pages = {(hit.document_id, hit.page + beside) for hit in facts.hits for beside in (-1, 0, 1)}
    texts = [*facts.opened.values(), *(page_text(document_id, page) for document_id, page in sorted(pages))]
    return all(
        any(is_verbatim(piece, text) for text in texts) for piece in _GAP.split(quote) if piece.strip()
    )


def unmet_demands(facts: RunFacts, demands: PromptConstraints, page_text: PageText) -> tuple[str, ...]:
    """Demands of the question that the run neither met nor told about.

    An answer that names a gap has told; a missing section must be named itself where anything is stated.
    """
    answer = facts.answer
    told = bool(answer.insufficiencies) or admits(answer.text)
    unmet: list[str] = []
    if not told:
        if facts.searches < demands.min_searches:
            unmet.append(f"{facts.searches} of {demands.min_searches} searches")
        if len(facts.opened) < demands.min_open_citations:
            unmet.append(f"{len(facts.opened)} of {demands.min_open_citations} openings")
        if demands.requires_exact_quote and not _has_quote(facts, page_text):
            unmet.append("no exact quote")
        if demands.requires_conflict_resolution and not _WHICH_COUNTS.search(answer.text):
            unmet.append("does not say which of several counts")
        if demands.requires_insufficiency_disclosure and len(verified_texts(answer)) < len(answer.statements):
            unmet.append("does not say what is missing")
    missing = set(demands.required_sections) - set(section_texts(answer.text, demands.required_sections))
    if answer.statements or not told:
        gaps = [same_words(f"{row.section} {row.missing}").casefold() for row in answer.insufficiencies]
        unmet += [
            f"no section {heading}"
            for heading in demands.required_sections
            if heading in missing and not any(same_words(heading).casefold() in gap for gap in gaps)
        ]
    return tuple(unmet)


def _has_quote(facts: RunFacts, page_text: PageText) -> bool:
    if any(_stands_in_sources(quote, facts, page_text) for quote in quotations(facts.answer.text)):
        return True
    return any(
        is_verbatim(statement.text, evidence.quote)
        for statement in facts.answer.statements
        for evidence in statement.evidence
    )


def read_pages(facts: RunFacts, *, opened_only: bool) -> frozenset[tuple[str, int]]:
    """File names and pages of the passages that were read: those opened, or all that were found."""
    return frozenset(
        (hit.filename, hit.page) for hit in facts.hits if not opened_only or hit.chunk_id in facts.opened
    )
