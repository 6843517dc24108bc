"""What one research may use: one frozen value, two presets, what a slow model leaves of it; and how long the
rest will take.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pydantic import BaseModel, ConfigDict

from core.settings import AnswerSettings

_REFERENCE_SECONDS = 300.0  # a task may spend on reading what references lead to
_SECTION_SECONDS = 20.0  # a section may take to be written, and as long for its passages to be read
_LEAST_REFERENCE_TOKENS = 2_000
_LEAST_SECTION_TOKENS = 120
_LEAST_SOURCES = 3
# A processor reads a prompt this many times as fast as it writes (1.5 B model: 98 and 29 tokens/s).
_READ_TO_WRITE = 3.4
_SEARCH_SECONDS = 0.5  # with opening what was found
_SEARCHES_PER_TASK = 1.5
_NOTE_READ, _NOTE_WRITTEN = 450, 80  # tokens of the call that closes a search
_PASSAGE_TOKENS = 250
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


@dataclass(frozen=True, slots=True)
class ResearchLimits:
    """Counts unless named otherwise; shares are 0 to 1, the quality total 0 to 500.

    A clarification ends by itself with at least `coverage`, at least `overlap` (of the found passages, known
    already) and at most `open_gaps`. `hits_per_query` is of a clarification, `hits_per_search` of a task.
    `iterations` are searches of one task; `reference_tokens` what its references may make it read;
    `same_document` how often they may lead to one document. Of what a search finds, relevant passages are
    kept, and the best of the others until there are `least_passages`. `added_tasks` may come
    to a list that the user has approved.
    """

    rounds: int = 3
    queries: int = 3
    hits_per_query: int = 3
    coverage: float = 0.8
    overlap: float = 0.7
    open_gaps: int = 2
    tasks: int = 15
    added_tasks: int = 5
    iterations: int = 3
    hits_per_search: int = 5
    follow_depth: int = 2
    reference_tokens: int = 50_000
    same_document: int = 3
    least_passages: int = 2
    accepted: int = 375
    retries: int = 1
    section_tokens: int = 400
    sources_per_section: int = 6

    @classmethod
    def of(cls, answers: AnswerSettings) -> ResearchLimits:
        """The preset that `answers.research_limits` names."""
        return cls.reduced() if answers.research_limits == "reduced" else cls.standard()

    @classmethod
    def standard(cls) -> ResearchLimits:
        return cls()

    @classmethod
    def reduced(cls) -> ResearchLimits:
        """For benchmarks and slow computers: the same guards, less of everything."""
        return cls(
            rounds=1,
            tasks=4,
            added_tasks=1,
            iterations=2,
            hits_per_search=4,
            reference_tokens=6_000,
            section_tokens=200,
            sources_per_section=4,
        )

    def scaled(self, pace: Pace) -> ResearchLimits:
        """With the token budgets that this model can read and write in bearable time; never more than here.

        Without a model nothing is scaled: what is copied costs milliseconds.
        """
        if not pace.is_known:
            return self
        readable = max(int(pace.read_per_s * _REFERENCE_SECONDS), _LEAST_REFERENCE_TOKENS)
        sources = max(int(pace.read_per_s * _SECTION_SECONDS / _PASSAGE_TOKENS), _LEAST_SOURCES)
        writable = max(int(pace.write_per_s * _SECTION_SECONDS), _LEAST_SECTION_TOKENS)
        return replace(
            self,
            reference_tokens=min(self.reference_tokens, readable),
            section_tokens=min(self.section_tokens, writable),
            sources_per_section=min(self.sources_per_section, sources),
        )


def estimated_seconds(pace: Pace, tasks: int, section_tokens: int, sources_per_section: int) -> float:
    """What working off so many tasks and writing the report will take, in seconds; a rough figure."""
    searching = tasks * _SEARCHES_PER_TASK * _SEARCH_SECONDS
    if not pace.is_known:
        return searching
    read = _SEARCHES_PER_TASK * _NOTE_READ + sources_per_section * _PASSAGE_TOKENS
    written = _SEARCHES_PER_TASK * _NOTE_WRITTEN + section_tokens * _SPENT
    return searching + tasks * (read / pace.read_per_s + written / pace.write_per_s)
