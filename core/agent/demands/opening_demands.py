"""How many citations a sentence wants opened; to cite or use so many sources takes as many openings."""

from __future__ import annotations

import re

from core.agent.demands.prompt_clauses import FLAGS, QUANTITY, SO_MANY, Sentence, any_of, phrases, quantity
from core.agent.demands.who_demands import commanding, governed

_VERB = phrases(
    "open, open up, read, read through, inspect, consult, view, check, pull up, look at, look into,"
    "go through, use, cite, call, reference, examine, review, study, rely on, draw on, base, opening,"
    "reading, inspecting, consulting, viewing, using, citing, opened, consulted, inspected, verify,"
    "verify against, cross-check, have, open_citation, call open_citation, use open_citation, öffne,"
    "öffnen sie, öffnen, lies, lesen sie, prüfe, prüfen sie, nutze, nutzen sie, verwende, verwenden sie,"
    "zitiere, zitieren sie, sieh, sehen sie, rufe, rufen sie, zieh, ziehe, ziehen sie, schlage, stütze,"
    "stützen sie, nennen sie"
)
_EVIDENCE = any_of(
    "citations?, passages?, sources?, documents?, chunks?, hits?, search results?, results?, excerpts?,"
    "references?, files?, search hits?, text passages?, records?, matches, extracts?, source documents?,"
    "pieces of evidence, of them, quellenangaben?, quellennachweisen?, zitate?n?, zitationen, belege?n?,"
    "belegstellen?, quellen?, fundstellen?, treffern?, dokumente?n?, passagen?, textstellen?, stellen,"
    "suchergebnissen?, suchtreffern?, ergebnissen?, auszüge?n?, nachweisen?, unterlagen, textpassagen?,"
    "dateien?, quelldokumente?n?"
)
_QUALITY = r"(?:(?!(?:and|or|of|und|oder|the|\d+)\b)[\w-]+,?\s+){0,3}?"
_COUNTED = re.compile(rf"{QUANTITY}{_QUALITY}{_EVIDENCE}\b", FLAGS)
# "Name at least two sources": without a bound, "name two documents" asks for something else.
_GIVE = phrases("give, give me, provide, name, list, nenne, nennen sie, gib, geben sie, liefere")
_REFERENCES = phrases(
    "citations?, sources?, references?, quellen?, belege?n?, belegstellen?, fundstellen?,quellenangaben?"
)
# "cite at least two."
_OPEN_SO_MANY = re.compile(
    rf"\b(?:open|cite|read|öffne|lies|zitiere)\s+{SO_MANY}(?=\s*(?:[.,;!]|$|of them|of these|davon))",
    FLAGS,
)
_WHOLE = any_of("full, entire, complete, whole, vollständigen?, ganzen?, kompletten?, gesamten?, vollen")
_FULL_TEXT = re.compile(
    rf"\b{_WHOLE}[- ]+(?:\w+ )?"
    + any_of(
        "texts?, wording, content, passages?, citations?, sections?, documents?, sources?, clauses?,"
        "chunks?, contract, policy, report, manual, volltext, texte, wortlaut, inhalt, dokument,"
        "passagen?, vertrag, abschnitt"
    )
    + r"\b|\b(?:full-?texts?|volltexte?|originaltexte?)\b",
    FLAGS,
)
_ANY = any_of(
    "up, through, the, its, their, each, every, any, all, your, a, an, one, top, best, most, relevant,"
    "cited, matching, actual, underlying, original, die, den, das, jede[nrs]?, alle, passende[nrs]?,"
    "wichtigste[nrs]?, relevante[nrs]?, beste[nrs]?"
)
_OPEN = "(?:open|opening|read|reading|öffne|öffnen sie|lies|lesen sie)"
_OPEN_ANY = re.compile(
    rf"\b{_OPEN}\s+(?:{_ANY}\s+)*{_EVIDENCE}\b"
    rf"|\b(?:read|lies|lesen sie)\s+(?:through\s+)?(?:the|das|den|die)\s+{_WHOLE}\s+\w+",
    FLAGS,
)
_CALL_TOOL = re.compile(
    r"\b(?:(?:use|call|run|with|via)\s+)?open_citation\b(?P<number_of>\s*(?:\([^)]*\)\s*)?(?:calls?\s+)?"
    rf"(?:for|on|with|für|bei)?\s*{QUANTITY})?",
    FLAGS,
)
_IN_FULL = re.compile(
    rf"\b{_OPEN}\b(?P<what>(?:\s+[^\s.;!?]+){{1,7}}?)\s+"
    + any_of(
        "in full, completely, in its entirety, from start to finish, from beginning to end, vollständig,"
        "komplett, ganz"
    )
    + r"\b",
    FLAGS,
)
# What is read on a machine, not in a document.
_POSTED = phrases(
    "warnings?, labels?, signs?, stickers?, plates?, gauges?, meters?, dials?, displays?,"
    "warnhinweise?n?, schilder,"
    "schild, etiketten?, aufkleber, typenschild, anzeigen?, zähler, warnungen?"
)
_NUMBER = re.compile(QUANTITY, FLAGS)
# "the full text of both reports", "of the contract and the addendum".
_OF_TWO = re.compile(
    r"\s+(?:of|from|von|des|der)\s+(?:(?:the|der|des|dem)\s+[^,.;]+?\s+(?:and|und)\s+(?:the|der|des|dem)\s)",
    FLAGS,
)
_OF_NUMBER = re.compile(rf"\s+(?:of|from|for|von|zu|aus)\s+{QUANTITY}", FLAGS)
_MAY_DEMAND = re.compile(
    rf"\b(?:{_EVIDENCE}|{_OPEN}|open_citation|{_WHOLE}|full-?text|volltexte?|originaltexte?)\b", FLAGS
)


def openings_of(sentence: Sentence) -> int:
    """The citations to open at least; 0 when the sentence demands none."""
    text, count = sentence.text, 0
    if not _MAY_DEMAND.search(text):
        return 0
    for found in _COUNTED.finditer(text):
        bounded = found["lower"] and _REFERENCES.search(found[0])
        if governed(sentence, found.start(), found.end(), _VERB) or (
            bounded and governed(sentence, found.start(), found.end(), _GIVE)
        ):
            count = max(count, quantity(found) or 0)
    for found in commanding(sentence, _OPEN_SO_MANY):
        count = max(count, quantity(found) or 0)
    for found in _FULL_TEXT.finditer(text):
        if governed(sentence, found.start(), found.end(), _VERB):
            two = 2 if _OF_TWO.match(text, found.end()) else 1
            count = max(count, two, _number(_OF_NUMBER.match(text, found.end())))
    for _ in commanding(sentence, _OPEN_ANY):
        count = max(count, 1)
    for found in commanding(sentence, _CALL_TOOL):
        count = max(count, 1, _number(found) if found["number_of"] else 0)
    for found in commanding(sentence, _IN_FULL):
        if _POSTED.search(found["what"]):
            continue
        count = max(count, 1, _number(_NUMBER.search(found["what"] + " ")))
    return count


def _number(found: re.Match[str] | None) -> int:
    return (quantity(found) or 0) if found else 0
