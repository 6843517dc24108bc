"""The final answer: what can be written, what streams, what is read, and what damage does to it."""

from __future__ import annotations

import json

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.agent.demands.constraints import PromptConstraints
from core.agent.final.draft_stream import StatementStream
from core.agent.final.final_answer import FinalDraft, parse_final
from core.agent.final.final_grammar import answer_tokens, final_grammar
from core.answer.statements import DraftStatement
from core.llm.grammars import compile_json_schema
from core.types import Insufficiency
from tests.answer.helpers import source_of
from tests.scored import scored

SOURCES = [
    source_of(1, "The warranty of the B-120 pump is 36 months from delivery. Spare parts are excluded."),
    source_of(2, "The B-120 weighs 42 kg.", "data sheet.pdf"),
]
SECTIONS = ("Warranty", "Weight")
DEMANDS = PromptConstraints(required_sections=SECTIONS, requires_exact_quote=True)


def final(*rows: tuple[list[str], str], missing: list[str] | None = None) -> str:
    statements = [{"evidence": labels, "text": text} for labels, text in rows]
    value = {"statements": statements, "insufficiencies": missing or []}
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def brief(draft: FinalDraft) -> list[tuple[str, str, tuple[int, ...]]]:
    return [(statement.section, statement.text, statement.citations) for statement in draft.statements]


# --- the grammar -----------------------------------------------------------------------------------


def permitted(constraints: PromptConstraints | None = None) -> jsonschema.Draft202012Validator:
    schema = final_grammar(SOURCES, constraints).json_schema
    assert schema is not None
    compile_json_schema(schema)  # llama.cpp gets it as GBNF
    return jsonschema.Draft202012Validator(schema)


def test_the_grammar_knows_only_opened_sentences() -> None:
    grammar = permitted()
    assert grammar.is_valid(json.loads(final((["1.2", "2.1"], "Both say it."))))
    assert not grammar.is_valid(json.loads(final((["3.1"], "Invented."))))
    assert not grammar.is_valid(json.loads(final(([], "No evidence."))))


def test_demanded_headings_and_quotes_cannot_be_left_out() -> None:
    grammar = permitted(DEMANDS)
    answer = {
        "quotes": [{"section": "Warranty", "evidence": ["1.1"]}],
        "sections": {
            "Warranty": [{"evidence": ["1.1"], "text": "It is 36 months."}],
            "Weight": [{"evidence": [], "text": "the weight"}],
        },
        "insufficiencies": [],
    }
    assert grammar.is_valid(answer)
    assert not grammar.is_valid({**answer, "quotes": []})
    assert not grammar.is_valid({**answer, "sections": {"Warranty": answer["sections"]["Warranty"]}})  # type: ignore[index]
    assert not grammar.is_valid({**answer, "sections": {**answer["sections"], "Price": []}})  # type: ignore[dict-item]
    assert not permitted().is_valid(answer)


def test_more_demands_get_more_tokens() -> None:
    assert answer_tokens(500, PromptConstraints()) == 500
    assert answer_tokens(500, DEMANDS) > 500


# --- streaming ---------------------------------------------------------------------------------------


@settings(max_examples=80, deadline=None)
@given(
    rows=st.lists(
        st.tuples(
            st.lists(st.sampled_from(["1.1", "1.2", "2.1"]), min_size=1, max_size=3), st.text(min_size=1)
        ),
        min_size=1,
        max_size=4,
    ),
    ascii_only=st.booleans(),
    separators=st.sampled_from([(",", ":"), (", ", ": ")]),
    size=st.integers(1, 7),
)
def test_streaming_shows_each_text_once_and_then_its_numbers(
    rows: list[tuple[list[str], str]], ascii_only: bool, separators: tuple[str, str], size: int
) -> None:
    statements = [{"evidence": labels, "text": text} for labels, text in rows]
    raw = json.dumps({"statements": statements}, ensure_ascii=ascii_only, separators=separators)
    stream = StatementStream()
    shown = "".join(stream.feed(raw[i : i + size]) for i in range(0, len(raw), size))
    expected = " ".join(
        text + " " + "".join(f"[{number}]" for number in dict.fromkeys(label[0] for label in labels))
        for labels, text in rows
    )
    assert shown == expected


