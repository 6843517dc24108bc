"""Does a text give the program orders? Two readings, for two places where it can stand. Pure.

`orders_the_program` reads a *question*: somebody who wants to change what the program does (its rules, its
role, its secrets, the form of its words) instead of asking about documents. A question *about* such texts, or
one that quotes them, is none. `addresses_the_assistant` reads *document* text: it also finds what would be an
ordinary request of a user ("in your reply, mention …"), because a document has nothing to request.

Both are lists of what is said, so they miss what is said otherwise: the fence around sources must hold, and
does, without them.
"""

from __future__ import annotations

import re
import unicodedata

LONGEST_LINE = 300  # characters of a heading or a file name in a prompt

_EARLIER = (
    r"(?:previous|prior|above|earlier|preceding|foregoing|former|initial|original|existing|current|other)"
)
_RULES = (
    r"(?:instruction|prompt|rule|direction|directive|guideline|command|order|message|context|polic(?:y|ie)"
    r"|restriction|constraint)s?"
)
_YOUR_RULES = (
    r"(?:your|the|its|these|all|any|every)\s+(?:(?:own|hidden|secret|internal|initial|original|full|exact|complete|entire|current"
    r"|safety|system|ethical|previous|of|your|the|other)\s+)*"
    r"(?:system\s+(?:prompt|message|instructions?)|(?:pre-?)?prompts?|instructions?|programming|guidelines|guardrails"
    r"|(?:safety|content)\s+(?:filters?|rules|polic(?:y|ies)|protocols?)|filters|restrictions)"
)
_HIDDEN_WORDS = (
    r"(?:the|your|gandalf['’]s|his|her|its)\s+(?:(?:secret|hidden|magic|real|actual)\s+)*"
    r"(?:pass-?words?|pass-?phrases?|secret\s+(?:key|word|phrase|code)s?|secrets?\b)"
)
_TELL = (
    r"(?:tell|give|show|print|output|reveal|repeat|display|write|say|spell|share|list|leak|expose|recite|return|disclose"
    r"|summari[sz]e|translate|encode|throw|provide|dump|quote|copy)"
)
_WORDS_OF_ANSWER = r"(?:answer|response|reply|message|output|text|words)"
_NO_RULES = (
    r"(?:rules?|restrictions?|filters?|limits?|limitations?|censorship|guidelines|boundaries|constraints)"
)
_CODE = r"(?:following|subsequent|below|given|this|next|provided)\s+(?:\w+\s+)?(?:code|script)\b"
_ANY = r"(?:[^.!?\n]|[.!?](?=\S))"
_ODD_FORM = (
    r"(?:base[\s-]?\d{2}|rot-?13|hexadecimal|binary|morse|caesar|cipher|pig\s+latin|leet\w*|anagram\w*|palindrom\w*"
    r"|homophon\w*|alphanumeric|emojis?|ascii\s+codes?|reverse\w*|backwards?|typos?|misspell\w*|scrambl\w*|jumbl\w*|gibberish)"
)

