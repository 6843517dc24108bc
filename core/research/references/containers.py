"""What a section stands in, where the text says so: "section 4 of the Service Manual". Pure functions."""

from __future__ import annotations

import re
from dataclasses import replace

from core.research.references.elsewhere import ASIDE, GERMAN_OWNER, owner_ahead, owner_behind, saying_ahead
from core.research.references.other_documents import ENGLISH_HEADS, GERMAN_NOUN, STANDARD
from core.research.references.raw_finds import Found

_MARK = (
    r"(?:\s+(?:(?:Nr\.|No\.)\s*[\w./-]*\w|[A-Z]{1,5}[ -]?\d[\w./-]*(?<![./-])|(?:19|20)\d\d(?!\d)"
    r"|[„“\"][^„“”\"\n]{3,80}[“”\"]|(?:[A-ZÄÖÜ][a-zäöüß]+(?:[ \t]+[A-ZÄÖÜ][a-zäöüß]+){0,2})))?"
)
_ENGLISH = (
    r"(?P<english>(?:[A-Z][\w.]*(?:\s+[A-Z]\w*)*[’']s\s+)?(?:(?:[A-Z][\w’'-]*|(?:19|20)\d\d)\s+(?:"
    rf"(?:of|and|for|on)\s+)*){{0,6}}?{ENGLISH_HEADS}(?![a-z])"
    rf"(?:\s+on\s+Form\s+\d+-[A-Z]|\s+[A-Z]{{1,4}}-?\d[\w-]*|\s+(?:19|20)\d\d(?!\d)|,?\s+Volume\s+\d+)?"
    rf"|(?:[A-Z]{{2,6}}(?:/[A-Z]+)?\s+[\d][\d-]*)|Form\s+\d+-[A-Z]|(?:annual|quarterly|interim|service"
    r"|operating|safety|user|test)\s+(?:report|manual|guide)"
    rf"|(?:[\w-]+\.(?:pdf|docx?|xlsx?|pptx?|txt|md|odt)))"
)
_AFTER_ENGLISH = re.compile(
    rf"{ASIDE}\s+(?:of|in|to|from)\s+(?:the\s+|our\s+|its\s+|their\s+|your\s+)?{_ENGLISH}"
)
_AFTER_GERMAN = re.compile(
    rf"{ASIDE}\s+(?:{GERMAN_OWNER}|im|zum|zur)\s+(?P<german>{GERMAN_NOUN}{_MARK}"
    rf"|[A-ZÄÖÜ]{{2,6}}\s+\d[\w-]*|(?:[A-Z\d][\w-]*[ ]){{0,3}}[\w-]+\.(?:pdf|docx?|xlsx?|pptx?|txt|md|odt))"
)
_QUOTED = r"[„“\"‚«»][^„“”\"«»\n]{3,90}[“”\"‘«»]"
_CODE = r"[A-ZÄÖÜ]{1,6}(?:-[A-Z]{1,4})?-\d[\w./-]*(?<![./-])"
# A title in quotation marks, a code and a standard are names whatever stands before them.
_AFTER_ANY = re.compile(
    rf"{ASIDE}\s+(?:(?:of|in|to|from|under)\s+(?:(?:the|our|its|their|your)\s+)?|(?:{GERMAN_OWNER}|im|zum|zur"
    rf"|in|aus|von|vom)\s+)(?:[a-zäöüß]{{3,}}e[nrms]\s+){{0,2}}(?P<any>{_QUOTED}|{STANDARD}|{_CODE}(?!\w))"
)
_OWN = re.compile(
    r"\s+(?:of|in|to)\s+(?:this|these)\b|\s+(?:dieser|dieses|diesem|der vorliegenden|des vorliegenden)\b"
)
_AHEAD = re.compile(
    rf"(?:(?:^|(?<=[\s(]))(?:the|der|die|das|dem|den|(?i:siehe|vgl\.|see|cf\.|laut|gemäß|nach))\s+|^)"
    rf"(?P<name>{_ENGLISH}|{GERMAN_NOUN}{_MARK}|{_QUOTED}|{_CODE})(?:,\s+|\s+\()$"
)
_ARTICLE = re.compile(r"^(?:The|Der|Die|Das|Dem|Den)\s+")
_REACH = 90  # characters before a section in which its document is looked for
_FAR = 40  # characters
_WITHIN = re.compile(r"\s+(?:of|in|from|to|des|der|im|in\s+de[rm]|aus|zu[rm]?)\s+(?:the\s+)?")
_BEFORE = re.compile(
    r"^,\s+(?:in particular in |insbesondere (?:in )?|there (?:in )?|dort (?:in )?)?$|^\s+\($"
)


def with_container(text: str, found: Found) -> Found:
    """The reference with the document that follows it, if one does, or with what may be one (`elsewhere`)."""
    if _OWN.match(text, found.end):
        return found
    for pattern, group in ((_AFTER_ENGLISH, "english"), (_AFTER_GERMAN, "german"), (_AFTER_ANY, "any")):
        match = pattern.match(text, found.end)
        if match is not None:
            start, end = match.span(group)
            name = " ".join(match[group].split())
            if found.unit in name.casefold().split():
                continue
            return replace(found, document=name, document_start=start, document_end=end)
    ahead = _AHEAD.search(text[max(0, found.start - _REACH) : found.start])
    if ahead:
        return replace(found, document=_ARTICLE.sub("", " ".join(ahead["name"].split())))
    owner = (
        saying_ahead(text, found.start, found.end)
        or owner_behind(text, found.end)
        or owner_ahead(text, found.start)
    )
    return replace(found, elsewhere=owner)


def with_owner(text: str, found: Found) -> Found:
    """A § without a law, with the contract or the like that follows it as `elsewhere`."""
    completed = with_container(text, found)
    return replace(found, elsewhere=completed.document or completed.elsewhere)


def stands_behind(between: str) -> bool:
    """Whether what is between a document's name and a section makes it a section of that document."""
    return len(between) < _FAR and bool(_BEFORE.match(between))


def is_within(between: str) -> bool:
    """Whether what is between two parts makes the first one a part of the second."""
    return bool(_WITHIN.fullmatch(between))
