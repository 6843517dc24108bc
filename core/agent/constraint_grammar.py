"""Who demands what: a verb is a demand when it commands the reader, not when somebody in a document does it.

"Open two citations", "please open", "you must open", "make sure you open", "after opening", "bitte zwei
Belege öffnen" command; "who opened two accounts?", "guards must open two gates" and "do not open" do not.
"""

from __future__ import annotations

import re

from core.agent.constraint_clauses import FLAGS, Sentence, any_of

_YOU = "(?:you|(?:the |an )?(?:agent|assistant|model|system))"
_MUST = any_of(
    "must, should, shall, need to, needs to, have to, has to, are to, is to, ought to, will, can, could,"
    "may, would, are required to, is required to, are expected to, is expected to"
)
OUTPUT = (
    r"(?:(?:the|your|this|my|an?|die|deine|ihre|der|das|dein|ihr|eine?)\s+(?:\w+\s+){0,2}"
    + any_of(
        "answer, response, reply, report, summary, runbook, memo, output, result, text, overview,"
        "briefing, note, draft, document, antwort, bericht, zusammenfassung, ausgabe, übersicht, ergebnis,"
        "vermerk, stellungnahme"
    )
    + ")"
)
_ADVERBS = (
    "(?:"
    + any_of(
        "please, kindly, also, then, first, firstly, next, second, secondly, third, finally, lastly, now,"
        "just, always, only, explicitly, clearly, actually, instead, simply, carefully, and, but, or, so,"
        "to, in addition, additionally, furthermore, bitte, dann, danach, anschließend, zuerst, zunächst,"
        "außerdem, zusätzlich, auch, immer, stets, und, aber, oder, mal, erst, nun, abschließend,"
        r"zum schluss, step \d, task, important, wichtig, hinweis, note, afterwards, ideally"
    )
    + r"\b[\s,:]*)*"
)
_SEE_TO_IT = any_of(
    "make sure, ensure, be sure, take care, remember, do not forget, don['’]t forget, want, would like,"
    "['’]d like, need, expect, ask, require, your task is, your job is, try"
)
# What may stand before a verb that commands.
_COMMAND = re.compile(
    r"(?:^[\W_]*|[,;:.!?–—(]\s*|\s[-–—]\s+"
    rf"|\b(?:please|kindly|bitte)\s+|\b(?:{_YOU}|{OUTPUT})\s+{_MUST}\s+|\b{_MUST} you\s+"
    rf"|\b{_SEE_TO_IT}\s+(?:that\s+)?(?:you\s+)?(?:to\s+|also\s+)*"
    r"|\b(?:after|by)\s+(?:first\s+)?(?:you\s+)?(?:have\s+|['’]ve\s+)?"
    rf"){_ADVERBS}$",
    FLAGS,
)
# "Do not answer before you have opened two": what comes first is demanded.
_FIRST = re.compile(
    r"\b(?:not|never|n['’]t|only|nicht|nie|erst|nur)\b.*\b(?:before|until|unless|without|once"
    r"|when)\s+(?:first\s+)?(?:you\s+)?"
    rf"(?:have\s+|['’]ve\s+)?{_ADVERBS}$",
    FLAGS,
)
_JOINING = re.compile(rf"\b(?:and|then|but|or|und|dann|sowie|aber)\s+{_ADVERBS}$", FLAGS)
_IMPERATIVE = any_of(
    "find, tell, list, compare, explain, summari[sz]e, search, give, show, write, produce, create, draft,"
    "prepare, look, check, open, read, use, run, do, make, perform, state, describe, extract, identify,"
    "determine, calculate, compile, provide, quote, cite, answer, say, name, get, review, analy[sz]e,"
    "consult, collect, gather, report, present, build, pull, go, start, begin, put, keep, work, take,"
    r"figure, let, include, add, investigate, research, verify, outline, finde, suche?, sag\w*, nenne,"
    "vergleiche?, erkläre?, fasse?, gib, geben, zeige?, schreibe?, erstelle?, prüfe?, öffnen?, lies,"
    r"lesen, zitieren?, nutzen?, verwenden?, führen?, mach\w*, beschreiben?, ermittle?, beantworten?,"
    "listen?, belegen?, stellen?, durchsuchen?, recherchieren?"
)
_BEGINS_WITH_COMMAND = re.compile(
    rf"^[\W_]*(?:{_ADVERBS}{_IMPERATIVE}\b|(?:can|could|would|will) you\b|(?:kannst|könntest|können"
    r"|könnten)\s)"
    r"|\b(?:please|bitte)\b|\bI(?:['’]d| would)? (?:want|need|like|expect)\b|\bich (?:möchte"
    r"|brauche|will|hätte)\b"
    rf"|\b{_YOU}\s+{_MUST}\b|,\s*(?:then\s+)?{_IMPERATIVE}\b",
    FLAGS,
)
_IMPERATIVE_FIRST = re.compile(rf"[\W_]*{_ADVERBS}(?!do\b){_IMPERATIVE}\b", FLAGS)
_NOT = any_of(
    "not, never, no, no need, needn['’]?t, rather than, instead of, avoid, without, unnecessary,"
    "(?:do|does|need|must|should|are|is|would|wo)n['’]?t, nicht, keine?[nmrs]?, statt, anstatt, niemals,"
    "nie, ohne"
)
_NEGATED = re.compile(rf"\b{_NOT}\b(?:(?!\b(?:but|sondern|aber)\b)[^,;:.!?])*$", FLAGS)
# "Never answer before you have opened two": the second turns the first round.
_TURNED = re.compile(
    rf"\b{_NOT}\b.*\b(?:before|until|unless|without|bevor|ehe|bis|ohne|only|nur|fewer|less"
    r"|weniger)\b[^,;:.!?]*$",
    FLAGS,
)
_NEGATED_AFTER = re.compile(
    r"[^,;:.!?]{0,50}\b(?:(?:is|are)(?: not|n['’]t) (?:needed|required|necessary)|unnecessary|optional"
    r"|nicht (?:nötig|notwendig|erforderlich|öffnen|durchführen|zitieren|wörtlich)|überflüssig)\b"
    r"|\s*(?:nicht|not)\b",
    FLAGS,
)
_SOMEBODY_MUST = re.compile(
    r"\b(?:bitte|du|sie|ich\s+(?:möchte|will|brauche|erwarte|bitte|hätte)|wir\s+brauchen|antwort\w*|bericht"
    r"|zusammenfassung|soll(?:en|st|te|test|ten)?|muss|müssen|musst|sind|werden)\b",
    FLAGS,
)
_DOING = any_of(
    "durch(?:zu)?führen, durchgeführt, durchführst, machen, machst, gemacht, aus(?:zu)?führen, vornehmen,"
    "starten, nutzen, genutzt, verwenden, verwendet, öffnen, geöffnet, öffnest, lesen, gelesen, liest,"
    "zitieren, zitiert, zitierst, nötig, erforderlich, an(?:zu)?geben, wieder(?:zu)?geben, wiedergegeben,"
    "heranziehen, herangezogen, einsehen, prüfen, auf(?:zu)?lösen, benennen, enthalten, haben, anführen,"
    "ab(?:zu)?rufen, auf(?:zu)?rufen"
)
_VERB_FINAL = re.compile(rf"[^.!?;]{{0,160}}\b{_DOING}\b", FLAGS)
_OTHERS_SAY = re.compile(
    r"\b"
    + any_of(
        "says?, said, states?, stated, requires?, required, claims?, demands?, prescribes?, according to,"
        "whether, why, how often, how many, besagt, verlangt, fordert, schreibt vor, laut, ob, warum,"
        "wie oft, wie viele"
    )
    + r"\b",
    FLAGS,
)
_WANTED = re.compile(
    r"(?:\bI(?:['’]d| would)? (?:want|need|expect|require|like)(?: to (?:see|have))?|\b(?:you|we) need"
    r"|\bich (?:möchte|brauche|will|erwarte|hätte gern\w*)"
    rf"|\b{OUTPUT}\s+{_MUST}\s+(?:be|have|contain|include|rest on|be based on|be backed by"
    "|be supported by|cite)"
    r"|\b(?:this|the) (?:task|question|request) requires|\b(?:required|requirements?|mandatory|vorgaben?):)"
    r"\s+(?:\w+\s+){0,2}$",
    FLAGS,
)
_BY_MEANS = re.compile(
    r"(?:^|[\s,(])"
    + any_of(
        "with, using, after, by means of, through, via, based on, on the basis of, supported by,"
        "backed by, from, mit, nach, durch, anhand, anhand von, mittels, auf basis von, auf grundlage von,"
        "gestützt auf"
    )
    + r"\s+(?:the\s+)?$",
    FLAGS,
)
_NOTHING = re.compile(rf"[\W_]*{_ADVERBS}", FLAGS)
_FEW_WORDS = re.compile(r"[\W_]*(?:[\w-]+\s+){0,3}", FLAGS)
_HAPPENED = re.compile(
    r"\s*(?:\S+\s+){0,4}?(?:were|was|have|has|had|did|took|found|wurden?|waren?|hatten?|haben)\b", FLAGS
)
# Between a verb and its object stands no new clause.
_TO_OBJECT = re.compile(
    r"(?:\s+(?!(?:who|what|which|how|why|whether|that|if|did|does|was|were|dass|ob|wer|wie"
    r"|welche\w*)\b)[^\s.;!?]+){0,7}\s*",
    FLAGS,
)
_REQUEST = re.compile(
    r"\b(?:can|could|would|will) you\b|\bplease\b|\bbitte\b|\b(?:kannst|könntest|würdest) du\b"
    r"|\b(?:können|könnten|würden) sie\b",
    FLAGS,
)


