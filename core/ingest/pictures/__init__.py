"""Pages as pictures, drawn in a child process."""
