"""The window: PySide6 widgets, workers and controllers over `core.engine`. Only this package imports Qt."""
