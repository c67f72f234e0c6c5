"""plot.py - panels of curves and points as an SVG, with the colours of `nbbgen bench --plot`."""
import math
from xml.sax.saxutils import escape

STYLE = ("rect,polyline,path{fill:none} rect{stroke:#000} .grid{stroke:#ddd;stroke-width:.7} .x{text-anchor:middle} "
         ".y{text-anchor:end} polyline,.bar{stroke-width:1.5}")
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
WIDTH, HEIGHT, LEFT, TOP, STEP = 330, 230, 64, 40, 420


class Axis:
    """Values to pixels, logarithmic or not; `marks` are the values that get a line and a number."""

    def __init__(self, values, begin, end, logarithmic):
        self.scale = math.log10 if logarithmic else float
        low, high = self.scale(min(values)), self.scale(max(values))
        room = 0.05 * (high - low) or 1
        self.low, self.high, self.begin, self.end = low - room, high + room, begin, end
        self.marks = self.decades() if logarithmic else self.steps()

    def decades(self):
        stride = max(1, math.ceil((self.high - self.low) / 6))
        return [10.0 ** power for power in range(math.ceil(self.low), math.floor(self.high) + 1, stride)]

    def steps(self):
        rough = (self.high - self.low) / 5
        unit = 10.0 ** math.floor(math.log10(rough))
        step = next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= rough)
        return [i * step for i in range(math.ceil(self.low / step), math.floor(self.high / step) + 1)]

    def place(self, value):
        return self.begin + (self.scale(value) - self.low) / (self.high - self.low) * (self.end - self.begin)


class Panel:
    def __init__(self, title, x, y, logarithmic=False):
        self.title, self.x, self.y, self.logarithmic, self.curves = title, x, y, logarithmic, []

    def add(self, name, points, errors=None, line=True, colour=None):
        """A curve through the points (x, y), or, with line=False, marks with bars as long as the errors."""
        if self.logarithmic:
            points = [(x, y) for x, y in points if x > 0 and y > 0]
        colour = COLOURS[len(self.curves) % len(COLOURS) if colour is None else colour]
        self.curves.append((name, points, errors or [0] * len(points), line, colour))

    def svg(self, left):
        points = [(x, y, 0 if self.logarithmic else error) for curve in self.curves for (x, y), error in zip(curve[1], curve[2])]
        x = Axis([x for x, _, _ in points], left, left + WIDTH, self.logarithmic)
        y = Axis([y + sign * error for _, y, error in points for sign in (-1, 1)], TOP + HEIGHT, TOP, self.logarithmic)
        yield f'<text class="x" x="{left + WIDTH / 2:.1f}" y="{TOP - 8}">{escape(self.title)}</text>'
        yield from grid(x, y, left)
        yield f'<rect x="{left}" y="{TOP}" width="{WIDTH}" height="{HEIGHT}"/>'
        yield f'<text class="x" x="{left + WIDTH / 2:.1f}" y="{TOP + HEIGHT + 34}">{escape(self.x)}</text>'
        yield (f'<text class="x" transform="translate({left - 50} {TOP + HEIGHT / 2:.1f}) rotate(-90)">'
               f'{escape(self.y)}</text>')
        for number, curve in enumerate(self.curves):
            yield from draw(curve, x, y, left, TOP + HEIGHT + 52 + 16 * number)


def grid(x, y, left):
    for value in x.marks:
        yield f'<path class="grid" d="M{x.place(value):.1f} {TOP}v{HEIGHT}"/>'
        yield f'<text class="x" x="{x.place(value):.1f}" y="{TOP + HEIGHT + 16}">{value:.4g}</text>'
    for value in y.marks:
        yield f'<path class="grid" d="M{left} {y.place(value):.1f}h{WIDTH}"/>'
        yield f'<text class="y" x="{left - 6}" y="{y.place(value) + 4:.1f}">{value:.4g}</text>'


def draw(curve, x, y, left, below):
    name, points, errors, line, colour = curve
    yield f'<g fill="{colour}" stroke="{colour}">'
    if line:
        places = " ".join(f"{x.place(a):.1f},{y.place(b):.1f}" for a, b in points)
        yield f'<polyline points="{places}"/><path class="bar" d="M{left} {below - 4}h20"/>'
    else:
        for (a, b), error in zip(points, errors):
            yield f'<circle cx="{x.place(a):.1f}" cy="{y.place(b):.1f}" r="2" stroke="none"/>'
            if error > 0 and not (y.scale is math.log10 and b <= error):
                yield f'<path class="bar" d="M{x.place(a):.1f} {y.place(b - error):.1f}V{y.place(b + error):.1f}"/>'
        yield f'<circle cx="{left + 10}" cy="{below - 4}" r="2.5" stroke="none"/>'
    yield f'</g><text x="{left + 28}" y="{below}">{escape(name)}</text>'


def write(path, command, panels):
    """An SVG of the panels side by side; `command` is what made it, and is kept in it."""
    width = STEP * len(panels)
    height = TOP + HEIGHT + 48 + 16 * max(len(panel.curves) for panel in panels)
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
             f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="11">',
             f"<desc>{escape(command)}</desc>", f"<style>{STYLE}</style>",
             f'<path style="fill:#fff" d="M0 0h{width}v{height}H0z"/>']
    for number, panel in enumerate(panels):
        lines.extend(panel.svg(number * STEP + LEFT))
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join([*lines, "</svg>"]) + "\n")
