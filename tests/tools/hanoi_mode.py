"""hanoi_mode.py - eigenvectors of the Laplacian of the gasket with triangular neighbours (the Hanoi graph), as .npy.

    hanoi_mode.py write R UPPER f4|f8 FILE            writes one of level R, and prints its eigenvalue
    hanoi_mode.py compare f4|f8 FACTOR START END      the largest |END - FACTOR START| over the largest |FACTOR START|

Level 1 is a triangle with eigenvalue 3. A cell of one level is a triangle of the next, whose cells sum to the cell's
value; eigenvalues follow lambda (5 - lambda) = that of the level before, of which the lower solution is taken, but at
level UPPER (0: none) the upper one.
"""
import array
import ast
import math
import sys

STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1))


def refine(coarse, value):
    """The eigenvector of the next level with this eigenvalue: at a cell with a neighbour in another triangle,
    (4 - value) f = sum of its triangle + f of that neighbour; at the corners (3 - value) f = sum of its triangle."""
    fine = {}
    inner = (4 - value) ** 2 - 1
    for (X, Y), own in coarse.items():
        for cell in ((2 * X, 2 * Y), (2 * X, 2 * Y + 1), (2 * X + 1, 2 * Y + 1)):
            beside = [((cell[0] + dx) // 2, (cell[1] + dy) // 2) for dx, dy in STEPS
                      if is_cell(cell[0] + dx, cell[1] + dy)]
            others = [coarse[place] for place in beside if place != (X, Y) and place in coarse]
            fine[cell] = ((4 - value) * own + others[0]) / inner if others else own / (3 - value)
    return fine


def is_cell(x, y):
    return x >= 0 and y >= 0 and x & ~y == 0


def mode(r, upper):
    value, cells = 3.0, {(0, 0): 1.0, (0, 1): -1.0, (1, 1): 0.0}
    for level in range(2, r + 1):
        root = math.sqrt(25 - 4 * value)
        value = (5 + (root if level == upper else -root)) / 2
        cells = refine(cells, value)
        most = max(map(abs, cells.values()))
        cells = {place: height / most for place, height in cells.items()}
    return value, cells


def write(r, upper, kind, path):
    value, cells = mode(int(r), int(upper))
    side = 2 ** int(r)
    box = array.array("f" if kind == "f4" else "d", bytes(side * side * int(kind[1])))
    for (x, y), height in cells.items():
        box[y * side + x] = height
    head = f"{{'descr': '<{kind}', 'fortran_order': False, 'shape': ({side}, {side}), }}"
    head += " " * (-(len(head) + 11) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head.encode())
        box.tofile(file)
    print(f"{value:.17g}")


def read(kind, path):
    with open(path, "rb") as file:
        assert file.read(8) == b"\x93NUMPY\x01\x00", path
        head = ast.literal_eval(file.read(int.from_bytes(file.read(2), "little")).decode())
        assert head["descr"] == f"<{kind}", (path, head)
        values = array.array("f" if kind == "f4" else "d")
        values.frombytes(file.read())
    return values


def compare(kind, factor, start, end):
    begun = [float(factor) * value for value in read(kind, start)]
    most = max(map(abs, begun))
    print(f"{max(abs(a - b) for a, b in zip(begun, read(kind, end))) / most:.3g}")


if __name__ == "__main__":
    {"write": write, "compare": compare}[sys.argv[1]](*sys.argv[2:])
