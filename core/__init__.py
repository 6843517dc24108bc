"""DocuChat without a window: models, ingestion, search, answering. Never imports Qt."""

import os

# onnxruntime >= 1.29 reports usage over the network unless this is set before its first import, in
# every process. Each process of ours imports `core` before anything else, so this is the one place.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

__version__ = "0.1.0"
