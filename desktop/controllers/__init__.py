"""What the widgets show and do, decided: they listen to workers and keep state, on the GUI thread."""
