"""Whether a written answer is right, told by rules: shared by the benchmarks of answers and of the agent."""
