"""Minimum cuts: vertex-split flow networks, and shortest walks of the planar dual."""
