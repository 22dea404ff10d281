"""OR-Tools: CP-SAT on models of our own, and its maximum flow.

The models are the quickest of those tried: for two pairs one circuit through both lines, for more
pairs a circuit each; for hidden cells repeated solving for a layout in which as many of the cells
that always had one value as possible have the other.
"""

from ortools.graph.python import max_flow
from ortools.sat.python import cp_model

from tests.bench.peers.cut_tasks import Cut, regions_cut, split_network
from tests.bench.peers.task import Entry, WrongAnswerError
from tests.bench.peers.wiring_tasks import board_of

NAME = "OR-Tools"
DISTRIBUTION = "ortools"
ABOUT = "CP-SAT on models of our own, and maximum flow, C++"


def solver():
    found = cp_model.CpSolver()
    # The times are CPU times: more workers than one would count against it.
    found.parameters.num_workers = 1
    return found


def flow_network(board):
    network = split_network(board)
    flow = max_flow.SimpleMaxFlow()
    flow.add_arcs_with_capacity(network.tails, network.heads, network.capacities)
    return flow, network


def minimum_cut(built):
    flow, network = built
    if flow.solve(network.source, network.sink) != flow.OPTIMAL:
        raise WrongAnswerError("its flow is not optimal")
    reached = flow.get_source_side_min_cut()
    return Cut(flow.optimal_flow(), lambda: regions_cut(network, reached))


def shortest(puzzles):
    return list(map(shortest_wiring, puzzles))


def shortest_wiring(puzzle):
    nodes, links, pairs = board_of(puzzle)
    model = cp_model.CpModel()
    build = one_circuit if len(pairs) == 2 else circuit_a_pair
    used = build(model, nodes, links, pairs)
    model.minimize(sum(step for _, step in used))
    search = solver()
    status = search.solve(model)
    if status == cp_model.INFEASIBLE:
        return None
    if status != cp_model.OPTIMAL:
        raise WrongAnswerError(f"its status is {search.status_name(status)}")
    return [link for link, step in used if search.value(step)]


def arcs_of(model, number, links):
    """Return the arcs of both directions of all links, and the links with their variables."""
    arcs, used = [], []
    for link in links:
        u, v = (number[node] for node in link)
        for tail, head in ((u, v), (v, u)):
            step = model.new_bool_var("")
            arcs.append((tail, head, step))
            used.append((link, step))
    return arcs, used


def one_circuit(model, nodes, links, pairs):
    """Lead one circuit along the first line, over to the second, along it and back."""
    number = {node: i for i, node in enumerate(nodes)}
    arcs, used = arcs_of(model, number, links)
    (a, b), (c, d) = pairs
    arcs += [(number[b], number[c], True), (number[d], number[a], True)]
    ends = {a, b, c, d}
    arcs += [(number[n], number[n], model.new_bool_var("")) for n in nodes if n not in ends]
    model.add_circuit(arcs)
    return used


def circuit_a_pair(model, nodes, links, pairs):
    """Close every line to a circuit of its own; a node lies on one of them at most."""
    number = {node: i for i, node in enumerate(nodes)}
    ends = {end for pair in pairs for end in pair}
    used, visits = [], {node: [] for node in nodes if node not in ends}
    for a, b in pairs:
        own = [link for link in links if not (ends - {a, b}) & set(link)]
        arcs, steps = arcs_of(model, number, own)
        used += steps
        arcs.append((number[b], number[a], True))
        for node, lines in visits.items():
            left_out = model.new_bool_var("")
            arcs.append((number[node], number[node], left_out))
            lines.append(left_out.negated())
        model.add_circuit(arcs)
    for lines in visits.values():
        model.add_at_most_one(lines)
    return used


def decided(games):
    return list(map(decided_cells, games))


def decided_cells(game):
    """Return the cells that are mines in every layout, and those that are in none."""
    model = cp_model.CpModel()
    mine = {cell: model.new_bool_var("") for cell in game.hidden}
    for count, around in game.clue_sets.values():
        model.add(sum(mine[cell] for cell in around) == count)
    if game.mines is not None:
        model.add(sum(mine.values()) == game.mines)
    search = solver()
    if search.solve(model) != cp_model.OPTIMAL:
        raise WrongAnswerError("it finds no layout")
    always = {cell: search.value(mine[cell]) for cell in mine}
    while True:
        model.maximize(sum(1 - mine[cell] if was else mine[cell] for cell, was in always.items()))
        if search.solve(model) != cp_model.OPTIMAL:
            raise WrongAnswerError("its layout is not optimal")
        left = {cell: was for cell, was in always.items() if search.value(mine[cell]) == was}
        if len(left) == len(always):
            break
        always = left
    return [cell for cell in left if left[cell]], [cell for cell in left if not left[cell]]


ENTRIES = (
    *(
        Entry(task, "`SimpleMaxFlow`, split vertices", minimum_cut, flow_network)
        for task in ("cut 40", "cut 200", "cut 1000")
    ),
    *(
        Entry(task, "CP-SAT, one circuit", shortest)
        for task in ("wiring 10%", "wiring detour", "wiring crossed")
    ),
    Entry("wiring wide", "CP-SAT, a circuit for each pair", shortest),
    Entry("mines decided", "CP-SAT, one layout after the other", decided),
)