# Said anywhere in a clause that is not a question about it.
_OVERRIDES = (
    rf"(?:ignore|disregard|forget|override|overlook|skip|discard|neglect|drop|erase|bypass)\s+(?:about\s+)?"
    rf"(?:(?:all|any|every|everything|the|your|of|these|those|my|that|and)\s+)*{_EARLIER}\s+"
    rf"(?:(?:and|or|\w+)\s+)?{_RULES}\b",
    rf"(?:ignore|disregard|forget|override|bypass)\s+(?:(?:all|any|every|the|your|of|these|those|my)\s+)*{_RULES}\s+"
    r"(?:that\s+|which\s+)?(?:(?:you|were|was|are|have|been|i)\s+)*(?:above|before|earlier|previously|so\s+far|given|provided|received|got|told)\b",
    rf"(?:ignore|disregard|forget|override|bypass)\s+(?:\w+\s+){{0,2}}?(?:previously|formerly|earlier|initially|originally)\s+"
    rf"(?:given|stated|received|provided|issued|set)\s+{_RULES}\b",
    rf"(?:do\s+not|don['’]?t|never|stop|no\s+longer)\s+(?:listen|pay\s+(?:any\s+)?attention|adhere|stick|comply|follow|obey|respect)"
    rf"\w*\s+(?:to\s+|with\s+|by\s+)?(?:(?:any|all|the|your|of)\s+)*{_EARLIER}\s+(?:{_RULES}|information|text|conversation)\b",
    r"\b(?:not|never|no\s+longer)\s+(?:limited|bound|restricted|constrained|governed)\s+by\b[^.!?\n]{0,40}\b(?:ai|language\s+model"
    r"|model|rules|guidelines|ethic\w*|openai|polic\w+)\b",
    r"\b(?:ai|assistant|model|chat-?bot)\b[^.!?\n]{0,30}\bwithout\s+(?:any\s+)?(?:ethic\w*|moral\w*|filters?|restrictions?|limits|rules)",
    r"disregard\s+(?:(?:all|everything|anything)\s+)?(?:of\s+)?(?:the\s+)?above\b",
    r"(?:^|(?<=[.!?\n]))\s*(?:please\s+|now\s+|and\s+)?forget\s+all\b"
    r"(?=\s*(?:$|[.!,;:\n]|and\b|then\b|(?:of\s+)?(?:this|that|it)\s*(?:$|[.!,;:\n]|and\b)))",
    r"(?:ignore|forget|disregard)\s+(?:everything|anything|all|what(?:ever)?)\b(?:\s+\w+){0,3}\s+"
    r"(?:you\b|your\b|told\b|said\b|before\b|above\b|previous\w*|prior\b|instructions?\b|so\s+far\b)",
    rf"(?:ignore|forget|disregard|override|bypass|disable|deactivate|break|violate|turn\s+off|switch\s+off|get\s+around)\s+"
    rf"{_YOUR_RULES}",
    rf"(?:stop|quit)\s+(?:following|obeying)\s+{_YOUR_RULES}",
    rf"\b{_TELL}\b(?:\s+\w+){{0,4}}?\s+{_YOUR_RULES}",
    rf"\b{_TELL}\b[^.!?\n]{{0,80}}?\b{_HIDDEN_WORDS}",
    rf"(?:first|last|next|each|every|\d+(?:st|nd|rd|th)?)\s+(?:\w+\s+)?(?:letter|character|sign)s?\s+(?:\w+\s+){{0,3}}?of\s+{_HIDDEN_WORDS}",
    r"\b(?:what|which)\s+(?:is|are|was|were|letters?)\b[^.!?\n]{0,40}\byour\s+(?:\w+\s+)?"
    r"(?:instructions?|prompts?|system\s+\w+|pass-?words?|secrets?)",
    r"\bwhat\s+(?:instructions?|prompts?|rules)\s+(?:have\s+you|were\s+you|did\s+you)\b",
    rf"\b{_TELL}\b(?:\s+\w+){{0,3}}?\s+(?:everything|all|(?:the\s+|all\s+)?(?:words|text|lines|conversation|sentences?|paragraphs?"
    r"|contents?|messages?))(?:\s+\w+){0,3}?\s+(?:above|before\s+this|prior\s+to\s+this|so\s+far)\b",
    r"\byour\s+(?:new|real|true|only|actual)\s+(?:task|job|role|goal|objective|mission|purpose|name|identity|instructions?|rules?)\b"
    r"[^.!?\n]{0,20}(?:\bis\b|\bare\b|:)",
    r"\bi\s+am\s+(?:now\s+)?your\s+(?:\w+\s+)?(?:developer|creator|admin\w*|maker|master|owner|programmer)\b",
    r"\bi(?:\s+want|['’]d\s+like|\s+would\s+like|\s+need)\s+you\s+to\s+(?:act|role-?play|pretend|behave|simulate|play)\b",
    r"\bfrom\s+now\s+on\b[^.!?\n]{0,40}\b(?:you|your|answer|reply|respond|act|speak|behave|always|only)\b",
    r"\byou\s+are\s+(?:now|no\s+longer)\b",
    r"\byou\s+(?:will|shall|must|should|are\s+going\s+to|have\s+to)\s+(?:now\s+)?(?:(?:act|behave)\s+(?:as|like)|pretend|role-?play|simulate|play"
    r"\s+the\s+role|impersonate|respond\s+as|reply\s+as|answer\s+as)\b",
    r"\b(?:pretend|imagine|assume|suppose)\s+(?:that\s+)?you(?:['’]re|\s+are|\s+were|\s+have)\b[^.!?\n]{0,80}"
    rf"\b(?:no|not|never|without|un\w+ed|free|evil|hacker|jailbr\w+|developer|admin\w*|ai|assistant|chat-?bot|model|{_NO_RULES})\b",
    r"\b(?:act|answer|behave|reply|respond|speak|talk)\s+(?:as|like)\s+(?:if\s+you|though\s+you|an?\s+"
    r"(?:un\w+ed|evil|rude|jailbr\w+|hacker|different\s+(?:ai|assistant)|ai\b|pirate|dog|cat))",
    r"\b(?:developer|dan|god|jailbreak|debug(?:ging)?|sudo|root|unrestricted|unfiltered|maintenance)\s+mode\b[^.!?\n]{0,40}"
    r"\b(?:on|enabled?|activated?|enter\w*|now)\b|\b(?:enable|activate|enter|switch\s+to|start)\s+"
    r"(?:the\s+|your\s+)?(?:developer|dan|god|jailbreak|debug(?:ging)?|sudo|root|unrestricted|unfiltered)\s+mode\b",
    r"\bdo\s+anything\s+now\b",
    rf"\byou\b[^.!?\n]{{0,60}}\b(?:without|no|free\s+(?:of|from)|not\s+bound\s+by)\s+(?:any\s+|all\s+)?(?:\w+\s+)?{_NO_RULES}\b",
    r"\byou\s+(?:must|can|will|should|may)\s*(?:not|never|no\s+longer)\s+(?:refuse|decline|reject|say\s+no)\b"
    r"\s*(?=$|[.!,;\n]|to\s+(?:answer|respond|reply|comply|help|obey|do)\b|(?:my|any|a|the)\s+(?:request|question|command|order)"
    r"|me\b|anything|because|even)",
    r"\b(?:never|don['’]?t|do\s+not)\s+(?:refuse\s+(?:to\s+(?:answer|respond|comply|help)|my|me|any\s+request)|break\s+character|mention\s+(?:that\s+)?you\b|say\s+(?:that\s+)?you\s+(?:are|can))",
    r"\bstay\s+in\s+character\b",
    rf"\b(?:use|apply|give|provide|write|encode|render|display|show|present|return|convert|put|introduce|reverse|scramble|jumble"
    rf"|misspell|rearrange|replace|substitute|group|remove|combine|send|say|express|output)\b[^.!?\n]{{0,60}}"
    rf"(?:\b(?:your|the|an?)\s+(?:\w+\s+)?{_WORDS_OF_ANSWER}\b[^.!?\n]{{0,50}}\b{_ODD_FORM}\b"
    rf"|\b{_ODD_FORM}\b[^.!?\n]{{0,50}}\byour\s+(?:\w+\s+)?{_WORDS_OF_ANSWER}\b)",
    rf"\b(?:reverse|scramble|jumble|misspell|rearrange|encode|encrypt|obfuscate|anagram)\b[^.!?\n]{{0,40}}"
    rf"\byour\s+(?:\w+\s+)?{_WORDS_OF_ANSWER}\b",
    rf"\b(?:replace|substitute|convert|remove|group|combine|swap)\s+(?:\w+\s+){{0,4}}?(?:letters?|vowels?|consonants|spaces|words)\b"
    rf"[^.!?\n]{{0,60}}\byour\s+(?:\w+\s+)?{_WORDS_OF_ANSWER}\b",
    rf"\b{_CODE}[^`]{{0,80}}\byour\s+(?:\w+\s+)?(?:code|implementation|solution|program|logic|script|project|response|answer|output)",
    rf"\byour\s+(?:\w+\s+)?(?:code|implementation|solution|program|logic|script|project)\b[^`]{{0,60}}\b{_CODE}",
    # German
    r"(?:ignorier|vergiss|missacht|übergeh|überschreib|verwirf)\w*\s+(?:(?:alle|sämtliche|alles|die|deine|was|jede)\s+)*"
    r"(?:vorherig|bisherig|obig|früher|vorangegangen|vorig|anfänglich|ursprünglich)\w*\s+"
    r"(?:anweisung|vorgab|regel|instruktion|befehl|hinweis|prompt|richtlinie)\w*",
    r"(?:ignorier|vergiss|missacht|umgeh|überschreib)\w*\s+(?:(?:alle|sämtliche)\s+)?(?:deine|eure)\s+\w*(?:anweisung|regel|vorgab"
    r"|richtlinie|filter|programmierung)\w*",
    r"(?:vergiss|ignorier\w*)\s+alles\b[^.!?\n]{0,40}\b(?:vorher|bisher|oben|davor|gesagt|wurde)",
    r"\b(?:zeig|nenn|gib|verrat|sag|wiederhol|druck|schreib)\w*\b[^.!?\n]{0,40}\bdein\w*\s+(?:\w+\s+)?"
    r"(?:anweisung|system-?prompt|prompt|regeln|passwort|geheim)\w*",
    r"\bab\s+(?:jetzt|sofort)\b[^.!?\n]{0,30}\b(?:bist\s+du|antwortest\s+du|du\s+bist|sprichst\s+du|antworte|verhalte)",
    r"\bdu\s+bist\s+(?:jetzt|nun|ab\s+jetzt)\b",
    r"\btu\w*\s+so,?\s+als\s+(?:ob\s+du|wärst\s+du|seist\s+du)",
    # French, Spanish, Italian, Portuguese, Chinese
    r"(?:ignor\w+|oubli\w+|olvid\w+|dimentic\w+|esque[çc]\w+)\s+(?:toutes?\s+|todas?\s+|tutte?\s+)?(?:les\s+|las\s+|le\s+|as\s+)?"
    r"(?:tes\s+|tus\s+|vos\s+)?(?:instruc\w+|consignes|istruzioni|reglas|règles|regole)\s+"
    r"(?:pr[ée]c[ée]dent\w+|anterior\w+|pr[ée]vi\w+|antérieur\w+)",
    r"(?:忽略|无视|忘记|忘掉|不要理会)[^。!?！？\n]{0,10}(?:之前|以上|上述|前面|先前|所有)[^。!?！？\n]{0,6}(?:指示|指令|说明|规则|提示|命令)",
)
# A form that nobody's question has, wherever it stands.
_FORMS = (
    r"\bnew\s+(?:system\s+)?instructions?\s*:",
    r"\bneue\s+anweisung(?:en)?\s*:",
    r"^\s*(?:[#*>\[(<]+\s*)?(?:system|assistant)(?:\s+(?:prompt|message|instructions?|note|override))?\s*[\])>]*\s*:",
    r"<\|?\s*/?\s*(?:im_start|im_end|system|assistant|endoftext|start_header_id|eot_id)\s*\|?>|\[/?INST\]|<<\s*/?SYS\s*>>",
    r"<\s*/?\s*script\b",
    r"\b(?:javascript|data)\s*:\s*(?:text/|image/|//|[a-z]+\()",
)
# One of these is in every order of the list: looking for them first spares 9 of 10 passages the list.
_HINTS = (
    "you ", "you\n", "you'", "you’", "your", "ignor", "disregard", "forget", "overrid", "overlook",
    "discard", "neglect", "bypass", "password", "pass-word", "passphrase", "pass-phrase", "secret",
    "prompt", "instruction", "guideline", "guardrail", "programming", "from now", "mode on", "mode enab",
    "mode act", "per mode", "dan mode", "god mode", "jailbr", "debug", "sudo", "root mode",
    "unrestricted", "unfiltered", "maintenance mode", "code", "script", "anything now", "refuse",
    "in character", "above", "before this", "so far", "don't", "dont ", "don’t", "do not", "not limited",
    "not bound", "longer limited", "longer bound", "ai without", "model without", "assistant without",
    "bot without", "never", "vergiss", "missacht", "umgeh", "übergeh", "überschreib", "verwirf", "dein",
    "ab jetzt", "ab sofort", "du bist", "als wärst", "als ob du", "als seist", "oubli", "olvid",
    "dimentic", "esque", "忽略", "无视", "忘", "不要理会", "filter", "restriction", "protocol",
    "policies", "policy",
)  # fmt: skip
_ORDER = re.compile("|".join(f"(?:{pattern})" for pattern in _OVERRIDES), re.IGNORECASE)
_FORM = re.compile("|".join(_FORMS), re.IGNORECASE | re.MULTILINE)

