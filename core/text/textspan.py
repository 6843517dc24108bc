"""Cutting text into sentences, as spans. Pure functions without dependencies; callable from any thread.

Both the chunker (core.ingest) and the answer's evidence (core.answer) cut with this module, so that a
sentence shown as evidence is a sentence that was indexed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.text.currency_names import SIGNS
from core.text.dates import GERMAN_MONTHS
from core.text.hyphenation import SOFT_HYPHEN, one_line
from core.text.unspaced import language_without_spaces
from core.types import Span

CELL_SEPARATOR = " | "  # between the cells of a row, in formats that know their cells
# A table cell that holds a value: 1,234  (56)  12.5%  $  —  N/A  2021. A trailing comma makes it prose
# ("25, 2021").
_CELL = re.compile(
    rf"[({SIGNS}+\-–−]*[{SIGNS}]?(?:\d[\d,.\u00a0]*\d|\d)(?:[)%*†]|\(\w\)|bps|x)*[{SIGNS}]?"
    rf"|[{SIGNS}%()—–−*-]+|N/[AM]|nm|NM"
)
# A label with its value: parted by a tab, by more blanks than set lines flush, or by a colon.
_LABELLED = re.compile(r"[^\W\d_][^:.!?\t]{0,40}?(?:\t| {3,}|:\s+)\s*\S")
_LONGEST_ROW, _VALUE_TOKENS = 9, 3  # words of a label with its value, and of the value with its unit
_AMOUNT = re.compile(r"\d[\d,.]*")
_ENDINGS = '.!?…:;。！？"”’»)'
_FEWEST_BROKEN = 3  # words in the only line of a sentence that a page breaks off
_SHORT_LINE = 60  # characters
_LONGEST_WHOLE = 300  # characters of a row; its cells may have sentences, and end with abbreviations
_NEARBY = 5  # lines, of which the longest says how wide a column is
_LEAST_WIDTH = 30  # characters; labels and addresses have lines as short
_SURELY_ROOM = 0.65  # of its width: in a line that short the next word would have stood
_LIST_ITEM = re.compile(r"(?:[•●▪◦‣■□–—*·]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)])\s+\S")
_HYPHEN = re.compile(r"-\s+\S")  # begins an item only where another line does, too: it may go on with prose
_CODED = re.compile(r"([A-Z]{1,3})-?\d{1,4}[:.)]?\s+\S")  # "E4  door open", as others of the series
_ITEM_NUMBER = re.compile(r"\(?(\d{1,3})[.)]\s")
# “ and « close what „ and » opened.
SENTENCE_END = re.compile(  # also before the mark of a footnote: "the roof.3 The"
    r"[.!?…]+[\"'”’»“«)\]]*(?:(?<=[^\W\d_][.!?])\d{1,2})?(?=\s)|[。！？｡]+[」』”’）]*"
)


def word_list(*lines: str) -> frozenset[str]:
    """The words of the lines, split at white space."""
    return frozenset(word for line in lines for word in line.split())


# “How long?” as well, but not: He asked, “How long?”
_QUESTION = re.compile(r"[\"'“”„«»‘’(\[]+.*[?？؟\u037e]+!*[\"'“”„«»‘’)\]]*|.*[?？؟\u037e]+!*", re.DOTALL)


# Never the end of a sentence: a name or number follows.
_TITLES = word_list(
    "mr mrs ms dr prof st no nos fig figs vs approx ca cf al eq sec art vol pp pg ch par para e.g i.e viz",
    "gen gov sen rep hon rev jan feb mar apr jun jul aug sep sept oct nov dec resp",
    "nr abs abschn ziff vgl bzw inkl exkl zzgl abzgl evtl ggf sog hr fr frl dipl ing hrsg aufl abb anm bspw",
    "mio mrd tsd z.b d.h u.a i.d.r i.v.m o.g u.u betr einschl entspr insb",
)
# May end a sentence; they do when a usual first word of a sentence follows.
_MAYBE = word_list(
    "inc corp ltd co llc plc etc jr sr bros u.s u.k u.n d.c p.m a.m l.p s.a n.a n.v bv ag",
    "usw mwst ust min max std okt dez mär lit gem geb tab kap bd str tel lt",
)
STARTERS = word_list(
    "the we our in it this these those as for on at if however a an he she they there when while during",
    "after before since under to all each no any such both its their his her total net see please",
    "although because",
    "der die das ein eine sie er es wir ich man im am bei mit nach für auf wenn falls als aber doch dies",
    "diese dieser dieses damit dazu daher danach dann dort hier auch alle jede jeder jedes bitte zum zur",
    "von vom seit bis durch ohne ist sind hat wird ihre ihr kein keine nur so nicht dabei dafür deshalb",
    "weitere",
)
# "im 3. Quartal": between these and a noun a short number with a full stop is an ordinal.
_BEFORE_ORDINALS = word_list(
    "der die das dem den des im am vom zum zur beim ab seit bis jeder jedes jedem ihr ihrem sein seinem",
    "unser unserem einem einer eines ein eine vor nach und oder ins",
)
_NUMBERED_BY = word_list(
    "item items note notes section sections part chapter article exhibit table figure schedule appendix",
    "annex step rule clause paragraph page level phase version",
)


def is_table_row(line: str) -> bool:
    """True when a line reads as a row of a table: marked cells, or a label (or none) followed by values."""
    if CELL_SEPARATOR in line:
        return True
    tokens = line.split()
    if not tokens or not any(ch.isdigit() for ch in line):
        return False
    trailing = 0
    amounts = 0
    for token in reversed(tokens):
        if not _CELL.fullmatch(token):
            break
        trailing += 1
        amounts += bool(_AMOUNT.search(token))
    if amounts >= 2:
        return True
    if amounts == 1:
        # A single value needs a short label before it, or it is the end of a wrapped line of prose.
        label = tokens[: len(tokens) - trailing]
        if not label:
            return trailing > 1
        value = tokens[-1]
        strong = any(ch in value for ch in ",.%)" + SIGNS) or trailing > 1
        return strong and len(label) <= 8 and not label[-1].endswith((",", "(")) and label[0][:1].isupper()
    return False


def is_labelled(line: str) -> bool:
    """True when a line begins with a few words, and a colon, a tab or wide blanks part them from the rest."""
    return _LABELLED.match(line) is not None


def _is_value_line(line: str) -> bool:
    """A label with its value and unit, as a row of a table without rules is: "Rated current 28.5 A"."""
    tokens = line.split()
    return (
        1 < len(tokens) <= _LONGEST_ROW
        and line[:1].isupper()
        and line[-1:] not in ".,;:-–?!"
        and any(ch.isdigit() for token in tokens[-_VALUE_TOKENS:] for ch in token)
    )


def is_question(text: str) -> bool:
    """True for a sentence, or a row of nothing else, that ends in a question mark, in any script."""
    cells = [cell for cell in text.split(CELL_SEPARATOR) if any(map(str.isalpha, cell))]
    return bool(cells) and all(_QUESTION.fullmatch(cell.strip()) for cell in cells)


def split_sentences(text: str, base: int = 0, *, within_line: bool = False) -> list[Span]:
    """Sentences of `text` as spans, in order, without overlap, trimmed, shifted by `base`.

    Together the spans cover every character that is not white space. A line break inside prose does not
    end a sentence; a blank line, a page break, a list item, a table row, a heading-like short line and one of
    several lines with a value each do. `within_line`: the text begins in the middle of a line, whose rest
    says nothing by being short.
    """
    spans: list[Span] = []
    for start, end in _segments(text, within_line):
        if end - start <= _LONGEST_WHOLE and CELL_SEPARATOR in text[start:end]:
            spans.append(Span(base + start, base + end))  # "03.05. | Water | 41.30"
        else:
            _split_prose(text, start, end, base, spans)
    return spans


def mark_of_item(text: str) -> str:
    """The kind of mark that an item of a list begins with, whatever its number: "-", "1.", "(a)"; else ""."""
    found = _LIST_ITEM.match(text) or _HYPHEN.match(text)
    mark = found.group().split()[0] if found else ""
    return re.sub("[^\\W\\d_]+", "a", re.sub(r"\d+", "1", mark))


def is_within_line(text: str, offset: int) -> bool:
    """Whether anything stands before an offset on its line."""
    return bool(text[:offset].rpartition("\n")[2].strip())


def runs_on(before: str, after: str) -> bool:
    """Whether `after`, the first words of a page or column, ends the sentence that `before` breaks off: the
    text up to there, with its line ends.

    Nothing ends that sentence, its last line has no room for the next word, and neither is a row, an item or
    a heading in capitals. What begins with a capital, as any noun and name may, ends it only where it has
    filled a line, or breaks off behind a word that ends none ("by the").
    """
    lines = before.rstrip().split("\n")[-_NEARBY:]
    before, after = "\n".join(lines), after.lstrip()
    before = before[split_sentences(before)[-1].start :] if before.strip() else ""
    alone = lines[-1].strip() == before and len(before.split()) < _FEWEST_BROKEN
    if alone or not before or not after or is_table_row(before) or is_table_row(after):
        return False
    if before[-1] == SOFT_HYPHEN and after[0].islower():
        return True
    is_narrow = max(map(len, lines)) < _LEAST_WIDTH
    if (is_narrow and len(before.split()) <= _FEWEST_BROKEN) or not any(map(str.isalpha, after)):
        return False
    if before[-1] in _ENDINGS or before == before.upper():
        return False
    last_word = before.split()[-1]
    last_word = last_word.lower() if len(last_word) > 1 else last_word  # "Partner A"
    if _LIST_ITEM.match(after):
        return after[0].isdigit() and last_word in _BEFORE_ORDINALS
    if before[-1] in ",-\u2010\u00ad" or last_word in STARTERS | _BEFORE_ORDINALS:
        return True
    filled = len(lines[-1]) + 1 + len(after.split()[0])
    longest = max(map(len, lines[:-1]), default=0)
    if after[0].islower() or after[0].isdigit():
        is_full = filled > _SURELY_ROOM * longest
        return is_full or (after[0].islower() and not is_labelled(after.split("\n")[0]))  # "cc: all"
    return "\n" in before and filled > longest


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """`[start, end)` without the white space at either side."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def best_window(text: str, terms: Sequence[str], limit: int = 240) -> str:
    """The run of whole sentences, at most `limit` characters, that holds most of `terms` (lower case).

    A single longer sentence is cut at a word around its first term. White space is folded.
    """
    wanted = {term for term in terms if term}
    sentences = [one_line(text[span.start : span.end]) for span in split_sentences(text)]
    best, best_score = "", -1.0
    for first in range(len(sentences)):
        window = ""
        for sentence in sentences[first:]:
            longer = f"{window} {sentence}" if window else sentence
            if len(longer) > limit:
                break
            window = longer
        window = window or _cut_around(sentences[first], wanted, limit)
        lowered = window.lower()
        score = sum(1.0 for term in wanted if term in lowered) - 0.001 * first
        if score > best_score:
            best, best_score = window, score
    return best


