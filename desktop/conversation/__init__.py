"""Asking and answering: composer, turns with their sources, steps of a run, the queue of questions."""
