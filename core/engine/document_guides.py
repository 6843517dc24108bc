"""Guides to documents: made when somebody looks, or in idle time, and kept."""

from __future__ import annotations

import logging
from collections.abc import Callable

from core.cancel import CancelToken
from core.engine.library import OpenedLibrary
from core.engine.library_scopes import LibraryScopes
from core.errors import DocumentError, StorageError
from core.events import EventStamper
from core.guide.guide_making import made_guide
from core.judge.support import support_judge
from core.llm.base import ChatModel
from core.llm.calls import UsageMeter
from core.plans.base import PlanTools
from core.settings import AnswerSettings
from core.store.database import Database
from core.store.guides import GuideRepository
from core.types.guides import DocumentGuide
from core.types.scope import Scope

_VERSION = "2"  # raise it when guides come out otherwise
_SUGGESTED_FROM = 12  # guides
log = logging.getLogger(__name__)


class DocumentGuides:
    """The guides of one library. Any thread; two that make the same one at once make it twice.

    Args:
        opened: opens the library at its first use.
        writer: the language model that may write; None where there is none.
        answers: the settings as they are now.
    """

    def __init__(
        self,
        database: Database,
        scopes: LibraryScopes,
        opened: Callable[[], OpenedLibrary],
        writer: Callable[[], ChatModel | None],
        answers: Callable[[], AnswerSettings],
    ) -> None:
        self._guides = GuideRepository(database)
        self._scopes = scopes
        self._opened = opened
        self._writer = writer
        self._answers = answers
        self._passed_over: set[str] = (
            set()
        )  # in idle time: what could not be made or kept, until the next start

    def kept(self, document_id: str) -> DocumentGuide | None:
        """The guide as it was made, of the text as it is now; None where there is none yet."""
        return self._guides.get(document_id, _VERSION)

    def lacks_model(self, guide: DocumentGuide) -> bool:
        """Whether a language model that can be used would add to it.

        Raises:
            core.errors.KnownError: the settings demand a model that cannot be used.
        """
        return not guide.model and self._writer() is not None

    def make(self, document_id: str, cancel: CancelToken, *, with_model: bool = True) -> DocumentGuide:
        """Make it anew and keep it. `with_model`: a language model writes what the document is and asks
        questions, where there is one; it takes half a minute.

        Raises:
            DocumentError: there is no such document, or nothing in it can be read.
            core.errors.KnownError: library, embedder or model cannot be used.
            core.errors.Cancelled: Stop was asked for; nothing is kept.

        Where the library cannot be written (a full disk) the guide is returned all the same, and made anew
        the next time.
        """
        library = self._opened()
        model = self._writer() if with_model else None
        tools = PlanTools(
            library.retriever,
            library.judge,
            model,
            support_judge(model, cancel),
            library.kinds,
            library.retriever.embedder,
            self._answers(),
            UsageMeter(model.model_name if model is not None else ""),
            EventStamper(),
            cancel,
        )
        making = made_guide(document_id, tools)
        try:
            while True:
                next(making)
                cancel.check()
        except StopIteration as done:
            guide: DocumentGuide | None = done.value
        if guide is None:
            self._passed_over.add(document_id)
            raise DocumentError(
                "There is nothing in this document that could be read.",
                "`docuchat docs --problems` says what is wrong with it.",
            )
        read = library.retriever.read_document(document_id, for_prompt=True)
        try:
            if read is not None:
                self._guides.keep(guide, _VERSION, read[0].chunk_count)
        except StorageError as error:
            self._passed_over.add(document_id)
            log.warning("the guide to %s is not kept: %s", guide.filename, error)
        return guide

    def suggested(self, scope: Scope, most: int) -> list[tuple[str, str]]:
        """Documents of a scope, each with a question that it answers; one of each before a second of any.

        Raises:
            UsageError: the scope's workspace is gone.
        """
        guides = self._guides.of_documents(self._scopes.reach(scope).document_ids, _SUGGESTED_FROM)
        longest = max((len(guide.questions) for guide in guides), default=0)
        in_turn = [
            (guide.document_id, guide.questions[place].text)
            for place in range(longest)
            for guide in guides
            if place < len(guide.questions)
        ]
        return in_turn[:most]

    def next_waiting(self) -> str:
        """The newest document that has no guide yet; empty where none waits. One that could not be made holds
        up no other."""
        found = self._guides.waiting(_VERSION, len(self._passed_over) + 1)
        return next((one for one in found if one not in self._passed_over), "")

    def pass_over(self, document_id: str) -> None:
        """Its guide could not be made: it is no longer waiting."""
        self._passed_over.add(document_id)
