"""Numbered sources and their sentences: the only things an answer may cite.

A `Source` is one chunk under its citation number. Its sentences are cut from the chunk's spans: each quote is
a literal piece of a page, or of the end of one and the beginning of the next, and its highlight is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from core.answer.asking.injection import addresses_the_assistant
from core.text.hyphenation import one_line
from core.text.textspan import is_table_row, mark_of_item, runs_on, split_sentences
from core.types import PAGE_BREAK, Chunk, Document, Span

_ENDS = '.!?;,…。！？"”»'
_LONGEST_LEAD = 80  # characters, without a colon
_FEWEST_BROKEN, _MOST_ITEMS = 8, 16  # words of what breaks off without a colon; sentences that it leads to


@dataclass(frozen=True, slots=True)
class SourceSentence:
    """`label` is what the model sees, e.g. `2.3`: citation 2, sentence 3. `rest`: the end of it, on the next
    page; `text` has both parts."""

    label: str
    citation: int
    page: int
    span: Span
    text: str
    rest: Span | None = None

    @property
    def spans(self) -> tuple[Span, ...]:
        """Where it stands: once, or before and behind a page break."""
        return (self.span,) if self.rest is None else (self.span, self.rest)

    @property
    def last_page(self) -> int:
        """See `CitedPlace`."""
        return 0 if self.rest is None else self.page + 1


@dataclass(frozen=True, slots=True)
class Source:
    """One citable chunk under its number. `score` is the dense cosine of the query that found it.

    `from_snippet`: it holds no more than the snippet of a search result that was never opened.
    `gives_orders`: a sentence of it reads like an order to the program, but says what it says.
    """

    number: int
    document: Document
    chunk: Chunk
    page: int
    score: float
    snippet: str
    sentences: tuple[SourceSentence, ...]
    from_snippet: bool = False
    gives_orders: bool = False

    @property
    def surroundings(self) -> str:
        """Title, headings and file name: where the passage stands, not what it says."""
        return f"{self.document.title}\n{self.document.filename}\n{self.chunk.context}"

    def sentence(self, label: str) -> SourceSentence | None:
        return next((sentence for sentence in self.sentences if sentence.label == label), None)


def make_source(
    number: int,
    document: Document,
    chunk: Chunk,
    score: float,
    snippet: str,
    page_of: Callable[[str, Span], int],
) -> Source:
    """Number a chunk and its sentences. `page_of(document_id, span)` gives 1-based pages."""
    sentences: list[SourceSentence] = []
    before = ""  # the text up to the end of the last sentence
    offset = 0
    for span in chunk.spans:
        length = span.end - span.start
        piece = chunk.text[offset : offset + length]
        offset += length + 1  # the newline that joins a chunk's spans
        for part in _split_at_page_breaks(piece, span.start):
            within_line = chunk.within_line and part.start == chunk.spans[0].start
            for sentence in split_sentences(
                piece[part.start - span.start : part.end - span.start], part.start, within_line=within_line
            ):
                text = piece[sentence.start - span.start : sentence.end - span.start]
                if not any(character.isalnum() for character in text):
                    continue
                page = page_of(document.document_id, sentence)
                _add(sentences, SourceSentence("", number, page, sentence, text), before)
                before = piece[: sentence.end - span.start]
    sentences = [
        replace(one, label=f"{number}.{place}", text=one_line(one.text))
        for place, one in enumerate(sentences, 1)
    ]
    # The page that holds most of it, the first of equals: a hit's page is chosen likewise.
    sizes: dict[int, int] = {}
    for found in sentences:
        sizes[found.page] = sizes.get(found.page, 0) + len(found.text)
    page = max(sizes, key=lambda number: sizes[number], default=chunk.first_page)
    orders = addresses_the_assistant(chunk.text)
    return Source(number, document, chunk, page, score, snippet, tuple(sentences), gives_orders=orders)


def _add(sentences: list[SourceSentence], sentence: SourceSentence, before: str) -> None:
    """As one of its own, or as the end of the one before that its page breaks off. `before`: the text up to
    the end of that."""
    last = sentences[-1] if sentences else None
    if last and not last.rest and sentence.page == last.page + 1 and runs_on(before, sentence.text):
        sentences[-1] = replace(last, text=f"{last.text}\n{sentence.text}", rest=sentence.span)
    else:
        sentences.append(sentence)


def is_one_line(source: Source, one: SourceSentence, behind: SourceSentence) -> bool:
    """Whether two sentences that follow each other in a passage stand on one line."""
    return _are_joined(source, one, behind, "\n")


def is_one_paragraph(source: Source, one: SourceSentence, behind: SourceSentence) -> bool:
    """Whether no blank line stands between two sentences that follow each other in a passage."""
    return _are_joined(source, one, behind, "\n\n")


def _are_joined(source: Source, one: SourceSentence, behind: SourceSentence, parting: str) -> bool:
    before = 0  # characters of the spans before
    for span in source.chunk.spans:
        if span.start <= one.span.end <= behind.span.start <= span.end:
            start = before - span.start
            return parting not in source.chunk.text[start + one.span.end : start + behind.span.start]
        before += span.end - span.start + 1
    return False


def lead_over(source: Source, place: int) -> SourceSentence | None:
    """What leads to the list that a sentence of it is an item of: "We do not cover:", or a short line over
    it. None where another list or anything else stands between."""
    sentences = source.sentences
    mark = mark_of_item(sentences[place].text)
    if not mark or sentences[place].text.endswith(":"):
        return None
    for at in range(place - 1, -1, -1):
        one, behind = sentences[at], sentences[at + 1]
        is_first = mark_of_item(behind.text) == mark
        if is_first and one.text.endswith(":"):
            return one
        if not is_one_paragraph(source, one, behind):
            return None
        own = mark_of_item(one.text)
        if own == mark or (not own and at and is_one_line(source, sentences[at - 1], one)):
            continue  # an item before, or a further sentence of one
        is_line = one.text[-1:] not in _ENDS and len(one.text) <= _LONGEST_LEAD
        return one if not own and is_first and is_line and not is_table_row(one.text) else None
    return None


def leads_of(source: Source) -> list[SourceSentence | None]:
    """`lead_over` of each of its sentences, however long its lists are."""
    found: list[SourceSentence | None] = []
    before: SourceSentence | None = None
    for place, one in enumerate(source.sentences):
        goes_on = (
            before is not None
            and "" != mark_of_item(one.text) == mark_of_item(before.text)
            and not (one.text.endswith(":") or before.text.endswith(":"))
            and is_one_paragraph(source, before, one)
        )
        found.append(found[-1] if goes_on else lead_over(source, place))
        before = one
    return found


def led_to(source: Source, place: int) -> Sequence[SourceSentence]:
    """What a sentence of the source breaks off before: all items of its list, or the line below that goes on,
    as a command does behind "you could run"."""
    text, behind = source.sentences[place].text, source.sentences[place + 1 :]
    if not behind or is_table_row(text) or behind[0].text.endswith(":"):
        return ()
    if mark := mark_of_item(behind[0].text) if text.endswith(":") else "":
        items = [behind[0]]
        for before, one in pairwise(behind):
            is_item = mark_of_item(one.text) == mark and is_one_paragraph(source, before, one)
            if one.text.endswith(":") or not (is_item or is_one_line(source, before, one)):
                break
            items.append(one)
        return items if len(items) <= _MOST_ITEMS else ()
    breaks_off = text.endswith(":") or (text[-1:].isalnum() and len(text.split()) >= _FEWEST_BROKEN)
    goes_on = not behind[0].text[:1].isupper() and not is_table_row(behind[0].text)
    return behind[:1] if breaks_off and goes_on and not mark_of_item(behind[0].text) else ()


def numbered(source: Source, number: int) -> Source:
    """The source under another number; its sentences keep their order and get labels to match."""
    sentences = tuple(
        replace(sentence, label=f"{number}.{place}", citation=number)
        for place, sentence in enumerate(source.sentences, 1)
    )
    return replace(source, number=number, sentences=sentences)


def places_of(sources: Sequence[Source]) -> str:
    """Where sources stand, for a notice: "seal.pdf, page 3; pump.pdf, page 1"."""
    return "; ".join(dict.fromkeys(f"{source.document.filename}, page {source.page}" for source in sources))


def _split_at_page_breaks(text: str, base: int) -> list[Span]:
    parts: list[Span] = []
    start = 0
    for piece in text.split(PAGE_BREAK):
        if piece:
            parts.append(Span(base + start, base + start + len(piece)))
        start += len(piece) + len(PAGE_BREAK)
    return parts
