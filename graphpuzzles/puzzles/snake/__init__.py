"""Snake: a body that walks on a board of squares."""
