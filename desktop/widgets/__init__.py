"""The parts of the window. They show and report; they decide nothing. GUI thread."""
