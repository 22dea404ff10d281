"""Small boards are solved by lists and large ones by arrays; here both ways serve small boards."""

import pytest

from graphpuzzles.models.cut import planar, regions


@pytest.fixture(scope="module", params=["by lists", "by arrays"])
def both_ways(request):
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "by arrays":
            patch.setattr(regions, "FEW_CELLS", 0)
            patch.setattr(planar, "FEW_NODES", 0)
        yield
