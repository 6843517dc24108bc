"""Tests of the window: real widgets, real events, a real PDF; the engine is a script of events."""
