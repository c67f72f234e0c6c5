"""view.py NBBGEN FOLDER - drives the page of `nbbgen view` in headless Chromium, and compares what it shows with `run`."""
import atexit
import json
import os
import re
import subprocess
import sys
import time


class Browser:
    """A page, by the DevTools protocol over two pipes."""

    def __init__(self, folder, width, height):
        ours, theirs = os.pipe(), os.pipe()
        os.set_inheritable(ours[0], True)

        def hand_over():  # the browser reads from 3 and writes to 4
            os.dup2(os.dup(ours[0]), 60), os.dup2(os.dup(theirs[1]), 61)
            os.dup2(60, 3), os.dup2(61, 4)

        self.process = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run",
             f"--user-data-dir={folder}/profile", f"--window-size={width},{height}", "about:blank"],
            preexec_fn=hand_over, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        atexit.register(self.process.kill)
        self.to, self.of, self.left, self.count, self.session = ours[1], theirs[0], b"", 0, None
        target = next(t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]

    def call(self, method, **values):
        self.count += 1
        message = {"id": self.count, "method": method, "params": values}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.left:
                self.left += os.read(self.of, 1 << 16)
            answer, self.left = self.left.split(b"\0", 1)
            answer = json.loads(answer)
            if answer.get("id") == self.count:
                assert "error" not in answer, (method, answer)
                return answer["result"]

    def value(self, script):
        result = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in result, (script, result)
        return result["result"].get("value")

    def awaits(self, script, what):
        for _ in range(200):
            if self.value(script):
                return
            time.sleep(0.1)
        raise AssertionError(f"{what}: it did not come to {script}; state {self.value('JSON.stringify(state)')}")

    def press(self, name):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=name, text=name if kind == "keyDown" and len(name) == 1 else "")

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def drag(self, x0, y0, x1, y1):
        self.mouse("mousePressed", x0, y0, button="left", clickCount=1)
        for i in range(1, 5):
            self.mouse("mouseMoved", x0 + (x1 - x0) * i / 4, y0 + (y1 - y0) * i / 4, button="left", buttons=1)
        self.mouse("mouseReleased", x1, y1, button="left")

    def screenshot(self, path):
        import base64
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))


def begin(nbbgen, *words):
    server = subprocess.Popen([nbbgen, "view", *words, "--device", "cpu", "--quiet"], stdout=subprocess.PIPE, text=True)
    atexit.register(server.kill)
    return server, server.stdout.readline().strip()


def digest_of(nbbgen, command):
    words = command.split()[1:]
    said = subprocess.run([nbbgen, *words, "--digest", "--json"], check=True, capture_output=True, text=True).stdout
    return json.loads(said)["digest"]


def check_digest(browser, nbbgen):
    command = browser.value("state.command")
    shown = browser.value("fetch(address('/digest')).then(answer => answer.text())").strip()
    assert shown == digest_of(nbbgen, command), command
    print(f"{command}: {shown}")


def settled(browser):
    browser.awaits("!dirty && shown && !state.plays && !pending.length", "the picture")
    time.sleep(0.3)


# The canvas has the colour that the table gives the value of the cell there.
PIXELS_AGREE = """(async () => {
  const bytes = await (await fetch(address('/array', { field }))).arrayBuffer();
  const begin = 10 + new DataView(bytes).getUint16(8, true), cells = new Uint8Array(bytes, begin), [n, m] = state.sides;
  const pixels = new Uint32Array(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer);
  let count = 0, wrong = 0;
  for (let y = 3; y < canvas.height; y += 7) for (let x = 3; x < canvas.width; x += 7) {
    const px = view.x + (x + 0.5 - canvas.width / 2) * view.scale, py = view.y + (y + 0.5 - canvas.height / 2) * view.scale;
    const edge = Math.min(px % 1, 1 - px % 1, py % 1, 1 - py % 1);
    if (px < 0 || py < 0 || px >= n || py >= m || edge < 0.1 || pixels[y * canvas.width + x] === 0xff1c1410) continue;
    const value = cells[Math.floor(py) * n + Math.floor(px)], wanted = table[Math.round((value - range[0]) * 255 / (range[1] - range[0]))];
    ++count;
    wrong += pixels[y * canvas.width + x] !== (wanted >>> 0);
  }
  return [count, wrong];
})()"""


def check_pixels(browser):
    settled(browser)
    count, wrong = browser.value(PIXELS_AGREE)
    assert count > 100 and wrong == 0, (count, wrong)
    print(f"{count} pixels have the colours of their cells")


def show(browser, nbbgen, *words):
    server, address = begin(nbbgen, *words)
    browser.call("Page.navigate", url=address)
    browser.awaits("typeof shown !== 'undefined' && shown !== null && shown.tiles.length > 0", "the first picture")
    browser.value("document.activeElement.blur()")
    return server


