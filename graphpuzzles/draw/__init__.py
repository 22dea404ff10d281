"""Pictures: scenes on matplotlib axes, graphs in layers, films of walks (extra ``draw``)."""
