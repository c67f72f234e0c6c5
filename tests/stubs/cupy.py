"""Stands for CuPy where there is no GPU: a launch prints its kernel's name and shape."""
import types

uint8, uint32, uint64 = "uint8", int, int
cuda = types.SimpleNamespace(Device=lambda: types.SimpleNamespace(compute_capability="80"))


class Array(list):
    def tolist(self):
        return self


def zeros(count, type_):
    del type_
    return Array([0] * count)


class RawModule:
    def __init__(self, path):
        with open(path, "rb") as file:
            assert file.read(4) == b"\x7fELF", path

    def get_function(self, name):
        def launch(grid, block, parameters):
            print(name, *grid, *block, len(parameters))
        return launch
