"""A follow-up that changes the last answer: shorter, as a list, in another language, or only a part of it.

The statements stay those of the last answer, with their sentences and pages, and are judged again.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import replace

from core.answer.asking.question_language import question_language
from core.events import Event
from core.plans.base import PlanRequest, PlanResult, PlanTools, copied, sources_of
from core.plans.last_answer import KeptStatement, LastAnswer
from core.plans.narrowed_answer import ReadCondition, narrowed
from core.plans.request_kinds import LOOKED_UP
from core.plans.summary import asked_count
from core.plans.translating import in_language
from core.text.telling import counted, telling_scores
from core.types.requests import FollowUp, RequestKind

TRANSLATION_NEEDS_MODEL = "translation_needs_model"
_BEST_FIRST = {*LOOKED_UP, RequestKind.YES_NO}


def language_of(last: LastAnswer, default: str) -> str:
    """That of its statements: a translated answer has another one than its documents."""
    return question_language(" ".join(one.draft.text for one in last.statements), default)


def changed(
    how: FollowUp,
    words: str,
    request: PlanRequest,
    last: LastAnswer,
    read: ReadCondition,
    tools: PlanTools,
) -> Generator[Event, None, PlanResult]:
    """The last answer as `words` want it; `request` is the one it was given to, in the language to answer in.

    Raises:
        core.errors.ModelError: from the model.
        core.errors.Cancelled: Stop was asked for.
    """
    whole = last.statements
    notices: list[tuple[str, dict[str, object]]] = []
    match how:
        case FollowUp.TRANSLATE:
            return (yield from _translated(request, whole, tools))
        case FollowUp.SHORTER:
            kept = shortened(whole, asked_count(words), best_first=request.kind in _BEST_FIRST)
            if kept == list(whole):
                notices.append(("short_already", {}))
            elif _count(kept) < _count(whole):
                notices.append(("shortened", {"kept": _count(kept), "of": _count(whole)}))
        case FollowUp.NARROWED:
            kept, told = narrowed(words, without_phrases(whole), read, tools)
            count = {"kept": len(kept), "of": len(without_phrases(whole))}
            notices.append((f"narrowed_{told}", dict(count)))
        case _:
            kept = without_phrases(whole)
    bullets = how is not FollowUp.SHORTER or len(without_phrases(kept)) > 1
    drafts = [replace(one.draft, bullet=bullets and one.draft.part is None) for one in kept]
    sources = sources_of(one.lines for one in whole)
    return PlanResult(tuple(drafts), sources, tuple(notices))


def without_phrases(statements: Sequence[KeptStatement]) -> list[KeptStatement]:
    """A short answer stands in a sentence that follows it."""
    whole = [one for one in statements if one.draft.part is None]
    return whole or list(statements)


def shortened(statements: Sequence[KeptStatement], count: int, *, best_first: bool) -> list[KeptStatement]:
    """`count` statements; or, where no number is asked for, of copies of several sentences the one that tells
    most, else half of the statements. Those that were looked up come best first. A short answer stays."""
    phrases = [one for one in statements if one.draft.part is not None]
    rest = [one for one in statements if one.draft.part is None]
    several = [one for one in rest if len(one.lines) > 1 and one.draft.quoted]
    every = counted(line.text for one in rest for line in one.lines)
    if not count and several:
        return [*phrases, *(_most_telling(one, every) if one in several else one for one in rest)]
    most = min(count or math.ceil(len(rest) / 2), len(rest))
    if best_first:
        return [*phrases, *rest[:most]]
    scores = [max(_scores(one, every)) for one in rest]
    ranked = sorted(range(len(rest)), key=lambda place: -scores[place])[:most]
    return [*phrases, *(rest[place] for place in sorted(ranked))]


def _scores(statement: KeptStatement, every: Counter[str]) -> list[float]:
    texts = [line.text for line in statement.lines]
    return telling_scores(texts, texts, every, every.total() + 1)


def _most_telling(statement: KeptStatement, every: Counter[str]) -> KeptStatement:
    scores = _scores(statement, every)
    line = statement.lines[scores.index(max(scores))]
    return KeptStatement(copied([line], section=statement.draft.section), (line,))


def _count(statements: Sequence[KeptStatement]) -> int:
    return len(without_phrases(statements))


def _translated(
    request: PlanRequest, statements: Sequence[KeptStatement], tools: PlanTools
) -> Generator[Event, None, PlanResult]:
    kept = without_phrases(statements)
    groups = [list(one.lines) for one in kept]
    drafts = yield from in_language(request, groups, tools, [one.draft.section for one in kept])
    notices: list[tuple[str, dict[str, object]]] = []
    if tools.model is None:
        notices.append((TRANSLATION_NEEDS_MODEL, {}))
    return PlanResult(tuple(drafts), sources_of(groups), tuple(notices))
