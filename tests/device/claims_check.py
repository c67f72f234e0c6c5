"""claims_check.py ROOT [--update] - compares the numbers of README.md and docs/ by docs/claims.py and claims_simplices.py; see claims.sh."""
import math
import pathlib
import re
import runpy
import sys

import claims_outputs as outputs

UNITS = r"ms|s|ns|us|(?:micro|milli)?seconds?|[kMGT]B(?:/s)?|%|times|cells/s|cells a second"
MEASURED = re.compile(rf"(?<![\w.#-])({outputs.NUMBER})(?![\w]|\.\d|-\d)(\s*(?:{UNITS})(?!\w))?")
YEAR = re.compile(r"(19|20)\d\d")
# What holds no figures: code, links' targets, comments. It is blanked, so that places stay the same.
NO_PROSE = re.compile(r"^    .*$|`[^`]*`|\]\([^)]*\)|<!--[^>]*-->|\b\d{4}-\d\d-\d\d\b", re.MULTILINE)


class Page:
    def __init__(self, root, name):
        self.name = name
        self.path = root / name
        self.text = self.path.read_text()
        self.covered = []
        self.edits = []

    def find(self, text):
        """The only place of the text, in which # stands for a number, or None."""
        parts = [r"\s+".join(map(re.escape, part.split(" "))) for part in text.split("#")]
        found = list(re.finditer(f"({outputs.NUMBER})".join(parts), self.text))
        return found[0] if len(found) == 1 else len(found)

    def line(self, place):
        return self.text.count("\n", 0, place) + 1

    def uncovered(self):
        """The numbers that look measured and no claim holds: with a unit, a point, an exponent, or three digits."""
        prose = NO_PROSE.sub(lambda code: re.sub(r"[^\n]", " ", code[0]), self.text)
        for match in MEASURED.finditer(prose):
            plain = re.fullmatch(r"\d+", match[1])
            if plain and not match[2] and (len(match[1]) < 3 or YEAR.fullmatch(match[1])):
                continue
            if not any(start <= match.start() and match.end(1) <= end for start, end in self.covered):
                yield f"{self.name}:{self.line(match.start())}: '{match[0]}' has no claim in docs/claims.py"


def printed_like(value, sample):
    """The value with as many digits as the sample."""
    if "e" in sample:
        mantissa, _, exponent = f"{value:.{len(sample.split('e')[0].partition('.')[2])}e}".partition("e")
        return f"{mantissa}e{int(exponent)}"
    if "." not in sample:
        return str(math.floor(value + 0.5))
    digits = len(sample.replace(".", "").lstrip("0")) or 1
    size = int(f"{value:.{digits - 1}e}".partition("e")[2])
    return f"{value:.{max(0, digits - 1 - size)}f}"


def agrees(value, sample):
    """Whether the sample is the value to the digits printed; ties may be rounded either way."""
    mantissa, _, exponent = sample.replace(",", "").partition("e")
    unit = 10.0 ** (int(exponent or 0) - len(mantissa.partition(".")[2]))
    return abs(value - float(sample.replace(",", ""))) <= unit * 0.5000001


class Checker:
    def __init__(self, root):
        self.root = root
        self.pages = {}
        self.errors = []
        self.checked = 0

    def page(self, name):
        if name not in self.pages:
            self.pages[name] = Page(self.root, name)
        return self.pages[name]

    def locate(self, name, text):
        page = self.page(name)
        found = page.find(text)
        if isinstance(found, int):
            self.errors.append(f"{name}: '{text}' of docs/claims.py stands there {found} times, once is wanted")
            return page, None
        page.covered.append(found.span())
        return page, found

    def claim(self, name, text, *values):
        """The page has the text, whose #s are these values."""
        page, found = self.locate(name, text)
        if found is None:
            return
        if len(values) != text.count("#"):
            self.errors.append(f"docs/claims.py: '{text}' has {text.count('#')} numbers, {len(values)} values")
        for place, value in enumerate(values[:text.count("#")], 1):
            self.checked += 1
            if not math.isnan(value) and not agrees(value, found[place]):
                wanted = printed_like(value, found[place])
                page.edits.append((found.span(place), wanted))
                self.errors.append(f"{page.name}:{page.line(found.start(place))}: '{found[place]}' in '{found[0]}'"
                                   f" is {wanted} by the output")

    def given(self, name, why, *texts):
        """The page has these texts, whose numbers are not measured; `why` says what they are."""
        for text in texts:
            self.locate(name, text)

    def update(self):
        for page in self.pages.values():
            for (start, end), wanted in sorted(page.edits, reverse=True):
                page.text = page.text[:start] + wanted + page.text[end:]
            if page.edits:
                page.path.write_text(page.text)
        print(f"{sum(len(page.edits) for page in self.pages.values())} numbers updated")


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    outputs.root = root
    checker = Checker(root)
    names = {name: getattr(outputs, name) for name in ("number", "every", "total", "rows", "bench", "benches", "rate", "NUMBER")}
    names |= {"claim": checker.claim, "given": checker.given}
    for claims in sorted((root / "docs").glob("claims*.py")):
        names = runpy.run_path(str(claims), init_globals=names)
    if "--update" in sys.argv[2:]:
        checker.update()
        return 0
    for path in [root / "README.md", *sorted((root / "docs").glob("*.md"))]:
        checker.errors.extend(checker.page(str(path.relative_to(root))).uncovered())
    errors = outputs.problems + checker.errors
    print("\n".join([*errors, f"{checker.checked} numbers compared with outputs, {len(errors)} errors"]))
    return 1 if errors or checker.checked == 0 else 0


sys.exit(main())
