"""Random numbers of which only the promised method may be used."""

import random


class OnlyRandom(random.Random):
    """Refuse all methods but the one whose sequence the standard library promises to keep."""

    def _refused(self, *_arguments):
        raise AssertionError("another method than random() is used")

    getrandbits = randrange = randint = choice = choices = shuffle = sample = _refused
    uniform = gauss = _refused
