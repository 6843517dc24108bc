"""Research in the window: questions, to-do list, findings, report."""
