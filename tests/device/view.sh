#!/usr/bin/env bash
# view.sh - what it costs to look: steps a second of `nbbgen view` with 30 pictures of 1024 x 1024 a second and without any,
# interleaved, as medians; the pictures that came; and how long a picture and a state take where no steps are done.
#
#     NBBGEN=build/release/nbbgen tests/device/view.sh [WORK...]    # sierpinski --r 20 --device cuda; or carpet --r 6 --device cpu
. "${BASH_SOURCE[0]%/*}/provenance.bash"
provenance "$@"
[[ $# -gt 0 ]] || set -- sierpinski --r 20 --device cuda
python3 - "$@" <<'TEXT'
import http.client
import json
import os
import statistics
import subprocess
import sys
import time
import urllib.parse

ROUNDS, SECONDS, RATE, SIDE = 7, 3, 30, 1024
server = subprocess.Popen([os.environ["NBBGEN"], "view", *sys.argv[1:], "--quiet"], stdout=subprocess.PIPE, text=True)
address = urllib.parse.urlsplit(server.stdout.readline().strip())
page = http.client.HTTPConnection(address.netloc)


def ask(path, body=None, **values):
    page.request("POST" if body else "GET", f"{path}?{address.query}&{urllib.parse.urlencode(values)}", body and json.dumps(body))
    answer = page.getresponse()
    read = answer.read()
    assert answer.status == 200, read
    return read


def state(**wanted):
    return json.loads(ask("/do", wanted) if wanted else ask("/state"))


def look(side=SIDE):
    read = ask("/picture", width=side, height=side, scale=scale)
    assert len(read) == 4 * side * side


def rates(pictures):
    """Steps and pictures a second; a page that wants pictures asks for the state with each, others once a second."""
    begin, steps, seen = time.monotonic(), state()["step"], 0
    every = 1 / RATE if pictures else 1
    while (now := time.monotonic()) < begin + SECONDS:
        due = begin + (seen + 1) * every
        time.sleep(max(0, min(due, begin + SECONDS) - now))
        state()
        if pictures:
            look()
        seen += 1
    took = time.monotonic() - begin
    last = state()
    assert last["plays"], last
    return (last["step"] - steps) / took, seen / took


def milliseconds(work):
    times = []
    for _ in range(ROUNDS):
        begin = time.monotonic()
        work()
        times.append(1e3 * (time.monotonic() - begin))
    return statistics.median(times)


first = state()
scale = max(1, -(-max(first["sides"]) // SIDE))
print(f"view {' '.join(sys.argv[1:])}: {first['cells']} cells, pixels of {scale} x {scale} places")
look()  # makes what pictures need
print(f"a picture takes {milliseconds(look):.2f} ms, one pixel of it {milliseconds(lambda: look(1)):.2f} ms,"
      f" a state {milliseconds(state):.2f} ms, with a step {milliseconds(lambda: state(step=1)):.2f} ms")
state(speed=0, play=True)
rates(True)
measured = [(rates(False)[0], *rates(True)) for _ in range(ROUNDS)]
alone, looked, seen = (statistics.median(column) for column in zip(*measured))
share = statistics.median(1 - with_them / without for without, with_them, _ in measured)
print(f"steps a second without pictures: {alone:.1f}")
print(f"steps a second with pictures: {looked:.1f}; pictures a second: {seen:.1f}; they cost {100 * share:.1f}% of the steps")
server.terminate()
server.wait()
TEXT
