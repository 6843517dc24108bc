"""The two kinds of failure: those a user can act on, and our own."""

from __future__ import annotations


class KnownError(Exception):
    """Something the user can act on.

    `message` says what happened and to which file or setting; `hint` what to try. `code` is stable, for
    `--jsonl` and tests; `exit_code` is what the command line returns.
    """

    code = "error"
    exit_code = 1

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (self.message, self.hint))


class UsageError(KnownError):
    """The command or question itself cannot be carried out as given."""

    code = "usage"
    exit_code = 2


class DocumentError(KnownError):
    """A document cannot be read; the text names the file."""

    code = "document"
    exit_code = 3


class PasswordError(DocumentError):
    """The document is protected, and no password or a wrong one was given."""

    code = "password"


class ModelError(KnownError):
    """A model is missing, damaged, does not fit or has stopped."""

    code = "model"
    exit_code = 4


class StorageError(KnownError):
    """Disk full, database or index unusable, newer than this program."""

    code = "storage"
    exit_code = 5


class DamagedLibraryError(StorageError):
    """The library's file is damaged: it can be repaired, or a copy put in its place."""


class AlreadyRunningError(KnownError):
    """Another DocuChat holds this data folder."""

    code = "already_running"
    exit_code = 6


class WorkerError(KnownError):
    """A child process died, ran past its time or its memory; `code` tells which."""

    code = "worker"
    exit_code = 7


class Cancelled(Exception):
    """Raised by `CancelToken.check()` inside long work after Stop."""


class BugError(Exception):
    """An invariant of ours does not hold; goes to the log with its trace, the user sees a plain sentence."""
