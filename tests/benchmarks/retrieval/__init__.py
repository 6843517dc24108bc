"""Whether the right page is found: begin with `run`; `german` is a benchmark of its own."""