def check_copies(browser, nbbgen, folder):
    """An ensemble is a mosaic; a press chooses a copy, and exchanges are marked."""
    server = show(browser, nbbgen, "carpet", "--r", "3", "--program", "ising", "--sweep", "T=1.4,1.5,1.6", "--seed", "1..2",
                  "--own-noise", "--exchange", "5")
    browser.value("act({ goal: 40 })")
    settled(browser)
    browser.screenshot(f"{folder}/copies.png")
    assert browser.value("copy === -1 && shown.tiles.length === 6 && at('copy').options.length === 7")
    assert browser.value("nameOf(3)").startswith("T=1.5 seed 2"), browser.value("nameOf(3)")
    assert browser.value("state.places.some((place, i) => place !== i) && exchanged.includes(true)"), "no copy has exchanged"
    assert browser.value("at('parameters').querySelector('label[data-name=T] input').disabled")
    cells = "Array.from(shown.values.slice({0}, {0} + 729)).join()"
    third = browser.value(cells.format("3 * 729"))
    x, y = browser.value("(() => { const { x, y } = shown.tiles[3], box = canvas.getBoundingClientRect(), part = box.width / canvas.width;"
                         " return [box.left + ((x + 9 - view.x) / view.scale + canvas.width / 2) * part,"
                         " box.top + ((y + 9 - view.y) / view.scale + canvas.height / 2) * part]; })()")
    browser.drag(x, y, x, y)
    browser.awaits("copy === 3", "a copy that was pressed")
    browser.awaits("shown.tiles.length === 1 && shown.tiles[0].number === 3", "its picture")
    assert browser.value(f"fetch(address('/picture', {{ width: 27, height: 27 }})).then(answer => answer.arrayBuffer())"
                         ".then(bytes => Array.from(new Float32Array(bytes)).join())") == third
    check_pixels(browser)
    browser.press("e")
    browser.awaits("copy === 4", "the next copy")
    digests = browser.value("fetch(address('/digest')).then(answer => answer.text())").split()
    said = subprocess.run([nbbgen, *browser.value("state.command").split()[1:], "--digest", "--json"], check=True, capture_output=True,
                          text=True).stdout
    assert [of["digest"] for of in json.loads(said)["copies"]] == digests, digests
    print("a mosaic of six copies that exchange: digests are those of run")
    server.terminate(), server.wait()


def check_space(browser, nbbgen):
    """Three axes as slices and as cubes; a parameter under a schedule; a pattern; what is saved."""
    server = show(browser, nbbgen, "menger", "--r", "3", "--program", "tests/programs/scheduled.lua")
    browser.value("act({ step: 3 })")
    settled(browser)
    assert browser.value("at('parameters').querySelector('label[data-name=beta]').textContent") == "beta0.5625 = beta / (1 + gone * step)"
    values = "Array.from(shown.values).join()"
    middle = browser.value(values)
    browser.value("at('z').value = 0; at('z').oninput()")
    browser.awaits(f"!dirty && {values} !== {json.dumps(middle)}", "another slice")
    browser.press("i")
    browser.awaits("shown.cubes && shown.cubes[0] > 500 && Math.max(view.x, view.y) > 250", "cubes")
    colours = browser.value("new Set(new Uint32Array(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size")
    assert colours > 20, colours
    browser.press("i")
    browser.awaits("!shown.cubes", "slices again")
    browser.value("view.x = view.y = 3; view.scale = 1 / 32; look(); at('field').selectedIndex = 1; at('field').onchange()")
    browser.value("at('pattern').value = 'x = 2, y = 2\\nAB$2C!'; at('draw').click()")
    settled(browser)
    left, top, x, y = browser.value("(({ left, top }) => [left, top, ...[0.5, 0.5].map((p, i) => (p - (i ? view.y : view.x)) * 32"
                                    " + (i ? canvas.height : canvas.width) / 2)])(canvas.getBoundingClientRect())")
    browser.drag(left + x, top + y, left + x, top + y)
    browser.awaits("state.command === null", "a pattern")
    row = "fetch(address('/picture', { field: 1, width: 2, height: 2 })).then(answer => answer.arrayBuffer()).then(bytes => [...new Float32Array(bytes)].join())"
    assert browser.value(row) == "1,2,3,NaN", browser.value(row)
    browser.value("var saved = []; HTMLAnchorElement.prototype.click = function () { saved.push(this.download, this.href.split(/[,?]/)[0].split('/').at(-1)); };"
                  " at('png').click(); at('npy').click()")
    assert browser.value("saved.join(' ')") == "menger-3.png png;base64 menger-3.npy array", browser.value("saved.join(' ')")
    print("slices, cubes, a schedule, a pattern and what is saved")
    server.terminate(), server.wait()


