"""Tasks that ask for all there is on a matter: "What does the contract say about seals?"

Their answer is no single figure or sentence; how many of the matching passages it tells says how whole it is.
Pure functions, English and German.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from core.answer.asking.injection import addresses_the_assistant
from core.answer.asking.question import wanted_by
from core.answer.facts.checkable import facts_of
from core.answer.facts.stems import WORD, as_token
from core.answer.sources import Source, SourceSentence
from core.answer.verification.nearness import is_said
from core.research.standalone_sentences import in_small, says_something

_LEAST_SHARE = 0.5  # of the matter's words, for a sentence to speak of it
_SAYS = re.compile(
    r"(?i)\b(?:what|was)\b.*?\b(?:(?:says?|said|states?|stated|tells?|told|specify|specifies|provides?|stipulates?"
    r"|regulates?|contains?|mentions?|known|written|agreed|laid\s+down|rules?|sagt|sagen|steht|stehen|regelt|regeln"
    r"|enthält|enthalten|schreibt|schreiben|besagt|besagen|erfährt|vereinbart|bekannt|gilt|gelten)\b.*?"
    r"\b(?:about|on|regarding|concerning|of|for|as\s+to|with\s+regard\s+to|über|zu|zum|zur|bezüglich|hinsichtlich"
    r"|von|vom|für|bei)|about)\s+(?P<matter>.+)"
)
_WHICH_ENGLISH = re.compile(
    r"(?i)\b(?:which|what)\s+(?P<matter>(?:\w+\s+){0,2}?\w{3,}(?<!ss)s\s+(?:are|were|do|does|did|apply|have|has|must"
    r"|may|can|shall|should|will|exist|follow|result|arise|remain)\b.*)"
)
_WHICH_GERMAN = re.compile(
    r"(?:[Ww]elche)\s+(?P<matter>(?:[a-zäöüß]+en?\s+){0,2}?[A-ZÄÖÜ][\w-]+(?:(?<!io)(?<=en)\b|(?<=ern)\b|(?<=eln)\b"
    r"|(?=\s+(?:sind|waren|gelten|haben|hatten|werden|müssen|dürfen|können|sollen|bestehen|entstehen|ergeben|folgen"
    r"|gibt\s+es|gab\s+es)\b)).*)"
)
_TELL_ALL = re.compile(
    r"(?i)(?:please\s+|bitte\s+)?(?:describe|summari[sz]e|explain|list|outline|beschreiben?|erkläre|erläutere|fasse"
    r"|nenne|liste)\s+(?P<matter>.+)"
)
# "… ("the Supplier")": who the parties are called says nothing of a matter.
_PARTIES = re.compile(
    r"(?i)\((?:hereinafter|im folgenden|nachfolgend|[„“\"«](?:the|der|die|das)\s)[^)]{0,60}\)"
)


@dataclass(frozen=True, slots=True)
class Matching:
    """A passage that speaks of a matter, and its sentences that do."""

    source: Source
    sentences: tuple[SourceSentence, ...]


def matter_asked_for(task: str) -> str:
    """What the task asks everything about; empty where it asks for one thing, or does not ask."""
    text = " ".join(task.split())
    if wanted_by(text):
        return ""
    patterns = (_SAYS, _WHICH_ENGLISH, _WHICH_GERMAN, _TELL_ALL)
    match = next((found for one in patterns if (found := one.search(text))), None)
    matter = match["matter"].strip(" ?.") if match else ""
    return matter if _words(matter) else ""


def ways_to_ask(task: str) -> tuple[str, ...]:
    """The task, and the bare matter that it asks everything about."""
    matter = matter_asked_for(task)
    return (task, matter) if matter else (task,)


def speaks_of(matter: str, text: str) -> bool:
    """Whether a sentence has half of the matter's words; "Karst Seals" has no "seals"."""
    wanted, facts = _words(matter), facts_of(text)
    said = facts.words | facts.identifiers
    if not facts.german:
        small = {as_token(word) for word in WORD.findall(text) if word[0].islower()}
        proper = {name for name in facts.names if name not in small} - set(facts_of(matter).names)
        said -= proper
    there = sum(is_said(said, word) for word in wanted)
    return bool(wanted) and there >= _LEAST_SHARE * len(wanted)


def matching(task: str, sources: Sequence[Source]) -> list[Matching]:
    """The passages that speak of what the task asks everything about, in their order; none where it asks for
    one thing. Where the task names a kind of document ("the contract"), those of such documents."""
    matter = matter_asked_for(task)
    rows = [Matching(source, told) for source in sources if matter and (told := _telling(matter, source))]
    named = _words(task) - _words(matter)
    bearing = [sum(is_said(_words(row.source.surroundings), word) for word in named) for row in rows]
    return [row for row, count in zip(rows, bearing, strict=True) if count == max(bearing)]


def told_of(rows: Sequence[Matching], cited: Collection[int], quotes: Collection[str]) -> int:
    """How many of these passages are cited, or say nothing of the matter that is not quoted from another."""
    said = {in_small(quote) for quote in quotes}
    return sum(
        row.source.number in cited or all(in_small(one.text) in said for one in row.sentences) for row in rows
    )


def _telling(matter: str, source: Source) -> tuple[SourceSentence, ...]:
    return tuple(
        sentence
        for sentence in source.sentences
        if says_something(sentence.text)
        and speaks_of(matter, sentence.text)
        and not _PARTIES.search(sentence.text)
        and not addresses_the_assistant(sentence.text)
    )


def _words(text: str) -> frozenset[str]:
    facts = facts_of(text.replace("_", " "))
    return facts.words | facts.identifiers