@pytest.mark.parametrize("size", [1, 5, 1000])
def test_headings_stream_with_their_statements(size: int) -> None:
    raw = json.dumps(
        {
            "quotes": [{"section": "Weight", "evidence": ["2.1"]}],
            "sections": {
                "Warranty": [
                    {"evidence": ["1.1"], "text": "It is 36 months."},
                    {"evidence": ["1.2"], "text": "Not for spare parts."},
                ],
                "Weight": [{"evidence": ["2.1"], "text": "It weighs 42 kg."}],
            },
        }
    )
    stream = StatementStream()
    shown = "".join(stream.feed(raw[i : i + size]) for i in range(0, len(raw), size))
    assert shown == (
        "### Warranty\nIt is 36 months. [1] Not for spare parts. [1]\n\n### Weight\nIt weighs 42 kg. [2]"
    )


# --- reading -----------------------------------------------------------------------------------------


def test_labels_that_name_nothing_never_reach_the_answer() -> None:
    draft = parse_final(final((["2.1", "9.9"], "It weighs 42 kg.")), SOURCES)
    assert draft.unknown == ("9.9",)
    assert draft.statements[0].labels == ("2.1",)
    assert draft.statements[0].citations == (2,)


def test_repeated_statements_are_read_once() -> None:
    draft = parse_final(final((["2.1"], "It weighs 42 kg."), (["2.1"], "It weighs 42 kg.")), SOURCES)
    assert len(draft.statements) == 1


def test_sections_come_in_the_order_of_the_question_with_what_they_lack() -> None:
    answer = {
        "sections": {
            "weight:": [{"evidence": ["2.1"], "text": "It weighs 42 kg."}],
            "Warranty": {"missing": "the warranty"},
            "Price": [{"evidence": ["2.1"], "text": "Nobody asked for this heading."}],
        },
        "insufficiencies": [{"section": "Weight", "missing": "its tolerance"}, "the price"],
    }
    draft = parse_final(json.dumps(answer), SOURCES, SECTIONS)
    assert brief(draft) == [
        ("", "Nobody asked for this heading.", (2,)),
        ("Weight", "It weighs 42 kg.", (2,)),
    ]
    assert draft.insufficiencies == (
        Insufficiency("Warranty", "the warranty"),
        Insufficiency("Weight", "its tolerance"),
        Insufficiency("", "the price"),
    )


def test_what_stands_under_a_heading_without_evidence_says_what_is_missing() -> None:
    rows = [{"evidence": ["2.1"], "text": "It weighs 42 kg."}, {"evidence": [], "text": "the tolerance"}]
    bare = [{"evidence": [], "text": "It is 36 months [1]."}]  # a marker in the text is evidence
    draft = parse_final(json.dumps({"sections": {"Weight": rows, "Warranty": bare}}), SOURCES, SECTIONS)
    assert brief(draft) == [("Warranty", "It is 36 months.", (1,)), ("Weight", "It weighs 42 kg.", (2,))]
    assert draft.insufficiencies == (Insufficiency("Weight", "the tolerance"),)


def test_quotes_are_copied_by_their_labels() -> None:
    answer = {"quotes": [{"evidence": ["1.2", "2.1", "1.1"]}, {"quote": "8.1"}], "statements": []}
    draft = parse_final(json.dumps(answer), SOURCES)
    assert draft.statements == (
        DraftStatement(
            "“The warranty of the B-120 pump is 36 months from delivery. Spare parts are excluded.”",
            (1,),
            ("1.1", "1.2"),
            quoted=True,
        ),
        DraftStatement("“The B-120 weighs 42 kg.”", (2,), ("2.1",), quoted=True),
    )
    assert draft.unknown == ("8.1",)