def commands(sentence: Sentence, at: int) -> bool:
    """Does a verb that begins at `at` command the reader? False under a negation."""
    before = sentence.text[:at]
    joined = _JOINING.search(before) and _BEGINS_WITH_COMMAND.search(before)
    return bool(_COMMAND.search(before) or _FIRST.search(before) or joined) and not negated(sentence, at)


def negated(sentence: Sentence, at: int) -> bool:
    """Stands `at` under a negation that no second one turns round?"""
    before = sentence.text[:at]
    return bool(_NEGATED.search(before)) and not _TURNED.search(before)


def asks_about_documents(sentence: Sentence) -> bool:
    """A question, other than "could you …?" and "list …, and what is …?"."""
    text = sentence.text
    return text.rstrip().endswith("?") and not _REQUEST.search(text) and not _IMPERATIVE_FIRST.match(text)


def governed(sentence: Sentence, start: int, end: int, verbs: re.Pattern[str]) -> bool:
    """Is the noun phrase `[start, end)` demanded: object of a commanding verb or a wish, or a line by itself?

    `verbs` are the verbs that can demand it, in every form they have after "please", "you must" or "after".
    """
    text = sentence.text
    before, after = text[:start], text[end:]
    if negated(sentence, start) or _NEGATED_AFTER.match(after):
        return False
    for verb in verbs.finditer(before):
        if _TO_OBJECT.fullmatch(before, verb.end()) and commands(sentence, verb.start()):
            return True
    if _WANTED.search(before):
        return True
    if _OTHERS_SAY.search(before) or asks_about_documents(sentence):
        return False
    by_itself = bool(_NOTHING.fullmatch(before))
    if by_itself and not _HAPPENED.match(after):
        return True
    if _VERB_FINAL.match(after) and (_SOMEBODY_MUST.search(text) or by_itself):
        return True
    means = _BY_MEANS.search(before)
    return bool(means) and bool(_BEGINS_WITH_COMMAND.search(text) or _FEW_WORDS.fullmatch(before))
