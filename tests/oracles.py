"""Brute force: the rules said another way, for tiny instances."""

from itertools import combinations, product

SIDES = ((-1, 0), (1, 0), (0, -1), (0, 1))
CORNERS = (*SIDES, (-1, -1), (-1, 1), (1, -1), (1, 1))


def blue_wins(blue, rows, columns, direction="top-bottom"):
    """Tell whether blue joins its sides; bits of an integer are cells, row by row."""
    if direction == "left-right":
        blue = {(c, r) for r, c in blue}
        rows, columns = columns, rows
    width = columns + 1  # a guard column keeps shifts within their rows
    cells = sum(1 << (r * width + c) for r, c in blue)
    first = (1 << width) - 1
    reached, grown = 0, cells & first
    while grown != reached:
        reached = grown
        grown |= (grown << 1 | grown >> 1 | grown << width | grown >> width) & cells
    return bool(reached >> (rows - 1) * width)


def pieces(board):
    """Return the connected pieces of equal labels, in scan order, as sets of cells."""
    rows, columns = len(board), len(board[0])
    found, owner = [], {}
    for cell in product(range(rows), range(columns)):
        if cell in owner:
            continue
        piece, waiting = {cell}, [cell]
        while waiting:
            row, column = waiting.pop()
            for dr, dc in SIDES:
                r, c = row + dr, column + dc
                if (
                    0 <= r < rows
                    and 0 <= c < columns
                    and (r, c) not in piece
                    and board[r][c] == board[cell[0]][cell[1]]
                ):
                    piece.add((r, c))
                    waiting.append((r, c))
        owner.update(dict.fromkeys(piece, len(found)))
        found.append(piece)
    return found


def all_cuts(areas, weights, forbidden, rows, columns, direction="top-bottom"):
    """Return the least weight of areas that stop blue, and all sets that attain it."""
    every = set(product(range(rows), range(columns)))
    best, sets = None, []
    allowed = [i for i in range(len(areas)) if i not in forbidden]
    for size in range(len(allowed) + 1):
        for chosen in combinations(allowed, size):
            weight = sum(weights[i] for i in chosen)
            if best is not None and weight > best:
                continue
            red = set().union(*(areas[i] for i in chosen))
            if not blue_wins(every - red, rows, columns, direction):
                if best is None or weight < best:
                    best, sets = weight, []
                sets.append(chosen)
    return best, sets


def label_areas(board):
    """Return the cells of every label in scan order, and the labels."""
    areas = {}
    for row, line in enumerate(board):
        for column, label in enumerate(line):
            areas.setdefault(label, set()).add((row, column))
    return list(areas.values()), list(areas)


def has_colouring_without_winner(board):
    """Tell whether some colouring lets neither blue nor red join their sides."""
    rows, columns = len(board), len(board[0])
    areas, _ = label_areas(board)
    for colours in product((False, True), repeat=len(areas)):
        red, blue = set(), set()
        for area, is_red in zip(areas, colours, strict=True):
            (red if is_red else blue).update(area)
        if not blue_wins(blue, rows, columns) and not blue_wins(red, rows, columns, "left-right"):
            return True
    return False


def labellings(rows, columns):
    """Yield all boards of a size up to renaming of the labels, as lists of strings."""
    cells = rows * columns

    def extend(labels, used):
        if len(labels) == cells:
            text = "".join(chr(65 + label) for label in labels)
            yield [text[i : i + columns] for i in range(0, cells, columns)]
            return
        for label in range(used + 1):
            yield from extend([*labels, label], max(used, label + 1))

    yield from extend([0], 1)
