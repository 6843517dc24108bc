"""Questions put into the language of documents that are in another one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence

from core.answer.asked_parts import AskedPart
from core.answer.asking.other_language import is_known, question_in
from core.answer.asking.question import without_directions
from core.cancel import CancelToken
from core.chat.model_use import ModelUse
from core.chat.retriever import Retrieved
from core.events import Event, EventStamper
from core.judge.calibration import MEDIUM
from core.judge.run_judge import RunJudge
from core.llm.base import ChatModel


def put_in_their_language(
    parts: Sequence[AskedPart],
    found: Retrieved,
    language: str,
    judge: RunJudge,
    models: ModelUse,
    stamp: EventStamper,
    cancel: CancelToken,
    *,
    is_whole_library: bool,
) -> Generator[Event, None, tuple[str, ...]]:
    """What to search for beside the questions, one a part; empty where nothing is to be put otherwise. The
    judge judges documents in that language by it from now on.

    It is the language that most of what was found is in, or one of the library, where that is not the
    question's, and nothing in its own language surely answers.

    Raises:
        core.errors.ModelError: from a model that nothing may stand in for.
        core.errors.Cancelled: after Stop.
    """
    if all(_is_surely_answered(part, language) for part in parts):
        return ()
    spoken = [one for one, _ in Counter(source.document.language for source in found.sources).most_common()]
    others = found.result.languages if is_whole_library else ()
    foreign = [one for one in (*spoken, *others) if one not in ("", language) and is_known(one)]
    if not foreign:
        return ()
    searched: list[str] = []
    for part in parts:
        meant = without_directions(part.standing)

        def put(model: ChatModel | None, meant: str = meant) -> Generator[Event, None, str]:
            if model is None:
                return ""
            return (yield from question_in(meant, foreign[0], model, models.meter, stamp, cancel))

        said = yield from models.work(put, language)
        if said:
            for text in (part.standing, meant):
                judge.put_in(text, foreign[0], said)
        searched.append(said or part.standing)
    return tuple(searched) if any(judge.in_languages(part.standing) for part in parts) else ()


def as_read(part: AskedPart, judge: RunJudge) -> str:
    """The question in the language of the sentence that most likely answers, where it was put into it."""
    best = part.evidence.sentences[0].source.document.language if part.evidence.sentences else ""
    return judge.in_languages(part.standing).get(best) or part.standing


def _is_surely_answered(part: AskedPart, language: str) -> bool:
    return any(
        one.certainty >= MEDIUM and one.source.document.language in ("", language)
        for one in part.evidence.sentences[:1]
    )
