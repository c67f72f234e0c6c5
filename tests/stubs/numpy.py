"""Stands for NumPy as far as an example of PyCUDA uses it."""
uint32, float32, void = int, "float32", bytes


class Array:
    def sum(self, dtype):
        return dtype(0)

    def max(self):
        return 0.0


def empty(count, type_):
    del count, type_
    return Array()
