"""A prompt cut into what demands are made of: sentences, lists under a heading line, enumerations, numbers.

What stands in quotation marks is blanked: a quoted "search three times" is somebody else's wish, and a comma
in a quoted name ends nothing. Blanked text has the length of the original, so names are read back by place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.text.number_words import ENGLISH_NUMBERS, GERMAN_NUMBERS, words_for
from core.text.textspan import word_list

FLAGS = re.IGNORECASE


def any_of(*lines: str) -> str:
    """A pattern for one of the comma-separated phrases, the longest first."""
    phrases = {phrase.strip() for line in lines for phrase in line.split(",") if phrase.strip()}
    return "(?:" + "|".join(sorted(phrases, key=lambda phrase: (-len(phrase), phrase))) + ")"


def phrases(*lines: str) -> re.Pattern[str]:
    """The compiled form, between word boundaries."""
    return re.compile(rf"\b{any_of(*lines)}\b", FLAGS)


_QUOTED = re.compile(
    r'"[^"\n]{1,300}"|“[^”“"\n]{1,300}[”"]|„[^“”"\n]{1,300}[“”"]|«[^»\n]{1,300}»|»[^«\n]{1,300}«'
    r"|`[^`\n]{1,300}`"
    r"|(?<!\w)['‘](?:[^'’‘\n]|(?<=\w)['’](?=\w)){1,300}['’](?!\w)"
)
_QUOTE_MARKS = "\"“”„«»`'‘’"
_BLANK = "_"
_BULLET = re.compile(r"\s*(?:[-*•–—▪◦]|\(?(?:\d{1,2}|[a-hA-H])[.)]|#{1,4})\s+")
_INLINE_NUMBER = re.compile(r"(?:(?<=\s)|^)\(?(?:\d{1,2}|[a-h])[.)]\s+")
_STOP = re.compile(r"([.!?…]+)[\"'”’»“)\]]*\s+")
_ABBREVIATION = re.compile(
    r"(?:\b"
    + any_of(
        r"e\.g, i\.e, etc, vs, cf, no, nos, nr, art, abs, ziff, dr, mr, mrs, ms, st, ca, bzw, ggf, evtl,"
        r"inkl, usw, z\.\s?b, d\.\s?h, u\.\s?a, approx, min, max, mind, sec, para, fig, p, pp"
    )
    + r"|\b\w|\d)$",
    FLAGS,
)
_ARTICLE = re.compile(r"^(?:the|an?|its|their|der|die|das|den|dem|des|eine?[nmrs]?)\s+", FLAGS)
_BEFORE_QUOTED = re.compile(r"\s*(?:the|an?|on|for|der|die|das|zum?|zur)?\s*", FLAGS)
_BETWEEN_QUOTED = re.compile(
    r"(?:[\s,;:/|&–—-]|"
    + any_of("and, or, then, followed by, the, und, oder, sowie, dann, gefolgt von")
    + r"\b|\([^)]*\))*",
    FLAGS,
)
_PREPOSITION = re.compile(
    r"\s*"
    + any_of("for, in, with, on, about, from, of, based, using, to, at, by, für, zu, mit, aus, von, bei")
    + r"\b",
    FLAGS,
)
_JOINED = re.compile(r"\s*(?:and|or|then|und|oder|sowie|dann|&)\s", FLAGS)
_AND = re.compile(r"\s+(?:and(?:\s+then)?|und(?:\s+dann)?|sowie)\s+", FLAGS)
_LEADING = re.compile(
    rf"\s*(?:{any_of('and, or, then, und, oder, sowie, dann, finally, lastly, schließlich')}\b[\s,]*|&\s*)*"
    rf"(?:{any_of('for, on, about, nach, zu, zum, zur, über')}\s+)?",
    FLAGS,
)
_THEN_QUESTION = re.compile(
    r"(?::|\s[–—-])\s+(?="
    + any_of(
        "what, which, who, whose, whom, how, when, where, why, is, are, was, were, do, does, did, has,"
        "have, can, could, should, must, may, by how, in which, at what, for how, under what,"
        "welche[nrsm]?, wer, wie, wann, wo, warum, ist, sind, war, waren, gibt, hat, haben, darf, dürfen,"
        "muss, müssen, kann, können, ab wann, bis wann, seit wann, um wie, in welche[nrsm]?, wessen, wem,"
        "wen, wohin, woher, womit, wofür, worin, gilt, zu wann"
    )
    + r"\b)",
    FLAGS,
)

_BELOW = re.compile(r"\b(?:below|following|folgenden?|unten)\b", FLAGS)
_TRAILING_AND = re.compile(r"[\s,;]+(?:and|or|und|oder)\s*$", FLAGS)
NUMBER_WORDS = {
    **words_for(ENGLISH_NUMBERS | GERMAN_NUMBERS, range(2, 13)),
    "one": 1,
    "single": 1,
    "fuenf": 5,
    "zwoelf": 12,
    "dreier": 3,
    **dict.fromkeys(
        word_list("both couple pair several multiple zweier beide beiden mehrere mehreren mehrerer"), 2
    ),
}
_WORD = any_of(",".join(NUMBER_WORDS))
_UPPER = any_of(
    r"at most, no more than, not more than, up to, fewer than, less than, maximum, maximum of, max, max\.,"
    "höchstens, maximal, bis zu, weniger als, nicht mehr als"
)
_LOWER = any_of(
    "at least, at minimum, at a minimum, at the very least, a minimum of, minimum, minimum of,"
    r"no fewer than, no less than, exactly, not fewer than, not less than, min\., mindestens, mind\.,"
    "wenigstens, zumindest, genau, nicht weniger als, ≥, >="
)
_NEVER_FEWER = re.compile(
    r"\b(?:not|never|n['’]t|nicht|nie|niemals)\b[^.,;:!?]*\b(?:fewer|less|weniger)(?: than| als)$", FLAGS
)
_ABOVE = any_of("more than, mehr als, >")
_BOUND = rf"(?:(?P<upper>{_UPPER})\s*|(?P<above>{_ABOVE})\s*|(?P<lower>{_LOWER})\s*)?"
# "at least three", "two or three" (the lower number counts), "more than 2", "two of the".
SO_MANY = (
    rf"(?<![\w.,]){_BOUND}(?P<number>\d{{1,2}}(?![\w.,]*\d)|(?:a\s+)?{_WORD})"
    rf"(?:\s*(?:-|–|to|or|bis|oder|and|und)\s*(?:\d{{1,2}}|{_WORD}))?"
)
QUANTITY = (
    rf"{SO_MANY}(?:\s+{any_of('of, von, der, the, den, these, those, its, your, deiner, ihrer')}\b)*\s+"
)
TIMES = rf"{_BOUND}(?P<number>twice|thrice|(?:\d{{1,2}}|{_WORD})(?=(?:\s+\w+)?\s+times|\s?[x×]|-?\s?mal\b))"


def quantity(found: re.Match[str]) -> int | None:
    """The number that a match of `QUANTITY` or `TIMES` demands at least; None for upper bounds.

    "Never answer from fewer than three" is a lower one.
    """
    if found["upper"] and not _NEVER_FEWER.search(found.string, 0, found.end("upper")):
        return None
    word = found["number"].lower().removeprefix("a ").strip()
    value = int(word) if word.isdigit() else {"twice": 2, "thrice": 3, **NUMBER_WORDS}[word]
    return value + 1 if found["above"] else value


@dataclass(frozen=True, slots=True)
class Piece:
    """Text with quotations blanked, and the same text as it was written."""

    text: str
    raw: str

    def cut(self, start: int, end: int | None = None) -> Piece:
        return Piece(self.text[start:end], self.raw[start:end])


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence or a line. `items` are the lines listed below it, when it announces a list."""

    piece: Piece
    items: tuple[Piece, ...] = ()

    @property
    def text(self) -> str:
        return self.piece.text


