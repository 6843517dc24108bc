"""What is searched, in words: for the button below the question and for the answer. No widgets."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from core.types.scope import AskedScope, ScopeKind
from desktop.messages.words import counted


def _tr(text: str) -> str:
    return QCoreApplication.translate("Scope", text)


def scope_word(kind: ScopeKind, workspace: str, count: int) -> str:
    """`All 43 documents`, `Workspace Contracts: 12`, `3 checked documents`."""
    if kind == "documents":
        return counted(count, _tr("1 checked document"), _tr("{n} checked documents"))
    if kind == "workspace":
        return _tr("Workspace {name}: {n}").format(name=workspace, n=count)
    if not count:
        return _tr("All documents")
    return counted(count, _tr("All documents: 1"), _tr("All {n} documents"))


def scope_sentence(kind: ScopeKind, workspace: str, count: int) -> str:
    """The same as a sentence about the next question."""
    if kind == "documents":
        return counted(
            count,
            _tr("Only the document you checked is searched."),
            _tr("Only the {n} documents you checked are searched."),
        )
    if kind == "workspace":
        one = _tr("Only the document in the workspace “{name}” is searched.")
        many = _tr("Only the {n} documents in the workspace “{name}” are searched.")
        return (one if count == 1 else many).format(n=count, name=workspace)
    return _tr("Everything in your library is searched.")


def shown_sentence(kind: ScopeKind, workspace: str, count: int) -> str:
    """The same as a sentence about a table."""
    if kind == "documents":
        return counted(
            count,
            _tr("Only the document you checked is shown."),
            _tr("Only the {n} documents you checked are shown."),
        )
    if kind == "workspace":
        return _tr("Only documents in the workspace “{name}” are shown.").format(name=workspace)
    return _tr("Documents of your whole library are shown.")


def scope_line(scope: AskedScope | None) -> str:
    """What an answer was asked about; empty for the whole library."""
    if scope is None or scope.kind == "all":
        return ""
    if scope.kind == "workspace":
        one, many = _tr("Workspace {name}: 1 document"), _tr("Workspace {name}: {n} documents")
        return (one if scope.documents == 1 else many).format(n=scope.documents, name=scope.workspace)
    word = scope_word(scope.kind, scope.workspace, scope.documents)
    if scope.workspace:
        return _tr("{documents} of the workspace {name}").format(documents=word, name=scope.workspace)
    return word
