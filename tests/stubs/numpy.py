"""Stands for NumPy as far as the examples use it."""
uint32, float32, void = int, "float32", bytes


class Array:
    def sum(self, dtype):
        return dtype(0)

    def max(self):
        return 0.0


def frombuffer(buffer, type_):
    assert type_ == f"V{len(buffer)}"
    return buffer


def empty(count, type_):
    del count, type_
    return Array()
