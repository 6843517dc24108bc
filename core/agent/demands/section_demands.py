"""The sections a prompt wants in the answer: named in a sentence, in the lines below it, or in a template."""

from __future__ import annotations

import re

from core.agent.demands.prompt_clauses import (
    FLAGS,
    Piece,
    Sentence,
    any_of,
    enumerated,
    name_of,
    once,
    phrases,
)
from core.agent.demands.who_demands import OUTPUT, WISH, asks_about_documents, commanding, commands, negated

_LONGEST_NAME = 60  # characters
_QUOTE = "\"“„'‘«»`"
_SECTIONS = any_of(
    "sections, headings, headers, parts, chapters, section headings, subheadings, sub-headings,"
    "paragraphs, titles, section titles, subsections, headlines, abschnitten?, überschriften, teilen?,"
    "kapiteln?, rubriken, gliederungspunkten?, zwischenüberschriften, unterüberschriften, zwischentiteln,"
    "blöcke, punkten?"
)
_SECTION = any_of(
    "section, heading, header, part, chapter, abschnitt, überschrift, kapitel, rubrik,"
    "zwischenüberschrift, teil, paragraph"
)
_ABOUT = any_of("on, about, for, zu, zum, zur, über")
_LAYOUTS = "structure, outline, format, template, layout, gliederung, struktur, aufbau"
_ARRANGING = (
    "structure, structured, organi[sz]e, organi[sz]ed, split, divide, divided, format, arrange, lay, break,"
    "gliedere, gliedern, strukturiere, strukturieren, unterteile, unterteilen, teile, aufteilen, baue"
)
_LAYOUT, _ARRANGE = any_of(_LAYOUTS), any_of(_ARRANGING)
_MAY_DEMAND = re.compile(rf"\b(?:{_SECTIONS}|{_SECTION}|{_LAYOUT}|{_ARRANGE})\b", FLAGS)
_COUNT = r"(?:two|three|four|five|six|seven|zwei|drei|vier|fünf|sechs|\d)"
_NO_NAME = re.compile(r"\d[\d.,–-]*|[IVX]+|[a-z]|§.*")
_WRITE = phrases(
    _ARRANGING,
    "formatted, group, use, using, include, produce, create, write, give, give me, provide, present, report,"
    "answer, draft, prepare, make, build, summari[sz]e, respond, reply, contain, have, return, output, want,"
    "compile, deliver, set out, separate, compose, generate, explain, describe, gliedern sie,"
    "strukturieren sie, unterteilen sie, teilen sie, schreibe?, schreiben sie, erstelle, erstellen sie,"
    "antworte, antworten sie, verwende, verwenden sie, nutze, nutzen sie, fasse, fassen sie, verfasse,"
    "stelle, stellen sie, beschreibe, beschreiben sie,"
    "verfassen sie, gib, ordne, beantworte, beantworten sie, formuliere, formatiere, liefere, enthalten,"
    "haben, aufteilen, mach, mache, brauche, möchte",
)
# "with the sections A, B", "into two parts: A, B" shape what is written; "compare the sections on" does not.
_BEFORE_SECTIONS = any_of(
    "with, into, in, under, using, use, include, includes, including, containing, contain, contains,"
    "have, has, add, provide, create, consisting of, consist of, made up of, by, following, these,"
    "the following, and, want, need, exactly, write, give, mit, unter, verwende, nutze, enthalten, soll,"
    "sollen, sollte, sollten, muss, brauche, möchte, schreibe, nach, als, als eigene, diese, folgende[nr]?, :"
)
_WHICH_SECTIONS = any_of(
    "the, these, following, exactly, separate, clear, own, main, only, markdown, required, short,"
    "distinct, named, labell?ed, den, die, diese[nr]?, folgende[nr]?, genau, eigene[nr]?, getrennte[nr]?,"
    "klare[nr]?"
)
_WITH_SECTIONS = re.compile(
    rf"\b{_BEFORE_SECTIONS}\s+(?:(?:{_WHICH_SECTIONS}|{_COUNT}|H\d)\s+)*(?P<noun>{_SECTIONS})\b", FLAGS
)
# "use the sections on safety", "the headings of the report": a document has them already.
_THE_KNOWN = re.compile(rf"\b(?:the|die|den)\s+{_SECTIONS}\s+{_ABOUT}\b", FLAGS)
_OF_DOCUMENT = re.compile(
    rf"\s+{any_of('of, in, from, von, des, der, aus, im')}\s+(?!{OUTPUT}|this order)", FLAGS
)
# "in the following format:", "folgende Gliederung:", with the names after the colon or below.
_WITH_LAYOUT = re.compile(
    rf"\b(?:this|the following|the|diese[nrs]?|folgende[nrs]?)\s+(?:\w+\s+)?{_LAYOUT}\s*(?P<colon>:)", FLAGS
)
# "Required sections: A, B", "Gliederung: A, B".
_BEFORE_LABEL = any_of(
    "please, pls, bitte, required, the, use, these, following, answer, desired, output,"
    "erforderliche, gewünschte, benötigte"
)
_LABEL = re.compile(
    rf"[\W_]*(?:(?:{_BEFORE_LABEL}|{_COUNT})\s+)*(?:{_SECTIONS}|{_LAYOUT})"
    r"(?:\s+(?:of the answer|der antwort|required|needed|are|(?:should|must) be))?"
    r"(?:,?\s+(?:please|pls|bitte))?\s*[:=]\s*",
    FLAGS,
)
_AS = any_of("as follows, as, into, in, like this, by, under, wie folgt, so, nach, folgendermaßen, auf")
_AS_LIST = re.compile(
    rf"\b{_ARRANGE}\b(?:\s+(?:sie|it|down|out|up|{OUTPUT}|{_AS})\b)*\s*(?=:|(?-i:[A-ZÄÖÜ])|[{_QUOTE}]):?\s*",
    FLAGS,
)
# "divide the answer into causes, effects and remedies": names in small letters, when it is the answer.
_OUTPUT_INTO = re.compile(rf"\b{_ARRANGE}\s+{OUTPUT}\s+(?:into|in|under|by|in die|nach)\s+", FLAGS)
_OUTPUT_BEFORE = re.compile(rf"{OUTPUT}\s+(?:be\s+)?$", FLAGS)
_INTRODUCTION = re.compile(
    r"\s*(?:(?:"
    + any_of(
        "named, called, titled, entitled, headed, labell?ed, for, on, about, covering, as follows,"
        "in this order, below, exactly, each, are, namens, mit den titeln, mit den namen, zu, zum, zur,"
        "über, für, in dieser reihenfolge, wie folgt, sind"
    )
    + rf"|(?:in|of|for|to) {OUTPUT})\b\s*,?\s*)*[:–—=-]?\s*(?P<bracket>\((?!\w\)))?",
    FLAGS,
)
_AFTER_NAME = re.compile(
    r"\s+"
    + any_of(
        "zusammen$, zusammen und, dar$, dar und, auf$, vor$,"
        "based on, using, from the, so that, with, that, which, where, in this order, in that order,"
        "on the basis, and nothing else, about the, for the, of the, in dieser reihenfolge, auf basis,"
        "anhand, mit, und sonst nichts, gliedern, unterteilen, strukturieren, auf, aus den, enthalten,"
        "haben, sections?$, headings?$, bitte, um,"
        "to (?:describe|explain|answer|summari[sz]e|report|present|structure|write|cover|show|compare)"
    )
    + r"\b",
    FLAGS,
)
_REMARK = re.compile(r"\s*(?::|\s[–—-]\s|\(|\s=\s).*$", re.DOTALL)
_BOLD = re.compile(r"\*\*(.+?)\*\*")
_NEXT_CLAUSE = re.compile(
    any_of(
        "each, every, with, using, citing, before, after, so, if, when, you, please, keep, state, where,"
        "then, all, both, no, nothing, at least, at most, under, the, within, explicitly, in, jeweils,"
        "wobei, nicht, mindestens, bitte, mit jeweils"
    )
    + r"\b\s+\w|"
    + any_of(
        "open, read, quote, cite, resolve, search, tell, answer, write, give, make, do, say, use, put,"
        "mark, öffne, lies, zitiere, nenne, schreibe?, sage?, gib, belege, suche, weise?, weisen sie"
    )
    + r"\s+"
    + any_of(
        r"the, a, an, at, one, two, three, \d+, all, any, each, every, me, it, them, only, exactly, what,"
        "how, which, where, whether, if, your, both, their, its, no, separately, in, verbatim, mir, die,"
        "das, den, der, mindestens, zwei, drei, alle, beide, jede[nrs]?, nach, getrennt, wörtlich, auf"
    )
    + r"\b",
    FLAGS,
)
_CALLED = any_of(
    "called, titled, entitled, named, headed, labell?ed, namens, mit dem titel, mit der überschrift"
)
_QUOTED_NAME = rf"[{_QUOTE}][^\"”“'’»«`]+[\"”“'’»«`]"
_NAME = rf"(?P<name>{_QUOTED_NAME}|(?:(?!\s+(?:and|und)\s+(?:an?|one|eine[nm]?)\s)[^,.;:!?()\n])+)"
# "a section called X", "a section on X", "einen Abschnitt „X“"; "the section on X" is one of a document.
_A = any_of("a, an, one, ein, einen?, einem, eigenen, final, separate, short, own, with")
_NAMED = re.compile(
    rf"\b(?:(?P<known>the)|{_A})\s+"
    rf"(?:[\w-]+\s+){{0,2}}?{_SECTION}\s*,?\s+(?:(?P<called>{_CALLED})\s+|(?P<about>{_ABOUT})\s+)?{_NAME}",
    FLAGS,
)
_NAME_FIRST = re.compile(
    rf"\b(?:an?|one|einen?|eine)\s+(?P<name>{_QUOTED_NAME}|(?:[A-Z][\w-]+\s+){{1,3}}?)"
    rf"\s*-?(?i:{_SECTION})\b"
)
_UNDER = re.compile(
    r"\b(?:under|below|unter)\s+(?:(?:the|a|der|einer|den|separate|eigenen)\s+)*"
    r"(?:headings?|headers?|titles?|überschrift(?:en)?|titeln?)\s+(?P<list>[^.;!?\n]+)",
    FLAGS,
)
_ADD = phrases(
    "add, include, append, write, end with, end, finish with, finish, close with, close, conclude with,"
    "conclude, begin with, begin, start with, start, provide, give, give me, create, put, have, contain,"
    "use, answer, list, make, want, ergänze, ergänzen sie, füge, fügen sie, schließe, schließen sie,"
    "beginne, beginnen sie, ende, schreibe?, schreiben sie, verwende, erstelle, nimm, enthalten, haben,"
    "hänge"
)
_HAS = any_of("must, should, shall, needs to, has to, is to, soll, sollte, muss, with, mit, in")
_OUTPUT_HAS = re.compile(rf"{OUTPUT}\s*(?::|\s{_HAS}\b)", FLAGS)
# "Write a memo. It should have three parts: Facts, Law." A machine's parts have articles.
_IT_HAS = re.compile(
    rf"\W*(?:it|this|es|sie|er)\s+(?:must|should|shall|soll|sollte|muss)\s+(?:\w+\s+){{1,3}}{_SECTIONS}\s*:"
    r"(?!\s*(?:an?|the|eine?n?|der|die|das|den)\s)",
    FLAGS,
)
_LITTLE_BEFORE = re.compile(
    r"[\W_]*(?:(?:please|bitte)\s+)?(?:(?:with|in|under|using|into|mit|unter|two|three|four)\b)?"
    r"[\W_]*(?:[\w-]+\s+){0,3}",
    FLAGS,
)
_PLEASE = phrases("please, pls, bitte")
_SENTENCE_END = re.compile(r"[.!?](?:\s|$)")
_TEMPLATE = phrases(_LAYOUTS, "skeleton, headings?, sections?, vorlage, überschriften, abschnitte")
_HEADING = re.compile(r"^#{1,4}\s+(?P<name>\S.*?)\s*#*\s*$", re.MULTILINE)


