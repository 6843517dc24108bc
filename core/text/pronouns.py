"""Words that stand for something named before, in English and German. Values only."""

from __future__ import annotations

import re

# German "Sie" and "Ihr" address somebody; small letters are needed.
PRONOUN = re.compile(
    r"\b(?:[Ii]ts?|[Tt]hey|[Tt]hem|[Tt]heirs?|[Hh]e|[Hh]im|[Hh]is|[Ss]he|[Hh]ers?|[Tt]his|[Tt]hese|[Tt]hose"
    r"|er|ihn|ihm|sie|ihre?[nmrs]?|seine[nmrs]?|[Dd]iese[nmrs]?|[Dd]ies|[Dd]avon|[Dd]afür|[Dd]amit|[Dd]azu"
    r"|[Dd]aran|[Dd]arin|[Dd]arüber|[Dd]abei|[Dd]ort|dessen|deren)\b"
)
