"""How fast the model of a run is, from its own calls, and how long the rest of a research will take. Pure."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

# A processor reads a prompt this many times as fast as it writes (1.5 B model: 98 and 29 tokens/s).
_READ_TO_WRITE = 3.4
_SEARCH_SECONDS = 0.5  # with opening what was found
_SEARCHES_PER_TASK = 1.5
_NOTE_READ, _NOTE_WRITTEN = 450, 80  # tokens of the call that closes a search
PASSAGE_TOKENS = 250
_SPENT = 0.6  # of the tokens a section may have, so many are written
_LEAST_SECONDS = 0.001


class Pace(BaseModel):
    """Sums over the calls of a research so far: prompt tokens really read, tokens written, seconds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    read: int = 0
    written: int = 0
    seconds: float = 0.0

    @property
    def is_known(self) -> bool:
        return self.read + self.written > 0

    @property
    def write_per_s(self) -> float:
        """Tokens written a second; 0.0 before the first call."""
        if not self.is_known:
            return 0.0
        return (self.read / _READ_TO_WRITE + self.written) / max(self.seconds, _LEAST_SECONDS)

    @property
    def read_per_s(self) -> float:
        return self.write_per_s * _READ_TO_WRITE

    def plus(self, read: int, written: int, seconds: float) -> Pace:
        return Pace(
            read=self.read + read, written=self.written + written, seconds=round(self.seconds + seconds, 3)
        )


def estimated_seconds(pace: Pace, tasks: int, section_tokens: int, sources_per_section: int) -> float:
    """What working off so many tasks and writing the report will take, in seconds; a rough figure."""
    searching = tasks * _SEARCHES_PER_TASK * _SEARCH_SECONDS
    if not pace.is_known:
        return searching
    read = _SEARCHES_PER_TASK * _NOTE_READ + sources_per_section * PASSAGE_TOKENS
    written = _SEARCHES_PER_TASK * _NOTE_WRITTEN + section_tokens * _SPENT
    return searching + tasks * (read / pace.read_per_s + written / pace.write_per_s)