def test_sentences_apart_are_quotations_apart() -> None:
    source = source_of(1, "One is here.\n\n• • •\n\nTwo is there. Three follows.")
    draft = parse_final('{"quotes": [{"evidence": ["1.1", "1.2", "1.3"]}]}', [source])
    assert [statement.text for statement in draft.statements] == [
        "“One is here.”",
        "“Two is there. Three follows.”",
    ]


SEED = (
    '{"type": "final", "answer": "## Weight\\nIt weighs 42 kg [2]. It is blue [5].\\n## Price\\n", '
    f'"used_citations": [{{"docId": "x", "chunkId": "{SOURCES[0].chunk.chunk_id}", "chunkIndex": 0}}], '
    '"insufficiencies": [{"section": "Weight", "missing": "the price", "queries_tried": ["price"]}]}'
)


@pytest.mark.parametrize("text", [SEED, f"FINAL {SEED}", f"Sure {{here}}:\n```json\n{SEED}\n```\nDone."])
def test_the_seeds_final_parses_too(text: str) -> None:
    draft = parse_final(text, SOURCES, SECTIONS)
    assert brief(draft) == [("Weight", "It weighs 42 kg.", (2,)), ("Weight", "It is blue.", (1,))]
    assert draft.unknown == ("[5]",)
    assert draft.insufficiencies == (Insufficiency("Weight", "the price"),)


def test_the_short_form_of_the_seed_parses_too() -> None:
    draft = parse_final('FINAL {"answer": "It weighs 42 kg.", "citations": [2, 7, "x"]}', SOURCES)
    assert brief(draft) == [("", "It weighs 42 kg.", (2,))]


def test_plain_text_parses_too() -> None:
    text = "**Weight**\nIt weighs 42 kg [Source 2].\n- Spare parts are excluded [1][9]."
    draft = parse_final(text, SOURCES)
    assert brief(draft) == [
        ("", "It weighs 42 kg.", (2,)),
        ("", "Spare parts are excluded.", (1,)),
    ]
    assert draft.unknown == ("[9]",)
    sectioned = parse_final("**Weight:**\nIt weighs 42 kg [2].", SOURCES, SECTIONS)
    assert brief(sectioned) == [("Weight", "It weighs 42 kg.", (2,))]


# --- damage ------------------------------------------------------------------------------------------

WHOLE = final((["2.1"], "The B-120 weighs 42 kg {net}."), (["1.1"], "Its warranty is 36 months."))
TEXTS = ("The B-120 weighs 42 kg {net}.", "Its warranty is 36 months.")


@pytest.mark.parametrize("cut", range(len(WHOLE)))
def test_half_a_statement_is_never_shown(cut: int) -> None:
    draft = parse_final(WHOLE[:cut], SOURCES)
    finished = [text for text in TEXTS if f'{text}"}}' in WHOLE[:cut]]
    assert [statement.text for statement in draft.statements] == finished


@scored("actions")
def test_the_usual_damage_is_repaired(damaged: str) -> None:
    assert [statement.text for statement in parse_final(damaged, SOURCES).statements] == list(TEXTS)


@pytest.mark.parametrize("rest", [". It comes wi", " The price of the seal is", ". The price is 1."])
def test_of_an_answer_cut_off_whole_sentences_stay(rest: str) -> None:
    draft = parse_final(f'{{"answer": "It weighs 42 kg [2]{rest}', SOURCES)
    [(section, text, citations)] = brief(draft)
    assert (section, text.rstrip("."), citations) == ("", "It weighs 42 kg", (2,))