def sections_of(sentence: Sentence) -> tuple[str, ...]:
    """The names of the sections that the sentence, and the list below it, demands."""
    text, found = sentence.text, list[str]()
    if not _MAY_DEMAND.search(text) or asks_about_documents(sentence):
        return ()
    if label := _LABEL.match(text):
        return _names(sentence, label.end())
    for match in _WITH_SECTIONS.finditer(text):
        known = _THE_KNOWN.search(text, match.start()) or _OF_DOCUMENT.match(text, match.end())
        if not known and _shapes_answer(sentence, match.start("noun"), _WRITE):
            found += _names(sentence, match.end())
    for match in _WITH_LAYOUT.finditer(text):
        if _shapes_answer(sentence, match.start(), _WRITE):
            found += _names(sentence, match.end())
    if not found:
        for match in _AS_LIST.finditer(text):
            wished = WISH.search(text, 0, match.start()) and _OUTPUT_BEFORE.search(text, 0, match.start())
            if wished or commands(sentence, match.start()):
                found += _names(sentence, match.end())
        for match in commanding(sentence, _OUTPUT_INTO):
            names = _names(sentence, match.end())
            found += names if len(names) > 1 else ()
    for match in _UNDER.finditer(text):
        if not negated(sentence, match.start()):
            found += _many(sentence.piece.cut(*match.span("list")))
    for match in _NAMED.finditer(text):
        quoted = match["name"][0] in _QUOTE
        named = quoted or match["called"] or (match["about"] and not match["known"])
        if named and _shapes_answer(sentence, match.start(), _ADD):
            end = None if quoted else match.end("name")  # “Facts” may be followed by “Law”
            found += _many(sentence.piece.cut(match.start("name"), end))
    for match in _NAME_FIRST.finditer(text):
        if _shapes_answer(sentence, match.start(), _ADD):
            found += _many(sentence.piece.cut(*match.span("name")))
    return once(found)


