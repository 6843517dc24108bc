"""How many searches a sentence demands, and which topics want one of their own."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.agent.demands.prompt_clauses import (
    FLAGS,
    QUANTITY,
    TIMES,
    Piece,
    Sentence,
    any_of,
    enumerated,
    name_of,
    once,
    phrases,
    quantity,
)
from core.agent.demands.who_demands import commanding, governed

_MAY_DEMAND = re.compile("search|quer(?:y|ies)|look|tool|such|abfrage|recherch|aufruf", FLAGS)
_VERB = phrases(
    "run, do, make, perform, conduct, carry out, execute, issue, use, start, launch, call, complete,"
    "plan, try, submit, running, doing, making, performing, conducting, carrying out, executing, using,"
    "done, made, performed, conducted, executed, carried out, führen? sie, führe?, führen, machen? sie,"
    "mache?, machen, starten? sie, starte, starten, nutzen? sie, nutze, nutzen, verwenden? sie, verwende,"
    "verwenden, stellen? sie, stelle, benutzen? sie, benutze, planen? sie, plane"
)
_APART = any_of(
    "separate, seperate, distinct, different, independent, individual, dedicated, own, targeted,"
    "getrennte?[nrs]?, separate?[nrs]?, einzelne?[nrs]?, eigene?[nrs]?, eigenständige?[nrs]?,"
    "verschiedene?[nrs]?, unterschiedliche?[nrs]?, unabhängige?[nrs]?, gezielte?[nrs]?,"
    "gesonderte?[nrs]?"
)
_KIND = any_of(
    "tool, document, docs, doc, library, knowledge base, keyword, semantic, full[- ]text, file,"
    "search_docs, new, more, additional, weitere[nrs]?, neue[nrs]?"
)
_SEARCH = any_of(
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
    rf"{QUANTITY}(?:(?:{_APART}|{_KIND}),?\s+)*(?:{_SEARCHES}|{_SEARCH})\b(?!\s+(?:results?|hits?|terms?)\b)",
    FLAGS,
)
_SEVERAL = re.compile(rf"\b{_APART}\s+(?:{_KIND}\s+)*{_SEARCHES}\b", FLAGS)
_SINGLE = re.compile(
    rf"\b(?:an?|one|its|their|je|jeweils|eine)\s+(?:eine\s+)?(?:(?:{_APART}|{_KIND})\s+)*{_SEARCH}\b"
    r"|\bsearch_docs(?: once)?(?=\s+(?:for|on) each\b)",
    FLAGS,
)
_FOR_EACH = re.compile(
    r"\b(?:for|on|für|zu)\s+(?:each|every|jede[nrsm]?)\b"
    rf"(?:(?:\s+{any_of('of, one, the, these, der, dieser, von, den')})*\s+{QUANTITY})?",
    FLAGS,
)
# "searches of premises" are somebody else's, "searches of the documents" ours.
_ELSEWHERE = re.compile(
    r"\s+(?:of|at|in|by|durch(?=\s+(?:die|den|das|unsere)\b)|von|auf)\s+"
    rf"(?!(?:{any_of('the, my, these, all, our, den, meinen, unseren')}\s+)?"
    + any_of(
        "documents?, files?, library, folders?, collection, corpus, sources?, unterlagen, dokumenten?,"
        "bibliothek"
    )
    + r"\b)",
    FLAGS,
)
_TO_SEARCH = any_of(
    "search, searching, query, look up, look, suche, suchen sie, suchen, such, recherchiere,"
    "recherchieren sie, durchsuche, durchsuchen sie, use search_docs, call search_docs, run search_docs,"
    "run a search, do a search, (?:hit|use|call) the search(?: tool)?"
)
_FEW = r"(?:\s+[^\s.;!?,]+){0,6}?"
_REPEATED = re.compile(rf"\b{_TO_SEARCH}\b{_FEW}\s+{TIMES}(?:\s+(?:\w+\s+)?times|\s?[x×]|-?\s?mal)?", FLAGS)
_SEPARATELY = (
    "(?:"
    + any_of(
        "separately, seperately, individually, independently, one by one, one after the other,"
        "one after another, getrennt, separat, einzeln, gesondert, nacheinander, jeweils,"
        "unabhängig voneinander"
    )
    + r"(?:\s+(?:einzeln|getrennt|separat))?"
    rf"|(?:each )?(?:in|with|using|mit) (?:its own|their own|{_APART}) (?:\w+ )?(?:{_SEARCHES}|{_SEARCH}))"
)
_APART_THEN_TOPICS = re.compile(rf"\b{_TO_SEARCH}\b{_FEW}\s+{_SEPARATELY}\b", FLAGS)
_TOPICS_THEN_APART = re.compile(
    rf"\b{_TO_SEARCH}\b\s+(?:(?:\w+\s+){{0,3}}?(?:for|up|nach|zu)\s+)?(?P<list>[^.!?;\n]+?)"
    rf"[\s,]+(?:but\s+|and\s+)?{_SEPARATELY}\s*(?=[.,;!?]|$|\b(?:and|und|then|before)\b)",
    FLAGS,
)
_AGAIN = any_of(
    "then, and, separately, independently, again, once, afterwards, also, a second time,"
    "in a second search, search, getrennt davon, getrennt, separat, gesondert, danach, anschließend,"
    "dann, noch einmal, suche, einmal, (?:do|run|make|perform) (?:another|a second|one more) search"
)
# "search for each of these: a, b": with a colon, or "each" may belong to one thing.
_FOR_EACH_OF = re.compile(
    rf"\b{_TO_SEARCH}\b(?=\s+(?:for|nach|zu)\s+(?:each|every|jede[mnrs]?)\b[^.;!?:()]{{0,40}}[:(])", FLAGS
)
_IN_TURN = re.compile(
    rf"\b{_TO_SEARCH}\b(?:\s+\w+){{0,3}}?\s+(?:for|nach|zu)\s+(?P<first>[^.!?;\n]+?)"
    rf"[\s,]+(?:(?:and|then|und|dann)[\s,]+)?(?:{_AGAIN}[\s,]+)+(?:for|nach|zu)\s+(?P<second>[^.!?;\n]+)",
    FLAGS,
)
# "use a search each for a, b and c", "für a, b und c jeweils eine eigene Suche": the topics stand first.
_TOPICS_BEFORE = re.compile(
    r"\b(?:for|on|für|zu)\s+(?P<list>[^.;!?:]+?)[,\s]+(?:(?:jeweils|je)\s+)?"
    rf"(?:(?:run|do|perform|use|make|führe|mache|nutze)\s+)?(?P<searches>(?:an?|one|eine)\s+(?:{_APART}\s+)?{_SEARCH}"
    rf"|{_APART}\s+(?:{_SEARCHES}))\b",
    FLAGS,
)
_SYSTEM = any_of(
    "databases?, servers?, db, cluster, tables?, api, endpoint, web, internet, datenbank, tabelle,"
    "schnittstelle, netz"
)
_FOR = any_of("for, on, about, covering, into, regarding, nach, zu, zum, zur, über, für")
_THINGS = any_of(
    "topics?, subjects?, items?, terms?, keywords?, questions?, points?, areas?, themen, thema,"
    "begriffe?n?, punkte?n?, stichworte?n?, fragen, queries, things"
)
# "three times a day": how often somebody searches.
_PERIODIC = re.compile(
    r"\s+(?:(?:an?|per|each|every|pro|am|im|in der|jede[mnrs]?)\s+"
    + any_of(
        "hour, shift, day, night, week, month, quarter, year, stunde, schicht, tag, nacht, woche,"
        "monat, quartal, jahr"
    )
    + r"|daily|weekly|monthly|yearly|hourly|täglich|wöchentlich|monatlich|jährlich|stündlich)\b",
    FLAGS,
)
# "queries against the database": of another system.
_ANOTHER_SYSTEM = re.compile(
    rf"(?<=quer)\w*\s+(?:against|on|to|in|over)\s+(?:the|an?|our|your|my)\s+(?:\w+\s+)?{_SYSTEM}\b"
    rf"|(?<=abfrage)n?\s+(?:gegen|an|auf|in)\s+(?:die|der|den|dem|eine[nr]?|einem)\s+(?:\w+\s+)?{_SYSTEM}\b",
    FLAGS,
)
_ONCE = any_of("one, once, first, eine, einmal")
# What may stand between "separate searches" and the topics: "for each of these topics:", ", one for", ":".
_INTRODUCED = re.compile(
    r"(?:\s+(?:durch|aus|please|pls|bitte|each|apiece)\b)*(?:"
    rf"(?:\s*,)?\s*(?:(?:each|je|jeweils)\s+)?(?:{_ONCE}\s+)?(?:(?:each|apiece)\s+)?(?:"
    rf"{_FOR}\s+{any_of('each, every, jede[mnrs]?, all')}(?:\s+(?:of|von|one|der|davon))*"
    rf"(?:\s+{any_of('the, these, following, den, diesen, dieser, folgende[nrs]?, those')}\b)*"
    rf"(?:\s+{_THINGS})?\s*(?::|\(|[–—-]\s)?\s*"
    rf"|{_FOR}\s+(?:(?:the|die)\s+)?(?:(?:(?:these|following|folgende[nrs]?)\s+)+{_THINGS}\s*[:(]?"
    rf"|{_THINGS}\s*[:(])\s*|{_FOR}\b\s*:?\s*)"
    rf"|\s*(?::|\(|[–—]\s|-\s)\s*(?:{_ONCE}\s+)?(?:{_FOR}\s+)?)",
    FLAGS,
)
_ANOTHER = re.compile(
    r"(?:\s*,)?\s*(?:(?:and|und|then)\s+)*"
    + any_of("another, one, a second, a third, a separate one, eine, eine weitere, eine zweite, once, einmal")
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
    r"\s+"
    + any_of(
        "before, so that, in order to, and then, and separately, bevor, ehe, und dann, durchführen,"
        "durch$, aus$, suchen, in (?:the|my|our|these) (?:documents|files|library),"
        "in (?:den|meinen|unseren) (?:unterlagen|dokumenten)"
    )
    + r"(?![\w-])(?!\s+for\b)",
    FLAGS,
)
_NEAR = 60  # characters behind "queries" that may name another system
_LIST_END = re.compile(r"[.!?)]\s|[.!?)]?$")


@dataclass(frozen=True, slots=True)
class Searches:
    count: int = 1
    topics: tuple[str, ...] = ()


def searches_of(sentence: Sentence) -> Searches:
    """The searches a sentence demands. A single topic is left out: it is what the whole question is about."""
    text, count, topics = sentence.text, 1, list[str]()
    if not _MAY_DEMAND.search(text):
        return Searches()
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
        listed, each = _listed(sentence, found.end()), _FOR_EACH.search(text)
        if (len(listed) > 1 or each) and _demanded(sentence, found):
            number = quantity(each) if each and each["number"] else None
            count = max(count, number or 2)
            topics += listed
    for found in commanding(sentence, _REPEATED):
        if _PERIODIC.match(text, found.end()):
            continue
        count = max(count, quantity(found) or 1)
        topics += _listed(sentence, found.end())
    if any(commanding(sentence, _APART_THEN_TOPICS)):
        count = max(count, 2)
    topics += _searched_apart(sentence)
    unique = once(topics)
    return Searches(max(count, len(unique)), unique)


def _demanded(sentence: Sentence, found: re.Match[str]) -> bool:
    elsewhere = _ELSEWHERE.match(sentence.text, found.end())
    elsewhere = elsewhere or _ANOTHER_SYSTEM.search(sentence.text, found.start(), found.end() + _NEAR)
    return not elsewhere and governed(sentence, found.start(), found.end(), _VERB)


def _searched_apart(sentence: Sentence) -> tuple[str, ...]:
    """Topics of "search separately for a, b", "search for a, then for b", "look up a and b separately"."""
    piece = sentence.piece
    for found in (*commanding(sentence, _APART_THEN_TOPICS), *commanding(sentence, _FOR_EACH_OF)):
        if listed := _listed(sentence, found.end()):
            return listed
    if in_turn := next(commanding(sentence, _IN_TURN), None):
        return _members(piece.cut(*in_turn.span("first"))) + _members(piece.cut(*in_turn.span("second")))
    for found in _TOPICS_BEFORE.finditer(sentence.text):
        listed = _members(piece.cut(*found.span("list")))
        if len(listed) > 1 and governed(sentence, found.start("searches"), found.end(), _VERB):
            return listed
    apart = next(commanding(sentence, _TOPICS_THEN_APART), None)
    listed = _members(piece.cut(*apart.span("list"))) if apart else ()
    return listed if len(listed) > 1 else ()


def _listed(sentence: Sentence, at: int) -> tuple[str, ...]:
    """The enumeration that follows `at`, in the sentence or below it; none when it has one member."""
    introduced = _INTRODUCED.match(sentence.text, at)
    if introduced is None:
        return ()
    stop = _LIST_END.search(sentence.text, introduced.end())
    members = _members(sentence.piece.cut(introduced.end(), stop.start() if stop else None))
    return members if len(members) > 1 else once([name_of(item) for item in sentence.items])


def _members(piece: Piece) -> tuple[str, ...]:
    """The members of "a, b and c" or of "a, another for b and one for c"."""
    after = _AFTER_TOPICS.search(piece.text)
    kept = piece.cut(0, after.start()) if after else piece
    others = list(_ANOTHER.finditer(kept.text))
    if not others:
        return enumerated(kept, _NEXT_CLAUSE)
    starts = [0, *(found.end() for found in others)]
    stops = [*(found.start() for found in others), len(kept.text)]
    parts = [kept.cut(start, stop) for start, stop in zip(starts, stops, strict=True)]
    return once([name for part in parts for name in enumerated(part, _NEXT_CLAUSE)[:1]])
