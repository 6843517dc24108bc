"""The sentences that most likely answer a question, found before anything is written."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import PurePath

from core.answer.asking.injection import addresses_the_assistant, unfenced
from core.answer.assemble import Locate
from core.answer.relevance.another_thing import has_another_code, names_a_code, names_another
from core.answer.sources import Source, SourceSentence, is_one_line, leads_of
from core.errors import ModelError
from core.events import Event, EventStamper, EvidenceFound
from core.judge.base import AnswerJudge
from core.judge.calibration import LEAST, Signs, certainty_of, log_odds_of, reads
from core.judge.ranking_order import ALIKE_ODDS, best_first
from core.judge.word_judge import WordJudge
from core.text.dates import years_in
from core.text.table_heads import header_rows
from core.text.textspan import CELL_SEPARATOR, is_question
from core.types import NearestPassage

MOST_SENTENCES = 6
MOST_NEAREST = 3
_ABOUT_AS_LIKELY = 0.7  # the least part of the best one's certainty
# Those with most of the question's words, and the best of each source, are compared by meaning; the likeliest
# of them are read by the judge. With 48 and 12 as many best sentences hold the answer, with 24 fewer.
_MOST_COMPARED, _MOST_JUDGED = 32, 8
_BEGINNING = 300  # characters of a document that say what it is about
_PATH = re.compile(r"\n| > | › ")
_LONGEST_PATH, _LONGEST = 120, 700  # characters
_LONGEST_HEADING = 10  # words
_LABEL_AND_VALUE = 2  # cells of a row
_LETTER = re.compile(r"[^\W\d_]")
_NUMBER = re.compile(r"\s*(?:§+\s*)?(\d{1,2}(?:\.\d{1,2})*)\.?\s")
_NUMBERED = re.compile(r"(?:§+\s*)?(\d{1,2}(?:\.\d{1,2})*)\.?\s+(?=[^\W\d_a-z])[^\d|:]*[^\d|:.!?;,]")
_FILLED_IN = re.compile(rf"((?:(?!{re.escape(CELL_SEPARATOR)}).)*?[?？؟]) ")  # "Deposit? 80 euros"
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class JudgedSentence:
    """A sentence of a source and how certainly it answers, 0 to 1. `heading`: the last one over it."""

    source: Source
    sentence: SourceSentence
    certainty: float
    heading: str = ""

    @property
    def behind_heading(self) -> str:
        """As a language model reads it."""
        return ": ".join(filter(None, (unfenced(self.heading), unfenced(self.sentence.text)[:_LONGEST])))


@dataclass(frozen=True, slots=True)
class JudgedEvidence:
    """Sentences, best first; those from `least` certainty on are taken for answers. `judge` is a model."""

    sentences: tuple[JudgedSentence, ...]
    judge: str
    least: float = LEAST

    @property
    def likely(self) -> tuple[JudgedSentence, ...]:
        return tuple(one for one in self.sentences if one.certainty >= self.least)

    @property
    def as_likely(self) -> tuple[JudgedSentence, ...]:
        """Those that answer about as certainly as the best."""
        return tuple(
            one for one in self.likely if one.certainty >= _ABOUT_AS_LIKELY * self.likely[0].certainty
        )

    @property
    def nearest(self) -> tuple[JudgedSentence, ...]:
        """The best sentence of each source, of the best sources."""
        by_source: dict[int, JudgedSentence] = {}
        for one in self.sentences:
            by_source.setdefault(one.source.number, one)
        return tuple(by_source.values())[:MOST_NEAREST]


@dataclass(frozen=True, slots=True)
class JudgedText:
    """A text that rests on a source, and how certainly it answers: 0 to 1."""

    text: str
    certainty: float


@dataclass(frozen=True, slots=True)
class JudgedTexts:
    """Texts, best first, and the model that judged them."""

    texts: tuple[JudgedText, ...]
    judge: str


def judge_sentences(
    question: str, language: str, sources: Sequence[Source], judge: AnswerJudge, most: int = MOST_SENTENCES
) -> JudgedEvidence:
    """The `most` best sentences of the sources, each text once; those of other years or of another numbered
    thing than is asked about answer nothing, orders to the program only where no other does.

    Each is judged behind title and headings, which say what it is about. Where the judge's model fails, their
    words are compared.
    """
    places = [(source, *found) for source in sources for found in with_headings(source)]
    read = [placed(sentence.text, source, heading) for source, sentence, heading in places]
    texts = [(sentence.text, source) for source, sentence, _ in places]
    judged = _judged(question, language, texts, read, judge)
    found: dict[str, JudgedSentence] = {}
    for place, certainty in judged.rows:
        source, sentence, heading = places[place]
        over = (heading or _last_heading(source))[:_LONGEST_PATH]
        found.setdefault(sentence.text, JudgedSentence(source, sentence, certainty, over))
    return JudgedEvidence(tuple(found.values())[:most], judged.judge)


def judge_texts(question: str, language: str, texts: Mapping[str, Source], judge: AnswerJudge) -> JudgedTexts:
    """As `judge_sentences`, of texts that rest on these sources."""
    given = list(texts.items())
    judged = _judged(question, language, given, [placed(text, source) for text, source in given], judge)
    rows = tuple(JudgedText(given[place][0], certainty) for place, certainty in judged.rows)
    return JudgedTexts(rows, judged.judge)


def log_odds_each(
    question: str, language: str, texts: Sequence[str], judge: AnswerJudge, *, texts_in: str
) -> list[float]:
    """Log-odds that each text answers, of a few by all signs that there are.

    Args:
        language: of the question, ISO 639-1.
        texts_in: the language of the texts; "" where that is not known.
    """
    asked = _asked_of(question, language, texts_in, judge)
    shares = WordJudge().answers(asked.text, texts)
    signs = [
        Signs(share, similarity, is_foreign=asked.is_foreign)
        for share, similarity in zip(shares, _similarities(asked.text, texts, judge), strict=True)
    ]
    try:
        signs = _scored(asked, texts, signs, judge)
    except ModelError as error:
        log.warning("texts are compared without a cross-encoder: %s", error)
    return [log_odds_of(asked.language, one) for one in signs]


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question as texts of one language are judged by it. `is_foreign`: they are in another one."""

    text: str
    language: str
    is_foreign: bool


