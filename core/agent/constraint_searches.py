"""How many searches a sentence demands, and which topics want one of their own."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.agent.constraint_clauses import (
    FLAGS,
    QUANTITY,
    TIMES,
    Piece,
    Sentence,
    any_of,
    enumerated,
    name_of,
    once,
    quantity,
)
from core.agent.constraint_grammar import commands, governed

_VERB = re.compile(
    r"\b"
    + any_of(
        "run, do, make, perform, conduct, carry out, execute, issue, use, start, launch, call, complete,"
        "plan, try, submit, running, doing, making, performing, conducting, carrying out, executing,"
        "using, done, made, performed, conducted, executed, carried out, führen? sie, führe?, machen? sie,"
        "mache?, starten? sie, starte, nutzen? sie, nutze, verwenden? sie, verwende, stellen? sie, stelle,"
        "benutzen? sie, benutze, planen? sie, plane, starten, nutzen, verwenden, führen, machen"
    )
    + r"\b",
    FLAGS,
)
_APART = any_of(
    "separate, distinct, different, independent, individual, dedicated, own, targeted, getrennte?[nrs]?,"
    "separate?[nrs]?, einzelne?[nrs]?, eigene?[nrs]?, eigenständige?[nrs]?, verschiedene?[nrs]?,"
    "unterschiedliche?[nrs]?, unabhängige?[nrs]?, gezielte?[nrs]?, gesonderte?[nrs]?"
)
_KIND = any_of(
    "tool, document, docs, doc, library, knowledge base, keyword, semantic, full[- ]text, file,"
    "search_docs, new, more, additional, weitere[nrs]?, neue[nrs]?"
)
_ONE_SEARCH = any_of(
    "search, search call, search query, search run, query, tool call, look-?up, call to search_docs,"
    "search_docs call, suche, suchanfrage, suchlauf, suchvorgang, dokumentensuche, suchabfrage, abfrage,"
    "recherche, tool-?aufruf, werkzeugaufruf"
)
_SEARCHES = any_of(
    "searches, search calls, search queries, search runs, queries, tool calls, look-?ups,"
    "calls to search_docs, search_docs calls, suchen, suchanfragen, suchläufen?, suchvorgängen?,"
    "dokumentensuchen, suchabfragen, abfragen, recherchen, tool-?aufrufen?, werkzeugaufrufen?"
)
_COUNTED = re.compile(
    rf"{QUANTITY}(?:(?:{_APART}|{_KIND}),?\s+)*(?:{_SEARCHES}|{_ONE_SEARCH})\b(?!\s+(?:results?"
    r"|hits?|terms?)\b)",
    FLAGS,
)
_SEVERAL = re.compile(rf"\b{_APART}\s+(?:{_KIND}\s+)*{_SEARCHES}\b", FLAGS)
_SINGLE = re.compile(
    rf"\b(?:an?|one|je|jeweils|eine)\s+(?:eine\s+)?(?:(?:{_APART}|{_KIND})\s+)*{_ONE_SEARCH}\b"
    r"|\bsearch_docs(?: once)?(?=\s+(?:for|on) each\b)",
    FLAGS,
)
_FOR_EACH = re.compile(
    rf"\b(?:for|on|für|zu)\s+(?:each|every|jede[nrsm]?)\b"
    rf"(?:(?:\s+{any_of('of, one, the, these, der, dieser, von, den')})*\s+{QUANTITY})?",
    FLAGS,
)
# "searches of premises" are somebody else's.
_ELSEWHERE = re.compile(
    r"\s+(?:of|at|in|by|durch(?=\s+(?:die|den|das|unsere)\b)|von|auf)\s+(?!(?:the |my |these |all "
    "|our |den |meinen |unseren )?"
    + any_of(
        "documents?, files?, library, folders?, collection, corpus, sources?, unterlagen, dokumenten?,"
        "bibliothek"
    )
    + r"\b)",
    FLAGS,
)
_SEARCH = any_of(
    "search, searching, query, look up, look, suche, suchen sie, suchen, such, recherchiere,"
    "recherchieren sie, durchsuche, durchsuchen sie, use search_docs, call search_docs, run search_docs,"
    "run a search, do a search"
)
_FEW = r"(?:\s+[^\s.;!?,]+){0,6}?"
_REPEATED = re.compile(rf"\b{_SEARCH}\b{_FEW}\s+{TIMES}(?:\s+(?:\w+\s+)?times|\s?[x×]|-?\s?mal)?", FLAGS)
_SEPARATELY = (
    "(?:"
    + any_of(
        "separately, individually, one by one, one after the other, one after another, getrennt, separat,"
        "einzeln, gesondert, nacheinander, jeweils, je einzeln, unabhängig voneinander, independently"
    )
    + r"(?:\s+(?:einzeln|getrennt|separat))?|(?:in|with|using|each in|each with) (?:its own|their own"
    rf"|{_APART}) (?:\w+ )?(?:{_SEARCHES}|{_ONE_SEARCH})"
    rf"|(?:in|mit) {_APART} {_SEARCHES})"
)
_APART_THEN_TOPICS = re.compile(rf"\b{_SEARCH}\b{_FEW}\s+{_SEPARATELY}\b", FLAGS)
_TOPICS_THEN_APART = re.compile(
    rf"\b{_SEARCH}\b\s+(?:(?:\w+\s+){{0,3}}?(?:for|up|nach|zu)\s+)?(?P<list>[^.!?;\n]+?)[\s,"
    rf"]+(?:but\s+|and\s+)?{_SEPARATELY}"
    r"\s*(?=[.,;!?]|$|\band\b|\bund\b|\bthen\b|\bbefore\b)",
    FLAGS,
)
_IN_TURN = re.compile(
    rf"\b{_SEARCH}\b(?:\s+\w+){{0,3}}?\s+(?:for|nach|zu)\s+(?P<first>[^.!?;\n]+?)[\s,]+(?:and|then"
    r"|und|dann)[\s,]+"
    r"(?:"
    + any_of(
        "then, and, separately, independently, again, once, afterwards, also, a second time,"
        "in a second search, search, getrennt davon, getrennt, separat, gesondert, danach, anschließend,"
        "dann, noch einmal, suche, einmal"
    )
    + r"[\s,]+)+"
    r"(?:for|nach|zu)\s+(?P<second>[^.!?;\n]+)",
    FLAGS,
)
_FOR = any_of("for, on, about, covering, into, regarding, nach, zu, zum, zur, über, für")
_THINGS = any_of(
    "topics?, subjects?, items?, terms?, keywords?, questions?, points?, areas?, themen, thema,"
    "begriffe?n?, punkte?n?, stichworte?n?, fragen, queries, things"
)
# What may stand between "separate searches" and the topics: "for each of these topics:", ", one for", ":".
_INTRODUCED = re.compile(
    rf"(?:\s+(?:durch|aus)\b)?(?:\s*,)?\s*(?:(?:one|once|eine|einmal)\s+)?(?:{_FOR}\s+(?P<each>each"
    r"|every|jede[nrs]?|all)(?:\s+(?:of|von|one|der))*"
    r"(?:\s+(?:the|these|following|den|diesen|dieser|folgende[nrs]?"
    rf"|those)\b)*(?:\s+{_THINGS})?\s*(?::|\(|[–—-]\s)?\s*"
    rf"|{_FOR}\s+(?:(?:the|these|following|die|folgende[nrs]?)\s+)*{_THINGS}\s*[:(]?\s*|{_FOR}\b\s*:?\s*)"
    rf"|(?:\s+(?:durch|aus))?\s*(?::|\(|[–—]\s|-\s)\s*(?:(?:one|eine|einmal|once|first)\s+)?(?:{_FOR}\s+)?",
    FLAGS,
)
_ANOTHER = re.compile(
    r"(?:\s*,)?\s*(?:and\s+|und\s+|then\s+)*"
    + any_of(
        "another, one, a second, a third, a separate one, eine weitere, eine zweite, eine dritte, eine,"
        "once, einmal"
    )
    + rf"\s+(?:(?:search|query|suche)\s+)?{_FOR}\s+",
    FLAGS,
)
_NEXT_CLAUSE = re.compile(
    any_of(
        "each, every, with, using, citing, before, after, which, that, so, if, when, you, please, open,"
        "read, quote, cite, compare, tell, answer, summari[sz]e, combine, write, give, make, do, report,"
        "list, explain, show, bitte, jeweils, wobei, bevor, ehe, danach, damit, öffne, lies, zitiere,"
        "vergleiche, fasse, nenne, schreibe?, antworte, sage?, gib, erkläre, kombiniere, erstelle"
    )
    + r"\b(?=\s+"
    + any_of(
        r"the, a, an, at, one, two, three, four, \d+, all, any, each, every, me, it, them, only, exactly,"
        "what, how, which, whether, if, your, both, their, its, topic, search, query, answer, possible,"
        "mir, die, das, den, der, dann, mindestens, zwei, drei, alle, beide, jede[nrs]?, zusammen, und,"
        "anschließend, results?"
    )
    + r"\b|\s*$)",
    FLAGS,
)
_AFTER_TOPICS = re.compile(
    r"\s+(?:"
    + any_of(
        "before, so that, in order to, and then, and separately, bevor, ehe, und dann, durchführen,"
        "durch$, aus$, suchen, in (?:the|my|our|these) (?:documents|files|library),"
        "in (?:den|meinen|unseren) (?:unterlagen|dokumenten)"
    )
    + r")(?![\w-])(?!\s+for\b)",
    FLAGS,
)


@dataclass(frozen=True, slots=True)
class Searches:
    count: int = 1
    topics: tuple[str, ...] = ()


def searches_of(sentence: Sentence) -> Searches:
    """The searches a sentence demands. A single topic is left out: it is what the whole question is about."""
    text, count, topics = sentence.text, 1, list[str]()
    for found in _COUNTED.finditer(text):
        number = quantity(found)
        if number is not None and number > 1 and _demanded(sentence, found):
            count = max(count, number)
            topics += _listed(sentence, found.end())
    for found in _SEVERAL.finditer(text):
        if _demanded(sentence, found):
            count = max(count, 2)
            topics += _listed(sentence, found.end())
    for found in _SINGLE.finditer(text):
        listed = _listed(sentence, found.end())
        each = _FOR_EACH.search(text)
        if (len(listed) > 1 or each) and _demanded(sentence, found):
            count = max(count, (each["number"] and quantity(each)) or 2 if each else 2)
            topics += listed
    for found in _REPEATED.finditer(text):
        number = quantity(found)
        if number is not None and commands(sentence, found.start()):
            count = max(count, number)
            topics += _listed(sentence, found.end())
    topics += _searched_apart(sentence)
    unique = once(topics)
    return Searches(max(count, len(unique)), unique)


def _demanded(sentence: Sentence, found: re.Match[str]) -> bool:
    elsewhere = _ELSEWHERE.match(sentence.text, found.end())
    return not elsewhere and governed(sentence, found.start(), found.end(), _VERB)


def _searched_apart(sentence: Sentence) -> tuple[str, ...]:
    piece, text = sentence.piece, sentence.text
    for found in _APART_THEN_TOPICS.finditer(text):
        if commands(sentence, found.start()) and (listed := _listed(sentence, found.end())):
            return listed
    for found in _IN_TURN.finditer(text):
        if commands(sentence, found.start()):
            parts = (_members(piece.cut(*found.span(name))) for name in ("first", "second"))
            return tuple(member for members in parts for member in members)
    for found in _TOPICS_THEN_APART.finditer(text):
        if commands(sentence, found.start()):
            listed = _members(piece.cut(*found.span("list")))
            return listed if len(listed) > 1 else ()
    return ()


def _listed(sentence: Sentence, at: int) -> tuple[str, ...]:
    """The enumeration that follows `at`, in the sentence or below it; none when it has one member."""
    text = sentence.text
    introduced = _INTRODUCED.match(text, at)
    if introduced is None:
        return ()
    stop = re.compile(r"[.!?)]\s|[.!?)]?$").search(text, introduced.end())
    members = _members(sentence.piece.cut(introduced.end(), stop.start() if stop else None))
    if len(members) > 1:
        return members
    return once([name_of(item) for item in sentence.items])


def _members(piece: Piece) -> tuple[str, ...]:
    after = _AFTER_TOPICS.search(piece.text)
    kept = piece.cut(0, after.start()) if after else piece
    others = list(_ANOTHER.finditer(kept.text))
    if not others:
        return enumerated(kept, _NEXT_CLAUSE)
    starts = [0, *(found.end() for found in others)]
    stops = [*(found.start() for found in others), len(kept.text)]
    parts = [kept.cut(start, stop) for start, stop in zip(starts, stops, strict=True)]
    return once([name for part in parts for name in enumerated(part, _NEXT_CLAUSE)[:1]])
