"""A question and its answer turned into one sentence by rules of English word order.

"When did the tower open?" and "1889" become "The tower opened in 1889." A question that no rule fits gives
nothing. Pure functions; the sentences are material for `docuchat bench verification`, never shown to users.
"""

from __future__ import annotations

import re

from core.answer.facts.checkable import facts_of
from core.text.textspan import split_sentences, word_list

_BE = word_list("is are was were")
_DO = word_list("did does do")
_OTHER = word_list("has have had can could will would may might must should")
_AUXILIARIES = _BE | _DO | _OTHER
_WH = re.compile(
    r"\b(?P<wh>whom|whose|who|what|which|when|where|why"
    r"|how (?:many|much|long|old|far|tall|big|large|often|high|fast|deep)|how)\b",
    re.IGNORECASE,
)
_PREPOSITIONS = word_list(
    "in on at by from of for with to into under during after before about until since through between"
    " against among within as because over across near around toward towards"
)
_DETERMINERS = word_list("the a an his her its their this that these those some any each every no")
_SHARES = word_list("amount percentage percent portion share number proportion")
_KINDS = word_list("type kind sort form genre")
_CLAUSE_VERBS = word_list("think believe feel suggest say claim argue hear")
_ENDS_OF_SUBJECT = _DETERMINERS | _PREPOSITIONS
_IRREGULAR = {
    "become": "became", "begin": "began", "bring": "brought", "build": "built", "buy": "bought",
    "catch": "caught", "choose": "chose", "come": "came", "cost": "cost", "cut": "cut", "draw": "drew",
    "drive": "drove", "eat": "ate", "fall": "fell", "feel": "felt", "fight": "fought", "find": "found",
    "flee": "fled", "fly": "flew", "forbid": "forbade", "get": "got", "give": "gave", "go": "went",
    "grow": "grew", "have": "had", "hear": "heard", "hide": "hid", "hold": "held", "keep": "kept",
    "know": "knew", "lay": "laid", "lead": "led", "leave": "left", "let": "let", "lose": "lost",
    "make": "made", "mean": "meant", "meet": "met", "overtake": "overtook", "pay": "paid", "put": "put",
    "read": "read", "rise": "rose", "run": "ran", "say": "said", "see": "saw", "seek": "sought",
    "sell": "sold", "send": "sent", "set": "set", "shoot": "shot", "show": "showed", "sing": "sang",
    "sink": "sank", "sit": "sat", "speak": "spoke", "spend": "spent", "spread": "spread",
    "stand": "stood", "steal": "stole", "strike": "struck", "take": "took", "teach": "taught",
    "tell": "told", "think": "thought", "throw": "threw", "undergo": "underwent",
    "understand": "understood", "win": "won", "write": "wrote", "be": "was", "shrink": "shrank",
}  # fmt: skip
_REGULAR = word_list(
    "accept achieve acquire act add admit adopt advertise advise affect agree aid aim allow announce",
    "appear apply appoint approve argue arrive ask assist associate attack attempt attend award base",
    "believe belong break call cancel carry cause cease challenge change charge claim classify clear",
    "close collect combine commission compare compete complete compose confirm connect conquer consider",
    "consist contain continue contribute control convert convince cover create cross debut decide declare",
    "decline decrease defeat defend define deliver demand demonstrate deny depend describe design desire",
    "destroy determine develop die differ direct disappear discover discuss display divide dominate drain",
    "drop earn elect employ enable encourage end enjoy enter equal establish estimate exceed exclude",
    "execute exist expand expect experience explain explore express extend face fail favor feature file",
    "fill finance finish fire flow focus follow force form gain gather govern graduate grant happen help",
    "hire host identify imply impose improve include increase indicate influence inform inhabit inspire",
    "install intend invade invent invest issue join kill label lack land last launch learn legalize like",
    "limit link live locate look maintain manage mark marry measure migrate move name need notice obtain",
    "occupy occur offer open operate oppose order organize own participate pass perform permit place plan",
    "play possess practice predict prefer prepare present preside prevent produce prohibit promise",
    "promote propose protect prove provide publish purchase raise reach realize receive recognize",
    "recommend record recruit reduce refer refuse regard reject relate release rely remain remove replace",
    "report represent request require research resign resist respond result retain retire return reveal",
    "rule save score search seem serve settle share shift sign specialize sponsor start state stay stop",
    "study succeed suffer suggest support suppose surrender survive switch talk test train transfer",
    "travel treat try turn unite use view visit vote wait want warn watch wear weigh wish wonder work",
    "worry",
)
_BASE_FORMS = _REGULAR | _IRREGULAR.keys()
_PARTICIPLES = word_list(
    "born built held known made found given taken seen called named based used led won lost written",
    "chosen shown sent sold begun broken driven drawn forbidden set put spread sung thrown kept left met",
    "paid said told thought brought bought caught fought taught understood worn grown",
)
_YEAR = re.compile(r"(?:early |late |mid-?)?(?:the )?(?:1\d{3}|20\d\d)s?")
_DECADE = re.compile(r"(?:1\d|20)\d0s")
_DAY = re.compile(
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}\b.*"
)
_MONTH = re.compile(
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December)(?: \d{4})?"
)


