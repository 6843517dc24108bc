"""What stored runs hold of a document besides their answers (hits, snippets, opened text) can be taken out.

Works on the JSON of the events in any SQLite file of ours, backups of older formats included.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Collection
from typing import Any

from core.store.research import forget_in_states

GONE = "removed document"
_FEW = 5
_IDS = re.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def forget_in_runs(connection: sqlite3.Connection, document_ids: Collection[str]) -> int:
    """Take these documents out of all stored events; the number of events that changed.

    States of researches lose their passages as well.

    Hits lose file name and snippet, opened passages their text, what was shown at once its passages, answers
    the snippets beside their citations and the passages shown as nearest, drafts of runs that found one of
    them everything. Answers keep their sentences, their quotes and the file names of what they quote. Part of
    the caller's transaction.
    """
    wanted = frozenset(document_ids)
    forget_in_states(connection, wanted)
    opened = _opened_calls(connection, wanted)
    names_one = _finder(wanted)
    changes: list[tuple[str, str, int]] = []
    drafted_from: set[str] = set()  # runs that have found one of them by now
    for row in connection.execute("SELECT run_id, seq, kind, event FROM events ORDER BY run_id, seq"):
        run_id, seq, kind, text = row
        if kind == "tool_returned" and any(call in text for call in opened.get(run_id, ())):
            change: Callable[[dict[str, Any]], None] = _empty_passage
        elif kind == "draft_written" and run_id in drafted_from:
            change = _empty_draft
        elif names_one(text):
            drafted_from.add(run_id)
            change = _forgetter(kind, wanted)
        else:
            continue
        event = json.loads(text)
        change(event)
        changed = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
        if changed != text:
            changes.append((changed, run_id, seq))
    connection.executemany("UPDATE events SET event = ? WHERE run_id = ? AND seq = ?", changes)
    return len(changes)


def _opened_calls(connection: sqlite3.Connection, wanted: frozenset[str]) -> dict[str, list[str]]:
    """run_id → ids of the calls that opened a passage of one of the documents."""
    calls: dict[str, list[str]] = {}
    names_one = _finder(wanted)
    for run_id, text in connection.execute("SELECT run_id, event FROM events WHERE kind = 'tool_called'"):
        if names_one(text):
            calls.setdefault(run_id, []).append(json.loads(text)["call_id"])
    return calls


def _finder(wanted: frozenset[str]) -> Callable[[str], bool]:
    """Whether a text names one of them; takes as long for a thousand as for ten."""
    if len(wanted) <= _FEW:
        return lambda text: any(name in text for name in wanted)
    return lambda text: not wanted.isdisjoint(_IDS.findall(text))


def _forgetter(kind: str, wanted: frozenset[str]) -> Callable[[dict[str, Any]], None]:
    def forget(event: dict[str, Any]) -> None:
        if kind == "tool_returned":
            for hit in event.get("hits", ()):
                if hit["document_id"] in wanted:
                    hit.update(filename="", snippet="")
                    _empty(hit, "where")
        elif kind == "answer_ready":
            _forget_in_answer(event["answer"], wanted)
        elif kind == "evidence_found":
            stay = [passage["document_id"] not in wanted for passage in event["passages"]]
            event["likely"] = sum(stay[: event["likely"]])
            event["passages"] = [one for one, stays in zip(event["passages"], stay, strict=True) if stays]
        elif kind == "research_reported":
            _forget_in_report(event["report"], wanted)
        elif kind == "reference_judged":
            if event["document_id"] in wanted:
                event["text"] = ""
            if event["target_id"] in wanted:
                event["target_name"] = ""
        elif "filename" in event and event.get("document_id") in wanted:
            event["filename"] = ""
            _empty(event, "snippet")

    return forget


def _empty(row: dict[str, Any], name: str) -> None:
    """Backups of older formats do not know every field, and must not get one."""
    if row.get(name):
        row[name] = ""


def _empty_passage(event: dict[str, Any]) -> None:
    if event.get("text"):
        event["summary"] = f"A passage of a {GONE}"
    event["text"] = ""


def _empty_draft(event: dict[str, Any]) -> None:
    event["text"] = ""


def _forget_in_report(report: dict[str, Any], wanted: frozenset[str]) -> None:
    """Sources are cited, and cited names are kept; the rest of the graph loses names and words."""
    cited = {source["document_id"] for source in report.get("sources", ())}
    gone = {node["node_id"]: node for node in report.get("nodes", ()) if node["document_id"] in wanted}
    for node in gone.values():
        if node["document_id"] not in cited:
            node["label"] = GONE
    for edge in report.get("edges", ()):
        if edge["source"] in gone and edge["kind"] == "reference":
            edge["text"] = ""
    passages = {node["number"] for node in gone.values() if node["number"]}
    for source in report.get("sources", ()):
        if passages.intersection(source["path"]):
            source["references"] = []
    for reference in report.get("open_references", ()):
        if reference["document_id"] in wanted:
            reference.update(filename="", text="", address="")


def _forget_in_answer(answer: dict[str, Any], wanted: frozenset[str]) -> None:
    for citation in answer.get("citations", ()):
        if citation["document_id"] in wanted:
            citation["snippet"] = citation["quote"]
            _empty(citation, "page_label")  # the heading above the quote
            _empty(citation.get("origin") or {}, "container")  # gone as well; only cited names are kept
    if nearest := answer.get("nearest"):
        answer["nearest"] = [passage for passage in nearest if passage["document_id"] not in wanted]
    coverage = answer.get("coverage") or {}
    for left_out in (*coverage.get("left_out", ()), *coverage.get("partly", ())):
        if left_out["document_id"] in wanted:
            left_out.update(filename=GONE, reason="")
