"""Phase 4: one section of the report a step, from the passages of its task; drafted, judged, or copied.

What the model writes is judged like a chat answer; statements that may not be shown are dropped, and
sentences of the documents take the place of a draft that fails.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from dataclasses import replace

from core.answer.answering import only_near
from core.answer.assemble import build_answer
from core.answer.confidence import VERIFIED
from core.answer.facts import Facts, facts_of
from core.answer.sources import Source
from core.answer.statements import DraftStatement
from core.answer.verify_nearness import is_said
from core.chat.draft import Draft
from core.chat.extractor import Extractor
from core.chat.reasoner import Reasoner
from core.chat.validator import Validator
from core.errors import ModelError
from core.events import Event, GateChecked
from core.research.base import Parts
from core.research.checks import may_be_shown
from core.research.passages import is_sentence
from core.research.state import Finding, Phase, ResearchState, Section, Task
from core.types import Statement

_MOST_COPIED = 3  # sentences beside what a model wrote
_FEW = 2  # verified statements; with fewer, sentences are copied beside them
_FROM_REFERENCES = 2  # of a section's passages, so many may come from references before more of the search
_RETRY_SOURCES = 3
_LONGEST_COPY = 500  # characters
_LEAST_TOLD = 4  # words and figures of a copied sentence
# "See Note 8 for hedges.", "Zu den Fristen der B-120 siehe Abschnitt 3.2."
_NOT_YET_SAID = r"(?!(?:is|are|was|were|has|have|must|may|can|shall|will|gilt|gelten|ist|sind|wird|werden)\b)"
_NAMED_WORD = r"(?=[\w./-]*[^\W\d_])[\w./-]*\w"  # a word or a code, no bare figure
_ONLY_POINTS = re.compile(
    r"(?i)\W*(?:(?:please\s+)?(?:see|refer to|siehe|vgl\.|vergleiche)\s"
    r"|(?:zu[mr]?|für|näheres|weiteres|details|mehr|for|on)\b"
    rf"(?:,?\s{_NOT_YET_SAID}{_NAMED_WORD}){{1,16}}?"
    r",?\s(?:please\s+)?(?:siehe|see|vgl\.|refer to)\s)"
)
_PART = (
    r"(?:abschnitt|kapitel|anhang|anlage|ziffer|tabelle|punkt|section|chapter|annex|appendix|table|note|clause)"
    r"\s[\w.()-]+"
)
_OF_DOCUMENT = (
    r"(?:\s(?:de[rs]|dieser|dieses|of|of the|of this)\s(?:\w+\s){0,2}\w*"
    r"(?:handbuch(?:e?s)?|vertrag(?:e?s)?|dokument(?:e?s)?|bericht(?:e?s)?|anleitung|ordnung|richtlinie"
    r"|manual|contract|document|report|guide|agreement|policy|instructions))?"
)
_SUBJECT = rf"{_NOT_YET_SAID}{_NAMED_WORD}(?:,?\s{_NOT_YET_SAID}{_NAMED_WORD}){{0,14}}?"
# "The warranty of the B-120 is described in section 4.", "Die Fristen stehen in Abschnitt 3.2."
_TELLS_WHERE = re.compile(
    rf"(?i)\W*{_SUBJECT}\s(?:"
    r"(?:(?:is|are|can be|may be)\s(?:described|explained|given|found|listed|set out|shown|specified|defined"
    rf"|regulated|laid down|covered|dealt with)\sin\s{_PART}{_OF_DOCUMENT})"
    rf"|(?:(?:steht|stehen|findet sich|finden sich)\s(?:in|im)\s{_PART}{_OF_DOCUMENT})"
    rf"|(?:(?:ist|sind|wird|werden)\s(?:in|im)\s{_PART}{_OF_DOCUMENT}\s(?:geregelt|beschrieben|erklärt|erläutert"
    r"|aufgeführt|angegeben|festgelegt|dargestellt|behandelt|zu finden|genannt|enthalten))"
    r")\W*$"
)
_LISTED_THING = re.compile(r"\s*[•▪◦‣–-]\s+[^.!?]*;\s*$")  # "• commodity prices, affecting the cost;"
_LISTED_WORK = re.compile(r"\s*\[\d{1,3}\]\s*[A-ZÄÖÜ]")  # an entry of a bibliography


def write_section(state: ResearchState, parts: Parts) -> Generator[Event, None, ResearchState]:
    """The next section; without one the phase is over.

    Raises:
        core.errors.ModelError: from a model that nothing may stand in for.
        Cancelled: after Stop.
    """
    written = {section.task_id for section in state.sections}
    task = next((one for one in state.tasks if one.task_id not in written and one.status != "open"), None)
    if task is None:
        return state.but(phase=Phase.QUALITY)
    section = yield from _section(state, task, parts)
    sections = {one.task_id: one for one in (*state.sections, section)}
    ordered = tuple(sections[one.task_id] for one in state.tasks if one.task_id in sections)
    state = state.but(sections=ordered)
    return state if len(ordered) < len(state.tasks) else state.but(phase=Phase.QUALITY)


def _section(state: ResearchState, task: Task, parts: Parts) -> Generator[Event, None, Section]:
    limits = parts.limits if parts.asker.model is None else parts.limits.scaled(state.pace)
    chosen = chosen_findings(state, task, limits.sources_per_section)
    if state.focus:
        chosen = chosen[:_RETRY_SOURCES]
    sources, numbers = _numbered(chosen, parts)
    empty = Section(task_id=task.task_id, title=task.title)
    if not sources:
        return empty
    kept: list[DraftStatement] = []
    left_out = 0
    draft = yield from _drafted(state, task, sources, parts)
    if draft is not None:
        kept, left_out = _shown(draft, task, sources, parts)
        passed = bool(kept)
        yield parts.stamp(
            GateChecked,
            attempt=1,
            passed=passed,
            codes=() if passed else ("unsupported_section",),
            messages=() if passed else ("Nothing of the draft is carried by the passages.",),
        )
    by_model = len(kept)
    kept += _copied(kept, task, sources, parts)
    kept += _from_references(
        kept, told_by_references(chosen, parts.limits.relevance, bool(by_model)), sources
    )
    statements = tuple(_renumbered(one, numbers, task.title) for one in kept)
    return empty.but(statements=statements, copied=bool(statements) and not by_model, left_out=left_out)


def chosen_findings(state: ResearchState, task: Task, most: int) -> list[Finding]:
    """The most relevant passages of a task, among them the best that references led to."""
    rows = sorted(state.findings_of(task.task_id), key=lambda found: (-found.relevance, found.number))
    referred = [found for found in rows if found.via is not None][:_FROM_REFERENCES]
    others = [found for found in rows if found not in referred]
    taken = [*others[: max(most - len(referred), 0)], *referred]
    return sorted(taken, key=lambda found: (-found.relevance, found.number))[:most]


def _numbered(findings: Sequence[Finding], parts: Parts) -> tuple[list[Source], dict[int, int]]:
    """The passages numbered from 1, as a model cites them, and what each number is in the report."""
    sources: list[Source] = []
    numbers: dict[int, int] = {}
    for found in findings:
        place = len(sources) + 1
        source = parts.sources.open(place, found.document_id, found.chunk_id, found.score)
        if source is not None:
            sources.append(source)
            numbers[place] = found.number
    return sources, numbers


def _drafted(
    state: ResearchState, task: Task, sources: Sequence[Source], parts: Parts
) -> Generator[Event, None, Draft | None]:
    """What the model writes; None without one."""
    asker = parts.asker
    if asker.model is None:
        return None
    limits = parts.limits.scaled(state.pace)
    settings = parts.answers.model_copy(
        update={"style": "detailed", "temperature": 0.0, "max_tokens": limits.section_tokens}
    )
    asked = f"{task.title} {state.focus}".strip()
    try:
        return (
            yield from Reasoner(asker.model, settings).draft(
                asked, state.language, sources, asker.meter, parts.stamp, parts.cancel
            )
        )
    except ModelError as error:
        yield from asker.failed(error, state.language)
        return None


def _shown(
    draft: Draft, task: Task, sources: Sequence[Source], parts: Parts
) -> tuple[list[DraftStatement], int]:
    """The statements that may be shown, and how many may not."""
    if draft.admits or not draft.statements:
        return [], 0
    answer = build_answer(draft.statements, sources, task.title, locate=parts.retriever.locate)
    pairs = list(zip(draft.statements, answer.statements, strict=True))
    kept = [drafted for drafted, judged in pairs if may_be_shown(judged, task.title, sources)]
    carried = [judged for _drafted, judged in pairs if judged.status in VERIFIED]
    if only_near(task.title, carried, answer.citations, sources):
        return [], len(pairs)
    return kept, len(pairs) - len(kept)


def _copied(
    kept: Sequence[DraftStatement], task: Task, sources: Sequence[Source], parts: Parts
) -> list[DraftStatement]:
    """Sentences of the documents: all there are without a draft, some beside one that says little."""
    judged = build_answer(kept, sources, task.title, locate=parts.retriever.locate).statements
    if sum(one.status in VERIFIED for one in judged) >= _FEW:
        return []
    draft = Extractor("bullet").draft(task.title, "en", sources)
    verdict = Validator(parts.retriever.locate, replaceable=False).judge(draft, (), ())
    if not verdict.found:
        return []
    said = {_words(one.text) for one in kept} | {_words(row.quote) for one in judged for row in one.evidence}
    own = [(one, _as_written(one, sources)) for one in draft.statements]
    fresh = [one for one, text in own if _words(one.text) not in said and says_something(text)]
    # What a page break cut off ("be unable to raise prices") says less, and of nobody.
    whole = {id(one) for one, text in own if not text.lstrip()[:1].islower()}
    fresh = [one for one in fresh if id(one) in whole] or fresh
    # What has no word of the task stands near to what has, and says little beside it.
    asked = facts_of(task.title)
    about = [one for one in fresh if _shares_a_word(asked, facts_of(one.text))]
    fresh = about or fresh
    # An enumeration of a page has words of every task.
    short = [one for one in fresh if len(one.text) <= _LONGEST_COPY] or fresh[:1]
    return [replace(one, bullet=False) for one in (short[:_MOST_COPIED] if kept else short)]


def _shares_a_word(asked: Facts, told: Facts) -> bool:
    said = told.words | told.identifiers
    return any(is_said(said, word) for word in asked.words | asked.identifiers)


def told_by_references(chosen: Sequence[Finding], least: float, is_written: bool) -> list[Finding]:
    """Of the passages that references led to the relevant ones; where nothing is written yet, also the first
    of a part that has none: what a part says need not have a word of the task, and what else stands there is
    about something else."""
    referred = [found for found in chosen if found.via is not None]
    kept = [found for found in referred if found.relevance >= least]
    if is_written:
        return kept
    told = {found.via for found in kept}
    for found in sorted(referred, key=lambda one: one.number):
        if found.via not in told:
            told.add(found.via)
            kept.append(found)
    return [found for found in chosen if found in kept]


def _from_references(
    kept: Sequence[DraftStatement], referred: Sequence[Finding], sources: Sequence[Source]
) -> list[DraftStatement]:
    """The best sentence of each of these passages, where nothing that the model wrote rests on it."""
    cited = {number for one in kept if not one.quoted for number in one.citations}
    said = {_words(one.text) for one in kept}
    by_chunk = {source.chunk.chunk_id: source for source in sources}
    rows = []
    for found in referred:
        source = by_chunk.get(found.chunk_id)
        if source is None or source.number in cited:
            continue
        telling = [place for place in found.sentences if place < len(source.sentences)]
        best = next((s for place in telling if _may_be_copied((s := source.sentences[place]).text)), None)
        if best is not None and not source.gives_orders and _words(best.text) not in said:
            rows.append(DraftStatement(best.text, (source.number,), (best.label,), quoted=True))
    return rows


def _as_written(copied: DraftStatement, sources: Sequence[Source]) -> str:
    """The sentence in the document's own words: a draft writes "(2)" for its "[2]"."""
    found = (source.sentence(label) for label in copied.labels for source in sources)
    return next((sentence.text for sentence in found if sentence is not None), copied.text)