def main(nbbgen, folder):
    server, address = begin(nbbgen, "carpet", "--r", "6", "--program", "ising", "--set", "T=1.5")
    browser = Browser(folder, 1100, 860)
    browser.call("Page.navigate", url=address)
    browser.awaits("typeof shown !== 'undefined' && shown !== null", "the first picture")

    assert browser.value("at('colours').value") == "viridis"
    scale = browser.value("view.scale")
    browser.mouse("mouseWheel", 300, 200, deltaX=0, deltaY=-1600)
    browser.awaits(f"view.scale < {scale} / 20", "zoom by wheel")
    before = browser.value("view.x")
    browser.drag(400, 300, 320, 260)
    assert browser.value("view.x") > before
    check_pixels(browser)
    browser.press("0")
    browser.awaits(f"view.scale === {scale}", "the whole")
    browser.press("+")
    browser.awaits(f"view.scale < {scale}", "zoom by key")

    browser.value("document.activeElement.blur()")
    browser.press(" ")
    browser.awaits("state.plays && state.step > 5", "play")
    browser.press(" ")
    browser.awaits("!state.plays", "pause")
    step = browser.value("state.step")
    browser.press("s")
    browser.awaits(f"state.step === {step + 1}", "one step")
    check_digest(browser, nbbgen)

    browser.value("at('seed').value = 9; at('restart').click()")
    browser.awaits("state.step === 0", "begin anew")
    browser.value("const slider = at('parameters').querySelector('label[data-name=T] input'); slider.value = 1.25;"
                  " slider.oninput()")
    browser.awaits("state.parameters.T[0] === 1.25", "the slider")
    browser.value("at('goal').value = 30; at('goal').onchange()")
    browser.awaits("state.step === 30 && !state.plays", "run to a step")
    check_digest(browser, nbbgen)
    assert browser.value("document.getElementById('curve-m') !== null && curves.m.points.length > 1")

    browser.value("view.x = 60.5; view.y = 20.5; view.scale = 1 / 16; look()")
    browser.value("at('draw').click(); at('value').value = 1")
    settled(browser)
    drawn = browser.value("cellAt([300, 200])")
    box = browser.value("(({ left, top, width }) => [left, top, width / canvas.width])(canvas.getBoundingClientRect())")
    browser.drag(box[0] + 300 * box[2], box[1] + 200 * box[2], box[0] + 420 * box[2], box[1] + 200 * box[2])
    settled(browser)
    browser.awaits("state.command === null", "what was drawn")
    row = browser.value(f"fetch(address('/picture', {{ x: {drawn[0]}, y: {drawn[1]}, width: 8, height: 1 }}))"
                        ".then(answer => answer.arrayBuffer()).then(bytes => [...new Float32Array(bytes)].map(String))")
    assert set(row) <= {"1", "NaN"} and "1" in row, row
    check_pixels(browser)
    browser.press("c")
    assert browser.value("at('colours').value") == "cividis"
    check_pixels(browser)
    browser.value("at('colours').selectedIndex = 0; at('colours').onchange(); at('draw').click()")

    browser.call("Emulation.setDeviceMetricsOverride", width=390, height=780, deviceScaleFactor=1, mobile=True)
    time.sleep(0.5)
    assert browser.value("document.documentElement.scrollWidth <= 390 && canvas.clientWidth === 390 && canvas.clientHeight > 300")
    browser.screenshot(f"{folder}/phone.png")
    browser.call("Emulation.clearDeviceMetricsOverride")
    for script in ("at('seed').value = 2; at('restart').click()", "act({ set: { T: 1.0 }, speed: 0, goal: 300 })"):
        browser.value(script)
    browser.awaits("state.step === 300 && !state.plays", "the picture for the page")
    browser.value("fit()")
    settled(browser)
    browser.screenshot(f"{folder}/view.png")

    browser.value("act({ play: true, speed: 30 })")
    other = Browser(f"{folder}/other", 500, 400)
    other.call("Page.navigate", url=address)
    other.awaits("typeof state !== 'undefined' && state !== null && state.step > 300", "a second page")
    other.process.kill()
    step = browser.value("state.step")
    browser.awaits(f"state.step > {step}", "steps, the second page being gone")
    server.send_signal(2)
    assert server.wait(timeout=5) == 130, server.returncode
    browser.awaits("at('failure').textContent === 'nbbgen view has ended'", "the end")
    check_copies(browser, nbbgen, folder)
    check_space(browser, nbbgen)
    browser.process.kill()
    print("the page is right")


main(*sys.argv[1:])
