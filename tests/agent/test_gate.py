"""The gate: each check passes what is right, refuses what is not, and says so to the model."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from core.agent.checks.claims import SUSPICIOUS_TERMS, suspicious_terms, ungrounded_facts
from core.agent.checks.conflicts import find_conflicts, touched_conflicts
from core.agent.checks.gathering import covers
from core.agent.checks.known import Known
from core.agent.checks.sections import validate_section_figures
from core.agent.constraints import PromptConstraints
from core.agent.disclosures import told
from core.agent.final import FinalDraft, parse_final
from core.agent.gate import GateResult, validate_agent_state
from core.agent.grounding import Attempt, ground_citations_from_state
from core.agent.limits import Limits
from core.agent.settling import settle
from core.agent.state import AgentState
from core.answer.facts import facts_of
from core.answer.sources import Source
from core.types import Insufficiency, InsufficiencyKind
from tests.agent.test_state import HITS
from tests.answer.helpers import on_page_one, source_of

WARRANTY = source_of(
    1, "The warranty of the B-120 pump is 36 months from delivery. Spare parts are excluded."
)
WEIGHT = source_of(2, "The B-120 weighs 42 kg.", "data sheet.pdf")
QUESTION = "What does the B-120 weigh, how long is its warranty?"
SAID = '{"statements":[{"evidence":["2.1"],"text":"The B-120 weighs 42 kg."}],"insufficiencies":[]}'


def state_of(
    constraints: PromptConstraints | None = None,
    sources: tuple[Source, ...] = (WARRANTY, WEIGHT),
    question: str = QUESTION,
    **fields: object,
) -> AgentState:
    """A run that has searched once and opened `sources`."""
    state = AgentState(
        Limits.standard(),
        constraints=constraints or PromptConstraints(),
        question=question,
        tool_calls_used=3,
        queries=["weight"],
        opened=list(sources),
    )
    for name, value in fields.items():
        setattr(state, name, value)
    return state


def attempt_of(text: str, state: AgentState) -> Attempt:
    draft = parse_final(text, state.citable, state.constraints.required_sections)
    return ground_citations_from_state(draft, state, on_page_one)


def judge(text: str, state: AgentState) -> GateResult:
    attempt = attempt_of(text, state)
    return validate_agent_state(attempt.draft, attempt.answer, state)


def stating(*texts: str) -> str:
    """A final answer whose statements all name the same two sentences."""
    rows = [{"evidence": ["1.1", "2.1"], "text": text} for text in texts]
    return json.dumps({"statements": rows, "insufficiencies": []})


# --- searches and openings ---------------------------------------------------------------------------


def test_what_was_done_is_counted_not_what_was_said() -> None:
    state = state_of(PromptConstraints(min_searches=3, min_open_citations=3))
    gate = judge(SAID, state)
    assert gate.codes == ("MIN_SEARCHES_UNMET", "MIN_OPEN_CITATIONS_UNMET")
    assert gate.messages == (
        "Required at least 3 separate searches, but only 1 were performed.",
        "Required to open at least 3 citation(s), but only 2 were opened.",
    )
    assert all(finding.by_reading and not finding.by_writing for finding in gate.findings)
    state.queries += ["warranty", "price"]
    state.opened.append(source_of(3, "It is blue."))
    assert judge(SAID, state).passed


def test_each_required_topic_needs_its_search() -> None:
    state = state_of(PromptConstraints(required_search_topics=("rate limit", "weight")))
    gate = judge(SAID, state)
    assert gate.codes == ("MIN_SEARCHES_UNMET", "SEARCH_TOPIC_UNMET")
    assert gate.messages[1] == "No search was made for “rate limit”."
    state.queries.append("limit of the rate")
    assert judge(SAID, state).codes == ("PART_UNANSWERED",)
    assert judge(SAID.replace("[]", '["the rate limit"]'), state).passed


@pytest.mark.parametrize(
    ("text", "covered"),
    [("The rate is high.", True), ("The limit is high.", True), ("It is high.", False), ("", False)],
)
def test_half_of_a_topics_words_cover_it(text: str, covered: bool) -> None:
    assert covers("rate limit", [facts_of(text)]) is covered
    assert covers("the", []) is True


# --- citations ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "codes", "message"),
    [
        (SAID, (), ""),
        (
            SAID.replace('"2.1"', '"2.1","7.7"'),
            ("HALLUCINATED_CITATION",),
            "7.7 is not among the opened citations. Cite only what is open.",
        ),
        (
            "The B-120 weighs 42 kg [2][5]. It weighs 42 kg [6].",
            ("HALLUCINATED_CITATION", "UNSUPPORTED_STATEMENT"),
            "[5], [6] are not among the opened citations. Cite only what is open.",
        ),
    ],
)
def test_markers_name_what_is_open(text: str, codes: tuple[str, ...], message: str) -> None:
    gate = judge(text, state_of())
    assert gate.codes == codes
    assert message in ("", *gate.messages[:1])


# --- claims ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("term", SUSPICIOUS_TERMS)
def test_suspicious_terms_need_a_source(term: str) -> None:
    instructions = source_of(1, f"Then run {term.upper()} on the table.")
    assert suspicious_terms(f"Run {term} now.", Known.of([instructions], "")) == ()
    known = Known.of([WARRANTY], f"What does {term} do?")
    assert suspicious_terms(f"Run {term} now.", known) == (term,)


def test_an_invented_command_is_refused_and_a_real_one_is_not() -> None:
    manual = source_of(1, "To rebuild an index run REBUILD INDEX orders_idx at night. It takes 5 minutes.")
    state = state_of(sources=(manual,), question="How is the orders index rebuilt?")
    text = '{"statements":[{"evidence":["1.1"],"text":"To rebuild the index run pg_reindex at night."}]}'
    gate = judge(text, state)
    assert gate.codes == ("UNGROUNDED_CLAIM",)
    assert gate.messages == (
        "Not in any opened citation: “pg_reindex”. Open a citation that says it, or leave it out.",
    )
    assert gate.findings[0].statements == (0,)
    assert judge(text.replace("pg_reindex", "REBUILD INDEX orders_idx"), state).passed


@pytest.mark.parametrize(
    ("said", "strange"),
    [
        ("It weighs 42 kg.", ()),
        ("It weighs 42,000 g.", ()),
        ("It weighs 42 lb.", ("42 lb",)),
        ("It weighs 45 kg.", ("45 kg",)),
        ("The B-130 weighs 42 kg.", ("b-130",)),
        ("Use `pump --start` for it.", ("pump --start",)),
        ("It was built on 3 May 2021.", ("2021-05-03",)),
        ("In 2024 it weighed 42 kg.", ()),  # the year stands in the question
        ("It is sold by Aldermoor to Karst.", ("Aldermoor", "Karst")),
        ("Its Warranty covers the Pump.", ()),
        ("Die Pumpe wiegt nach Angabe der Firma 42 kg.", ()),  # every German noun has a capital
        ("Die Pumpe der BASF wiegt 42 kg.", ("BASF",)),
    ],
)
def test_facts_stand_in_a_source_or_in_the_question(said: str, strange: tuple[str, ...]) -> None:
    question = "Wie schwer ist die Pumpe?" if said.startswith("Die") else "How heavy was it in 2024?"
    assert ungrounded_facts(said, Known.of([WARRANTY, WEIGHT], question)) == strange


def test_a_table_may_hold_the_year_apart_from_its_day() -> None:
    table = source_of(1, "Year ended December 31,\n2018 2017\nNet sales 5,410 5,190")
    known = Known.of([table], "")
    assert ungrounded_facts("On December 31, 2018 net sales were 5,410.", known) == ()
    assert ungrounded_facts("On December 31, 2016 net sales were 5,410.", known) == ("2016-12-31",)


def test_what_no_source_carries_is_refused() -> None:
    gate = judge(stating("Customers are satisfied everywhere."), state_of())
    assert gate.codes == ("UNSUPPORTED_ANSWER",)
    gate = judge(stating("The B-120 weighs 42 kg.", "Customers are satisfied everywhere."), state_of())
    assert gate.codes == ("UNSUPPORTED_STATEMENT",)
    assert gate.messages[0].startswith("Statement 2 is not carried by the sentences it names.")


# --- content -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ('{"statements":[],"insufficiencies":[]}', ("EMPTY_ANSWER",)),
        ("", ("EMPTY_ANSWER",)),
        ('{"statements":[],"insufficiencies":["how heavy the B-120 is"]}', ()),
        (stating("The provided documents do not mention the price."), ()),
    ],
)
def test_an_answer_says_something_or_that_it_cannot(text: str, codes: tuple[str, ...]) -> None:
    assert judge(text, state_of()).codes == codes


# --- quotes ------------------------------------------------------------------------------------------

QUOTE = PromptConstraints(requires_exact_quote=True, exact_quote_indicators=("sentence",))


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ('{"quotes":[{"evidence":["2.1"]}],"statements":[]}', ()),
        (stating("It says “The B-120 weighs 42 kg.”"), ()),
        (stating("It says “the B-120 weighs 42kg”."), ("INEXACT_QUOTE", "EXACT_QUOTE_UNMET")),
        (SAID, ("EXACT_QUOTE_UNMET",)),
        (stating("The “B-120” weighs 42 kg."), ("EXACT_QUOTE_UNMET",)),  # one word is a name
        (stating("The “B-120 weighs” 42 kg."), ("EXACT_QUOTE_UNMET",)),  # two are out of their sentence
        (stating("It says “The warranty … is 36 months from delivery.”"), ("EXACT_QUOTE_UNMET",)),
        (stating("It says “The warranty of the B-120 pump is 36 months”."), ()),
        (
            stating("It says “The warranty of the B-120 pump … are excluded.”"),
            ("INEXACT_QUOTE", "EXACT_QUOTE_UNMET"),
        ),
    ],
)
def test_a_demanded_quote_is_word_for_word(text: str, codes: tuple[str, ...]) -> None:
    assert judge(text, state_of(QUOTE)).codes == codes


def test_a_short_sentence_is_one() -> None:
    state = state_of(QUOTE, (source_of(1, "Weight: 42 kg. The rest is not known."),))
    assert "EXACT_QUOTE_UNMET" not in judge("It says “Weight: 42 kg” [1].", state).codes
    assert "EXACT_QUOTE_UNMET" in judge("The weight is “42 kg” [1].", state).codes


def test_a_term_may_be_quoted_as_short_as_it_is() -> None:
    demand = PromptConstraints(requires_exact_quote=True, exact_quote_indicators=("term",))
    assert judge(stating("It is a “B-120 pump”."), state_of(demand)).codes == ()


def test_a_quote_has_to_be_about_what_was_asked() -> None:
    sources = (WARRANTY, source_of(2, "Karst is closed on Mondays."))
    state = state_of(QUOTE, sources)
    beside = judge('{"quotes":[{"evidence":["2.1"]}],"statements":[]}', state)
    assert beside.codes == ("ONLY_NEAR", "EXACT_QUOTE_UNMET")
    assert judge('{"quotes":[{"evidence":["1.1"]}],"statements":[]}', state).passed


def test_a_demanded_statement_of_code_is_code() -> None:
    demand = PromptConstraints(requires_exact_quote=True, exact_quote_indicators=("SQL statement",))
    runbook = source_of(1, "Deleting an order is final.\n\nDELETE FROM orders WHERE id = 7;")
    state = state_of(demand, (runbook,), "Quote the SQL statement that deletes an order.")
    assert judge('{"quotes":[{"evidence":["1.1"]}]}', state).codes == ("EXACT_QUOTE_UNMET",)
    assert judge('{"quotes":[{"evidence":["1.2"]}]}', state).passed


def test_marks_around_other_words_are_asked_about_then_lost_and_told() -> None:
    state = state_of()
    attempt = attempt_of(stating("The “B-120” weighs “42 kg”, says the “data sheet of Karst”."), state)
    gate = validate_agent_state(attempt.draft, attempt.answer, state)
    inexact = [finding for finding in gate.findings if finding.code == "INEXACT_QUOTE"]
    assert [(finding.by_reading, finding.by_writing) for finding in inexact] == [(False, True)]
    settled = settle(attempt.draft, inexact, state)
    assert [row.missing.partition(":")[0] for row in settled.disclosed] == ["quotation marks"]
    assert settled.statements[0].text == "The “B-120” weighs “42 kg”, says the data sheet of Karst."


def test_what_was_stitched_together_is_no_claim_without_its_marks_either() -> None:
    said = "The manual says “The warranty of the B-120 pump … are excluded.” [1] The B-120 weighs 42 kg [2]."
    state = state_of()
    attempt = attempt_of(said, state)
    findings = validate_agent_state(attempt.draft, attempt.answer, state).findings
    (inexact,) = [finding for finding in findings if finding.code == "INEXACT_QUOTE"]
    settled = settle(attempt.draft, [inexact], state)
    assert [row.text for row in settled.statements] == ["The B-120 weighs 42 kg."]
    assert [row.kind for row in settled.disclosed] == [InsufficiencyKind.LEFT_OUT]


@pytest.mark.parametrize(
    ("said", "exact", "left"),
    [
        # Over two sentences of a plain text.
        (
            "It says “The B-120 weighs 42 kg. It is red.” [2]",
            False,
            "It says The B-120 weighs 42 kg. It is red.",
        ),
        (
            "“The warranty of the B-120 pump is 36 months from delivery. Spare parts are excluded.” [1]",
            True,
            "",
        ),
        ("The B-120 'weighs 43 kg' [2].", False, "The B-120 weighs 43 kg."),
        ("The B-120 'weighs 42 kg' [2].", True, ""),
        ("The B-120 ‘weighs 43 kg’ [2].", False, "The B-120 weighs 43 kg."),
        ("The B-120 「weighs 43 kg」 [2].", False, "The B-120 weighs 43 kg."),
        ("The B-120 ''weighs 43 kg'' [2].", False, "The B-120 weighs 43 kg."),
        ("The B-120's weight is 42 kg, the drivers' pay isn't said [2].", True, ""),
        # What only the question says is no quotation.
        (
            "The “how long its warranty” of the B-120 is 36 months [1].",
            False,
            "The how long its warranty of the B-120 is 36 months.",
        ),
        # Half a quotation.
        ("The B-120 “weighs 42 kg [2].", False, "The B-120 weighs 42 kg."),
    ],
)
def test_every_quotation_is_checked(said: str, exact: bool, left: str) -> None:
    state = state_of()
    attempt = attempt_of(said, state)
    gate = validate_agent_state(attempt.draft, attempt.answer, state)
    assert ("INEXACT_QUOTE" not in gate.codes) is exact
    inexact = [finding for finding in gate.findings if finding.code == "INEXACT_QUOTE"]
    settled = settle(attempt.draft, inexact, state)
    assert settled.statements[0].text == (left or attempt.draft.statements[0].text)
    again = ground_citations_from_state(settled, state, on_page_one)
    assert "INEXACT_QUOTE" not in validate_agent_state(again.draft, again.answer, state).codes


# --- sections ----------------------------------------------------------------------------------------

SECTIONS = PromptConstraints(required_sections=("Weight", "Price"))


@pytest.mark.parametrize(
    ("asked", "price", "told_of"),
    [
        ("Describe it under “Weight” and “Price”, with the number of each.", "It has a price.", True),
        ("Describe it under “Weight” and “Price”, with the number of each.", "It is 1,200 euros.", False),
        ("Describe it under “Weight” and “Price”.", "It has a price.", False),
        ("Beschreibe sie unter „Weight“ und „Price“, jeweils mit der Zahl.", "It has a price.", True),
        ("Beschreibe sie unter „Weight“ und „Price“.", "It has a price.", False),
    ],
)
def test_a_section_without_the_figure_that_is_wanted_says_so(asked: str, price: str, told_of: bool) -> None:
    state = state_of(SECTIONS, question=asked)
    sections = {
        "Weight": [{"evidence": ["2.1"], "text": "The B-120 weighs 42 kg."}],
        "Price": [{"evidence": ["2.1"], "text": price}],
    }
    attempt = attempt_of(json.dumps({"sections": sections}), state)
    found = validate_section_figures(attempt.draft, attempt.answer, state)
    assert [finding.code for finding in found] == ["SECTION_WITHOUT_FIGURE"] * told_of
    if told_of:
        assert found[0].disclosure[0].section == "Price"
        settled = settle(attempt.draft, found, state)
        assert len(settled.statements) == 2  # what is written stays
        again = ground_citations_from_state(settled, state, on_page_one)
        assert not validate_section_figures(again.draft, again.answer, state)


def test_every_section_is_written_or_said_to_be_missing() -> None:
    state = state_of(SECTIONS)
    weight = [{"evidence": ["2.1"], "text": "The B-120 weighs 42 kg."}]
    gate = judge(json.dumps({"sections": {"Weight": weight}}), state)
    assert gate.codes == ("SECTION_MISSING",)
    assert gate.findings[0].by_reading  # nothing was searched for it yet
    assert gate.findings[0].disclosure == (
        Insufficiency("Price", "nothing was found for this section", ("weight",)),
    )
    state.queries.append("price")
    assert not judge(json.dumps({"sections": {"Weight": weight}}), state).findings[0].by_reading
    both = {"sections": {"Weight": weight, "Price": {"missing": "the price"}}}
    assert judge(json.dumps(both), state).passed


def test_what_a_section_admits_is_its_insufficiency() -> None:
    state = state_of(SECTIONS)
    price = [{"evidence": ["2.1"], "text": "The price is not mentioned in the documents."}]
    weight = [{"evidence": ["2.1"], "text": "The B-120 weighs 42 kg."}]
    attempt = attempt_of(json.dumps({"sections": {"Weight": weight, "Price": price}}), state)
    assert validate_agent_state(attempt.draft, attempt.answer, state).passed
    assert [(row.section, row.missing) for row in attempt.answer.insufficiencies] == [("Price", "The price")]


# --- conflicts ---------------------------------------------------------------------------------------

OLD = source_of(1, "The notice period is 14 days. Leases end in March.", "notice.pdf", date="2021-03-01")
NEW = source_of(2, "For all leases the notice period is 30 days.", "handbook.pdf", date="2024-05-02")
CONFLICT = PromptConstraints(requires_conflict_resolution=True, conflict_resolution_rule="newest")
ASKED = "How long is the notice period? If documents disagree, the newest counts."


def lease(evidence: str, text: str, *more: tuple[str, str]) -> str:
    rows = [{"evidence": [label], "text": said} for label, said in ((evidence, text), *more)]
    return json.dumps({"statements": rows, "insufficiencies": []})


OLD_VALUE = ("1.1", "The notice period is 14 days.")
NEW_VALUE = ("2.1", "The notice period is 30 days.")


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (lease(*NEW_VALUE, OLD_VALUE), ()),
        (lease(*NEW_VALUE), ("CONFLICT_NOT_NAMED",)),
        (lease(*OLD_VALUE), ("CONFLICT_RULE_BROKEN",)),
        (  # about something else
            lease("1.2", "Leases end in March."),
            ("NOT_WHAT_IS_ASKED", "ONLY_NEAR", "CONFLICT_NOT_FOUND"),
        ),
    ],
)
def test_a_conflict_follows_its_rule_and_names_both(text: str, codes: tuple[str, ...]) -> None:
    state = state_of(CONFLICT, (OLD, NEW), ASKED)
    gate = judge(text, state)
    assert gate.codes == codes
    without = judge(text, state_of(None, (OLD, NEW), ASKED))
    assert without.codes == tuple(code for code in codes if not code.startswith("CONFLICT_"))


@pytest.mark.parametrize("question", [ASKED, "Wie lang ist die Frist? Das neueste Dokument zählt."])
def test_where_no_documents_disagree_the_rule_that_was_named_is_told_not_to_be_applied(question: str) -> None:
    english = replace(OLD, document=replace(OLD.document, language="en"))
    state = state_of(CONFLICT, (english,), question)
    attempt = attempt_of(lease(*OLD_VALUE), state)
    gate = validate_agent_state(attempt.draft, attempt.answer, state)
    assert gate.codes == ("CONFLICT_NOT_FOUND",)
    (finding,) = gate.findings
    assert (finding.by_reading, finding.by_writing, finding.statements) == (False, False, ())
    (row,) = finding.disclosure
    assert row.kind is InsufficiencyKind.UNMET
    assert row.missing == told("no_conflict", question)
    settled = ground_citations_from_state(settle(attempt.draft, gate.findings, state), state, on_page_one)
    gate = validate_agent_state(settled.draft, settled.answer, state)
    assert (gate.passed, gate.codes) == (True, ("CONFLICT_NOT_FOUND",))
    assert settled.answer.statements == attempt.answer.statements
    assert settled.answer.insufficiencies == (row,)


def test_only_a_demanded_rule_and_only_of_an_answer_is_told_not_to_be_applied() -> None:
    said_no = '{"statements":[],"insufficiencies":["how long the notice period is"]}'
    assert judge(lease(*OLD_VALUE), state_of(None, (OLD,), ASKED)).passed  # no rule was named
    assert judge(said_no, state_of(CONFLICT, (OLD,), ASKED)).passed
    assert judge(lease(*NEW_VALUE, OLD_VALUE), state_of(CONFLICT, (OLD, NEW), ASKED)).passed
    # Documents that disagree about something else than the answer.
    gate = judge(lease("1.2", "Leases end in March."), state_of(CONFLICT, (OLD, NEW), ASKED))
    (finding,) = [row for row in gate.findings if row.code == "CONFLICT_NOT_FOUND"]
    assert finding.disclosure[0].missing == told("conflict_untouched", ASKED)
    # Documents that agree, whatever the date.
    same = source_of(2, "The notice period of leases is 14 days.", "old handbook.pdf", date="2019")
    assert judge(lease(*OLD_VALUE), state_of(CONFLICT, (OLD, same), ASKED)).codes == ("CONFLICT_NOT_FOUND",)


def test_the_message_names_both_sides_with_their_dates() -> None:
    (message,) = judge(lease(*OLD_VALUE), state_of(CONFLICT, (OLD, NEW), ASKED)).messages
    assert message == (
        "Two documents disagree. [2] handbook.pdf, 2024-05-02: “For all leases the notice period is 30 "
        "days.” – [1] notice.pdf, 2021-03-01: “The notice period is 14 days.” The newest counts: answer "
        "with [2], and name the other, too."
    )


def test_the_oldest_counts_if_the_question_says_so() -> None:
    oldest = replace(CONFLICT, conflict_resolution_rule="oldest")
    assert judge(lease(*NEW_VALUE), state_of(oldest, (OLD, NEW), ASKED)).codes == ("CONFLICT_RULE_BROKEN",)
    assert judge(lease(*OLD_VALUE, NEW_VALUE), state_of(oldest, (OLD, NEW), ASKED)).passed


@pytest.mark.parametrize(
    ("rule", "dates"),
    [
        ("newest", ("2021", "")),
        ("newest", ("2021", "2021-05-01")),
        ("official", ("2021", "2024")),
        (None, ("", "")),
    ],
)
def test_what_no_rule_decides_is_told_with_both_sides(rule: str | None, dates: tuple[str, str]) -> None:
    old, new = (
        source_of(source.number, source.chunk.text, source.document.filename, date=date)
        for source, date in zip((OLD, NEW), dates, strict=True)
    )
    state = state_of(replace(CONFLICT, conflict_resolution_rule=rule), (old, new), ASKED)
    attempt = attempt_of(lease(*NEW_VALUE), state)
    gate = validate_agent_state(attempt.draft, attempt.answer, state)
    assert gate.codes == ("CONFLICT_UNDECIDED",)
    assert not gate.findings[0].by_reading
    settled = ground_citations_from_state(settle(attempt.draft, gate.findings, state), state, on_page_one)
    gate = validate_agent_state(settled.draft, settled.answer, state)
    assert (gate.passed, gate.codes) == (True, ("CONFLICT_UNDECIDED",))
    assert [statement.text for statement in settled.answer.statements] == [
        "The notice period is 30 days.",
        "“The notice period is 14 days.”",
    ]
    (told,) = settled.answer.insufficiencies
    assert told.missing.endswith("notice.pdf or handbook.pdf")


def test_the_same_value_in_other_words_is_no_conflict() -> None:
    weeks = source_of(2, "The notice period of a lease is two weeks.", "letter.pdf")
    price = source_of(3, "The notice period costs 30 euros.", "prices.pdf")
    same = source_of(4, "The notice period for leases: 14 days.", "old handbook.pdf")
    assert find_conflicts([OLD, same], ASKED, "newest") == []
    assert find_conflicts([OLD, price], ASKED, "newest") == []
    assert find_conflicts([OLD, weeks], ASKED, "newest") == []
    assert find_conflicts([OLD, replace(NEW, document=OLD.document)], ASKED, "newest") == []


@pytest.mark.parametrize(
    ("one", "other", "question"),
    [
        (
            "The warranty period of the pump is 36 months.",
            "The warranty period of the seal is 12 months.",
            "How long is the warranty period of the pump and of the seal?",
        ),
        (
            "The rated load of the B-120 is 42 kg.",
            "The rated load of the B-130 is 48 kg.",
            "What is the rated load?",
        ),
        (
            "At the plant of Karst the notice period is 14 days.",
            "At the plant of Aldermoor the notice period is 30 days.",
            "How long is the notice period at the plant?",
        ),
    ],
)
def test_values_of_different_things_are_no_conflict(one: str, other: str, question: str) -> None:
    sources = [source_of(1, one, "a.pdf"), source_of(2, other, "b.pdf")]
    assert find_conflicts(sources, question, "newest") == []
    same = [
        sources[0],
        source_of(2, one.replace("36", "35").replace("42", "41").replace("14", "13"), "b.pdf"),
    ]
    assert len(find_conflicts(same, question, "newest")) == 1


def test_two_documents_may_disagree_about_two_things() -> None:
    one = source_of(
        1, "The notice period is 14 days. The deposit for the lease is 900 euros.", "a.pdf", date="2021"
    )
    two = source_of(
        2, "The deposit for the lease is 990 euros. The notice period is 30 days.", "b.pdf", date="2024"
    )
    question = "How long is the notice period, and how high is the deposit for the lease?"
    found = find_conflicts([one, two], question, "newest")
    assert sorted((each.first.shown_value, each.second.shown_value) for each in found) == [
        ("30 days", "14 days"),
        ("990 euros", "900 euros"),
    ]
    assert all(each.decided for each in found)
    state = state_of(CONFLICT, (one, two), question)
    attempt = attempt_of(
        "The notice period is 30 days [2]. The deposit for the lease is 990 euros [2].", state
    )
    assert len(touched_conflicts(attempt.answer, state)) == 2


@pytest.mark.parametrize(
    ("dates", "rule", "counts"),
    [
        (("2019", "2021", "2024"), "newest", "30 days"),
        (("2024", "2021", "2019"), "newest", "14 days"),
        (("2019", "2021", "2024"), "oldest", "14 days"),
        (("2019", "2024", "2021"), "newest", "21 days"),
        (("2019", "2024", "2024"), "newest", None),
        (("2019", "", "2024"), "newest", None),
        (("2019", "2021", "2024"), "official", None),
    ],
)
def test_of_three_documents_one_counts_against_both_others(
    dates: tuple[str, str, str], rule: str, counts: str | None
) -> None:
    sources = [
        source_of(number, f"The notice period is {days} days.", f"{number}.pdf", date=date)
        for number, days, date in zip((1, 2, 3), (14, 21, 30), dates, strict=True)
    ]
    found = find_conflicts(sources, ASKED, rule)
    assert len(found) == 2
    assert {each.decided for each in found} == {counts is not None}
    if counts:
        assert {each.first.shown_value for each in found} == {counts}
    seconds = {each.second.shown_value for each in found} | {found[0].first.shown_value}
    assert seconds == {"14 days", "21 days", "30 days"}


def test_two_documents_that_agree_stand_together_against_a_third() -> None:
    sources = [
        source_of(number, f"The notice period is {days} days.", f"{number}.pdf", date=date)
        for number, days, date in ((1, 14, "2019"), (2, 30, "2024"), (3, 30, "2024"))
    ]
    (conflict,) = find_conflicts(sources, ASKED, "newest")
    assert (conflict.first.shown_value, conflict.second.shown_value, conflict.decided) == (
        "30 days",
        "14 days",
        True,
    )


@pytest.mark.parametrize(
    ("one", "other", "disagree"),
    [
        ("Sales of pumps in 2021 were 500 units.", "Sales of pumps in 2022 were 700 units.", False),
        ("Sales of pumps in 2021 were 500 units.", "Sales of pumps in 2021 were 700 units.", True),
        ("Sales of pumps in 2021 were 500 units.", "Sales of pumps were 700 units.", True),
        (
            "In the first quarter sales of pumps were 500.",
            "In the second quarter sales of pumps were 700.",
            False,
        ),
        ("Sales of pumps in March were 500 units.", "Sales of pumps in April were 700 units.", False),
        ("Sales of pumps began in 2021.", "Sales of pumps began in 2022.", True),
    ],
)
def test_figures_of_different_periods_are_no_conflict(one: str, other: str, disagree: bool) -> None:
    sources = [source_of(1, one, "a.pdf"), source_of(2, other, "b.pdf")]
    assert bool(find_conflicts(sources, "How high were sales of pumps?", None)) is disagree


def test_sentences_that_share_a_few_words_do_not_disagree() -> None:
    far = "During the notice period of the hall the porter, gardener and cook are paid 30 days of wages."
    sources = [
        source_of(1, "The notice period of garages near the old harbour is 14 days.", "a.pdf"),
        source_of(2, far, "b.pdf"),
    ]
    assert find_conflicts(sources, ASKED, "newest") == []


def test_conflicts_that_the_answer_does_not_touch_take_no_place() -> None:
    things = ("garage", "cellar", "garden", "attic", "shop", "office", "hall", "roof")
    texts = [f"The notice period for the {thing} is {days} days." for days, thing in enumerate(things, 11)]
    one = source_of(1, " ".join(texts), "a.pdf")
    two = source_of(2, " ".join(text.replace(" days", "0 days") for text in texts), "b.pdf")
    asked = f"How long is the notice period for {', '.join(things)}?"
    assert len(find_conflicts((one, two), asked, None)) == len(things)
    state = state_of(CONFLICT, (one, two), asked)
    attempt = attempt_of("The notice period for the roof is 18 days [1].", state)
    assert [each.first.shown_value for each in touched_conflicts(attempt.answer, state)] == ["18 days"]


# --- disclosure --------------------------------------------------------------------------------------


def test_only_the_program_can_disclose() -> None:
    state = state_of(PromptConstraints(min_searches=3))
    attempt = attempt_of(SAID, state)
    (finding,) = validate_agent_state(attempt.draft, attempt.answer, state).findings
    words = finding.disclosure[0].missing
    said = SAID.replace('"insufficiencies":[]', f'"insufficiencies":["{words}"]')
    assert judge(said, state).codes == ("MIN_SEARCHES_UNMET",)
    settled = ground_citations_from_state(settle(attempt.draft, [finding], state), state, on_page_one)
    gate = validate_agent_state(settled.draft, settled.answer, state)
    assert (gate.passed, gate.codes) == (True, ("MIN_SEARCHES_UNMET",))
    assert finding.disclosure[0] in settled.answer.insufficiencies


def test_a_disclosure_excuses_no_statement() -> None:
    state = state_of()
    attempt = attempt_of(stating("Customers are satisfied everywhere."), state)
    (finding,) = validate_agent_state(attempt.draft, attempt.answer, state).findings
    assert finding.disclosure
    told = replace(attempt.draft, disclosed=finding.disclosure)
    assert not validate_agent_state(told, attempt.answer, state).passed


def test_nothing_opened_is_no_failure_unless_opening_was_demanded() -> None:
    state = state_of(sources=(), tool_calls_used=1)
    state.add_results("weight", HITS)
    attempt = ground_citations_from_state(FinalDraft(), state, on_page_one)
    assert validate_agent_state(attempt.draft, attempt.answer, state).passed
    state.constraints = PromptConstraints(min_open_citations=1)
    assert validate_agent_state(attempt.draft, attempt.answer, state).codes == ("MIN_OPEN_CITATIONS_UNMET",)