def _may_be_copied(text: str) -> bool:
    """It is a sentence, says more than where something stands, and is no entry of a list or bibliography."""
    return is_sentence(text) and not any(
        shape.match(text) for shape in (_ONLY_POINTS, _TELLS_WHERE, _LISTED_WORK, _LISTED_THING)
    )


def says_something(text: str) -> bool:
    """A heading and a row of a table match a task by their words and say nothing about it."""
    return _may_be_copied(text) and len(facts_of(text).words) + len(facts_of(text).numbers) >= _LEAST_TOLD


def _words(text: str) -> str:
    return " ".join(text.casefold().split())


def _renumbered(statement: DraftStatement, numbers: dict[int, int], section: str) -> DraftStatement:
    """As it stands in the report: with the report's numbers, under the section's heading."""
    labels = []
    for label in statement.labels:
        number, _, sentence = label.partition(".")
        labels.append(f"{numbers[int(number)]}.{sentence}")
    return replace(
        statement,
        citations=tuple(numbers[number] for number in statement.citations if number in numbers),
        labels=tuple(labels),
        section=section,
    )


def verified_share(statements: Sequence[Statement]) -> float:
    """1 for each that is verified, half for a weak one, as a mean; 0.0 without any."""
    if not statements:
        return 0.0
    points = {"quoted": 1.0, "supported": 1.0, "weak": 0.5, "unsupported": 0.0}
    return sum(points[one.status.value] for one in statements) / len(statements)
