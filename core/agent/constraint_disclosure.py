"""Whether a sentence wants to be told when the documents do not answer."""

from __future__ import annotations

import re

from core.agent.constraint_clauses import FLAGS, Sentence, any_of
from core.agent.constraint_conflicts import WHEN
from core.agent.constraint_grammar import asks_about_documents, commands, negated

_LACK = any_of(
    "not, n['’]t, no, nothing, none, cannot, missing, insufficient, unable, lacks?, lacking, absent,"
    "silent, unclear, unsure, uncertain, incomplete, fails? to, failed, nowhere, unknown, doubt, neither,"
    "gaps?, too little, unavailable, don['’]t, doesn['’]t, can['’]t, couldn['’]t, isn['’]t, aren['’]t,"
    "won['’]t, wasn['’]t, weren['’]t, hasn['’]t, haven['’]t, didn['’]t, undocumented, unanswered, nicht,"
    "nichts, keine?[nmrs]?, fehlen, fehlt, fehlende?[nmrs]?, unklar, unsicher, unvollständig, lücken?,"
    "unzureichend, zu wenig, nirgends, unbekannt, weder"
)
_LACKING_IF = re.compile(
    rf"\b{WHEN}\b|\b(?:for|unless|anything|any|bei|rather than|instead of|statt|anything|whatever)\b", FLAGS
)
_SAY = re.compile(
    r"\b"
    + any_of(
        "say, tell, tell me, state, report, note, mention, disclose, admit, flag, indicate, write, answer,"
        "point out, let me know, mark, list, make clear, make it clear, declare, respond, reply,"
        "acknowledge, name, be honest, be explicit, be transparent, be clear, be open, spell out, warn,"
        "identify, show, highlight, call out, include, output, return, give, add, explain, put, use,"
        "saying, stating, specify, describe, inform, concede, document, note down, record, leave, sag,"
        "sage, sagen sie, schreib, schreibe, schreiben sie, gib, geben sie, weise, weisen sie, teile,"
        "teilen sie, teil, erwähne, erwähnen sie, nenne, nennen sie, vermerke, vermerken sie, kennzeichne,"
        "kennzeichnen sie, benenne, benennen sie, antworte, antworten sie, mach, mache, machen sie, melde,"
        "melden sie, zeige?, liste, führe, halte, halten sie, notiere, markiere, formuliere, sei, sagen,"
        "angeben, vermerken, benennen, kennzeichnen, schreiben, mitteilen, erwähnen, hinweisen, ausweisen"
    )
    + r"\b",
    FLAGS,
)
_SOURCE_WORDS = any_of(
    "documents?, documentation, sources?, files?, information, data, evidence, answer, it, anything,"
    "something, nothing, this, that, you, text, details?, passages?, library, contract, policy, report,"
    "manual, material, context, materials, reports, contracts, policies, any of (?:this|these|them|it),"
    "a (?:figure|number|point|value|question|section|part|topic|detail|date|step), parts?, points?,"
    "any point, sections?, any part, answers, the (?:figure|number|answer|value), one of (?:these|them),"
    "some of (?:this|these|it), values?, papers?, records?, pages?, corpus, there, I, dokumente?n?,"
    "dokumentation, quellen?, dateien?, informationen?, daten, belege?n?, antwort, etwas, es, das, dies,"
    "dazu, hierzu, darüber, du, sie, texte?n?, angaben?, unterlagen, vertrag, bericht, handbuch, inhalt,"
    "punkt, punkte, frage, fragen, teil, teile, wert, werte, man, irgendetwas, irgendwas, nichts, was,"
    "davon, aspekte?n?, abschnitte?"
)
_FINDING = any_of(
    "say, says, state, states, contain, contains, cover, covers, covered, mention, mentions, mentioned,"
    "answer, answers, answered, answerable, specify, specifies, specified, include, includes, find, found,"
    "give, gives, given, provide, provides, describe, describes, described, support, supports, supported,"
    "address, addressed, document, documented, available, there, know, known, clear, sure, certain,"
    "enough, sufficient, exist, exists, evidence, information, missing, insufficient, silent, unclear,"
    "unsure, incomplete, lack, lacks, lacking, present, stated, tell, determine, determined, show, backed,"
    "established, confirm, confirmed, verify, verified, locate, located,"
    "in the (?:documents?|sources?|files?|library|text|material|reports?|contracts?), in there,"
    "in my files, in den (?:unterlagen|dokumenten|quellen|texten), gap, gaps, doubt, uncertain,"
    "unavailable, listed, sourced, hold, holds, unknown, unanswered, unable, define, defined, appear,"
    "appears, insufficiently, absent, steht, stehen, enthalten, enthält, findest, findet, finden,"
    "gefunden, fehlen, fehlt, fehlende?[nmrs]?, beantwortet, beantworten, erwähnt, erwähnen, belegt,"
    "belegen, belegbar, angegeben, genannt, unklar, unsicher, hergeben, hergibt, reichen, reicht,"
    "ausreichen, ausreicht, ausreichend, ausreichende?[nmrs]?, weißt, vorhanden, gibt, dokumentiert,"
    "geregelt, lücken?, sagen, sagt, unvollständig, nachweisen, vorkommt, hergeht, abgedeckt, auskunft,"
    "angabe, angaben, informationen, zu finden, ableiten, ableitbar, klären, geklärt, bekannt, vorliegen,"
    "vorliegt, unbekannt, sicher"
)
_REACTION_OBJECT = re.compile(
    r"\s*(?:me\s+|us\s+|mir\s+|uns\s+|it\s+|das\s+|dies\s+|es\s+|bitte\s+|then\s+|dann\s+|also\s+"
    r"|explicitly\s+|clearly\s+|openly\s+|plainly\s+|honestly\s+|ausdrücklich\s+|ehrlich\s+|klar\s+"
    r"|deutlich\s+|offen\s+|auch\s+|just\s+|simply\s+)*"
    r"(?:$|[.,;:!?)–—-]|so\b|it\b|that\b|this\b|explicitly|clearly|openly|plainly|with\s|as\s"
    r"|[\"“„'‘«`*]|insufficient|not\b|no\b|nothing|unknown|what (?:is|was|you)|which|where|dass"
    r"|das\b|dies\b|es\b|was\b|welche|so\b|darauf|in (?:that|the|your)|ausdrücklich|klar|deutlich"
    r"|offen|nichts|nicht\b|kein|an\b|und\b|and\b|about|instead|rather|hin\b|mit\b|you (?:do|can"
    r"|could)|I (?:do|can|could)|there|if\b|when\b|where|wenn\b|falls\b|sofern\b|sobald\b|wo\b"
    "|ehrlich|,)",
    FLAGS,
)
_CONTENT_QUESTION = re.compile(r"\s*(?:me\s+|mir\s+)?(?:who|how|why|wer|wie|warum|wieso)\b", FLAGS)
_MISSING_IN_DOCUMENTS = re.compile(
    r"\b(?:what|which|where|whatever|anything|everything|parts?|points?|information|details?|whether"
    r"|questions?|was|welche\w*|wo|alles|wozu|ob|wofür|things?|sections?|items?|figures?"
    r"|claims?)\b[^.;!?]{0,60}?\b"
    r"(?:missing(?!\s+(?:from|in)\s+(?!the (?:documents|sources|files|documentation)))"
    "|insufficient(?:ly)?|undocumented|unanswered|unsupported|unresolved|unclear|fehlt|fehlen"
    "|unklar|offen bleibt"
    r"|(?:not|n['’]t|cannot|never|no|nicht|kein\w*|nichts|nowhere|fail(?:s|ed)? to|could not"
    rf"|unable to)\b[^.;!?]{{0,50}}?\b{_FINDING}(?:\s+by)?)\b"
    r"|\b(?:gaps?|lücken?)\b(?:\s+in\s+(?:the\s+|our\s+|der\s+|den\s+)?(?:documents?|documentation"
    "|sources?|evidence|information|files?|coverage|material|unterlagen|dokumentation|quellen"
    r"|dokumenten))?\s*(?:[.,;:!?)]|$|\bexplicitly\b|\bclearly\b|\bopenly\b|\band\b|\bund\b"
    r"|\boffen\b)"
    r"|\b(?:information gaps?|missing (?:information|details|evidence|documentation|data|parts"
    "|facts)|insufficienc(?:y|ies)|fehlende (?:angaben|informationen|belege|punkte|daten"
    "|nachweise)|informationslücken|wissenslücken|fehlendes|lack of (?:evidence|information"
    "|documentation)|insufficient (?:documentation|information|evidence|data)"
    r"|unzureichende (?:dokumentation|informationen))\b",
    FLAGS,
)
_SAID = re.compile(
    r"\W*(?:\w+\W+){0,4}?(?:insufficient|not (?:found|documented|specified|stated|available|in the"
    "|enough|covered|known|mentioned|answered|provided)|no (?:information|evidence|answer|data"
    "|data found|source|documentation)"
    r"|unknown|do(?: not|n['’]t) know|cannot (?:be )?(?:answer|determin|find|found)|n/?a\b"
    "|nicht (?:gefunden|dokumentiert|angegeben|belegt|bekannt|enthalten|beantwort)|keine (?:angabe"
    "|information|belege|daten)|unbekannt|unzureichend|weiß (?:ich )?(?:es )?nicht|nothing found"
    r"|(?:as|als|with)\W+(?:missing|a gap|unknown|fehlend|offen|lücke))",
    FLAGS,
)


