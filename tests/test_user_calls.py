"""What a type checker is shown also runs."""

from tests.user_calls import values


def test_the_typed_calls_give_the_values_they_should():
    assert values() == [
        *(4, 2, 6, 8, (0, 0), (0, 0), 4, 4, False),
        *([6], ["right"], True, True, 3, 360),
    ]