def template_of(prompt: str) -> tuple[str, ...]:
    """Two or more Markdown headings that the prompt shows as the shape of the answer."""
    headings = list(_HEADING.finditer(prompt))
    if len(headings) < 2 or not _TEMPLATE.search(prompt, 0, headings[0].start()):
        return ()
    return once([_title(match["name"]) for match in headings])


def _shapes_answer(sentence: Sentence, at: int, verbs: re.Pattern[str]) -> bool:
    """Does a command to write, or what must be true of the answer, stand before `at`?"""
    text = sentence.text
    if negated(sentence, at):
        return False
    if (
        _LITTLE_BEFORE.fullmatch(text, 0, at)
        or _IT_HAS.match(text)
        or any(pattern.search(text, 0, at) for pattern in (_OUTPUT_HAS, WISH, _PLEASE))
    ):
        return True
    return any(commands(sentence, verb.start()) for verb in verbs.finditer(text, 0, at))


def _names(sentence: Sentence, at: int) -> tuple[str, ...]:
    """The names that follow `at`, or else stand in the lines below."""
    introduction = _INTRODUCTION.match(sentence.text, at)
    rest = sentence.piece.cut(introduction.end() if introduction else at)
    if introduction and introduction["bracket"]:
        rest = rest.cut(0, rest.text.find(")") if ")" in rest.text else None)
    listed = _many(rest)
    if len(listed) > 1 or not sentence.items:
        return listed
    return once([name for item in sentence.items if (name := _title(item.raw))])


def _many(piece: Piece) -> tuple[str, ...]:
    """None when the first is a number: "sections 3 and 4 of the contract" name nothing."""
    end = _SENTENCE_END.search(piece.text)
    names = [_title(name) for name in enumerated(piece.cut(0, end.start() if end else None), _NEXT_CLAUSE)]
    if not names or _NO_NAME.fullmatch(names[0]):
        return ()
    return tuple(name for name in names if 0 < len(name) <= _LONGEST_NAME and not _NO_NAME.fullmatch(name))


def _title(raw: str) -> str:
    """A name without the remark that follows it: "Summary: two sentences", "Risks (at most five)"."""
    raw = raw.strip()
    if bold := _BOLD.match(raw):
        raw = bold[1]
    if raw[:1] not in _QUOTE:
        raw = _REMARK.sub("", raw)
        after = _AFTER_NAME.search(raw)
        raw = raw[: after.start()] if after else raw
    return name_of(Piece(raw, raw))
