"""Whether a sentence wants to be told when the documents do not answer."""

from __future__ import annotations

import re

from core.agent.demands.conflict_rules import WHEN
from core.agent.demands.prompt_clauses import FLAGS, Sentence, any_of, phrases
from core.agent.demands.who_demands import asks_about_documents, commands, negated

_LACKING = any_of(
    "not, no, nothing, none, cannot, missing, insufficient, unable, lacks?, lacking, absent, silent,"
    "unclear, unsure, uncertain, incomplete, fails? to, failed, nowhere, unknown, doubt, neither, gaps?,"
    "too little, unavailable, undocumented, unanswered,"
    "(?:do|does|ca|could|is|are|wo|was|were|has|have|did)n['’]t, nicht, nichts, keine?[nmrs]?, fehlen,"
    "fehlt, fehlende?[nmrs]?, unklar, unsicher, unvollständig, lücken?, unzureichend, zu wenig, schweigt,"
    "nirgends, unbekannt, weder"
)
_MAY_DEMAND = re.compile(
    rf"\b(?:{_LACKING}|insufficien\w+|unsupported|n/a|leaves?|fehlendes|informationslücken)\b", FLAGS
)
SAY = phrases(
    "say, tell, tell me, state, report, note, mention, disclose, admit, flag, indicate, write, answer,"
    "point out, let me know, mark, list, make clear, make it clear, declare, respond, reply, acknowledge,"
    "name, be honest, be upfront, be explicit, be transparent, be clear, be open, spell out, warn,"
    "identify, show, highlight, call out, include, output, return, give, add, explain, put, use, saying,"
    "stating, specify, describe, inform, concede, document, note down, record, leave, sag, sage,"
    "sagen sie, schreib, schreibe, schreiben sie, gib, geben sie, weise, weisen sie, teile, teilen sie,"
    "teil, erwähne, erwähnen sie, nenne, nennen sie, vermerke, vermerken sie, kennzeichne,"
    "kennzeichnen sie, benenne, benennen sie, antworte, antworten sie, mach, mache, machen sie, melde,"
    "melden sie, zeige?, liste, führe, halte, halten sie, notiere, markiere, formuliere, sei"
)
_LAST = any_of(
    "sagen, angeben, vermerken, benennen, kennzeichnen, schreiben, mitteilen, erwähnen, hinweisen,"
    "ausweisen, eintragen, ausgeben, notieren, antworten"
)
# German: "was fehlt, bitte benennen."
_SAY_LAST = re.compile(
    rf"\b{_LAST}"
    r"(?=\s*(?:[.,;!]|$))",
    FLAGS,
)
_ABOUT_SOURCES = phrases(
    "documents?, documentation, sources?, files?, information, data, evidence, answers?, it, anything,"
    "something, nothing, this, that, you, texts?, details?, passages?, library, contracts?,"
    "polic(?:y|ies), reports?, manual, materials?, context, any of (?:this|these|them|it),"
    "an? (?:figure|number|point|value|question|section|part|topic|detail|date|step), parts?, points?,"
    "sections?, any part, the (?:figure|number|value), one of (?:these|them), some of (?:this|these|it),"
    "values?, papers?, records?, pages?, corpus, there, I, dokumente?n?, dokumentation, quellen?,"
    "dateien?, informationen?, daten, belege?n?, antwort, etwas, es, das, dies, dazu, hierzu, darüber,"
    "du, sie, texte?n?, angaben?, unterlagen, vertrag, bericht, handbuch, inhalt, punkte?, fragen?,"
    "teile?, werte?, man, irgendetwas, irgendwas, nichts, was, davon, aspekte?n?, abschnitte?"
)
_FINDING = any_of(
    "says?, states?, contains?, covers?, covered, mentions?, mentioned, answers?, answered, answerable,"
    "specify, specifies, specified, includes?, find, found, gives?, given, provides?, describes?,"
    "described, supports?, supported, address, addressed, document, documented, available, there, know,"
    "known, clear, sure, certain, enough, sufficient, exists?, evidence, information, missing,"
    "insufficient, insufficiently, silent, unclear, unsure, incomplete, lacks?, lacking, present, stated,"
    "tell, determined?, show, backed, established, confirm, confirmed, verify, verified, locate, located,"
    "in the (?:documents?|sources?|files?|library|text|material|reports?|contracts?), in there,"
    "in my files, in den (?:unterlagen|dokumenten|quellen|texten), gaps?, doubt, uncertain, unavailable,"
    "listed, sourced, holds?, unknown, unanswered, unable, defined?, appears?, absent, steht, stehen,"
    "enthalten, enthält, findest, findet, finden, gefunden, fehlen, fehlt, fehlende?[nmrs]?, beantwortet,"
    "beantworten, erwähnt, erwähnen, belegt, belegen, belegbar, angegeben, genannt, unklar, unsicher,"
    "hergeben, hergibt, reichen, reicht, ausreichen, ausreicht, ausreichende?[nmrs]?, ausreichend, weißt,"
    "vorhanden, gibt, dokumentiert, geregelt, lücken?, sagen, sagt, unvollständig, nachweisen, vorkommt,"
    "abgedeckt, auskunft, angaben?, informationen, zu finden, ableiten, ableitbar, klären, geklärt,"
    "bekannt, vorliegen, vorliegt, unbekannt, sicher, schweigt, schweigen"
)
_FOUND = re.compile(rf"\b{_FINDING}\b", FLAGS)
LACK = re.compile(rf"\b{_LACKING}\b", FLAGS)
_CONDITION = re.compile(
    rf"\b(?:{WHEN}|{any_of('for, unless, anything, any, bei, rather than, instead of, statt, whatever')})\b",
    FLAGS,
)
# German: "Steht es nicht in den Unterlagen, dann sag das."
_VERB_FIRST = re.compile(
    r"\W*(?:steht|stehen|findet|finden|gibt|fehlt|fehlen|enthält|enthalten|lässt|nennt|nennen)\b",
    FLAGS,
)
_NOT_FOUND_IF = re.compile(
    rf"{WHEN}\s+(?:not|nicht|no|keine?|nothing|nichts)\s+(?:\w+\s+)?{_FINDING}\b", FLAGS
)
# What follows "say" in "say so", "say that …", "say explicitly which …", but not in "say who pays".
# "If unknown, say so."
_LACKING_IF = re.compile(
    rf"{WHEN}\s+(?:still\s+|noch\s+)?"
    + any_of(
        "unknown, unclear, unsure, uncertain, in doubt, undocumented, unanswered, undetermined,"
        "insufficient, unbekannt,"
        "unklar, unsicher, im zweifel, undokumentiert, unbeantwortet"
    )
    + r"\s*(?:,|$)",
    FLAGS,
)
# "Say whether the supplier must report missing parts": somebody's duty, no gap of the documents.
_DUTY = re.compile(
    r"\s*(?:me\s+|mir\s+)?,?\s*(?:whether|if|when|where|ob|wann|wo|wenn)\s+"
    rf"(?!{any_of('you, I, we, it, there, du, ich, wir, man, es')}\b)[^.;!?,]*?"
    r"\b(?:must|shall|should|has to|have to|needs? to|ought to|muss|müssen|soll|sollen|sollte|hat)\b"
    r"[^.;!?,]*\b(?:missing|unknown|unclear|fehlende?[nmrs]?|unbekannte?[nmrs]?|unklare?[nmrs]?)\s+\w",
    FLAGS,
)
_REACTION = re.compile(
    r"\s*(?:"
    + any_of(
        "me, us, mir, uns, it, das, dies, es, bitte, then, dann, also, explicitly, clearly, openly,"
        "plainly, honestly, ausdrücklich, ehrlich, klar, deutlich, offen, auch, just, simply"
    )
    + r"(?:\s+|(?=,)))*(?:$|[.,;:!?)–—\"“„'‘«`*-]|"
    + any_of(
        "so, it, that, this, explicitly, clearly, openly, plainly, with, as, insufficient, not, no,"
        "nothing, unknown, what (?:is|was|you), which, where, in (?:that|the|your), about, instead,"
        "rather, there, if, when, you (?:do|don['’]t|can|can['’]t|cannot|could|couldn['’]t),"
        "I (?:do|don['’]t|can|cannot|could), dass, das, dies, es, was, welche[nrs]?, darauf, bescheid,"
        "ausdrücklich, klar, deutlich, offen, ehrlich, nichts, nicht, keine?[nmrs]?, an, und, and, hin,"
        "mit, wenn, falls, sofern, sobald, wo"
    )
    + r"\b)",
    FLAGS,
)
_ASKS_ELSE = re.compile(r"\s*(?:me\s+|mir\s+)?(?:who|how|why|wer|wie|warum|wieso)\b", FLAGS)
_MATTER = any_of(
    "information, details?, parts?, points?, questions?, figures?, values?, claims?, aspects?, data,"
    "evidence, facts?, angaben?, informationen, punkte?, fragen?, daten, belege?, stellen, aspekte?,"
    "werte?"
)
_WHAT = (
    rf"(?:{any_of('what, whatever, anything, everything, where, was, alles, wo, wozu')}"
    rf"|(?:(?:which|welche[nrs]?)\s+(?:of (?:these|them)\s+)?)?{_MATTER})"
)
_WHICH = rf"(?:{_WHAT}|{any_of('which, whether, things?, sections?, items?, welche[nrs]?, ob, wofür')})"
_SOURCE = any_of(
    "documents?, documentation, sources?, evidence, information, files?, coverage, material, unterlagen,"
    "dokumentation, quellen, dokumenten"
)
_WITHIN = rf"(?:(?!\b{any_of('if, when, happens?, must, wenn, falls, passiert, muss')}\b)[^.;!?]){{0,60}}?"
# "not covered by the warranty" is no gap of the documents.
_OF_OURS = (
    r"(?!\s+(?:by|from|in|durch|von)\s+"
    rf"(?!(?:{any_of('the, your, our, these, my, den, die, meinen, unseren')}\s+)?{_SOURCE}\b))"
)
_OPENLY = any_of("explicitly, clearly, openly, and, und, offen, bitte, klar, ausdrücklich")
_TROUBLE = any_of(
    "missing, insufficient, insufficiently, undocumented, unanswered, unsupported, unresolved, unclear,"
    "fehlt, fehlen, unklar, offen bleibt"
)
_NOT = any_of(
    r"not, cannot, never, no, fails? to, failed to, could not, unable to, nowhere, nicht, kein\w*, nichts"
)
# "what is missing", "which questions cannot be answered", "gaps", "missing information".
_WHAT_IS_MISSING = re.compile(
    rf"\b{_WHAT}\b{_WITHIN}\b{_TROUBLE}\b{_OF_OURS}"
    rf"|\b{_WHICH}\b{_WITHIN}(?:\b{_NOT}|n['’]t)\b[^.;!?]{{0,50}}?\b{_FINDING}\b{_OF_OURS}"
    rf"|\b(?:gaps?|lücken?)\b(?:\s+in\s+(?:(?:the|our|der|den)\s+)?{_SOURCE})?\s*"
    rf"(?:[.,;:!?)]|$|\b{_OPENLY}\b)"
    rf"|\b{_SOURCE}\s+leaves?\s+(?:open|out)\b|\bmissing {_MATTER}\b|\binformation gaps?\b"
    r"|\b(?:lack of|insufficient) (?:evidence|information|documentation|data)\b|\binsufficienc(?:y|ies)\b"
    r"|\bfehlende (?:angaben|informationen|belege|punkte|daten|nachweise)\b"
    r"|\b(?:informationslücken|wissenslücken|fehlendes|unzureichende (?:dokumentation|informationen))\b",
    FLAGS,
)
_WANTS_TO_KNOW = re.compile(
    r"\b(?:I|we)(?:['’]d| would)? (?:want|like|rather|prefer)(?: to)? (?:know|hear|be told)\b"
    r"|\b(?:möchte|will) ich (?:das|es) wissen\b|\bich (?:möchte|will) (?:das|es) wissen\b",
    FLAGS,
)
_NEAR = 160  # characters after "say" in which it names what it is about
# "say 'Insufficient documentation'", "say that it is not documented": the words to use, quoted or not.
_THAT_IT_IS = any_of(
    "that, it, this, is, are, as, so, explicitly, clearly, simply, just, only, exactly, with, by, you, I,"
    "there, me, us, dass, es, das, ist, sind, als, ausdrücklich, einfach, nur, bitte, klar, mit, dazu,"
    "mir"
)
_WORDS_TO_USE = re.compile(
    rf"\W*(?:{_THAT_IT_IS}\W+){{0,4}}(?:insufficient|unknown|n/?a\b|nothing found|unbekannt|unzureichend"
    r"|not (?:found|documented|specified|stated|available|in the|enough|covered|known|mentioned|answered"
    r"|provided)"
    r"|no (?:information|evidence|answer|data|source|documentation)|do(?: not|n['’]t) know"
    r"|cannot (?:be )?(?:answer|determin|find|found)"
    r"|nicht (?:gefunden|dokumentiert|angegeben|belegt|bekannt|enthalten|beantwort)"
    r"|keine (?:angabe|information|belege|daten)|weiß (?:ich )?(?:es )?nicht"
    r"|(?:as|als|with)\W+(?:missing|a gap|fehlend|offen|lücke))",
    FLAGS,
)


