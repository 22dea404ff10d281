"""Sphinx configuration; builds where no other site can be reached."""

import importlib
import inspect
import os
import pkgutil
import sys
import types
from importlib.metadata import version as installed_version
from itertools import chain
from typing import TYPE_CHECKING

from numpydoc.xref import DEFAULT_LINKS
from sphinx.pycode import ModuleAnalyzer

import graphpuzzles

if TYPE_CHECKING:
    from docutils.nodes import Element
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

project = "graphpuzzles"
author = "The graphpuzzles developers"
copyright = author  # noqa: A001 - Sphinx's name for it; no year, so that builds are alike
version = release = installed_version(project)

extensions = [
    "myst_parser",
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.intersphinx",
    "sphinx.ext.mathjax",
    "sphinx_gallery.gen_gallery",
]
exclude_patterns = ["_build", "_templates", "sg_execution_times.rst"]
templates_path = ["_templates"]
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3
nitpicky = True
suppress_warnings = ["ref.citation"]  # a list of references that the text need not cite

html_theme = "pydata_sphinx_theme"
html_title = project
html_show_sourcelink = False
html_static_path = ["_static"]
html_css_files = ["pages.css"]
html_theme_options = {"show_prev_next": False, "navigation_with_keys": False}

sphinx_gallery_conf = {
    "examples_dirs": "../examples",
    "gallery_dirs": "gallery",
    "filename_pattern": "/plot_",
    "abort_on_example_error": True,
    "download_all_examples": False,
    "show_signature": False,
    "reference_url": {"graphpuzzles": None},
}

# Links to other projects need their inventories, hence a network.
OTHERS = {
    "python": ("https://docs.python.org/3", None),
    "networkx": ("https://networkx.org/documentation/stable", None),
    "numpy": ("https://numpy.org/doc/stable", None),
    "scipy": ("https://docs.scipy.org/doc/scipy", None),
}
intersphinx_mapping = OTHERS if os.environ.get("DOCS_LINKS") else {}

# The reference. Docstrings hold the types, so signatures do without.
autodoc_default_options = {"member-order": "bysource"}
autodoc_typehints = "none"
default_role = "py:obj"
numpydoc_show_class_members = False
numpydoc_xref_param_type = True
numpydoc_xref_ignore = "all"  # words other than the aliases below


def defined_in(module: types.ModuleType) -> list[str]:
    """Return the public classes and functions that a module defines, and the types it explains."""
    analyzer = ModuleAnalyzer.for_module(module.__name__)
    analyzer.analyze()
    explained = [name for owner, name in analyzer.attr_docs if not owner and hasattr(module, name)]
    defined = [
        name
        for name, item in vars(module).items()
        if (inspect.isclass(item) or inspect.isfunction(item))
        and item.__module__ == module.__name__
    ]
    return [name for name in explained + defined if name[0] != "_"]


def full_names() -> dict[str, list[str]]:
    """Return the full names under which the reference shows each public name, mostly one.

    That is where it is defined; what a private module defines is shown by the first public module
    that offers it.
    """
    homes: dict[str, dict[str, object]] = {}
    for found in pkgutil.walk_packages(graphpuzzles.__path__, "graphpuzzles."):
        if "._" in found.name:
            continue
        module = importlib.import_module(found.name)
        for name in getattr(module, "__all__", defined_in(module)):
            item = getattr(module, name)
            if inspect.ismodule(item):
                continue
            home = homes.setdefault(name, {})
            if inspect.isclass(item) or inspect.isfunction(item):
                private = "._" in item.__module__ and not home
                if item.__module__ == found.name or private:
                    home[found.name] = item
            else:
                for package in [other for other, known in home.items() if known is item]:
                    del home[package]  # a module comes after the package that repeats its name
                home[found.name] = item
    return {name: [f"{module}.{name}" for module in home] for name, home in homes.items() if home}


def is_shown(full: str) -> bool:
    """Tell whether the reference can show something: autodoc takes some aliases for classes."""
    module, _, name = full.rpartition(".")
    return type(getattr(sys.modules[module], name)) is not types.GenericAlias


FULL_NAMES = full_names()
DOCUMENTED = sorted(filter(is_shown, chain.from_iterable(FULL_NAMES.values())))
# A name that means several things is not linked.
NAMES = {
    name: full[0] for name, full in FULL_NAMES.items() if len(full) == 1 and is_shown(full[0])
}
# Without numpydoc's prefix "python:", which a reader would see where there are no inventories.
numpydoc_xref_aliases = {name: name for name in DEFAULT_LINKS} | NAMES
autosummary_context = {
    "documented": DOCUMENTED,
    "public": [NAMES[name] for name in graphpuzzles.__all__ if name in NAMES],
}


def where_defined(cls: type) -> str:
    """Return the full name of a class."""
    return f"{cls.__module__}.{cls.__qualname__}"


def find_target(
    app: "Sphinx", env: "BuildEnvironment", node: "pending_xref", content: "Element"
) -> "Element | None":
    """Resolve a reference that Sphinx could not, or accept that it has no target."""
    target = node["reftarget"].split(".")
    for place, part in enumerate(target):
        if node["refdomain"] == "py" and part in NAMES:
            # The name without its module, or where the package offers it; a method may be
            # described with the class that it is inherited from.
            module, _, name = NAMES[part].rpartition(".")
            item = getattr(sys.modules[module], name)
            for home in [NAMES[part], *map(where_defined, getattr(item, "__mro__", ()))]:
                full = ".".join([home, *target[place + 1 :]])
                found = env.domains.python_domain.resolve_xref(
                    env, node["refdoc"], app.builder, "obj", full, node, content
                )
                if found is not None:
                    return found
    # Names of other projects have no target without their inventories; single backticks in a
    # docstring also mark parameters; type variables are explained where they are used. All others
    # that have no target are mistakes.
    elsewhere = target[0] in OTHERS or target[0] in sys.stdlib_module_names
    backticks = node["reftype"] == "obj" and target[0] != project
    type_variable = len(target[-1]) == 1
    return content if elsewhere or backticks or type_variable else None


def skip_foreign(*event: object) -> bool | None:
    """Leave out the methods that matplotlib puts into classes derived from its own."""
    _app, _what, _name, item, *_ = event
    return True if getattr(item, "__module__", "").startswith("matplotlib") else None


def setup(app: "Sphinx") -> None:
    """Ask `find_target` where every other extension has given up."""
    app.connect("missing-reference", find_target, priority=900)
    app.connect("autodoc-skip-member", skip_foreign)