def _asked_of(question: str, language: str, texts_in: str, judge: AnswerJudge) -> _Asked:
    said = judge.in_languages(question).get(texts_in or language)
    if said:
        return _Asked(said, texts_in or language, False)
    return _Asked(question, language, is_foreign=texts_in not in ("", language))


@dataclass(frozen=True, slots=True)
class _Judged:
    """`rows`: the place of each text and its certainty; best first."""

    rows: list[tuple[int, float]]
    judge: str


def _judged(
    question: str,
    language: str,
    texts: Sequence[tuple[str, Source]],
    read: Sequence[str],
    judge: AnswerJudge,
) -> _Judged:
    """Best first; of each language by what was asked in it. `read`: each text as the judge reads it."""
    alike: dict[_Asked, list[int]] = {}
    for place, (_, source) in enumerate(texts):
        alike.setdefault(_asked_of(question, language, source.document.language, judge), []).append(place)
    rows: list[tuple[int, float, float]] = []
    read_by = judge.name
    for asked, places in alike.items():
        own = [texts[place] for place in places]
        found, by = _judged_alike(asked, own, [read[place] for place in places], judge)
        rows += [(places[place], score, certainty) for place, score, certainty in found]
        read_by = by if by != judge.name else read_by
    ordering = (place for place, _, _ in rows if texts[place][1].gives_orders)
    orders = {place for place in ordering if addresses_the_assistant(texts[place][0])}
    if any(certainty >= LEAST for place, _, certainty in rows if place not in orders):
        rows = [(place, score, 0.0 if place in orders else sure) for place, score, sure in rows]
    rows.sort()
    ordered = best_first(rows, lambda row: row[1], ALIKE_ODDS)
    ordered.sort(key=lambda row: row[2] == 0.0)
    return _Judged([(place, certainty) for place, _, certainty in ordered], read_by)


