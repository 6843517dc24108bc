"""Who demands what: a verb is a demand when it commands the reader, not when somebody in a document does it.

"Open two citations", "please open", "you must open", "make sure you open", "after opening", "bitte zwei
Belege öffnen" command; "who opened two accounts?", "guards must open two gates" and "do not open" do not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.agent.demands.prompt_clauses import FLAGS, Sentence, any_of, phrases

_NEAR = 200  # characters before a verb that tell whether it commands
_YOU = "(?:you|(?:the |an )?(?:agent|assistant|model|system))"
_MUST = any_of(
    "must, should, shall, need to, needs to, have to, has to, are to, is to, ought to, will, can, could,"
    "may, would, are required to, is required to, are expected to, is expected to"
)
OUTPUT = rf"(?:{any_of('the, your, this, my, an?, die, deine, ihre, der, das, dein, ihr, eine?')}\s+" + (
    r"(?:\w+\s+){0,2}"
    + any_of(
        "answer, response, reply, report, summary, runbook, memo, output, result, text, overview,"
        "briefing, note, draft, document, antwort, bericht, zusammenfassung, ausgabe, übersicht,"
        "ergebnis, vermerk, stellungnahme"
    )
    + ")"
)
_ADVERB = any_of(
    "please, pls, kindly, never, also, then, first, firstly, next, second, secondly, third, finally,"
    "lastly, now, just, always, only, explicitly, clearly, actually, instead, simply, carefully, and,"
    "but, or, so, to, in addition, additionally, furthermore, rather, sondern, afterwards, ideally,"
    "bitte, dann, danach, anschließend, zuerst, zunächst, außerdem, zusätzlich, auch, immer, stets, und,"
    r"aber, oder, mal, erst, nun, abschließend, zum schluss, step \d, task, important, wichtig, hinweis,"
    "note"
)
_ADVERBS = rf"(?:{_ADVERB}\b[\s,:]*)*"
_SEE_TO_IT = any_of(
    "make sure, ensure, be sure, take care, remember, do not forget, don['’]t forget, want, would like,"
    "['’]d like, need, expect, ask, require, your task is, your job is, try"
)
_HAVING = r"\s+(?:first\s+)?(?:you(?:\s+|(?=['’]ve\b)))?(?:have\s+|['’]ve\s+)?"
# What may stand before a verb that commands.
_COMMAND = re.compile(
    r"(?:^[\W_]*|[,;:.!?–—(]\s*|\s[-–—]\s+"
    rf"|\b(?:please|pls|kindly|bitte)\s+|\b(?:{_YOU}|{OUTPUT})\s+{_MUST}\s+(?:be\s+)?|\b{_MUST} you\s+"
    rf"|\b{_SEE_TO_IT}\s+(?:that\s+)?(?:you\s+)?(?:to\s+|also\s+)*|\b(?:after|by){_HAVING}"
    rf"){_ADVERBS}$",
    FLAGS,
)
_BUT_FIRST = any_of("not, never, only, don['’]t, nicht, nie, erst, nur")
# "Do not answer before you have opened two": what comes first is demanded.
_FIRST = re.compile(
    rf"\b{_BUT_FIRST}\b.*"
    rf"\b{any_of('before, until, unless, without, once, when')}{_HAVING}{_ADVERBS}$",
    FLAGS,
)
# "Do not answer until two sources were opened": said of what is to be there first.
_NOT_UNTIL = re.compile(
    rf"(?:^[\W_]*{_ADVERBS}(?:do not|don['’]t|never|only)\b|\b{_YOU}\s+{_MUST}\s+(?:not|never|only)\b)"
    rf"[^.;!?]*\b{any_of('before, until, unless, once, when')}\s+$",
    FLAGS,
)
_WAS_DONE = re.compile(
    r"(?:\s+[^\s,.;:!?]+){0,3}?\s+(?:is|are|was|were|has been|have been)\s+(?:\w+\s+)?"
    + any_of(
        "opened, read, consulted, inspected, viewed, cited, checked, reviewed, quoted, used, run, made, done,"
        "performed, conducted, completed"
    )
    + r"\b",
    FLAGS,
)
_JOINING = re.compile(rf"\b{any_of('and, then, but, or, und, dann, sowie, aber')}\s+{_ADVERBS}$", FLAGS)
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
_I_WISH = (
    r"\b(?:(?:I|we)(?:['’]d| would)? (?:want|need|like|expect|require)"
    r"|(?:ich|wir) (?:möchten?|brauchen?|will|wollen|erwarten?|hätten? gern\w*))\b"
)
WISH = re.compile(_I_WISH, FLAGS)
_BEGINS_WITH_COMMAND = re.compile(
    rf"^[\W_]*(?:{_ADVERBS}{_IMPERATIVE}|(?:can|could|would|will) you|kannst|könntest|können)\b"
    rf"|\b(?:please|pls|bitte)\b|{_I_WISH}|\b{_YOU}\s+{_MUST}\b|,\s*(?:then\s+)?{_IMPERATIVE}\b",
    FLAGS,
)
_IMPERATIVE_FIRST = re.compile(rf"[\W_]*{_ADVERBS}(?!do\b){_IMPERATIVE}\b", FLAGS)
# "List the fees, and what is due?"
_A_QUESTION_TOO = re.compile(
    r"[,:;]|\b"
    + any_of(
        "what, which, who, whom, whose, how, when, where, why, whether, is, are, was, were, does,"
        "did, has, have,"
        "was, welche[mnrs]?, wer, wem, wen, wie, wann, wo, warum, ob, ist, sind, hat, haben, gilt, gelten"
    )
    + r"\b",
    FLAGS,
)
_REQUEST = phrases(
    "can you, could you, would you, will you, please, pls, bitte, kannst du, könntest du, würdest du,"
    "können sie, könnten sie, würden sie"
)
_NOT = any_of(
    "not, never, no, no need, needn['’]?t, rather than, instead of, avoid, without, unnecessary,"
    "(?:do|does|need|must|should|are|is|would|wo)n['’]?t, nicht, keine?[nmrs]?, statt, anstatt, niemals,"
    "nie, ohne"
)
_NEGATED = re.compile(rf"\b{_NOT}\b(?:(?!\b(?:but|sondern|aber)\b|\s[–—-]\s)[^,;:.!?])*$", FLAGS)
# "Never answer before you have opened two": the second turns the first round.
_TURNED = re.compile(
    rf"\b{_NOT}\b.*\b"
    + any_of("before, until, unless, without, bevor, ehe, bis, ohne, only, nur, fewer, less, weniger")
    + r"\b[^,;:.!?]*$",
    FLAGS,
)
_FEWER = re.compile(r"(?:fewer|less)\s+than\b|weniger\s+als\b", FLAGS)
_NEGATED_AFTER = re.compile(
    r"[^,;:.!?]{0,50}\b(?:(?:is|are)(?: not|n['’]t) (?:needed|required|necessary)|unnecessary|optional"
    r"|nicht (?:nötig|notwendig|erforderlich|öffnen|durchführen|zitieren|wörtlich)|überflüssig)\b"
    r"|\s*(?:nicht|not)\b",
    FLAGS,
)
# German has the verb at the end: "bitte mindestens zwei Belege öffnen".
_DOING = any_of(
    "durch(?:zu)?führen, durchgeführt, durchführst, machen, machst, gemacht, aus(?:zu)?führen, vornehmen,"
    "starten, nutzen, genutzt, verwenden, verwendet, öffnen, geöffnet, öffnest, lesen, gelesen, liest,"
    "zitieren, zitiert, zitierst, nötig, erforderlich, an(?:zu)?geben, wieder(?:zu)?geben, wiedergegeben,"
    "heranziehen, herangezogen, einsehen, prüfen, auf(?:zu)?lösen, benennen, enthalten, haben, anführen,"
    "ab(?:zu)?rufen, auf(?:zu)?rufen"
)
_VERB_FINAL = re.compile(rf"[^.!?;]{{0,160}}\b{_DOING}\b", FLAGS)
_SOMEBODY_MUST = phrases(
    r"bitte, du, sie, ich (?:möchte|will|brauche|erwarte|bitte|hätte), wir brauchen, antwort\w*, bericht,"
    "zusammenfassung, soll(?:en|st|te|test|ten)?, muss, müssen, musst, sind, werden"
)
_OTHERS_SAY = phrases(
    "says?, said, states?, stated, requires?, required, claims?, demands?, prescribes?, according to,"
    "whether, why, how often, how many, besagt, verlangt, fordert, schreibt vor, laut, ob, warum,"
    "wie oft, wie viele"
)
_EVERY = r"(?:every|each|all|any|jede[nrs]?|alle)\s+\w+"
_WANTED = re.compile(
    rf"(?:{_I_WISH}(?: to (?:see|have))?|\b(?:you|we) need|\b(?:{OUTPUT}|{_EVERY})\s+{_MUST}\s+"
    + any_of("be, have, contain, include, rest on, be based on, be backed by, be supported by, cite")
    + r"|\b(?:this|the) (?:task|question|request) requires|\b(?:required|requirements?|mandatory|vorgaben?):)"
    r"\s+(?:\w+\s+){0,2}$",
    FLAGS,
)
_BY_MEANS = re.compile(
    r"(?:^|[\s,(])"
    + any_of(
        "with, using, after, by means of, through, via, based on, on the basis of, supported by,"
        "backed by, from, mit, nach, durch, anhand, anhand von, mittels, auf basis von,"
        "auf grundlage von, gestützt auf"
    )
    + r"\s+(?:the\s+)?$",
    FLAGS,
)
_NOTHING = re.compile(rf"[\W_]*{_ADVERBS}", FLAGS)
_FEW_WORDS = re.compile(r"[\W_]*(?:[\w-]+\s+){0,3}", FLAGS)
_HAPPENED = re.compile(
    r"\s*(?:\S+\s+){0,4}?(?:were|was|have|has|had|did|took|found|wurden?|waren?|hatten?|haben)\b", FLAGS
)
# Between a verb and its object no new clause begins.
_TO_OBJECT = re.compile(
    r"(?:\s+(?!"
    + any_of(
        "who, what, which, how, why, whether, that, if, did, does, was, were, dass, ob, wer, wie,welche[nrs]?"
    )
    + r"\b)[^\s.;!?]+){0,7}\s*",
    FLAGS,
)


def commands(sentence: Sentence, at: int) -> bool:
    """Does a verb that begins at `at` command the reader? False under a negation."""
    text, near = sentence.text, max(0, at - _NEAR)
    if _asks_whether_to(text):
        return False
    joined = _JOINING.search(text, near, at) and _BEGINS_WITH_COMMAND.search(text, 0, at)
    if not (_COMMAND.search(text, near, at) or _FIRST.search(text, near, at) or joined):
        return False
    return not negated(sentence, at)


def commanding(sentence: Sentence, verbs: re.Pattern[str], end: int | None = None) -> Iterator[re.Match[str]]:
    """The verbs that command, up to `end`."""
    text = sentence.text
    for verb in verbs.finditer(text, 0, len(text) if end is None else end):
        if commands(sentence, verb.start()):
            yield verb


def negated(sentence: Sentence, at: int) -> bool:
    """Stands `at` under a negation that no second one turns round?"""
    text, near = sentence.text, max(0, at - _NEAR)
    turned = _FEWER.match(text, at) or _TURNED.search(text, near, at)
    return not turned and bool(_NEGATED.search(text, near, at))


def asks_about_documents(sentence: Sentence) -> bool:
    """A question, other than "could you …?" and "list …, and what is …?"."""
    text = sentence.text
    return text.rstrip().endswith("?") and not _REQUEST.search(text) and not _IMPERATIVE_FIRST.match(text)


def _asks_whether_to(text: str) -> bool:
    """ "Use the latest firmware?": what to do is asked, not demanded."""
    return (
        text.rstrip().endswith("?")
        and _IMPERATIVE_FIRST.match(text) is not None
        and not _REQUEST.search(text)
        and not _A_QUESTION_TOO.search(text)
    )


def governed(sentence: Sentence, start: int, end: int, verbs: re.Pattern[str]) -> bool:
    """Is the noun phrase `[start, end)` demanded: object of a commanding verb or a wish, or a line by itself?

    `verbs` are the verbs that can demand it, in every form they have after "please", "you must" or "after".
    """
    text, near = sentence.text, max(0, start - _NEAR)
    if negated(sentence, start) or _NEGATED_AFTER.match(text, end):
        return False
    for verb in verbs.finditer(text, near, start):
        if _TO_OBJECT.fullmatch(text, verb.end(), start) and commands(sentence, verb.start()):
            return True
    if _WANTED.search(text, near, start):
        return True
    if _WAS_DONE.match(text, end) and _NOT_UNTIL.search(text, 0, start):
        return True
    if _OTHERS_SAY.search(text, 0, start) or asks_about_documents(sentence):
        return False
    by_itself = bool(_NOTHING.fullmatch(text, 0, start))
    if by_itself and not _HAPPENED.match(text, end):
        return True
    if _VERB_FINAL.match(text, end) and (by_itself or _SOMEBODY_MUST.search(text)):
        return True
    means = _BY_MEANS.search(text, near, start)
    return bool(means) and bool(_BEGINS_WITH_COMMAND.search(text) or _FEW_WORDS.fullmatch(text, 0, start))
