"""Sentences of the documents for a section: all there are without a model, some beside what one wrote."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from core.answer.asking.question import without_directions
from core.answer.assemble import build_answer
from core.answer.confidence import VERIFIED
from core.answer.facts.checkable import Facts, facts_of
from core.answer.figures.copied_cells import cell_statement, copied_statement
from core.answer.judged_sentences import judge_sentences
from core.answer.relevance.newest_source import of_the_newest
from core.answer.sources import Source
from core.answer.statements import DraftStatement
from core.answer.verification.nearness import is_said
from core.judge.base import AnswerJudge
from core.research.base import Parts
from core.research.broad_tasks import matching, matter_asked_for, ways_to_ask
from core.research.continuing import begins_with_pronoun, completing
from core.research.standalone_sentences import in_small, says_something

_MOST_LIKELY, _SHARE = 5, 0.7  # sentences, and the least part of the best one's certainty
_MOST_COPIED = 3  # sentences beside what a model wrote
_FEW = 2  # verified statements; with fewer, sentences are copied beside them
_LONGEST_COPY = 500  # characters
_MOST_PASSAGES = 6  # of which a task that asks for all there is gets a sentence


def copied(
    kept: Sequence[DraftStatement],
    task: str,
    sources: Sequence[Source],
    others: Sequence[Source],
    parts: Parts,
    language: str,
) -> list[DraftStatement]:
    """What is copied beside `kept`, each sentence with those that complete it.

    `others`: further passages of the task, for one that asks for all there is.
    """
    judged = build_answer(kept, sources, task, locate=parts.retriever.locate, judge=parts.support).statements
    if sum(one.status in VERIFIED for one in judged) >= _FEW:
        return []
    drafts = _telling(task, sources, parts.judge, language)
    if not drafts:
        return []
    said = {in_small(one.text) for one in kept}
    said |= {in_small(row.quote) for one in judged for row in one.evidence}
    likely = {label for one in drafts for label in one.labels}
    best = _best(drafts, task, sources, said)
    best = best[:_MOST_COPIED] if kept else [*best, *_of_further_passages(best, task, [*sources, *others])]
    return _completed(best, task, [*sources, *others], said, likely)


def _telling(task: str, sources: Sequence[Source], judge: AnswerJudge, language: str) -> list[DraftStatement]:
    """The sentences that most likely answer."""
    by_number = {source.number: source for source in sources}
    asked = without_directions(task)
    newest = of_the_newest(task, sources, judge)
    ways = [judge_sentences(way, language, newest, judge, _MOST_LIKELY).likely for way in ways_to_ask(asked)]
    likely = max(ways, key=lambda found: found[0].certainty if found else 0.0)
    drafts: list[DraftStatement] = []
    for one in likely:
        if one.certainty >= _SHARE * likely[0].certainty:
            source = by_number[one.sentence.citation]
            drafts.append(
                cell_statement(one.sentence, source, asked) or copied_statement(one.sentence, source)
            )
    return drafts


def _best(
    drafted: Sequence[DraftStatement], task: str, sources: Sequence[Source], said: Collection[str]
) -> list[DraftStatement]:
    """Those of the sentences that may be copied and speak of the task."""
    own = [(one, as_written(one, sources)) for one in drafted]
    fresh = [one for one, text in own if in_small(one.text) not in said and says_something(text)]
    # What a page break cut off ("be unable to raise prices") says less, and of nobody.
    whole = {id(one) for one, text in own if not text.lstrip()[:1].islower()}
    fresh = [one for one in fresh if id(one) in whole] or fresh
    # What has no word of the task stands near to what has, and says little beside it.
    asked = facts_of(task)
    about = [one for one in fresh if _shares_a_word(asked, facts_of(one.text))]
    fresh = about or fresh
    # An enumeration of a page has words of every task.
    short = [one for one in fresh if len(one.text) <= _LONGEST_COPY] or fresh[:1]
    return [replace(one, bullet=False) for one in short]


def _of_further_passages(
    best: Sequence[DraftStatement], task: str, sources: Sequence[Source]
) -> list[DraftStatement]:
    """Where the task asks for all there is on a matter, a sentence of each other passage that does."""
    cited = {number for one in best for number in one.citations}
    said = {in_small(one.text) for one in best}
    rows: list[DraftStatement] = []
    for row in matching(task, sources) if best else ():
        fresh = [one for one in row.sentences if len(one.text) <= _LONGEST_COPY]
        is_told = row.source.number in cited or any(in_small(one.text) in said for one in row.sentences)
        if is_told or row.source.gives_orders or not fresh or len(cited) == _MOST_PASSAGES:
            continue
        chosen = next((one for one in fresh if not begins_with_pronoun(one.text)), fresh[0])
        cited.add(row.source.number)
        said.add(in_small(chosen.text))
        rows.append(copied_statement(chosen, row.source))
    return rows


def _completed(
    chosen: Sequence[DraftStatement],
    task: str,
    sources: Sequence[Source],
    said: Collection[str],
    likely: Collection[str],
) -> list[DraftStatement]:
    """Each with the sentences that complete it right behind it, and none twice."""
    everything = bool(matter_asked_for(task))
    by_number = {source.number: source for source in sources}
    groups = []
    for one in chosen:
        group = [one]
        source = by_number[one.citations[0]]
        labels = [sentence.label for sentence in source.sentences]
        if one.quoted and not source.gives_orders and one.labels[-1] in labels:
            place = labels.index(one.labels[-1])
            for sentence in completing(source, place, everything=everything, likely=likely):
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


def _shares_a_word(asked: Facts, told: Facts) -> bool:
    said = told.words | told.identifiers
    return any(is_said(said, word) for word in asked.words | asked.identifiers)


def as_written(copied: DraftStatement, sources: Sequence[Source]) -> str:
    """The sentence in the document's own words: a draft writes "(2)" for its "[2]"."""
    found = (source.sentence(label) for label in copied.labels for source in sources)
    return next((sentence.text for sentence in found if sentence is not None), copied.text)
