"""The settings window, models, the data folder, power."""
