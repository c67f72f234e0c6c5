#!/usr/bin/env python3
"""exchange.py FRACTAL R N STEPS SEED OWN VALUE... - replica exchange of an Ising model by brute force, written from docs/programs.md:
each value's copy after the steps, its digest and energy, where copies exchange their states after each N-th step; then how many
of the attempts of each value with the next one were accepted. OWN is 1 with --own-noise, else 0. exchange.lua is the program."""
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
    fractal, r, every, steps, seed, own = sys.argv[1], *map(int, sys.argv[2:7])
    values = [float(value) for value in sys.argv[7:]]
    worlds = [brute.World(fractal, r, brute.NEAR, seed + own * (i << 32), 0) for i in range(len(values))]
    states = [{cell: (worlds[0].initial(cell, 0, 2),) for cell in world.cells} for world in worlds]
    accepted = [0] * (len(values) - 1)
    for done in range(1, steps + 1):
        for world, T, state in zip(worlds, values, states):
            world.step = done - 1
            brute.advance(world, state, flip(T), True)
        if done % every == 0:
            energies = [2 * brute.unlike(worlds[0], state) for state in states]
            for i in range(done // every % 2, len(values) - 1, 2):
                if accepts(worlds[i].seed, i, done, values, energies):
                    states[i], states[i + 1] = states[i + 1], states[i]
                    accepted[i] += 1
    for T, state in zip(values, states):
        print(seed, T, brute.digest(state, "<f"), 2 * brute.unlike(worlds[0], state))
    print(*accepted)


main()
