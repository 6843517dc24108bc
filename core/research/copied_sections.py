"""Sentences of the documents for a section: all there are without a model, some beside what one wrote."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from core.answer.asking.injection import addresses_the_assistant
from core.answer.asking.question import without_directions
from core.answer.assemble import build_answer
from core.answer.confidence import VERIFIED
from core.answer.figures.copied_cells import cell_statement, copied_statement
from core.answer.judged_sentences import judge_sentences, with_headings
from core.answer.relevance.newest_source import of_the_newest
from core.answer.sources import Source, SourceSentence
from core.answer.statements import DraftStatement
from core.judge.base import AnswerJudge
from core.plans.request_kinds import RequestKinds
from core.research.base import Parts
from core.research.standalone_sentences import in_small, says_something
from core.text.facts import facts_of
from core.text.stems import has_word
from core.text.textspan import is_question

_MOST_LIKELY = 5  # sentences
_MOST_COPIED = 3  # sentences beside what a model wrote
_FEW = 2  # verified statements; with fewer, sentences are copied beside them
_LONGEST_COPY = 500  # characters
_MOST_PASSAGES = 6  # that a section is copied from
_WHITE_SPACE = 2  # characters


def copied(
    kept: Sequence[DraftStatement],
    task: str,
    sources: Sequence[Source],
    others: Sequence[Source],
    parts: Parts,
    language: str,
) -> list[DraftStatement]:
    """What is copied beside `kept`, each sentence with those that complete it.

    `others`: further passages of the task.
    """
    judged = build_answer(kept, sources, task, locate=parts.retriever.locate, judge=parts.support).statements
    if sum(one.status in VERIFIED for one in judged) >= _FEW:
        return []
    everything = [*sources, *others]
    drafts = _telling(task, sources, parts.judge, language)
    if not drafts:
        return []
    said = {in_small(one.text) for one in kept}
    said |= {in_small(row.quote) for one in judged for row in one.evidence}
    best = _best(drafts, task, sources, said)
    best = best[:_MOST_COPIED] if kept else _with_further_passages(best, task, everything, parts, language)
    return _completed(best, everything, said, parts.kinds)


def _telling(task: str, sources: Sequence[Source], judge: AnswerJudge, language: str) -> list[DraftStatement]:
    """The sentences that most likely answer."""
    by_number = {source.number: source for source in sources}
    asked = without_directions(task)
    newest = of_the_newest(task, sources, judge)
    drafts: list[DraftStatement] = []
    for one in judge_sentences(asked, language, newest, judge, _MOST_LIKELY).as_likely:
        source = by_number[one.sentence.citation]
        drafts.append(cell_statement(one.sentence, source, asked) or copied_statement(one.sentence, source))
    return drafts


def _best(
    drafted: Sequence[DraftStatement], task: str, sources: Sequence[Source], said: Collection[str]
) -> list[DraftStatement]:
    """Those of the sentences that may be copied and speak of the task."""
    own = [(one, as_written(one, sources)) for one in drafted]
    asked_over = {id(one): _question_over(one, sources) for one in drafted}
    fresh = [
        one
        for one, text in own
        if in_small(one.text) not in said and (asked_over[id(one)] or says_something(text))
    ]
    # What a page break cut off ("be unable to raise prices") says less, and of nobody.
    whole = {id(one) for one, text in own if not text.lstrip()[:1].islower()}
    fresh = [one for one in fresh if id(one) in whole] or fresh
    # What has no word of the task stands near to what has, and says little beside it.
    asked = facts_of(task).terms
    about = [
        one
        for one in fresh
        if any(has_word(facts_of(f"{asked_over[id(one)]} {one.text}").terms, word) for word in asked)
    ]
    fresh = about or fresh
    # An enumeration of a page has words of every task.
    short = [one for one in fresh if len(one.text) <= _LONGEST_COPY] or fresh[:1]
    return [replace(one, bullet=False) for one in short]


def _with_further_passages(
    best: Sequence[DraftStatement], task: str, sources: Sequence[Source], parts: Parts, language: str
) -> list[DraftStatement]:
    """And the best sentence of each other passage that answers as surely."""
    count = sum(len(source.sentences) for source in sources)
    found = judge_sentences(without_directions(task), language, sources, parts.judge, count)
    rows = list(best)
    cited = {number for one in best for number in one.citations}
    said = {in_small(one.text) for one in best}
    for one in found.as_likely if best else ():
        text = one.sentence.text
        is_told = one.source.number in cited or in_small(text) in said
        if is_told or len(cited) == _MOST_PASSAGES:
            continue
        if not one.source.gives_orders and says_something(text) and len(text) <= _LONGEST_COPY:
            cited.add(one.source.number)
            said.add(in_small(text))
            rows.append(copied_statement(one.sentence, one.source))
    return rows


def _completed(
    chosen: Sequence[DraftStatement], sources: Sequence[Source], said: Collection[str], kinds: RequestKinds
) -> list[DraftStatement]:
    """Each with the sentences that complete it right behind it, and none twice."""
    by_number = {source.number: source for source in sources}
    groups = []
    for one in chosen:
        group = [one]
        source = by_number[one.citations[0]]
        labels = [sentence.label for sentence in source.sentences]
        if one.quoted and not source.gives_orders and one.labels[-1] in labels:
            for sentence in completing(source, labels.index(one.labels[-1]), kinds):
                if not says_something(sentence.text) or len(sentence.text) > _LONGEST_COPY:
                    break
                group.append(copied_statement(sentence, source))
        groups.append(group)
    behind = {in_small(one.text) for group in groups for one in group[1:]}
    taken: dict[str, DraftStatement] = {}
    for group in groups:
        # What completes another one stands there.
        if in_small(group[0].text) in behind and group[0] is not groups[0][0]:
            continue
        for one in group:
            if in_small(one.text) not in said:
                taken.setdefault(in_small(one.text), one)
    return list(taken.values())


def _question_over(copied: DraftStatement, sources: Sequence[Source]) -> str:
    """The question of the document that it answers, however few its words; empty without one."""
    told = (pair for source in sources if source.number in copied.citations for pair in with_headings(source))
    over = next((heading for sentence, heading in told if sentence.label in copied.labels), "")
    return over if is_question(over) else ""


def as_written(copied: DraftStatement, sources: Sequence[Source]) -> str:
    """The sentence in the document's own words: a draft writes "(2)" for its "[2]"."""
    found = (source.sentence(label) for label in copied.labels for source in sources)
    return next((sentence.text for sentence in found if sentence is not None), copied.text)


_MOST_COMPLETING = 2  # sentences that complete one


def completing(source: Source, place: int, kinds: RequestKinds) -> list[SourceSentence]:
    """What completes the sentence at this place (from 0) of a passage: those right behind it on its page,
    each of which limits the one before; at most two."""
    found: list[SourceSentence] = []
    behind = source.sentences[place + 1 : place + 1 + _MOST_COMPLETING]
    for before, sentence in zip(source.sentences[place:], behind, strict=False):
        if not stands_behind(before, sentence) or not kinds.limits_what_stands_before(sentence.text):
            break
        if addresses_the_assistant(sentence.text):
            break
        found.append(sentence)
    return found


def stands_behind(before: SourceSentence, sentence: SourceSentence) -> bool:
    """On the same page with nothing between them, so that no heading is either."""
    gap = sentence.span.start - before.span.end
    return before.page == sentence.page and 0 <= gap <= _WHITE_SPACE
