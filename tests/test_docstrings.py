"""A Parameters section names the parameters that there are."""

import importlib
import inspect
import pkgutil
import re

import pytest

import graphpuzzles

SECTION = re.compile(r"^Parameters\n-+\n(.*?)(?=^\S[^\n]*\n---|\Z)", re.MULTILINE | re.DOTALL)
ENTRY = re.compile(r"^(\*{0,2}\w+(?:, \*{0,2}\w+)*)(?: :.*)?$", re.MULTILINE)


def defined(owner, module):
    """Yield name and object of every class and function that a module or class defines."""
    for name, member in vars(owner).items():
        item = inspect.unwrap(getattr(member, "__func__", member))
        if getattr(item, "__module__", None) == module and not name.startswith("_"):
            if inspect.isfunction(item):
                yield f"{module}.{item.__qualname__}", item
            elif inspect.isclass(item):
                yield f"{module}.{item.__qualname__}", item
                yield from defined(item, module)


def all_defined():
    for module in pkgutil.walk_packages(graphpuzzles.__path__, "graphpuzzles."):
        if not module.name.endswith("__main__"):
            yield from defined(importlib.import_module(module.name), module.name)


def documented(item):
    """Return the names that the docstring documents, or None where it has no such section."""
    section = SECTION.search(inspect.cleandoc(item.__doc__ or ""))
    if section is None:
        return None
    return {name.strip("* ") for names in ENTRY.findall(section[1]) for name in names.split(",")}


def differences(item):
    """Return the names that the docstring has too many, and those that it has too few."""
    named = documented(item)
    if named is None:
        return set(), set()
    taken = set(inspect.signature(item).parameters) - {"self", "cls"}
    # A class need not repeat the fields of the class it extends.
    return named - taken, set() if inspect.isclass(item) else taken - named


@pytest.mark.parametrize(
    "item", [pytest.param(item, id=name) for name, item in all_defined() if documented(item)]
)
def test_documented_parameters_are_those_of_the_signature(item):
    assert differences(item) == (set(), set())


def both(first, /, *rest, last=None, **options):
    """Take some.

    Parameters
    ----------
    first, last : int
        Two.
    *rest
        Many.
    **options : str
        Named.

    Returns
    -------
    gone : int
    """


def stale(first, added):
    """Take some.

    Parameters
    ----------
    first : int
    removed : int
        Not there: any more.
    """


def test_a_difference_is_found():
    assert differences(both) == (set(), set())
    assert differences(stale) == ({"removed"}, {"added"})
