"""Replies that say one thing only: agreed, no more questions, given up. Pure, English and German."""

from __future__ import annotations

import re

from core.text.textspan import word_list

END_WORDS = frozenset({"/end", "/ende", "/skip"})
RESUME_WORDS = frozenset({"/resume", "/weiter", "/continue"})
_AGREEING = word_list(
    "ok okay okey yes ja jawohl y j go los start begin beginne passt einverstanden approve approved",
    "gut good fine great perfect perfekt prima super sure gerne klar right richtig /ok /start",
)
# Beside a word that agrees: "OK, los!", "passt so", "yes please".
_POLITE = word_list(
    "bitte danke please thanks thank you so das it that's the is as all alles list liste und and"
)
_AGREEING_PHRASES = re.compile(
    r"\b(?:in ordnung|sieht gut aus|leg(?:en sie)? los|fang(?:en sie)? an|mach(?:en sie)? weiter|weiter so"
    r"|looks? good|go ahead|carry on|go on)\b"
)
_CANCELLING = word_list("/end /ende /cancel /stop end ende cancel stop stopp abbrechen abbruch quit")
# At the end or the beginning of what is said, or a reply of nothing but the bare word.
_END = re.compile(
    r"(?i)(?:^|\s)/(?:ende?|skip|stop)[\s.!]*$|^\s*/(?:ende?|skip|stop)(?=\s)|^\s*(?:ende?|skip)[\s.!]*$"
)
# A wish to go on, alone or with "ja", "ok", "please" around it.
_ENOUGH = re.compile(
    r"(?:das |es )?(?:reicht|genügt)(?: so| mir)?|genug|fertig|weiter|mach(?:en sie)? weiter|stopp?"
    r"|das (?:ist|wäre) alles|das war.?s|keine (?:weiteren )?(?:rück)?fragen(?: mehr)?"
    r"|(?:(?:leg(?:en sie)?|geht) )?los|fang(?:en sie)? an"
    r"|no (?:more|further) questions|(?:that.?s|that is|it.?s) (?:enough|all|it)|enough|done|finished"
    r"|continue|proceed|go on|go ahead|carry on|start|begin"
)
_COURTESY = re.compile(
    r"^(?:(?:ok(?:ay)?|ja|yes|nein|no|nun|jetzt|now|so|bitte|please)\b\W*)+"
    r"|(?:\W*\b(?:bitte|danke|please|thanks|thank you|jetzt|now))+$"
)


def agrees(text: str) -> bool:
    """It says that the list may be worked off as it is, and nothing else: "OK, los!", "yes please"."""
    said = " ".join(text.casefold().replace("’", "'").split())
    rest, phrases = _AGREEING_PHRASES.subn(" ", said)
    words = re.sub(r"[.!,–]+", " ", rest).split()
    agreeing = phrases or any(word in _AGREEING for word in words)
    return bool(agreeing) and all(word in _AGREEING | _POLITE for word in words)


def gives_up(text: str) -> bool:
    """A reply to the list that wants no report."""
    return text.strip(" .!\t\n").casefold() in _CANCELLING


def without_end(text: str) -> tuple[str, bool]:
    """What a reply to questions says, white space folded, and whether it wants no more of them:
    "only the pump /end", "Ja, das reicht.", "no more questions"."""
    said = " ".join(_END.sub("", text).split())
    bare = said.casefold().strip(" .!,")
    if any(_ENOUGH.fullmatch(one) for one in (bare, _COURTESY.sub("", bare).strip(" .!,"))):
        return "", True
    return said, _END.search(text.strip()) is not None
