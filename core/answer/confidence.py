"""How confident an answer may look: high, medium or low, from what can be counted about it.

Pure functions. The numbers of `Calibration` are the whole table, ready to be fitted: features give a score
between 0 and 1 (a logistic function of their weighted sum), the score and the limits give the word. Both
tables are for the default embedder; `features_of` and `score_of` are what a fit needs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from core.answer.asking.question import asked_about, holds, matter_of, question_parts, wanted_by
from core.answer.asking.series import series_share
from core.answer.facts.checkable import Facts, facts_of
from core.answer.facts.stems import is_compound_of
from core.answer.relevance.missing_kinds import most_confidence, no_surer_than
from core.answer.verification.nearness import is_said
from core.types import Citation, Confidence, Statement, StatementStatus

VERIFIED = (StatementStatus.QUOTED, StatementStatus.SUPPORTED)
UNCERTAIN = (
    *("might", "possibly", "perhaps", "unclear", "not sure"),
    *("vielleicht", "möglicherweise", "eventuell", "vermutlich", "unklar", "nicht sicher"),
)
_LEAST_NAME = 4  # letters of a word that may be a part of a file's name
_TELLING = ("date", "duration", "money")  # kinds that are told from each other
_ANSWERED_PART = 0.5  # share of a part's own words that the answer takes up


@dataclass(frozen=True, slots=True)
class Features:
    """What an answer's confidence is told from; shares are 0 to 1.

    `verified`, `unsupported`, `quoted`: shares of its statements. `cosine`: mean dense cosine of the cited
    chunks. `margin`: how far the best of them stands above the best that was retrieved and not cited.
    `asked`: share of the question's words that the answer or its evidence takes up. `parts`: share of the
    question's parts that are answered, and of "each quarter" of those that are given. `hedged`: it holds a
    word such as "might".
    """

    verified: float
    unsupported: float
    quoted: float
    cosine: float
    margin: float
    asked: float
    parts: float
    hedged: bool


@dataclass(frozen=True, slots=True)
class Calibration:
    """Weights of the features, then the scores from which an answer is medium and high, then limits.

    An answer with an unsupported statement is low, whatever its score. One that takes up less of the question
    than `least_asked` is low, less than `high_asked` at most medium; so is one with a part of the question
    unanswered, or hedged.
    """

    bias: float = -4.0
    verified: float = 3.0
    quoted: float = 1.0
    cosine: float = 2.5
    margin: float = 0.5
    asked: float = 2.0
    medium: float = 0.45
    high: float = 0.85
    least_asked: float = 0.25
    high_asked: float = 0.5


# What a model wrote; set by hand.
WRITTEN = Calibration()
# What was copied stands in the documents anyway; the question is whether it answers. Fitted on one half of
# the answers of `tests.benchmarks answers` (XQuAD as it is, without the articles, without the paragraphs that
# answer; FinanceBench); of the other half 93 % of "high" (110), 79 % of "medium" (101) and 36 % of "low" (56)
# are right, with an expected calibration error of 0.033.
COPIED = Calibration(
    bias=-4.5, verified=0.0, quoted=0.0, cosine=4.9, margin=2.3, asked=4.7, medium=0.6, high=0.9
)


def confidence_of(
    statements: Sequence[Statement],
    citations: Sequence[Citation],
    question: str,
    retrieved: Sequence[float] = (),
    table: Calibration = WRITTEN,
) -> Confidence:
    """The word for an answer, no surer than what it lacks allows.

    `retrieved`: the cosines of all its sources, cited or not.
    """
    if not statements or not citations:
        return Confidence.LOW
    told = word_for(features_of(statements, citations, question, retrieved), table)
    return no_surer_than(told, most_confidence(question, statements))


def word_for(features: Features, table: Calibration = WRITTEN) -> Confidence:
    score = score_of(features, table)
    if features.unsupported or features.asked < table.least_asked or score < table.medium:
        return Confidence.LOW
    certain = features.parts == 1.0 and features.asked >= table.high_asked and not features.hedged
    return Confidence.HIGH if score >= table.high and certain else Confidence.MEDIUM


def score_of(features: Features, table: Calibration = WRITTEN) -> float:
    """0 to 1: how likely the answer is right, as far as the table is fitted."""
    total = (
        table.bias
        + table.verified * features.verified
        + table.quoted * features.quoted
        + table.cosine * features.cosine
        + table.margin * features.margin
        + table.asked * features.asked
    )
    return 1 / (1 + math.exp(-total))


def features_of(
    statements: Sequence[Statement],
    citations: Sequence[Citation],
    question: str,
    retrieved: Sequence[float] = (),
) -> Features:
    """Of an answer with at least one statement and one citation."""
    count = len(statements)
    cited = [citation.score for citation in citations]
    best = max(cited)
    # Of several sources with the best cosine one is cited; the others count as rivals.
    rivals = sorted(retrieved, reverse=True)
    for score in cited:
        if score in rivals:
            rivals.remove(score)
    return Features(
        verified=sum(statement.status in VERIFIED for statement in statements) / count,
        unsupported=sum(statement.status is StatementStatus.UNSUPPORTED for statement in statements) / count,
        quoted=sum(statement.status is StatementStatus.QUOTED for statement in statements) / count,
        cosine=sum(cited) / len(cited),
        margin=best - rivals[0] if rivals else 0.0,
        asked=question_share(question, statements, [citation.filename for citation in citations]),
        parts=answered_parts(question, statements) * series_share(question, _said(statements)),
        hedged=any(word in statement.text.casefold() for statement in statements for word in UNCERTAIN),
    )


def question_share(question: str, statements: Sequence[Statement], filenames: Sequence[str] = ()) -> float:
    """Share of the question's content words that the answer or its evidence takes up, 0..1.

    Words that name one of the files ("Amazon" of AMAZON_2019_10K.pdf) say where to look, and its sentences
    need not repeat them.
    """
    asked = facts_of(asked_about(matter_of(question) or question))
    given = facts_of(_text_of(statements))
    names = " ".join(filenames).casefold()
    wanted = asked.words | asked.identifiers
    said = wanted & (given.words | given.identifiers)
    named = {word for word in wanted - said if len(word) >= _LEAST_NAME and word in names}
    wanted = wanted - named or wanted
    return len(said) / len(wanted) if wanted else 1.0


def answered_parts(question: str, statements: Sequence[Statement]) -> float:
    """Share of the question's parts ("How long …, and what does it cost?") that the answer takes up, 0..1."""
    parts = question_parts(question)
    return 1 - len(open_parts(parts, question, statements)) / len(parts)


