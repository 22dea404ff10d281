"""Sphinx configuration; builds where no other site can be reached."""

import importlib
import inspect
import os
import pkgutil
import sys
import types
from importlib.metadata import version as installed_version
from typing import TYPE_CHECKING

from numpydoc.xref import DEFAULT_LINKS

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
autodoc_default_options = {"members": True, "member-order": "bysource", "ignore-module-all": True}
autodoc_typehints = "none"
default_role = "py:obj"
numpydoc_show_class_members = False
numpydoc_xref_param_type = True
numpydoc_xref_ignore = "all"  # words other than the aliases below


def defined_names() -> dict[str, str]:
    """Return the full name of every class and function that the package defines."""
    names = {}
    for found in pkgutil.walk_packages(graphpuzzles.__path__, "graphpuzzles."):
        if found.name.endswith("__main__"):
            continue
        module = importlib.import_module(found.name)
        for name, item in inspect.getmembers(module):
            defined = inspect.isclass(item) or inspect.isfunction(item)
            if defined and not name.startswith("_") and item.__module__ == found.name:
                names[name] = f"{found.name}.{name}"
    return names


NAMES = defined_names()
# Without numpydoc's prefix "python:", which a reader would see where there are no inventories.
numpydoc_xref_aliases = {name: name for name in DEFAULT_LINKS} | NAMES


def find_target(
    app: "Sphinx", env: "BuildEnvironment", node: "pending_xref", content: "Element"
) -> "Element | None":
    """Resolve a reference that Sphinx could not, or accept that it has no target."""
    target = node["reftarget"].split(".")
    for place, part in enumerate(target):
        if node["refdomain"] == "py" and part in NAMES:
            # The name without its module, or where the package offers it.
            full = ".".join([NAMES[part], *target[place + 1 :]])
            found = env.domains.python_domain.resolve_xref(
                env, node["refdoc"], app.builder, "obj", full, node, content
            )
            if found is not None:
                return found
    # Names of other projects have no target without their inventories; single backticks in a
    # docstring also mark parameters. All others that have no target are mistakes.
    elsewhere = target[0] in OTHERS or target[0] in sys.stdlib_module_names
    backticks = node["reftype"] == "obj" and target[0] != project
    return content if elsewhere or backticks else None


def skip_member(  # noqa: PLR0917 - Sphinx's signature
    app: "Sphinx", what: str, name: str, item: object, skip: object, options: object
) -> bool | None:
    """Leave out names for types such as ``tuple[int, int]``, which autodoc takes for classes."""
    del app, what, name, skip, options
    return True if type(item) is types.GenericAlias else None


def setup(app: "Sphinx") -> None:
    """Connect the two functions above; `find_target` after all extensions have given up."""
    app.connect("missing-reference", find_target, priority=900)
    app.connect("autodoc-skip-member", skip_member)