def sentences(prompt: str) -> Iterator[Sentence]:
    """The prompt's sentences in order; lines of a list come with their heading line and again alone."""
    lines = _lines(prompt)
    for place, (line, _) in enumerate(lines):
        parts = list(_split(line))
        announces = parts and (parts[-1].text.rstrip().endswith(":") or _BELOW.search(parts[-1].text))
        items = _items_below(lines, place) if announces else ()
        for number, part in enumerate(parts, 1):
            yield Sentence(part, items if number == len(parts) else ())


def enumerated(piece: Piece, ends: re.Pattern[str]) -> tuple[str, ...]:
    """The members of "a, b and c" as written; a part where `ends` matches, and all after it, are none.

    A list that begins with a name in quotation marks has only such names.
    """
    if _QUOTED.match(_bare(piece).raw):
        return once(list(_quoted_names(_bare(piece))))
    parts: list[Piece] = []
    for part in _parts(piece):
        text = _bare(part).text
        # "a, b and c, for the year 2021": the list has ended with "and".
        after_last = parts and _AND.search(parts[-1].text) and _PREPOSITION.match(part.text)
        if parts and (not text.strip() or ends.match(text) or after_last):
            break
        parts.append(part)
    # "terms and conditions, fees and dates": only the last part is two, unless it begins with "and".
    if parts and not _INLINE_NUMBER.search(piece.text) and not _JOINED.match(parts[-1].text):
        last = list(_at_and(parts.pop()))
        for place, part in enumerate(last):
            if place and ends.match(_bare(part).text):
                break
            parts.append(part)
    return once([name for part in parts if (name := name_of(_bare(part)))])


