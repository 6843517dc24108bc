"""Getting a window up and keeping it: checks before Qt, one instance, what was open last time. Light."""
