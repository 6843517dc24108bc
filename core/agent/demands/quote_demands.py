"""What a sentence wants quoted exactly."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.agent.demands.prompt_clauses import FLAGS, Sentence, any_of, name_of, once, phrases
from core.agent.demands.who_demands import WISH, asks_about_documents, commanding, governed, negated

_MAY_DEMAND = re.compile(
    any_of(
        "quot, copy, zit, exact, exakt, verbatim, literal, precise, direct, direkt, original, genau,"
        "word, wort, wört, letter, character, paraphras, umschreib, umformul, unaltered, unchanged,"
        "unverändert, anführung,"
        "buchstab, kopier, eins zu eins"
    ),
    FLAGS,
)
_EXACT = any_of(
    "exact, literal, verbatim, word-for-word, word for word, precise, direct, original, genauen?[mnrs]?,"
    "genaue, exakte?[mnrs]?, wörtliche?[mnrs]?, wortwörtliche?[mnrs]?, wortgetreue?[mnrs]?,"
    "originale?[mnrs]?, direkte?[mnrs]?"
)
_WORDS = any_of(
    "wording, quotes?, quotations?, text, sentences?, lines?, words, phrases?, phrasing, passages?,"
    "clauses?, paragraphs?, language, formulations?, sql, query, queries, commands?, statements?, code,"
    "error messages?, message, definitions?, provisions?, snippets?, excerpts?, extracts?, syntax,"
    "settings?, configuration, expression, warning, footnote, rule, wortlaut, zitate?n?, sätze?n?, satz,"
    "zeilen?, worte, formulierung, passagen?, klauseln?, absätze?n?, absatz, befehle?, anweisung,"
    "fehlermeldung, definition, textstellen?, stelle, auszüge?n?, auszug, bestimmung"
)
_EXACT_WORDS = re.compile(rf"\b{_EXACT}\s+(?:{_EXACT}\s+)?(?P<what>(?:[\w-]+\s+){{0,2}}?{_WORDS})\b", FLAGS)
_SHOW = phrases(
    "give, give me, show, copy, copy out, reproduce, provide, include, return, print, state, repeat,"
    "paste, extract, present, list, write, use, quote, cite, find, support, back, back up, add, report,"
    "read out, find me, let me have, tell, tell me, contain, put, quoting, giving, including, citing,"
    "using, quoted, attach, justify, prove, illustrate, supply, transcribe, answer, reply, respond,"
    "begin, start, end, finish, close, gib, geben sie, zeige?, zeigen sie, kopiere, kopieren sie, nenne,"
    "nennen sie, zitiere, zitieren sie, führe, füge, fügen sie, belege, belegen sie, schreibe?,"
    "schreiben sie, liefere, untermauere, stütze, stützen sie, übernimm, wiederhole, zitieren, belegen,"
    "antworte, antworten sie, beginne, ende"
)
_QUOTE = phrases("quote, quoting, copy[- ](?:and[- ])?paste, zitiere?, zitieren sie")
# "Quote your sources" and "quote a price" want no exact words.
_NO_WORDS = re.compile(
    r"\s+(?:\w+\s+){0,4}?"
    + any_of(
        "sources?, prices?, figure, number, rate, cost, quellen?, belege?, fundstellen?, dokumente?,"
        "page numbers?, unterlagen"
    )
    + r"\b",
    FLAGS,
)
_LITERALLY = re.compile(
    r"\b"
    + any_of(
        "verbatim, word[- ](?:for|by)[- ]word,"
        "in (?:the|its|their) (?:exact|original|own) (?:words|wording), to the letter,"
        "exactly as (?:it is |it's |they are )?(?:written|worded|stated|printed|shown),"
        "exactly as (?:it appears|they appear|it stands), letter (?:for|by) letter,"
        "character (?:for|by) character, without paraphrasing, literally, unaltered, unchanged,"
        "in quotation marks, (?:document|source|contract|author|text|policy)['’]s own words, exakt so,"
        "genau so, im (?:genauen |exakten |vollen |originalen )?(?:original)?wortlaut, wort für wort,"
        "wörtlich, wortwörtlich, wortgetreu, im original, unverändert, in anführungszeichen,"
        "buchstabengetreu, eins zu eins, one to one"
    )
    + rf"\b(?!\s+{any_of('transcripts?, records?, minutes, reports?, protocols?, copy, copies, account')}\b)",
    FLAGS,
)
_A_QUOTE = r"(?P<what>quotes?|quotations?|zitat(?:e|en)?)"
_WITH_QUOTES = re.compile(
    rf"\b{any_of('with, mit, durch, including, inkl')}\.?\s+(?:"
    rf"(?:{any_of('an?, one, two, short, brief, the, einem, einer, kurzen, je, jeweils')}|at least \w+"
    rf"|mindestens \w+|{_EXACT})\s+)*{_A_QUOTE}\b(?!\s+(?:for|über \d))",
    FLAGS,
)
_QUOTES_FROM = re.compile(
    rf"\b{_A_QUOTE}\s+(?:taken\s+)?(?:from|out of)\s+{any_of('the, each, every, both, your, my, all, a')}\s+"
    r"(?:\w+\s+){0,2}"
    + any_of(
        "documents?, sources?, texts?, files?, policy, policies, contracts?, reports?, manuals?,"
        "passages?, citations?, minutes"
    )
    + r"\b",
    FLAGS,
)
_QUOTES_FIRST = re.compile(rf"[\W_]*{_A_QUOTE}\s+(?:(?:please|pls|bitte|only|nur|always|immer)\s+)*", FLAGS)
_NO_PARAPHRASE = re.compile(
    rf"\b{any_of('not, no, without, instead of, rather than, keine?, nicht, statt, ohne')}\s+"
    r"(?:(?:an?|any|eine?r?)\s+)?(?:paraphras(?:e|es|ing)|paraphrasen?|umschreibung(?:en)?|umformulierung(?:en)?)\b",
    FLAGS,
)
_ASKS_FOR_WORDS = re.compile(
    rf"\b{any_of('what, which, how, wie, was, welche[nrs]?')}\b.{{0,40}}?"
    rf"\b{any_of('is, are, was, does, do, lautet, lauten, ist, steht')}\b|\bwhat['’]s\b",
    FLAGS,
)
_ASKS_WHAT_IT_SAYS = re.compile(
    r"[\W_]*(?:(?:and|und|so) )?(?:what|how|wie|was)\b.*\b"
    + any_of("says?, reads?, states?, defines?, worded, lautet, lauten, steht, heißt, sagt, formuliert")
    + r"\b",
    FLAGS,
)
_SPOKE = re.compile(r"\b(?:did|hat|haben|hatte)\b", FLAGS)
_IN_THE = re.compile(r"\b(?:in the|in its|im)\s+$", FLAGS)
_OBJECT_ENDS = re.compile(
    r"[,;:!?()]|\.(?:\s|$)|\s+"
    + any_of(
        "verbatim, word[- ](?:for|by)[- ]word, exactly, literally, that, which, where, who, whose, from,"
        "in, as, and, if, so, with, only, please, pls, bitte, nur, before, after, to, at, into, you,"
        "without, using, when, itself, themselves, selbst, wörtlich, wortwörtlich, wort für wort, im,"
        "aus, und, welche[nrs]?, mit,"
        "in dem, unverändert, wortgetreu, zu dem, ohne, wenn, dass, exakt so, genau so, it, he, they,"
        "sehen, lesen, haben, wissen, wiedergeben, zitieren, angeben, nennen"
    )
    + r"\b",
    FLAGS,
)
_BEFORE_OBJECT = re.compile(
    r"\s*(?:(?:"
    + any_of(
        "me, us, mir, uns, the, a, an, one, two, three, any, each, every, all, its, both, short,"
        "at least, exactly, mindestens, ein, eine[nmrs]?, den, die, das, der, dem, jede[nrs]?, alle,"
        "zwei, drei, also, back, verbatim, wörtlich, literally, exakt, genau"
    )
    + rf"|{_EXACT})\b\s*)*",
    FLAGS,
)
# "bitte den Satz zur Haftung wörtlich zitieren": the object stands first.
_OBJECT_FIRST = re.compile(
    rf"(?:^|.*\b{any_of('bitte, sollst, solltest, soll, musst, möchte, dass du, please')}\s+)"
    r"(?:den|die|das|eine?n?|the)\s+(?P<what>[^,;:]+?)\s*$",
    FLAGS,
)
_PRONOUN = re.compile(
    any_of("it, them, this, that, these, those, es, sie, ihn, diese[nrs]?, me, mir, us, uns, you"), FLAGS
)
_MOST_WORDS = 8


@dataclass(frozen=True, slots=True)
class Quotes:
    """What is to be quoted, and the words that ask for it; both empty when nothing is."""

    what: tuple[str, ...] = ()
    asked_by: tuple[str, ...] = ()


def quotes_of(sentence: Sentence) -> Quotes:
    """The exact quotes that a sentence demands."""
    text, what, asked_by = sentence.text, list[str](), list[str]()
    if not _MAY_DEMAND.search(text):
        return Quotes()
    for found in commanding(sentence, _QUOTE):
        if not _NO_WORDS.match(text, found.end()):
            what.append(_object(sentence, found.end()))
            asked_by.append(found[0])
    for found in _EXACT_WORDS.finditer(text):
        if _IN_THE.search(text, 0, found.start()):  # "in the exact wording" is a way to say "verbatim"
            continue
        asked = _ASKS_FOR_WORDS.search(text, 0, found.start()) and not negated(sentence, found.start())
        if asked or governed(sentence, found.start(), found.end(), _SHOW):
            what.append(_object(sentence, found.start("what")))
            asked_by.append(found[0])
    for pattern in (_WITH_QUOTES, _QUOTES_FROM):
        for found in pattern.finditer(text):
            if governed(sentence, found.start("what"), found.end(), _SHOW):
                asked_by.append(found["what"])
    for found in _LITERALLY.finditer(text):
        name = _what_literally(sentence, found)
        if name is not None:
            what.append(name)
            asked_by.append(found[0])
    for found in _NO_PARAPHRASE.finditer(text):
        verb = next(commanding(sentence, _SHOW, found.start()), None) or WISH.search(text, 0, found.start())
        if verb and not asks_about_documents(sentence):
            what.append(_object(sentence, verb.end()))
            asked_by.append(found[0])
    return Quotes(_without_parts(once([name for name in what if name])), once(asked_by))


def _what_literally(sentence: Sentence, found: re.Match[str]) -> str | None:
    """What "verbatim" belongs to, "" when that has no name; None when nothing demands it."""
    text, at = sentence.text, found.start()
    if negated(sentence, at):
        return None
    if verb := next(commanding(sentence, _SHOW, at), None) or WISH.search(text, 0, at):
        return _object(sentence, verb.end())
    if asks_about_documents(sentence):
        # "What did the witness literally say?": somebody spoke, no document does.
        # "Word for word, what does it say?"
        asked_from = 0 if text[:at].strip() else found.end()
        return "" if _ASKS_WHAT_IT_SAYS.match(text, asked_from) and not _SPOKE.search(text) else None
    if not (governed(sentence, at, found.end(), _SHOW) or _QUOTES_FIRST.fullmatch(text, 0, at)):
        return None
    before = _OBJECT_FIRST.match(text, 0, at)
    return name_of(sentence.piece.cut(*before.span("what"))) if before else ""


def _object(sentence: Sentence, at: int) -> str:
    """The noun phrase that begins at `at`, with what it is for or about: "SQL statement for reindexing"."""
    start = _BEFORE_OBJECT.match(sentence.text, at)
    begin = start.end() if start else at
    end = _OBJECT_ENDS.search(sentence.text, begin)
    name = " ".join(name_of(sentence.piece.cut(begin, end.start() if end else None)).split()[:_MOST_WORDS])
    return "" if _PRONOUN.fullmatch(name) else name


def _without_parts(names: tuple[str, ...]) -> tuple[str, ...]:
    """Names that no longer one contains: "sentence" beside "sentence on fees" says nothing more."""
    folded = [name.casefold() for name in names]
    return tuple(
        name
        for name in names
        if not any(name.casefold() in other and name.casefold() != other for other in folded)
    )