def _quoted_names(piece: Piece) -> Iterator[str]:
    """Names in quotation marks with nothing but "and" and commas between them."""
    end = 0
    for quoted in _QUOTED.finditer(piece.raw):
        if not _BETWEEN_QUOTED.fullmatch(piece.raw, end, quoted.start()):
            return
        yield name_of(piece.cut(*quoted.span()))
        end = quoted.end()


def _bare(part: Piece) -> Piece:
    lead = _LEADING.match(part.text)
    return part.cut(lead.end() if lead else 0)


def _at_and(part: Piece) -> Iterator[Piece]:
    start = 0
    for found in _AND.finditer(part.text):
        yield part.cut(start, found.start())
        start = found.end()
    yield part.cut(start)


def name_of(piece: Piece) -> str:
    """A member without its article and quotation marks; of a quoted name with a remark only the name."""
    if (quoted := _QUOTED.search(piece.raw)) and _BEFORE_QUOTED.fullmatch(piece.raw[: quoted.start()]):
        return quoted.group().strip(_QUOTE_MARKS + " .,;:")
    bare = piece.raw.strip(" \t.,;:!?*_#")
    inner = bare.strip(_QUOTE_MARKS)
    # “definition of "change of control"” keeps its marks, “"change of control"” does not.
    return _ARTICLE.sub("", bare if any(mark in inner for mark in _QUOTE_MARKS[:-2]) else inner)


def once(names: list[str]) -> tuple[str, ...]:
    """Each name once, in order, whatever its case."""
    first: dict[str, str] = {}
    for name in names:
        first.setdefault(name.casefold(), name)
    return tuple(first.values())


def _parts(piece: Piece) -> Iterator[Piece]:
    text = piece.text
    numbers = list(_INLINE_NUMBER.finditer(text))
    if len(numbers) > 1:
        stops = [*(number.start() for number in numbers[1:]), len(text)]
        for number, stop in zip(numbers, stops, strict=True):
            trailing = _TRAILING_AND.search(text, number.end(), stop)
            yield piece.cut(number.end(), trailing.start() if trailing else stop)
        return
    cuts: list[re.Match[str]] = []
    comma, semicolon = text.find(","), text.find(";")
    if 0 <= comma < semicolon:  # "a, b and c; then more"
        piece, text = piece.cut(0, semicolon), text[:semicolon]
    for separator in (r"\s*;\s*", r"\s+[/|→]\s+|\s+->\s+", r"\s*,\s+"):
        if cuts := list(re.finditer(separator, text)):
            break
    start = 0
    for cut in cuts:
        yield piece.cut(start, cut.start())
        start = cut.end()
    yield piece.cut(start)


def _lines(prompt: str) -> list[tuple[Piece, bool]]:
    """Lines without their bullets, whether each had one; prose that was wrapped is one line again."""
    masked = _QUOTED.sub(lambda found: found[0][0] + _BLANK * (len(found[0]) - 2) + found[0][-1], prompt)
    lines: list[tuple[Piece, bool]] = []
    start = 0
    for text in masked.split("\n"):
        piece = Piece(text, prompt[start : start + len(text)])
        start += len(text) + 1
        if bullet := _BULLET.match(text):
            lines.append((piece.cut(bullet.end()), True))
        elif text.strip() and lines and _goes_on(lines[-1][0].text, text):
            before, had_bullet = lines[-1]
            lines[-1] = (Piece(f"{before.text} {text}", f"{before.raw} {piece.raw}"), had_bullet)
        elif text.strip():
            lines.append((piece, False))
    return lines


def _goes_on(before: str, line: str) -> bool:
    return before.rstrip()[-1:] not in ".!?:;" and line.lstrip()[:1].islower()


def _items_below(lines: list[tuple[Piece, bool]], place: int) -> tuple[Piece, ...]:
    """The bulleted lines below a line, or else two or more short plain ones."""
    below = lines[place + 1 :]
    bulleted = bool(below) and below[0][1]
    items: list[Piece] = []
    for piece, bullet in below:
        text = piece.text.rstrip()
        if bullet != bulleted or (not bulleted and (len(text) > 60 or text[-1:] in ".!?")):
            break
        items.append(piece)
    return tuple(items) if bulleted or len(items) > 1 else ()


def _split(line: Piece) -> Iterator[Piece]:
    start = 0
    for found in _STOP.finditer(line.text):
        if found[1] == "." and _ABBREVIATION.search(line.text[start : found.start()]):
            continue
        yield from _before_question(line.cut(start, found.end()))
        start = found.end()
    if line.text[start:].strip():
        yield from _before_question(line.cut(start))


def _before_question(sentence: Piece) -> Iterator[Piece]:
    """A demand before its question: "Open two citations: how high was …?"."""
    colon = _THEN_QUESTION.search(sentence.text) if sentence.text.rstrip().endswith("?") else None
    if colon:
        yield sentence.cut(0, colon.end())
    yield sentence.cut(colon.end() if colon else 0)
