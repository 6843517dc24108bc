"""Quotations, character by character: where a source has them.

Equal apart from what a page makes of a text: hyphenation at line ends, ligatures, the shape of quotation
marks, white space. Everything else counts, letters' case and dashes included. Pure functions; any thread.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

from core.answer.sources import Source, SourceSentence
from core.text.stems import NEGATIONS
from core.text.textspan import split_sentences
from core.types import PAGE_BREAK, Span

_FAR = 200  # characters of a passage that "…" may stand for: about two lines
_LEAST_PART = 2  # words beside "…": single words can be stitched into anything
_ONE_MARK = dict.fromkeys('“”„‟«»‹›"″', '"') | dict.fromkeys("‘’‚‛'′`´", "'")
_LIGATURES = {chr(code): unicodedata.normalize("NFKC", chr(code)) for code in range(0xFB00, 0xFB07)}
_SOFT_HYPHEN = "\u00ad"
_HYPHENS = "-\u2010\u2011"
_ELLIPSIS = re.compile(r"\s*[\[(]?(?:…|\.\.\.)[\])]?\s*")
_LAST_MARK = re.compile(r"[.,;:!?]$")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_MOST_PARTS = 8
_MOST_PLACES = 20  # of a part that stands in many places
_PERCENT = re.compile(r"(?<=\d)\s+%")
_LINE_END = r"(?:-[^\S\n]*\n\s*)?"  # where a line of the source may have cut the word


def leaves_out(quote: str) -> bool:
    """Words are left out of it ("…")."""
    return _ELLIPSIS.search(quote.strip(" .…")) is not None


def find_in_sentence(words: str, sentence: SourceSentence, source: Source) -> Span | None:
    """Where a sentence of the source has these words, in the text of the document; the first place."""
    offset = 0
    for span in source.chunk.spans:
        if span.start <= sentence.span.start and sentence.span.end <= span.end:
            start = offset + sentence.span.start - span.start
            text = source.chunk.text[start : start + sentence.span.end - sentence.span.start]
            places = find_verbatim(words, text)
            if len(places) != 1:
                return None
            return Span(sentence.span.start + places[0].start, sentence.span.start + places[0].end)
        offset += span.end - span.start + 1  # the newline that joins a chunk's spans
    return None


def find_verbatim(quote: str, text: str) -> tuple[Span, ...]:
    """Where `text` has `quote`: one span, or one for each part of a quotation with "…"; empty if it has not.

    A full stop or comma that the quoting sentence put before its closing mark may be missing in `text`. What
    "…" leaves out is at most 200 characters of one sentence and no denial, and each part beside it has two
    words or more: parts of several sentences can be stitched into what none of them says.
    """
    plain, offsets = _plain(text)
    parts = [piece for piece in _ELLIPSIS.split(quote.strip()) if piece]
    if len(parts) > _MOST_PARTS or any(len(part.split()) < _LEAST_PART for part in parts if len(parts) > 1):
        return ()
    begins = [span.start for span in split_sentences(text)] if len(parts) > 1 else []
    sentences = [bisect_right(begins, offset) for offset in offsets] if begins else []
    found = _places(parts, plain, sentences, 0, set())
    return tuple(Span(offsets[start], offsets[end - 1] + 1) for start, end in found or ())


def _places(
    parts: Sequence[str], plain: str, sentences: Sequence[int], after: int, failed: set[tuple[int, int]]
) -> list[tuple[int, int]] | None:
    """One place for each part, in order and near each other; the first ones that fit.

    `sentences`: of which each character of `plain` is, where there are several parts. `failed`: parts left
    and where they were looked for in vain.
    """
    if not parts:
        return []
    if (len(parts), after) in failed:
        return None
    for start, end in _matches(parts[0], plain, after):
        if after and (sentences[after - 1] != sentences[start] or _denies(plain[after:start])):
            break
        rest = _places(parts[1:], plain, sentences, end, failed)
        if rest is not None:
            return [(start, end), *rest]
    failed.add((len(parts), after))
    return None


def _matches(part: str, plain: str, after: int) -> list[tuple[int, int]]:
    """Places of a part: the first one's anywhere, the others' near to where the last one ends."""
    if not any(character.isalnum() for character in part):
        return []
    # Ends of lines may make it longer in the text than in the quotation.
    end = after + _FAR + 2 * len(part) if after else len(plain)
    spans: set[tuple[int, int]] = set()
    for wanted in {part, _LAST_MARK.sub("", part)}:
        found = islice(_pattern(wanted).finditer(plain, after, end), _MOST_PLACES)
        spans.update(match.span() for match in found if not after or match.start() - after <= _FAR)
    return sorted(spans, key=lambda span: (span[0], -span[1]))


def _denies(left_out: str) -> bool:
    return any(word.casefold() in NEGATIONS for word in _WORD.findall(left_out))


@lru_cache(maxsize=256)
def _pattern(quote: str) -> re.Pattern[str]:
    """Finds the quotation in a text made plain: never inside a word, line ends wherever a line may end."""
    # "5%" and "5 %" are set alike.
    plain = _PERCENT.sub("%", _plain(quote)[0].strip())
    pieces: list[str] = []
    previous = ""
    for character in plain:
        if character.isspace():
            if not previous.isspace():
                pieces.append(r"\s+")
        else:
            if previous.isdigit() and character.isdigit():
                pass  # "10-" at the end of a line and "12" are a span, no number cut in two
            elif previous.isdigit() and character == "%":
                pieces.append(r"\s*")
            elif previous.isalnum() and character.isalnum():
                pieces.append(_LINE_END)
            elif previous == "-":
                pieces.append(r"(?:\s*\n\s*)?")
            pieces.append(re.escape(character))
        previous = character
    before = r"(?<!\w)" if plain[:1].isalnum() else ""
    behind = r"(?!\w)" if plain[-1:].isalnum() else ""
    return re.compile(before + "".join(pieces) + behind)


def _plain(text: str) -> tuple[str, list[int]]:
    """Ligatures taken apart, accents joined, quotation marks alike; and where each character came from."""
    characters: list[str] = []
    offsets: list[int] = []
    at = 0
    while at < len(text):
        end = at + 1
        while end < len(text) and unicodedata.combining(text[end]):
            end += 1
        for character in _plain_character(text, at, end):
            characters.append(character)
            offsets.append(at)
        at = end
    return "".join(characters), offsets


def _plain_character(text: str, at: int, end: int) -> str:
    character = text[at]
    if end > at + 1:
        return unicodedata.normalize("NFC", text[at:end])
    if character == _SOFT_HYPHEN:
        # At the end of a line it was drawn and cuts a word; elsewhere nobody sees it.
        return "-" if text[at + 1 : at + 2].isspace() else ""
    if character in _HYPHENS:
        return "-"
    if character == PAGE_BREAK:
        return "\n"
    return _ONE_MARK.get(character) or _LIGATURES.get(character, character)
