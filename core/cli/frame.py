"""The words around an answer in a terminal, in the answer's language (English, German). Pure.

What the program says for itself, its steps and failures, is English and stands elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.answer.asking.question_language import question_language
from core.answer.disagreement.conflicts import conflict_line
from core.answer.replies import reply
from core.report.doubts import doubt_in
from core.report.report_content import WORDS
from core.runs.research_lines import score_words
from core.runs.trace import TraceState
from core.search.place_words import place_in
from core.types import (
    Answer,
    Confidence,
    DocumentConflict,
    Insufficiency,
    InsufficiencyKind,
    Statement,
    Usage,
)
from core.types.research import ResearchReport

_FRAMES: Mapping[str, Mapping[str, str]] = {
    "en": {
        "gap": "Not found",
        "unmet": "Not done as asked",
        "left_out": "Left out",
        "searched": "searched",
        "likely": "most likely",
        "understood": "understood as",
        "nearest": "Nearest passages, for you to judge",
        "copied": "Copied from the documents word for word, not written by a language model",
        "snippet": "only its search result was read",
        "orders": "reads like an order to the program",
        "calculated": "calculated",
        "accepted": "accepted",
        "not_accepted": "below what is accepted",
        "high": "High confidence",
        "medium": "Medium confidence",
        "low": "Low confidence",
        "source": "1 source",
        "sources": "{n} sources",
        "read": "read {n} tokens, {new} of them new",
        "wrote": "wrote {n}",
    },
    "de": {
        "gap": "Nicht gefunden",
        "unmet": "Nicht wie verlangt",
        "left_out": "Weggelassen",
        "searched": "gesucht",
        "likely": "am ehesten",
        "understood": "verstanden als",
        "nearest": "Die nächstliegenden Textstellen, für Ihr Urteil",
        "copied": "Wort für Wort aus den Dokumenten kopiert, nicht von einem Sprachmodell geschrieben",
        "snippet": "nur das Suchergebnis wurde gelesen",
        "orders": "liest sich wie ein Befehl an das Programm",
        "calculated": "berechnet",
        "accepted": "angenommen",
        "not_accepted": "unter dem, was angenommen wird",
        "high": "Hohe Zuverlässigkeit",
        "medium": "Mittlere Zuverlässigkeit",
        "low": "Niedrige Zuverlässigkeit",
        "source": "1 Quelle",
        "sources": "{n} Quellen",
        "read": "{n} Token gelesen, davon {new} neu",
        "wrote": "{n} geschrieben",
    },
}
_COPIED_IN = ("section_overlooked", "part_overlooked", "quote_beside")
# What a reader should know of an answer; flags of drafts that were replaced say nothing about it.
_NOTES: Mapping[str, Mapping[str, str]] = {
    "injection_in_context": {
        "en": "A passage that was found reads like an order to the program. It was used as text only; look "
        "at the page before you rely on it.",
        "de": "Eine gefundene Textstelle liest sich wie ein Befehl an das Programm. Sie wurde nur als Text "
        "verwendet; sehen Sie auf der Seite nach, bevor Sie sich darauf verlassen.",
    },
    "prompt_injection": {
        "en": "The question reads like an order to the program; you wanted an answer all the same.",
        "de": "Die Frage liest sich wie ein Befehl an das Programm; Sie wollten trotzdem eine Antwort.",
    },
    "keyword_fallback": {
        "en": "Searched by keywords only, because the search by meaning was not available. Passages that say "
        "it in other words may be missing.",
        "de": "Nur nach Stichwörtern gesucht, weil die Suche nach der Bedeutung nicht verfügbar war. "
        "Textstellen, die es mit anderen Worten sagen, können fehlen.",
    },
    "snippets_only": {
        "en": "No passage was opened: the answer rests on what the search results show of each.",
        "de": "Keine Textstelle wurde geöffnet: Die Antwort beruht auf dem, was die Suchergebnisse von jeder "
        "zeigen.",
    },
    _COPIED_IN[0]: {
        "en": "Where the model left something open or quoted something else, the sentence about it was "
        "copied from the document.",
        "de": "Wo das Modell etwas offenließ oder etwas anderes zitierte, wurde der Satz darüber aus dem "
        "Dokument kopiert.",
    },
    "conflict_not_found": {
        "en": "The rule for documents that disagree was not applied.",
        "de": "Die Regel für Dokumente, die sich widersprechen, wurde nicht angewandt.",
    },
}


class Frame:
    """The words around one answer."""

    def __init__(self, language: str) -> None:
        self._words = _FRAMES.get(language, _FRAMES["en"])
        self._shared = WORDS.get(language, WORDS["en"])
        self._language = "de" if self._words is _FRAMES["de"] else "en"

    @classmethod
    def of(cls, state: TraceState) -> Frame:
        """In the language of the report, else of the question."""
        report = state.report
        return cls(report.language if report is not None else question_language(state.question))

    @property
    def limits(self) -> str:
        return self._shared["limits"]

    @property
    def quality(self) -> str:
        return self._shared["quality"]

    @property
    def not_stated(self) -> str:
        return reply("not_stated", self._language)

    def nearest_to(self, section: str) -> str:
        """Above what comes nearest; `section` is that of a report, empty for the whole question."""
        return f"{section} – {self._words['nearest']}:" if section else f"{self._words['nearest']}:"

    @property
    def likely(self) -> str:
        return self._words["likely"]

    @property
    def understood(self) -> str:
        return self._words["understood"]

    @property
    def copied(self) -> str:
        return f"{self._words['copied']}:"

    def quoted(self, text: str) -> str:
        return self._shared["quote"].format(text=text)

    def place(self, name: str, where: str) -> str:
        """Behind the file's `name`, which stays as it is: "plan.pdf, Seite 2"."""
        return f"{name}{place_in(self._language, where.removeprefix(name))}"

    def how_read(self, *, from_snippet: bool, gives_orders: bool) -> str:
        told = f" ({self._words['snippet']})" if from_snippet else ""
        return f"{told} ({self._words['orders']})" if gives_orders else told

    def doubt(self, statement: Statement) -> str:
        """Why a weak or unsupported statement is so, else how its figure was calculated, else nothing."""
        status = statement.status.value
        if statement.is_own_words:
            return ""
        if status in ("weak", "unsupported"):
            return f"{self._shared[status]}: {doubt_in(self._language, statement.reason)}"
        shown = statement.calculation.shown if statement.calculation is not None else ""
        return f"{self._words['calculated']}: {shown}" if shown else ""

    def missing(self, rows: Sequence[Insufficiency]) -> list[str]:
        """A line for each thing that is missing. What was left out of several sections in the same words is
        told once."""
        lines = [self._missing(row) for row in rows if row.kind is not InsufficiencyKind.LEFT_OUT]
        left: dict[str, list[str]] = {}
        for row in rows:
            if row.kind is InsufficiencyKind.LEFT_OUT:
                left.setdefault(row.missing, []).append(row.section)
        for missing, sections in left.items():
            where = "; ".join(dict.fromkeys(filter(None, sections)))
            lines.append(f"{self._words['left_out']}: {missing}{f' ({where})' if where else ''}")
        return list(dict.fromkeys(lines))

    def _missing(self, row: Insufficiency) -> str:
        where = f"{row.section}: " if row.section else ""
        is_gap = row.kind is InsufficiencyKind.GAP
        tried = ", ".join(map(self.quoted, row.queries_tried)) if is_gap else ""
        searched = f" ({self._words['searched']}: {tried})" if tried else ""
        return f"{self._words['gap' if is_gap else 'unmet']}: {where}{row.missing}{searched}"

    def conflict(self, conflict: DocumentConflict) -> str:
        return conflict_line(conflict, self._language)

    def quality_lines(self, report: ResearchReport) -> list[str]:
        """The five scores with their sum, and what was found wanting; empty where nothing was judged."""
        if not report.quality:
            return []
        scores = ", ".join(score_words(one, self._language) for one in report.quality)
        decided = self._words["accepted" if report.accepted else "not_accepted"]
        total = self._shared["of_500"].format(total=report.quality_total)
        return [f"{total}, {decided}: {scores}", *report.issues]

    def notes(self, answer: Answer) -> list[str]:
        """What the flags of an answer mean for its reader, a sentence each."""
        flags = (_COPIED_IN[0] if flag in _COPIED_IN else flag for flag in answer.safety_flags)
        return [_NOTES[flag][self._language] for flag in dict.fromkeys(flags) if flag in _NOTES]

    def trust(self, confidence: Confidence, sources: int) -> list[str]:
        """How far the answer can be trusted."""
        return [
            self._words[confidence.value],
            self._words["source"] if sources == 1 else self._words["sources"].format(n=sources),
        ]

    def cost(self, seconds: float, usage: Usage) -> list[str]:
        """What the run took: seconds, and tokens where a model was asked."""
        told = f"{seconds:.1f} s"
        parts = [told.replace(".", ",") if self._language == "de" else told]
        if usage.prompt_tokens:
            parts.append(self._words["read"].format(n=usage.prompt_tokens, new=usage.evaluated_tokens))
            parts.append(self._words["wrote"].format(n=usage.completion_tokens))
        return parts