def open_parts(parts: Sequence[str], question: str, statements: Sequence[Statement]) -> tuple[str, ...]:
    """Of the parts of a question those that the answer does not take up.

    A part is answered when half of the words and codes that only it has are there, and what its question word
    asks for. Words that ask ("how heavy") need not be repeated.
    """
    text = _text_of(statements)
    given = facts_of(text)
    wanted = [wanted_by(part) for part in parts]
    asked = [facts_of(asked_about(part)) for part in parts]
    found: list[str] = []
    for place, part in enumerate(parts):
        theirs = (facts.words | facts.identifiers for i, facts in enumerate(asked) if i != place)
        others = frozenset[str]().union(*theirs)
        own = (asked[place].words | asked[place].identifiers) - others
        # Of one thing: "What does the B-120 weigh, and what does the B-120 cost?" is told by the price.
        of_one_thing = not asked[place].identifiers.isdisjoint(others)
        told_by_kind = of_one_thing and wanted[place] in _TELLING and wanted.count(wanted[place]) == 1
        there = sum(_has(given, word) for word in own)
        taken_up = there >= _ANSWERED_PART * len(own) or told_by_kind
        if not taken_up or not holds(wanted[place], text, question):
            found.append(part)
    return tuple(found)


def _has(given: Facts, word: str) -> bool:
    words = given.words | given.identifiers
    return is_said(words, word) or is_compound_of(word, words, frozenset({word}))


def _said(statements: Sequence[Statement]) -> str:
    return " \n".join(statement.text for statement in statements)


def _text_of(statements: Sequence[Statement]) -> str:
    texts = [_said(statements)]
    texts += [evidence.quote for statement in statements for evidence in statement.evidence]
    return " \n".join(texts)
