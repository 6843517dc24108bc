"""Questions put otherwise where nothing surely answers them: into the language of documents that are in
another one, else without the story around them and in the words of the document that comes nearest.
"""

from __future__ import annotations

import logging
from collections.abc import Generator, Sequence

from core.answer.asked_parts import AskedPart
from core.answer.asking.put_question import is_known, question_in, tells_a_story
from core.answer.asking.question import without_directions
from core.answer.asking.question_language import question_language
from core.cancel import CancelToken
from core.errors import ModelError
from core.events import Event, EventStamper
from core.judge.calibration import LEAST, MEDIUM
from core.judge.run_judge import RunJudge
from core.llm.base import ChatModel
from core.llm.calls import UsageMeter
from core.plans.document_outline import outline_of
from core.search.base import Retriever
from core.text.facts import facts_of
from core.text.stems import has_word
from core.text.textspan import CELL_SEPARATOR, is_labelled

_MOST_HEADINGS, _LONGEST = 24, 40  # characters of each
_LEAST_LETTERS = 4  # of a word that is no small one in one of two languages
log = logging.getLogger(__name__)


def put_otherwise(
    parts: Sequence[AskedPart],
    language: str,
    retriever: Retriever,
    judge: RunJudge,
    model: ChatModel | None,
    meter: UsageMeter,
    stamp: EventStamper,
    cancel: CancelToken,
    *,
    may_restate: bool = True,
) -> Generator[Event, None, tuple[str, ...]]:
    """What to search for instead of the questions, one a part; empty where nothing is to be put otherwise.
    The judge judges documents in that language by it from now on.

    It is the language of the sentence that comes nearest. Where that is the question's own, it is put in the
    words of the document, if it `may_restate` (what steps are for stands in the story). A part that sentences
    in its own language surely answer stays as it is; one that tells no story, where any likely does. A model
    that fails here is asked again for what follows.

    Raises:
        core.errors.Cancelled: after Stop.
    """
    if model is None:
        return ()
    searched = [part.standing for part in parts]
    for place, part in enumerate(parts):
        meant = without_directions(part.standing)
        is_story = tells_a_story(meant)
        nearest = (one.source.document.language for one in part.evidence.sentences[:1])
        into = next(nearest, "") or language
        restates = into == language
        if not is_known(into) or (restates and not may_restate):
            continue
        if _is_answered(part, language, LEAST if restates and not is_story else MEDIUM):
            continue
        document = _headings(part, retriever) if restates else ""
        if restates and not document:
            continue
        try:
            said = yield from question_in(meant, into, model, meter, stamp, cancel, document=document)
        except ModelError as error:
            log.warning("questions are not put otherwise: %s", error)
            take_back(parts, judge)
            return ()
        if said and (is_story or _keeps_what_it_found(said, meant, part)):
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


def _keeps_what_it_found(said: str, meant: str, part: AskedPart) -> bool:
    """Whether the words that led to the nearest sentence are still there: "naan", or a name."""
    near = {word for one in part.evidence.sentences[:1] for word in facts_of(one.sentence.text).terms}
    led = [word for word in facts_of(meant).terms if len(word) >= _LEAST_LETTERS and has_word(near, word)]
    return all(has_word(facts_of(said).terms, word) for word in led)


def _headings(part: AskedPart, retriever: Retriever) -> str:
    """Title and headings of the document that comes nearest to answering; where these are few, what its rows
    and lines with values are called as well."""
    for best in part.evidence.sentences[:1]:
        outline = outline_of(retriever, best.source.document.document_id)
        if outline is not None:
            headings = (one for section in outline.sections for one in section.path)
            called = (label for line in outline.lines if (label := _label(line.text)))
            told = dict.fromkeys(" ".join(one.split())[:_LONGEST] for one in (*headings, *called))
            shown = [one for one in told if one not in ("", outline.title)]
            return f"{outline.title}: {'; '.join(shown[:_MOST_HEADINGS])}"
    return ""


def _label(text: str) -> str:
    """What a row or a line with a value is called; "" for any other."""
    cells = [cell for cell in text.split(CELL_SEPARATOR) if any(map(str.isalpha, cell))]
    if CELL_SEPARATOR in text:
        return cells[0] if cells else ""
    return text.partition(":")[0] if is_labelled(text) and ":" in text else ""


def _is_answered(part: AskedPart, language: str, least: float) -> bool:
    return any(
        one.certainty >= least and one.source.document.language in ("", language)
        for one in part.evidence.sentences[:1]
    )
