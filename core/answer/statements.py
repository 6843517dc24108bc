"""From the model's text to statements and the citation numbers they carry.

All spellings of the specification parse into one `[n]`: `[2]`, `[1, 3]`, `[Source 2]`, `[doc_id]`; and so do
others that models write: `[1-3]`, `[Sources 1 and 2]`, `(Source 2)`, `【2】`, `[^2]`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from core.answer.plain_text import plain_words
from core.text.quotations import quotations_in
from core.text.textspan import split_sentences
from core.types import Span

_NAMED = r"(?:(?:see|siehe|vgl\.)\s+)?(?:sources?|quellen?|citations?|documents?|docs?|dokumente?)\s*[:#]?\s*"
_NUMBERS = rf"#?[0-9]{{1,3}}(?:\s*(?:[,;&–-]|and|und)\s*(?:{_NAMED})?#?[0-9]{{1,3}})*"
# Square brackets of any width with or without a word; round ones only with one: "(3)" numbers a list.
_MARKER = re.compile(
    rf"[^\S\n]*(?:[\[［【]\s*\^?(?:{_NAMED})?(?P<square>{_NUMBERS})\s*[\]］】]|[(（]\s*{_NAMED}(?P<round>{_NUMBERS})\s*[)）])",
    re.IGNORECASE,
)
_RANGE = re.compile(r"([0-9]+)\s*[–-]\s*[^0-9,;]*([0-9]+)|([0-9]+)")
_LONGEST_RANGE = 20  # "[2019-2023]" is none
_UUID_MARKER = re.compile(
    r"[^\S\n]*\[\s*((?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}))\s*\]", re.IGNORECASE
)
# "[1] and [2].", "[1]; [2]", "(see [1], [2])", "[1]. See also [2].": one run, with what joins its markers.
_JOINING = "and|or|as|well|also|see|und|oder|sowie|wie|auch|siehe|vgl"
_JOINED = rf"(?:\.(?=\s*(?:{_JOINING})\b))?(?:\s*(?:[,;:&/+(]|\b(?:{_JOINING})\b\.?))*\s*\[\d+\](?:\s*\))?"
_BEGINS = rf"\(\s*(?:(?:{_JOINING})\b[.:]?\s*)*\[\d+\]"
_MARKER_RUN = re.compile(
    rf"(\s*(?:{_BEGINS}(?:{_JOINED})*\s*\)|{_BEGINS}(?:{_JOINED})+|\[\d+\](?:{_JOINED})*))\s*([.!?;:]?)",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\[(\d+)\]")
_MOST_DIGITS = 9
_FIGURE_ALONE = re.compile(r"[^\w\s]?\s?\d[\d.,\s]*[^\d\s,;:]{0,12}[\s,;:]+")
_BULLET = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+")

# A whole sentence that says nothing but that the documents do not say it. Its subject is the documents, or it
# names them: "The seal does not contain PFAS" is a statement like any other.
_DOCUMENTS = (
    r"(?:the|these|none of the) (?:provided |given |available |numbered |cited )*"
    r"(?:documents?|sources?|context|text)s?"
)
_DOKUMENTE = (
    r"(?:bereitgestellten |vorliegenden |angegebenen |gegebenen )*(?:dokumente|quellen|unterlagen|texte)n?"
)
_ADMISSION = re.compile(
    r"(?:(?:sorry|unfortunately),? )?(?:but )?(?:"
    rf"i (?:do not|don't) know(?: based on {_DOCUMENTS})?"
    r"|i cannot answer(?: this| the question)?[^,;]*"
    rf"|{_DOCUMENTS} (?:(?:do|does|did) not |don't |doesn't )?"
    r"(?:contain|mention|provide|state|say|specify|include|answer)s?\b[^,;]*"
    r"|[^,;]* (?:is|are) not (?:mentioned|stated|specified|provided|given|found|included|available)"
    rf" (?:in|by) (?:any of )?{_DOCUMENTS}"
    rf"|(?:there is )?no information (?:about|on|regarding) [^,;]*\bin (?:any of )?{_DOCUMENTS}"
    rf"|die {_DOKUMENTE} (?:enthalten|nennen|sagen|geben|liefern) (?:dazu |hierzu )?(?:keinen?|nichts)[^,;]*"
    rf"|(?:dazu|hierzu|darüber) (?:enthalten|sagen|nennen) die {_DOKUMENTE} (?:keinen?|nichts)[^,;]*"
    rf"|in den {_DOKUMENTE} (?:steht|gibt es|finden sich|findet sich) (?:dazu |hierzu )?"
    r"(?:nichts|keine (?:informationen?|angaben?|hinweise?))[^,;]*"
    rf"|(?:das|dies) geht aus den {_DOKUMENTE} nicht hervor"
    r"|(?:das|dies|(?:die|diese) frage) kann ich[^,;]* nicht beantworten"
    r"|ich kann (?:das|dies|(?:die|diese) frage)[^,;]* nicht beantworten"
    r")[.! ]*",
    re.IGNORECASE,
)
_TURNS = re.compile(r"\b(?:but|however|although|aber|jedoch|except)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class DraftStatement:
    """One sentence or bullet of the draft. `labels` name evidence sentences when the model chose them.

    `quoted`: the program copied `text` from the sentences named, word for word; `part`: from so much of the
    only one, as the short answer. `section`: the heading it was written under, where the question asked for
    sections. `operands`: the cells that a computed figure comes from, each with the label of its sentence.
    `row`, `column`: the cell of a table that it is. `doubt`: why it is weak though it stands there.
    `line`: a line of its own, as of a letter.
    """

    text: str
    citations: tuple[int, ...] = ()
    labels: tuple[str, ...] = ()
    bullet: bool = False
    quoted: bool = False
    section: str = ""
    part: Span | None = None
    operands: tuple[tuple[str, str], ...] | None = None
    row: str = ""
    column: str = ""
    doubt: str = ""
    line: bool = False


def renumbered(draft: DraftStatement, numbers: Mapping[int, int]) -> DraftStatement:
    """With its sources under other numbers."""
    labels = (label.split(".", 1) for label in draft.labels)
    return replace(
        draft,
        citations=tuple(numbers[number] for number in draft.citations if number in numbers),
        labels=tuple(f"{numbers[int(number)]}.{sentence}" for number, sentence in labels),
    )


def normalise_markers(text: str, numbers_by_document: Mapping[str, int] | None = None) -> str:
    """Rewrite every known spelling of a citation to `[n]`, several as `[1][3]`."""
    known = numbers_by_document or {}

    def uuid_marker(match: re.Match[str]) -> str:
        number = known.get(match.group(1).lower())
        return f" [{number}]" if number else ""

    def marker(match: re.Match[str]) -> str:
        return " " + "".join(f"[{number}]" for number in _numbers_of(match["square"] or match["round"]))

    return _MARKER.sub(marker, _UUID_MARKER.sub(uuid_marker, text)).strip()


def _numbers_of(listed: str) -> list[int]:
    """1, 2, 3 of "1-3", 1 and 3 of "1, 3"."""
    found: list[int] = []
    for first, last, alone in _RANGE.findall(listed):
        if alone or not 0 <= int(last) - int(first) <= _LONGEST_RANGE:
            found += [int(number) for number in (alone, first, last) if number]
        else:
            found += range(int(first), int(last) + 1)
    return found


def split_statements(text: str, valid: frozenset[int]) -> list[DraftStatement]:
    """Cut a drafted answer into statements. Markers outside `valid` are dropped: no source is invented.

    A marker covers every sentence since the marker before it, whether it stands before or behind the full
    stop, or on a line of its own; several that only words like "and" join cover the same sentences. Whether
    the source really carries each of them is for `core.answer.verification.verify` to say. Statements are
    plain words: links, images and HTML are taken out.
    """
    statements: list[DraftStatement] = []
    last = 0  # where the statements of the last marker, or those behind it, begin
    for raw_line in plain_words(text).splitlines():
        bullet = bool(_BULLET.match(raw_line))
        line = _BULLET.sub("", raw_line).strip()
        if not _sentences(_MARKER_RUN.sub(" ", line)):  # nothing but markers: of what stands before
            further = [number for number in markers_in(line) if number in valid]
            statements[last:] = [_citing(statement, further) for statement in statements[last:]]
            continue
        position = 0
        for match in _MARKER_RUN.finditer(line):
            stop = match.group(2)
            written = line[position : match.start()]
            segment = written if written.rstrip().endswith((".", "!", "?")) else written + stop
            citations = tuple(number for number in markers_in(match.group(1)) if number in valid)
            if sentences := _sentences(segment):
                last = len(statements)
                statements += [DraftStatement(one, citations, bullet=bullet) for one in sentences]
            elif not _sentences(line[match.end() :]):  # "[1]. [2]": no sentence is left that it could head
                statements[last:] = [_citing(statement, citations) for statement in statements[last:]]
            position = match.end()
        if sentences := _sentences(line[position:]):
            last = len(statements)
            statements += [DraftStatement(one, bullet=bullet) for one in sentences]
    return without_repetitions(statements)


def markers_in(text: str) -> tuple[int, ...]:
    """The numbers of all its markers as `normalise_markers` writes them, each once."""
    return tuple(dict.fromkeys(_number(digits) for digits in _NUMBER.findall(text)))


def without_markers(text: str) -> str:
    """One sentence without its markers and what joins them: "It weighs 42 kg." of "… [1] and [2]."."""
    bare = _MARKER_RUN.sub(lambda match: f" {match.group(2)}", text)
    return re.sub(r"\s+([.,;:!?])", r"\1", " ".join(bare.split()))


def _number(digits: str) -> int:
    return int(digits[:_MOST_DIGITS])  # a number of thousands of digits is none that Python reads


def _citing(statement: DraftStatement, further: Sequence[int]) -> DraftStatement:
    return replace(statement, citations=tuple(dict.fromkeys((*statement.citations, *further))))


def without_repetitions(statements: Sequence[DraftStatement]) -> list[DraftStatement]:
    """Each text once: small models repeat a sentence until they are stopped."""
    seen: dict[str, DraftStatement] = {}
    for statement in statements:
        seen.setdefault(" ".join(statement.text.casefold().split()), statement)
    return list(seen.values())


def _sentences(text: str) -> list[str]:
    """Its sentences; those of one quotation stay together, so that it can be checked as a whole."""
    quotations = quotations_in(text)
    spans: list[tuple[int, int]] = []
    for span in split_sentences(text):
        if spans and any(each.start < span.start < each.end for each in quotations):
            spans[-1] = (spans[-1][0], span.end)
        else:
            spans.append((span.start, span.end))
    pieces = [without_stray_marks(text[start:end].strip()) for start, end in spans]
    joining = set(_JOINING.split("|"))
    return [piece for piece in pieces if not joining.issuperset(re.findall(r"[^\W_]+", piece.casefold()))]


def without_stray_marks(sentence: str) -> str:
    """ "1,890.00" of "1,890.00,": a figure alone or with its unit, before a model's marker."""
    return sentence.rstrip(" ,;:") if _FIGURE_ALONE.fullmatch(sentence) else sentence


def is_no_answer(sentence: str) -> bool:
    """True for a sentence that only admits that the documents do not say it."""
    words = " ".join(sentence.split())
    if not _ADMISSION.fullmatch(words) or _TURNS.search(words.partition(" ")[2]):
        return False
    lowered = words.casefold()
    return any(sign in lowered for sign in ("not", "n't", "none", "no information", "kein", "nicht"))
