"""What Snake and Hexerpent have in common: a body that walks to a target."""
