"""The tool loop as scripts: what the model says in, the list of events out."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from core.agent.limits import Limits
from core.answer.sources import Source
from core.cancel import CancelToken
from core.errors import KnownError, ModelError, StorageError
from core.events import AnswerReady
from core.llm.base import GenerationDone, GenerationRequest, TextDelta
from core.llm.scripted import ScriptedModel
from tests.agent.memory_library import SOURCES, MemoryRetriever
from tests.agent.scripted_run import (
    DOUBLE,
    IDS,
    SIMPLE,
    Finding,
    Run,
    Slow,
    grammar_of,
    opening,
    opening_ids,
    search,
)


def _outcome(run: Run) -> str:
    """Of the event that ends the run, and is its only end."""
    (ended,) = run.of("run_finished")
    assert run.events[-1] is ended
    return str(ended.outcome)


# --- the grammar follows the state -----------------------------------------------------------------


def test_what_the_model_may_write_follows_from_what_it_has_done() -> None:
    run = Run([opening(2), opening(1), opening(4), {"type": "final"}])
    assert [grammar_of(request) for request in run.model.history[1:5]] == [
        [("search_docs", ()), ("open_citation", (1,))],
        [("search_docs", ()), ("open_citation", (1,))],  # nothing else open answers the question
        [("search_docs", ()), ("open_citation", (3, 4, 5))],
        [("search_docs", ()), ("open_citation", (3, 5)), "final"],
    ]
    assert run.story[:2] == [("search_docs", DOUBLE), "ok"]


def test_the_last_calls_are_kept_for_opening_the_best_of_each_search() -> None:
    run = Run([opening(2), search("litres"), opening(1), opening(6)])
    assert [grammar_of(request) for request in run.model.history[2:5]] == [
        [("search_docs", ()), ("open_citation", (1,))],
        [("open_citation", (1,))],
        [("open_citation", (6, 3, 4))],
    ]


def test_demanded_searches_and_openings_come_before_the_answer() -> None:
    question = "Use at least three searches and open at least two citations: what does the B-120 weigh?"
    run = Run([search("litres"), opening(1), search("pump"), opening(2)], question)
    grammars = [grammar_of(request) for request in run.model.history[1:5]]
    assert "final" not in itertools.chain(*grammars)
    calls = [event.tool for event in run.of("tool_called")]
    assert (calls.count("search_docs"), calls.count("open_citation")) == (3, 2)
    assert ("INVALID_ACTION",) not in run.story
    assert "REQUIREMENTS" not in run.told
    assert "The question demands: at least 3 separate searches; at least 2 opened citations." in run.told


def test_what_does_not_fit_the_budget_is_told_at_once_and_at_the_end() -> None:
    question = "Search at least four times and open at least three citations: when does the contract end?"
    run = Run([search(query) for query in ("end", "contract", "march", "date")], question)
    (notice,) = [event for event in run.of("notice_given") if event.code == "demands_reduced"]
    assert run.events.index(notice) < run.events.index(run.of("model_called")[0])
    (ready,) = run.of("answer_ready")
    assert isinstance(ready, AnswerReady)
    missing = [insufficiency.missing for insufficiency in ready.answer.insufficiencies]
    assert notice.message
    assert all(text in notice.message for text in missing if text.startswith(("You asked", "Of ")))
    assert [text for text in missing if text.startswith(("You asked", "Of "))]
    assert len(run.of("tool_called")) == 5


def test_demands_that_only_the_model_sees_are_demands() -> None:
    question = "I want a couple of sources opened (say 3 of them) on what the seal costs, please."
    said = {"searches": 0, "topics": [], "open": 3, "quote": False, "conflicts": False, "rule": None}
    said |= {"sections": [], "gaps": False}
    turns, limits = [opening(1), opening(2)], Limits.strict()  # whose habit are two
    plain = Run(turns, question, limits=limits)
    run = Run(turns, question, limits=limits, first=[said], constraint_pass=True)
    assert [event.purpose for event in run.of("model_called")][:2] == ["constraints", "plan"]
    assert "final" in grammar_of(plain.model.history[3])
    assert "final" not in grammar_of(run.model.history[4])
    (told,) = [event for event in run.of("step_started") if event.step == "demands"]
    assert told.note == "at least 3 opened citations"


def test_nothing_found_anywhere_may_end_at_once() -> None:
    run = Run([{"type": "final"}], retriever=Finding([]))
    assert grammar_of(run.model.history[1]) == [("search_docs", ()), "final"]
    assert run.story == [("search_docs", DOUBLE), "ok"]
    (ready,) = run.of("answer_ready")
    assert ready.answer.insufficiencies[0].queries_tried == (DOUBLE,)
    assert _outcome(run) == "no_answer"


# --- adaptive budget -------------------------------------------------------------------------------


def test_a_simple_question_is_done_when_what_was_opened_holds_it() -> None:
    run = Run([opening(1), opening(2), opening(3)], SIMPLE)
    assert [event.purpose for event in run.of("model_called")][:5] == ["plan", *["action"] * 3, "answer"]
    (compose,) = [event for event in run.of("step_started") if event.step == "compose"]
    assert compose.note == "what was opened holds what the question asks about"
    assert run.story[-1] == "ok"


def test_a_simple_question_goes_on_while_what_was_opened_is_about_something_else() -> None:
    beside = Finding([SOURCES[2], SOURCES[3], SOURCES[5]])
    run = Run([opening(1), opening(2), opening(3), search("B-120")], SIMPLE, retriever=beside)
    assert [event.tool for event in run.of("tool_called")] == [
        *["search_docs", "open_citation", "open_citation", "open_citation", "search_docs"]
    ]


@pytest.mark.parametrize(
    ("question", "limits"), [(DOUBLE, Limits.standard()), (SIMPLE, Limits.strict())], ids=["double", "strict"]
)
def test_other_questions_and_strict_limits_leave_it_to_the_model(question: str, limits: Limits) -> None:
    turns = [opening(1), opening(2), opening(3), {"type": "final"}]
    run = Run(turns, question, limits=limits)
    assert [event.purpose for event in run.of("model_called")][:5] == ["plan", *["action"] * 4]


# --- memory ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "again",
    [
        DOUBLE,
        DOUBLE.upper(),
        "the price of the seal and the weight of the B-120",
        "«B-120» – seal: price, weight?",
    ],
)
def test_a_repeated_query_is_answered_from_memory(again: str) -> None:
    run = Run([search(again), opening(1), search("answer"), opening(2), opening(3)])
    assert run.retriever.searched == [DOUBLE, "answer"]
    assert run.story[:3] == [("search_docs", DOUBLE), "ok", "repeated_query"]
    assert [tool for tool, _ in grammar_of(run.model.history[2])] == ["open_citation"]
    assert ("search_docs", ("answer",)) in grammar_of(run.model.history[3])
    assert "was searched before; it found 1, 2, 3, 4, 5." in run.told
    assert len(run.of("tool_called")) == 5


def test_a_query_with_most_words_of_an_earlier_one_and_no_other_is_answered_from_memory_too() -> None:
    part, litres = "weight of the B-120, price", search("litres")
    run = Run([search(part), opening(1), litres, opening(2), opening(3)])
    assert run.retriever.searched == [DOUBLE, "litres"]
    assert run.story[:3] == [("search_docs", DOUBLE), "ok", "repeated_query"]
    assert f"All words of “{part}” were in an earlier search; it found 1, 2, 3, 4, 5." in run.told
    assert [tool for tool, _ in grammar_of(run.model.history[2])] == ["open_citation"]
    # The model has not repeated itself, and goes on searching with words of its own.
    assert ("search_docs", ()) in grammar_of(run.model.history[3])


def test_a_search_that_finds_only_what_is_known_leads_to_opening() -> None:
    known = Finding(SOURCES[:2])
    run = Run([search("price"), opening(1)], retriever=known, limits=Limits.strict())
    assert [tool for tool, _ in grammar_of(run.model.history[1])] == ["search_docs", "open_citation"]
    assert [tool for tool, _ in grammar_of(run.model.history[2])] == ["open_citation"]
    assert "“price” found only results that are listed above: 2, 1, best first." in run.told
    new = Run([search("litres"), opening(1)], limits=Limits.strict())
    assert [tool for tool, _ in grammar_of(new.model.history[2])] == ["search_docs", "open_citation"]


def test_a_model_that_only_repeats_itself_still_makes_the_demanded_searches() -> None:
    question = "Make three separate searches before you answer: what does the seal cost?"
    run = Run([search("seal")] * 9, question, retriever=Finding(SOURCES[:1]))
    assert len(set(run.retriever.searched)) == 3
    assert "final" not in itertools.chain(*(grammar_of(request) for request in run.model.history[1:4]))


def test_no_chunk_is_opened_twice() -> None:
    again = opening_ids(*IDS["data sheet.pdf"])
    upper = opening_ids(*(name.upper() for name in IDS["data sheet.pdf"]))
    turns = [again, again, upper, opening(2), opening(3), {"type": "final"}]
    run = Run(turns, grammar=False)
    assert run.retriever.opened.count(IDS["data sheet.pdf"][1]) == 1
    assert run.story.count("already_open") == 2
    assert len(run.of("tool_called")) == 4


# --- ids -------------------------------------------------------------------------------------------


def test_truncated_ids_are_completed_when_one_result_alone_begins_so() -> None:
    document_id, chunk_id = IDS["data sheet.pdf"]
    run = Run(
        [opening_ids(document_id[:8] + "…", f"{chunk_id[:9]}..."), {"type": "final"}],
        grammar=False,
    )
    (called,) = [event for event in run.of("tool_called") if event.tool == "open_citation"][:1]
    assert called.tool_input == {"document_id": document_id, "chunk_id": chunk_id}
    assert run.story[2:4] == [("open_citation",), "ok"]


@pytest.mark.parametrize(
    ("ids", "said"),
    [
        (("x", "y"), "docId is not a UUID."),
        (("c5bd8bfc-1234-5678-abcd-1234567890ab", "a1"), "chunkId is not a UUID."),
        (
            ("c5bd8bfc-1234-5678-abcd-1234567890ab",) * 2,
            "There is no such citation among the selected documents.",
        ),
        (("", ""), "docId is not a UUID."),
    ],
)
def test_ids_that_name_nothing_are_errors_the_model_sees(ids: tuple[str, str], said: str) -> None:
    run = Run([opening_ids(*ids), opening(1), {"type": "final"}], grammar=False)
    assert run.story[2:5] == [("open_citation",), said, ("open_citation",)]
    assert said in run.told
    assert ids[1] not in run.retriever.opened or "such citation" in said


def test_a_number_that_was_not_listed_is_an_error_the_model_sees() -> None:
    run = Run([opening(17), opening(1), {"type": "final"}], grammar=False)
    assert run.story[2:4] == [("open_citation",), "There is no result 17; the listed ones are 1 to 5."]


# --- time ------------------------------------------------------------------------------------------


def test_a_plan_that_takes_too_long_is_an_error_and_the_question_itself_is_searched() -> None:
    limits = replace(Limits.standard(), plan_timeout_s=0.05)
    run = Run([], DOUBLE, limits=limits, delay_s=0.02)
    assert run.story == [
        ("step_failed", "plan_timeout"),
        "forced",
        ("search_docs", DOUBLE),
        "ok",
        *[("open_citation",), "ok"] * 3,
    ]
    assert run.of("plan_made")[0].source == "default"
    assert [event.purpose for event in run.of("model_called")] == ["plan", "answer"]
    assert _outcome(run) in ("answered", "no_answer")
    (failure,) = run.of("step_failed")
    assert failure.message.startswith("The language model took longer than 0.05 seconds")


def test_an_action_that_takes_too_long_forces_the_answer_from_what_was_found() -> None:
    slow = {"type": "tool_call", "tool": "search_docs", "input": {"query": "x" * 600}}
    limits = replace(Limits.standard(), chat_timeout_s=1.2)
    run = Run([slow], limits=limits, delay_s=0.02)
    assert run.story[:4] == [("search_docs", DOUBLE), "ok", ("step_failed", "action_timeout"), "forced"]
    assert run.story[4:] == [("open_citation",), "ok"] * 3
    assert _outcome(run) in ("answered", "no_answer")


def test_a_search_that_takes_too_long_is_an_error_and_no_other_is_tried() -> None:
    limits = replace(Limits.standard(), embedding_timeout_s=0.1)
    run = Run([search("seal")], limits=limits, retriever=Slow(0.5))
    given_up = "The search did not finish."
    assert run.story == [("search_docs", DOUBLE), given_up, ("step_failed", "search_timeout"), "forced"]
    assert _outcome(run) == "no_answer"


# --- the end is forced -----------------------------------------------------------------------------


def test_a_model_that_writes_no_action_is_told_so_and_then_the_program_reads_for_it() -> None:
    run = Run(["Let me think."] * 9, grammar=False)
    assert run.story == [
        ("search_docs", DOUBLE),
        "ok",
        *[("INVALID_ACTION",)] * 3,
        "forced",
        *[("open_citation",), "ok"] * 3,
    ]
    assert "of reprompts was reached" in run.of("notice_given")[0].message
    strict = Run(["Let me think."] * 9, grammar=False, limits=Limits.strict())
    assert len(strict.of("reprompted")) == 1


def test_models_without_a_grammar_are_shown_the_forms_and_held_to_the_same_rules() -> None:
    early, late = {"type": "final"}, search("price")
    run = Run([early, search("litres"), late, *[opening(number) for number in (1, 2, 3)]], grammar=False)
    assert run.story[2:6] == [("INVALID_ACTION",), ("search_docs", "litres"), "ok", ("INVALID_ACTION",)]
    assert "Gather more before you finish." in run.told
    assert "search_docs is not possible now." in run.told
    empty = Run([opening(1), {"type": "final"}], grammar=False, retriever=Finding([]))
    assert empty.story[2:] == [("INVALID_ACTION",)]
    assert "open_citation is not possible now." in empty.model.history[2].messages[-1].content
    assert '{"type":"final"}' in run.model.history[0].messages[0].content
    assert '{"type":"final"}' not in Run([]).model.history[0].messages[0].content


def test_a_model_without_a_grammar_may_finish_once_what_the_question_demands_is_done() -> None:
    last: dict[str, object] = {"type": "final"}
    run = Run([opening(1), last], grammar=False)
    assert run.story == [("search_docs", DOUBLE), "ok", ("open_citation",), "ok"]
    said = {"type": "final", "answer": "The B-120 weighs 42 kg [1].", "used_citations": [1]}
    run = Run([opening_ids(*IDS["data sheet.pdf"]), said], "How heavy is the B-120?", grammar=False)
    assert not run.of("reprompted")
    (ready,) = run.of("answer_ready")
    assert [statement.text for statement in ready.answer.statements] == ["The B-120 weighs 42 kg."]


@pytest.mark.parametrize(
    ("question", "made"),
    [
        ("Open at least two citations: how heavy is the B-120?", [opening(1)]),
        ("Make three separate searches before you answer: what does the seal cost?", [opening(1)]),
        ("Make two separate searches before you answer: what does the seal cost?", [search("seal")]),
    ],
)
def test_it_may_not_finish_before_that(question: str, made: list[Any]) -> None:
    run = Run([*made, {"type": "final"}], question, grammar=False)
    assert ("INVALID_ACTION",) in run.story
    assert run.story.index(("INVALID_ACTION",)) == 2 + 2 * len(made)


class Knowing(MemoryRetriever):
    """Finds something for these queries only."""

    def __init__(self, *queries: str) -> None:
        super().__init__()
        self._queries = queries

    def found(self, query: str) -> list[Source]:
        return SOURCES[:3] if query in self._queries else []


@pytest.mark.parametrize("limits", [Limits.standard(), Limits.strict()])
@pytest.mark.parametrize("grammar", [True, False])
@pytest.mark.parametrize(
    "first",
    [
        [search(DOUBLE)],  # what the program has searched for already
        [search("the weight of the B-120, the price of its seal")],  # with all words that say something
        [search("weight")],
        [search("weight"), search("price")],
        [],
    ],
)
def test_after_a_search_that_found_nothing_another_may_be_made(
    first: list[Any], limits: Limits, *, grammar: bool
) -> None:
    turns = [*first, search("litres"), opening(1), {"type": "final"}]
    run = Run(turns, DOUBLE, limits=limits, grammar=grammar, retriever=Knowing("litres"))
    assert run.retriever.searched[-1] == "litres"
    assert run.retriever.opened[0] == SOURCES[0].chunk.chunk_id
    assert ("INVALID_ACTION",) not in run.story[: run.story.index(("search_docs", "litres"))]


def test_a_model_that_only_repeats_what_found_nothing_ends() -> None:
    run = Run([search(DOUBLE)] * 20, DOUBLE, grammar=False, retriever=Knowing())
    assert len(run.model.history) <= Limits.standard().max_iterations + 1
    assert run.retriever.searched.count(DOUBLE) == 1
    assert _outcome(run) == "no_answer"


def test_the_openings_that_are_usual_give_way_to_a_search_after_one_without_results() -> None:
    turns = [search("litres"), search("metres"), search("watts"), opening(1)]
    limits = Limits.strict()
    run = Run(turns, SIMPLE, limits=limits, grammar=False, retriever=Knowing(SIMPLE, "watts"))
    assert run.retriever.searched == [SIMPLE, "litres", "metres", "watts"]
    assert len(run.retriever.opened) == 1
    run = Run(turns, SIMPLE, limits=limits, grammar=False, retriever=Knowing(SIMPLE, "metres", "watts"))
    assert run.retriever.searched == [SIMPLE, "litres", "metres"]  # two are kept for opening


class HeedsNoLimit(ScriptedModel):
    """A server that goes on as long as it likes."""

    def generate(
        self, request: GenerationRequest, cancel: CancelToken
    ) -> Iterator[TextDelta | GenerationDone]:
        return super().generate(replace(request, max_tokens=100_000), cancel)


def test_a_server_that_heeds_no_limit_of_tokens_does_not_fill_the_prompt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tests.agent.scripted_run.ScriptedModel", HeedsNoLimit)
    run = Run([search("weight"), "The pump " * 9000, opening(1), {"type": "final"}], grammar=False)
    assert len(run.told) < 12_000
    assert _outcome(run) in ("answered", "no_answer")


# --- economy ---------------------------------------------------------------------------------------


def test_the_rolling_window_of_strict_limits_leaves_once() -> None:
    run = Run([opening(number) for number in (1, 2, 3, 4)], limits=Limits.strict())
    (dropped,) = run.of("evidence_dropped")
    assert dropped.labels == ("[1]",)
    assert "([1] no longer fits and was left out.)" in run.told


def test_a_full_prompt_is_emptied_once_and_citations_stay_longest() -> None:
    turns = [search("litres"), opening(1), opening(2), opening(3)]
    run = Run(turns, context_tokens=1320)
    (dropped,) = run.of("evidence_dropped")
    assert dropped.labels == (f"Results for “{DOUBLE}”",)
    assert f"(Results for “{DOUBLE}” no longer fits and was left out.)" in run.told
    assert _outcome(run) in ("answered", "no_answer")


def test_the_trace_shows_tokens_and_seconds_of_each_step() -> None:
    run = Run([search("weight"), opening(1), opening(2), {"type": "final"}], delay_s=0.001)
    for event in run.of("model_called"):
        assert event.prompt_tokens > event.evaluated_tokens > 0 or event.purpose == "plan"
        assert event.completion_tokens > 0
        assert event.seconds > 0


def test_an_answer_in_the_place_of_an_action_costs_no_second_call() -> None:
    for said, calls in (
        ('FINAL {"answer": "The B-120 weighs 42 kg [1].", "citations": [1]}', []),
        ('FINAL {"answer": "The B-120 weighs 55 kg [1].", "citations": [1]}', ["answer"]),  # it does not pass
    ):
        right = {"statements": [{"evidence": ["1.1"], "text": "The B-120 weighs 42 kg."}]}
        # Of an answer that does not pass, reading more may mend it.
        turns = [opening(1), opening(2), opening(3), said, search("weight of the pump"), right]
        run = Run(turns, "How heavy is the B-120?", grammar=False)
        (ready,) = run.of("answer_ready")
        assert [event.purpose for event in run.of("model_called") if event.purpose == "answer"] == calls
        assert [row.text for row in ready.answer.statements] == ["The B-120 weighs 42 kg."]


def test_an_answer_in_the_place_of_an_action_that_fails_is_told_and_asked_for_again() -> None:
    said = 'FINAL {"answer": "The B-120 weighs 99 kg [7].", "citations": [7]}'
    run = Run([opening(1), opening(2), opening(3), said], "How heavy is the B-120?", grammar=False)
    checked = run.of("gate_checked")
    assert not checked[0].passed
    assert [event.message for event in run.of("notice_given") if event.code == "citations_removed"]
    assert run.of("reprompted")[0].codes == checked[0].codes
    assert "VALIDATION FAILED" in run.told
    assert "Now answer the question" in run.told
    assert "nothing_written" not in [event.code for event in run.of("notice_given")]


def test_a_no_in_the_place_of_an_action_is_followed_by_the_turn_that_asks_for_the_answer() -> None:
    said = 'FINAL {"answer": "I don\'t know based on the provided documents."}'
    right = {"statements": [{"evidence": ["1.1"], "text": "The B-120 weighs 42 kg."}]}
    run = Run([opening(1), opening(2), opening(3), said, right], "How heavy is the B-120?", grammar=False)
    (ready,) = run.of("answer_ready")
    assert [row.text for row in ready.answer.statements] == ["The B-120 weighs 42 kg."]


def test_a_repeated_query_is_answered_from_memory_without_a_grammar_too() -> None:
    run = Run([search("seal")] * 4 + [opening(number) for number in (1, 2, 3)], SIMPLE, grammar=False)
    repeats = [event for event in run.of("notice_given") if event.code == "repeated_query"]
    assert len(repeats) == 3
    assert ("INVALID_ACTION",) not in run.story
    assert len([event for event in run.of("tool_called") if event.tool_input == {"query": "seal"}]) == 1


# --- failures ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("error", [ModelError("The model stopped."), StorageError("No index.")])
def test_what_was_opened_outlives_a_failure(error: KnownError) -> None:
    said = {"statements": [{"evidence": ["1.1"], "text": "The B-120 weighs 42 kg."}]}
    run = Run([opening(1), error, said], "How long is the warranty of the B-120?")
    assert ("step_failed", error.code) in run.story
    (ready,) = run.of("answer_ready")
    assert isinstance(ready, AnswerReady)
    assert ready.answer.statements
    assert _outcome(run) == "answered"


def test_a_failure_before_anything_is_opened_ends_the_run() -> None:
    run = Run([ModelError("The model stopped.", "Try a smaller one.")], "How heavy is the B-120?")
    assert run.of("answer_ready") == []
    assert _outcome(run) == "failed"