def discloses(sentence: Sentence) -> bool:
    """Does the sentence want to be told when the documents do not answer?"""
    text = sentence.text
    question = asks_about_documents(sentence)
    if question:
        return False
    for verb in _SAY.finditer(text):
        german_end = re.search(r"(?:en|eisen)$", verb[0]) and re.match(r"\s*(?:[.,;!]|$)", text[verb.end() :])
        if not commands(sentence, verb.start()) and not (german_end and not negated(sentence, verb.start())):
            continue
        before, after = text[: verb.start()], text[verb.end() :]
        if _MISSING_IN_DOCUMENTS.search(after[:160]) and not _CONTENT_QUESTION.match(after):
            return True
        if _quoted_lack(sentence, verb.end()):
            return True
        if _lacking(before) and _REACTION_OBJECT.match(after):
            return True
        if _lacking(after) and _REACTION_OBJECT.match(after):
            return True
        if german_end and (_lacking(before) or _MISSING_IN_DOCUMENTS.search(before)):
            return True
    return False


_ELLIPTIC = re.compile(rf"{WHEN}\s+(?:not|nicht|no|keine?|nothing|nichts)\s+(?:\w+\s+)?{_FINDING}\b", FLAGS)


def _lacking(clause: str) -> bool:
    """A condition that the documents, or the answer, lack something."""
    start = _LACKING_IF.search(clause)
    if start is None:
        return False
    rest = clause[start.start() :]
    if _ELLIPTIC.match(rest):
        return True
    return bool(
        re.search(rf"\b{_LACK}\b", rest, FLAGS)
        and re.search(rf"\b{_SOURCE_WORDS}\b", rest, FLAGS)
        and re.search(rf"\b{_FINDING}\b", rest, FLAGS)
    )


def _quoted_lack(sentence: Sentence, at: int) -> bool:
    """ "say 'Insufficient documentation'", "write: not found": the words to use, quoted or not."""
    raw = sentence.piece.raw[at : at + 80]
    return bool(_SAID.match(raw))
