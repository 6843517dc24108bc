"""Passwords the user gave for documents: in memory only, gone when the program ends. Any thread."""

from __future__ import annotations

import threading


class PasswordBook:
    """document_id → password; shared by whoever opens files."""

    def __init__(self) -> None:
        self._passwords: dict[str, str] = {}
        self._lock = threading.Lock()

    def remember(self, document_id: str, password: str) -> None:
        with self._lock:
            self._passwords[document_id] = password

    def forget(self, document_id: str) -> None:
        with self._lock:
            self._passwords.pop(document_id, None)

    def password(self, document_id: str) -> str:
        """Empty when none was given."""
        with self._lock:
            return self._passwords.get(document_id, "")
