#!/usr/bin/env python3
"""Where Binder's cumulants of the Ising model on two levels of the Sierpinski carpet cross, and how they collapse.

    pip install .
    python3 examples/finite_size.py -o collapse.png

An ensemble holds all seeds of all temperatures of a level. Between these temperatures means are reweighted: a sample of energy e
counts exp(-(1/T - 1/T0) e) times at T [Ferrenberg and Swendsen 1988]. Errors are those without one seed at a time, by the jackknife.
On carpets the crossing moves with the levels, and comes to the critical temperature, 1.4783(1) [HOTRG, arXiv 1904.10645].
"""
import argparse

import numpy as np

import nbbgen


def sample(level, temperatures, seeds, steps, every, device="auto"):
    """Energies and magnetisations, [temperature, seed, sample], of ordered starts behind a fifth of the steps. By Glauber's rates:
    with Metropolis' sweeps walls on a ring, as the carpet of level 1 is, never go back."""
    runs = nbbgen.Ensemble("carpet", r=level, program="ising_glauber", set={"density": 1}, seed=(1, seeds),
                           sweep={"T": temperatures}, device=device)
    looks = []
    runs.step(steps // 5)
    runs.step(steps, every=every, see=lambda: looks.append(runs.observe()))
    return tuple(np.stack([look[name] for look in looks], -1).reshape(len(temperatures), seeds, -1).astype(float) for name in "em")


def reweighted(energies, values, sampled, temperature):
    """The mean of `values` at a temperature, of samples at another one."""
    exponent = -(1 / temperature - 1 / sampled) * energies
    weights = np.exp(exponent - exponent.max())
    return (weights * values).sum() / weights.sum()


def binder(samples, temperatures, temperature, without=None):
    """1 - <m^4> / (3 <m^2>^2), by the samples of the nearest temperature, all or those without one seed."""
    near = int(np.abs(np.asarray(temperatures) - temperature).argmin())
    energies, magnetisations = (np.delete(part[near], [] if without is None else without, 0) for part in samples)
    second, fourth = (reweighted(energies, magnetisations**power, temperatures[near], temperature) for power in (2, 4))
    return 1 - fourth / (3 * second**2)


def crossing(small, large, temperatures, without=None):
    """Where the cumulant of the larger level falls below that of the smaller, and the ratio of their slopes there."""
    fine = np.linspace(temperatures[0], temperatures[-1], 41)
    both = np.array([[binder(level, temperatures, T, without) for T in fine] for level in (small, large)])
    above = both[1] - both[0]
    falls = np.flatnonzero((above[:-1] > 0) & (above[1:] <= 0))
    if len(falls) == 0:
        raise SystemExit("the cumulants do not cross: other temperatures, more steps or more seeds")
    at = falls[np.abs(falls - len(fine) // 2).argmin()]
    here = slice(max(at - 10, 0), at + 12)
    slopes = [np.polyfit(fine[here], level[here], 1)[0] for level in both]
    return fine[at] + (fine[at + 1] - fine[at]) * above[at] / (above[at] - above[at + 1]), slopes[1] / slopes[0]


def jackknife(estimate, seeds):
    """What is estimated of all seeds, and its errors."""
    without = np.array([estimate(seed) for seed in range(seeds)])
    return np.array(estimate(None)), np.sqrt((seeds - 1) * without.var(0))


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--levels", type=int, nargs=2, default=(2, 3), help="two levels of the carpet (2 3)")
    options.add_argument("--temperatures", type=float, nargs="+", default=[1.3, 1.35, 1.4, 1.45, 1.5])
    options.add_argument("--seeds", type=int, default=32, help="copies at each temperature (32)")
    options.add_argument("--steps", type=int, default=8000, help="sweeps of each copy (8000)")
    options.add_argument("--every", type=int, default=10, help="sweeps from one sample to the next (10)")
    options.add_argument("--device", default="auto")
    options.add_argument("-o", "--output", help="draws the collapse, by matplotlib")
    given = options.parse_args()
    levels = [sample(level, given.temperatures, given.seeds, given.steps, given.every, given.device) for level in given.levels]
    (critical, ratio), errors = jackknife(lambda without: crossing(*levels, given.temperatures, without), given.seeds)
    scale = np.log(3) * (given.levels[1] - given.levels[0])
    exponent = np.log(ratio) / scale  # 1 / nu
    print(f"levels {given.levels[0]} and {given.levels[1]} cross at T = {critical:.3f} +- {errors[0]:.3f},"
          f" 1/nu = {exponent:.2f} +- {errors[1] / ratio / scale:.2f}")
    collapsed = [[((T / critical - 1) * 3 ** (level * exponent), binder(samples, given.temperatures, T)) for T in given.temperatures]
                 for level, samples in zip(given.levels, levels)]
    for level, points in zip(given.levels, collapsed):
        print(f"r = {level}: " + ", ".join(f"({x:.2f}, {U:.3f})" for x, U in points))
    if given.output is not None:
        import matplotlib.pyplot as plt
        figure, axes = plt.subplots()
        for level, points in zip(given.levels, collapsed):
            axes.plot(*zip(*points), "o", label=f"r = {level}")
        axes.set(xlabel="(T / Tc - 1) L^(1/nu)", ylabel="Binder's cumulant")
        axes.legend()
        figure.savefig(given.output)


if __name__ == "__main__":
    main()
