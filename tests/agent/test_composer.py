"""The final turn as a script: the model's turns in, the list of events out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.agent.composer import compose
from core.agent.demands.constraints import PromptConstraints
from core.agent.limits import Limits
from core.agent.model_calls import Asking
from core.agent.state import AgentState
from core.agent.transcript import Transcript
from core.answer.quotes import find_quote, quotations_in
from core.answer.sources import Source
from core.cancel import CancelToken
from core.errors import ModelError, StorageError
from core.events import DraftDelta, Event, EventStamper, RunStarted, ToolCalled, ToolReturned
from core.llm.scripted import ScriptedModel, Turn
from core.types import Answer, Confidence, Mode, StatementStatus
from tests.answer.helpers import on_page_one, source_of
from tests.e2e.conftest import check_invariants

WARRANTY = source_of(
    1, "The warranty of the B-120 pump is 36 months from delivery. Spare parts are excluded."
)
WEIGHT = source_of(2, "The B-120 weighs 42 kg.", "data sheet.pdf")
PRICE = source_of(3, "The B-120 costs 900 euros.", "prices.pdf")
QUESTION = "What does the B-120 weigh, how long is its warranty?"


def final(*rows: tuple[str, str], missing: list[str] | None = None) -> dict[str, object]:
    statements = [{"evidence": [label], "text": text} for label, text in rows]
    return {"statements": statements, "insufficiencies": missing or []}


HEAVY = ("2.1", "The B-120 weighs 42 kg.")
LONG = ("1.1", "The warranty of the B-120 is 36 months.")
INVENTED = ("1.1", "The warranty of the B-120 is 99 weeks.")
LEFT_OUT = "part of the draft, because the opened passages do not carry it"
COMMAND = ("2.1", "Run kubectl to weigh the B-120.")


@dataclass
class Script:
    """A run at its final turn. `more` are the sources that further tool calls open, one each."""

    turns: list[Turn]
    constraints: PromptConstraints = field(default_factory=PromptConstraints)
    opened: tuple[Source, ...] = (WARRANTY, WEIGHT)
    more: tuple[Source, ...] = ()
    question: str = QUESTION

    def __post_init__(self) -> None:
        self.state = AgentState(
            Limits.standard(),
            constraints=self.constraints,
            question=self.question,
            tool_calls_used=5 - len(self.more),
            queries=["weight"],
            opened=list(self.opened),
        )
        self.model = ScriptedModel(self.turns)
        self.stamp = EventStamper("run")

    def play(self) -> list[Event]:
        transcript = Transcript("You answer from documents.", 5)
        asking = Asking(self.model, self.state, transcript, self.stamp, CancelToken())
        return list(
            compose(self.state, asking.meter, asking.ask, self.gather, transcript, on_page_one, self.stamp)
        )

    def gather(self) -> Iterator[Event]:
        assert self.state.tool_call_forced
        query = f"search {len(self.state.queries)}"
        yield self.stamp(ToolCalled, call_id=query, tool="search_docs", tool_input={"query": query})
        self.state.tool_calls_used += 1
        self.state.queries.append(query)
        self.state.opened.append(self.more[len(self.state.opened) - len(self.opened)])
        yield self.stamp(ToolReturned, call_id=query, ok=True, summary="Found 1 chunk")
        self.state.tool_call_forced = False

    @property
    def prompts(self) -> list[str]:
        """The last message of each prompt."""
        return [request.messages[-1].content for request in self.model.history]


def brief(events: list[Event]) -> list[object]:
    """Without drafts and model calls."""
    rows: list[object] = []
    for event in events:
        match event.kind:
            case "gate_checked":
                rows.append(("checked", event.attempt, event.passed, event.codes))
            case "reprompted":
                rows.append(("asked again", event.codes))
            case "notice_given":
                rows.append(("notice", event.code))
            case "run_finished":
                rows.append(("finished", event.outcome))
            case "draft_delta" | "model_called":
                pass
            case _:
                rows.append(event.kind)
    return rows


def answer_of(events: list[Event]) -> Answer:
    (ready,) = [event for event in events if event.kind == "answer_ready"]
    return ready.answer


def test_an_answer_that_passes_is_ready_at_once() -> None:
    script = Script([final(HEAVY, LONG)])
    events = script.play()
    assert brief(events) == [("checked", 1, True, ()), "answer_ready", ("finished", "answered")]
    assert answer_of(events).text == "The B-120 weighs 42 kg. [2] The warranty of the B-120 is 36 months. [1]"
    draft = "".join(event.text for event in events if isinstance(event, DraftDelta))
    assert draft == "The B-120 weighs 42 kg. [2] The warranty of the B-120 is 36 months. [1]"


def test_a_refusal_forces_a_tool_call_while_budget_allows() -> None:
    guess, right = ("2.1", "The B-120 costs 700 euros."), ("3.1", "The B-120 costs 900 euros.")
    script = Script([final(HEAVY, guess), final(HEAVY, right)], more=(PRICE,))
    events = script.play()
    assert brief(events) == [
        ("checked", 1, False, ("UNGROUNDED_CLAIM",)),
        ("asked again", ("UNGROUNDED_CLAIM",)),
        "tool_called",
        "tool_returned",
        ("checked", 2, True, ()),
        "answer_ready",
        ("finished", "answered"),
    ]
    assert script.model.remaining == 0
    asked_again = script.prompts[1]
    assert asked_again.startswith(
        "VALIDATION FAILED - Your answer does not meet requirements.\n\nERRORS:\n"
        "- UNGROUNDED_CLAIM: Not in any opened citation: “700 euros”. Open a citation that says it, or leave "
        "it out.\n\n"
        "REMAINING TOOL BUDGET: 1 calls\n\n"
        "You MUST output a TOOL_CALL to gather more information before finalizing."
    )
    assert QUESTION in asked_again


def test_without_budget_the_answer_is_written_again() -> None:
    script = Script([final(HEAVY, INVENTED), final(HEAVY, LONG)])
    events = script.play()
    assert brief(events) == [
        ("checked", 1, False, ("UNGROUNDED_CLAIM",)),
        ("asked again", ("UNGROUNDED_CLAIM",)),
        ("checked", 2, True, ()),
        "answer_ready",
        ("finished", "answered"),
    ]
    assert script.prompts[1].endswith("REMAINING TOOL BUDGET: 0 calls\n\nWrite the corrected JSON.")


def test_a_quotation_that_is_none_is_asked_about_and_then_told() -> None:
    marked = final(("2.1", "The B-120 “does weigh 42 kg”."))
    events = Script([marked, final(HEAVY)], question=KILOS).play()
    assert brief(events)[:2] == [
        ("checked", 1, False, ("INEXACT_QUOTE",)),
        ("asked again", ("INEXACT_QUOTE",)),
    ]
    assert answer_of(events).insufficiencies == ()
    stubborn = answer_of(Script([marked] * 4, question=KILOS).play())
    assert [row.text for row in stubborn.statements] == ["The B-120 does weigh 42 kg."]
    (row,) = stubborn.insufficiencies
    assert row.missing.startswith("quotation marks: ")
    assert row.kind == "unmet"
    assert stubborn.safety_flags == ("inexact_quote",)


def test_what_still_fails_is_disclosed_and_never_claimed() -> None:
    wrong = [
        final(HEAVY, ("1.1", f"The warranty of the B-120 is {weeks} weeks.")) for weeks in (96, 97, 98, 99)
    ]
    events = Script(wrong).play()
    refused = ("UNGROUNDED_CLAIM",)
    assert brief(events) == [
        *[
            row
            for attempt in (1, 2, 3)
            for row in (("checked", attempt, False, refused), ("asked again", refused))
        ],
        ("checked", 4, False, refused),
        ("checked", 4, True, ()),
        "answer_ready",
        ("finished", "answered"),
    ]
    answer = answer_of(events)
    assert answer.text == "The B-120 weighs 42 kg. [2]"
    assert [(row.missing, row.queries_tried) for row in answer.insufficiencies] == [(LEFT_OUT, ("weight",))]
    assert answer.safety_flags == ("ungrounded_claim",)


def test_the_attempt_of_which_most_is_left_is_shown() -> None:
    events = Script([final(HEAVY, LONG, COMMAND), final(HEAVY, COMMAND), final(HEAVY, COMMAND)]).play()
    assert brief(events)[-3:] == [("checked", 1, True, ()), "answer_ready", ("finished", "answered")]
    assert len(answer_of(events).statements) == 2


def test_a_model_that_repeats_itself_is_not_asked_for_ever() -> None:
    script = Script([final(HEAVY, INVENTED)] * 2)
    events = script.play()
    assert [row for row in brief(events) if "asked again" in row] == [("asked again", ("UNGROUNDED_CLAIM",))]
    assert script.model.remaining == 0


def test_a_model_that_stops_later_takes_nothing_with_it() -> None:
    stopped = ModelError("The language model stopped.", "Try a smaller one.")
    events = Script([final(HEAVY, INVENTED), stopped]).play()
    refused = ("UNGROUNDED_CLAIM",)
    assert brief(events) == [
        ("checked", 1, False, refused),
        ("asked again", refused),
        "step_failed",
        ("checked", 1, True, ()),
        "answer_ready",
        ("finished", "answered"),
    ]
    assert answer_of(events).text == "The B-120 weighs 42 kg. [2]"


def test_a_model_that_stops_at_once_leaves_what_was_opened() -> None:
    stopped = ModelError("The language model stopped.", "Try a smaller one.")
    heavy = source_of(1, "The B-120 weighs 42 kg.", score=0.9)
    events = Script([stopped], opened=(heavy,), question=KILOS).play()
    assert brief(events)[:2] == ["step_failed", ("notice", "nothing_written")]
    assert [row.text for row in answer_of(events).statements] == ["“The B-120 weighs 42 kg.”"]
    with pytest.raises(ModelError):  # nothing to copy: the failure is the answer
        Script([stopped], opened=(heavy,), question="When does the office open?").play()


def test_a_library_that_cannot_be_read_takes_nothing_that_was_written() -> None:
    script = Script([final(HEAVY, INVENTED), final(HEAVY)], more=(PRICE,))

    def broken() -> Iterator[Event]:
        raise StorageError("The library cannot be read.")
        yield

    script.gather = broken  # type: ignore[method-assign]
    events = script.play()
    assert brief(events)[2:] == [
        "step_failed",
        ("checked", 1, True, ()),
        "answer_ready",
        ("finished", "answered"),
    ]
    assert answer_of(events).text == "The B-120 weighs 42 kg. [2]"


def test_invented_markers_are_removed_and_reported() -> None:
    script = Script(["The B-120 weighs 42 kg [2][7].", "The B-120 weighs 42 kg [2]."])
    events = script.play()
    assert brief(events) == [
        ("notice", "citations_removed"),
        ("checked", 1, False, ("HALLUCINATED_CITATION",)),
        ("asked again", ("HALLUCINATED_CITATION",)),
        ("checked", 2, True, ()),
        "answer_ready",
        ("finished", "answered"),
    ]
    (notice,) = [event for event in events if event.kind == "notice_given"]
    assert notice.message == "Removed markers that name nothing opened: [7]."
    stubborn = Script(["The B-120 weighs 42 kg [2][7]."] * 2, more=(PRICE,)).play()
    assert brief(stubborn)[-4:-2] == [
        ("checked", 2, False, ("HALLUCINATED_CITATION",)),
        ("checked", 2, True, ()),
    ]
    assert answer_of(stubborn).text == "The B-120 weighs 42 kg. [2]"
    assert answer_of(stubborn).safety_flags == ("hallucinated_citation",)


def test_a_demand_that_no_call_is_left_for_is_disclosed_without_asking_again() -> None:
    script = Script([final(HEAVY, LONG)], PromptConstraints(min_searches=3, min_open_citations=2))
    events = script.play()
    assert brief(events) == [
        ("checked", 1, False, ("MIN_SEARCHES_UNMET",)),
        ("checked", 1, True, ("MIN_SEARCHES_UNMET",)),
        "answer_ready",
        ("finished", "answered"),
    ]
    answer = answer_of(events)
    assert len(answer.statements) == 2
    assert [row.missing for row in answer.insufficiencies] == ["3 separate searches (made: 1)"]
    assert answer.safety_flags == ("min_searches_unmet",)


def test_an_early_final_gathers_until_the_demands_are_met() -> None:
    script = Script(
        [final(HEAVY, LONG)] * 1 + [final(LONG, HEAVY)] + [final(LONG)],
        PromptConstraints(min_searches=3),
        more=(PRICE, source_of(4, "It is blue.", "colours.pdf")),
    )
    events = script.play()
    unmet = ("MIN_SEARCHES_UNMET",)
    assert brief(events) == [
        *(("checked", 1, False, unmet), ("asked again", unmet), "tool_called", "tool_returned"),
        *(("checked", 2, False, unmet), ("asked again", unmet), "tool_called", "tool_returned"),
        ("checked", 3, True, ()),
        "answer_ready",
        ("finished", "answered"),
    ]


def test_with_nothing_to_cite_no_model_is_asked() -> None:
    script = Script([], PromptConstraints(min_open_citations=1, required_sections=("Weight",)), opened=())
    events = script.play()
    codes = ("MIN_OPEN_CITATIONS_UNMET",)
    assert brief(events) == [("checked", 1, True, codes), "answer_ready", ("finished", "no_answer")]
    answer = answer_of(events)
    assert answer.safety_flags == ("min_open_citations_unmet", "section_missing")
    assert answer.text.startswith("I don't know based on the provided documents.")
    assert [(row.section, row.missing) for row in answer.insufficiencies] == [
        ("", QUESTION),
        ("", "1 opened passages (opened: 0)"),
        ("Weight", "nothing was found for this section"),
    ]


def test_when_nothing_of_the_models_is_left_the_sources_speak() -> None:
    heavy = source_of(1, "The B-120 weighs 42 kg.", score=0.8)
    question = "How heavy is the B-120, what does it weigh in kg?"
    script = Script([final(("1.1", "The B-120 weighs 55 kg."))] * 2, opened=(heavy,), question=question)
    events = script.play()
    assert brief(events)[-4:] == [
        ("notice", "draft_rejected"),
        ("checked", 2, True, ()),
        "answer_ready",
        ("finished", "answered"),
    ]
    (statement,) = answer_of(events).statements
    assert (statement.text, statement.status) == ("“The B-120 weighs 42 kg.”", StatementStatus.QUOTED)
    assert answer_of(events).safety_flags == ("ungrounded_claim", "extractive_answer")


KILOS = "How many kg does the B-120 weigh?"
NO = "The provided documents do not contain information about this."


@pytest.mark.parametrize("turn", ["{{{", "", {"statements": [], "insufficiencies": []}])
def test_when_the_model_writes_nothing_the_sources_speak(turn: Turn) -> None:
    heavy = source_of(1, "The B-120 weighs 42 kg.", score=0.9)
    for question, opened in ((KILOS, (heavy,)), ("When does the office open?", (heavy,))):
        events = Script([turn] * 2, opened=opened, question=question).play()
        answer = answer_of(events)
        if question == KILOS:
            assert ("notice", "nothing_written") in brief(events)
            assert [row.text for row in answer.statements] == ["“The B-120 weighs 42 kg.”"]
            assert answer.insufficiencies == ()
        else:
            assert answer.statements == ()
            assert [row.missing for row in answer.insufficiencies] == ["an answer: the model wrote none"]


def test_out_of_time_the_sources_speak_too() -> None:
    heavy = source_of(1, "The B-120 weighs 42 kg.", score=0.9)
    script = Script([""], opened=(heavy,), question=KILOS)
    script.state.timed_out = True
    assert [row.text for row in answer_of(script.play()).statements] == ["“The B-120 weighs 42 kg.”"]


def test_a_no_gives_way_to_a_sentence_that_looks_certain_and_to_no_other() -> None:
    for score, question, copied in (
        (0.95, KILOS, True),
        (0.3, KILOS, True),  # the number stands right before what is counted
        (0.3, "Is the B-120 the one that weighs most?", False),
        (0.95, "Which colour does the B-120 have?", False),
        (0.95, "How many kg does the B-120 weigh, and what does the seal cost?", False),
    ):
        opened = (source_of(1, "The B-120 weighs 42 kg.", score=score),)
        events = Script([NO] * 2, opened=opened, question=question).play()
        answer = answer_of(events)
        assert bool(answer.statements) is copied
        assert (("notice", "answer_overlooked") in brief(events)) is copied
        if copied:
            assert (answer.confidence, answer.insufficiencies) == (Confidence.MEDIUM, ())
            assert answer.safety_flags == ("answer_overlooked", "extractive_answer")
        else:
            assert answer.insufficiencies[0].missing == question


def test_nothing_is_copied_from_sources_about_other_years() -> None:
    heavy = source_of(1, "The B-120 weighs 42 kg in 2021.", score=0.8, date="2021-05-01")
    for year, told in (("2021", True), ("2020", True), ("2031", False)):
        question = f"How heavy is the B-120 of {year}, what does it weigh in kg?"
        script = Script([final(("1.1", "The B-120 weighs 55 kg."))] * 2, opened=(heavy,), question=question)
        assert bool(answer_of(script.play()).statements) is told


def test_of_several_questions_what_only_comes_near_one_of_them_is_not_copied_for_it() -> None:
    opened = (
        source_of(1, "The B-120 pump weighs 42 kg.", score=0.8),
        source_of(2, "The seal of the B-130 is blue and made of rubber.", "seals.pdf", score=0.6),
    )
    cost = "how many euros does the seal of the B-130 cost?"
    question = f"How many kg does the B-120 pump weigh, and {cost}"
    answer = answer_of(
        Script([final(("1.1", "It weighs 55 kg."))] * 2, opened=opened, question=question).play()
    )
    assert [row.text for row in answer.statements] == ["“The B-120 pump weighs 42 kg.”"]
    assert "how many euros does the seal of the B-130 cost?" in [
        row.missing for row in answer.insufficiencies
    ]


def test_copied_sentences_stand_under_the_demanded_headings() -> None:
    opened = (
        source_of(1, "The weight of the B-120 is 42 kg. Its colour is blue.", score=0.8),
        source_of(2, "The price of the B-120 is 900 euros.", "prices.pdf", score=0.8),
    )
    sections = ("Price", "Weight", "Colour", "History")
    wrong = {"sections": {"Weight": [{"evidence": ["1.1"], "text": "The B-120 weighs 55 kg."}]}}
    script = Script(
        [wrong] * 2,
        PromptConstraints(required_sections=sections),
        opened=opened,
        question="What is the weight of the B-120, the price of the B-120?",
    )
    answer = answer_of(script.play())
    assert [(row.section, row.text) for row in answer.statements] == [
        ("Price", "“The price of the B-120 is 900 euros.”"),
        ("Weight", "“The weight of the B-120 is 42 kg.”"),
        ("Colour", "“Its colour is blue.”"),
    ]
    assert [row.section for row in answer.insufficiencies if row.kind == "gap"] == ["History"]
    assert "### Price\n\n“The price of the B-120 is 900 euros.” [2]" in answer.text


def test_when_the_sources_say_nothing_either_the_answer_is_no() -> None:
    blue = source_of(1, "The office is closed on Mondays.", score=0.1)
    events = Script([final(("1.1", "The B-120 weighs 55 kg."))] * 2, opened=(blue,)).play()
    assert brief(events)[-1] == ("finished", "no_answer")
    answer = answer_of(events)
    assert (answer.statements, answer.citations) == ((), ())
    assert [row.missing for row in answer.insufficiencies] == [QUESTION, LEFT_OUT]


def test_a_conflict_answered_against_its_rule_is_put_right_by_quoting() -> None:
    old = source_of(1, "The notice period is 14 days.", "notice.pdf", date="2021-03-01")
    new = source_of(2, "For all leases the notice period is 30 days.", "handbook.pdf", date="2024-05-02")
    script = Script(
        [final(("1.1", "The notice period is 14 days."))] * 2,
        PromptConstraints(requires_conflict_resolution=True, conflict_resolution_rule="newest"),
        opened=(old, new),
        question="How long is the notice period? The newest document counts.",
    )
    events = script.play()
    assert brief(events)[-4:] == [
        ("checked", 2, False, ("CONFLICT_RULE_BROKEN",)),
        ("checked", 2, True, ()),
        "answer_ready",
        ("finished", "answered"),
    ]
    assert answer_of(events).insufficiencies == ()
    assert answer_of(events).text == (
        "“The notice period is 14 days.” [1] “For all leases the notice period is 30 days.” [2]\n\n"
        "The documents disagree; the newest counts: handbook.pdf [2] (2024-05-02), not notice.pdf [1] "
        "(2021-03-01)."
    )
    assert "the newest counts" in script.prompts[0]
    assert "[1] 2021-03-01, [2] 2024-05-02" in script.prompts[0]


def test_demands_are_in_the_order_to_compose() -> None:
    demands = PromptConstraints(
        required_sections=("Weight", "Warranty"),
        requires_exact_quote=True,
        exact_quote_indicators=("warranty clause",),
    )
    answer = {
        "quotes": [{"section": "Warranty", "evidence": ["1.1"]}],
        "sections": {
            "Weight": [{"evidence": ["2.1"], "text": "The B-120 weighs 42 kg."}],
            "Warranty": [{"evidence": ["1.2"], "text": "Spare parts are excluded."}],
        },
        "insufficiencies": [],
    }
    script = Script([answer], demands)
    events = script.play()
    assert brief(events)[0] == ("checked", 1, True, ())
    assert answer_of(events).text == (
        "### Weight\n\nThe B-120 weighs 42 kg. [2]\n\n### Warranty\n\n"
        "“The warranty of the B-120 pump is 36 months from delivery.” [1] Spare parts are excluded. [1]"
    )
    assert "“Weight”, “Warranty”" in script.prompts[0]
    assert "(warranty clause)" in script.prompts[0]


# --- whatever the model writes ------------------------------------------------------------------------

OLD = source_of(1, "The notice period is 14 days. Run VACUUM at night.", "notice.pdf", date="2021-03-01")
NEW = source_of(2, "The notice period is 30 days. It weighs 42 kg.", "handbook.pdf", date="2024-05-02")
ODD = source_of(3, "The notice period is 7 days.", "letter.pdf")
LABELS = ("1.1", "1.2", "2.1", "2.2", "3.1", "9.9")
TEXTS = (
    "The notice period is 14 days.",
    "The notice period is 30 days.",
    "The notice period is 31 days.",
    "It says “The notice period is 30 days.”",
    "It says “a notice period of 30 days”.",
    "Run pg_reindex and “VACUUM” at night.",
    "The notice period is not mentioned in the documents.",
    "The sky is blue in Aldermoor.",
)
SECTION_NAMES = ("Notice", "Price")
ROWS = st.fixed_dictionaries(
    {"evidence": st.lists(st.sampled_from(LABELS), max_size=3), "text": st.sampled_from(TEXTS)}
)
ANSWERS = st.one_of(
    st.fixed_dictionaries(
        {"statements": st.lists(ROWS, max_size=4)},
        optional={
            "quotes": st.lists(
                st.fixed_dictionaries({"evidence": st.lists(st.sampled_from(LABELS), max_size=3)}), max_size=2
            ),
            "sections": st.dictionaries(
                st.sampled_from(SECTION_NAMES),
                st.one_of(st.lists(ROWS, max_size=2), st.just({"missing": "it"})),
            ),
            "insufficiencies": st.lists(st.sampled_from(["the notice period", "the price", "x"]), max_size=2),
        },
    ).map(json.dumps),
    st.lists(st.sampled_from([*TEXTS, "[1]", "[2][8]", "## Notice\n", "\n- "]), max_size=8).map(" ".join),
)
DEMANDS = st.builds(
    PromptConstraints,
    min_searches=st.integers(1, 4),
    required_search_topics=st.sampled_from([(), ("notice", "price")]),
    min_open_citations=st.integers(0, 4),
    requires_exact_quote=st.booleans(),
    requires_conflict_resolution=st.booleans(),
    conflict_resolution_rule=st.sampled_from([None, "newest", "oldest", "official"]),
    required_sections=st.sampled_from([(), SECTION_NAMES]),
    requires_insufficiency_disclosure=st.booleans(),
)


@settings(max_examples=300, deadline=None)
@given(
    turns=st.lists(ANSWERS, min_size=4, max_size=4),
    demands=DEMANDS,
    opened=st.sampled_from([(OLD, NEW, ODD), (OLD, NEW), (NEW,), ()]),
    more=st.integers(0, 2),
)
def test_no_answer_claims_what_failed_and_every_demand_is_met_or_told(
    turns: list[str], demands: PromptConstraints, opened: tuple[Source, ...], more: int
) -> None:
    question = "How long is the notice period, and what does it weigh?"
    script = Script(list(turns), demands, opened, (PRICE, WARRANTY)[:more], question)
    events = script.play()
    state, answer = script.state, answer_of(events)
    started = RunStarted(run_id="run", seq=0, t_ms=0, mode=Mode.AGENT, question=question)
    check_invariants([started, *events])
    assert state.reprompts <= state.limits.max_reprompts
    assert state.tool_calls_used <= state.limits.max_tool_calls
    assert all(statement.status is not StatementStatus.UNSUPPORTED for statement in answer.statements)
    assert {citation.number for citation in answer.citations} <= {source.number for source in state.opened}
    for statement in answer.statements:
        assert "pg_reindex" not in statement.text
        for quotation in quotations_in(statement.text):
            assert find_quote(quotation.text, state.citable) is not None
    told = {row.missing for row in answer.insufficiencies} | {row.section for row in answer.insufficiencies}
    assert answer.statements or answer.insufficiencies
    for section in demands.required_sections:
        assert section in told | {statement.section for statement in answer.statements}
    if len(state.queries) < state.min_searches:
        assert any("separate searches" in missing for missing in told)
    if len(state.opened) < demands.min_open_citations:
        assert any("opened passages" in missing for missing in told)
    quotes = [each for statement in answer.statements for each in quotations_in(statement.text)]
    if demands.requires_exact_quote and not quotes:
        assert any("an exact quote" in missing for missing in told)
