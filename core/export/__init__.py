"""Conversations as files to be read elsewhere: Markdown, HTML, PDF and DOCX, each answer with its sources.

`write_transcript` picks the writer by the end of the name. Any thread; a PDF is made in a child process.
"""

from __future__ import annotations

from core.export.conversation_files import FORMATS, write_transcript
from core.export.conversation_transcript import Exchange, Transcript
from core.export.markdown import answer_text, transcript_markdown

__all__ = ["FORMATS", "Exchange", "Transcript", "answer_text", "transcript_markdown", "write_transcript"]