@settings(max_examples=150, deadline=None)
@given(
    text=st.one_of(
        st.text(max_size=300),
        st.text("{}[]\":,\\n'` 12.atexsmn", max_size=200),
        st.builds(
            lambda cut, junk, at: WHOLE[:cut] + junk + WHOLE[at:],
            st.integers(0, 200),
            st.text(max_size=20),
            st.integers(0, 200),
        ),
    )
)
def test_whatever_is_written_is_read_and_cites_only_what_is_open(text: str) -> None:
    draft = parse_final(text, SOURCES, SECTIONS)
    assert {number for statement in draft.statements for number in statement.citations} <= {1, 2}
    assert {label for statement in draft.statements for label in statement.labels} <= {"1.1", "1.2", "2.1"}
    assert {statement.section for statement in draft.statements} <= {"", *SECTIONS}
    assert not draft.disclosed


# --- what a model types itself -----------------------------------------------------------------------


def test_markers_typed_into_a_sentence_are_citations_or_unknown() -> None:
    draft = parse_final(
        final((["1.1"], "The warranty is 36 months [7]."), (["1.1"], "It weighs 42 kg [2].")), SOURCES
    )
    assert brief(draft) == [("", "The warranty is 36 months.", (1,)), ("", "It weighs 42 kg.", (1, 2))]
    assert draft.unknown == ("[7]",)


def test_headings_that_differ_in_a_figure_are_two() -> None:
    sections = ("2023 Results", "2024 Results")
    rows = {
        "sections": {
            "2023 Results": [{"evidence": ["1.1"], "text": "Then."}],
            "2024 Results": [{"evidence": ["2.1"], "text": "Now."}],
        }
    }
    draft = parse_final(json.dumps(rows), SOURCES, sections)
    assert brief(draft) == [("2023 Results", "Then.", (1,)), ("2024 Results", "Now.", (2,))]
    plain = parse_final("## 2024 Results\nNow [2].\n## Results\nThen [1].", SOURCES, sections)
    assert sorted(brief(plain)) == [("", "Then.", (1,)), ("2024 Results", "Now.", (2,))]


def test_a_heading_may_be_numbered_by_the_model() -> None:
    draft = parse_final("## 1. Warranty\nIt is 36 months [1].", SOURCES, SECTIONS)
    assert [statement.section for statement in draft.statements] == ["Warranty"]


# --- citations that name nothing ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "listed", "citations", "unknown"),
    [
        ("The warranty is 36 months [1] and [9].", [1, 9], (1,), ("[9]",)),
        ("The warranty is 36 months [1], [9].", [], (1,), ("[9]",)),
        ("The warranty is 36 months [1] (or [0]).", [], (1,), ("[0]",)),
        ("The warranty is 36 months [1001].", [], (), ("[1001]",)),
        ("The warranty is 36 months [1].\n[9]", [], (1,), ("[9]",)),
        ("The warranty is 36 months.", ["[1]", "2", 9], (1, 2), ("[9]",)),
        ("The warranty is 36 months.", [{"chunkId": "c0ffee"}], (), ("c0ffee",)),
        ("The warranty is 36 months.", [{"chunkId": SOURCES[0].chunk.chunk_id}], (1,), ()),
        (
            "The warranty is 36 months [c5bd8bfc-0000-5678-abcd-1234567890ab].",
            [],
            (),
            ("c5bd8bfc-0000-5678-abcd-1234567890ab",),
        ),
        ("The warranty is 36 months [1] and [2].", [1, 2], (1, 2), ()),
    ],
)
@pytest.mark.parametrize("key", ["citations", "used_citations"])
def test_every_marker_is_read_or_told(
    answer: str, listed: list[object], citations: tuple[int, ...], unknown: tuple[str, ...], key: str
) -> None:
    draft = parse_final(json.dumps({"answer": answer, key: listed}), SOURCES)
    assert [(row.text, row.citations) for row in draft.statements] == [
        ("The warranty is 36 months.", citations)
    ]
    assert draft.unknown == unknown


def test_joined_markers_in_a_statement_of_its_own_leave_no_words_behind() -> None:
    draft = parse_final(final(([], "The pump weighs 42 kg [1] and [2], [7].")), SOURCES)
    assert [(row.text, row.citations) for row in draft.statements] == [("The pump weighs 42 kg.", (1, 2))]
    assert draft.unknown == ("[7]",)
