#!/usr/bin/env python3
"""Draws a field of a run in a colour map of matplotlib: of two axes from the whole down to cells, of three as cubes.

    pip install . matplotlib
    python3 examples/picture.py carpet --r 8 --program ising --set T=1.48 --steps 3000 --zooms 3 -o zooms.png
"""
import argparse

import matplotlib
import numpy as np
from PIL import Image

import nbbgen

BACKGROUND = (16, 20, 28)
SHADES = (1.0, 0.62, 0.8)                 # of a cube: its top, and its sides
CUBE = ("-tt-", "tttt", "llrr", "-lr-")   # of pixels


def windows(run, field, zooms):
    """[y, x]: the whole as means, and beside and below it windows that show 3 times less each, the next one framed, as
    long as a pixel has more than a cell."""
    whole = -(-max(run.shape) // (225 if zooms else 512))
    width = -(-max(run.shape) // whole)
    scales = sorted({max(1, whole // 3 ** k) for k in range(zooms + 1)}, reverse=True)
    corners = [[int(0.3 * max(0, side - width * scale)) for side in run.shape[::-1]] for scale in scales]
    panels = []
    for corner, scale in zip(corners, scales):
        panel = run.picture((*corner, 0), scale, width, width, field).astype(float)
        for inner, finer in zip(corners[len(panels) + 1:], scales[len(panels) + 1:]):
            left, top = ((inner[i] - corner[i]) // scale for i in (0, 1))
            side = width * finer // scale
            for y, x in ((top, slice(left, left + side)), (top + side, slice(left, left + side)),
                         (slice(top, top + side), left), (slice(top, top + side), left + side)):
                panel[y, x] = np.inf
            break
        panels.append(np.pad(panel, 2, constant_values=np.nan))
    if len(panels) > 1 and len(panels) % 2:
        panels.append(np.full_like(panels[0], np.nan))
    return np.vstack([np.hstack(panels[i:i + 2]) for i in range(0, len(panels), 2)]), np.int64(0)


def cubes(run, field):
    """[y, x]: values and shades of the cells as cubes, seen from the first one's corner."""
    values, n = run.array(field), max(run.shape)
    z, y, x = np.nonzero(run.mask())
    picture, shade = np.full((4 * n + 4, 4 * n + 4), np.nan), np.zeros((4 * n + 4, 4 * n + 4), int)
    for depth in range(3 * n, -1, -1):    # those in front hide those behind
        here = x + y + z == depth
        left, top = 2 * (x - y + n)[here], (2 * (n + z) - x - y)[here]
        for i, row in enumerate(CUBE):
            for j, side in enumerate(row):
                if side != "-":
                    picture[top + i, left + j] = values[z[here], y[here], x[here]]
                    shade[top + i, left + j] = "tlr".index(side)
    return picture, shade


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("fractal")
    options.add_argument("--r", type=int)
    options.add_argument("--program", required=True)
    options.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    options.add_argument("--steps", type=int, default=100)
    options.add_argument("--field", help="(the first)")
    options.add_argument("--power", type=float, default=1, help="of the values between the least and the largest (1)")
    options.add_argument("--period", type=float, help="values that differ by so much are the same")
    options.add_argument("--zooms", type=int, default=0)
    options.add_argument("--colours", default="viridis", help="a colour map of matplotlib (viridis)")
    options.add_argument("--device", default="auto")
    options.add_argument("-o", "--output", default="picture.png")
    given = options.parse_args()
    values = {name: float(value) for name, value in (word.split("=") for word in given.set)}
    run = nbbgen.Run(given.fractal, r=given.r, program=given.program, set=values, seed=1, device=given.device)
    run.step(given.steps)
    field = given.field or run.fields[0]
    picture, shade = cubes(run, field) if len(run.shape) == 3 else windows(run, field, given.zooms)
    if given.period:
        picture %= given.period
    least, most = (0, given.period) if given.period else (np.min(picture, where=np.isfinite(picture), initial=np.inf),
                                                          np.max(picture, where=np.isfinite(picture), initial=-np.inf))
    place = np.nan_to_num((picture - least) / max(most - least, 1e-30), posinf=1.0)
    index = np.where(np.isfinite(picture), 2 + 3 * (place ** given.power * 41).astype(int) + shade, np.isinf(picture))
    colours = matplotlib.colormaps[given.colours](np.linspace(0, 1, 42))[:, None, :3] * np.array(SHADES)[:, None]
    image = Image.fromarray(index.astype(np.uint8), "P")
    image.putpalette([*BACKGROUND, 255, 255, 255, *(colours * 255).astype(int).ravel().tolist()])
    image = image.crop(image.getbbox())
    if max(image.size) < 400:
        image = image.resize((2 * image.width, 2 * image.height), Image.NEAREST)
    image.save(given.output, optimize=True)


if __name__ == "__main__":
    main()
