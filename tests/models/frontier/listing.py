"""All paths of a frontier diagram, one after the other."""


def iter_paths(diagram):
    """Yield the labels of every path, in the order of the arcs."""
    pending = [(0, 0, ())] if diagram.feasible else []
    while pending:
        step, node, labels = pending.pop()
        if step == diagram.steps:
            yield labels
            continue
        arcs = diagram.arcs[step]
        pending += [
            (step + 1, int(arcs.target[i]), (*labels, int(arcs.label[i])))
            for i in reversed(arcs.leaving(node))
        ]
