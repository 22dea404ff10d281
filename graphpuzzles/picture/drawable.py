"""What can be drawn: everything that has a scene."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from graphpuzzles.picture.scene import Scene


class Drawable(ABC):
    """Something that has a picture; it never solves anything to make it."""

    @abstractmethod
    def scene(self) -> Scene:
        """Return the picture as data."""

    def draw(self, ax: Axes | None = None) -> Axes:
        """Draw the picture on matplotlib axes; nothing is shown.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            By default those of a new figure of pyplot, as large as the picture needs: a notebook
            shows it, and ``pyplot.close(ax.figure)`` frees it.

        Returns
        -------
        matplotlib.axes.Axes

        Raises
        ------
        MissingDependencyError
            If matplotlib is not installed.
        """
        from graphpuzzles.picture.axes import draw_scene

        return draw_scene(self.scene(), ax)

    def _repr_svg_(self) -> str:
        """Return the picture for a notebook, without matplotlib."""
        return self.scene().svg(titled=True)
