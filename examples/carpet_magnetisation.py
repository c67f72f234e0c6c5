#!/usr/bin/env python3
"""Draws the magnetisation of the Ising model on the Sierpinski carpet while it cools, and the spins at the end.

    pip install . matplotlib
    python3 examples/carpet_magnetisation.py -o magnetisation.png

In a notebook, cells of `# %%` run one after the other, and a run shows its picture by itself.
"""
# %%
import argparse

import matplotlib.pyplot as plt

import nbbgen

options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
options.add_argument("--r", type=int, default=5, help="level of the carpet (5)")
options.add_argument("--steps", type=int, default=400, help="steps at each temperature (400)")
options.add_argument("--device", default="auto")
options.add_argument("-o", "--output", default="magnetisation.png")
given, others = options.parse_known_args()
if others and others[0] != "-f":  # which a notebook's kernel is given
    options.error(f"unexpected: {' '.join(others)}")

# %% A run for each temperature; observables every tenth of its steps
figure, (curves, picture) = plt.subplots(1, 2, figsize=(11, 5))
for temperature in (2.0, 1.5, 1.0):
    run = nbbgen.Run("carpet", r=given.r, program="ising", set={"T": temperature}, seed=1, device=given.device)
    steps, magnetisation = [], []
    for _ in range(10):
        run.step(max(1, given.steps // 10))
        steps.append(run.step_count)
        magnetisation.append(abs(run.observe()["m"]) / run.cell_count)
    curves.plot(steps, magnetisation, label=f"T = {temperature}")
curves.set(xlabel="steps", ylabel="|m| a cell", ylim=(0, 1))
curves.legend()

# %% The spins of the coldest one; holes of the carpet stay white
spins = run.array().astype(float)
spins[~run.mask()] = float("nan")
picture.imshow(spins, cmap="coolwarm", interpolation="nearest")
picture.set(title=f"{run.cell_count} spins after {run.step_count} steps, T = {temperature}")
figure.tight_layout()
figure.savefig(given.output)
print(f"{given.output}: |m| a cell is {magnetisation[-1]:.3f} at T = {temperature}")
