"""Questions put otherwise where nothing surely answers them: into the language of documents that are in
another one, else without the story around them.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Generator, Sequence

from core.answer.asked_parts import AskedPart
from core.answer.asking.put_question import is_known, question_in, tells_a_story
from core.answer.asking.question import without_directions
from core.answer.asking.question_language import question_language
from core.cancel import CancelToken
from core.chat.retriever import Retrieved
from core.errors import ModelError
from core.events import Event, EventStamper
from core.judge.calibration import MEDIUM
from core.judge.run_judge import RunJudge
from core.llm.base import ChatModel
from core.llm.calls import UsageMeter

log = logging.getLogger(__name__)


def put_otherwise(
    parts: Sequence[AskedPart],
    found: Retrieved,
    language: str,
    judge: RunJudge,
    model: ChatModel | None,
    meter: UsageMeter,
    stamp: EventStamper,
    cancel: CancelToken,
    *,
    is_whole_library: bool,
    may_restate: bool = True,
) -> Generator[Event, None, tuple[str, ...]]:
    """What to search for instead of the questions, one a part; empty where nothing is to be put otherwise.
    The judge judges documents in that language by it from now on.

    It is the language, other than the question's, that most of what was found is in, or else the first of the
    library's. Where most is in the question's own, or there is no other, one that tells a story is put in
    that, if it `may_restate`: the conditions of a yes or no, and what steps are for, stand in the story. A
    part that sentences in its own language surely answer stays as it is. A model that fails here is asked
    again for what follows.

    Raises:
        core.errors.Cancelled: after Stop.
    """
    spoken = [one for one, _ in Counter(source.document.language for source in found.sources).most_common()]
    others = found.result.languages if is_whole_library else ()
    foreign = [one for one in (*spoken, *others) if one not in ("", language) and is_known(one)]
    if model is None:
        return ()
    is_own = not spoken or spoken[0] in ("", language)
    searched = [part.standing for part in parts]
    for place, part in enumerate(parts):
        meant = without_directions(part.standing)
        restate = may_restate and tells_a_story(meant) and (is_own or not foreign)
        if _is_surely_answered(part, language) or not (restate or foreign):
            continue
        into = language if restate else foreign[0]
        try:
            said = yield from question_in(meant, into, model, meter, stamp, cancel, restate=restate)
        except ModelError as error:
            log.warning("questions are not put otherwise: %s", error)
            take_back(parts, judge)
            return ()
        if said:
            searched[place] = said
            for text in (part.standing, meant):
                judge.put_in(text, into, said)
    return tuple(searched) if searched != [part.standing for part in parts] else ()


def take_back(parts: Sequence[AskedPart], judge: RunJudge) -> None:
    """What was put otherwise counts no more."""
    for part in parts:
        for text in (part.standing, without_directions(part.standing)):
            judge.take_back(text)


def as_read(part: AskedPart, judge: RunJudge) -> str:
    """The question as it was put for the sentence that most likely answers, if it was."""
    best = part.evidence.sentences[0].source.document.language if part.evidence.sentences else ""
    return judge.in_languages(part.standing).get(best or question_language(part.standing)) or part.standing


def _is_surely_answered(part: AskedPart, language: str) -> bool:
    return any(
        one.certainty >= MEDIUM and one.source.document.language in ("", language)
        for one in part.evidence.sentences[:1]
    )
