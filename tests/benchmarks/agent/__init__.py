"""What agent mode gets right: begin with `run`; `constraints` is a benchmark of its own."""
