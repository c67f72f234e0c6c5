"""Stands for PyCUDA's driver where there is no GPU: a launch prints its kernel's name and shape."""


def mem_alloc(count):
    return bytearray(count)


def memset_d8(buffer, value, count):
    assert len(buffer) == count and value == 0


def memcpy_dtoh(array, buffer):
    del array, buffer


class Module:
    def get_function(self, name):
        def launch(*parameters, grid, block):
            sizes = [len(one) for one in parameters if isinstance(one, bytes)]
            print(name, grid[0], block[0], len(parameters), *sizes)
        return launch


def module_from_file(path):
    with open(path, "rb") as file:
        assert file.read(4) == b"\x7fELF", path
    return Module()
