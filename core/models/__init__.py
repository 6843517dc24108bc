"""The catalogue of models: where their bytes come from, their sha256, tuning."""
