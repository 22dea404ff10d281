"""How much hypothesis tries: HYPOTHESIS_PROFILE=default (always the same examples) or thorough."""

import os
import signal

from hypothesis import settings

# No deadline: the first example of a test pays for imports.
settings.register_profile("default", deadline=None, derandomize=True)
# New examples each time, for long runs by hand.
settings.register_profile("thorough", deadline=None, max_examples=2_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

# A shell lets what it starts in the background ignore interrupts, and so would every program that
# the tests start and interrupt.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
