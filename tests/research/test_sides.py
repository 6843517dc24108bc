"""Questions about two names that each get an answer of their own."""

from __future__ import annotations

from core.research.clarification import asked_things
from core.research.two_names import is_of_another
from tests.answer.helpers import source_of
from tests.research.kit import Papers, Research, of, one
from tests.scored import scored


@scored("agent_searches")
def test_a_verb_in_the_plural_takes_names_apart(question: str, apart: tuple[str, ...]) -> None:
    assert [title.rstrip("?") for title in asked_things(question)] == [
        title.rstrip("?") for title in apart or (question,)
    ]


def test_a_report_on_one_of_two_says_that_the_other_is_missing(research: Research) -> None:
    texts = {
        "bolt.pdf": source_of(0, "Bolt stores its seals in a dry room at 15 degrees.", "bolt.pdf"),
        "karst.pdf": source_of(0, "Karst sells bolts, and was founded in 1950.", "karst.pdf"),
    }
    research.shelf, research.papers = type(research.shelf)(texts), Papers(texts)
    events = research.ask("How do Bolt and Karst store their seals?", skip_questions=True, approve_tasks=True)
    titles = [task.title for task in of(events, "todo_listed")[0].tasks]
    assert titles == ["How does Bolt store their seals?", "How does Karst store their seals?"]
    answer = one(events, "answer_ready").answer
    assert "dry room" in answer.text
    assert answer.confidence.value != "high"
    assert [row.section for row in answer.insufficiencies] == ["How does Karst store their seals?"]


BOTH = "How do Pepsico and General Mills hedge prices?"


@scored("agent_searches")
def test_a_passage_of_the_other_name_is_none_of_this_task(
    surroundings: str, text: str, of_another: bool
) -> None:
    assert is_of_another("How does Pepsico hedge prices?", BOTH, surroundings, text) is of_another
    # A task of both, and a question that sets nothing side by side, take it.
    assert not is_of_another(BOTH, BOTH, surroundings, text)
    assert not is_of_another("How does Pepsico hedge prices?", "How does Pepsico hedge?", surroundings, text)
