"""The sections a prompt wants in the answer: named in a sentence, in the lines below it, or in a template."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.agent.constraint_clauses import FLAGS, Piece, Sentence, any_of, enumerated, name_of, once
from core.agent.constraint_grammar import OUTPUT, asks_about_documents, commands, negated

_MANY = any_of(
    "sections, headings, headers, parts, chapters, section headings, subheadings, sub-headings,"
    "paragraphs, titles, section titles, subsections, headlines, abschnitte, abschnitten, überschriften,"
    "teile, teilen, kapitel, kapiteln, rubriken, gliederungspunkte, gliederungspunkten,"
    "zwischenüberschriften, unterüberschriften, zwischentiteln, blöcke, punkte, punkten"
)
_ONE = any_of(
    "section, heading, header, part, chapter, abschnitt, überschrift, kapitel, rubrik,"
    "zwischenüberschrift, teil, paragraph"
)
_COUNT = r"(?:two|three|four|five|six|seven|zwei|drei|vier|fünf|sechs|\d)"
_NOT_A_NAME = re.compile(r"^(?:\d[\d.,–-]*|[IVX]+|[a-z]|§.*)$")
_SHAPE = re.compile(
    r"\b"
    + any_of(
        "structure, structured, organi[sz]e, organi[sz]ed, split, divide, divided, format, formatted,"
        "break, arrange, group, use, include, produce, create, write, give, give me, provide, present,"
        "report, answer, draft, prepare, make, build, summari[sz]e, respond, reply, contain, have, return,"
        "output, want, compile, deliver, lay out, set out, separate, compose, generate, explain, describe,"
        "using, gliedere, gliedern sie, strukturiere, strukturieren sie, unterteile, unterteilen sie,"
        "teile, teilen sie, schreibe?, schreiben sie, erstelle, erstellen sie, antworte, antworten sie,"
        "verwende, verwenden sie, nutze, nutzen sie, baue, fasse, fassen sie, verfasse, verfassen sie,"
        "gib, ordne, beantworte, beantworten sie, formuliere, formatiere, liefere, gliedern, enthalten,"
        "haben, unterteilen, strukturieren, aufteilen, mach, mache, brauche, möchte"
    )
    + r"\b",
    FLAGS,
)
# "with the sections A, B", "into two parts: A, B" shape what is written; "compare the sections on" does not.
_WITH_SECTIONS = re.compile(
    r"\b(?:with|into|in|under|using|use|include|includes|including|containing|contain|contains|have"
    "|has|add|of|by|following|mit|unter|"
    "verwende|nutze|enthalten|soll|sollen|sollte|sollten|muss|brauche|möchte|schreibe|nach|als"
    r"|als eigene|these|the following|diese|folgende[nr]?|and|want|need|exactly|:)\s+"
    f"(?:(?:the|these|following|exactly|separate|clear|own|main|only|own|{_COUNT}|den|die"
    "|diese[nr]?|folgende[nr]?|genau|eigene[nr]?|"
    rf"getrennte[nr]?|klare[nr]?|markdown|required|short|distinct|named|labell?ed)\s+)*(?P<noun>{_MANY})\b",
    FLAGS,
)
_LABEL = re.compile(
    r"^[\W_]*(?:(?:required|the|use|these|following|answer|desired|erforderliche|gewünschte"
    rf"|benötigte|output|{_COUNT})\s+)*"
    f"(?:{_MANY}|structure|outline|format|template|layout|gliederung|struktur|aufbau"
    r"|format)(?:\s+(?:of the answer|der antwort|required|needed))?\s*(?::|=)\s*",
    FLAGS,
)
_AS_LIST = re.compile(
    r"\b(?:structure|structured|organi[sz]e|organi[sz]ed|split|divide|divided|format|arrange|lay"
    "|break|gliedere|gliedern|strukturiere|strukturieren|unterteile|"
    rf"unterteilen|teile|baue)\b(?:\s+(?:sie\s+)?(?:it|down|out|up|{OUTPUT}|deine antwort"
    r"|die antwort|ihre antwort))?(?:\s+up)?\s*"
    "(?:(?:as follows|as|into|in|like this|by|under|wie folgt|so|nach|folgendermaßen|auf"
    r"|auf in)\b\s*)?(?P<colon>:)?\s*",
    FLAGS,
)
_INTRODUCTION = re.compile(
    r"\s*(?:(?:named|called|titled|entitled|headed|labell?ed|namens|mit den titeln|mit den namen"
    "|for|on|about|covering|zu|zum|zur|über|für|as follows|in this order|in dieser reihenfolge|"
    rf"(?:in|of|for|to) {OUTPUT}|below|exactly|wie folgt|each|are|sind)\b\s*,?\s*)*[:(–—=-]?\s*",
    FLAGS,
)
_LAST_WORDS = re.compile(
    r"\s+(?:based on|using|from the|so that|with|that|which|where|in this order|in that order"
    "|in dieser reihenfolge|on the basis|"
    "and nothing else|about the|for the|of the|auf basis|anhand|mit|und sonst nichts|gliedern"
    r"|unterteilen|strukturieren|auf|aus den|enthalten|haben|sections?$|headings?$|bitte)\b",
    FLAGS,
)
_REMARK = re.compile(r"\s*(?::|\s[–—-]\s|\(|\s=\s).*$", re.DOTALL)
_NEXT_CLAUSE = re.compile(
    any_of(
        "each, every, with, using, citing, before, after, so, if, when, you, please, open, read, quote,"
        "cite, resolve, search, keep, tell, answer, write, give, make, do, state, say, use, put, where,"
        "then, bitte, jeweils, wobei, öffne, lies, zitiere, nenne, schreibe?, sage?, gib, belege, suche,"
        "mit jeweils, all, both, no, nothing, nicht, at least, mindestens, in, at most, under, the,"
        "within, mark, explicitly"
    )
    + r"\b\s+\w",
    FLAGS,
)
_NAMED_ONE = re.compile(
    rf"\b(?:a|an|one|the|einen?|einem|eigenen|final|separate|short|own|with)\s+(?:[\w-]+\s+){{0,"
    rf"2}}?{_ONE}\s*,?\s+"
    "(?:(?:called|titled|entitled|named|headed|labell?ed|namens|mit dem titel|mit der überschrift"
    r"|on|about|for|zu|zum|zur|über)\s+)?"
    r"(?P<name>[\"“„'‘«»`][^\"”“'’»«`]+[\"”“'’»«`]|(?:(?!\s+(?:and|und)\s+(?:an?|one|eine[nm]?)\s)[^,"
    r".;:!?()\n])+)",
    FLAGS,
)
_CALLED = re.compile(
    r"\b(?:called|titled|entitled|named|headed|labell?ed|namens|titel|überschrift|on|about|for|zu"
    r"|zum|zur|über)\s+\W?$",
    FLAGS,
)
# "use the section on safety" is about a document's section.
_THE_ABOUT = re.compile(r"the\b.*\b(?:on|about|for)\s+$", FLAGS)
_NAME_FIRST = re.compile(
    rf"\b(?:a|an|one|einen?|eine)\s+(?P<name>[\"“„'‘«»][^\"”“'’»«]+[\"”“'’»«]|(?:[A-Z][\w-]+\s+){{1,"
    rf"3}}?)\s*-?{_ONE}\b"
)
_ADD = re.compile(
    r"\b"
    + any_of(
        "add, include, append, write, end with, end, finish with, finish, close with, close,"
        "conclude with, conclude, begin with, begin, start with, start, provide, give, give me, create,"
        "put, have, contain, use, answer, list, make, want, ergänze, ergänzen sie, füge, fügen sie,"
        "schließe, schließen sie, beginne, beginnen sie, ende, schreibe?, schreiben sie, verwende,"
        "erstelle, nimm, enthalten, haben, hänge"
    )
    + r"\b",
    FLAGS,
)
_UNDER = re.compile(
    r"\b(?:under|below|unter)\s+(?:the\s+|a\s+|der\s+|einer\s+|den\s+)?(?:separate\s+"
    r"|eigenen\s+)?(?:heading|header|title|headings|überschrift|überschriften"
    r"|titel)s?\s+(?P<list>[^.;!?\n]+)",
    FLAGS,
)
_TEMPLATE = re.compile(
    r"\b(?:template|structure|format|outline|skeleton|headings?|sections?|layout|vorlage|struktur"
    r"|gliederung|überschriften|abschnitte)\b",
    FLAGS,
)
_HEADING = re.compile(r"^#{1,4}\s+(?P<name>\S.*?)\s*#*\s*$", re.MULTILINE)


def sections_of(sentence: Sentence) -> tuple[str, ...]:
    """The names of the sections that the sentence, and the list below it, demands."""
    text = sentence.text
    if asks_about_documents(sentence):
        return ()
    found: list[str] = []
    if label := _LABEL.match(text):
        return _names(sentence, label.end())
    for match in _WITH_SECTIONS.finditer(text):
        if negated(sentence, match.start("noun")):
            continue
        if _shaped(sentence, match.start("noun")):
            found += _names(sentence, match.end())
    if not found:
        for match in _AS_LIST.finditer(text):
            if (
                match["colon"] or re.match(r"[A-ZÄÖÜ\"“„'‘«»]", text[match.end() : match.end() + 1])
            ) and commands(sentence, match.start()):
                found += _names(sentence, match.end())
    for match in _UNDER.finditer(text):
        if not negated(sentence, match.start()):
            found += _many(sentence.piece.cut(*match.span("list")))
    for pattern in (_NAMED_ONE, _NAME_FIRST):
        for match in pattern.finditer(text):
            if _shaped(sentence, match.start(), _ADD) and not negated(sentence, match.start()):
                found += _one(sentence, match, named=pattern is _NAME_FIRST)
    return once(found)


def template_of(prompt: str) -> tuple[str, ...]:
    """Two or more Markdown headings that the prompt shows as the shape of the answer."""
    headings = list(_HEADING.finditer(prompt))
    if len(headings) < 2 or not _TEMPLATE.search(prompt[: headings[0].start()]):
        return ()
    return once([_bare(Piece(match["name"], match["name"])) for match in headings])


def _shaped(sentence: Sentence, at: int, verbs: re.Pattern[str] = _SHAPE) -> bool:
    """Does a command to write, or what must be true of the answer, stand before `at`?"""
    before = sentence.text[:at]
    if re.search(
        rf"{OUTPUT}\s+(?:must|should|shall|needs to|has to|is to|soll|sollte|muss|with|mit|in)\b",
        before,
        FLAGS,
    ):
        return True
    if re.fullmatch(
        r"[\W_]*(?:please |bitte )?(?:with|in|under|using|mit|unter|into|three|two"
        r"|four)?\W*(?:[\w-]+\s+){0,3}",
        before,
        FLAGS,
    ):
        return True
    if re.search(
        r"\b(?:I|we)(?:['’]d| would)? (?:want|need|like|expect)\b|\bich (?:möchte|brauche|will|hätte)\b"
        r"|\b(?:please|bitte)\b",
        before,
        FLAGS,
    ):
        return True
    return any(commands(sentence, verb.start()) for verb in verbs.finditer(before))


def _names(sentence: Sentence, at: int) -> tuple[str, ...]:
    text = sentence.text
    start = _INTRODUCTION.match(text, at)
    begin = start.end() if start else at
    rest = sentence.piece.cut(begin)
    listed = _many(rest) if rest.text.strip(" .:!\n") else ()
    if len(listed) > 1 or (listed and not sentence.items):
        return listed
    return once([name for item in sentence.items if (name := _bare(item))]) or listed


def _many(piece: Piece) -> tuple[str, ...]:
    end = re.search(r"[.!?](?:\s|$)", piece.text)
    closed = re.search(r"^[^(]*?\w(?P<end>\))(?!\w)", piece.text)
    if closed and "(" not in piece.text[: closed.start("end")] and not re.match(r"\s*\(?\w\)", piece.text):
        end = closed if not end or closed.end() < end.end() else end
        kept = piece.cut(0, closed.start("end"))
        return _checked([_bare(Piece(name, name)) for name in enumerated(kept, _NEXT_CLAUSE)])
    kept = piece.cut(0, end.start()) if end else piece
    names = list(enumerated(kept, _NEXT_CLAUSE))
    return _checked([_bare(Piece(name, name)) for name in names])


def _checked(names: Sequence[str]) -> tuple[str, ...]:
    """None of them when the first is a number: "sections 3 and 4 of the contract" name nothing."""
    if not names or _NOT_A_NAME.match(names[0]):
        return ()
    return tuple(name for name in names if 0 < len(name) <= 60 and not _NOT_A_NAME.match(name))


def _one(sentence: Sentence, match: re.Match[str], named: bool) -> tuple[str, ...]:
    raw = sentence.piece.cut(*match.span("name"))
    quoted = raw.raw[:1] in "\"“„'‘«»`"
    before = match[0][: match.start("name") - match.start()]
    if not quoted and not named and (not _CALLED.search(before) or _THE_ABOUT.match(before)):
        return ()
    return _many(raw) if not quoted else (name_of(raw),)


def _bare(piece: Piece) -> str:
    """A name without the remark that follows it: "Summary: two sentences", "Risks (at most five)"."""
    raw = piece.raw.strip()
    if raw[:1] in "\"“„'‘«»`*":
        return (
            name_of(Piece(raw.split("**")[1], raw.split("**")[1]))
            if raw.startswith("**") and raw.count("**") > 1
            else name_of(Piece(raw, raw))
        )
    name = _REMARK.sub("", raw)
    cut = _LAST_WORDS.search(name)
    return name_of(Piece(name[: cut.start()] if cut else name, name[: cut.start()] if cut else name))