def sentence_from(question: str, answer: str) -> str:
    """The statement that answers the question, or an empty text when no rule fits."""
    question = " ".join(question.split()).rstrip(" ?.")
    answer = " ".join(answer.split()).rstrip(" .,;")
    match = _WH.search(question)
    if match is None or not answer or question.count("?") or len(split_sentences(answer)) > 1:
        return ""
    wh = match.group("wh").casefold()
    before, behind = question[: match.start()].strip(), question[match.end() :].split()
    if wh.startswith("how m") and not any(number.amount for number in facts_of(answer).numbers):
        return ""
    if len(_WH.findall(question)) > 1 and wh not in ("who", "what", "which"):
        return ""
    sentence = _ordered(wh, before, behind, answer)
    if not sentence:
        return ""
    sentence = " ".join(sentence.split()).replace(" ,", ",").rstrip(",")
    return f"{sentence[0].upper()}{sentence[1:]}."


def _ordered(wh: str, before: str, behind: list[str], answer: str) -> str:
    auxiliary = next((place for place, word in enumerate(behind) if word in _AUXILIARIES), -1)
    comma = before.endswith(",")
    prepositions = before.split()
    if before and not comma and not (len(prepositions) <= 2 and prepositions[0].casefold() in _PREPOSITIONS):
        # "The tower is in what city": the asking word stands where the answer belongs.
        if auxiliary >= 0 or wh in ("when", "why", "whose") or wh.startswith("how"):
            return ""
        head = 1 if wh in ("what", "which") and behind else 0
        if head and behind[0] in _KINDS and behind[1:2] == ["of"]:
            head = 2
        return f"{before} {answer} {' '.join(behind[head:])}"
    lead = f"{before} " if comma else ""
    carried = "" if comma or not before else f"{before.casefold()} "
    if auxiliary < 0:
        return "" if carried else f"{lead}{_subject_asked(wh, behind, answer)}"
    asked, verb, rest = behind[:auxiliary], behind[auxiliary], behind[auxiliary + 1 :]
    if not rest or len(asked) > 6 or any(word.endswith(("'s", "’s")) for word in asked):
        return ""
    what = wh in ("who", "what", "which")
    answer = _with_noun(asked, answer) if what and asked else answer
    if verb in _DO:
        body = _with_do(wh, asked, verb, rest, f"{carried}{answer}", adverbial=bool(carried))
    elif verb in _BE:
        body = _with_be(wh, asked, verb, rest, f"{carried}{answer}", adverbial=bool(carried))
    elif what and not carried and (verb in ("has", "have", "had") or rest[0] == "be"):
        body = f"{answer} {verb} {' '.join(rest)}"
    else:
        body = ""
    return f"{lead}{body}" if body else ""


def _with_noun(head: list[str], answer: str) -> str:
    """ "what percentage of girls", "30%": "30% of girls"; "what kind of farmers", "soy": "soy farmers"."""
    if head[1:2] != ["of"] or len(head) < 3:
        return answer
    noun = " ".join(head[2:])
    if head[0] in _SHARES:
        return answer if " of " in answer else f"{answer} of {noun}"
    adjective = head[0] in _KINDS and " " not in answer and answer[0].islower()
    return f"{answer} {noun}" if adjective and head[-1] not in answer else answer


def _subject_asked(wh: str, behind: list[str], answer: str) -> str:
    """ "Who led the club": the answer takes the place of the asking words."""
    for place, word in enumerate(behind[:6]):
        is_verb = word in _IRREGULAR.values() or (word.endswith("ed") and len(word) > 4)
        is_verb = is_verb or (word.endswith("s") and word[:-1] in _BASE_FORMS) or word in ("led", "won")
        if is_verb and (place or wh in ("who", "what", "which")):
            if word == "happened" or any(known.endswith(("'s", "’s")) for known in behind[:place]):
                return ""
            body = " ".join(behind[place:])
            noun = f" {' '.join(behind[:place])}" if wh.startswith("how many") else ""
            return f"{answer}{noun} {body}" if wh in ("who", "what", "which") or noun else ""
    return ""


