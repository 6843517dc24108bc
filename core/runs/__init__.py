"""Runs: recorded event by event, folded into what is shown, replayed, checked again."""
