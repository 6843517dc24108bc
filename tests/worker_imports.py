"""What reading processes need, imported and loaded once, to be forked: see `quick_workers` in conftest."""

import py3langid  # noqa: F401
import pymupdf  # noqa: F401
import tokenizers  # noqa: F401

import core.ingest.parsing.document_worker
import core.ingest.pictures.render_worker  # noqa: F401
from core.ingest.structure.document_language import detect_language

# Loads its model, which takes a second of processor time.
detect_language("The harbour crane lifts forty tonnes, and the keeper of the light sees to its repair." * 5)