def _with_do(wh: str, head: list[str], verb: str, rest: list[str], answer: str, *, adverbial: bool) -> str:
    """ "When did the tower open": the verb gets its ending back."""
    place = next(
        (
            n
            for n, word in enumerate(rest)
            if n and word in _BASE_FORMS and rest[n - 1] not in _ENDS_OF_SUBJECT
        ),
        -1,
    )
    if place < 0 or rest[0] == "it":
        return ""
    subject, base, behind = rest[:place], rest[place], rest[place + 1 :]
    inflected = _past(base) if verb == "did" else _present(base) if verb == "does" else base
    start = f"{' '.join(subject)} {inflected}"
    tail = " ".join(behind)
    if adverbial or wh in ("when", "where", "why", "how") or wh in ("how long", "how often", "how far"):
        placed = answer if adverbial else _adverbial(wh, answer)
        return f"{start} {tail} {placed}" if placed else ""
    if wh.startswith("how m"):
        counted = {word.casefold() for word in head}
        noun = "" if answer.split()[-1].casefold() in counted else " ".join(head)
        return f"{start} {answer} {noun} {tail}"
    if wh not in ("what", "which", "who", "whom"):
        return ""
    if head and head[0] in ("year", "decade", "century"):
        return f"{start} {tail} in {answer}"
    if base == "do" or (base in _CLAUSE_VERBS and behind and behind[0] not in _PREPOSITIONS):
        return ""
    if behind and behind[0].endswith("ing"):
        return f"{start} {behind[0]} {answer} {' '.join(behind[1:])}"
    if len(behind) > 1 and behind[0] in _PREPOSITIONS and behind[1] in _PREPOSITIONS:
        return f"{start} {behind[0]} {answer} {' '.join(behind[1:])}"
    if behind and behind[-1] in _PREPOSITIONS:
        return f"{start} {tail} {answer}"
    if behind and behind[0] in _PREPOSITIONS - {"as", "in", "on", "at", "during", "after", "before", "when"}:
        return f"{start} {behind[0]} {answer} {' '.join(behind[1:])}" if len(behind) == 1 else ""
    return f"{start} {answer} {tail}"


def _with_be(wh: str, head: list[str], verb: str, rest: list[str], answer: str, *, adverbial: bool) -> str:
    """ "Where was the tower built", "Who was the mayor", "What is the tower called"."""
    participle = next(
        (
            n
            for n, word in enumerate(rest)
            if n
            and rest[n - 1] != "the"
            and (word in _PARTICIPLES or (word.endswith("ed") and len(word) > 4))
        ),
        -1,
    )
    if adverbial or wh in ("when", "where", "why"):
        placed = answer if adverbial else _adverbial(wh, answer)
        if not placed:
            return ""
        if participle < 0:
            doing = [n for n, word in enumerate(rest) if n and word.endswith("ing") and len(word) > 5]
            participle = doing[-1] if doing else -1
        if participle < 0:
            return f"{' '.join(rest)} {verb} {placed}" if len(rest) <= 8 and wh != "why" else ""
        return f"{' '.join(rest[:participle])} {verb} {' '.join(rest[participle:])} {placed}"
    if wh.startswith("how many"):
        if rest[0] == "there":
            return f"there {verb} {answer} {' '.join([*head, *rest[1:]])}"
        return f"{answer} {' '.join([*head, verb, *rest])}"
    if wh in ("how old", "how tall", "how long", "how far", "how high", "how large", "how big", "how deep"):
        place = next((n for n, word in enumerate(rest) if word in ("when", "during", "in", "at")), len(rest))
        return f"{' '.join(rest[:place])} {verb} {answer} {' '.join(rest[place:])}"
    if wh not in ("what", "which", "who"):
        return ""
    if head and head[0] in ("year", "decade", "century") and participle > 0:
        return f"{' '.join(rest[:participle])} {verb} {' '.join(rest[participle:])} in {answer}"
    if participle > 0 and any(word in _AUXILIARIES for word in rest[:participle]):
        return f"{answer} {verb} {' '.join(rest)}"
    if not head and participle > 0 and (rest[-1] in _PREPOSITIONS or participle == len(rest) - 1):
        return f"{' '.join(rest[:participle])} {verb} {' '.join(rest[participle:])} {answer}"
    if rest[-1] in _PREPOSITIONS:
        if head and participle > 0:
            return f"{' '.join(rest[:participle])} {verb} {' '.join(rest[participle:])} {answer}"
        return ""
    if not head and participle > 0 and rest[0] not in _DETERMINERS and not rest[0].endswith(("'s", "’s")):
        return ""
    if not head and rest[-1].endswith("ing"):
        return f"{' '.join(rest[:-1])} {verb} {rest[-1]} {answer}"
    if any(word.endswith("ing") and rest[n] not in _ENDS_OF_SUBJECT for n, word in enumerate(rest[2:], 1)):
        return ""
    return f"{answer} {verb} {' '.join(rest)}"


def _adverbial(wh: str, answer: str) -> str:
    if wh in ("how", "how long", "how often", "how far"):
        if answer.split()[0].casefold() in _PREPOSITIONS:
            return answer
        return f"for {answer}" if wh == "how long" else "" if wh == "how" else answer
    if answer.split()[0].casefold() in _PREPOSITIONS:
        return answer
    if wh == "why":
        return f"because of {answer}"
    if wh == "when" and _DAY.fullmatch(answer):
        return f"on {answer}"
    if _DECADE.fullmatch(answer):
        return f"in the {answer}"
    if wh == "where" or _YEAR.fullmatch(answer) or _MONTH.fullmatch(answer):
        return f"in {answer}"
    return answer


def _past(verb: str) -> str:
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("e"):
        return f"{verb}d"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ied"
    if verb in ("stop", "plan", "drop", "permit", "admit", "refer", "prefer", "transfer", "occur", "drag"):
        return f"{verb}{verb[-1]}ed"
    return f"{verb}ed"


def _present(verb: str) -> str:
    if verb in ("have", "be"):
        return {"have": "has", "be": "is"}[verb]
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else f"{verb}s"
