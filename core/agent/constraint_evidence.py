"""Demands on the evidence: citations to open, words to quote exactly."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.agent.constraint_clauses import FLAGS, QUANTITY, Sentence, any_of, name_of, once, quantity
from core.agent.constraint_grammar import asks_about_documents, commands, governed, negated

_OPEN = re.compile(
    r"\b"
    + any_of(
        "open, open up, read, read through, inspect, consult, view, check, pull up, look at, look into,"
        "go through, use, cite, call, reference, examine, review, study, rely on, draw on, base, opening,"
        "reading, inspecting, consulting, viewing, using, citing, opened, consulted, inspected,"
        "open_citation, call open_citation, use open_citation, öffne, öffnen sie, lies, lesen sie, prüfe,"
        "prüfen sie, nutze, nutzen sie, verwende, verwenden sie, zitiere, zitieren sie, sieh, sehen sie,"
        "rufe, rufen sie, öffnen, zieh, ziehe, ziehen sie, schlage, stütze, stützen sie, nenne,"
        "nennen sie"
    )
    + r"\b",
    FLAGS,
)
_EVIDENCE = any_of(
    "citations?, passages?, sources?, documents?, chunks?, hits?, search results?, results?, excerpts?,"
    "references?, files?, search hits?, text passages?, records?, matches, extracts?, source documents?,"
    "pieces of evidence, of them, zitate?n?, zitationen, belege?n?, belegstellen?, quellen?, fundstellen?,"
    "treffern?, dokumente?n?, passagen?, textstellen?, stellen, suchergebnissen?, suchtreffern?,"
    "ergebnissen?, auszüge?n?, nachweisen?, unterlagen, textpassagen?, dateien?, quelldokumente?n?"
)
_QUALITY = r"(?:(?!(?:and|or|of|und|oder|the)\b)[\w-]+,?\s+){0,3}?"
_COUNTED = re.compile(rf"{QUANTITY}{_QUALITY}{_EVIDENCE}\b", FLAGS)
_WHOLE = any_of("full, entire, complete, whole, vollständigen?, ganzen?, kompletten?, gesamten?, vollen")
_FULL_TEXT = re.compile(
    rf"\b{_WHOLE}[- ]+(?:\w+ )?(?:text|texts|wording|content|passages?|citations?|sections?"
    "|documents?|sources?|clauses?"
    "|chunks?|contract|policy|report|manual|volltext|text|texte|wortlaut|inhalt|dokument|passagen?"
    r"|vertrag|abschnitt)\b"
    r"|\b(?:full-?texts?|volltexte?|originaltexte?)\b",
    FLAGS,
)
_OPEN_SOME = re.compile(
    r"\b(?:open|opening|read|reading|öffne|öffnen sie|lies|lesen sie)\s+"
    "(?:(?:up|through|the|its|their|each|every|any|all|your|a|an|one|top|best|most|relevant|cited"
    "|matching|actual|"
    "underlying|original|die|den|das|jede[nrs]?|alle|passende[nrs]?|wichtigste[nrs]?"
    rf"|relevante[nrs]?|beste[nrs]?)\s+)*{_EVIDENCE}\b"
    rf"|\b(?:read|lies|lesen sie)\s+(?:through\s+)?(?:the|das|den|die)\s+{_WHOLE}\s+\w+"
    r"|\b(?:use|call|run|with|via)?\s*open_citation\b",
    FLAGS,
)
_IN_FULL = re.compile(
    r"\b(?:read|open|lies|lesen sie|öffne)\b(?P<what>(?:\s+[^\s.;!?]+){1,7}?)\s+(?:in full"
    "|completely|in its entirety"
    r"|from start to finish|from beginning to end|vollständig|komplett|ganz)\b",
    FLAGS,
)
_TWO_THINGS = re.compile(
    r"\s+(?:of|from|von|des|der)\s+(?:(?P<both>both|beide[nr]?)\b|(?:the|der|des|dem)\s+[^,"
    r".;]+?\s+(?:and|und)\s+(?:the|der|des|dem)\s)",
    FLAGS,
)
_OF_NUMBER = re.compile(rf"\s+(?:of|from|for|von|zu|aus)\s+{QUANTITY}", FLAGS)
_TOOL_NUMBER = re.compile(rf"\s*(?:\([^)]*\)\s*)?(?:calls?\s+)?(?:for|on|with|für|bei)?\s*{QUANTITY}", FLAGS)


def openings_of(sentence: Sentence) -> int:
    """How many citations the sentence wants opened; to cite or use so many sources takes as many openings."""
    text, count = sentence.text, 0
    for found in _COUNTED.finditer(text):
        number = quantity(found)
        if number and number > count and governed(sentence, found.start(), found.end(), _OPEN):
            count = number
    for found in _FULL_TEXT.finditer(text):
        if governed(sentence, found.start(), found.end(), _OPEN):
            more = _OF_NUMBER.match(text, found.end())
            number = (quantity(more) or 0) if more else 0
            count = max(count, number, 2 if _TWO_THINGS.match(text, found.end()) else 1)
    for found in _OPEN_SOME.finditer(text):
        if commands(sentence, found.start()):
            more = _TOOL_NUMBER.match(text, found.end()) if "open_citation" in found[0] else None
            count = max(count, 1, (quantity(more) or 0) if more else 0)
    for found in _IN_FULL.finditer(text):
        if commands(sentence, found.start()):
            number_in = re.search(QUANTITY, found["what"] + " ", FLAGS)
            count = max(count, 1, (quantity(number_in) or 0) if number_in else 0)
    return count


# ------------------------------------------------------------------------------------------------- quotes

_EXACT = any_of(
    "exact, literal, verbatim, word-for-word, word for word, precise, direct, original, genauen?[mnrs]?,"
    "genaue, exakte?[mnrs]?, wörtliche?[mnrs]?, wortwörtliche?[mnrs]?, wortgetreue?[mnrs]?,"
    "originale?[mnrs]?, direkte?[mnrs]?"
)
_TEXT = any_of(
    "wording, quotes?, quotations?, text, sentences?, lines?, words, phrases?, phrasing, passages?,"
    "clauses?, paragraphs?, language, formulations?, sql, query, queries, commands?, statements?, code,"
    "error messages?, message, definitions?, provisions?, snippets?, excerpts?, extracts?, syntax,"
    "settings?, configuration, expression, warning, footnote, rule, wortlaut, zitate?n?, sätze?n?, satz,"
    "zeilen?, worte, formulierung, passagen?, klauseln?, absätze?n?, absatz, befehle?, anweisung,"
    "fehlermeldung, definition, textstellen?, stelle, auszüge?n?, auszug, bestimmung"
)
_EXACT_TEXT = re.compile(rf"\b{_EXACT}\s+(?:{_EXACT}\s+)?(?P<what>(?:[\w-]+\s+){{0,2}}?{_TEXT})\b", FLAGS)
_SHOW = re.compile(
    r"\b"
    + any_of(
        "give, give me, show, copy, reproduce, provide, include, return, print, state, repeat, paste,"
        "extract, present, list, write, use, quote, cite, find, support, back, back up, add, report,"
        "read out, find me, let me have, tell, tell me, contain, put, quoting, giving, including, citing,"
        "using, quoted, attach, justify, prove, illustrate, supply, transcribe, answer, reply, respond,"
        "begin, start, end, finish, close, gib, geben sie, zeige?, zeigen sie, kopiere, kopieren sie,"
        "nenne, nennen sie, zitiere, zitieren sie, führe, füge, fügen sie, belege, belegen sie, schreibe?,"
        "schreiben sie, liefere, untermauere, stütze, stützen sie, übernimm, wiederhole, zitieren,"
        "belegen, antworte, antworten sie, beginne, ende"
    )
    + r"\b",
    FLAGS,
)
_QUOTE = re.compile(r"\b(?:quote|quoting|zitiere|zitieren sie)\b", FLAGS)
_NO_WORDS = re.compile(
    r"\s+(?:me\s+)?(?:(?:your|the|a|an|all|any|every|each|deine|die|alle|ihre|mindestens|at least"
    r"|\w+)\s+){0,3}?"
    + any_of(
        "sources?, price, prices, a price, figure, number, rate, cost, quellen?, belege?, fundstellen?,"
        "dokumente?, page numbers?, unterlagen"
    )
    + r"\b",
    FLAGS,
)
_LITERALLY = re.compile(
    r"\b(?:"
    + any_of(
        "verbatim, word[- ]for[- ]word, in (?:the|its|their) (?:exact|original|own) (?:words|wording),"
        "to the letter,"
        "exactly as (?:it is |it's |they are )?(?:written|worded|stated|printed|shown),"
        "exactly as (?:it appears|they appear|it stands),"
        "letter for letter, character for character, without paraphrasing, literally, unaltered,"
        "unchanged, in quotation marks, (?:document|source|contract|author|text|policy)['’]s own words,"
        "exakt so, genau so, im (?:genauen |exakten |vollen |originalen )?wortlaut, wort für wort,"
        "wörtlich, wortwörtlich, wortgetreu, im original, unverändert, in anführungszeichen,"
        "buchstabengetreu"
    )
    + r")\b(?!\s+"
    + any_of("transcripts?, records?, minutes, reports?, protocols?, copy, copies, account")
    + r"\b)",
    FLAGS,
)
_QUOTATIONS = re.compile(
    r"\b(?:with|mit|durch|including|incl\.|inkl\.)\s+(?:(?:an?|one|two|at least \w+|short|brief|the"
    "|einem|einer|"
    rf"kurzen|mindestens \w+|je|jeweils|{_EXACT})\s+)*(?P<what>quotes?|quotations?|zitat(?:e"
    r"|en)?)\b(?!\s+(?:for|über \d))",
    FLAGS,
)
_QUOTES_FROM = re.compile(
    r"\b(?P<what>quotes?|quotations?)\s+(?:taken\s+)?(?:from|out of)\s+(?:the|each|every|both|your"
    r"|my|all|a)\s+(?:\w+\s+){0,2}"
    + any_of(
        "documents?, sources?, texts?, files?, policy, policies, contracts?, reports?, manuals?,"
        "passages?, citations?, minutes"
    )
    + r"\b",
    FLAGS,
)
_ASKS_WORDING = re.compile(
    rf"\b(?:what|which|how|wie|was|welche[nrs]?)\b.{{0,40}}?\b(?:is|are|was|['’]s|does|do|lautet"
    r"|lauten|ist|steht)\b.*?"
    rf"\b{_EXACT}\s+(?:[\w-]+\s+){{0,2}}?{_TEXT}\b",
    FLAGS,
)
_ASKS_LITERALLY = re.compile(
    r"^[\W_]*(?:and |und |so )?(?:what|how|wie|was)\b.*\b(?:say|says|read|reads|state|states|worded"
    r"|lautet|lauten|steht|heißt|sagt|formuliert)\b",
    FLAGS,
)
_OBJECT_ENDS = re.compile(
    r"[,;:!?()]|\.(?:\s|$)|\s+(?:"
    + any_of(
        "verbatim, word[- ]for[- ]word, exactly, literally, that, which, where, who, whose, from, in, as,"
        "and, if, so, with, only, please, bitte, nur, before, after, to, at, into, you, without, using,"
        "when, wörtlich, wortwörtlich, wort für wort, im, aus, und, welche[nrs]?, mit, in dem,"
        "unverändert, wortgetreu, zu dem, ohne, wenn, dass"
    )
    + r")\b",
    FLAGS,
)
_BEFORE_OBJECT = re.compile(
    r"\s*(?:(?:me|us|mir|uns|the|a|an|one|two|three|any|each|every|all|its|both|short|at least"
    "|exactly|mindestens|ein|eine[nmrs]?|den|die|das|der|"
    f"dem|jede[nrs]?|alle|zwei|drei|also|back|{_EXACT}|verbatim|wörtlich|literally|exactly|exakt"
    r"|genau|sentence:)\b\s*)*",
    FLAGS,
)


@dataclass(frozen=True, slots=True)
class Quotes:
    """What is to be quoted, and the words that ask for it; both empty when nothing is."""

    what: tuple[str, ...] = ()
    asked_by: tuple[str, ...] = ()


_IN_THE = re.compile(r"\b(?:in the|in its|im)\s+$", FLAGS)
_OBJECT_BEFORE = re.compile(
    r"(?:^|.*\b(?:bitte|sollst|solltest|soll|musst|möchte|dass du|please)\s+)(?:(?:den|die|das"
    r"|eine?n?|the)\s+)(?P<what>[^,;:]+?)\s*$",
    FLAGS,
)
_PRONOUN = re.compile("it|them|this|that|these|those|es|sie|ihn|diese[nrs]?|me|mir|us|uns|you", FLAGS)


def quotes_of(sentence: Sentence) -> Quotes:
    """The exact quotes that a sentence demands."""
    text, what, asked_by = sentence.text, list[str](), list[str]()
    for found in _QUOTE.finditer(text):
        if commands(sentence, found.start()) and not _NO_WORDS.match(text, found.end()):
            what.append(_object(sentence, found.end()))
            asked_by.append(found[0])
    for found in _EXACT_TEXT.finditer(text):
        if _IN_THE.search(text[: found.start()]):  # "in the exact wording": seen with "verbatim"
            continue
        demanded = governed(sentence, found.start(), found.end(), _SHOW)
        if demanded or (_ASKS_WORDING.match(text) and not negated(sentence, found.start())):
            what.append(_object(sentence, found.start("what")))
            asked_by.append(found[0])
    for pattern in (_QUOTATIONS, _QUOTES_FROM):
        for found in pattern.finditer(text):
            if governed(sentence, found.start("what"), found.end(), _SHOW):
                asked_by.append(found["what"])
    for found in _LITERALLY.finditer(text):
        if (demand := _literally(sentence, found)) is not None:
            what.append(demand)
            asked_by.append(found[0])
    return Quotes(_without_parts(once([name for name in what if name])), once(asked_by))


def _literally(sentence: Sentence, found: re.Match[str]) -> str | None:
    """What "verbatim" belongs to, "" when that has no name; None when nothing demands it."""
    text = sentence.text
    if negated(sentence, found.start()):
        return None
    for verb in _SHOW.finditer(text, 0, found.start()):
        if commands(sentence, verb.start()):
            return _object(sentence, verb.end())
    if asks_about_documents(sentence):
        return "" if _ASKS_LITERALLY.match(text) else None
    if not governed(sentence, found.start(), found.end(), _SHOW):
        return None
    before = _OBJECT_BEFORE.match(text[: found.start()])
    return name_of(sentence.piece.cut(*before.span("what"))) if before else ""


def _object(sentence: Sentence, at: int) -> str:
    """The noun phrase that begins at `at`, with what it is for or about: "SQL statement for reindexing"."""
    start = _BEFORE_OBJECT.match(sentence.text, at)
    begin = start.end() if start else at
    end = _OBJECT_ENDS.search(sentence.text, begin)
    words = sentence.piece.cut(begin, end.start() if end else None)
    name = " ".join(name_of(words).split()[:8])
    return "" if _PRONOUN.fullmatch(name) else name


def _without_parts(names: tuple[str, ...]) -> tuple[str, ...]:
    """Names that no longer one contains: "sentence" beside "sentence on fees" says nothing more."""
    folded = [name.casefold() for name in names]
    return tuple(
        name
        for name in names
        if not any(name.casefold() in other and name.casefold() != other for other in folded)
    )
