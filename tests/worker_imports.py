"""What reading processes need, imported and loaded once, to be forked: see `quick_workers` in conftest."""

import py3langid  # noqa: F401
import pymupdf  # noqa: F401
import tokenizers  # noqa: F401

import core.ingest.parsing.document_worker
import core.ingest.pictures.render_worker  # noqa: F401
from core.ingest.parsing.cutting import token_counter
from core.ingest.structure.document_language import detect_language
from core.models.catalogue import load_catalogue
from core.models.store import ModelStore
from core.search.concepts import load_concepts
from core.settings import Settings
from core.system.paths import AppPaths

load_concepts()
# Each of the two takes a second of processor time.
models = ModelStore(AppPaths.from_environment().models, load_catalogue())
if installed := models.installed(Settings().models.embedding_model):
    token_counter(str(installed.folder))
detect_language("The harbour crane lifts forty tonnes, and the keeper of the light sees to its repair." * 5)