def _judged_alike(
    asked: _Asked, texts: Sequence[tuple[str, Source]], read: Sequence[str], judge: AnswerJudge
) -> tuple[list[tuple[int, float, float]], str]:
    """Place, log-odds and certainty of the texts that have most of the question's words, and of the best of
    each source; and the judge."""
    by_words = WordJudge()
    shares = by_words.answers(asked.text, read)
    most_words = sorted(range(len(texts)), key=lambda place: -shares[place])
    best_of = {texts[place][1].number: place for place in reversed(most_words)}
    chosen = list(dict.fromkeys((*most_words[:_MOST_COMPARED], *best_of.values())))
    given = [read[place] for place in chosen]
    signs = [
        Signs(shares[place], similarity, is_foreign=asked.is_foreign)
        for place, similarity in zip(chosen, _similarities(asked.text, given, judge), strict=True)
    ]
    try:
        signs = _scored(asked, given, signs, judge)
    except ModelError as error:
        log.warning("the sentences of a question are judged without a cross-encoder: %s", error)
        judge = by_words
    years = frozenset(years_in(asked.text))
    others = _of_another_code(asked.text, [source for _, source in texts])
    rows: list[tuple[int, float, float]] = []
    for place, of_text in zip(chosen, signs, strict=True):
        text, source = texts[place]
        beside = (
            source.document.document_id in others
            or _is_of_other_years(years, text, source)
            or names_another(asked.text, read[place])
        )
        certainty = 0.0 if beside else certainty_of(asked.language, of_text)
        rows.append((place, log_odds_of(asked.language, of_text), certainty))
    return rows, judge.name


def _of_another_code(question: str, sources: Sequence[Source]) -> set[str]:
    """Documents that name another code of a series that is asked about, and none of those that are, in their
    title or at their beginning, and in all that was found of them."""
    found: dict[str, dict[str, None]] = {}
    begins: dict[str, str] = {}
    for source in sources:
        name = source.document.document_id
        found.setdefault(name, {}).update(dict.fromkeys((source.surroundings, source.chunk.text)))
        begin = source.chunk.text[:_BEGINNING] if source.chunk.index == 0 else ""
        begins[name] = f"{begins.get(name, '')}\n{source.surroundings}\n{begin}"
    return {
        name
        for name, texts in found.items()
        if has_another_code(question, begins[name]) and not names_a_code(question, "\n".join(texts))
    }


def _similarities(question: str, texts: Sequence[str], judge: AnswerJudge) -> list[float | None]:
    """None of each without an embedder, or with one that fails."""
    if judge.similarity.compares:
        try:
            return list(judge.similarity.of(question, texts))
        except ModelError as error:
            log.warning("the sentences of a question are not compared by meaning: %s", error)
    return [None] * len(texts)


def _scored(asked: _Asked, read: Sequence[str], signs: Sequence[Signs], judge: AnswerJudge) -> list[Signs]:
    """With scores, if the judge reads their language; others are no better than the worst that it read."""
    if not read or asked.is_foreign or not reads(judge.name, asked.language):
        return list(signs)
    likeliest = sorted(range(len(read)), key=lambda place: -log_odds_of(asked.language, signs[place]))
    likeliest = likeliest[:_MOST_JUDGED]
    scores = judge.answers(asked.text, [read[place] for place in likeliest])
    of_place = dict.fromkeys(range(len(read)), min(scores)) | dict(zip(likeliest, scores, strict=True))
    return [replace(one, score=of_place[place]) for place, one in enumerate(signs)]


def is_foreign(source: Source, language: str) -> bool:
    """Whether its document is in another language than this one; False where that is not known."""
    return source.document.language not in ("", language)


def placed(text: str, source: Source, heading: str | None = None) -> str:
    """The text behind the title and the headings that it stands under, as much as fits; of a row each cell
    behind the name of its column, of two cells the second behind the first.

    `heading`: see `with_headings`; None: that of the sentence of the source which the text is.
    """
    if heading is None:
        heading = next((over for one, over in with_headings(source) if one.text == text), "")
    parts = _over(source)
    if is_question(heading):  # what was asked before is answered
        parts = [part for part in parts if not is_question(part)]
    if CELL_SEPARATOR in text:
        cells, heads = text.split(CELL_SEPARATOR), _names_of_columns(source)
        if len(cells) == len(heads) > _LABEL_AND_VALUE and cells != heads:
            parts = [part for part in parts if CELL_SEPARATOR not in part]
            text = ", ".join(f"{head}: {cell}" for head, cell in zip(heads, cells, strict=True))
        elif len(cells) == _LABEL_AND_VALUE:
            text = ": ".join(cells)
    over = " › ".join(parts)[:_LONGEST_PATH]
    over = " › ".join(filter(None, (over, heading)))
    return f"{over}: {text}" if over else text


def _last_heading(source: Source) -> str:
    title, *path = _over(source)
    return next((part for part in reversed(path) if CELL_SEPARATOR not in part), title)


def _names_of_columns(source: Source) -> list[str]:
    """Of the table that a passage belongs to, as its context or its first row has them; empty without any."""
    told = [line for line in source.chunk.context.split("\n") if CELL_SEPARATOR in line]
    if told:
        return told[-1].split(CELL_SEPARATOR)
    rows = [one.text.split(CELL_SEPARATOR) for one in source.sentences if CELL_SEPARATOR in one.text]
    return rows[0] if header_rows(rows) else []


