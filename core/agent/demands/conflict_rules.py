"""Which source wins where documents disagree: what a sentence says about it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.agent.demands.prompt_clauses import FLAGS, Sentence, any_of, phrases
from core.agent.demands.who_demands import asks_about_documents, commanding, commands, governed, negated

WHEN = any_of(
    "if, when, where, wherever, whenever, should, in case, falls, wenn, sofern, sollten?, wo, soweit"
)
_SOURCES = any_of(
    "documents?, sources?, files?, passages?, versions?, reports?, polic(?:y|ies), contracts?, figures?,"
    "numbers?, values?, statements?, data, dates?, information, they, it, these, results?, citations?,"
    "two of them, both, revisions?, editions?, records?, papers?, manuals?, texts?, guidelines?, entries,"
    "instructions?, facts?, evidence, anything, something, claims?, emails?, minutes, notes, pages?,"
    "details?, amounts?, terms, rules?, procedures?, materials?, excerpts?, dokumente?n?, quellen?,"
    "unterlagen, dateien?, fassungen?, versionen?, angaben?, werten?, zahlen?, berichte?n?, verträge?n?,"
    "richtlinien?, informationen, stellen, texte?n?, aussagen, daten, sie, sich, regelungen, vorgaben,"
    "passagen, belege, auskünfte"
)
_PEOPLE = any_of(
    "parties, partners, people, persons, employees, shareholders, members, parents, owners, directors,"
    "heirs, neighbours, teams, departments, doctors, experts, judges, witnesses, managers,"
    "landlords?, tenants?, suppliers?, buyers?, sellers?, vermieter, mietern?, nachbarn, lieferanten,"
    "parteien,"
    "partner, mitarbeiter, gesellschafter, eigentümer, ärzte, erben, gutachter, zeugen, personen, leute"
)
_AMONG_PEOPLE = re.compile(
    rf"\s+(?:between|among|amongst|with|of|zwischen|unter|mit)\s+"
    rf"(?:(?:the|these|those|all|both|two|any|der|den|die|diesen|allen|beiden)\s+)*(?:\w+\s+)?{_PEOPLE}\b",
    FLAGS,
)
_DISAGREE = any_of(
    "conflict, conflicts, contradict, contradicts, disagree, disagrees, differ, differs, diverge, clash,"
    "are inconsistent, is inconsistent, are contradictory, is contradictory, are at odds, do not agree,"
    "don['’]t agree, do not match, don['’]t match, conflicting, contradicting, contradictory,"
    "say different things, inconsistent, vary, disagreeing, widersprechen, widerspricht,"
    r"widersprüchlich\w*, voneinander abweichen, abweichen, abweichend\w*, unterscheiden, uneinig,"
    "auseinandergehen, nicht übereinstimmen, unterschiedlich"
)
_CONFLICT = (
    any_of(
        "conflicts?, contradictions?, discrepanc(?:y|ies), inconsistenc(?:y|ies), disagreements?,"
        "divergences?, widersprüchen?, widerspruch, widerspruchs, konflikten?, konfliktfall, konflikt,"
        "abweichungen?, unstimmigkeiten?, diskrepanz(?:en)?, widersprüchlichkeiten"
    )
    + r"(?!\s+of (?:interest|law))"
)
_SEVERAL = any_of("two, both, several, any, some, different, zwei, mehrere, verschiedene")
# "if the documents disagree", "where two protocols disagree", "in case of conflict", "bei Widersprüchen".
_IF_CONFLICT = re.compile(
    rf"\b{WHEN}\b(?:\s+[^\s.;!?]+){{0,4}}?\s+(?:{_SOURCES}|{_SEVERAL}\s+(?!{_PEOPLE}\b)\w+)\b"
    rf"(?:\s+[^\s,.;!?]+){{0,7}}?\s*\b{_DISAGREE}\b"
    rf"|\b(?:{WHEN}|{any_of('if any, on, upon, for, with, given, bei, im falle?, im fall von')}"
    rf"|in (?:the )?(?:case|event) of)\s+(?:[^\s.;!?]+\s+){{0,4}}?{_CONFLICT}\b"
    rf"|^\W*(?:weichen|widersprechen|unterscheiden)\b[^.;!?,]*\b{_SOURCES}\b[^.;!?,]*(?=,)",
    FLAGS,
)
_RESOLVE = re.compile(
    r"\b"
    + any_of(
        "resolve, reconcile, settle, clear up, sort out, handle, deal with, address, resolving, decide,"
        "point out, flag, note, report, mention, highlight, explain, name, disclose, state, löse,"
        "lösen sie, kläre, klären sie, auflösen, behandle, benenne, nenne, weise, erkläre, löst"
    )
    + r"\b(?:\s+(?!(?:how|why|whether|if|ob|wie|warum|the main|with)\b)[^\s.;!?,]+){0,4}?"
    rf"\s+(?:{_CONFLICT}\b|(?:conflicting|contradictory|widersprüchliche) {_SOURCES})",
    FLAGS,
)
_TO_BE_RESOLVED = re.compile(
    rf"\b(?:{_DISAGREE}|{_CONFLICT})\b[^.;!?]*\b"
    + any_of(
        "must, should, shall, are to, is to, need to, needs to, has to, have to, soll, sollen, sollten,"
        "müssen, sind, ist"
    )
    + r"\b[^.;!?]*\b"
    + any_of(
        "resolved, reconciled, settled, flagged, noted, mentioned, reported, explained, pointed out,"
        "named, addressed, aufgelöst, aufzulösen, geklärt, zu klären, benannt, zu benennen, erwähnt,"
        "genannt, zu nennen"
    )
    + r"\b",
    FLAGS,
)
_REACT = phrases(
    "prefer, use, take, trust, rely on, rely, follow, go with, go by, choose, pick, say, tell me, tell,"
    "state, note, flag, mention, report, explain, point out, resolve, decide, favou?r, give precedence,"
    "give priority, give preference, apply, cite, show, list, let me know, treat, stick to, base, let,"
    "prioriti[sz]e, go for, settle, make clear, name, keep, using, preferring, trusting, assume,"
    "consider, answer, default to, defer to, adopt, believe, highlight, quote, bevorzuge, bevorzugen sie,"
    "nimm, nehmen sie, nutze, nutzen sie, verwende, verwenden sie, vertraue, folge, halte, sag, sage,"
    "sagen sie, weise, weisen sie, nenne, nennen sie, erkläre, stütze, orientiere, richte, gib,"
    "geben sie, entscheide, zitiere, richten sie, halten sie, verlass dich, benenne, löse, priorisiere,"
    "gehe, zieh, ziehe, wende"
)
# German: "bei Abweichungen bitte die jüngere Fassung nehmen".
_REACT_LAST = re.compile(
    r"\b(?:bitte|soll|sollst|sollte|sollten|musst|ist|sind)\b[^.;!?]*\b(?:zu )?"
    + any_of(
        "nehmen, verwenden, nutzen, heranziehen, angeben, nennen, benennen, sagen, hinweisen, darlegen,"
        "klären, auflösen"
    )
    + r"(?=\s*(?:[.,;!]|$))",
    FLAGS,
)
_WINS = any_of(
    "wins, win, prevails, prevail, takes precedence, take precedence, takes priority, has priority,"
    "have priority, applies, apply, counts, count, governs, govern, is decisive, is authoritative,"
    "is to be used, should be used, must be used, rules, is the one that counts, is valid, holds, stands,"
    "gültig, should win, should prevail, is binding, is right, overrides?, supersedes?, is preferred,"
    "beats?, gilt, gelten, zählt, zählen, geht vor, gehen vor, hat vorrang, haben vorrang, maßgeblich,"
    "maßgebend, entscheidet, entscheidend, verbindlich, sticht, gewinnt, vorrang, vorrangig, bindend,"
    "vorzug"
)
_ANY_SOURCE = any_of(
    "documents?, sources?, files?, versions?, revisions?, editions?, ones?, documentation, dated,"
    "information, data, passages?, text, entry, statements?, dokumente?n?, quellen?, fassung, fassungen,"
    "versionen, stand, unterlagen?, datei, angaben?, regel, regelung, richtlinie, policy, report, value,"
    "figure, rule, wert, zahl, vorgabe, auflage, revision, ausgabe, fundstelle, standard, clause"
)
_RULE_PHRASES = {
    "newest": any_of(
        "newest, latest, most recent, most recently, newer, more recent, more recently, later,"
        "most up-to-date, most current, current(?= (?:version|edition|revision)),"
        "aktuelle[nrs]?(?= (?:fassung|version|auflage)), youngest, neueste?[mnrs]?, jüngste?[mnrs]?,"
        "aktuellste?[mnrs]?, neuere?[mnrs]?, jüngere?[mnrs]?, aktuellere?[mnrs]?, spätere?[mnrs]?,"
        "späteste?[mnrs]?, letzten?"
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
_ANY_RULE = "(?:" + "|".join(_RULE_PHRASES.values()) + ")"
_PREFERRING = any_of(
    "prefer, preferring, use, using, take, trust, rely on, rely only on, follow, go with, go by, favou?r,"
    "stick to, base, choose, prioriti[sz]e, give precedence to, give priority to, give preference to,"
    "consider, default to, defer to, cite, treat, apply, bevorzuge, bevorzugen sie, nimm, nehmen sie,"
    "nutze, nutzen sie, verwende, verwenden sie, vertraue, halte, richte, stütze, priorisiere,"
    "orientiere, folge, ziehe"
)
_PREFER = re.compile(
    rf"\b{_PREFERRING}\b(?:\s+[^\s.;!?,]+){{0,4}}?\s+{_ANY_RULE}\s+(?:\w+\s+){{0,2}}?"
    rf"(?:{_ANY_SOURCE}|(?:[\w-]+\s+){{0,3}}?(?:among|of all|out of))\b",
    FLAGS,
)
# "if there are two versions, take the newest", "there are several programs; use the latest".
_TAKE_ONE = re.compile(rf"\b{_PREFERRING}\s+(?:the|die|das|den)\s+{_ANY_RULE}(?=\s*(?:[.,;!]|$))", FLAGS)
_CONDITION = re.compile(
    rf"\b(?:{WHEN}|bei)\b[^.;!?]*\b(?:{_ANY_SOURCE}|versions)\b"
    r"|\b(?:there are|es gibt|two|zwei|several|mehrere)\s+"
    rf"(?:{_SEVERAL}|different|verschiedene)\s+\w+",
    FLAGS,
)
_RULE_WINS = re.compile(
    rf"\b(?P<first>{_ANY_RULE})\s+(?:[\w-]+\s+){{0,4}}?{_WINS}\b"
    rf"|\b{_WINS}\s+(?:[\w-]+\s+){{0,4}}?(?P<last>{_ANY_RULE})\b",
    FLAGS,
)
_SOMETHING_WINS = re.compile(rf"\b{_WINS}\b", FLAGS)
_A_SOURCE = re.compile(rf"\b{_ANY_SOURCE}\b", FLAGS)
DISAGREEMENT = re.compile(rf"\b(?:{_DISAGREE}|{_CONFLICT})\b", FLAGS)
_MAY_DEMAND = re.compile(rf"\b(?:{_DISAGREE}|{_CONFLICT}|{_ANY_RULE})\b", FLAGS)
RULES = {rule: re.compile(rf"\b{words}\b", FLAGS) for rule, words in _RULE_PHRASES.items()}
_RATHER_THAN = phrases("over, rather than, instead of, not, statt, anstelle, gegenüber, vor, nicht, als")


@dataclass(frozen=True, slots=True)
class Conflicts:
    required: bool = False
    rule: str | None = None


def conflicts_of(sentence: Sentence) -> Conflicts:
    """Whether the sentence says what to do where sources disagree, and which of them wins."""
    text = sentence.text
    if not _MAY_DEMAND.search(text):
        return Conflicts()
    if preferred := _preferred(sentence):
        return Conflicts(True, _rule_in(text[preferred.start() :]))
    question = asks_about_documents(sentence)
    for found in () if question else _RULE_WINS.finditer(text):
        start = found.start("first") if found["first"] else found.start("last")
        # "The newest document wins": a noun for a source, or a word of conflict elsewhere in the sentence.
        about_sources = (
            _A_SOURCE.search(text, found.start(), found.end() + 30)
            or DISAGREEMENT.search(text)
            or _CONDITION.search(text)
        )
        if about_sources and not negated(sentence, start):
            return Conflicts(True, _rule_in(text[start:]))
    for found in _IF_CONFLICT.finditer(text):
        if not negated(sentence, found.start()) and _reacts(sentence, found, question):
            return Conflicts(True, _rule_in(text[: found.start()] + "," + text[found.end() :]))
    for found in _RESOLVE.finditer(text):
        if _AMONG_PEOPLE.match(text, found.end()):
            continue
        by_itself = not question and governed(sentence, found.end(), found.end(), _REACT)
        if commands(sentence, found.start()) or by_itself:
            return Conflicts(True, _rule_in(text[found.end() :]))
    passive = None if question else _TO_BE_RESOLVED.search(text)
    if passive and not negated(sentence, passive.start()):
        return Conflicts(True, _rule_in(text[passive.start() :]))
    return Conflicts()


def _preferred(sentence: Sentence) -> re.Match[str] | None:
    found = next(commanding(sentence, _PREFER), None)
    if found is None and _CONDITION.search(sentence.text):
        found = next(commanding(sentence, _TAKE_ONE), None)
    return found


def _reacts(sentence: Sentence, condition: re.Match[str], question: bool) -> bool:
    """Is there, besides the condition, a command, or something that wins?"""
    text = sentence.text
    for verb in _REACT.finditer(text):
        at = verb.start()
        if condition.start() <= at < condition.end():
            continue
        follows = at >= condition.end() and not text[condition.end() : at].strip(" ,:")
        if follows or commands(sentence, at):
            return True
    if _REACT_LAST.search(text, condition.end()):
        return True
    rest = text[: condition.start()] + "," + text[condition.end() :]
    return not question and bool(_SOMETHING_WINS.search(rest))


def _rule_in(text: str) -> str | None:
    """The rule named first, before "over the older ones"."""
    less = _RATHER_THAN.search(text)
    end = less.start() if less else len(text)
    places = [(found.start(), rule) for rule, words in RULES.items() if (found := words.search(text, 0, end))]
    return min(places)[1] if places else None
