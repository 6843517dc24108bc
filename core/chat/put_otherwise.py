"""Questions put otherwise where nothing surely answers them: into the language of documents that are in
another one, else without the story around them and in the words of the document that comes nearest.
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
from core.judge.calibration import LEAST, MEDIUM
from core.judge.run_judge import RunJudge
from core.llm.base import ChatModel
from core.llm.calls import UsageMeter
from core.plans.document_outline import outline_of
from core.search.base import Retriever

_MOST_HEADINGS, _LONGEST = 24, 40  # characters of each
log = logging.getLogger(__name__)


def put_otherwise(
    parts: Sequence[AskedPart],
    found: Retrieved,
    language: str,
    retriever: Retriever,
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
    library's. Where there is no other, a question is put in its own, in the words of the document, if it
    `may_restate` (what steps are for stands in the story); a story where most is in its own, too. A part that
    sentences in its own language surely answer stays as it is; one that tells no story, where any likely
    does. A model that fails here is asked again for what follows.

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
        is_story = tells_a_story(meant)
        restate = may_restate and (not foreign or (is_own and is_story))
        least = MEDIUM if is_story or not restate else LEAST
        if _is_answered(part, language, least) or not (restate or foreign):
            continue
        into = language if restate else foreign[0]
        document = _headings(part, retriever) if restate else ""
        if restate and not document:
            continue
        try:
            said = yield from question_in(meant, into, model, meter, stamp, cancel, document=document)
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


def _headings(part: AskedPart, retriever: Retriever) -> str:
    """Title and headings of the document that comes nearest to answering."""
    for best in part.evidence.sentences[:1]:
        outline = outline_of(retriever, best.source.document.document_id)
        if outline is not None:
            headings = dict.fromkeys(
                " ".join(one.split()) for section in outline.sections for one in section.path
            )
            shown = [one[:_LONGEST] for one in headings if one not in ("", outline.title)]
            return f"{outline.title}: {'; '.join(shown[:_MOST_HEADINGS])}"
    return ""


def _is_answered(part: AskedPart, language: str, least: float) -> bool:
    return any(
        one.certainty >= least and one.source.document.language in ("", language)
        for one in part.evidence.sentences[:1]
    )