def _over(source: Source) -> list[str]:
    """Title and headings."""
    title = source.document.title or PurePath(source.document.filename).stem.replace("_", " ")
    path = [" ".join(part.split()) for part in _PATH.split(source.chunk.context)]
    return list(dict.fromkeys(part for part in (title, *path) if part))


def with_headings(source: Source) -> list[tuple[SourceSentence, str]]:
    """Its sentences, each with the last numbered heading or question of the passage over it, or what leads to
    its list.

    Questions are left out, and headings where there is anything else: they would answer by being alike. So
    are rows of bare figures, which would answer by what is read before them, but for what follows a question.
    A question within a line, as prose has it, stands over the next sentence only.
    """
    over = {part.casefold() for part in _over(source)}
    leads = leads_of(source)
    told: list[tuple[SourceSentence, str]] = []
    heading = within = ""
    before: SourceSentence | None = None
    for place, (one, behind) in enumerate(zip_longest(source.sentences, source.sentences[1:])):
        text = " ".join(one.text.split())
        goes_on = before is not None and is_one_line(source, before, one)
        follows_question = before is not None and is_question(before.text)
        if is_question(text):
            if goes_on and follows_question:
                text = f"{within or heading} {text}"
            if goes_on and behind is not None and is_one_line(source, one, behind):
                within = text
            else:
                heading, within = text, ""
        elif behind is not None and _is_numbered_heading(one.text, behind.text):
            heading, within = text, ""
        elif text.casefold() not in over and (follows_question or _LETTER.search(text)):
            own = _FILLED_IN.match(text)
            lead = leads[place]
            over_it = within or (" ".join(lead.text.split()).rstrip(":") if lead else heading)
            told.append((one, "" if own else over_it))
            heading, within = own[1] if own else heading, ""
        before = one
    others = (one for one in source.sentences if _LETTER.search(one.text) and not is_question(one.text))
    return told or [(one, "") for one in others]


def _is_numbered_heading(text: str, behind: str) -> bool:
    """ "9.1 Period" or "§ 3 Kaution", by its shape; the step of a list has the next number behind it."""
    found, following = _NUMBERED.fullmatch(text.strip()), _NUMBER.match(behind)
    if found is None or len(text.split()) > _LONGEST_HEADING:
        return False
    return following is None or following[1].startswith(f"{found[1]}.")


def _is_of_other_years(asked: frozenset[int], text: str, source: Source) -> bool:
    """It names years, and none that is asked about; or names none, and nothing around it is of those."""
    if not asked:
        return False
    told = years_in(text) or years_in(f"{source.surroundings} {source.chunk.text}".replace("_", " "))
    return asked.isdisjoint(told)


def shown(found: JudgedSentence, locate: Locate) -> NearestPassage:
    """The sentence with its place, as it is shown and highlighted."""
    return passage_at(found.sentence, found.source, found.certainty, locate)


def passage_at(sentence: SourceSentence, source: Source, score: float, locate: Locate) -> NearestPassage:
    """A sentence of a source as a passage that no answer cites."""
    document = source.document
    place = locate(document.document_id, sentence.spans)
    return NearestPassage(
        document_id=document.document_id,
        content_hash=document.content_hash,
        filename=document.filename,
        chunk_id=source.chunk.chunk_id,
        chunk_index=source.chunk.index,
        page=sentence.page,
        spans=sentence.spans,
        quote=sentence.text,
        score=round(score, 3),
        page_kind=place.page_kind,
        page_label=place.page_label,
        place=place.place,
        last_page=place.last_page,
    )


def evidence_events(found: Sequence[JudgedEvidence], locate: Locate, stamp: EventStamper) -> Iterable[Event]:
    """What is shown at once, of several questions in turn; nothing where nothing was found."""
    in_turn = [one for row in zip_longest(*(each.sentences for each in found)) for one in row if one]
    best = sorted(dict.fromkeys(in_turn), key=lambda one: -one.certainty) if len(found) > 1 else in_turn
    likely = {one for each in found for one in each.likely}
    passages = tuple(shown(one, locate) for one in best[:MOST_SENTENCES])
    if passages:
        count = sum(one in likely for one in best[:MOST_SENTENCES])
        yield stamp(EvidenceFound, passages=passages, likely=count, judge=found[0].judge)
