"""The physics of examples against exact values."""
import importlib.util
import pathlib

import numpy as np

import nbbgen

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples"


def example(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def binder(level, temperature):
    """The cumulant of Ising spins on a carpet by a transfer matrix, cell by cell: weights[spins of the last row, m]."""
    mask = nbbgen.Run("carpet", r=level, device="cpu").mask()
    side, cells = len(mask), int(mask.sum())
    spins = np.arange(1 << side)[:, None] >> np.arange(side) & 1
    weights = np.zeros((1 << side, 2 * cells + 1))
    weights[0, cells] = 1
    for y, x in np.argwhere(mask):
        up = 2.0 * spins[:, x] - 1 if y > 0 and mask[y - 1, x] else np.zeros(1 << side)
        left = 2.0 * spins[:, x - 1] - 1 if x > 0 and mask[y, x - 1] else np.zeros(1 << side)
        after = np.zeros_like(weights)
        for spin in (0, 1):
            grown = np.exp((up + left) * (2 * spin - 1) / temperature)[:, None] * np.roll(weights, 2 * spin - 1, 1)
            for before in (0, 1):
                rows = np.flatnonzero(spins[:, x] == before)
                after[rows & ~(1 << x) | spin << x] += grown[rows]
        weights = after / after.sum()
    m, share = np.arange(-cells, cells + 1.0), weights.sum(0)
    return 1 - (share * m**4).sum() / (3 * (share * m**2).sum() ** 2)


def test_cumulants_cross_where_they_do():
    at = example("finite_size")
    temperatures, levels, seeds = [0.9, 1.05, 1.2, 1.35], (1, 2), 16
    samples = [at.sample(level, temperatures, seeds, 3000, 10, "cpu") for level in levels]
    for level, sampled in zip(levels, samples):  # between temperatures by other weights
        value, error = at.jackknife(lambda without: at.binder(sampled, temperatures, 1.12, without), seeds)
        assert abs(value - binder(level, 1.12)) < 4 * error < 0.05
    low, high = 0.9, 1.35
    while high - low > 4e-3:
        middle = (low + high) / 2
        low, high = (middle, high) if binder(2, middle) > binder(1, middle) else (low, middle)
    (found, ratio), errors = at.jackknife(lambda without: at.crossing(*samples, temperatures, without), seeds)
    assert abs(found - low) < 4 * errors[0] < 0.2
    assert ratio > 1