# What a document may say to whoever answers from it.
_TO_ASSISTANT = re.compile(
    rf"(?:^|(?<=[.!?:\n\"“])\s*)(?:please\s+|also,?\s+|always\s+|remember\s+to\s+|make\s+sure\s+to\s+)?"
    rf"(?:add|include|integrate|modify|enhance|augment|insert|embed|append|incorporate|adjust|alter|change|begin|start|end|finish"
    rf"|conclude|mention|translate|convert|express|render|use|employ|apply|introduce|replace|remove|group|combine|rephrase|present"
    rf"|phrase|write|make|weave|provide|misspell|substitute|mix|switch|craft|format|anagram|rearrange|scramble|jumble|suggest|put)\b"
    rf"{_ANY}{{0,160}}?\byour\s+(?:\w+\s+)?(?:answer|response|reply|output|message|statement)s?(?:['’]s)?\b"
    rf"(?!\s+(?:by\s+(?:the\b|\d|\w+day|email|post|mail)|within|no\s+later|before|on\s+or\s+before|to\s+(?:the|us|our)\b"
    rf"|in\s+(?:the\s+(?:box|space|field)|writing)))"
    rf"|(?:^|(?<=[.!?:\n\"“])\s*)(?:in|within|at\s+the\s+(?:end|beginning|start)\s+of|throughout)\s+your\s+(?:\w+\s+)?"
    rf"(?:answer|response|reply|output|message)\b,?\s+\w+"
    rf"|\b(?:dear\s+|note\s+to\s+(?:the\s+)?|as\s+an?\s+|attention,?\s+)(?:ai|language\s+model|assistant|chat-?bot|llm|ai\s+model)\b"
    rf"|\b(?:ai|language)\s+(?:models?|assistants?)\s+(?:must|should|shall|reading\s+this)\b",
    re.IGNORECASE | re.MULTILINE,
)

