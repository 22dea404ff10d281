"""Graph models: region graphs and cuts, voltage graphs, frontier diagrams, integer programs."""
