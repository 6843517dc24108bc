"""Does what the documents carry answer the question, or is it only near to it?

A sentence of a document is true whatever was asked; shown as an answer it would be one of nothing. So it is
judged as copied sentences are, whoever chose it: the program, or a model by its label or by repeating it.
What a model wrote in its own words and the documents carry gets the benefit of some doubt.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.answer.asking.question import (
    asking_sentences,
    matter_of,
    question_parts,
    telling_sentences,
    wanted_by,
)
from core.answer.asking.question_language import question_language
from core.answer.confidence import COPIED, VERIFIED, confidence_of, features_of, score_of
from core.answer.extractive import extract
from core.answer.relevance.aboutness import is_about_other_matters, tells_only_earlier
from core.answer.relevance.content_given import gives_figure
from core.answer.relevance.counted_things import counts
from core.answer.relevance.missing_kinds import most_confidence
from core.answer.sources import Source
from core.types import Citation, Confidence, Statement, StatementStatus

# Of what two small models answered in `tests.benchmarks agent` with something carried, this and the limit for
# copied sentences take 62 of 94 wrong and 1 of 13 right answers for near; in chat mode 1 of 25 and 0 of 7.
_OWN_WORDS = 0.5  # the least score on the table for copied sentences
_NEAR_COVERAGE = 0.7  # of the question's words; with as many an unlikely sentence may be the answer


def only_near(
    question: str,
    statements: Sequence[Statement],
    citations: Sequence[Citation],
    sources: Sequence[Source],
    heading: str = "",
    topics: Sequence[str] = (),
) -> bool:
    """Whether the quoted and supported among `statements` together answer nothing of the question.

    They answer if they answer it as it stands, without what it says of the answer's form, or one of its parts
    or sentences, or one of the `topics` that a search was demanded for; below a demanded `heading` also if
    they are about that. Without the figure that alone would answer they do not; nor if there are only
    uncertain ones, about other years or others than the question names. Otherwise without vectors, or where
    question and source are of different languages, nothing can be told.
    """
    carried = [statement for statement in statements if statement.status in VERIFIED]
    if not carried:
        return _is_only_elsewhere(question, statements, citations, sources)
    said = " \n".join(statement.text for statement in carried)
    if not heading and (not gives_figure(said, question) or _is_only_earlier(question, carried)):
        return True
    cited = _cited_by(carried, citations)
    if not cited or not any(source.score for source in sources):
        return False
    if not _same_language(question, carried, sources):
        return False
    matters = (*_matters(question, heading), *topics)
    return bool(matters) and all(_is_near(matter, carried, cited, sources) for matter in matters)


def _is_only_elsewhere(
    question: str,
    statements: Sequence[Statement],
    citations: Sequence[Citation],
    sources: Sequence[Source],
) -> bool:
    """Whether uncertain statements rest on nothing but other years or others than the question names.

    What is known of their documents counts, too.
    """
    weak = [statement for statement in statements if statement.status is StatementStatus.WEAK]
    documents = {citation.document_id for citation in _cited_by(weak, citations)}
    cited = [source for source in sources if source.document.document_id in documents]
    matters = _matters(question, "") if cited else ()
    return bool(matters) and all(is_about_other_matters(matter, cited) for matter in matters)


def _matters(question: str, heading: str) -> tuple[str, ...]:
    """What may be answered: the question in all the ways it may be meant; empty if it has no matter."""
    asked = asking_sentences(question)
    parts = [question, asked, *question_parts(asked), *telling_sentences(question)]
    matters = [matter_of(part) for part in parts]
    if heading:
        matters += [heading, f"{matter_of(question)} {heading}"]
    return tuple(dict.fromkeys(matter for matter in matters if matter))


def _is_near(
    matter: str, carried: Sequence[Statement], cited: Sequence[Citation], sources: Sequence[Source]
) -> bool:
    numbers = {citation.number for citation in cited}
    if is_about_other_matters(matter, [source for source in sources if source.number in numbers]):
        return True
    if coverage_of(matter, carried, sources) >= _NEAR_COVERAGE:
        return False
    if all(statement.status is StatementStatus.QUOTED for statement in carried):
        return confidence_of_copy(matter, carried, cited, sources, 0.0) is None
    scores = [round(source.score, 3) for source in sources]
    return score_of(features_of(carried, cited, matter, scores), COPIED) < _OWN_WORDS


def _cited_by(statements: Sequence[Statement], citations: Sequence[Citation]) -> list[Citation]:
    numbers = {row.citation for statement in statements for row in statement.evidence}
    return [citation for citation in citations if citation.number in numbers]


def confidence_of_copy(
    question: str,
    statements: Sequence[Statement],
    citations: Sequence[Citation],
    sources: Sequence[Source],
    coverage: float,
) -> Confidence | None:
    """None where what was copied is only near: about other years, without the figure that alone would answer,
    or unlikely, with little of the question.

    `coverage`: the share of the question's words that the best of them takes up, 0 to 1. Without vectors, and
    across languages, confidence is low whatever stands there.
    """
    scores = [round(source.score, 3) for source in sources]
    cited = {citation.number for citation in citations}
    if is_about_other_matters(question, [source for source in sources if source.number in cited]):
        return None
    told = " \n".join(_told(statement) for statement in statements)
    if not gives_figure(told, question):
        return None
    if _is_only_earlier(question, statements) or most_confidence(question, statements) is Confidence.LOW:
        return None
    confidence = confidence_of(statements, citations, question, scores, COPIED)
    unlikely = confidence is Confidence.LOW and any(scores) and coverage < _NEAR_COVERAGE
    if unlikely and not counts(told, question):
        return None
    return confidence


def _is_only_earlier(question: str, statements: Sequence[Statement]) -> bool:
    """Whether a figure is asked for, and all that is told is of years before."""
    if wanted_by(question) not in ("number", "money"):
        return False
    return all(tells_only_earlier(statement.text, question) for statement in statements)


def _told(statement: Statement) -> str:
    """What it says and what it rests on: a figure of a row stands beside the row's name."""
    return " \n".join((statement.text, *(row.quote for row in statement.evidence)))


def coverage_of(question: str, statements: Sequence[Statement], sources: Sequence[Source]) -> float:
    """The largest share of the question's words that a sentence they rest on takes up, 0 to 1."""
    used = {(row.citation, row.quote) for statement in statements for row in statement.evidence}
    everything = sum(len(source.sentences) for source in sources)
    return max(
        (
            found.coverage
            for found in extract(question, sources, most=everything)
            if (found.sentence.citation, found.sentence.text) in used
        ),
        default=0.0,
    )


def _same_language(question: str, statements: Sequence[Statement], sources: Sequence[Source]) -> bool:
    cited = {row.citation for statement in statements for row in statement.evidence}
    language = question_language(question)
    return all(source.document.language in ("", language) for source in sources if source.number in cited)
