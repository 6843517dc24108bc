"""Item models: documents, trace steps and sources as Qt views see them. GUI thread."""
