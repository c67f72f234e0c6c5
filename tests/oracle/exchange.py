#!/usr/bin/env python3
"""exchange.py FRACTAL R N STEPS SEED VALUE... - replica exchange of an Ising model by brute force, written from docs/programs.md:
each value's copy after the steps, its digest and energy, where copies exchange their states after each N-th step; then how many
of the attempts of each value with the next one were accepted. exchange.lua is the program."""
import math
import sys

import brute


def flip(T):
    def update(world, state, cell):
        near = world.beside(cell)
        field = 2 * sum(state[other] == state[cell] for other in near) - len(near)
        return (1 - state[cell][0],) if world.chance(cell, 0, math.exp(-2 * field / T)) else state[cell]
    return update


def accepts(seed, i, step, values, energies):
    u = (brute.philox((i, 0, step, 2**32 - 1), seed)[0] >> 8) * 2.0**-24
    return u < math.exp((1 / values[i] - 1 / values[i + 1]) * (energies[i] - energies[i + 1]))


def main():
    fractal, r, every, steps, seed = sys.argv[1], *map(int, sys.argv[2:6])
    values = [float(value) for value in sys.argv[6:]]
    world = brute.World(fractal, r, brute.NEAR, seed, 0)
    states = [{cell: (world.initial(cell, 0, 2),) for cell in world.cells} for _ in values]
    accepted = [0] * (len(values) - 1)
    for world.step in range(steps):
        for T, state in zip(values, states):
            brute.advance(world, state, flip(T), True)
        done = world.step + 1
        if done % every == 0:
            energies = [2 * brute.unlike(world, state) for state in states]
            for i in range(done // every % 2, len(values) - 1, 2):
                if accepts(seed, i, done, values, energies):
                    states[i], states[i + 1] = states[i + 1], states[i]
                    accepted[i] += 1
    for T, state in zip(values, states):
        print(seed, T, brute.digest(state, "<f"), 2 * brute.unlike(world, state))
    print(*accepted)


main()
