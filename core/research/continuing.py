"""Sentences that complete the one before them: "If it orders fewer, it pays 15 % of the price."

Pure functions over the sentences of one passage, English and German. Two kinds are told apart: one that
limits or extends what was told belongs to it whatever was asked, one that only goes on about the same thing
("It weighs 42 kg.") where everything about it was asked for.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from core.answer.asking.injection import addresses_the_assistant
from core.answer.sources import Source, SourceSentence
from core.answer.verification.anaphora import follows

_MOST = 2  # sentences that complete one
_BUT = (
    r"(?:(?:however|in addition|moreover|furthermore|also|therefore|thus|hence|and|but|jedoch|allerdings"
    r"|außerdem|zudem|ferner|ebenso|daher|und|aber|auch),?\s+)?"
)
# What a document says of itself or of one of its parts is not about the sentence before.
_ITSELF = (
    r"(?:\w*(?:document|manual|handbook|contract|agreement|section|chapter|clause|paragraph|report|guide|annex"
    r"|appendix|table|figure|policy|page|lease|standard|handbuch|vertrag|dokument|abschnitt|kapitel|absatz|ziffer"
    r"|bericht|anleitung|richtlinie|anhang|anlage|tabelle|abbildung|ordnung|seite|satzung|norm)(?:s|es|e|en)?)"
)
_DOES = (
    r"(?:is|are|was|were|has|have|must|may|can|shall|will|do|does|of (?:them|these)|ist|sind|war|waren"
    r"|hat|haben|muss|müssen|darf|dürfen|kann|können|wird|werden|gilt|gelten)"
)
_PRONOUN = re.compile(
    rf"(?i){_BUT}(?:(?:it|they|he|she|its|their|his|her|er|seine?[rmns]?|dessen|deren|es)\b"
    rf"|(?:both|neither|either|beide)(?=\s+{_DOES}\b))"
)
# "They" or "she", and the polite "you".
_SIE = re.compile(rf"(?i){_BUT}(?:sie|ihre?[rmns]?|ihnen)\b")
_POLITE = re.compile(r"(?<=[\w,;] )(?:Sie|Ihnen|Ihre?[rmns]?)\b")
_POINTING = re.compile(
    rf"(?i){_BUT}(?:(?:in|bei|für|for|under|unter|from|von|to|after|nach|by|with|mit)\s+)?"
    rf"(?:this|these|those|such(?!\s+as\b)|that(?=\s+{_DOES}\b)|dies(?:e[rmns]?)?|solche[rmns]?|derselbe|dasselbe"
    rf"|dieselben?|the\s+same|gleiches)\b(?!\s+{_ITSELF}\b)"
)
# An "it" that stands for nothing.
_NO_THING = re.compile(
    rf"(?i){_BUT}(?:it\s+(?:(?:is|was|has\s+been|should\s+be|must\s+be|can\s+be|may\s+be)\s+(?:\w+ly\s+|not\s+)?"
    r"(?:forbidden|prohibited|important|necessary|possible|impossible|recommended|advisable|required|essential"
    r"|permitted|allowed|noted|assumed|known|said|clear|likely|common|usual|up\s+to)\b|follows\s+that|takes|seems"
    r"|appears)"
    r"|es\s+(?:gibt|gab|empfiehlt|besteht|bestehen|gelten|gilt(?=\s+(?:der|die|das|ein))|dürfen|darf|müssen|muss"
    r"|können|kann|werden|handelt|liegt|liegen|folgt"
    r"|(?:ist|sind|wird|wurde)\s+(?:\w+\s+)?(?:verboten|untersagt|erforderlich|notwendig|möglich|wichtig|ratsam"
    r"|erlaubt|gestattet|zulässig|unzulässig|darauf|zu|dafür|sicherzustellen|bekannt|üblich)))\b"
)
_OTHERWISE = re.compile(
    r"(?i)(?:otherwise|failing\s+(?:this|that|which)|if\s+(?:not|so)\b(?=,)"
    r"|(?:in|under)\s+(?:this|that|such\s+an?|these|those|the\s+former|the\s+latter|any\s+other|all\s+other)"
    r"\s+(?:cases?|events?|circumstances)|instead|(?:most|some|none|half)\s+of\s+(?:this|these|them|which)"
    r"|(?:this|that|dies|das|the\s+same|das\s+gleiche|gleiches)\s+"
    rf"(?:(?!{_ITSELF}\b)\w+\s+)?(?:applies|apply|does\s+not|is\s+not"
    r"|includes|excludes|gilt|betrifft|umfasst|schließt|entfällt)"
    r"|sonst|ansonsten|andere?nfalls|(?:wenn|falls)\s+nicht(?=,)|in\s+diese[mnr]\s+f[aä]ll(?:en?)?|stattdessen"
    r"|darunter|davon|hiervon|hierunter|darüber(?!\s+hinaus)|insoweit|insofern|ausgenommen|except(?:ed|ions?)?"
    r"|excluded|dennoch|gleichwohl|trotzdem|nevertheless|nonetheless"
    r"|bei\s+(?:weniger|mehr|späterer|früherer|höhere[rnm]|geringere[rnm]|kürzere[rnm]|längere[rnm])(?!\s+als))(?!\w)"
)
_CONDITION = re.compile(
    r"(?:(?i:(?:only|except|even|nur|auch)\s+)?(?i:if|unless|where|when|in\s+case|provided(?:\s+that)?|should|as\s+long"
    r"\s+as|until|once|as\s+soon\s+as|wenn|falls|sofern|soweit|sobald|solange)\s+(?P<case>[^,;:]{3,120})[,;:]"
    # "Bestellt er weniger, so …"
    r"|(?:[A-ZÄÖÜ]\w+(?:t|en|te)|Wird|Ist|Sind)\s+(?P<first>(?:er|sie|(?<!Gibt )(?<!Ist )es|dies(?:e[rs])?)\b"
    r"[^,;:]{0,100}),)"
)
# In such a clause: a word for what was told, or a comparison that leaves out with what.
_BACK = re.compile(
    rf"(?i)\b(?:it|they|them|he|she|its|their|(?:this|these|that|dies(?:e[rmns]?)?)(?!\s+{_ITSELF}\b)|er|(?-i:sie)|ihn|ihm|dessen"
    r"|deren)\b"
    r"|\b(?:fewer|less|more|later|earlier|sooner|weniger|mehr|später|früher)\b(?!\s+(?:than|als)\b)"
    r"|\b(?:longer|shorter|higher|lower|länger|kürzer|höher|niedriger)(?=\s*$|\s+(?:is|are|ist|sind|liegt)\b)"
)
_NOT_BACK = re.compile(
    r"(?i)\bit\s+(?:is|was)\s+(?:necessary|possible|required|raining|cold|hot|dark)\b"
    r"|\b(?:no|any|nicht|kein|once|and)\s+(?:more|longer|mehr|less)\b|\b(?:more|mehr)\s+(?:or|oder)\s+\w+"
)
_LIMITS = re.compile(
    r"(?i)\b(?:if|unless|except|only|provided|as\s+long\s+as|not|no|wenn|falls|sofern|soweit|nur|außer|es\s+sei\s+denn"
    r"|nicht|kein\w*)\b"
)
_DEFINITE = re.compile(r"(?i)(?:the|der|die|das|dem|den|des)\s+(?P<noun>[^\W\d_][\w-]{2,})")


def completing(
    source: Source, place: int, *, everything: bool, likely: Collection[str] = ()
) -> list[SourceSentence]:
    """What completes the sentence at this place (from 0) of a passage: those right behind it on its page,
    each of which completes the one before; at most two.

    `everything`: whatever is told of the same thing, too; and of the sentences with a label in `likely` those
    that begin with it again.
    """
    found: list[SourceSentence] = []
    first = source.sentences[place].text
    polite = _POLITE.search(source.chunk.text) is not None
    for before, sentence in zip(source.sentences[place:], source.sentences[place + 1 :], strict=False):
        if len(found) == _MOST or not stands_behind(before, sentence):
            break
        text = sentence.text
        belongs = limits(text, polite=polite)
        if everything and not belongs:
            again = sentence.label in likely and _same_subject(first, text)
            belongs = again or goes_on(before.text, text, polite=polite)
        if not belongs or addresses_the_assistant(text):
            break
        found.append(sentence)
    return found


def stands_behind(before: SourceSentence, sentence: SourceSentence) -> bool:
    """On the same page with nothing between them, so that no heading is either."""
    return before.page == sentence.page and follows(before.span, sentence.span)


def limits(sentence: str, *, polite: bool = False) -> bool:
    """Whether it says in which case what was told before is otherwise, or holds.

    `polite`: the text says "Sie" to its reader, so that one at the beginning may be the reader, too.
    """
    text = " ".join(sentence.split())
    if _NO_THING.match(text):
        return False
    if _OTHERWISE.match(text):
        return True
    condition = _CONDITION.match(text)
    if condition is not None:
        case = _NOT_BACK.sub(" ", condition["case"] or "")
        return bool(condition["first"]) or _BACK.search(case) is not None
    return _speaks_of_it(text, polite=polite) and _LIMITS.search(text) is not None


def goes_on(before: str, sentence: str, *, polite: bool = False) -> bool:
    """Whether it tells more of what the one before it named."""
    text = " ".join(sentence.split())
    if _NO_THING.match(text):
        return False
    return _speaks_of_it(text, polite=polite) or _takes_up(before, text)


def begins_with_pronoun(sentence: str) -> bool:
    """ "It replaces …": by itself it does not say what."""
    text = " ".join(sentence.split())
    return not _NO_THING.match(text) and _speaks_of_it(text, polite=False)


def _same_subject(before: str, sentence: str) -> bool:
    """Both begin with the same thing: "The Buyer orders …" and "The Buyer sends …"."""
    first, second = _DEFINITE.match(before.strip()), _DEFINITE.match(sentence.strip())
    return first is not None and second is not None and first["noun"].casefold() == second["noun"].casefold()


def _speaks_of_it(text: str, *, polite: bool) -> bool:
    if _PRONOUN.match(text) or _POINTING.match(text):
        return True
    return not polite and _SIE.match(text) is not None


def _takes_up(before: str, text: str) -> bool:
    """ "… grants a discount of 2 %. The discount is deducted …": named first, then spoken of."""
    definite = _DEFINITE.match(text)
    if definite is None:
        return False
    noun = re.escape(definite["noun"])
    return re.search(rf"(?i)\b(?:an?|eine?[rmns]?)\s+(?:[\w-]+\s+){{0,2}}?{noun}\b", before) is not None