def _cut_around(sentence: str, wanted: set[str], limit: int) -> str:
    lowered = sentence.lower()
    places = [place for term in wanted if (place := lowered.find(term)) >= 0]
    start = max(0, min(places, default=0) - limit // 3)
    if start:
        start = sentence.find(" ", start) + 1
    piece = sentence[start : start + limit - 2]
    if start + len(piece) < len(sentence) and " " in piece:
        piece = piece[: piece.rindex(" ")]
    head = "…" if start else ""
    tail = "…" if start + len(piece) < len(sentence) else ""
    return head + piece + tail


def _segments(text: str, within_line: bool) -> list[tuple[int, int]]:
    """Ranges that no sentence crosses: paragraphs, list items, table rows, heading-like lines."""
    segments: list[tuple[int, int]] = []
    for block_start, block_end in _blocks(text):
        lines = _lines(text, block_start, block_end)
        hyphens = sum(_HYPHEN.match(text, start) is not None for start, _ in lines)
        coded = [found[1] for start, _ in lines if (found := _CODED.match(text, start))]
        longest = max((end - start for start, end in lines), default=0)
        open_start = -1
        open_end = -1
        previous_short = previous_value = False
        number = 0
        for start, end in lines:
            line = text[start:end]
            row = is_table_row(line)
            # One alone may be prose that is wrapped behind a figure, or has a colon.
            value = row or _is_value_line(line) or is_labelled(line)
            begins = (
                row
                or (value and previous_value)
                or (hyphens > 1 and _follows(_HYPHEN, line, text[open_start:open_end]))
                or (
                    (code := _CODED.match(line)) is not None
                    and coded.count(code[1]) > 1
                    and _follows(_CODED, line, text[open_start:open_end])
                )
                or _is_item(line, text[open_start:open_end] if open_start >= 0 else "", number)
            )
            found = _ITEM_NUMBER.match(line)
            number = int(found[1]) if found else number
            previous_value = value
            if (
                not begins
                and open_start >= 0
                and previous_short
                and (line[:1].isupper() or line[:1].isdigit() or language_without_spaces(line[:1]))
            ):
                begins = True
            if begins and open_start >= 0:
                segments.append((open_start, open_end))
                open_start = -1
            if row:
                segments.append((start, end))
                open_start = -1
                previous_short = False
                continue
            if open_start < 0:
                open_start = start
            open_end = end
            length = end - start
            is_rest = within_line and not text[:start].strip()
            previous_short = (
                not is_rest
                and length <= _SHORT_LINE
                and length < 0.65 * longest
                and line[-1:] not in ",;-–，；、\u2010\u00ad"
            )
        if open_start >= 0:
            segments.append((open_start, open_end))
    return segments


def _is_item(line: str, before: str, number: int) -> bool:
    """Whether an item of a list begins; in "zum | 3. Mal" and "any terms | of section | 7. This …" none does:
    nothing ends before it, and it is not the next after the last `number`. `before`: what is open."""
    found = _ITEM_NUMBER.match(line)
    if found is None or not before or int(found[1]) in (1, number + 1):
        return _LIST_ITEM.match(line) is not None
    ends = before[-1] in _ENDINGS or before[-1] in ",;"
    return ends or ("\n" not in before and before.rsplit(None, 1)[-1].lower() not in _BEFORE_ORDINALS)


def _follows(mark: re.Pattern[str], line: str, before: str) -> bool:
    """Whether a line with such a mark begins an item, and goes on with no prose: what is open, if anything
    is, ends, is a short line or such an item itself."""
    if not mark.match(line):
        return False
    if not before or before[-1] in _ENDINGS or before[-1] in ",;":
        return True
    last = before.rsplit(None, 1)[-1].lower()
    if mark.match(before):
        return last not in _BEFORE_ORDINALS
    if "\n" in before or len(before) > _SHORT_LINE:
        return False
    return " - " not in line[2:] if mark is _HYPHEN else last not in STARTERS | _BEFORE_ORDINALS


def _blocks(text: str) -> list[tuple[int, int]]:
    blocks = []
    start = 0
    for match in re.finditer(r"\n[ \t\r]*\n\s*|\f", text):
        blocks.append((start, match.start()))
        start = match.end()
    blocks.append((start, len(text)))
    return blocks


def _lines(text: str, start: int, end: int) -> list[tuple[int, int]]:
    lines = []
    position = start
    while position < end:
        stop = text.find("\n", position, end)
        if stop < 0:
            stop = end
        low, high = trim(text, position, stop)
        if low < high:
            lines.append((low, high))
        position = stop + 1
    return lines


def _split_prose(text: str, start: int, end: int, base: int, spans: list[Span]) -> None:
    sentence_start = start
    # One character past the end stands in for the white space that follows the last mark.
    for match in SENTENCE_END.finditer(text, start, end):
        stop = match.end()
        if stop >= end or not _ends_sentence(text, sentence_start, match.start(), stop, end):
            continue
        low, high = trim(text, sentence_start, stop)
        if low < high:
            spans.append(Span(base + low, base + high))
        sentence_start = stop
    low, high = trim(text, sentence_start, end)
    if low < high:
        spans.append(Span(base + low, base + high))


def _is_filled_in(rest: str) -> bool:
    """Whether what comes behind the question of a form is its answer: a few words on its line."""
    return "\n" not in rest and len(rest.split()) <= _LONGEST_ROW and not SENTENCE_END.search(f"{rest} ")


def _ends_sentence(text: str, sentence_start: int, mark: int, stop: int, end: int) -> bool:
    if text[mark] in "。！？｡":
        return True
    after = text[stop : min(end, stop + 40)].split(maxsplit=1)
    if not after:
        return False
    following = after[0].lstrip("\"'“‘„‚«»([")
    if following[:1].islower():
        return False
    if text[mark] == "?" and _is_filled_in(text[stop:end]):
        return False
    if text[mark] != "." or text[mark + 1 : stop].rstrip("0123456789"):
        return True
    before = text[max(sentence_start, mark - 40) : mark].split()
    if not before:
        return False
    word = before[-1].lstrip("\"'“‘(").lower()
    at_start = len(before) == 1 and mark - sentence_start <= len(before[-1]) + 1
    if at_start and (word.isdigit() or len(word) == 1):
        return False  # "1. First", "A. Risk factors": the number of a list item
    if word in _TITLES:
        return False
    if len(word) == 1 and word.isalpha():
        return False  # an initial
    next_word = following.rstrip(",;:.").lower()
    if word.isdigit() and len(word) <= 2 and len(before) > 1:
        if next_word in GERMAN_MONTHS:
            return False
        if before[-2].lower() in _BEFORE_ORDINALS:
            return next_word in STARTERS
    if word in _MAYBE or re.fullmatch(r"(?:[a-z]\.)+[a-z]", word):
        return next_word in STARTERS
    # "Item 7. Management": the number belongs to what follows.
    return not (
        word.rstrip("abc").isdigit() and len(before) > 1 and before[-2].lower().lstrip("(") in _NUMBERED_BY
    )
