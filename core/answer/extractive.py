"""The sentences of the sources that most likely answer a question, word for word: an answer without a model.

Pure functions over what was retrieved; some milliseconds. A sentence counts by the share of the question's
words it takes up (rare ones more), by holding what the question word asks for (a date for "when", a figure
for "how many", a name for "who"), by saying something that the question does not, and by its source; figures
of earlier years than the question names count less.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.answer.asking.injection import addresses_the_assistant
from core.answer.asking.question import asked_about, holds, question_parts, wanted_by
from core.answer.facts.checkable import Facts, facts_of
from core.answer.facts.stems import has_word, is_compound_of
from core.answer.facts.word_families import has_relative
from core.answer.relevance.aboutness import tells_only_earlier
from core.answer.relevance.content_given import figure_wanted_by
from core.answer.relevance.counted_things import counts
from core.answer.sources import Source, SourceSentence

MOST_EXTRACTS = 3
_RELATED = 0.6  # what a word of the same family or meaning counts
_ORDER_COVERAGE = 0.3  # of the question, and more than any other sentence: then it is about the order
_FIGURE_COVERAGE = 0.75  # of the best: with less of the question a figure tells of something else
_SHARE_BESIDE_FIGURE = 0.85  # of 77 questions to reports 37 right instead of 34, of 433 of XQuAD 361, not 362
_FIGURES = ("number", "money")
_NEW_WORDS = 4  # of a sentence; more of them say nothing about its worth
# Coverage plus dense cosine of the best sentence: 96 % of 433 questions of XQuAD lie above it; with the
# article that answers them taken out of the library 2 % do, with the paragraph alone taken out 18 %.
_LEAST_MATCH = 0.69
_LEAST_COVERAGE = 0.35  # where no vector was to be had: 90 %, 7 % and 12 %
# "3.1", "§ 4", "Abschnitt 2:"; a number alone may be that of a step.
_SECTION = re.compile(
    r"(?:§+\s*\d+[a-z]?|\d{1,2}(?:\.\d{1,2})+\.?|(?:section|chapter|clause|article|annex|appendix|kapitel|abschnitt"
    r"|artikel|ziffer|anhang|anlage)\s+[\w.]{1,6}[.:]?)\s+(?:[–—-]\s+)?",
    re.IGNORECASE,
)
_LONGEST_HEADING = 10  # words
_PATH = re.compile(r"\n| > | › ")
# A sentence that begins so speaks of what the one before it named.
_REFERS_BACK = re.compile(
    r"(?:(?:However|Also|In addition|Therefore|Thus|Then|Later|Daher|Außerdem|Später),? )?"
    r"(?:it|he|she|they|this|these|those|its|his|her|their|such|both|another|others|for example"
    r"|er|sie|es|diese[mnrs]?|seine?r?|ihre?r?|beide|zum Beispiel|dazu|damit|dabei)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Extract:
    """A sentence, its score (only to be compared within one question) and what it takes up of the question.

    `coverage`: share of the question's words, rare ones counting more, 0 to 1; a sentence that refers back
    takes up those of the one before it as well. `cosine`: of its source, 0 without a vector. `fits`: only a
    figure answers, and it has one of that kind.
    """

    sentence: SourceSentence
    score: float
    coverage: float
    cosine: float
    fits: bool = False

    @property
    def matches(self) -> bool:
        """Whether it may count as an answer, rather than as the nearest there is."""
        if self.cosine == 0.0:
            return self.coverage >= _LEAST_COVERAGE
        return self.coverage + self.cosine >= _LEAST_MATCH


def extract(
    question: str, sources: Sequence[Source], most: int = MOST_EXTRACTS, share: float = 0.0
) -> tuple[Extract, ...]:
    """The `most` best sentences, each text once: first the best for each part of the question.

    `share`: the least part of the best one's score that another must reach, unless a part asks for it. It is
    more where one figure or date is asked for and the best has one: those of other sentences only confuse.
    """
    sentences = _Sentences(sources)
    whole = sentences.ranked(question)
    parts = question_parts(question)
    # The whole question tells how well a sentence matches; its parts only which sentences are taken.
    known = {found.sentence.text: found for found in whole}
    firsts = [sentences.ranked(part)[:1] for part in parts] if len(parts) > 1 else []
    for_parts = [
        known[found.sentence.text] for first in firsts for found in first if found.sentence.text in known
    ]
    taken: dict[str, Extract] = {}
    if share and whole and len(parts) == 1 and _gives_what_is_asked(question, whole[0].sentence.text):
        share = max(share, _SHARE_BESIDE_FIGURE)
    near = [found for found in whole if found.score >= share * whole[0].score]
    for found in [*for_parts, *near]:
        taken.setdefault(found.sentence.text, found)
    chosen = list(taken.values())
    if share:  # what is to be copied
        if wanted_by(question) in _FIGURES:
            chosen = [row for row in chosen if not tells_only_earlier(row.sentence.text, question)]
        by_number = {source.number: source for source in sources}
        told = [row for row in chosen if not is_heading(row.sentence.text, by_number[row.sentence.citation])]
        chosen = told or chosen
    return tuple(chosen[:most])


def is_heading(text: str, source: Source) -> bool:
    """ "3.1 Salt water" or a heading that its passage stands under: it says nothing beside a sentence.

    False for what ends like a sentence or holds a figure or a colon, and for a step of a list ("3. Open it").
    """
    line = " ".join(text.split())
    number = _SECTION.match(line)
    rest = line[number.end() :] if number else line
    facts = facts_of(line)
    if (
        not rest[:1].isupper()
        or rest[-1] in ".!?:;,"
        or len(rest.split()) > _LONGEST_HEADING
        or any(figure.is_measure or figure.currency or figure.percent for figure in facts.numbers)
        or re.search(r"[\d:|]", rest)
    ):
        return False
    over = {" ".join(part.split()).casefold() for part in _PATH.split(source.chunk.context)}
    return number is not None or line.casefold() in over


def _gives_what_is_asked(question: str, text: str) -> bool:
    wanted = wanted_by(question)
    return wanted in ("number", "money", "duration", "date") and holds(wanted, text, question)


class _Sentences:
    """The sentences of some sources, and what each takes up of a question.

    Orders to the program that stand in a document are left out, because copied they would be orders to the
    reader; unless the question is about them.
    """

    def __init__(self, sources: Sequence[Source]) -> None:
        self._sources = {source.number: source for source in sources}
        self._sentences = [sentence for source in sources for sentence in source.sentences]
        self._orders = {
            sentence.label
            for source in sources
            if source.gives_orders
            for sentence in source.sentences
            if addresses_the_assistant(sentence.text)
        }

    def ranked(self, question: str) -> list[Extract]:
        """All sentences, best first; of those with the same text the best.

        Where only a figure answers, those that have one and most of the question's words come first.
        """
        asked = facts_of(asked_about(question))
        words = sorted(_told_by(asked))
        said = [_presences(words, sentence.text) for sentence in self._sentences]
        rarity = _rarity(said, len(words))
        # What the document is about, whose and of which year, its sentences need not say.
        known = {number: _presences(words, _named_by(source)) for number, source in self._sources.items()}
        presences = [
            [max(pair) for pair in zip(own, known[sentence.citation], strict=True)]
            for own, sentence in zip(said, self._sentences, strict=True)
        ]
        in_chunk = {
            number: _share(rarity, _presences(words, f"{source.surroundings}\n{source.chunk.text}"))
            for number, source in self._sources.items()
        }
        wanted, figure = wanted_by(question), figure_wanted_by(question)
        best: dict[str, Extract] = {}
        for place, sentence in enumerate(self._sentences):
            follows = place > 0 and self._sentences[place - 1].citation == sentence.citation
            before = presences[place - 1] if follows else presences[place]
            own = _share(rarity, presences[place])
            together = _share(rarity, [max(pair) for pair in zip(presences[place], before, strict=True)])
            meant = together if _REFERS_BACK.match(sentence.text) else own
            fits = bool(wanted) and holds(wanted, sentence.text, question)
            new = len(_told_by(facts_of(sentence.text)) - _told_by(asked))
            score = (
                0.6 * own
                + 0.2 * meant
                + 0.2 * together
                + 0.3 * in_chunk[sentence.citation]
                + 0.2 * fits
                + 0.2 / sentence.citation
                + 0.3 * min(1.0, new / _NEW_WORDS)
                + 0.2 * (figure == "number" and counts(sentence.text, question))
                - 0.3 * (wanted in _FIGURES and tells_only_earlier(sentence.text, question))
            )
            if sentence.text not in best or best[sentence.text].score < score:
                cosine = self._sources[sentence.citation].score
                best[sentence.text] = Extract(
                    sentence, score, meant, cosine, bool(figure) and holds(figure, sentence.text, question)
                )
        plain = [found.coverage for found in best.values() if found.sentence.label not in self._orders]
        least = max([_ORDER_COVERAGE, *plain])
        kept = [
            found
            for found in best.values()
            if found.sentence.label not in self._orders or found.coverage > least
        ]
        floor = max([_LEAST_COVERAGE, *(_FIGURE_COVERAGE * found.coverage for found in kept)])
        return sorted(kept, key=lambda found: (not (found.fits and found.coverage >= floor), -found.score))


def _named_by(source: Source) -> str:
    """Title, file name and headings, and the years that a document of its date is about."""
    year = source.document.date[:4]
    years = f"{year} {int(year) - 1}" if year.isdecimal() else ""
    return f"{source.surroundings}\n{years}".replace("_", " ")


def _told_by(facts: Facts) -> frozenset[str]:
    """All that a text tells: stems, codes, numbers, dates."""
    figures = {number.text for number in facts.numbers} | {date.iso for date in facts.dates}
    return facts.words | facts.identifiers | figures


def _presences(words: Sequence[str], text: str) -> list[float]:
    """How much of each word a text has: 1 for the word itself or a compound with it, less for a relative."""
    facts = facts_of(text)
    told = _told_by(facts)
    return [
        1.0
        if has_word(told, word) or is_compound_of(word, facts.words, frozenset({word}))
        else _RELATED * has_relative(facts.words, word)
        for word in words
    ]


def _rarity(presences: Sequence[Sequence[float]], words: int) -> list[float]:
    """Like an inverse document frequency, among the sentences."""
    count = len(presences)
    return [
        math.log(1 + (count + 0.5) / (sum(row[column] > 0 for row in presences) + 0.5))
        for column in range(words)
    ]


def _share(rarity: Sequence[float], presence: Sequence[float]) -> float:
    total = sum(rarity)
    return sum(value * share for value, share in zip(rarity, presence, strict=True)) / total if total else 0.0