def discloses(sentence: Sentence) -> bool:
    """Does the sentence want to be told when the documents do not answer?"""
    text = sentence.text
    if not _MAY_DEMAND.search(sentence.piece.raw) or asks_about_documents(sentence):
        return False
    for verb in _SAY_LAST.finditer(text):
        missing = _WHAT_IS_MISSING.search(text, 0, verb.start()) or _about_lack(sentence, verb)
        if missing and not negated(sentence, verb.start()):
            return True
    if _WANTS_TO_KNOW.search(text) and _lacks(text):
        return True
    return any(
        commands(sentence, verb.start()) and _about_lack(sentence, verb) for verb in SAY.finditer(text)
    )


def _about_lack(sentence: Sentence, verb: re.Match[str]) -> bool:
    text, end = sentence.text, verb.end()
    if _DUTY.match(text, end):
        return False
    names_it = _WHAT_IS_MISSING.search(text, end, end + _NEAR) or _WORDS_TO_USE.match(sentence.piece.raw, end)
    if names_it and not _ASKS_ELSE.match(text, end):
        return True
    return bool(_REACTION.match(text, end)) and (_lacks(text[: verb.start()]) or _lacks(text[end:]))


def _lacks(clause: str) -> bool:
    """Does the clause hold a condition that the documents, or the answer, lack something?"""
    condition = _CONDITION.search(clause) or _VERB_FIRST.match(clause)
    if condition is None:
        return False
    start = condition.start()
    if _NOT_FOUND_IF.match(clause, start) or _LACKING_IF.match(clause, start):
        return True
    return all(pattern.search(clause, start) for pattern in (LACK, _ABOUT_SOURCES, _FOUND))
