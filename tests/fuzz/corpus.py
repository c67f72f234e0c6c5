"""corpus.py unpack|pack CORPUS FOLDER - the inputs of a fuzzer's target, as lines of a file and as files in a folder.

A line of corpus/TARGET.txt is an input: its name, or - for one that a fuzzer found, a blank, and its bytes; \\n, \\r, \\t,
\\\\ and \\xHH stand for those that are no printable ASCII. Packing takes all files of the folder, named by 40 digits for -.
"""
import hashlib
import pathlib
import re
import sys

NAMED = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\"}
ESCAPED = {"n": 10, "r": 13, "t": 9, "\\": 92}


def escape(data):
    return "".join(NAMED.get(c, c if " " <= c <= "~" else f"\\x{ord(c):02x}") for c in data.decode("latin-1"))


def unescape(text):
    return re.sub(r"\\(?:x(..)|(.))", lambda m: chr(int(m[1], 16) if m[1] else ESCAPED[m[2]]), text).encode("latin-1")


def main(action, corpus, folder):
    corpus, folder = pathlib.Path(corpus), pathlib.Path(folder)
    if action == "unpack":
        for line in corpus.read_text().splitlines():
            name, data = line.split(" ", 1)
            data = unescape(data)
            (folder / (hashlib.sha1(data).hexdigest() if name == "-" else name)).write_bytes(data)
    else:
        named = [("-" if re.fullmatch("[0-9a-f]{40}", path.name) else path.name, path.read_bytes())
                 for path in sorted(folder.iterdir())]
        corpus.write_text("".join(f"{name} {escape(data)}\n" for name, data in sorted(named)))


main(*sys.argv[1:])