_ASSISTANT_HINTS = ("your ", " ai", "ai ", "language model", "assistant", "bot", "llm")

_QUOTED = re.compile(
    r"“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|»[^«»]*«|\"[^\"\n]*\"|`[^`\n]*`|(?<!\w)['‘][^\n]*?['’](?!\w)"
)
_NAMES_A_TEXT = re.compile(
    r"\b(?:about|says?|said|saying|states?|phrases?|words?|wording|terms?|sentences?|text|lines?|heading|titled?|called|named|mean"
    r"|means|meant|meaning|mentions?|mentioned|contains?|like|examples?|attacks?|quot\w+|definition|defin\w+|explain|treats?|regarding"
    r"|satz|wort|begriff|bedeutet|heißt|steht|über|sagt|namens|überschrift)\s*(?:of\s+|the\s+|on\s+)?[:,(]?\s*$",
    re.IGNORECASE,
)
_ABOUT_BEHIND = re.compile(
    r"^\s*[,)]?\s*(?:mean|means|appear|appears|stand|stands|occur|occurs|is|are|was|attack|prompt|bedeute\w*|steht|heißt)\b",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"\s*(?:and\s+|but\s+|so\s+)?(?:who|whom|whose|what|which|when|where|why|how|does|do|did|is|are|was|were|has|have|may|might"
    r"|should|must|can|could|shall|if|wer|wem|wen|was|welche\w*|wann|wo|warum|wieso|wie|darf|dürfen|ist|sind|hat|kann|können|muss"
    r"|müssen|soll|wird|explain\s+(?:how|what|why|when))\b(?!\s+(?:you|i|we)\b)",
    re.IGNORECASE,
)
_CLAUSE_END = re.compile(r"[.!?;:,\n]")


