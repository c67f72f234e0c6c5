"""claims_outputs.py - reads numbers from the outputs of tests/device.

A value that is not found is NaN and leaves a message in `problems`, so that one run tells all that is missing.
"""
import inspect
import json
import math
import pathlib
import re

NUMBER = r"\d+(?:,\d{3})+(?![\d.])|\d+(?:\.\d+)?(?:e[-+]?\d+)?"
root = pathlib.Path()
problems = []
texts = {}


def lines(file):
    """The lines of an output (host.txt stands beside the H200's folder); blanks and table bars become one blank."""
    if file not in texts:
        folder = root / "tests/device"
        path = folder / file if (folder / file).exists() else folder / "h200" / file
        text = path.read_text() if path.exists() else ""
        texts[file] = [" ".join(re.split(r"[\s|]+", line)).strip() for line in text.splitlines()]
    return texts[file]


def missing(message):
    """Notes the problem with the line of docs/claims*.py that asked."""
    asked = [frame for frame in inspect.stack() if "/docs/claims" in frame.filename]
    where = f"{asked[0].filename.rpartition('/')[2]}:{asked[0].lineno}" if asked else "claims.py:0"
    problems.append(f"docs/{where}: {message}")
    return math.nan


def rows_after(file, row, section):
    """What stands after `row` in the lines that begin with it, from the line that begins with `section` on."""
    start = 0
    if section is not None:
        start = next((i for i, line in enumerate(lines(file)) if line.startswith(section)), len(lines(file)))
    found = [line[len(row):] for line in lines(file)[start:] if re.match(re.escape(row) + r"(?![\w.])", line)]
    return found


def to_number(text):
    return float(text.replace(",", ""))


def number_in(text, which):
    """The which-th number of a text, or the first one before `which`, a text; None if there is none."""
    pattern = rf"({NUMBER})\s*{re.escape(which)}" if isinstance(which, str) else rf"({NUMBER})"
    found = re.findall(pattern, text)
    place = 1 if isinstance(which, str) else which
    return to_number(found[place - 1]) if len(found) >= place else None


def pick(file, row, which, section, rows):
    """That number of each of these rows."""
    found = [number_in(rest, which) for rest in rows]
    if not found or None in found:
        after = f" after '{section}'" if section else ""
        return [missing(f"{file}: number {which} after '{row}'{after} is not there")]
    return found


def every(file, row, which=1, section=None):
    """That number of each line that begins with `row`, from the line that begins with `section` on."""
    return pick(file, row, which, section, rows_after(file, row, section))


def number(file, row, which=1, section=None):
    """That number of the first such line."""
    return pick(file, row, which, section, rows_after(file, row, section)[:1])[0]


def rows(file, pattern):
    """The groups of each line that the pattern matches; none of an output that is still to come."""
    return [match.groups("") for match in map(re.compile(pattern).match, lines(file)) if match]


def total(file, pattern):
    """The sum of what the pattern's group finds."""
    found = re.findall(pattern, "\n".join(lines(file)), re.MULTILINE)
    return sum(map(to_number, found)) if found else missing(f"{file} has nothing like '{pattern}'")


COLUMNS = {"ms a step": lambda row: row["ms_median"], "cells/s": lambda row: row["cells_per_second"],
           "of limit": lambda row: row["share"] and 100 * row["share"]}


def measured(file):
    """The whole of a file of `bench --json`; without rows where there is none."""
    path = root / "tests/device/h200" / file
    return json.loads(path.read_text()) if path.exists() else {"rows": [], "devices": []}


def benches(file, work, column, choice="lanes"):
    """{(subject, level or side): number} of a bench file's rows with this workload and choice."""
    rows = [row for row in measured(file)["rows"] if "skipped" not in row]
    if not rows:
        missing(f"{file} has no rows")
    found = {(row["fractal"], row["n"] or row["r"]): COLUMNS[column](row) for row in rows
             if row["workload"] == work and f"{row['map']} {row['choice']}".strip() == choice}
    return {row: value for row, value in found.items() if value is not None}


def bench(file, subject, size, work, column, choice="lanes"):
    """A number of a bench file's row."""
    value = benches(file, work, column, choice).get((subject, size))
    return value if value is not None else missing(f"{file} has no row {subject} {size} {work} {choice}")


def rate(kind, file):
    """The rate (copy, write, read) that bench measured, in TB/s: of its JSON, or as it says in a text."""
    if file.endswith(".json"):
        devices = measured(file)["devices"]
        return devices[0][kind] / 1e12 if devices else missing(f"{file} tells no {kind} rate")
    match = re.search(rf"{kind} ({NUMBER})", "\n".join(lines(file)))
    return to_number(match[1]) / 1000 if match else missing(f"{file} tells no {kind} rate")
