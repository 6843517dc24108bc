"""One drafted statement against the sources that were retrieved: which sentences carry it, and how well.

A statement that cites the wrong source but is carried by another retrieved one is moved there: what counts is
what the documents say, not what number a small model wrote.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.answer.calculated.combined import read_again
from core.answer.confidence import VERIFIED
from core.answer.figures.table_cells import Cell, heading_over, label_of, read_cell, read_under
from core.answer.sources import Source, SourceSentence
from core.answer.statements import DraftStatement
from core.answer.verification.calculations import Recomputed, calculation_in
from core.answer.verification.equations import equation_in, recomputed
from core.answer.verification.verdict import JUDGED, Verdict, rank
from core.answer.verification.verify import Verification
from core.answer.verification.wording import has_other_figures
from core.judge.base import SupportJudge
from core.judge.support import is_supported
from core.text.facts import facts_of
from core.types import (
    Calculation,
    Evidence,
    Operand,
    Statement,
    StatementStatus,
    VerdictCode,
)

MAX_EVIDENCE = 3
CANDIDATES = 12  # sentences with most of a statement's words; the others are not looked at
STARTS = 2  # of these, so many are tried with others beside them
COPIED = "Copied from the document word for word."
QUOTES_JOINED = " · "  # between sentences that one statement copies


def judge_statement(
    draft: DraftStatement, sources: Sequence[Source], question: str, judge: SupportJudge | None = None
) -> Statement:
    """Find the sentences that carry one drafted statement and say how well.

    What the program copied rests on the sentences it was copied from, and on nothing else. `judge` decides
    where a statement has other words than its sentences, or these in another order; without one it is *weak*.
    """
    cited = [source for source in sources if source.number in draft.citations]
    chosen = [
        sentence
        for label in draft.labels
        for source in sources
        if (sentence := source.sentence(label)) is not None
    ]
    if draft.quoted and chosen:
        copied = tuple(_evidence(sentence, sources) for sentence in chosen)
        if draft.part is not None:
            copied = (replace(copied[0], spans=(draft.part,), quote=draft.text),)
        return Statement(draft.text, StatementStatus.QUOTED, copied, COPIED, code=VerdictCode.CARRIED)
    if not cited and not chosen:
        return Statement(
            draft.text, StatementStatus.UNSUPPORTED, (), "No source is cited.", code=VerdictCode.UNCITED
        )
    if draft.operands is not None:
        return _of_cells(draft, draft.operands, chosen, sources)
    calculated = _equated(draft, chosen, cited, sources, question) or _calculated(
        draft, chosen, cited, sources, question
    )
    if calculated is not None:
        return calculated
    check = Verification(draft.text, question)
    context = {source.number: source.surroundings for source in sources}
    best, evidence = _best_evidence(check, chosen, cited, context)
    if best.status is StatementStatus.UNSUPPORTED:
        others = [source for source in sources if source not in cited]
        moved, moved_evidence = _best_evidence(check, [], others, context)
        if rank(moved)[0] > rank(best)[0]:
            best, evidence = moved, moved_evidence
    if judge is not None and best.is_open:
        best = _judged(
            best, draft.text, [each.text for each in evidence], context[evidence[0].citation], judge
        )
    shown = tuple(_evidence(sentence, sources) for sentence in evidence)
    return Statement(draft.text, best.status, shown, best.reason, code=best.code)


def _judged(
    verdict: Verdict, statement: str, evidence: Sequence[str], context: str, judge: SupportJudge
) -> Verdict:
    """The verdict with what the judge of support says to it."""
    above = dict.fromkeys(line.strip() for line in context.splitlines())
    odds = judge.supports(statement, "\n".join(filter(None, [*above, " ".join(evidence)])))
    if odds is None:
        return verdict
    reordered = verdict.code is VerdictCode.SWAPPED_RELATION
    return JUDGED if is_supported(judge.name, odds, length_of(statement), reordered=reordered) else verdict


def length_of(statement: str) -> int:
    """In words and figures that say something."""
    said = facts_of(statement)
    return len(said.words) + len(said.identifiers) + len(said.numbers) + len(said.dates)


def _calculated(
    draft: DraftStatement,
    chosen: Sequence[SourceSentence],
    cited: Sequence[Source],
    sources: Sequence[Source],
    question: str,
) -> Statement | None:
    """The verdict on a statement with a calculated figure; None when it has none.

    What it says besides the figures must stand in the sentences that these come from. A sentence that has
    another figure in its place is no calculation but a contradiction.
    """
    pool = list(dict.fromkeys([*chosen, *(sentence for source in cited for sentence in source.sentences)]))
    found = calculation_in(draft.text, [sentence.text for sentence in pool])
    if found is None or any(has_other_figures(draft.text, pool[place].text) for place in found.places):
        return None
    operands = tuple(
        Operand(number.text, _evidence(pool[place], sources))
        for number, place in zip(found.operands, found.places, strict=True)
    )
    calculation = _calculation(found, operands)
    group = _in_order([pool[place] for place in dict.fromkeys(found.places)])
    status, code = StatementStatus.UNSUPPORTED, VerdictCode.WRONG_CALCULATION
    reason = f"{found.stated.text} is wrong: {found.shown}."
    if found.is_right:
        around = " \n".join(
            dict.fromkeys(
                source.surroundings for source in cited if source.number in {s.citation for s in group}
            )
        )
        rest = Verification(draft.text, question, settled=found)
        verdict = max((rest.judge([sentence.text], around) for sentence in group), key=rank)
        quoted = verdict.status is StatementStatus.QUOTED
        status, code = StatementStatus.SUPPORTED if quoted else verdict.status, verdict.code
        reason = f"Calculated: {found.shown}." if status in VERIFIED else verdict.reason
    evidence = tuple(_evidence(sentence, sources) for sentence in group)
    return Statement(draft.text, status, evidence, reason, calculation=calculation, code=code)


def _equated(
    draft: DraftStatement,
    chosen: Sequence[SourceSentence],
    cited: Sequence[Source],
    sources: Sequence[Source],
    question: str,
) -> Statement | None:
    """The verdict on a calculation over labelled cells; None for a statement of another form, or where a row
    or its column cannot be read with certainty.

    Its labels and years are looked up in the sentences it names, else in all of the cited sources.
    """
    equation = equation_in(draft.text)
    if equation is None or equation.yes is not None:
        return None
    over: dict[Cell, tuple[SourceSentence, ...]] = {}

    def cell_of(label: str, year: int) -> Cell | None:
        pool = [
            (sentence, source)
            for source in cited
            for sentence in source.sentences
            if label_of(sentence.text).strip(" :.") == label
        ]
        named = [(sentence, source) for sentence, source in pool if sentence in chosen]
        found: list[Cell] = []
        for sentence, source in named or pool:
            heading = heading_over(source.sentences, sentence)
            cell = read_cell(sentence.text, [line.text for line in heading], year)
            if cell is not None:
                found.append(cell)
                over.setdefault(cell, (*heading, sentence))
        return found[0] if len({cell.amount for cell in found}) == 1 else None

    done = recomputed(equation, cell_of)
    if done is None:
        return None
    found, cells = done
    evidence = _in_order(list(dict.fromkeys(line for cell in cells for line in over[cell])))
    operands = tuple(
        Operand(number.text, _evidence(over[cell][-1], sources))
        for number, cell in zip(found.operands, cells, strict=True)
    )
    status, code, reason = StatementStatus.SUPPORTED, VerdictCode.CARRIED, f"Calculated: {found.shown}."
    if not found.is_right:
        status, code = StatementStatus.UNSUPPORTED, VerdictCode.WRONG_CALCULATION
        reason = f"{found.stated.text} is wrong: {found.shown}."
    shown = tuple(_evidence(sentence, sources) for sentence in evidence)
    return Statement(draft.text, status, shown, reason, calculation=_calculation(found, operands), code=code)


def _of_cells(
    draft: DraftStatement,
    operands: Sequence[tuple[str, str]],
    chosen: Sequence[SourceSentence],
    sources: Sequence[Source],
) -> Statement:
    """The verdict on a figure that the program computed over cells of a table, computed anew from them."""
    by_label = {sentence.label: sentence for sentence in chosen}
    shown = tuple(_evidence(sentence, sources) for sentence in chosen)
    cells = [(text, by_label[label]) for label, text in operands if label in by_label]
    found = read_again(draft.text, [text for text, _ in cells], [sentence.text for _, sentence in cells])
    if found is None or len(cells) < len(operands):
        reason = "Its figures do not stand in the rows that it names."
        return Statement(
            draft.text, StatementStatus.UNSUPPORTED, shown, reason, code=VerdictCode.WRONG_CALCULATION
        )
    calculation = Calculation(
        found.act,
        tuple(Operand(text, _evidence(sentence, sources)) for text, sentence in cells),
        found.shown,
        str(found.result),
        str(found.stated),
        str(found.tolerance),
        found.is_right,
    )
    status, code, reason = StatementStatus.SUPPORTED, VerdictCode.CARRIED, f"Calculated: {found.shown}."
    if not found.is_right:
        status, code = StatementStatus.UNSUPPORTED, VerdictCode.WRONG_CALCULATION
        reason = f"{found.stated} is wrong: {found.shown}."
    return Statement(draft.text, status, shown, reason, calculation=calculation, code=code)


def _calculation(found: Recomputed, operands: tuple[Operand, ...]) -> Calculation:
    return Calculation(
        found.operation,
        operands,
        found.shown,
        str(found.result),
        str(found.stated.amount),
        str(found.tolerance),
        found.is_right,
    )


def _best_evidence(
    check: Verification,
    chosen: Sequence[SourceSentence],
    cited: Sequence[Source],
    context: Mapping[int, str],
) -> tuple[Verdict, list[SourceSentence]]:
    """The better of what the model pointed at and what the cited sources' sentences offer."""

    judged: dict[frozenset[SourceSentence], Verdict] = {}
    sentences = {source.number: source.sentences for source in cited}

    def judge(group: Sequence[SourceSentence]) -> Verdict:
        key = frozenset(group)
        if key not in judged:
            ordered = _in_order(group)
            around = " \n".join(dict.fromkeys(context[sentence.citation] for sentence in ordered))
            texts = [sentence.text for sentence in ordered]
            # Only under the line of years that its row really has above it.
            over = [heading_over(sentences.get(each.citation, ()), each) for each in ordered]
            cells = {
                place: cell
                for place, heading in enumerate(over)
                if key.issuperset(heading)
                if (cell := read_under([line.text for line in heading], texts[place], check.years))
            }
            judged[key] = check.judge(texts, around, cells)
        return judged[key]

    pool = list(dict.fromkeys([*chosen, *(sentence for source in cited for sentence in source.sentences)]))
    if not pool:
        return check.judge([]), []
    pool = sorted(pool, key=lambda sentence: -check.overlap(sentence.text))[:CANDIDATES]
    # As few sentences as will do, each the one that adds most: short evidence is the easiest to check.
    candidates = [list(chosen[:MAX_EVIDENCE])] if chosen else []
    singles = sorted(pool, key=lambda sentence: rank(judge([sentence])), reverse=True)
    for first in singles[:STARTS] if check.years else []:
        if heading := heading_over(sentences.get(first.citation, ()), first):
            candidates.append([*heading, first])
    for first in singles[:STARTS]:
        candidates.append([first])
    best = max(candidates, key=lambda group: (rank(judge(group))[0], -len(group), rank(judge(group))[1]))
    return judge(best), _in_order(best)


def _in_order(group: Sequence[SourceSentence]) -> list[SourceSentence]:
    return sorted(group, key=lambda sentence: (sentence.citation, sentence.span))


def _evidence(sentence: SourceSentence, sources: Sequence[Source]) -> Evidence:
    source = next(source for source in sources if source.number == sentence.citation)
    return Evidence(
        sentence.citation,
        source.document.document_id,
        sentence.page,
        sentence.spans,
        sentence.text,
        sentence.last_page,
    )