def orders_the_program(question: str) -> bool:
    """True when a question is an order to the program rather than a question about documents."""
    asked = _without_quotations(_readable(question))
    if _FORM.search(asked):
        return True
    return _holds_order(asked)


def addresses_the_assistant(text: str) -> bool:
    """True when document text speaks to whoever answers from it. For flags and order, never to delete by."""
    text = _readable(text)
    if _FORM.search(text):
        return True
    lowered = text.lower()
    if any(hint in lowered for hint in _ASSISTANT_HINTS) and _TO_ASSISTANT.search(text):
        return True
    return _holds_order(text)


def unfenced(text: str) -> str:
    """Document text without the signs that fence it in prompts, so that it cannot step outside."""
    return text.replace("«", '"').replace("»", '"')


def unfenced_line(text: str) -> str:
    """Likewise, for what stands beside a fence (file names, headings): in one line, and not long."""
    return " ".join(unfenced(text).split())[:LONGEST_LINE]


def _holds_order(text: str) -> bool:
    lowered = text.lower()
    if not any(hint in lowered for hint in _HINTS):
        return False
    return any(not _is_asked_about(text, found.start()) for found in _ORDER.finditer(text))


def _readable(text: str) -> str:
    """Wide and styled letters as plain ones, no signs without width: either hides words from a list."""
    if text.isascii():
        return text
    plain = unicodedata.normalize("NFKC", text)
    return "".join(sign for sign in plain if unicodedata.category(sign) != "Cf")


def _is_asked_about(text: str, start: int) -> bool:
    """Whether the clause around the words at `start` asks about them ("Who may ignore previous rules?")."""
    breaks = [found.end() for found in _CLAUSE_END.finditer(text, 0, start)]
    clause = text[breaks[-1] if breaks else 0 : start]
    return bool(clause.strip()) and _ASKS.match(clause) is not None


def _without_quotations(question: str) -> str:
    """The question with quotations that it asks about taken out."""

    def blank(found: re.Match[str]) -> str:
        before, behind = question[: found.start()], question[found.end() :]
        named = _NAMES_A_TEXT.search(before) or _ABOUT_BEHIND.match(behind)
        return " … " if named else found.group()

    return _QUOTED.sub(blank, question)
