"""Which source wins where documents disagree: what a sentence says about it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.agent.constraint_clauses import FLAGS, Sentence, any_of
from core.agent.constraint_grammar import asks_about_documents, commands, governed, negated

_DOCUMENTS = any_of(
    "documents?, sources?, files?, passages?, versions?, reports?, polic(?:y|ies), contracts?, figures?,"
    "numbers?, values?, statements?, data, dates?, information, they, it, these, results?, citations?,"
    "two of them, both, revisions?, editions?, records?, papers?, manuals?, texts?, guidelines?, entries,"
    "instructions?, facts?, evidence, anything, something, claims?, emails?, minutes, notes, pages?,"
    "details?, amounts?, terms, rules?, procedures?, materials?, excerpts?, dokumente?n?, quellen?,"
    "unterlagen, dateien?, fassungen?, versionen?, angaben?, werten?, zahlen?, berichte?n?, verträge?n?,"
    "richtlinien?, informationen, stellen, texte?n?, aussagen, daten, sie, sich, regelungen, vorgaben,"
    "passagen, belege, auskünfte"
)
_CONFLICT_VERB = any_of(
    "conflict, conflicts, contradict, contradicts, disagree, disagrees, differ, differs, diverge, clash,"
    "are inconsistent, is inconsistent, are contradictory, is contradictory, are at odds, do not agree,"
    "don['’]t agree, do not match, don['’]t match, conflicting, contradicting, contradictory,"
    "say different things, inconsistent, vary, disagreeing, widersprechen, widerspricht,"
    r"widersprüchlich\w*, voneinander abweichen, abweichen, abweichend\w*, unterscheiden, uneinig,"
    "auseinandergehen, nicht übereinstimmen, unterschiedlich"
)
_CONFLICT_NOUN = (
    any_of(
        "conflicts?, contradictions?, discrepanc(?:y|ies), inconsistenc(?:y|ies), disagreements?,"
        "divergences?, widersprüchen?, widerspruch, widerspruchs, konflikten?, konfliktfall, konflikt,"
        "abweichungen?, unstimmigkeiten?, diskrepanz(?:en)?, widersprüchlichkeiten"
    )
    + r"(?!\s+of (?:interest|law))"
)
WHEN = any_of(
    "if, when, where, wherever, whenever, should, in case, falls, wenn, sofern, sollten?, wo, soweit"
)
_IF_CONFLICT = re.compile(
    rf"\b{WHEN}\b(?:\s+[^\s.;!?]+){{0,4}}?\s+{_DOCUMENTS}\b(?:\s+[^\s,.;!?]+){{0,7}}?\s*\b{_CONFLICT_VERB}\b"
    rf"|\b(?:{WHEN}|if any|in (?:the )?(?:case|event) of|on|upon|for|with|given|bei|im falle?"
    rf"|im fall von)\s+(?:[^\s.;!?]+\s+){{0,4}}?{_CONFLICT_NOUN}\b",
    FLAGS,
)
_RESOLVE = re.compile(
    r"\b"
    + any_of(
        "resolve, reconcile, settle, clear up, sort out, handle, deal with, address, resolving, decide,"
        "point out, flag, note, report, mention, highlight, explain, name, disclose, state, löse,"
        "lösen sie, kläre, klären sie, auflösen, behandle, benenne, nenne, weise, erkläre, löst"
    )
    + rf"\b(?:\s+(?!(?:how|why|whether|if|ob|wie|warum|the main|with)\b)[^\s.;!?,]+){{0,"
    rf"4}}?\s+(?:{_CONFLICT_NOUN}\b|(?:conflicting|contradictory|widersprüchliche) {_DOCUMENTS})",
    FLAGS,
)
_DO = re.compile(
    r"\b"
    + any_of(
        "prefer, use, take, trust, rely on, rely, follow, go with, go by, choose, pick, say, tell me,"
        "tell, state, note, flag, mention, report, explain, point out, resolve, decide, favou?r,"
        "give precedence, give priority, give preference, apply, cite, show, list, let me know, treat,"
        "stick to, base, let, prioriti[sz]e, go for, settle, make clear, name, keep, using, preferring,"
        "trusting, assume, consider, answer, default to, defer to, adopt, believe, highlight, quote,"
        "bevorzuge, bevorzugen sie, nimm, nehmen sie, nutze, nutzen sie, verwende, verwenden sie,"
        "vertraue, folge, halte, sag, sage, sagen sie, weise, weisen sie, nenne, nennen sie, erkläre,"
        "stütze, orientiere, richte, gib, geben sie, entscheide, zitiere, richten sie, halten sie,"
        "verlass dich, benenne, löse, priorisiere, gehe, zieh, ziehe, wende"
    )
    + r"\b",
    FLAGS,
)
_WINS = any_of(
    "wins, win, prevails, prevail, takes precedence, take precedence, takes priority, has priority,"
    "have priority, applies, apply, counts, count, governs, govern, is decisive, is authoritative,"
    "is to be used, should be used, must be used, rules, is the one that counts, should win,"
    "should prevail, is binding, is right, overrides?, supersedes?, is preferred, beats?, gilt, gelten,"
    "zählt, zählen, geht vor, gehen vor, hat vorrang, haben vorrang, ist maßgeblich, sind maßgeblich,"
    "maßgeblich, ist maßgebend, maßgebend, entscheidet, entscheidend, ist verbindlich, sticht, gewinnt,"
    "vorrang, vorrangig, bindend, vorzug"
)
_GENERIC = any_of(
    "documents?, sources?, files?, versions?, revisions?, editions?, ones?, documentation, dated,"
    "information, data, passages?, text, entry, statements?, dokumente?n?, quellen?, fassung, version,"
    "stand, unterlagen?, datei, angaben?, regel, regelung, richtlinie, policy, report, value, figure,"
    "rule, wert, zahl, vorgabe, auflage, revision, ausgabe, fundstelle, standard, clause"
)
_RULES = {
    "newest": any_of(
        "newest, latest, most recent, most recently, newer, more recent, more recently, later,"
        "most up-to-date, most current, youngest, neueste?[mnrs]?, jüngste?[mnrs]?, aktuellste?[mnrs]?,"
        "neuere?[mnrs]?, jüngere?[mnrs]?, aktuellere?[mnrs]?, spätere?[mnrs]?, späteste?[mnrs]?, letzten?"
    ),
    "oldest": any_of(
        "oldest, earliest, older, earlier, original, älteste?[mnrs]?, ältere?[mnrs]?, frühere?[mnrs]?,"
        "früheste?[mnrs]?, ursprüngliche?[mnrs]?"
    ),
    "stricter": any_of(
        "strict, stricter, strictest, more restrictive, most restrictive, tighter, tightest,"
        "more conservative, most conservative, more stringent, most stringent, tougher, safer, safest,"
        "strengere?[mnrs]?, strengste?[mnrs]?, restriktivere?[mnrs]?, restriktivste?[mnrs]?,"
        "striktere?[mnrs]?, vorsichtigere?[mnrs]?, schärfere?[mnrs]?"
    ),
    "official": any_of(
        "official, officially, authoritative, approved, signed, offizielle?[mnrs]?, amtliche?[mnrs]?,"
        "verbindliche?[mnrs]?, unterzeichnete?[mnrs]?, unterschriebene?[mnrs]?, freigegebene?[mnrs]?,"
        "genehmigte?[mnrs]?"
    ),
}
_ANY_RULE = "(?:" + "|".join(_RULES.values()) + ")"
_PREFER = re.compile(
    r"\b"
    + any_of(
        "prefer, preferring, use, using, take, trust, rely on, rely only on, follow, go with, go by,"
        "favou?r, stick to, base, choose, prioriti[sz]e, give precedence to, give priority to,"
        "give preference to, consider, default to, defer to, cite, treat, apply, bevorzuge,"
        "bevorzugen sie, nimm, nehmen sie, nutze, nutzen sie, verwende, verwenden sie, vertraue, halte,"
        "richte, stütze, priorisiere, orientiere, folge, ziehe"
    )
    + rf"\b(?:\s+[^\s.;!?,]+){{0,4}}?\s+(?P<rule>{_ANY_RULE})\s+(?:\w+\s+){{0,2}}?{_GENERIC}\b"
    rf"|\b(?:{WHEN}|bei)\b[^.;!?]*\b(?:{_GENERIC}|versionen|fassungen)\b[^.;!?]*\b(?P<choose>use"
    r"|take|trust|prefer|nimm|nehmen sie|nutze|verwende)\s+"
    rf"(?:the|die|das|den)\s+(?P<bare>{_ANY_RULE})\s*(?:[.,;!]|$)",
    FLAGS,
)
_RULE_WINS = re.compile(
    rf"\b(?P<rule>{_ANY_RULE})\s+(?:[\w-]+\s+){{0,4}}?{_WINS}\b|\b(?:{_WINS})\s+(?:[\w-]+\s+){{0,"
    rf"4}}?(?P<late>{_ANY_RULE})\b",
    FLAGS,
)
_LESS = re.compile(r"\b(?:over|rather than|instead of|not|statt|anstelle|gegenüber|vor|nicht|als)\b", FLAGS)


@dataclass(frozen=True, slots=True)
class Conflicts:
    required: bool = False
    rule: str | None = None


def conflicts_of(sentence: Sentence) -> Conflicts:
    """Whether the sentence says what to do where sources disagree, and which of them wins."""
    text = sentence.text
    question = asks_about_documents(sentence)
    for found in _PREFER.finditer(text):
        at = found.start("choose") if found["choose"] else found.start()
        if commands(sentence, at):
            return Conflicts(True, _rule_in(text[at:]))
    if not question:
        for found in _RULE_WINS.finditer(text):
            start = found.start("rule") if found["rule"] else found.start("late")
            if not negated(sentence, start) and _states_a_rule(text, found):
                return Conflicts(True, _rule_in(text[start:]))
    for found in _IF_CONFLICT.finditer(text):
        if negated(sentence, found.start()):
            continue
        rest = text[: found.start()] + " " * len(found[0]) + text[found.end() :]
        done = any(commands(sentence, verb.start()) for verb in _DO.finditer(rest))
        if done or (not question and _WILL_WIN.search(rest)):
            return Conflicts(True, _rule_in(rest))
    for found in _RESOLVE.finditer(text):
        if commands(sentence, found.start()) or (
            not question and governed(sentence, found.end(), found.end(), _DO)
        ):
            return Conflicts(True, _rule_in(text[found.end() :]))
    found_passive = None if question else _TO_BE_RESOLVED.search(text)
    if found_passive and not negated(sentence, found_passive.start()):
        return Conflicts(True, _rule_in(text[found_passive.start() :]))
    return Conflicts()


_ANY_SOURCE = re.compile(rf"\b{_GENERIC}\b", FLAGS)
_WILL_WIN = re.compile(rf"\b{_WINS}\b", FLAGS)
_RULE_WORDS = {rule: re.compile(rf"\b{words}\b", FLAGS) for rule, words in _RULES.items()}
_TO_BE_RESOLVED = re.compile(
    rf"\b(?:{_CONFLICT_VERB}|{_CONFLICT_NOUN})\b[^.;!?]*\b(?:must|should|shall|are to|is to|need to"
    r"|has to|have to|soll|sollen|sollten|müssen|sind|ist)\b"
    r"[^.;!?]*\b(?:resolved|reconciled|settled|flagged|noted|mentioned|reported|explained"
    "|pointed out|named|addressed|aufgelöst|aufzulösen|geklärt|"
    r"zu klären|benannt|zu benennen|erwähnt|genannt|zu nennen)\b",
    FLAGS,
)
_CONFLICT = re.compile(rf"\b(?:{_CONFLICT_VERB}|{_CONFLICT_NOUN})\b", FLAGS)


def _states_a_rule(text: str, found: re.Match[str]) -> bool:
    """ "The newest document wins": a noun for any source between, or a word of conflict in the sentence."""
    around = text[found.start() : found.end() + 30]
    return bool(_ANY_SOURCE.search(around) or _CONFLICT.search(text))


def _rule_in(text: str) -> str | None:
    """The rule named first, before "over the older ones"."""
    less = _LESS.search(text)
    places = [
        (found.start(), rule)
        for rule, words in _RULE_WORDS.items()
        if (found := words.search(text[: less.start()] if less else text))
    ]
    return min(places)[1] if places else None
