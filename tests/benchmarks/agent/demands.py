"""Which demands of a question a run neither met nor told about. Pure functions on what the run showed.

Each demand is met by what the run really did or wrote, or told by a row of the answer that names it: a row
about something else, and one that only says that a sentence was left out, tell of none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.agent.demands.constraints import PromptConstraints
from core.text.facts import Facts, facts_of
from core.text.stems import has_word
from core.text.textspan import word_list
from core.types import InsufficiencyKind
from tests.benchmarks.agent.facts import PageText, RunFacts
from tests.benchmarks.agent.quotes import exact_quotes
from tests.benchmarks.grading.grades import admits, grade, same_words, section_texts, verified_texts
from tests.benchmarks.grading.rules import DisclosedRule, Rule, SectionsRule
from tests.benchmarks.reporting import own_table

_WORDS = own_table("agent/words")
_SEARCHES, _OPENINGS, _QUOTES, _WHICH_COUNTS = (
    re.compile(_WORDS["rows"][name], re.IGNORECASE)
    for name in ("searches", "openings", "quotes", "which_counts")
)
_ASKING = word_list(_WORDS["words"]["asking"])


def unmet_demands(
    facts: RunFacts, demands: PromptConstraints, rule: Rule, question: str, page_text: PageText
) -> tuple[str, ...]:
    """What of `demands` was neither met nor told; `rule` is that of the right answer.

    Searches and openings are told only as such, by a row of what was not done as asked. An answer that
    states nothing and says so has told of all that it should hold. Of a conflict the value that counts must
    stand in the answer, as `rule` has it; and where the rule knows that the documents do not say something,
    that must be told.
    """
    told = _Told(facts, question)
    return (
        *_not_done(facts, demands, told),
        *_not_written(facts, demands, told, rule, question, page_text),
        *_sections_missing(facts, demands, told),
        *_silent_gaps(facts, demands, told, rule),
    )


class _Told:
    """What the rows of an answer tell, in lower case; those of what was left out tell of no demand.

    One that repeats the whole question names nothing in particular: it tells of all where nothing is stated,
    and else of nothing. `nothing`: the answer states nothing and says so; `all`: and not of a part only.
    """

    def __init__(self, facts: RunFacts, question: str) -> None:
        rows: dict[InsufficiencyKind, list[str]] = {kind: [] for kind in InsufficiencyKind}
        for row in facts.answer.insufficiencies:
            rows[row.kind].append(same_words(f"{row.section}: {row.missing}").casefold())
        whole, gaps = same_words(question).casefold(), rows[InsufficiencyKind.GAP]
        self.undone = rows[InsufficiencyKind.UNMET]
        self.gaps = [text for text in gaps if whole not in text]
        names_all = len(self.gaps) < len(gaps)
        self.nothing = not facts.answer.statements and (names_all or admits(facts.answer.text))
        self.all = self.nothing and (names_all or not self.gaps)

    def names(self, pattern: re.Pattern[str]) -> bool:
        return any(pattern.search(row) for row in (*self.undone, *self.gaps))

    def heading(self, heading: str) -> bool:
        return self.names(re.compile(rf"(?<!\w){re.escape(same_words(heading).casefold())}(?!\w)"))


def _not_done(facts: RunFacts, demands: PromptConstraints, told: _Told) -> list[str]:
    counts = [
        ("searches", len(facts.queries), demands.min_searches, _SEARCHES),
        ("openings", len(facts.opened), demands.min_open_citations, _OPENINGS),
    ]
    unmet = [
        f"{done} of {least} {what}"
        for what, done, least, naming in counts
        if done < least and not any(naming.search(row) for row in told.undone)
    ]
    topics = demands.required_search_topics
    return unmet + [
        f"no search for {topic}"
        for topic in topics
        if not _is_searched(topic, topics, facts.queries)
        and not any(same_words(topic).casefold() in row for row in told.undone)
    ]


def _is_searched(topic: str, topics: Sequence[str], queries: Sequence[str]) -> bool:
    """A query has all words of the topic that no other topic has, or all of them if there are none."""
    others = [_words(facts_of(other)) for other in topics if other != topic]
    wanted = _words(facts_of(topic))
    own = {word for word in wanted if not any(has_word(other, word) for other in others)} or wanted
    return any(all(has_word(_words(facts_of(query)), word) for word in own) for query in queries)


def _words(facts: Facts) -> frozenset[str]:
    return frozenset(facts.words | facts.identifiers)


def _not_written(
    facts: RunFacts, demands: PromptConstraints, told: _Told, rule: Rule, question: str, page_text: PageText
) -> list[str]:
    if told.nothing:
        return []
    unmet: list[str] = []
    if demands.requires_exact_quote and not told.names(_QUOTES):
        quotes = exact_quotes(facts, page_text)
        if not any(_is_asked_for(quote, question) for quote in quotes):
            unmet.append("no exact quote of what was asked for" if quotes else "no exact quote")
    if demands.requires_conflict_resolution and not (
        grade(rule, question, facts.answer).correct or told.names(_WHICH_COUNTS)
    ):
        unmet.append("does not give the value that counts")
    return unmet


def _is_asked_for(quote: str, question: str) -> bool:
    """It has two words, figures or dates of the question that do not only ask for a quotation.

    Or the one that there is.
    """
    said, asked = facts_of(quote), facts_of(question)
    words = {word for word in _words(asked) if not has_word(_ASKING, word)}
    shared = (
        sum(has_word(_words(said), word) for word in words)
        + sum(any(number.equals(other) for other in said.numbers) for number in asked.numbers)
        + sum(date in said.dates for date in asked.dates)
    )
    return shared >= min(2, len(words) + len(asked.numbers) + len(asked.dates))


def _sections_missing(facts: RunFacts, demands: PromptConstraints, told: _Told) -> list[str]:
    """A heading under which nothing stands, or only that something was left out, is as good as none."""
    if told.all:
        return []
    texts = section_texts(facts.answer.text, demands.required_sections)
    rows = tuple(row.missing for row in facts.answer.insufficiencies)
    return [
        f"no section {heading}"
        for heading in demands.required_sections
        if not told.heading(heading)
        and all(not line.strip() or line.endswith(rows) for line in texts.get(heading, "").split("\n"))
    ]


def _silent_gaps(facts: RunFacts, demands: PromptConstraints, told: _Told, rule: Rule) -> list[str]:
    answer = facts.answer
    if not demands.requires_insufficiency_disclosure:
        return []
    if isinstance(rule, SectionsRule):
        texts = section_texts(answer.text, demands.required_sections)
        return [
            f"does not say that {section.heading} is missing"
            for section in rule.sections
            if isinstance(section.answer, DisclosedRule)
            and not (told.all or told.heading(section.heading) or admits(texts.get(section.heading, "")))
        ]
    lacks = isinstance(rule, DisclosedRule) or len(verified_texts(answer)) < len(answer.statements)
    if lacks and not (told.all or told.gaps or admits(answer.text)):
        return ["does not say what is missing"]
    return []
